"""The driver of these tests answers every kind of question that the page can ask, and never for ever."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from driver import PLAY, Visitor, limited
from playwright.sync_api import Error, expect
from test_page_advice import better
from test_page_real_table import mark, phones_at

KINDS = re.findall(r"^    (\w+): \(\) =>", PLAY[PLAY.index("const questions") :], re.MULTILINE)


def start(visitor: Visitor, pad: str, way: str, fewer: bool = False) -> Visitor:
    """A table for those around one device, or for one alone."""
    visitor.choose_pad(pad)
    visitor.button(way).click()
    if fewer:
        visitor.page.get_by_role("button", name="One seat fewer").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    visitor.page.locator(".sheet").wait_for()
    return visitor


def real_dice(visit: Any) -> Visitor:
    """Dice that are entered, and yellow 11 and green 9 of Bonus B, after which two rows are tied."""
    mia = start(visit(), "bonus-b", "Real dice", fewer=True)
    for dice, cell in (("566111", "yellow 11"), ("451116", "green 9")):
        mia.page.locator(".enter").wait_for()
        mia.page.keyboard.type(dice)
        mia.wait_for_question()
        mia.cell(cell).click()
        if cell == "yellow 11":
            mia.button("Done").click()
            mia.button("Pass").click()
    expect(mia.page.locator(".row.tied")).to_have_count(2)
    return mia


def hidden_hands(visit: Any) -> Visitor:
    mia: Visitor = visit()
    mia.choose_pad("cards")
    mia.page.get_by_label("With eleven jokers").check()
    start(mia, "cards", "On this device")
    assert mia.play_on(".playing [data-card^=j]") == "stopped"  # a joker: of which colour?
    mia.page.locator(".playing [data-card^=j]").first.click()
    return mia


def real_cards(visit: Any) -> Visitor:
    return start(visit(), "cards", "Real cards")


def cup_and_tutor(visit: Any) -> Visitor:
    """Dice under a cup until we tap, and a tutor who finds a pass better than anything else."""
    mia: Visitor = visit()
    for setting, value in (("tapRoll", "true"), ("tutor", '"mistake"')):
        mia.page.evaluate("([name, value]) => { localStorage[`rowlock.${name}`] = value; }", [setting, value])
    mia.page.reload()
    mia.page.route("**/tutor", better)
    mia.play_now()
    return mia


def two_phones(visit: Any) -> Visitor:
    """The other one wishes to break the game off, and to put a mark right."""
    anna, bert = phones_at(visit, 2, entered=False)
    mark(bert, "red 7")
    bert.page.get_by_role("button", name="Menu").click()
    for _ in range(2):
        bert.button("Break the game off").click()
    bert.button("Correct earlier marks").click()
    bert.page.locator("dialog li button").first.click()
    bert.page.get_by_role("button", name="Nothing: erase it").click()
    for asked in (".ending", ".consent"):
        anna.page.locator(asked).wait_for()
    bert.play_aside(
        after=".play button.cell.crossed"
    )  # a stroke would take his wish back before it is answered
    return anna


ASKED: dict[str, Callable[[Any], Visitor]] = {
    "curtain": hidden_hands,
    "card": hidden_hands,
    "colour": hidden_hands,
    "roll": cup_and_tutor,
    "tutor": cup_and_tutor,
    "dice": real_dice,
    "row": real_dice,
    "way": real_cards,
    "consent": two_phones,
    "ending": two_phones,
    "count": two_phones,
    "move": real_cards,
}
SCENES = sorted({scene.__name__: scene for scene in ASKED.values()}.items())


def test_every_kind_of_question_is_asked_here() -> None:
    assert sorted(ASKED) == sorted(KINDS)


@pytest.mark.parametrize("scene", [scene for _, scene in SCENES], ids=[name for name, _ in SCENES])
def test_the_driver_answers(visit: Any, scene: Callable[[Any], Visitor]) -> None:
    mia = scene(visit)
    assert mia.play_on() == "over"
    expected = {kind for kind, asked in ASKED.items() if asked is scene}
    assert expected <= set(mia.answered())


def test_an_evaluation_that_never_ends_is_ended_and_named(visit: Any) -> None:
    mia = visit("/rules/classic")
    page = limited(mia.new_page(), seconds=0.2)
    page.goto(f"{mia.base}/rules/classic")
    with pytest.raises(Error, match=r"no answer within 0.2 s at /rules/classic.*waits for ever"):
        page.evaluate("() => new Promise(() => 'waits for ever')")


def test_a_game_that_stands_still_is_ended_and_named(visit: Any) -> None:
    mia = visit.at_table()
    with pytest.raises(Error, match=r"not over after 0.1 s at /t/\w+: asked .*answered \{"):
        mia.play_on(seconds=0.1)
