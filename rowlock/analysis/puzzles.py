"""Puzzles: positions with one move that is clearly the best, and which a weaker bot misses.

`puzzles.json` holds those that ship with the package, for every pad with a network; `rowlock puzzles make`
found them (`puzzle_finder`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rowlock.analysis.decisions import ranked
from rowlock.analysis.hints import explain
from rowlock.analysis.plain import Hint
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game
from rowlock.engine.position import parse_position
from rowlock.engine.view import view
from rowlock.variants import load_variant

STEP = 101


class NoPuzzle(RowlockError):
    """A puzzle that does not exist, or cannot be made."""

    code = "no_puzzle"


class Puzzle(NamedTuple):
    """A position and the seat that is asked."""

    position: str
    seat: int
    grade: str
    """The weakest bot that finds the best move."""
    worths: Mapping[str, float]
    """Every move's worth, the best one first: chances to win in company, points alone (exact ones)."""

    @property
    def game(self) -> Game:
        return parse_position(self.position, load_variant)

    @property
    def variant(self) -> str:
        return self.position.split()[0].split(";")[0]

    @property
    def alone(self) -> bool:
        """Whether there is only one sheet: a position has turn, phase, dice and choices before the sheets."""
        return len(self.game.sheets) == 1

    @property
    def best(self) -> str:
        return next(iter(self.worths))


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    return tuple(Puzzle(*row) for row in json.loads(text))


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The bundled puzzles, in an order that alternates between the pads."""
    return read_puzzles(files("rowlock.analysis").joinpath("puzzles.json").read_text(encoding="utf-8"))


def puzzle(number: int) -> Puzzle:
    """A puzzle by its number, from 1."""
    known = shipped()
    if not 1 <= number <= len(known):
        raise NoPuzzle(f"there are puzzles 1 to {len(known)}, not {number}")
    return known[number - 1]


def number_of_day(day: date) -> int:
    """The number of a day's puzzle: the same for everybody, and each one once before any comes again.

    Steps of a prime number, so that neighbours in the list are not neighbours in the calendar.
    """
    return day.toordinal() * STEP % len(shipped()) + 1


def solution(one: Puzzle) -> Hint:
    """The best move, all others beside it, and why, as worked out when the puzzle was found."""
    game = one.game
    reasons = explain(game.variant, view(game, one.seat), one.best, dict(one.worths))
    return {"move": one.best, "options": ranked(game, one.seat, one.worths), "reasons": reasons}
