"""Scenes of a real table: dice that are entered, a lock, a correction, a tie, the score pad."""

from __future__ import annotations

from collections.abc import Iterator

from driver import Visitor
from playwright.sync_api import expect
from stage import Picture, Stage, fill_in_names


def real_dice(stage: Stage, entered: bool = True, alone: bool = False) -> Visitor:
    """Two around one device, or one alone, with dice of their own."""
    home = stage.front()
    home.page.locator(".start .ways button").nth(2).click()
    if not entered:
        home.page.locator("dialog input[type=radio]").nth(1).check()
    if alone:
        home.page.locator("dialog .count button").first.click()
    fill_in_names(home)
    home.page.locator("dialog [type=submit]").click()
    home.page.locator(".sheet").wait_for()
    return home


def roll(home: Visitor, dice: str) -> None:
    home.page.locator(".enter").wait_for()
    home.page.keyboard.type(dice)
    home.wait_for_question()


def with_real_dice(stage: Stage) -> Iterator[Picture]:
    """Dice entered and corrected; a lock; a correction."""
    home = real_dice(stage)
    home.page.keyboard.type("412")
    yield Picture("enter", home)
    home.page.keyboard.type("345")
    home.wait_for_question()
    yield Picture("entered", home)
    home.page.locator(".prompt .rule").first.click()
    home.page.locator(".enter").wait_for()
    yield Picture("enter-again", home)
    home.page.locator(".prompt .rule").first.click()
    answer_all(home, crosses=False)
    for dice in ("116666", "126666", "136666", "146666", "156666"):
        roll(home, dice)
        answer_all(home)
    yield from lock(home)


def answer_all(home: Visitor, crosses: bool = True) -> None:
    """Whoever is asked crosses what they can in the first row, or passes, until the next dice are entered."""
    home.play_on(".enter", style="first_row" if crosses else "pass")


def lock(home: Visitor) -> Iterator[Picture]:
    roll(home, "661111")
    home.page.locator(".row .lock.near").first.wait_for()
    yield Picture("near-lock", home)
    home.page.locator(".row").first.locator("button.cell.white").last.click()
    yield Picture("lock-pencil", home)
    home.page.locator(".buttons .main:enabled").click()
    home.wait_for_question()
    answer_all(home)
    yield Picture("locked", home)
    yield from correct(home, "correct")


def correct(home: Visitor, name: str) -> Iterator[Picture]:
    """The earlier marks, one of them chosen, and the sheet on which another cell is named."""
    home.page.locator(".prompt .rule").last.click()
    home.page.locator("dialog li button").first.wait_for()
    yield Picture(name, home)
    home.page.locator("dialog li button").nth(1).click()
    home.page.locator("dialog button.cell").first.wait_for()
    yield Picture(f"{name}-mark", home)


def free_pad(stage: Stage) -> Iterator[Picture]:
    """A score pad: crosses by tap, nobody enters dice."""
    home = real_dice(stage, entered=False)
    for crosses, i in enumerate((1, 3, 4), 1):
        home.page.locator(".row").nth(i % 3).locator("button.cell").nth(i).click()
        expect(home.page.locator("button.cell.crossed")).to_have_count(crosses)
    yield Picture("pad", home)
    yield from correct(home, "pad-correct")
    home.page.keyboard.press("Escape")
    for number in range(1, 5):
        home.wait_for_question()
        home.page.locator(".buttons button.warn").click()
        expect(home.page.locator(".penalties .box:has(svg)")).to_have_count(number)
    home.page.locator(".buttons .main:enabled").click()  # one device, one word: they are counted
    home.page.locator(".end[data-done=true]").wait_for()
    home.more()
    yield Picture("pad-end", home)


def tie(stage: Stage) -> Iterator[Picture]:
    """Bonus B: a tie leaves the choice between two rows."""
    stage.pad = "bonus-b"
    home = real_dice(stage, alone=True)
    roll(home, "566111")
    home.page.locator(".row").nth(1).locator("button.cell[aria-disabled=false]").first.click()
    home.page.locator(".buttons .main").click()
    answer_all(home, crosses=False)
    roll(home, "451116")
    home.page.locator(".row").nth(2).locator("button.cell[aria-disabled=false]").first.click()
    home.page.locator(".row.tied").first.wait_for()
    yield Picture("tie", home)
