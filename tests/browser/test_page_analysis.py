"""The analysis board: a position set up by tapping, weighed, and shared by its address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from driver import PHONE, check_with_axe
from playwright.sync_api import expect

TINY = Path(__file__).parents[1] / "tiny" / "tiny.toml"
WHITE = "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y4,g,b12.9,p0 r,y,g12,b,p1"
PATIENCE = 300_000
"""Milliseconds: reviewers yield to whoever plays, and on a busy machine to everybody."""


def test_a_position_is_set_up_by_tapping_and_is_in_the_address(visit: Any) -> None:
    mia = visit("/analysis", viewport=PHONE)
    mia.expected = ("status of 4",)
    page = mia.page
    for cell in ("red 7", "red 3", "blue 10"):
        mia.cell(cell).click()
        expect(mia.cell(cell)).to_have_attribute("aria-pressed", "true")
    mia.cell("red 7").click()
    expect(mia.cell("red 7")).to_have_attribute("aria-pressed", "false")
    mia.button("Undo").click()
    expect(mia.cell("red 7")).to_have_attribute("aria-pressed", "true")
    mia.button("Penalty").click()
    expect(page.get_by_role("img", name="1 penalty")).to_be_visible()
    page.get_by_role("button", name="More").click()
    expect(page.locator(".tabs button")).to_have_count(3)
    page.get_by_label("Whose turn").select_option("2")
    mia.button("Set the dice").click()
    for face in (4, 1, 6, 2, 3, 6):
        page.locator("dialog .faces button", has_text=str(face)).click()
    expect(page.locator(".dice .sum")).to_contain_text("5")
    expect(page).to_have_url(re.compile(r"white\+4%2B1%2Cr6%2Cy2%2Cg3%2Cb6"))
    check_with_axe(mia, "the analysis board")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    position = page.get_by_label("The position as text").input_value()
    assert position == "classic 1/2 white 4+1,r6,y2,g3,b6 ?/?/? r3.7,y,g,b10,p1 r,y,g,b,p0 r,y,g,b,p0"
    other = visit(page.url.removeprefix(mia.base))
    expect(other.page.get_by_label("The position as text")).to_have_value(position)
    expect(other.cell("red 7")).to_have_attribute("aria-pressed", "true")
    mia.cell("green 2").click()  # it closes the row, and has no crosses before it
    expect(page.get_by_role("alert")).to_contain_text("The rules do not allow")


def test_every_option_gets_its_worth_and_the_best_is_pencilled_in(visit: Any) -> None:
    mia = visit("/analysis?" + urlencode({"position": WHITE}), color_scheme="dark")
    options = mia.page.locator("ol button")
    expect(options).to_have_count(5, timeout=PATIENCE)
    expect(options.first).to_contain_text("best")
    best = options.first.locator(".move").inner_text()
    if best != "Pass":
        expect(mia.cell(best)).to_have_class(re.compile("pencil"))
    options.nth(1).click()
    expect(options.nth(1)).to_have_attribute("aria-pressed", "true")
    check_with_axe(mia, "options with their worth, at night")
    mia.page.locator(".tabs button").nth(1).click()
    expect(mia.page.get_by_text("Options of Player 2")).to_be_visible()


def test_an_own_pad_travels_in_the_address(visit: Any) -> None:
    mia = visit("/analysis")
    mia.page.locator("input[accept*=toml]").set_input_files(TINY)
    expect(mia.page.locator(".row")).to_have_count(3)
    mia.page.locator("button.cell").first.click()
    expect(mia.page.locator("button.cell").first).to_have_attribute("aria-pressed", "true")
    expect(mia.page).to_have_url(re.compile(r"pad=[\w-]{50,}"))
    other = visit(mia.page.url.removeprefix(mia.base))
    expect(other.page.locator(".row")).to_have_count(3)
    expect(other.page.locator("button.cell").first).to_have_attribute("aria-pressed", "true")


def test_a_damaged_address_is_told_and_leaves_a_board(visit: Any) -> None:
    mia = visit("/")
    mia.expected = ("status of 4",)
    mia.page.goto(mia.base + "/analysis?position=classic+nonsense")
    expect(mia.page.get_by_role("alert")).to_be_visible()
    expect(mia.page.locator(".row")).to_have_count(4)


def test_one_plays_on_from_here(visit: Any) -> None:
    mia = visit("/analysis?" + urlencode({"position": WHITE}), viewport=PHONE)
    mia.button("Play on from here").click()
    mia.wait_for_question()
    expect(mia.cell("red 3")).to_have_attribute("aria-pressed", "true")
    expect(mia.page.locator(".dice .sum").first).to_contain_text("5")
    assert mia.play_on() == "over"


@pytest.mark.parametrize("pad", ["cards", "cards-mixx-a"])
def test_cards_are_dealt_and_every_card_to_take_gets_its_worth(visit: Any, pad: str) -> None:
    mia = visit("/analysis", viewport=PHONE)
    page = mia.page
    page.get_by_role("combobox").first.select_option(pad)
    expect(page.get_by_text("Deal the cards to see each option’s value.")).to_be_visible(timeout=PATIENCE)
    mia.button("Deal the cards").click()
    options = page.locator("ol button")
    expect(options).to_have_count(4, timeout=PATIENCE)
    expect(options.first).to_contain_text("Take the ")
    expect(page.locator(".tray li").first).to_be_visible()
    mia.cell("red 3").click()
    expect(mia.cell("red 3")).to_have_attribute("aria-pressed", "true")
    check_with_axe(mia, "the analysis board with cards")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_turn_with_cards_goes_on_to_the_called_number_and_the_play(visit: Any) -> None:
    mia = visit("/analysis", viewport=PHONE)
    page = mia.page
    page.get_by_role("combobox").first.select_option("cards")
    mia.button("Deal the cards").click()
    options, part = page.locator("ol button"), page.get_by_role("radiogroup", name="Part of the turn")
    expect(part.get_by_label("Taking a card")).to_be_checked()
    part.get_by_text("Called number").click()
    expect(part.get_by_label("Called number")).to_be_checked()
    expect(part.get_by_label("Taking a card")).to_be_disabled()
    expect(options.filter(has_text="Pass")).to_have_count(1, timeout=PATIENCE)
    part.get_by_text("Cards played").click()
    expect(options.first).to_contain_text("Play ", timeout=PATIENCE)
    part.get_by_text("Playing, after a cross").click()
    expect(page).to_have_url(re.compile(r"play%2B"))
    check_with_axe(mia, "the analysis board before cards are played")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
