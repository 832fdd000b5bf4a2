"""The facts of the card game; none of it tells what only one seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from rowlock.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class Shuffled(Fact):
    """This many cards were shuffled; at the beginning they were dealt at once (R24.3, R28.1)."""

    kind: ClassVar[str] = "shuffled"
    count: int


@dataclass(frozen=True, slots=True)
class Took(Fact):
    """A seat took the card in a slot of the display, counted from 1; everybody saw its back (R25.1)."""

    kind: ClassVar[str] = "took"
    seat: int
    slot: int
    number: int


@dataclass(frozen=True, slots=True)
class Laid(Fact):
    """A card from the pile fills a slot of the display (R25.2)."""

    kind: ClassVar[str] = "laid"
    slot: int
    number: int


@dataclass(frozen=True, slots=True)
class Called(Fact):
    """The number on top of the pile is called (R26.1)."""

    kind: ClassVar[str] = "called"
    number: int


@dataclass(frozen=True, slots=True)
class Played(Fact):
    """A seat played cards of one colour; jokers are counted with the numbers (R27.1)."""

    kind: ClassVar[str] = "played"
    seat: int
    colour: str
    numbers: tuple[int, ...]
    jokers: tuple[int, ...]


took, laid, called = cache(Took), cache(Laid), cache(Called)
"""The most frequent facts, each made once: there are few, a number in a slot for a seat."""

played = lru_cache(maxsize=10_000)(Played)
"""The same for plays, of which there are more with jokers."""
