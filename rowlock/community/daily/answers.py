"""Answers about daily games, key by key: the same from a server and on a device."""

from __future__ import annotations

from typing import Literal, TypedDict

from rowlock.analysis.review import review_types
from rowlock.engine.view_types import Sheet


class Costly(TypedDict):
    """A choice that lost much, with what was better; `sheet` is the sheet on which it was made."""

    turn: int
    roll: str
    phase: review_types.Phase
    loss: float
    grade: review_types.Grade | None
    chosen: str
    best: str
    chosen_cell: review_types.Cell | None
    best_cell: review_types.Cell | None
    position: str
    sheet: Sheet


class DailyGame(TypedDict):
    """A game to show beside another: its sheet and what it scored."""

    score: int
    turns: int
    sheet: Sheet


class Found(TypedDict):
    """The result of a try; losses are in points, but for `loss`: hundredths of a point."""

    judge: review_types.JudgedBy
    exact: bool
    finished: bool
    loss: int
    luck: float
    by_turn: list[float]
    squares: list[int]
    """One a turn, 25 at most: 0 kept the best, 1 lost a little, 2 much."""
    game: DailyGame
    best: DailyGame
    """The best player's game on the same dice."""
    costliest: list[Costly]


class MyTry(TypedDict):
    """How far somebody has come with a day's game."""

    state: Literal["begun", "judging", "done"]
    table: str | None
    """Where it is played on this server; null if it was handed in."""
    finished: bool | None
    score: int | None
    loss: int | None
    """In hundredths of a point."""
    place: int | None
    of: int | None
    better_than: int | None
    """How many of a hundred others lost more; null without others."""


class DailyPad(TypedDict):
    """One game of a day."""

    pad: str
    title: str
    played: int
    mine: MyTry | None


class Today(TypedDict):
    """Today's games, and what everybody needs to check or to play them without a network."""

    day: str
    left: int
    """Seconds until the next day begins, by the server's clock."""
    anchor: str
    first: str
    link: str
    """From which today's dice follow, and all earlier days'."""
    pads: list[DailyPad]
    streak: int
    longest: int


class DayShown(TypedDict):
    """A day's game and one's own try; what others did is told to those who have played, or afterwards."""

    day: str
    pad: str
    title: str
    open: bool
    """Whether a game still counts."""
    link: str
    played: int
    mine: MyTry | None
    found: Found | None
    hill: list[int] | None
    """How many lost how much, in steps of two points."""
    streak: int


class CalendarDay(TypedDict):
    day: str
    pad: str
    finished: bool
    score: int | None
    loss: int | None


class Calendar(TypedDict):
    """Somebody's days of a month."""

    month: str
    days: list[CalendarDay]


class HandedIn(TypedDict):
    """Whether a game counts: the first one of a person and day does."""

    counts: bool


class Ahead(TypedDict):
    """Today and tomorrow, for somebody who may be without a network then."""

    day: str
    link: str
    left: int
    """Seconds until tomorrow begins, by the server's clock."""
    tomorrow: str | None
    """The day after; null where the chain ends."""
    sealed: str | None
    """Its link in an envelope that is opened when it begins (docs/daily.md)."""


class OwnDay(TypedDict):
    """A daily game that is over: its moves, and what they come to."""

    label: str
    moves: list[str]
    found: Found
