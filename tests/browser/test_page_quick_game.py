"""Strangers find each other on the front page of a public server, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from door import Door
from driver import DESKTOP, PHONE, Visitor, check_with_axe
from playwright.sync_api import Browser, expect
from serving import Served, patient_call, served
from word_screens import Tables

QUICK = "Quick game · Classic"
LOOKING = "Looking for somebody to play Classic with you …"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("public"), public=True) as running:
        yield running


@pytest.fixture
def meet(browser: Browser, public: Served) -> Iterator[Door]:
    door = Door(browser, public.base)
    yield door
    door.close()


def look_for_a_game(one: Visitor) -> None:
    """Wait for another person: no bot steps in."""
    one.page.get_by_label("After 20 seconds a bot will do").uncheck()
    one.button(QUICK).click()


def waits(one: Visitor) -> None:
    expect(one.page.locator(".meet [role=status]")).to_have_text(LOOKING)


def test_two_strangers_play_and_whoever_has_stopped_looking_does_not(meet: Any) -> None:
    anna, bert, cleo = (meet() for _ in range(3))
    for one, name in ((anna, "Anna"), (bert, "Bert"), (cleo, "Cleo")):
        one.call_oneself(name)
    look_for_a_game(anna)
    waits(anna)
    anna.button("Stop looking").click()
    expect(anna.button(QUICK)).to_be_focused()
    look_for_a_game(bert)
    waits(bert)
    look_for_a_game(cleo)
    for one, other in ((bert, "Cleo"), (cleo, "Bert")):
        one.page.locator(".play").wait_for()
        expect(one.page.locator(".seats")).to_contain_text(other)
    assert bert.page.url == cleo.page.url
    expect(anna.button(QUICK)).to_be_visible()


def test_people_of_whom_one_has_blocked_the_other_are_not_paired(meet: Any) -> None:
    anna, bert = meet.together("Anna", "Bert")
    table = anna.page.url.rsplit("/", 1)[1]
    token, others = (one.page.evaluate("localStorage['rowlock.token']") for one in (anna, bert))
    other = patient_call(meet.base, "GET", "/api/players/me", None, others)["player"]
    avoided = {"player": other, "muted": False, "blocked": True}
    patient_call(meet.base, "POST", f"/api/tables/{table}/avoid", avoided, token)
    for one in (anna, bert):
        one.page.goto(meet.base)
        look_for_a_game(one)
        waits(one)
    cleo = meet()
    cleo.call_oneself("Cleo")
    look_for_a_game(cleo)  # she plays with Anna, who has waited longest
    for one in (anna, cleo):
        one.page.locator(".play").wait_for()
    assert anna.page.url == cleo.page.url
    waits(bert)


def test_open_tables_come_and_go_by_themselves(meet: Any) -> None:
    mia = meet()
    for size, colours in ((DESKTOP, "light"), (PHONE, "dark")):
        mia.page.set_viewport_size(size)
        mia.page.emulate_media(color_scheme=colours)
        expect(mia.page.locator(".meet")).to_contain_text("No table is open right now.")
        host = meet("/rules/classic")
        tables = Tables(host)
        path = tables.listed()
        line = mia.page.locator(f".meet a[href='{path}']")
        expect(line).to_contain_text("Anna-Maria · 1 free seat · Relaxed")
        look_for_a_game(mia)
        waits(mia)
        check_with_axe(mia, f"strangers, {colours}")
        mia.button("Stop looking").click()
        check_with_axe(mia, f"nobody is looked for, {colours}")
        guest = meet(path)
        guest.sit_down("Bert")
        expect(line).to_have_count(0)


def test_a_private_server_brings_no_strangers_together(visit: Any) -> None:
    mia: Visitor = visit()
    sockets = list[str]()
    mia.page.on("websocket", lambda socket: sockets.append(socket.url))
    with mia.page.expect_response("**/api/about"):
        mia.page.reload()
    mia.page.locator("footer").wait_for()
    expect(mia.page.locator(".meet")).to_have_count(0)
    assert not sockets
