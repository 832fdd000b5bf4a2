"""An event as a value: its plan, its people, the rounds that were drawn and their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from rowlock.community.errors import NotNow
from rowlock.community.events.kit.sizes import WISHED


class Stage(StrEnum):
    """The part of an event that a round belongs to."""

    ROUND = "round"
    PLAYOFF = "playoff"
    SEMIFINAL = "semifinal"
    FINAL = "final"


class Person(NamedTuple):
    """Somebody who takes part; the number is counted from 1 in the order of joining and never given twice."""

    number: int
    name: str
    here: bool = True
    """Whether they are drawn in the next round."""


class DrawnTable(NamedTuple):
    """People who play a game together; the first of them rolls first."""

    people: tuple[int, ...]
    points: tuple[int | None, ...] | None = None
    """Their points, in the same order; None for one who did not come. None while they play."""
    shares: tuple[float | None, ...] | None = None
    """Their parts of the win when luck is taken off, in the same order; None until they are weighed."""

    @property
    def scores(self) -> dict[int, int]:
        """The points of those who came."""
        shown = zip(self.people, self.points or (), strict=False)
        return {person: points for person, points in shown if points is not None}

    @property
    def is_in(self) -> bool:
        """Whether the result is known; who sits alone need not play."""
        return self.points is not None or len(self.people) == 1


class Round(NamedTuple):
    """Tables that play at the same time."""

    stage: Stage
    pad: str
    tables: tuple[DrawnTable, ...]
    minutes: int = 0
    """How long it lasts at most; 0 without a clock."""
    dice: str = ""
    """The promise of the dice that its tables share, the SHA-256 of their secret; empty if there are none."""

    @property
    def is_playoff(self) -> bool:
        """Whether everybody plays by themselves, on the same dice."""
        return self.stage is Stage.PLAYOFF

    @property
    def is_in(self) -> bool:
        """Whether all results are known."""
        return all(table.is_in for table in self.tables)

    @property
    def shows_dice(self) -> bool:
        """Whether its tables shared dice that everybody may see by now."""
        return bool(self.dice) and self.is_in


@dataclass(frozen=True)
class Plan:
    """The announcement."""

    title: str
    format: str
    pad: str = "classic"
    rounds: int = 5
    size: int = WISHED
    """The wished number of people at a table."""
    semifinal: int = 0
    """How many go into the semi-final; 0 for none."""
    final: int = 0
    """How many go into the final; 0 for none."""
    final_pad: str | None = None
    """The pad of semi-final and final, if it is another one."""
    best: int = 10
    """How many games count in an open stage."""
    minutes: int = 0
    """How long a round lasts at most; 0 without a clock."""
    delay: int = 0
    """Seconds by which the hall sees running tables later; with any, nobody else watches them."""
    duplicate: bool = False
    """Whether all tables of a round have the same dice, and the standing goes by results without luck."""
    check_in: bool = False
    """Whether people who have joined are drawn only when they have said that they are here."""

    def pad_of(self, stage: Stage) -> str:
        """Return the pad that is played in a part of the event."""
        return self.final_pad or self.pad if stage in (Stage.SEMIFINAL, Stage.FINAL) else self.pad


@dataclass(frozen=True)
class Event:
    """An event as it stands."""

    plan: Plan
    seed: str
    """All lots of the event follow from it."""
    people: tuple[Person, ...] = ()
    rounds: tuple[Round, ...] = field(default=())
    looking: tuple[int, ...] = ()
    """The people who look for a game of an open stage, the one who has waited longest first."""
    closed: bool = False

    @property
    def here(self) -> tuple[int, ...]:
        """The numbers of those who are drawn next."""
        return tuple(person.number for person in self.people if person.here)

    @property
    def playing(self) -> frozenset[int]:
        """The people at tables whose results are not in."""
        tables = self.rounds[-1].tables if self.rounds else ()
        return frozenset(person for table in tables if not table.is_in for person in table.people)

    @property
    def is_running(self) -> bool:
        """Whether a round is being played."""
        return bool(self.rounds) and not self.rounds[-1].is_in

    @property
    def unweighed(self) -> list[tuple[int, int]]:
        """The tables, by round and number, whose games are over and whose luck has still to be taken off."""
        return [
            (number, at)
            for number, one in enumerate(self.rounds, 1)
            if one.dice and one.stage is Stage.ROUND and one.is_in
            for at, table in enumerate(one.tables, 1)
            if table.shares is None and len(table.people) > 1
        ]

    @property
    def has_work(self) -> bool:
        """Whether a server has something to do here: a round, people who look for a game, games to weigh."""
        return not self.closed and (self.is_running or bool(self.looking or self.unweighed))

    def check_cards(self) -> None:
        """Raise `NotNow` where the last round has no table to print a card for."""
        tables = self.rounds[-1].tables if self.rounds else ()
        if not any(len(table.people) > 1 for table in tables):
            raise NotNow("no tables are drawn: there are no cards to print")

    def check_weighed(self) -> None:
        """Raise `NotNow` while luck is still being taken off: the standing is not known before."""
        if self.unweighed:
            raise NotNow("luck is still being taken off some games: wait a moment")

    def of(self, *stages: Stage) -> Iterator[Round]:
        """Yield the rounds of these parts, in their order."""
        return (one for one in self.rounds if one.stage in stages)

    def name(self, number: int) -> str:
        return self.people[number - 1].name

    def with_person(self, person: Person) -> Event:
        people = (*self.people[: person.number - 1], person, *self.people[person.number :])
        return replace(self, people=people)

    def with_table(self, round_number: int, table_number: int, table: DrawnTable) -> Event:
        """Return the event with another table in a round; both are counted from 1."""
        before = self.rounds[round_number - 1]
        tables = (*before.tables[: table_number - 1], table, *before.tables[table_number:])
        rounds = list(self.rounds)
        rounds[round_number - 1] = before._replace(tables=tables)
        return replace(self, rounds=tuple(rounds))
