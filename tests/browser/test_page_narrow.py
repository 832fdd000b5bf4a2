"""The narrowest screens: what is asked stands free, what is tapped is not under the buttons, sheets cover."""

from __future__ import annotations

from typing import Any

import pytest
from driver import PHONE, check_with_axe
from playwright.sync_api import Browser, expect
from scenes_real_dice import tie
from serving import Served
from stage import Stage

NARROW = {"width": 320, "height": 568}
ON_TOP = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
OUTSIDE = """() => [...document.querySelectorAll('.front header *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.className)"""
PEEKS = """() => {
  const top = (name) => Math.round(document.querySelector(name).getBoundingClientRect().top);
  return top('.look') - top('.sheet-place .tab');
}"""


def test_the_reason_of_a_refusal_and_its_rule_are_never_under_the_sheet(visit: Any) -> None:
    mia = visit(viewport=NARROW)
    mia.play_now()
    mia.wait_for_question()
    mia.cell("blue 2").evaluate("(cell) => cell.click()")
    rule = mia.page.locator(".more .rule")
    expect(rule).to_be_visible()
    assert rule.evaluate(ON_TOP)
    check_with_axe(mia, "a refusal at 320 px")
    rule.click()
    expect(mia.page.locator("dialog[open] article")).to_be_visible()


@pytest.mark.parametrize("pad", ["classic", "big-points"])
def test_the_last_cell_is_scrolled_clear_of_the_buttons(visit: Any, pad: str) -> None:
    mia = visit(viewport=NARROW)
    mia.play_now(pad)
    mia.wait_for_question()
    last = mia.page.locator(".row >> nth=-1").locator("button.cell").last
    last.evaluate("(cell) => cell.focus()")
    assert last.evaluate(ON_TOP)


@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["320 px", "360 px"])
def test_an_opened_sheet_covers_ones_own_up_to_its_tab(visit: Any, size: Any) -> None:
    mia = visit(viewport=size)
    mia.play_now()
    mia.wait_for_question()
    mia.page.locator(".chip:not(.own)").click()
    expect(mia.page.locator(".look .picture")).to_be_visible()
    assert mia.page.evaluate(PEEKS) <= 0


def test_the_sheet_fits_the_width_while_dice_are_put_right(visit: Any) -> None:
    home = visit(viewport=NARROW)
    home.button("Real dice").click()
    home.button("Start").click()
    home.page.locator(".enter").wait_for()
    home.page.keyboard.type("412345")
    home.wait_for_question()
    home.button("Correct the dice").click()
    expect(home.page.locator(".enter")).to_be_visible()
    out = "document.querySelector('.sheet').getBoundingClientRect().right - innerWidth"
    assert home.page.evaluate(out) <= 0


def test_large_text_is_not_cut_off_on_the_front_page(visit: Any) -> None:
    mia = visit(viewport=NARROW)
    mia.page.locator(".pad").first.wait_for()
    mia.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert mia.page.evaluate(OUTSIDE) == []


def test_a_cell_stays_under_the_pointer_that_asks_about_it(browser: Browser, server: Served) -> None:
    """The hint of a tie takes four lines in Polish; the cell is crossed all the same."""
    stage = Stage(browser, server, {"viewport": NARROW, "locale": "pl"})
    assert [picture.name for picture in tie(stage)] == ["tie"]
    stage.close()
