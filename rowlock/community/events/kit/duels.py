"""The common parts of formats for two: points, and a standing by them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rowlock.community.errors import BadEvent, NotNow
from rowlock.community.events.kit.event import DrawnTable, Event, Stage
from rowlock.community.events.kit.places import TOP, StandingRow, duel_points, fair_points, placed

FEWEST = 2
DUEL_COLUMNS = ("duels", "opponents", "total", "games")


def tables_of(event: Event) -> Iterator[DrawnTable]:
    """Yield the tables whose result is known."""
    return (table for one in event.of(Stage.ROUND) for table in one.tables if table.is_in)


def points_at(table: DrawnTable) -> dict[int, float]:
    """Return the points of a duel: who sits alone has won, and who did not come has lost."""
    if table.points is None:
        return dict.fromkeys(table.people, 1.0)
    return {**dict.fromkeys(table.people, 0.0), **duel_points(table.scores)}


def duel_standing(event: Event) -> list[StandingRow]:
    """By points, then by the points of one's opponents, then by all points on the sheets.

    With the same dice at every table, results without luck come first.
    """
    fair: dict[int, float] = defaultdict(float)
    points: dict[int, float] = defaultdict(float)
    total: dict[int, int] = defaultdict(int)
    games: dict[int, int] = defaultdict(int)
    opponents: dict[int, list[int]] = defaultdict(list)
    for table in tables_of(event):
        for person, part in _without_luck(table).items() if event.plan.duplicate else ():
            fair[person] += part
        for person, won in points_at(table).items():
            points[person] += won
            total[person] += table.scores.get(person, 0)
            games[person] += len(table.people) > 1
            opponents[person] += [other for other in table.people if other != person]
    keys = {
        person.number: (
            round(fair[person.number], 3),
            points[person.number],
            sum(points[other] for other in opponents[person.number]),
            total[person.number],
        )
        for person in event.people
    }
    return [
        StandingRow(place, one, *keys[one][1:], games[one], fair=keys[one][0]) for place, one in placed(keys)
    ]


def _without_luck(table: DrawnTable) -> dict[int, float]:
    """Return the table points without luck; a round off is worth an even part, like a game among equals."""
    return fair_points(table) if len(table.people) > 1 else dict.fromkeys(table.people, TOP / 2)


def check_enough(event: Event) -> None:
    if len(event.here) < FEWEST:
        raise NotNow(f"a round of duels needs {FEWEST} people, {len(event.here)} are here")


def allow_same_dice() -> None:
    """Luck can be taken off a standing by points."""


def refuse_added(event: Event) -> None:
    raise BadEvent("these duels are drawn: enter the results of their tables")
