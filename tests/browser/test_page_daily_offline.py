"""A server's daily games without a network: played on the device by a wrong clock, and handed in later."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from driver import PHONE, Visitor
from playwright.sync_api import Browser, expect
from serving import Served
from test_page_offline import CONTROLLED, INSTALLED, KEPT

from rowlock.community.daily.days import DAY_SECONDS, begins

PATIENCE = 120_000
WRONG_CLOCK = """{
  const right = Date.now.bind(Date), shift = () => Number(localStorage['test.shift'] ?? -400 * 86400e3);
  const Right = Date;
  Date = class extends Right {
    constructor(...given) { if (given.length) super(...given); else super(right() + shift()); }
    static now() { return right() + shift(); }
  };
  localStorage['rowlock.taught'] = 'true';
}"""
"""A phone whose clock is more than a year behind, and can be turned."""

FETCHED = """async () => {
  while (!localStorage['rowlock.ahead']) await new Promise((go) => setTimeout(go, 50));
}"""
"""Waits until today's and tomorrow's links are here."""


def at_home(server: Served, browser: Browser, token: str) -> Visitor:
    """Somebody with an installed page that has fetched all it needs, today's and tomorrow's dice included."""
    mia = Visitor(browser, server.base, viewport=PHONE)
    mia.context.add_init_script(INSTALLED + WRONG_CLOCK + f"localStorage['rowlock.token'] ??= '{token}';")
    mia.page.goto(server.base)
    mia.page.evaluate(CONTROLLED)
    expect(mia.page.get_by_text(KEPT)).to_be_visible(timeout=PATIENCE)
    mia.page.reload()
    expect(mia.page.locator("section.today")).to_be_visible()
    mia.page.evaluate(FETCHED)
    return mia


def play_without_a_network(mia: Visitor, day: Any) -> None:
    """Today's card leads to the device's own table; its result waits for the server."""
    mia.page.goto(mia.base)
    card = mia.page.locator("section.today")
    expect(card).to_contain_text(f" {day.day} ·", timeout=PATIENCE)
    card.get_by_role("button", name="Play today’s game").click()
    mia.page.wait_for_url("**/t/d-*")
    mia.wait_for_question()
    assert mia.play_on(style="careful") == "over"
    mia.page.get_by_role("link", name="Today’s result").click()
    expect(mia.page.locator(".day header .line")).to_contain_text("points lost", timeout=PATIENCE)
    expect(mia.page.get_by_text("it is handed in when the server answers again")).to_be_visible()


def test_two_days_are_played_without_a_network_by_a_wrong_clock_and_both_count(
    browser: Browser, server: Served
) -> None:
    token, daily = server.player("Mia"), server.app.state.lobby.daily
    today = datetime.now(UTC).date()
    tomorrow = today + timedelta(days=1)
    daily.clock = lambda: begins(today) + DAY_SECONDS - 600
    mia = at_home(server, browser, token)
    mia.expected = ("ERR_INTERNET_DISCONNECTED",)
    mia.context.set_offline(True)
    play_without_a_network(mia, today)
    mia.page.evaluate("localStorage['test.shift'] = -400 * 86400e3 + 3600e3")  # midnight goes by
    play_without_a_network(mia, tomorrow)
    assert server.call("GET", f"/api/daily/calendar/{today:%Y-%m}", None, token)["days"] == []

    daily.clock = lambda: begins(tomorrow) + 9 * 3600
    mia.context.set_offline(False)
    mia.page.goto(mia.base)
    for day in (today, tomorrow):
        told = mia.page.get_by_text(re.compile(rf"^Your game of .*\b{day.day}\b.* was handed in"))
        expect(told).to_be_visible(timeout=PATIENCE)
        mine = server.call("GET", f"/api/daily/{day}/classic", None, token)["mine"]
        assert mine["finished"]
    assert server.call("GET", "/api/daily", None, token)["streak"] == 2
    assert not mia.errors
    mia.context.close()
