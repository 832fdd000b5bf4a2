"""The inputs of a game: a roll, a cross, a pass, a word taken back, a game given up.

A mechanism may add moves of its own (`mechanisms`); each is a `Choice` that can write itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COLOURS = "rygb"
"""The letters of the colours, in the order in which dice and rows are named."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The numbers of the dice (R3.2): two white dice and one of each colour still in play."""

    white: tuple[int, int]
    coloured: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """The number called in the white action."""
        return self.white[0] + self.white[1]


def make_roll(white: tuple[int, int], coloured: Mapping[str, int]) -> Roll:
    """A roll with its coloured dice in the order of the colours."""
    return Roll(white, tuple(sorted(coloured.items(), key=lambda die: COLOURS.find(die[0]))))


class Choice:
    """A move that a seat can choose; `text` is the move in notation."""

    __slots__ = ()

    @property
    def text(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Cross(Choice):
    """Cross the cell with this number in this row (R4.1, R5.1).

    `picks` are the rows chosen, in order, where the effects of the cross met a tie (R16.4).
    """

    row: str
    number: int
    picks: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return ">".join([f"{self.row}{self.number}", *self.picks])


@dataclass(frozen=True, slots=True)
class Pass(Choice):
    """Cross nothing in this action."""

    @property
    def text(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class Kept(Choice):
    """Somebody's choice as others know it: that there is one (R4.2). It is never said."""

    @property
    def text(self) -> str:
        return "x"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back one's choice of the white action, while others still think (R4.3)."""

    @property
    def text(self) -> str:
        return "<"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up; the others play on (R8.5)."""

    @property
    def text(self) -> str:
        return "!"


@dataclass(frozen=True, slots=True)
class Abort:
    """The table breaks the game off: nobody wins (R8.6)."""

    @property
    def text(self) -> str:
        return "aborted"


PASS = Pass()
KEPT = Kept()
WITHDRAW = Withdraw()
RESIGN = Resign()
ABORT = Abort()

Move = Choice | Withdraw
Parting = Resign | Abort
