"""The common part of tests of tables on the page's own device."""

from __future__ import annotations

from typing import Any

from driver import Visitor
from playwright.sync_api import Browser, Page, expect

REMEMBERED = """() => caches.keys().then((names) => names.find((name) => name.startsWith('python-')))
  .then((name) => caches.open(name)).then((cache) => cache.keys())
  .then((kept) => kept.some(({ url }) => url.endsWith('/memory')))"""
"""Whether the memory of a start is kept for the next one."""
ALONE = "Friends on other devices need the server."


def log_of(page: Page, table: str) -> list[Any]:
    """The log of a table as the device keeps it."""
    found: list[Any] = page.evaluate(
        """(table) => new Promise((done) => { indexedDB.open('rowlock').onsuccess = (opened) => {
          const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
          const got = opened.target.result.transaction('entries').objectStore('entries').getAll(range);
          got.onsuccess = () => { opened.target.result.close(); done(got.result); };
        }; })""",
        table,
    )
    return found


def with_worker(browser: Browser, base: str, before: str, page: str = "", **options: Any) -> Visitor:
    """Somebody at a table on the device, with a worker (and a page) to which something was done before."""
    mia = Visitor(browser, base, service_workers="block", **options)
    mia.context.add_init_script(page)
    prepare_worker(mia, before)
    mia.page.goto(base)
    go_alone(mia)
    mia.button("Play now").first.click()
    mia.page.wait_for_url("**/t/d-*", timeout=60_000)
    return mia


def prepare_worker(visitor: Visitor, before: str) -> None:
    def prepare(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=before + answer.text())

    visitor.context.route("**/assets/worker-*.js", prepare)


def go_alone(visitor: Visitor) -> None:
    """Play on this device from now on."""
    visitor.button("Without a network").click()
    visitor.button("Play on this device").click()
    expect(visitor.page.get_by_text(ALONE)).to_be_visible(timeout=120_000)


def cross(visitor: Visitor) -> None:
    """Cross the first cell that may be crossed."""
    visitor.legal().first.click()
    name = visitor.page.locator("button.cell.pencil").first.get_attribute("data-cell") or ""
    visitor.button("Done").click()
    expect(visitor.page.locator(f"button.cell.crossed[data-cell='{name}']")).to_have_count(1)
