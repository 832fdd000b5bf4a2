"""What can be said at the table: a roll, a cross, a lucky cross, a pass, a word taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COLOURS = "rygb"
"""The letters of the colours, in the order in which dice and rows are named."""


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice show (R3.2): two white dice and one of each colour still in play."""

    white: tuple[int, int]
    coloured: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The number called in the white action."""
        return self.white[0] + self.white[1]


def make_roll(white: tuple[int, int], coloured: Mapping[str, int]) -> Roll:
    """A roll with its coloured dice in the order of the colours."""
    return Roll(white, tuple(sorted(coloured.items(), key=lambda die: COLOURS.find(die[0]))))


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross the cell with this number in this row (R4.1, R5.1).

    `picks` are the rows chosen, in order, where the effects of the cross met a tie (R16.4).
    """

    row: str
    number: int
    picks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lucky:
    """Cross the next cell of this row instead of the called number (R12)."""

    row: str
    picks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Cross nothing in this action."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back one's choice of the white action, while others still think (R4.3)."""


PASS = Pass()
WITHDRAW = Withdraw()

Move = Cross | Lucky | Pass | Withdraw
Choice = Cross | Lucky | Pass
"""A move that can stand as a seat's choice."""
