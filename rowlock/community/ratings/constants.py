"""The constants of both ratings: those that were chosen here, and those that were measured.

What was measured is in `measured.py`, written by `python bench/community/anchors.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from rowlock.community.errors import NoSuchLadder
from rowlock.community.ratings.measured import BOTS, ERRORS, FAMILIES, LEVELS

MU, SIGMA, BETA = 25.0, 25 / 3, 25 / 6
"""A newcomer's skill and its doubt, and the luck of one game, on OpenSkill's own scale."""
TAU = 25 / 300
"""How much doubt every day of play adds: people change."""
KAPPA = 1e-4
DIGITS = 6
"""Decimal places that are kept of a skill from one day to the next, on every machine the same."""

STEADY, NEWCOMER = 2000, 1000
"""The shown numbers of the bot steady, and of somebody of whom nothing is known."""
POINTS = (STEADY - NEWCOMER) / MU
"""Points of the shown number for one unit of skill."""
KNOWN = 2.5
"""Up to this doubt a number is told without "still finding out"."""
Z = 1.96
"""Standard errors on either side of an interval of 95 %."""

A_DAY, A_SEASON = 3, 20
"""Games against the same person that count in full, in a day and in a season."""
GAMES, OPPONENTS, OWN_GAMES = 10, 4, 3
"""A board lists who has so many rated games against so many opponents in the season; a person counts among
these with so many rated games against others."""

MILLIONTHS = 1_000_000
"""Losses are kept in whole millionths of a chance, so that sums are the same in every order."""
UNFORCED = 5_000
"""A decision counts if its best and its worst legal choice differ by more than this: half a point."""
PRIOR = 25
"""How many decisions at steady's level everybody begins with: about one game."""
TYPICAL = 25
"""Decisions of a whole game: whoever leaves earlier gets the rest at steady's level."""
ERROR = 1.2
"""By how many points the chances that a judge tells may be off, where play is rated by it."""

Kind = Literal["two", "several"]
KINDS: tuple[Kind, ...] = ("two", "several")
"""Tables of two, and of three to five."""


class Ladder(NamedTuple):
    """The subject of one pair of numbers: a family of pads, and a kind of table."""

    family: str
    kind: Kind

    def __str__(self) -> str:
        return f"{self.family} {self.kind}"


class Level(NamedTuple):
    """How the bot steady plays a pad at a size of table, in millionths of a chance a decision."""

    mean: float
    deviation: float


class MeasuredConstants(NamedTuple):
    """Measured constants, by pad or ladder."""

    families: dict[str, str]
    """By pad, the family that it belongs to."""
    bots: dict[Ladder, dict[str, float]]
    """The fixed skills of the bots."""
    levels: dict[tuple[str, int], Level]
    """By pad and seats, where the judge is good enough."""
    errors: dict[tuple[str, int], float]
    """By pad and seats, how far off the judge's chances were, in points."""


@lru_cache(maxsize=1)
def measured() -> MeasuredConstants:
    return MeasuredConstants(
        {pad: family for family, pads in FAMILIES.items() for pad in pads},
        {parse_ladder(name): bots for name, bots in BOTS.items()},
        {_place(name): Level(*level) for name, level in LEVELS.items()},
        {_place(name): error for name, error in ERRORS.items()},
    )


def _place(name: str) -> tuple[str, int]:
    pad, seats = name.split()
    return pad, int(seats)


def parse_ladder(text: str) -> Ladder:
    """A ladder by its text; raises `ValueError` if there is none."""
    family, _, kind = text.partition(" ")
    for known in KINDS:
        if kind == known:
            return Ladder(family, known)
    raise ValueError(f"no ladder is called {text!r}")


def ladder_of(pad: str, seats: int) -> Ladder | None:
    """The ladder on which a game of this pad counts; None for pads and tables that have none."""
    family = measured().families.get(pad)
    if family is None or not 2 <= seats <= 5:
        return None
    return Ladder(family, "two" if seats == 2 else "several")


def find_ladder(family: str, kind: Kind) -> Ladder:
    """The ladder of a family and a kind of table; raises `NoSuchLadder`."""
    known = ladders()
    if (ladder := Ladder(family, kind)) not in known:
        families = ", ".join(dict.fromkeys(one.family for one in known))
        raise NoSuchLadder(f"there is no ladder {str(ladder)!r}; the families of pads are {families}")
    return ladder


def ladders() -> list[Ladder]:
    families = list(dict.fromkeys(measured().families.values()))
    return [Ladder(family, kind) for family in families for kind in KINDS]
