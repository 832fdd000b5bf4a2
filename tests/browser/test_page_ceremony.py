"""Ceremony and first steps: sums are added up, the end says why, ties light up rows, a first game teaches."""

from __future__ import annotations

from typing import Any

import pytest
from driver import PHONE, Visitor, check_with_axe
from playwright.sync_api import expect

HYPHENS = """() => document.body.innerText.match(/(?<![\\w-])-\\d+/g) ?? []"""
"""Numbers below zero with a hyphen instead of a minus sign."""


ASKED_AGAIN = ".play[data-asked=true] .buttons button:not(.warn):has-text('Pass'), .end"


def take_penalties(alone: Visitor, count: int, then: str = ASKED_AGAIN) -> None:
    """Four of them are the shortest game there is."""
    for _ in range(count):
        alone.button("Pass").click()
        alone.page.get_by_role("button", name="Pass −5").click()
        alone.button("Done").click()
        alone.page.locator(then).wait_for()


def test_the_score_is_added_up_row_by_row_and_the_end_says_why(visit: Any) -> None:
    alone = visit(moving=True, viewport=PHONE)
    alone.button("Solo").click()
    alone.wait_for_question()
    expect(alone.page.locator(".ask")).to_contain_text("in one row of your choice")
    expect(alone.page.locator(".ask")).not_to_contain_text("everybody")
    take_penalties(alone, 4)
    end, heading = alone.page.locator(".end"), alone.page.locator("h1")
    expect(end).to_have_attribute("data-done", "false")
    expect(heading).to_have_text("Adding up …")
    heading.click()  # a tap finishes it
    expect(end).to_have_attribute("data-done", "true")
    expect(heading).to_have_text("−20 points")
    expect(alone.page.locator(".why")).to_contain_text("The game is over. Last penalty: Guest.")
    expect(alone.page.locator(".actions .big")).to_have_count(2)
    alone.page.reload()  # seen again, it is simply there
    expect(heading).to_have_text("−20 points")


def test_numbers_below_zero_have_a_minus_sign_everywhere(visit: Any) -> None:
    alone = visit()
    alone.button("Solo").click()
    alone.wait_for_question()
    take_penalties(alone, 1)
    expect(alone.page.locator(".chip b")).to_have_text("−5")
    expect(alone.page.locator(".penalties .each")).to_have_text("−5")
    expect(alone.page.locator(".total")).to_contain_text("−5")
    assert alone.page.evaluate(HYPHENS) == []
    address = alone.page.url
    alone.page.goto(alone.base)
    expect(alone.page.locator(".running a").first).to_contain_text("−5")
    assert alone.page.evaluate(HYPHENS) == []
    alone.page.goto(address)
    alone.wait_for_question()
    take_penalties(alone, 3)
    expect(alone.page.locator(".end[data-done=true]")).to_contain_text("−20")
    assert alone.page.evaluate(HYPHENS) == []
    alone.page.goto(f"{address.replace('/t/', '/g/')}/1")
    alone.page.locator(".replay figure").first.wait_for()
    alone.page.keyboard.press("End")
    expect(alone.page.locator(".replay")).to_contain_text("−20")
    assert alone.page.evaluate(HYPHENS) == []


LIES = """() => [...document.querySelectorAll('.play .slot .die')].map((die) => {
  const { animationDelay, animationDuration } = getComputedStyle(die);
  return parseFloat(animationDelay) + parseFloat(animationDuration);
})"""
SAID = "parseFloat(getComputedStyle(document.querySelector('.play .sum b')).animationDelay)"


def test_the_sum_is_said_when_the_dice_lie(visit: Any) -> None:
    alone = visit(moving=True)
    alone.button("Solo").click()
    alone.page.locator(".play .sum b").wait_for(state="attached")
    lies = alone.page.evaluate(LIES)
    assert len(lies) == 6
    assert 0.3 < max(lies) <= alone.page.evaluate(SAID)


def enter(visitor: Visitor, dice: str) -> None:
    expect(visitor.page.locator(".ask")).to_contain_text("what do the dice show?")
    visitor.page.keyboard.type(dice)
    visitor.wait_for_question()


