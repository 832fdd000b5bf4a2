"""The ladder of programs as it is told, key by key."""

from __future__ import annotations

from typing import TypedDict

from rowlock.community.ratings.answers import ResultsShown


class ProgramMade(TypedDict):
    """A program that takes part."""

    name: str
    pads: list[str]


class ProgramAsked(TypedDict):
    """The answer to a program that wants to play."""

    table: str | None
    """Where it plays; null while it waits."""
    wait: float
    """Seconds after which it should ask again."""


class ProgramLine(TypedDict):
    """A program on a board."""

    place: int
    name: str
    results: ResultsShown | None
    """Null before its first rated game on this ladder."""
    games: int
    """All its games here, on every pad."""
    faults: int
    """Games that it has left, by a crash, by its slowness, or by not coming."""
    playing: str | None
    """The table at which it plays now."""


class ProgramBoard(TypedDict):
    """A page of the board of programs."""

    family: str
    pads: list[str]
    lines: list[ProgramLine]
    next: int | None
    """`first` of the next page, if there may be one."""


class ProgramGame(TypedDict):
    """A game of a program, to be watched or replayed by its table."""

    table: str
    pad: str
    opened: float
    names: list[str]
    """The program first; bots as `bot:NAME`."""
    scores: list[int] | None
    """In the same order; null while it is played, and if it was broken off."""


class ProgramShown(TypedDict):
    """A program and its latest games."""

    name: str
    pads: list[str]
    joined: float
    games: list[ProgramGame]
    next: float | None
    """`before` of the next page, if there may be one."""
