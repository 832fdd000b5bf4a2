"""Scenes of what teaches: a review, the analysis board, a puzzle, a hint."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from playwright.sync_api import FilePayload
from recorded import bots_game
from stage import Picture, Stage

from rowlock import format_record, load_variant

WEIGHED = "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y4,g,b12.9,p0 r,y,g12,b,p1"
PATIENCE = 120_000
"""Milliseconds that a review may take."""


def review(stage: Stage) -> Iterator[Picture]:
    """A game of three, reviewed: the graph, the costliest decision, and the turn that it was."""
    mia = stage.front()
    text = format_record(bots_game(load_variant("classic"), ("greedy", "cautious", "steady"), 2))
    file = FilePayload(name="game.rowlock", mimeType="text/plain", buffer=text.encode())
    mia.page.locator("input[accept*=toml]").set_input_files([file])
    mia.page.locator("a[href*=review]").first.click()
    mia.page.locator(".columns").wait_for(timeout=PATIENCE)
    yield Picture("review", mia)
    mia.page.locator(".worst button").first.click()
    yield Picture("review-worst", mia, whole=True)


def analysis(stage: Stage) -> Iterator[Picture]:
    """The analysis board, empty and with a position that is weighed."""
    yield Picture("analysis-empty", stage.visit("/analysis"), whole=True)
    mia = stage.visit("/analysis?" + urlencode({"position": WEIGHED}))
    mia.page.locator("ol button").first.wait_for(timeout=PATIENCE)
    yield Picture("analysis", mia, whole=True)


def puzzle(stage: Stage) -> Iterator[Picture]:
    """A puzzle, asked and answered."""
    mia = stage.visit("/puzzle")
    mia.page.locator("button.cell").first.wait_for()
    yield Picture("puzzle", mia)
    mia.page.keyboard.press("p")
    mia.page.locator(".buttons .main:enabled").click()
    mia.page.locator(".solution").wait_for()
    yield Picture("puzzle-solved", mia, whole=True)


def hint(stage: Stage) -> Iterator[Picture]:
    """A hint with its reasons at a table with bots."""
    mia = stage.front()
    mia.page.locator(".now").click()
    mia.wait_for_question()
    mia.play_on(crosses=5, style="careful")
    mia.page.locator("button.lamp").click()
    mia.page.locator(".advice").first.wait_for(timeout=PATIENCE)
    yield Picture("hint", mia)
