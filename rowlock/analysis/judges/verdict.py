"""A judge's verdict on a turn, whoever the judge is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from rowlock.analysis.review import review_types
from rowlock.analysis.review.turns import PlayedTurn

Worths = dict[str, float]
"""The worth of every legal move to the seat that has it."""
Heard = Callable[[int], None]
"""Called with the number of further turns that are done."""


class Judged(NamedTuple):
    """A turn: worth by seat before the roll, after it with best play, at the end; worth of the options."""

    before: list[float]
    rolled: list[float]
    after: list[float] | None
    white: list[Worths]
    """By seat; judged without knowing what the others choose."""
    colour: Worths
    """Of the active seat, where it came to that."""
    roll_luck: list[float] | None = None
    """The roll's luck for each seat, nothing on average over all rolls; None if `rolled` less `before`."""
    exact: bool = False
    """Whether every number is exact: alone on a solved pad, or in an ending for two that is solved."""
    mixes: Sequence[Worths] = ()
    """By seat, where best play of the white action is mixed: how often each move is chosen."""

    @property
    def luck(self) -> list[float]:
        """The luck of the roll for each seat."""
        if self.roll_luck is not None:
            return self.roll_luck
        return [rolled - before for before, rolled in zip(self.before, self.rolled, strict=True)]


class Judge(Protocol):
    """Whoever can say what positions and options are worth."""

    about: review_types.Judgement

    def judge(self, turns: Sequence[PlayedTurn], heard: Heard, processes: int = 1) -> list[Judged]: ...
