"""Real dice on a real table: a score pad on several phones, and what was wrong put right by consent."""

from __future__ import annotations

from typing import Any

import pytest
from driver import PHONE, Visitor, check_with_axe
from playwright.sync_api import expect

NAMES = ["Anna", "Bert", "Cleo"]
TURN_TO = """(name) =>
  [...document.querySelectorAll('.chip:not(.own)')].find((chip) => chip.innerText.includes(name))?.click()"""
"""Put the sheet of this player in front, if it is not there already."""


def phones_at(visit: Any, count: int, entered: bool) -> list[Visitor]:
    """This many people with real dice, each with a phone of their own."""
    host: Visitor = visit(viewport=PHONE)
    host.call_oneself(NAMES[0])
    host.button("Real dice").click()
    if not entered:
        host.page.get_by_label("Just tap the crosses").check()
    host.page.get_by_label("Everybody on their own phone").check()
    for _ in range(count - 2):
        host.page.get_by_role("button", name="One seat more").click()
    host.button("Start").click()
    host.page.locator(".lobby li").nth(count - 1).wait_for()
    guests = [sit(visit, host, name) for name in NAMES[1:count]]
    host.button("Start").click()
    for one in (host, *guests):
        one.page.locator(".sheet").wait_for()
    return [host, *guests]


def sit(visit: Any, host: Visitor, name: str) -> Visitor:
    guest: Visitor = visit(host.page.url.removeprefix(host.base), viewport=PHONE)
    guest.page.get_by_role("button", name="Sit here").first.click()
    guest.page.get_by_label("Your name").fill(name)
    guest.page.keyboard.press("Enter")
    host.page.locator(".name", has_text=name).wait_for()
    return guest


def mark(who: Visitor, *cells: str) -> None:
    for cell in cells:
        who.cell(cell).click()  # a stroke is a tap
        expect(who.button("Done")).to_have_count(0)
        expect(who.page.locator(f"button.cell.crossed[data-cell='{cell}']")).to_have_count(1)


def end_by_penalties(who: Any) -> None:
    for number in range(1, 5):
        who.wait_for_question()
        who.page.get_by_role("button", name="Penalty −5").click()
        expect(who.page.locator(".penalties .box:has(svg)")).to_have_count(number)


def test_two_lock_by_the_same_roll_and_all_count_together(visit: Any) -> None:
    anna, bert, cleo = phones_at(visit, 3, entered=False)
    for who in (anna, bert):
        mark(who, "red 2", "red 3", "red 4", "red 5", "red 6")
    mark(anna, "red 12")
    expect(cleo.page.locator(".row.c-r .lock.shut, .row.c-r.closed").first).to_be_visible()
    mark(bert, "red 12")  # by the same roll
    cleo.cell("red 2").click(force=True)
    expect(cleo.page.locator(".more")).to_contain_text("the red row is closed")
    end_by_penalties(cleo)
    expect(anna.page.locator(".ask")).to_contain_text("Cross what the last roll gave you, then count.")
    mark(anna, "blue 7")
    for who in (anna, cleo):
        who.button("Count").click()
    expect(anna.page.locator(".ask")).to_have_text("Waiting for Bert before counting.")
    bert.button("Count").click()
    assert anna.result() == "You win by 1 point"
    expect(bert.page.locator(".end h1")).to_contain_text("Anna wins")


def test_a_mark_is_put_right_when_everybody_consents(visit: Any) -> None:
    anna, bert, cleo = phones_at(visit, 3, entered=False)
    mark(bert, "red 7", "blue 9")
    mark(anna, "green 5")
    anna.button("Correct earlier marks").click()
    anna.page.locator("dialog li button", has_text="Bert: red 7").click()
    expect(anna.page.locator("dialog .tab")).to_have_text("Bert")
    check_with_axe(anna, "a sheet as it was")
    anna.page.locator("dialog button.cell[data-cell='yellow 7']").click()
    anna.page.get_by_role("button", name="Instead of it").click()
    for who in (bert, cleo):
        told = who.page.locator(".consent")
        expect(told).to_contain_text("Anna wants to correct:")
        expect(told).to_contain_text("Bert: yellow 7 instead of red 7")
    check_with_axe(cleo, "a correction to consent to")
    bert.button("Agree").click()
    expect(anna.page.locator(".consent")).to_contain_text("Waiting for Cleo.")
    expect(bert.page.locator("button.cell.crossed[data-cell='red 7']")).to_have_count(1)
    cleo.button("Agree").click()
    expect(bert.page.locator("button.cell.crossed[data-cell='yellow 7']")).to_have_count(1)
    expect(bert.page.locator("button.cell.crossed[data-cell='red 7']")).to_have_count(0)
    for who in (anna, bert, cleo):
        expect(who.page.locator(".consent")).to_have_count(0)


