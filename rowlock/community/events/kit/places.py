"""Places at a table and in a standing: equal is equal, and a shared place is shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rowlock.community.events.kit.event import DrawnTable

TOP = 12
"""Table points of a clear winner: a number that tables of three, four and five divide evenly."""


class StandingRow(NamedTuple):
    """A line of a standing."""

    place: int
    person: int
    points: float
    """Table points, or points of duels: a win 1, a tie ½."""
    second: float
    """The first tie-break; the format says which it is."""
    total: int
    """All points on the sheets."""
    games: int
    fair: float = 0.0
    """Table points without luck, where all tables of a round had the same dice."""


def table_points(scores: Mapping[int, int]) -> dict[int, float]:
    """Return the table points of a game: from 12 for the winner down to 0, evenly, and shared by equals.

    Everybody gets an equal part for each person they beat, and half of it for each they tie with. So a table
    of three (12, 6, 0) and one of five (12, 9, 6, 3, 0) are worth the same.
    """
    if len(scores) < 2:
        return dict.fromkeys(scores, float(TOP))
    part = TOP / (len(scores) - 1)
    found = {}
    for person, mine in scores.items():
        others = [theirs for other, theirs in scores.items() if other != person]
        found[person] = part * sum((mine > theirs) + (mine == theirs) / 2 for theirs in others)
    return found


def fair_points(table: DrawnTable) -> dict[int, float]:
    """Return the table points without luck: 6 for an even part of the win, 12 for all of it, at any table.

    A game that could not be weighed counts as it ended.
    """
    if table.shares is None or not any(share is not None for share in table.shares):
        return table_points(table.scores)
    count, shares = len(table.people), dict(zip(table.people, table.shares, strict=True))
    return {
        person: TOP / 2 * (1 + (count * (shares[person] or 0.0) - 1) / (count - 1)) for person in table.scores
    }


def duel_points(scores: Mapping[int, int]) -> dict[int, float]:
    """Return 1 for the winner of a duel and ½ each for a tie; one who sits alone wins."""
    return {person: points / TOP for person, points in table_points(scores).items()}


def placed(keys: Mapping[int, Sequence[float]]) -> list[tuple[int, int]]:
    """Return (place, person), the best first, by keys of which more is better; equal keys share a place."""
    order = sorted(keys, key=lambda person: (tuple(-part for part in keys[person]), person))
    places: list[tuple[int, int]] = []
    for at, person in enumerate(order):
        same = at and tuple(keys[person]) == tuple(keys[order[at - 1]])
        places.append((places[-1][0] if same else at + 1, person))
    return places
