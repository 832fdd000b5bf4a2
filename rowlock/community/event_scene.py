"""An event with all that a server knows about it, and what of it somebody is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rowlock.community.event_answers import (
    EventLine,
    EventPerson,
    EventPlan,
    EventRound,
    EventSaid,
    EventShown,
    EventTable,
    RoundDice,
    TableState,
)
from rowlock.community.events.kit.event import DrawnTable, Event, Person, Plan, Round
from rowlock.community.events.kit.file import StoredEvent
from rowlock.community.events.kit.places import StandingRow
from rowlock.community.events.kit.sayings import LASTING, Enter, Saying, Undo
from rowlock.community.events.kit.shared_dice import dice_of_round, promise_of
from rowlock.community.events.kit.wording import columns_of

MOST_UNDONE = 20
"""How many things that were said a referee is offered to take back."""


class Scene(NamedTuple):
    """An event and all that is known about it at a server."""

    id: str
    event: Event
    kept: StoredEvent
    at: tuple[float, ...]
    by: tuple[str | None, ...]
    tables: Mapping[tuple[int, int], str]
    states: Mapping[str, str]
    """Whether the tables of the running round play."""
    devices: Mapping[int, bool]
    """Who plays on a device of their own, by number, and whether they are a referee."""
    promise: str
    starts: tuple[float, ...]
    """The time at which each round began."""
    standing: Sequence[StandingRow]
    now: float


class Viewer(NamedTuple):
    """Whoever looks."""

    person: int | None = None
    referee: bool = False


def show_event(scene: Scene, viewer: Viewer) -> EventShown:
    """The event, as far as whoever looks may see it."""
    event = scene.event
    return {
        "event": scene.id,
        "plan": show_plan(event.plan),
        "promise": scene.promise,
        "seed": event.seed if event.closed else None,
        "dice_promise": promise_of(scene.kept.dice),
        "dice_source": scene.kept.dice if event.closed and scene.kept.has_shared_dice else None,
        "weighing": len(event.unweighed),
        "number": len(scene.kept.said),
        "closed": event.closed,
        "running": event.is_running,
        "me": viewer.person,
        "referee": viewer.referee,
        "people": [_show_person(scene, one) for one in event.people],
        "looking": list(event.looking),
        "rounds": [_show_round(scene, viewer, at, one) for at, one in enumerate(event.rounds, 1)],
        "standing": [_show_row(row) for row in scene.standing],
        "columns": list(columns_of(event.plan)),
        "said": _undoable(scene) if viewer.referee else [],
        "now": scene.now,
    }


def _show_person(scene: Scene, one: Person) -> EventPerson:
    return {
        "number": one.number,
        "name": one.name,
        "here": one.here,
        "device": one.number in scene.devices,
        "referee": scene.devices.get(one.number, False),
    }


def _show_row(row: StandingRow) -> EventLine:
    return {
        "place": row.place,
        "person": row.person,
        "points": row.points,
        "second": row.second,
        "total": row.total,
        "games": row.games,
        "fair": row.fair,
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
        "delay": plan.delay,
        "duplicate": plan.duplicate,
        "check_in": plan.check_in,
    }


def _show_dice(scene: Scene, number: int, one: Round) -> RoundDice | None:
    if not one.dice:
        return None
    found = dice_of_round(scene.kept, number) if scene.kept.dice else None
    secret = found.secret if found and one.shows_dice else None
    return {"label": found.label if found else "", "commitment": one.dice, "secret": secret}


def _show_round(scene: Scene, viewer: Viewer, number: int, one: Round) -> EventRound:
    alike = [other.stage for other in scene.event.rounds[:number]]
    return {
        "stage": one.stage.value,
        "number": alike.count(one.stage),
        "pad": one.pad,
        "started": scene.starts[number - 1],
        "minutes": one.minutes,
        "dice": _show_dice(scene, number, one),
        "tables": [_show_table(scene, viewer, number, at) for at in range(1, len(one.tables) + 1)],
    }


def _show_table(scene: Scene, viewer: Viewer, round_number: int, number: int) -> EventTable:
    one = scene.event.rounds[round_number - 1]
    table = one.tables[number - 1]
    at = _own_place(viewer, table) if one.is_playoff and one.dice else number
    place = scene.tables.get((round_number, at))
    if not (
        one.is_playoff or table.is_in or place in scene.states or scene.devices.keys() >= set(table.people)
    ):
        place = None  # somebody who deleted themselves before it was opened has left it to paper
    online = place is not None or (one.is_playoff and bool(one.dice))
    plays = scene.states.get(place or "") in ("playing", "over")
    state: TableState = "done" if table.is_in else "running" if plays or not online else "drawn"
    return {
        "table": place,
        "state": state,
        "people": list(table.people),
        "points": None if table.points is None else list(table.points),
        "shares": None if table.shares is None else list(table.shares),
    }


def _own_place(viewer: Viewer, table: DrawnTable) -> int:
    """In a play-off everybody sees the table at which they play by themselves."""
    return table.people.index(viewer.person) + 1 if viewer.person in table.people else 0


def _is_settled(scene: Scene, saying: Saying) -> bool:
    """Whether it cannot be taken back; the dice of a round that have been shown are not played with again."""
    if isinstance(saying, Enter):
        return scene.event.rounds[saying.round - 1].shows_dice
    return isinstance(saying, LASTING)


def _undoable(scene: Scene) -> list[EventSaid]:
    """The last things that a referee said, those that were taken back left out."""
    undone = {one.said for one in scene.kept.said if isinstance(one, Undo)}
    found: list[EventSaid] = []
    for number in range(len(scene.kept.said), 0, -1):
        saying, by = scene.kept.said[number - 1], scene.by[number - 1]
        if number in undone or by is None or _is_settled(scene, saying):
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
