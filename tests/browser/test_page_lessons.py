"""A pad's lesson on the real table: its one new thing is marked, tapped and named; nothing is locked."""

from __future__ import annotations

from typing import Any

import pytest
from driver import Visitor, check_with_axe
from playwright.sync_api import expect

from rowlock import load_variant, variant_names
from rowlock.locale.lessons import lesson_of

PHONE = {"width": 390, "height": 844}
WITH_DICE = [name for name in variant_names() if any(step["move"] for step in lesson_of(load_variant(name)))]


def begin(visitor: Visitor, pad: str) -> None:
    visitor.choose_pad(pad)
    visitor.page.locator(f".pad:has(input[value={pad}])").get_by_role("button").click()
    visitor.page.locator(".coach").wait_for()


@pytest.mark.parametrize("pad", WITH_DICE)
def test_the_new_thing_of_a_pad_is_marked_and_done(visit: Any, pad: str) -> None:
    mia = visit(viewport=PHONE, has_touch=True)
    begin(mia, pad)
    mia.page.locator("button.cell.advised").first.tap()
    mia.button("Done").click()
    expect(mia.page.locator(".coach")).to_contain_text("That is it.")
    mia.button("Play on").click()
    expect(mia.page.locator(".coach")).to_have_count(0)
    mia.page.reload()
    mia.wait_for_question()
    assert mia.lesson() is None


def test_another_move_is_let_through_and_the_lesson_comes_once_more(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    begin(mia, "mixx-b")
    table = mia.page.url
    mia.button("Pass").click()
    expect(mia.page.locator(".coach")).to_contain_text("That was another move.")
    mia.button("Once more").click()
    mia.page.wait_for_url(lambda url: url != table)
    expect(mia.page.locator("button.cell.advised")).to_have_count(1)
    check_with_axe(mia, "lesson")


def test_with_cards_every_part_of_a_turn_is_told_when_it_comes(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    begin(mia, "cards")
    told = []
    while (lesson := mia.lesson()) and lesson not in told:
        told.append(lesson)
        if mia.play_on(f".coach:not([data-lesson={lesson}])") == "over":
            break
    assert set(told) <= {"take", "call", "play"}
    assert len(told) > 1


def test_the_table_of_points_keeps_both_lines_beside_the_coach(visit: Any) -> None:
    mia = visit(viewport=PHONE)
    begin(mia, "classic")
    for line in mia.page.locator(".points tr").all():
        expect(line).to_be_visible()
