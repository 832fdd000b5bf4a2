"""Open stage: for a while everybody plays as often as they like, with whom they like; the best games count.

Games have two to five people and give table points; a person's ten best count (`Plan.best`), then all points
on their sheets of these games.
"""

from __future__ import annotations

from collections import defaultdict

from rowlock.community.errors import BadEvent, NotNow
from rowlock.community.events.kit.event import DrawnTable, Event, Stage
from rowlock.community.events.kit.places import StandingRow, placed, table_points

LINE = "Play as many games as you like in the time there is; the best ten count."
WISHES = ("size", "best")
COLUMNS = ("points", "total", "games")


def next_round(event: Event) -> tuple[Stage, tuple[tuple[int, ...], ...]] | None:
    """One round without tables: it is open until the event is closed."""
    return None if event.rounds else (Stage.ROUND, ())


def standing(event: Event) -> list[StandingRow]:
    games: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for table in (table for one in event.of(Stage.ROUND) for table in one.tables):
        for number, points in table_points(table.scores).items():
            games[number].append((points, table.scores[number]))
    keys: dict[int, tuple[float, float]] = {}
    for person in event.people:
        best = sorted(games[person.number], reverse=True)[: event.plan.best]
        keys[person.number] = (sum(points for points, _ in best), sum(score for _, score in best))
    return [
        StandingRow(place, one, keys[one][0], 0, int(keys[one][1]), len(games[one]))
        for place, one in placed(keys)
    ]


def check_late(event: Event) -> None:
    """Whoever comes late has less time; nothing else."""


def check_result(event: Event, number: int, table: DrawnTable) -> None:
    """A game that was entered can be corrected."""


def check_added(event: Event) -> None:
    if not event.rounds:
        raise NotNow("the open stage has not begun: start it")


def check_same_dice() -> None:
    raise BadEvent("in open play people have several games, one after the other: they would know the dice")
