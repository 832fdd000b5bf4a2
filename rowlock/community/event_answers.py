"""The answers about events, key by key: to whoever has the link; some of it to referees alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypedDict

from rowlock.community.events import find_format
from rowlock.community.events.kit.event import Event, Plan, Round, Table
from rowlock.community.events.kit.sayings import LASTING, Saying, Undo
from rowlock.community.events.kit.wording import COLUMNS, DUELS

TableState = Literal["drawn", "running", "done"]


class EventMade(TypedDict):
    event: str
    link: str


class EventListed(TypedDict):
    event: str
    title: str
    created: float
    referee: bool


class EventsShown(TypedDict):
    """Your events, the latest first."""

    events: list[EventListed]


class EventPlan(TypedDict):
    """The announcement."""

    title: str
    format: str
    pad: str
    rounds: int
    size: int
    semifinal: int
    final: int
    final_pad: str | None
    best: int
    minutes: int
    check_in: bool


class EventPerson(TypedDict):
    number: int
    name: str
    here: bool
    """Whether they are drawn in the next round."""
    device: bool
    """Whether they play on a device of their own; tables of people without one are on paper."""
    referee: bool


class EventTable(TypedDict):
    table: str | None
    """The table at this server; null for one on paper."""
    state: TableState
    people: list[int]
    points: list[int | None] | None
    """Everybody's points, null for one who did not come; null while they play."""


class EventRound(TypedDict):
    stage: str
    number: int
    """Which of the rounds of its kind it is, counted from 1."""
    pad: str
    started: float
    minutes: int
    tables: list[EventTable]


class EventLine(TypedDict):
    place: int
    person: int
    points: float
    second: float
    total: int
    games: int


class EventSaid(TypedDict):
    """Something that was said, for referees: what it was, and that it can be taken back."""

    said: int
    at: float
    kind: str
    round: int | None
    table: int | None
    person: int | None


class EventShown(TypedDict):
    """An event as it stands."""

    event: str
    plan: EventPlan
    promise: str
    """The SHA-256 of the seed, from the beginning."""
    seed: str | None
    """The source of all lots; shown when the event is closed."""
    number: int
    """How much was said."""
    closed: bool
    running: bool
    me: int | None
    referee: bool
    people: list[EventPerson]
    rounds: list[EventRound]
    standing: list[EventLine]
    columns: list[str]
    """The columns of the standing, in their order."""
    said: list[EventSaid]
    """For referees: what they can take back, the latest first."""
    now: float
    """The server's clock."""


class EventNews(TypedDict):
    """The event, or null if nothing has changed since what you have seen."""

    seen: str
    shown: EventShown | None


class Scene(NamedTuple):
    """An event and all that is known about it at a server."""

    id: str
    event: Event
    said: tuple[Saying, ...]
    at: tuple[float, ...]
    by: tuple[str | None, ...]
    tables: Mapping[tuple[int, int], str]
    states: Mapping[str, str]
    """Whether the tables of the running round play."""
    devices: Mapping[int, bool]
    """Who plays on a device of their own, by number, and whether they are a referee."""
    promise: str
    starts: tuple[float, ...]
    """When each round began."""
    now: float


class Viewer(NamedTuple):
    """Whoever looks."""

    person: int | None = None
    referee: bool = False


def show_event(scene: Scene, viewer: Viewer) -> EventShown:
    event = scene.event
    standing = find_format(event.plan.format).standing(event)
    return {
        "event": scene.id,
        "plan": show_plan(event.plan),
        "promise": scene.promise,
        "seed": event.seed if event.closed else None,
        "number": len(scene.said),
        "closed": event.closed,
        "running": event.is_running,
        "me": viewer.person,
        "referee": viewer.referee,
        "people": [
            {
                "number": one.number,
                "name": one.name,
                "here": one.here,
                "device": one.number in scene.devices,
                "referee": scene.devices.get(one.number, False),
            }
            for one in event.people
        ],
        "rounds": [_show_round(scene, at, one) for at, one in enumerate(event.rounds, 1)],
        "standing": [
            {
                "place": row.place,
                "person": row.person,
                "points": row.points,
                "second": row.second,
                "total": row.total,
                "games": row.games,
            }
            for row in standing
        ],
        "columns": list(COLUMNS.get(event.plan.format, DUELS)),
        "said": _undoable(scene) if viewer.referee else [],
        "now": scene.now,
    }


def show_plan(plan: Plan) -> EventPlan:
    return {
        "title": plan.title,
        "format": plan.format,
        "pad": plan.pad,
        "rounds": plan.rounds,
        "size": plan.size,
        "semifinal": plan.semifinal,
        "final": plan.final,
        "final_pad": plan.final_pad,
        "best": plan.best,
        "minutes": plan.minutes,
        "check_in": plan.check_in,
    }


def _show_round(scene: Scene, number: int, one: Round) -> EventRound:
    alike = [other.stage for other in scene.event.rounds[:number]]
    return {
        "stage": one.stage.value,
        "number": alike.count(one.stage),
        "pad": one.pad,
        "started": scene.starts[number - 1],
        "minutes": one.minutes,
        "tables": [_show_table(scene, number, at, table) for at, table in enumerate(one.tables, 1)],
    }


def _show_table(scene: Scene, round_number: int, number: int, table: Table) -> EventTable:
    place = scene.tables.get((round_number, number))
    plays = place is not None and scene.states.get(place) in ("playing", "over")
    state: TableState = "done" if table.is_in else "running" if plays or place is None else "drawn"
    points = None if table.points is None else list(table.points)
    return {"table": place, "state": state, "people": list(table.people), "points": points}


MOST_UNDONE = 20


def _undoable(scene: Scene) -> list[EventSaid]:
    """The last things that a referee said, those that were taken back left out."""
    undone = {one.said for one in scene.said if isinstance(one, Undo)}
    found: list[EventSaid] = []
    for number in range(len(scene.said), 0, -1):
        saying, by = scene.said[number - 1], scene.by[number - 1]
        if number in undone or isinstance(saying, LASTING) or by is None:
            continue
        found.append(
            {
                "said": number,
                "at": scene.at[number - 1],
                "kind": saying.kind,
                "round": getattr(saying, "round", None),
                "table": getattr(saying, "table", None),
                "person": getattr(saying, "person", None),
            }
        )
        if len(found) == MOST_UNDONE:
            break
    return found