def test_a_mistake_found_after_the_end_is_put_right_and_the_result_with_it(visit: Any) -> None:
    anna, bert = phones_at(visit, 2, entered=False)
    mark(bert, "red 7")
    end_by_penalties(anna)
    for who in (anna, bert):
        who.button("Count").click()
    expect(anna.page.locator(".end h1")).to_contain_text("you were 21 points short")
    bert.more()
    for move in ("red 8", None):
        bert.button("Correct earlier marks").click()
        if move:
            bert.page.locator("dialog li button", has_text="Bert: red 7").click()
            bert.page.locator(f"dialog button.cell[data-cell='{move}']").click()
            bert.page.get_by_role("button", name="Instead of it").click()
        else:
            bert.page.locator("dialog li button").first.click()  # Anna's last penalty
            bert.page.get_by_role("button", name="Nothing: erase it").click()
        expect(anna.page.locator(".consent")).to_contain_text("Bert wants to correct:")
        if move:
            check_with_axe(anna, "a correction after the end")
        anna.button("Agree").click()
        expect(bert.page.locator(".consent")).to_have_count(0)
        if move:
            expect(bert.page.locator(".end")).to_be_visible()
    for who in (anna, bert):  # the fourth penalty is gone: the game is on again
        who.wait_for_question()
    expect(bert.page.locator("button.cell.crossed[data-cell='red 8']")).to_have_count(1)
    mark(anna, "green 9")


def test_one_no_ends_a_correction(visit: Any) -> None:
    anna, bert = phones_at(visit, 2, entered=False)
    mark(bert, "red 7")
    bert.button("Correct earlier marks").click()
    bert.page.locator("dialog li button").first.click()
    bert.page.get_by_role("button", name="Nothing: erase it").click()
    expect(anna.page.locator(".consent")).to_contain_text("Bert: without red 7")
    anna.button("No").click()
    expect(bert.page.locator(".consent")).to_have_count(0)
    expect(bert.page.locator("button.cell.crossed")).to_have_count(1)


@pytest.mark.parametrize("entered", [True, False])
def test_on_one_device_a_correction_is_made_at_once(visit: Any, entered: bool) -> None:
    home: Visitor = visit(viewport=PHONE)
    home.button("Real dice").click()
    home.page.get_by_label("Enter the dice" if entered else "Just tap the crosses").check()
    home.page.get_by_label("Player 1").fill("Mia")
    home.page.get_by_label("Player 2").fill("Ben")
    home.button("Start").click()
    home.page.locator(".sheet").wait_for()
    if entered:
        for face in (4, 1, 6, 2, 3, 6):
            home.page.locator(".enter .faces button", has_text=str(face)).click()
        for _ in range(2):
            home.wait_for_question()
            home.cell("red 5").click()
            home.button("Done").click()
        home.wait_for_question()
        home.button("Pass").click()
        home.page.locator(".enter").wait_for()
    else:
        mark(home, "red 5")
    home.button("Correct earlier marks").click()
    entry = home.page.locator("dialog li button", has_text=": red 5").first
    whose = "Mia" if "Mia" in entry.inner_text() else "Ben"
    entry.click()
    home.page.locator("dialog button.cell[data-cell='yellow 5']").click()
    home.page.get_by_role("button", name="Instead of it").click()
    expect(home.page.locator("dialog")).to_have_count(0)
    crossed = home.page.locator("button.cell.crossed[data-cell='yellow 5']")
    home.page.evaluate(TURN_TO, whose)
    expect(crossed).to_have_count(1)
