"""An event as one file: its plan, its seed, and everything that was said, in order.

`rowlock event` keeps its events so, and a server gives and takes them in the same form.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from rowlock.community.errors import BadEvent
from rowlock.community.events import find_format, format_names
from rowlock.community.events.kit.event import Event, Plan, Stage
from rowlock.community.events.kit.log import replay
from rowlock.community.events.kit.sayings import MOST_MINUTES, SAYINGS, Join, Saying, Start, read_saying
from rowlock.engine.json_object import JsonObject
from rowlock.table.texts import one_line

VERSION = 1
MOST_SAID = 20_000
MOST_DELAY = 3600
LONGEST_TITLE, MOST_GAMES = 80, 1000


class StoredEvent(NamedTuple):
    """An event as it is kept."""

    plan: Plan
    seed: str
    said: tuple[Saying, ...] = ()
    dice: str = ""
    """The source of all dice that tables share; told when the event is closed, and empty in a file before."""

    @property
    def event(self) -> Event:
        return replay(self.plan, self.seed, self.said)

    @property
    def has_shared_dice(self) -> bool:
        return any(isinstance(one, Start) and one.dice for one in self.said)

    @property
    def public(self) -> StoredEvent:
        """Return what may be told: the source of shared dice only at the end, and only if there were any."""
        return self if self.has_shared_dice and self.event.closed else self._replace(dice="")

    def to_json(self) -> JsonObject:
        return {
            "rowlock": "event",
            "version": VERSION,
            "plan": asdict(self.plan),
            "seed": self.seed,
            **({"dice": self.dice} if self.dice else {}),
            "said": [saying.to_json() for saying in self.said],
        }


def read_stored_event(plain: Any) -> StoredEvent:
    """Return the event of a file; raises `BadEvent` if it is none."""
    try:
        if plain["rowlock"] != "event" or plain["version"] != VERSION:
            raise BadEvent("not the file of an event that this version reads")
        if len(plain["said"]) > MOST_SAID:
            raise BadEvent(f"an event has at most {MOST_SAID} sayings")
        said = tuple(_checked(read_saying(one)) for one in plain["said"])
        kept = StoredEvent(Plan(**plain["plan"]), str(plain["seed"]), said, str(plain.get("dice", "")))
    except KeyError as error:
        raise BadEvent(f"not the file of an event: it has no {error}"[:200]) from None
    except (TypeError, AttributeError, RecursionError):
        raise BadEvent("not the file of an event") from None
    check_plan(kept.plan)
    return kept


def _checked(saying: Saying) -> Saying:
    """Return a saying of a stranger whose fields are what they should be; raises `BadEvent`."""
    for name, kind in _kinds(saying.kind).items():
        if not _fits(getattr(saying, name), kind):
            raise BadEvent(f"{name} of {saying.kind!r} is not {getattr(saying, name)!r}"[:200])
    if isinstance(saying, Start) and saying.stage not in list(Stage):
        raise BadEvent(f"no part of an event is called {saying.stage!r}"[:200])
    if isinstance(saying, Join):
        check_shown(saying.name)
    if isinstance(saying, Start) and not all(saying.tables):
        raise BadEvent("people sit at every table that was drawn")
    return saying


def check_shown(name: str) -> None:
    """Raise `BadEvent` for a name or title that would spoil a screen: control characters, turned text."""
    try:
        one_line(name)
    except ValueError as error:
        raise BadEvent(f"a name or title {error}, {name[:40]!r} is not") from None


@cache
def _kinds(kind: str) -> dict[str, object]:
    """The fields of a kind of saying, and what they are."""
    hints = get_type_hints(SAYINGS[kind])
    return {one.name: hints[one.name] for one in fields(SAYINGS[kind])}


def _fits(value: object, kind: object) -> bool:
    """Whether a value is of a kind: a class, a tuple of one kind, or one of several."""
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return isinstance(value, tuple) and all(_fits(one, inner) for one in value)
    if isinstance(kind, UnionType):
        return any(_fits(value, one) for one in get_args(kind))
    return type(value) is kind or (kind is float and type(value) is int)


def check_plan(plan: Plan) -> None:
    """Raise `BadEvent` for a plan that cannot be played."""
    for name, kind in get_type_hints(Plan).items():
        if not _fits(getattr(plan, name), kind):
            raise BadEvent(f"{name} of an event is not {getattr(plan, name)!r}"[:200])
    check_shown(plan.title)
    if len(plan.title) > LONGEST_TITLE:
        raise BadEvent(f"the title of an event has up to {LONGEST_TITLE} letters")
    if plan.format not in format_names():
        raise BadEvent(f"there is no format {plan.format!r}"[:100])
    if not 1 <= plan.rounds <= 50:
        raise BadEvent(f"an event has 1 to 50 rounds, not {plan.rounds}")
    if not 3 <= plan.size <= 5:
        raise BadEvent(f"tables have 3 to 5 people, not {plan.size}")
    if not 1 <= plan.best <= MOST_GAMES:
        raise BadEvent(f"of an open stage 1 to {MOST_GAMES} games count, not {plan.best}")
    if plan.final not in (0, 2, 3, 4, 5):
        raise BadEvent(f"a final has 2 to 5 people, not {plan.final}")
    if plan.semifinal and (not plan.final or plan.semifinal <= plan.final):
        raise BadEvent("a semi-final leads to a smaller final: --semifinal 8 --final 4")
    if plan.duplicate:
        find_format(plan.format).check_same_dice()
    if not 0 <= plan.delay <= MOST_DELAY:
        raise BadEvent(f"others see running tables up to {MOST_DELAY} seconds later")
    if not 0 <= plan.minutes <= MOST_MINUTES:
        raise BadEvent(f"a round has up to {MOST_MINUTES} minutes, or 0 for no clock")
