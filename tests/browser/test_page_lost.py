"""A server that is gone, silent or behind a broken gateway: the page goes on by itself."""

from __future__ import annotations

from typing import Any

import pytest
from driver import Visitor
from playwright.sync_api import Browser, Route, expect
from serving import Served

PHONE = {"width": 390, "height": 844}
LOST = "until it answers again"
PATIENCE = 9_000
"""Milliseconds after which a silent server counts as lost, and a little more."""
QUIET = 16_000
"""Milliseconds after which nobody seems to want anything, and a little more."""
CONTROLLED = """navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
  || new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done)))"""
ENTRY = """fetch('/').then((answer) => answer.text()).then((text) =>
  [...text.matchAll(/\\/assets\\/[^"]+\\.js/g)].map(([path]) => location.origin + path))"""
KEPT = """caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('python-'))
  .map((name) => caches.match(`/python/${name.slice(7)}/engine`, { cacheName: name }))))
  .then((kept) => kept.some(Boolean))"""


def gone(route: Route) -> None:
    route.abort()


def broken(route: Route) -> None:
    """The answer of a gateway for a server that is not there."""
    route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")


@pytest.mark.parametrize("trouble", [gone, broken])
def test_a_server_that_goes_before_somebody_wants_to_play(
    browser: Browser, server: Served, trouble: Any
) -> None:
    mia = Visitor(browser, server.base, service_workers="block", viewport=PHONE)
    mia.page.goto(server.base)
    expect(mia.page.locator("input[name=pad]").first).to_be_attached()
    mia.context.route("**/api/**", trouble)
    mia.button("Play now").first.click()
    mia.page.wait_for_url("**/t/d-*", timeout=120_000)
    mia.wait_for_question()
    mia.context.close()


def test_what_needs_others_is_refused_where_the_server_is_gone(browser: Browser, server: Served) -> None:
    mia = Visitor(browser, server.base, service_workers="block")
    mia.page.goto(server.base)
    expect(mia.page.locator("input[name=pad]").first).to_be_attached()
    mia.context.route("**/api/**", gone)
    mia.button("With friends").click()
    expect(mia.page.get_by_role("alert")).to_contain_text("server")
    expect(mia.button("Play now").first).to_be_enabled()
    mia.context.close()


def test_a_silent_server_counts_as_lost(browser: Browser, server: Served) -> None:
    mia = Visitor(browser, server.base, service_workers="block", viewport=PHONE)
    mia.context.route("**/api/**", lambda route: None)  # neither answered nor refused
    mia.page.clock.install()
    with mia.page.expect_request("**/api/variants"), mia.page.expect_request("**/api/bots"):
        mia.page.goto(server.base)
    with mia.page.expect_request("**/python/**/house.bin", timeout=120_000):
        mia.page.clock.fast_forward(PATIENCE)
    expect(mia.page.get_by_text(LOST)).to_be_visible(timeout=120_000)
    mia.context.unroute("**/api/**")
    mia.page.clock.fast_forward(PATIENCE)  # it looks again by itself
    expect(mia.page.get_by_text(LOST)).to_have_count(0)
    mia.context.close()


def test_a_broken_gateway_counts_as_lost_until_the_server_is_back(browser: Browser, server: Served) -> None:
    mia = Visitor(browser, server.base, service_workers="block")
    mia.context.route("**/api/**", broken)
    mia.page.goto(server.base)
    expect(mia.page.get_by_text(LOST)).to_be_visible(timeout=120_000)
    mia.context.unroute("**/api/**")
    expect(mia.page.get_by_text(LOST)).to_have_count(0, timeout=60_000)
    mia.context.close()


def test_visited_once_the_page_plays_on_without_a_network(browser: Browser, server: Served) -> None:
    """The engine has come by itself while nobody wanted anything."""
    mia = Visitor(browser, server.base, viewport=PHONE)
    mia.page.clock.install()
    mia.page.goto(server.base)
    mia.page.evaluate(CONTROLLED)
    expect(mia.page.locator("input[name=pad]").first).to_be_attached()
    with mia.page.expect_request("**/python/**", timeout=120_000):
        mia.page.clock.fast_forward(QUIET)
    expect(mia.page.get_by_text("Keep Rowlock on this device")).to_have_count(0)
    for _ in range(600):
        if mia.page.evaluate(KEPT):
            break
        mia.page.wait_for_timeout(200)
    mia.context.set_offline(True)
    mia.page.reload()
    mia.button("Play now").first.click()
    mia.page.wait_for_url("**/t/d-*", timeout=120_000)
    mia.wait_for_question()
    mia.context.close()


def test_a_line_that_costs_something_is_asked_about_once(browser: Browser, server: Served) -> None:
    mia = Visitor(browser, server.base, viewport=PHONE)
    mia.context.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    )
    mia.page.clock.install()
    fetched: list[str] = []
    mia.page.on("request", lambda request: fetched.append(request.url))
    offer = mia.page.get_by_role("complementary", name="Without a network")
    for asked in (1, 0):
        mia.page.goto(server.base)
        mia.page.evaluate(CONTROLLED)
        expect(mia.page.locator("input[name=pad]").first).to_be_attached()
        mia.page.clock.fast_forward(QUIET)
        mia.page.wait_for_timeout(500)
        expect(offer).to_have_count(asked)
        if asked:
            assert offer.evaluate("(asks) => asks.getBoundingClientRect().top") < mia.page.locator(
                ".pad"
            ).first.evaluate("(pad) => pad.getBoundingClientRect().top")
            offer.get_by_role("button", name="No, thanks").click()
    assert not [url for url in fetched if "/python/" in url]
    mia.context.close()


def test_parts_of_the_page_that_get_lost_on_the_way_are_fetched_again(
    browser: Browser, server: Served
) -> None:
    lost: set[str] = set()

    def lose_once(route: Route) -> None:
        url = route.request.url
        if url in lost:
            route.continue_()
        else:
            lost.add(url)
            route.abort()

    mia = Visitor(browser, server.base, service_workers="block", viewport=PHONE)
    mia.page.goto(server.base)
    expect(mia.page.locator("input[name=pad]").first).to_be_attached()
    lost.update(mia.page.evaluate(ENTRY))  # without it there is no page that could fetch again
    mia.context.route("**/assets/*.js", lose_once)
    mia.page.reload()
    mia.page.locator("header button").click()
    expect(mia.page.get_by_role("dialog")).to_be_visible()
    mia.page.keyboard.press("Escape")
    parts = len(lost)
    mia.page.locator("a[href='/puzzle']").click()
    expect(mia.page.locator("button.cell").first).to_be_visible()
    assert len(lost) > parts > 0
    mia.context.close()
