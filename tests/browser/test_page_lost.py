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
