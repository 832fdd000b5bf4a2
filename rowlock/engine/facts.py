"""The facts that follow from an input. They drive every display; they are computed, never stored.

A fact is enough to animate or to write a commentary: who, which row, which number, and why.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import ClassVar, Literal

from rowlock.engine.json_object import JsonObject
from rowlock.engine.moves import Roll

EndReason = Literal["penalties", "rows", "resigned", "aborted"]


class Fact:
    """The common kind of all facts; `kind` is its name in plain data and text."""

    __slots__ = ()
    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Rolled(Fact):
    """The active seat has rolled (R3.2)."""

    kind: ClassVar[str] = "rolled"
    seat: int
    roll: Roll


@dataclass(frozen=True, slots=True)
class Chose(Fact):
    """A seat has made its choice for the white action; not which (R4.2)."""

    kind: ClassVar[str] = "chose"
    seat: int


@dataclass(frozen=True, slots=True)
class Withdrew(Fact):
    """A seat has taken its choice back (R4.3)."""

    kind: ClassVar[str] = "withdrew"
    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A seat crossed nothing in this action."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class Crossed(Fact):
    """A seat crossed a cell by its own choice (R4.1, R5.1, R12)."""

    kind: ClassVar[str] = "crossed"
    seat: int
    row: str
    number: int
    by: str
    """By what: `white`, `colour`, or the key of the mechanism that offered the move."""


@dataclass(frozen=True, slots=True)
class BonusCrossed(Fact):
    """A cross that a bonus gave (R15.1, R16.2)."""

    kind: ClassVar[str] = "bonus_crossed"
    seat: int
    row: str
    number: int
    by: str


@dataclass(frozen=True, slots=True)
class BonusLost(Fact):
    """A bonus cross that could not be made in that row (R15.4, R16.3)."""

    kind: ClassVar[str] = "bonus_lost"
    seat: int
    row: str
    by: str


@dataclass(frozen=True, slots=True)
class Locked(Fact):
    """A seat crossed a lock (R7.4)."""

    kind: ClassVar[str] = "locked"
    seat: int
    row: str


@dataclass(frozen=True, slots=True)
class Closed(Fact):
    """A row is closed for the whole table, by these seats (R7.2, R7.5)."""

    kind: ClassVar[str] = "closed"
    row: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DieRemoved(Fact):
    """The die of a closed row's colour leaves the game (R7.5)."""

    kind: ClassVar[str] = "die_removed"
    colour: str


@dataclass(frozen=True, slots=True)
class Penalised(Fact):
    """The active seat crossed a penalty box; `count` is how many it has now (R6.1)."""

    kind: ClassVar[str] = "penalised"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Resigned(Fact):
    """A seat has given the game up (R8.5)."""

    kind: ClassVar[str] = "resigned"
    seat: int


@dataclass(frozen=True, slots=True)
class Ended(Fact):
    """The game is over, and why (R8)."""

    kind: ClassVar[str] = "ended"
    reason: EndReason


chose, passed, crossed = cache(Chose), cache(Passed), cache(Crossed)
"""The most frequent facts, each made once: there are few, a seat and at most one of its cells."""

FACTS: tuple[type[Fact], ...] = (
    Rolled,
    Chose,
    Withdrew,
    Passed,
    Crossed,
    BonusCrossed,
    BonusLost,
    Locked,
    Closed,
    DieRemoved,
    Penalised,
    Resigned,
    Ended,
)


def plain_fact(fact: Fact) -> JsonObject:
    """A fact as JSON-able data."""
    plain: JsonObject = {"kind": fact.kind}
    for name in _names(type(fact)):  # type: ignore[arg-type]
        value = getattr(fact, name)
        if isinstance(value, Roll):
            value = {"white": list(value.white), "coloured": dict(value.coloured)}
        plain[name] = list(value) if isinstance(value, tuple) else value
    return plain


@cache
def _names(kind: type[Fact]) -> tuple[str, ...]:
    """The fields of a kind of fact."""
    return tuple(field.name for field in fields(kind))  # type: ignore[arg-type]
