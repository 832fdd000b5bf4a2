"""A puzzle in plain lines says whose turn it is, in every language, with dice and with cards."""

from __future__ import annotations

from io import StringIO

import pytest

from rowlock.analysis.puzzles.puzzle import Puzzle, index, shipped
from rowlock.commands.puzzle import THEMES
from rowlock.locale import languages, load_catalogue, text
from rowlock.terminal.puzzle import ask_puzzle, numbered

COMPANY = [(number, one) for number, one in enumerate(shipped(), 1) if not one.alone]


def asked(language: str, number: int, one: Puzzle) -> str:
    out = StringIO()
    catalogue = load_catalogue(language)
    ask_puzzle(catalogue, numbered(catalogue, number, one), one, out, lambda: "", False)
    return out.getvalue()


def first(with_cards: bool, active: bool) -> tuple[int, Puzzle]:
    """The first puzzle of its kind."""
    return next(
        (number, one)
        for number, one in COMPANY
        if (one.game.variant.turns is not None) == with_cards and (one.game.active == one.seat) == active
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("with_cards", [False, True], ids=["dice", "cards"])
def test_a_puzzle_says_whose_turn_it_is(language: str, with_cards: bool) -> None:
    catalogue = load_catalogue(language)
    own = text(catalogue, f"page.puzzle.your_turn{'_with_cards' * with_cards}")
    number, one = first(with_cards, active=True)
    assert f"\n{own}\n" in asked(language, number, one)
    number, one = first(with_cards, active=False)
    name = text(catalogue, "terminal.player", n=one.game.active + 1)
    told = asked(language, number, one)
    assert f"\n{text(catalogue, 'page.puzzle.their_turn', name=name)}\n" in told
    assert own not in told


def test_the_command_takes_every_theme_that_there_is() -> None:
    assert set(THEMES) == set(index().themes)
