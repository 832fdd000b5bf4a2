"""The later pads: drawn, told and played on the page."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from driver import DESKTOP, PHONE
from playwright.sync_api import expect

PADS = Path(__file__).parents[2] / "rowlock" / "variants"
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
ENDS = """
() => [...document.querySelectorAll('.sheet .links circle')].map((end) => {
  const { x, y, width, height } = end.getBoundingClientRect();
  const under = document.elementsFromPoint(x + width / 2, y + height / 2);
  return under.find((one) => one.matches('button.cell')).dataset.cell;
})
"""
"""The cells in which the lines begin and end."""


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_big_points_lends_the_rows_between_to_their_neighbours(visit: Any, viewport: Any) -> None:
    mia = visit.at_table("big-points", viewport=viewport)
    expect(mia.page.locator(".sheet .row")).to_have_count(6)
    expect(mia.page.locator(".sheet .sum .part:not(.minus, .plus)")).to_have_count(4)
    expect(mia.page.locator(".sheet .total")).to_be_in_viewport(ratio=1)
    if viewport is DESKTOP:  # the smallest phone has no room for the points, and the total is more
        expect(mia.page.locator(".sheet .points .worth")).to_be_visible()
    mia.cell("red/yellow 7").click(force=True)
    why = "Red/yellow 7 needs red 7 or yellow 7 crossed first."
    expect(mia.page.locator(".call .more")).to_contain_text(why)
    assert mia.play_on(".sheet button.several.crossed") in ("stopped", "over")


def test_the_example_of_a_second_cross_says_so(visit: Any) -> None:
    mia = visit("/rules/double-a")
    example = mia.page.locator("h2", has_text="Crossed twice").locator("~ figure").first
    expect(example).to_contain_text("That is the second cross in this cell.")


def test_six_rows_leave_the_question_free_on_the_smallest_phone(visit: Any) -> None:
    mia = visit.at_table("big-points", viewport={"width": 320, "height": 568})
    mia.cell("red 12").click(force=True)
    mia.page.locator(".more").get_by_role("button", name="The rule").click()
    expect(mia.page.get_by_role("dialog").get_by_role("heading", name="Closing a row")).to_be_visible()


def test_x_change_offers_swaps_and_says_what_they_use(visit: Any) -> None:
    mia = visit.at_table("x-change")
    fields = mia.page.locator(".strip .spot")
    assert fields.all_inner_texts() == ["8/5", "9/7", "11/3", "7/4", "10/3", "8/6", "10/5", "11/9", "6/4"]
    assert mia.play_on("button.cell.offer[aria-disabled=false]") == "stopped"
    mia.page.locator("button.cell.offer").first.click()
    expect(mia.page.locator(".call .more")).to_contain_text("with swap field")
    expect(mia.page.locator(".strip .spot.crossed.pencil")).to_have_count(1)
    mia.button("Done").click()
    expect(mia.page.locator(".strip .spot.crossed:not(.pencil)")).to_have_count(1)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_linked_cells_are_joined_by_lines_from_one_to_the_other(visit: Any, viewport: Any) -> None:
    mia = visit.at_table("connected-chain", viewport=viewport)
    sheets = tomllib.loads((PADS / "connected-chain.toml").read_text("utf-8"))["chain"]["sheets"]
    links = [[f"{COLOURS[cell[0]]} {cell[1:]}" for cell in sheet.split()] for sheet in sheets[:2]]
    expect(mia.page.locator(".sheet .links g")).to_have_count(6)
    assert mia.page.evaluate(ENDS) in links
    assert mia.play_on(".sheet .links .done") in ("stopped", "over")
