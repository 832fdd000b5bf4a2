"""Chances have one form and one number of decimals, on the page, in the terminal and in reports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rowlock.commands.duel import turn_lines
from rowlock.engine.view import plain_variant
from rowlock.locale import load_catalogue
from rowlock.locale.figures import tell_figure, tell_signed
from rowlock.variants import load_variant

REPOSITORY = Path(__file__).parents[2]
PAGE = REPOSITORY / "web" / "src"
WRITERS = {"text/figures.ts"}


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["17.2%", "+7.1%", "−7.1%", "0.0%", "−1.5"]),
        ("de", ["17,2\u00a0%", "+7,1\u00a0%", "−7,1\u00a0%", "0,0\u00a0%", "−1,5"]),
        ("fr", ["17,2\u00a0%", "+7,1\u00a0%", "−7,1\u00a0%", "0,0\u00a0%", "−1,5"]),
        ("it", ["17,2%", "+7,1%", "−7,1%", "0,0%", "−1,5"]),
        ("pl", ["17,2%", "+7,1%", "−7,1%", "0,0%", "−1,5"]),
    ],
)
def test_chances_and_points_are_written_as_the_language_does(lang: str, told: list[str]) -> None:
    catalogue = load_catalogue(lang)
    chances = [tell_signed(catalogue, value, "chance") for value in (0.071, -0.071, -0.0001)]
    assert [
        tell_figure(catalogue, 0.172, "chance"),
        *chances,
        tell_signed(catalogue, -1.5, "points"),
    ] == told


def test_the_page_writes_no_share_by_hand() -> None:
    """A space before the sign is right in German and wrong in English: the catalogue knows it."""
    files = [file for kind in ("ts", "svelte") for file in PAGE.rglob(f"*.{kind}")]
    assert len(files) > 100
    by_hand = re.compile(r"\} %|language\.percent")
    found = {
        file.relative_to(PAGE).as_posix()
        for file in files
        if by_hand.search(file.read_text("utf-8").partition("<style>")[0])
    }
    assert found == WRITERS


def test_a_duel_turn_by_turn_is_told_in_the_letters_of_the_language() -> None:
    variant = plain_variant(load_variant("classic"))
    turn = {"roll": "4+1 y6", "moves": ["y5", "-"], "loss": 0.031, "score": 1}
    half = {"half": {"kind": "person", "name": "Mia"}, "found": {"unit": "chance", "turns": [turn]}}
    told = turn_lines(load_catalogue("de"), variant, [half])  # type: ignore[list-item]
    assert told == ["    Mia", "  1 4+1 e6 e5 - −3,1\u00a0% (1)"]
