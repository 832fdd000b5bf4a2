"""Puzzles: positions with one move that is clearly the best, and which a weaker bot misses.

`puzzles.json` holds those that ship with the package, for every pad with a network; `rowlock puzzles make`
found them (`finder`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rowlock.analysis.hints.hint import advice
from rowlock.analysis.review.review_types import Hint, Puzzles
from rowlock.bots import ladder
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game, preview
from rowlock.engine.moves import Choice, Pass
from rowlock.engine.notation import parse_move
from rowlock.engine.position import parse_position
from rowlock.engine.view import plain_move
from rowlock.variants import load_variant

STEP = 101
PLAINEST = "classic"
"""The pad whose puzzle is the day's for whoever has played no other."""
LEAP = 2
"""Cells that a cross skips to be called a leap."""


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
    return read_puzzles(
        files("rowlock.analysis.puzzles").joinpath("puzzles.json").read_text(encoding="utf-8")
    )


def puzzle(number: int) -> Puzzle:
    """A puzzle by its number, from 1."""
    known = shipped()
    if not 1 <= number <= len(known):
        raise NoPuzzle(f"there is no puzzle {number}; they are numbered 1 to {len(known)}")
    return known[number - 1]


def number_of_day(day: date, pad: str = PLAINEST) -> int:
    """The number of a day's puzzle on a pad: the same for everybody, and each once before any comes again.

    It is one with two players, for whoever has just learnt the pad. Steps of a prime number, so that
    neighbours in the list are not neighbours in the calendar.
    """
    known = index().days.get(pad) or index().days[PLAINEST]
    return known[day.toordinal() * STEP % len(known)]


class PuzzleNumbers(NamedTuple):
    """The numbers of the bundled puzzles; `days` are those with two players, by pad."""

    pads: dict[str, list[int]]
    levels: dict[str, list[int]]
    """By the weakest bot that finds the best move, the easiest level first."""
    themes: dict[str, list[int]]
    days: dict[str, list[int]]


@cache
def index() -> PuzzleNumbers:
    """The numbers of the bundled puzzles; worked out once."""
    found = PuzzleNumbers({}, {bot: [] for bot in ladder()}, {}, {})
    for number, one in enumerate(shipped(), 1):
        found.pads.setdefault(one.variant, []).append(number)
        found.levels.setdefault(one.grade, []).append(number)
        found.themes.setdefault(theme_of(one), []).append(number)
        if len(one.game.sheets) == 2:
            found.days.setdefault(one.variant, []).append(number)
    return found._replace(levels={bot: numbers for bot, numbers in found.levels.items() if numbers})


def theme_of(one: Puzzle) -> str:
    """A puzzle's subject: the end is near, a bonus, a penalty, a pass, a cross that skips, any other."""
    game, move = one.game, parse_move(one.best)
    if game.closed or any(sheet.penalties + 1 >= game.variant.penalty_boxes for sheet in game.sheets):
        return "ending"
    if isinstance(move, Pass) or not isinstance(move, Choice):
        costs = isinstance(move, Pass) and plain_move(game, one.seat, move)["gain"] < 0
        return "penalty" if costs else "pass"
    facts = preview(game, one.seat, move)[1]
    if any(fact.kind not in ("crossed", "called") for fact in facts):
        return "bonus"
    return "leap" if plain_move(game, one.seat, move)["skips"] >= LEAP else "cross"


def overview(day: date) -> Puzzles:
    """How many puzzles there are, by pad, level and theme, and the day's on every pad."""
    found = index()
    days = {pad: number_of_day(day, pad) for pad in found.days}
    return {
        "count": len(shipped()),
        "today": days[PLAINEST],
        "days": days,
        "pads": found.pads,
        "levels": found.levels,
        "themes": found.themes,
    }


def solution(one: Puzzle, answer: str | None = None) -> Hint:
    """The best move, all others beside it as worked out when the puzzle was found, and why.

    The best is compared with the answer that somebody gave, or with the next best.
    """
    wrong = answer if answer != one.best and answer in one.worths else None
    return advice(one.game, one.seat, one.worths, wrong)
