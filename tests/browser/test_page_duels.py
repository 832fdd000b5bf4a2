"""Duels on the page: made, played by two, nothing seen before the own end, compared turn by turn."""

from __future__ import annotations

import re
from typing import Any

from door import Door
from driver import PHONE, check_with_axe
from playwright.sync_api import expect
from serving import Served, patient_call
from small_pad import GOOD

PATIENCE = 120_000
"""Milliseconds: a game is judged beside the play, and on a busy machine last."""
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


def test_a_duel_is_made_on_the_page_and_its_link_waits(visit: Door) -> None:
    mia = visit("/d/new", viewport={"width": 320, "height": 568}, color_scheme="dark")
    mia.call_oneself("Mia")
    expect(mia.button("Make the duel")).to_be_enabled()
    choices = mia.page.locator("form select")
    choices.first.select_option("longo")
    choices.nth(1).select_option("steady")  # and one more comes for another bot
    choices.last.select_option("3")
    mia.button("Make the duel").click()
    expect(mia.page.get_by_role("heading", name="Mia invites you to a duel")).to_be_visible()
    expect(mia.page.locator(".invite code")).to_contain_text("/d/")
    assert mia.page.evaluate(OVERFLOW) <= 0
    check_with_axe(mia, "a new duel")
    mia.page.goto(mia.base)
    expect(mia.page.get_by_role("link", name="Longo · Mia · your turn")).to_be_visible()


def test_two_play_the_same_dice_and_compare(visit: Door, server: Served) -> None:
    """On a small pad, so that both games are short and judged at once."""
    token = server.player("Mia")
    wish: dict[str, Any] = {"variant_text": GOOD}
    duel = patient_call(server.base, "POST", "/api/duels", wish, token)["link"]
    mia, ben = visit(duel, token, viewport=PHONE), visit(duel, server.player("Ben"))
    for one, name in ((mia, "Mia"), (ben, "Ben")):
        one.page.evaluate(f"localStorage['rowlock.name'] = JSON.stringify('{name}')")
        one.page.reload()
        one.button("Play your game").click()
        one.wait_for_question()
    assert mia.play_on() == "over"
    mia.page.get_by_role("link", name="To the duel").click()
    result = mia.page.locator(".duel h1")
    expect(result).to_have_text(re.compile("lost|By the book"), timeout=PATIENCE)
    expect(mia.page.get_by_text("Nobody else has finished yet.")).to_be_visible()

    ben.page.goto(ben.base + duel)  # looks in between, and learns that Mia has finished: nothing more
    expect(ben.page.locator(".halves li", has_text="Mia")).to_contain_text("has finished")
    expect(ben.page.get_by_role("heading", name="Turn by turn")).to_have_count(0)
    ben.button("Continue").click()
    ben.wait_for_question()
    assert ben.play_on() == "over"
    ben.page.get_by_role("link", name="To the duel").click()
    expect(ben.page.get_by_role("heading", name="Turn by turn")).to_be_visible(timeout=PATIENCE)
    expect(ben.page.locator(".halves .place")).to_have_text([re.compile("[12]"), re.compile("[12]")])
    pair = ben.page.locator(".pair figure")
    expect(pair).to_have_count(2)
    rolls = pair.locator(".roll").all_inner_texts()
    assert rolls[0] == rolls[1], "the same dice"
    ben.page.get_by_role("button", name="Step forward").click()
    expect(ben.page.locator("output")).to_have_text("Turn 2")
    check_with_axe(ben, "two games of a duel")
    mia.page.reload()
    expect(mia.page.locator(".pair figure")).to_have_count(2)