def test_a_tie_lights_up_the_tied_rows(visit: Any) -> None:
    """Bonus B, with dice that we enter: yellow 11 and green 9 bring two crosses in the shortest row."""
    alone = visit()
    alone.page.locator(".pad").first.wait_for()
    alone.choose_pad("bonus-b")
    alone.button("Real dice").click()
    alone.page.get_by_role("button", name="One seat fewer").click()
    alone.button("Start").click()
    empty = alone.page.locator(".enter .empty")
    expect(empty).to_have_count(6)
    signs = empty.evaluate_all(
        "(all) => all.map((one) => one.querySelector('path')?.getAttribute('d') ?? '')"
    )
    assert len(set(signs)) == 5  # two white ones without a sign; no colour is told by colour alone
    alone.page.keyboard.type("5")
    check_with_axe(alone, "entering dice")
    enter(alone, "66111")
    alone.cell("yellow 11").click()
    alone.button("Done").click()
    alone.button("Pass").click()
    enter(alone, "451116")
    alone.cell("green 9").click()
    expect(alone.page.locator(".ask")).to_contain_text("A tie: which row gets the bonus")
    expect(alone.page.locator(".row.tied")).to_have_count(2)
    expect(alone.page.locator(".more")).to_have_text("")  # the rows that light up are the answer
    expect(alone.page.get_by_role("dialog")).to_have_count(0)
    alone.button("Undo").click()  # an open question is taken back like any mark
    expect(alone.page.locator(".row.tied")).to_have_count(0)
    alone.cell("green 9").click()
    alone.cell("red 5").click(force=True)  # any cell of the row will do
    expect(alone.page.locator(".row.tied")).to_have_count(0)
    expect(alone.page.locator(".row.c-r button.cell.pencil")).to_have_count(2)
    alone.button("Undo").click()
    alone.cell("green 9").click()
    alone.page.get_by_role("button", name="choosing the blue row").click()
    expect(alone.page.locator(".row.c-b button.cell.pencil")).to_have_count(2)
    for key, row in (("4", "b"), ("1", "r")):  # the rows from the top; those between are not tied
        alone.button("Undo").click()
        alone.cell("green 9").click()
        alone.page.keyboard.press("2")
        expect(alone.page.locator(".row.tied")).to_have_count(2)
        alone.page.keyboard.press(key)
        expect(alone.page.locator(f".row.c-{row} button.cell.pencil")).to_have_count(2)
    alone.button("Undo").click()
    alone.cell("green 9").click()
    box = alone.page.locator(".row.tied").last.bounding_box()
    assert box
    alone.page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 2)  # where there is neither cell nor sign
    expect(alone.page.locator(".row.c-b button.cell.pencil")).to_have_count(2)


@pytest.mark.parametrize(("language", "words"), [("en", "The white dice make"), ("pl", "Białe kostki dają")])
def test_a_first_game_teaches_and_locks_nothing(visit: Any, language: str, words: str) -> None:
    mia = visit(viewport=PHONE, locale=language)
    mia.page.locator(".learn button").first.click()
    mia.wait_for_question()
    coach = mia.page.locator(".coach")
    expect(coach).to_contain_text(words)
    for button in mia.page.locator(".buttons button").all():
        expect(button).to_be_in_viewport(ratio=1)
    mia.legal().first.click()
    mia.page.locator(".buttons button").last.click()
    expect(mia.page.locator(".coach", has_text=words)).to_have_count(0)
    seen = set[str]()
    for _ in range(40):
        if mia.is_over() or len(seen - {None}) == 3:
            break
        mia.page.locator(".play[data-asked=true], .end").wait_for()
        seen.add(mia.lesson())
        mia.page.keyboard.press("p")  # where nothing is asked, keys say nothing
        mia.page.keyboard.press("d")
    assert len(seen - {None}) >= 2
    mia.page.goto(mia.base)
    expect(mia.page.locator(".now")).to_be_visible()


def test_own_dice_wait_under_the_cup_for_a_tap(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    mia.page.locator("header button").click()
    mia.page.get_by_label("Tap to roll your own dice").check()
    mia.page.keyboard.press("Escape")
    mia.button("Solo").click()
    for rolled in ("by tap", "by key"):
        expect(mia.page.locator(".ask")).to_have_text("Your turn")
        expect(mia.page.locator(".play")).to_have_attribute("data-asked", "false")
        expect(mia.page.locator(".dice .die")).to_have_count(0)
        check_with_axe(mia, "dice under the cup")
        if rolled == "by tap":
            mia.button("Roll").click()
        else:
            mia.page.keyboard.press("r")
        mia.wait_for_question()
        expect(mia.page.locator(".dice .die")).to_have_count(6)
        take_penalties(mia, 1, then=".play .buttons button:has-text('Roll')")


def test_a_lesson_is_left_at_any_time_and_not_offered_again(visit: Any) -> None:
    mia = visit()
    mia.button("Learn by playing").click()
    mia.wait_for_question()
    mia.button("Stop").click()
    expect(mia.page.locator(".coach")).to_have_count(0)
    mia.page.goto(mia.base)
    mia.page.locator(".pad").first.wait_for()
    expect(mia.page.locator(".learn")).to_have_count(0)


def test_bots_have_a_face_a_sentence_and_dots(visit: Any) -> None:
    mia = visit()
    mia.page.locator(".pad").first.wait_for()
    options = mia.page.locator(".opponent option").all_inner_texts()
    assert options[0].strip() == "Dizzy ●○○○○○"
    assert options[-1].strip() == "Champion ●●●●●●"
    face = mia.page.locator(".opponent .face path").first.get_attribute("d")
    mia.page.locator(".opponent select").select_option("greedy")
    expect(mia.page.locator(".opponent p")).to_contain_text("never thinks of tomorrow")
    assert mia.page.locator(".opponent .face path").first.get_attribute("d") != face
