"""Places at a table and in a standing: equal is equal, and a shared place is shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

TOP = 12
"""Table points of a clear winner: a number that tables of three, four and five divide evenly."""


class Row(NamedTuple):
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


def duel_points(scores: Mapping[int, int]) -> dict[int, float]:
    """Return 1 for the winner of a duel and ½ each for a tie; one who sits alone wins."""
    return {person: points / TOP for person, points in table_points(scores).items()}


def placed(keys: Mapping[int, Sequence[Any]]) -> list[tuple[int, int]]:
    """Return (place, person), the best first, by keys of which more is better; equal keys share a place."""
    order = sorted(keys, key=lambda person: (tuple(-part for part in keys[person]), person))
    places: list[tuple[int, int]] = []
    for at, person in enumerate(order):
        same = at and tuple(keys[person]) == tuple(keys[order[at - 1]])
        places.append((places[-1][0] if same else at + 1, person))
    return places
