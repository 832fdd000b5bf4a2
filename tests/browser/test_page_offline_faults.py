"""The faults around a table on the device: storage, clock, tabs, a slow bot. Nothing is lost."""

from __future__ import annotations

from copy import copy

from driver import Visitor
from on_device import ALONE, REMEMBERED, cross, log_of, with_worker
from playwright.sync_api import Browser, Page, expect
from serving import Served

PHONE = {"width": 390, "height": 844}
FILL_STORAGE = """{
  const { add } = IDBObjectStore.prototype;
  let full = false;
  new BroadcastChannel('fill').onmessage = ({ data }) => { full = data; };
  IDBObjectStore.prototype.add = function (...given) {
    if (full) throw new DOMException('', 'QuotaExceededError');
    return add.apply(this, given);
  };
}"""
NO_ROOM = "Cache.prototype.put = async () => { throw new DOMException('', 'QuotaExceededError'); };"
"""Nothing of the engine can be kept, the memory neither."""
NOTHING_KEPT = """for (const name of ['indexedDB', 'caches']) {
  Object.defineProperty(self, name, { get() { throw new DOMException('', 'SecurityError'); } });
}"""
"""A private window of the strict kind."""
TELL = """([channel, what]) => new Promise((done) => {
  const line = new BroadcastChannel(channel);
  line.onmessage = done;
  line.postMessage(what);
})"""
"""Tells a prepared worker something, and waits until it has heard."""
CLOCK = """{
  const { now } = Date;
  let shift = 0;
  const line = new BroadcastChannel('clock');
  line.onmessage = ({ data }) => { shift = data; line.postMessage('set'); };
  Date.now = () => now() + shift;
}"""
HOLD = """{
  const post = self.postMessage.bind(self);
  let held = null;
  const line = new BroadcastChannel('hold');
  line.onmessage = ({ data }) => {
    const late = held ?? [];
    held = data ? [] : null;
    if (!data) late.forEach((message) => post(message));
    line.postMessage('heard');
  };
  self.postMessage = (message) => (held ? held.push(message) : post(message));
}"""
"""A worker that says nothing for a while, as when a bot thinks."""
YEAR = 365 * 24 * 3600 * 1000


def fill(page: Page, full: bool) -> None:
    page.evaluate("(full) => new BroadcastChannel('fill').postMessage(full)", full)


def test_a_full_storage_says_so_loses_nothing_and_recovers(browser: Browser, server: Served) -> None:
    mia = with_worker(browser, server.base, FILL_STORAGE)
    mia.wait_for_question()
    table = mia.page.url.rsplit("/", 1)[1]
    fill(mia.page, True)
    cross(mia)
    warning = mia.page.get_by_text("The storage of this device is full")
    expect(warning).to_be_visible()
    stored = len(log_of(mia.page, table))
    fill(mia.page, False)
    mia.wait_for_question()
    cross(mia)
    expect(warning).to_have_count(0)
    numbers = [entry[0] for entry in log_of(mia.page, table)]
    assert len(numbers) > stored
    assert numbers == list(range(1, len(numbers) + 1))
    mia.context.close()


def test_where_the_memory_of_a_start_cannot_be_kept_every_start_is_a_first_one(
    browser: Browser, server: Served
) -> None:
    mia = with_worker(browser, server.base, NO_ROOM)
    mia.wait_for_question()
    cross(mia)
    mia.page.reload()
    expect(mia.page.locator("button.cell.crossed").first).to_be_visible(timeout=120_000)
    assert not mia.page.evaluate(REMEMBERED)
    mia.context.close()


def test_a_window_that_keeps_nothing_says_so_and_plays(browser: Browser, server: Served) -> None:
    mia = with_worker(browser, server.base, NOTHING_KEPT, NOTHING_KEPT, viewport=PHONE)
    expect(mia.page.get_by_text("This window keeps nothing")).to_be_visible(timeout=60_000)
    mia.wait_for_question()
    cross(mia)
    mia.context.close()


def test_two_tabs_begin_at_once_with_nothing_kept(browser: Browser, server: Served) -> None:
    mia = Visitor(browser, server.base, service_workers="block")
    second = copy(mia)
    second.page = mia.new_page()
    tabs = (mia, second)
    for tab in tabs:
        tab.page.goto(server.base)
        tab.button("Without a network").click()
    for tab in tabs:
        tab.button("Play on this device").click()
    for tab in tabs:
        expect(tab.page.get_by_text(ALONE)).to_be_visible(timeout=120_000)
        tab.button("Play now").first.click()
    for tab in tabs:
        tab.page.wait_for_url("**/t/d-*", timeout=60_000)
        tab.wait_for_question()
        cross(tab)
    first, other = (tab.page.url.rsplit("/", 1)[1] for tab in tabs)
    assert first != other
    for table in (first, other):
        numbers = [entry[0] for entry in log_of(mia.page, table)]
        assert numbers == list(range(1, len(numbers) + 1))
    mia.wait_until(REMEMBERED)
    mia.context.close()


def test_a_clock_that_is_set_back_in_the_middle_of_a_game(browser: Browser, server: Served) -> None:
    mia = with_worker(browser, server.base, CLOCK)
    mia.wait_for_question()
    cross(mia)
    mia.page.evaluate(TELL, ["clock", -YEAR])
    mia.wait_for_question()
    cross(mia)
    table = mia.page.url.rsplit("/", 1)[1]
    times = [entry[1] for entry in log_of(mia.page, table)]
    assert times == sorted(times)
    crossed = mia.page.locator("button.cell.crossed").count()
    mia.page.reload()
    expect(mia.page.locator("button.cell.crossed")).to_have_count(crossed, timeout=60_000)
    mia.context.close()


def test_a_bot_that_thinks_for_a_minute_is_no_lost_connection(browser: Browser, server: Served) -> None:
    mia = with_worker(browser, server.base, HOLD, viewport=PHONE)
    mia.wait_for_question()
    mia.page.clock.install()
    mia.page.evaluate(TELL, ["hold", True])
    mia.legal().first.click()
    name = mia.page.locator("button.cell.pencil").first.get_attribute("data-cell") or ""
    mia.button("Done").click()
    for _ in range(4):
        mia.page.clock.fast_forward(20_000)
        expect(mia.page.locator("p.lost")).to_have_count(0)
    mia.page.evaluate(TELL, ["hold", False])
    expect(mia.page.locator(f"button.cell.crossed[data-cell='{name}']")).to_have_count(1)
    mia.context.close()
