"""The sayings of a referee; an event is what follows from it, one saying after the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from rowlock.community.errors import BadEvent, EventClosed, NotNow
from rowlock.community.events import find_format, is_open_play
from rowlock.community.events.kit.event import DrawnTable, Event, Person, Round, Stage
from rowlock.engine.json_object import JsonObject

MOST_POINTS = 1000
LONGEST_NAME = 40
MOST_PEOPLE = 1000
MOST_MINUTES = 7 * 24 * 60


@dataclass(frozen=True)
class Saying:
    """One thing that a referee says."""

    kind: ClassVar[str]

    def apply(self, event: Event) -> Event:
        """Return the event afterwards; raises `Refused` if it cannot be said now."""
        raise NotImplementedError

    def to_json(self) -> JsonObject:
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True)
class Join(Saying):
    """Somebody takes part, from the next round on."""

    kind = "join"
    name: str
    here: bool = True

    def apply(self, event: Event) -> Event:
        _check_open(event)
        name = " ".join(self.name.split())
        if not name or len(name) > LONGEST_NAME:
            raise BadEvent(f"a name has 1 to {LONGEST_NAME} letters, {self.name[:60]!r} has not")
        if any(person.name.casefold() == name.casefold() for person in event.people):
            raise BadEvent(f"{name} has joined already; two people of one name need a second one")
        if len(event.people) >= MOST_PEOPLE:
            raise BadEvent(f"an event has at most {MOST_PEOPLE} people")
        if event.rounds:
            find_format(event.plan.format).check_late(event)
        return replace(event, people=(*event.people, Person(len(event.people) + 1, name, self.here)))


@dataclass(frozen=True)
class Attend(Saying):
    """Somebody has come, or come back."""

    kind = "here"
    person: int

    def apply(self, event: Event) -> Event:
        return _with_presence(event, self.person, True)


@dataclass(frozen=True)
class Leave(Saying):
    """Somebody is not drawn any more; what they have played stays."""

    kind = "away"
    person: int

    def apply(self, event: Event) -> Event:
        return _with_presence(event, self.person, False)


@dataclass(frozen=True)
class Start(Saying):
    """The next round begins; its draw is kept, so that everybody can check it."""

    kind = "start"
    stage: str
    tables: tuple[tuple[int, ...], ...]
    dice: str = ""
    """The promise of the dice that its tables share, if they do."""

    def apply(self, event: Event) -> Event:
        _check_open(event)
        if event.is_running:
            raise NotNow(f"round {len(event.rounds)} is running: {_missing(event)}")
        stage = Stage(self.stage)
        drawn = Counter(person for table in self.tables for person in table)
        if any(times > 1 or not 1 <= person <= len(event.people) for person, times in drawn.items()):
            raise BadEvent("a draw names everybody once, and only people of the event")
        tables = tuple(DrawnTable(tuple(people)) for people in self.tables)
        begun = Round(stage, event.plan.pad_of(stage), tables, event.plan.minutes, self.dice)
        return replace(event, rounds=(*event.rounds, begun))


@dataclass(frozen=True)
class Enter(Saying):
    """The result of a table, or its correction.

    Where luck was taken off the game, that holds for other points no longer: they count as they are.
    """

    kind = "result"
    round: int
    table: int
    points: tuple[int | None, ...]

    def apply(self, event: Event) -> Event:
        _check_open(event)
        if not 1 <= self.round <= len(event.rounds):
            raise BadEvent(f"there is no round {self.round} yet: {len(event.rounds)} were started")
        tables = event.rounds[self.round - 1].tables
        if not 1 <= self.table <= len(tables):
            raise BadEvent(f"round {self.round} has tables 1 to {len(tables)}, none with number {self.table}")
        table = tables[self.table - 1]
        if len(self.points) != len(table.people):
            raise BadEvent(f"table {self.table} has {len(table.people)} people, not {len(self.points)}")
        _check_points(self.points)
        entered = table._replace(points=tuple(self.points))
        if table.shares is not None and table.points != entered.points:
            entered = entered._replace(shares=(None,) * len(table.people))
        find_format(event.plan.format).check_result(event, self.round, entered)
        return event.with_table(self.round, self.table, entered)


@dataclass(frozen=True)
class Weigh(Saying):
    """The luck of a table's game is taken off: everybody's part of the win without it.

    None for one who did not come; where nobody has a part, the game could not be weighed, and its result
    counts as it is.
    """

    kind = "weigh"
    round: int
    table: int
    shares: tuple[float | None, ...]

    def apply(self, event: Event) -> Event:
        _check_open(event)
        if (self.round, self.table) not in event.unweighed:
            raise NotNow(f"table {self.table} of round {self.round} is not to be weighed")
        table = event.rounds[self.round - 1].tables[self.table - 1]
        found = [one for one in self.shares if one is not None]
        if len(self.shares) != len(table.people) or not all(map(_is_share, found)):
            raise BadEvent("everybody has a part of the win, about 0 to 1")
        return event.with_table(self.round, self.table, table._replace(shares=tuple(self.shares)))


@dataclass(frozen=True)
class Add(Saying):
    """A game of an open stage: whoever likes to plays with whom they like."""

    kind = "game"
    people: tuple[int, ...]
    points: tuple[int, ...]

    def apply(self, event: Event) -> Event:
        _check_open(event)
        find_format(event.plan.format).check_added(event)
        if len(set(self.people)) != len(self.people) or not 2 <= len(self.people) <= 5:
            raise BadEvent("a game has two to five different people")
        if len(self.points) != len(self.people) or None in self.points:
            raise BadEvent("everybody of a game has points")
        _check_points(self.points)
        last = event.rounds[-1]
        table = DrawnTable(tuple(self.people), tuple(self.points))
        rounds = (*event.rounds[:-1], last._replace(tables=(*last.tables, table)))
        return replace(event, rounds=rounds)


@dataclass(frozen=True)
class Look(Saying):
    """Somebody looks for others to play a game of an open stage with, or does so no longer."""

    kind = "look"
    person: int
    looking: bool = True

    def apply(self, event: Event) -> Event:
        _check_open(event)
        find_format(event.plan.format).check_added(event)
        if self.person not in event.here:
            raise NotNow("only those who are here look for a game")
        if self.looking and self.person in event.playing:
            raise NotNow("the game that is on comes first")
        others = tuple(one for one in event.looking if one != self.person)
        return replace(event, looking=(*others, self.person) if self.looking else others)


@dataclass(frozen=True)
class SeatTogether(Saying):
    """People who looked for a game of an open stage have found each other."""

    kind = "seat"
    people: tuple[int, ...]

    def apply(self, event: Event) -> Event:
        _check_open(event)
        find_format(event.plan.format).check_added(event)
        if not 2 <= len(self.people) <= 5 or not set(self.people) <= set(event.looking):
            raise BadEvent("a game has two to five people who look for one")
        last = event.rounds[-1]
        seated = last._replace(tables=(*last.tables, DrawnTable(tuple(self.people))))
        left = tuple(one for one in event.looking if one not in self.people)
        return replace(event, rounds=(*event.rounds[:-1], seated), looking=left)


@dataclass(frozen=True)
class Clock(Saying):
    """The last round gets so many minutes from its start, or (0) as long as it takes.

    Open play is on until it is closed, while nobody plays too.
    """

    kind = "clock"
    minutes: int

    def apply(self, event: Event) -> Event:
        _check_open(event)
        if not event.is_running and not (event.rounds and is_open_play(event.plan.format)):
            raise NotNow("no round is running: there is no clock to set")
        if not 0 <= self.minutes <= MOST_MINUTES:
            raise BadEvent(f"a round has up to {MOST_MINUTES} minutes, or 0 for no clock")
        last = event.rounds[-1]._replace(minutes=self.minutes)
        return replace(event, rounds=(*event.rounds[:-1], last))


@dataclass(frozen=True)
class Undo(Saying):
    """Something that was said before is taken back, provided that all that was said after it still holds.

    It changes nothing by itself: whoever reads a log leaves out what it names (`log.in_force`).
    """

    kind = "undo"
    said: int
    """Which one, counted from 1."""

    def apply(self, event: Event) -> Event:
        return event


@dataclass(frozen=True)
class Close(Saying):
    """The event is over; nothing is entered any more."""

    kind = "close"

    def apply(self, event: Event) -> Event:
        _check_open(event)
        if event.is_running:
            raise NotNow(f"round {len(event.rounds)} is running: {_missing(event)}")
        event.check_weighed()
        return replace(event, closed=True)


SAYINGS: dict[str, type[Saying]] = {
    one.kind: one
    for one in (Join, Attend, Leave, Start, Enter, Weigh, Add, Look, SeatTogether, Clock, Undo, Close)
}
LASTING = (Join, Look, Undo)
"""These are not taken back: people keep their numbers (`Leave` is the way out), and so does the log."""


def read_saying(plain: JsonObject) -> Saying:
    """Return a saying from its plain form; raises `BadEvent` if it is none."""
    fields = {key: _frozen(value) for key, value in plain.items() if key != "kind"}
    try:
        return SAYINGS[plain["kind"]](**fields)
    except (KeyError, TypeError) as error:
        raise BadEvent(f"no saying of an event: {error}") from None


def start_next(event: Event) -> Start:
    """Draw the next round; raises `NotNow` when there is none."""
    _check_open(event)
    if event.is_running:
        raise NotNow(f"round {len(event.rounds)} is running: {_missing(event)}")
    drawn = find_format(event.plan.format).next_round(event)
    if drawn is None:
        raise NotNow("all rounds are played: close the event")
    stage, tables = drawn
    return Start(stage.value, tables)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and -10 <= value <= 10


def _frozen(value: object) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _check_open(event: Event) -> None:
    if event.closed:
        raise EventClosed("the event is closed")


def _check_points(points: tuple[int | None, ...]) -> None:
    came = [one for one in points if one is not None]
    if any(not isinstance(one, int) or not -MOST_POINTS <= one <= MOST_POINTS for one in came):
        raise BadEvent(f"points are whole numbers up to {MOST_POINTS}")


def _with_presence(event: Event, number: int, here: bool) -> Event:
    _check_open(event)
    if not 1 <= number <= len(event.people):
        raise BadEvent(f"nobody has the number {number}")
    began = any(number in table.people for one in event.rounds for table in one.tables)
    if here and event.rounds and not began:
        find_format(event.plan.format).check_late(event)
    left = event.looking if here else tuple(one for one in event.looking if one != number)
    return replace(event.with_person(event.people[number - 1]._replace(here=here)), looking=left)


def _missing(event: Event) -> str:
    tables = [str(at) for at, table in enumerate(event.rounds[-1].tables, 1) if not table.is_in]
    return f"the result of table {', '.join(tables)} is missing"
