"""The first seats at the tables of a plan: everybody has them as often as all others, as far as possible."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence

from rowlock.community.events.kit.designs import Tables

Place = tuple[int, int]
"""A table of a plan: its round, and its place in it."""


def share_out(rounds: Sequence[Tables], earlier: Mapping[int, int]) -> list[list[int]]:
    """Return who sits first at the tables of each round; `earlier` counts how often one already has.

    Whoever has done so least is taken. Then seats are handed on, by one to another at their table, who hands
    on a seat of their own, as long as somebody gets two more than one whom a seat can reach.
    """
    counts: Counter[int] = Counter(earlier)
    firsts: dict[Place, int] = {}
    for number, tables in enumerate(rounds):
        for at, table in enumerate(tables):
            firsts[number, at] = min(table, key=lambda person: (counts[person], person))
            counts[firsts[number, at]] += 1
    while path := _way_down(rounds, firsts, counts):
        for place, gives, takes in path:
            firsts[place] = takes
            counts[gives] -= 1
            counts[takes] += 1
    return [[firsts[number, at] for at in range(len(tables))] for number, tables in enumerate(rounds)]


def _way_down(
    rounds: Sequence[Tables], firsts: Mapping[Place, int], counts: Counter[int]
) -> list[tuple[Place, int, int]]:
    """Return the shortest chain of people from somebody to one with two first seats less, or nothing."""
    held: dict[int, list[Place]] = {}
    for place, person in firsts.items():
        held.setdefault(person, []).append(place)
    for start in sorted(held, key=lambda person: (-counts[person], person)):
        came: dict[int, tuple[Place, int]] = {}
        waiting, seen = deque([start]), {start}
        while waiting:
            gives = waiting.popleft()
            for place in held.get(gives, ()):
                for takes in rounds[place[0]][place[1]]:
                    if takes not in seen:
                        seen.add(takes)
                        came[takes] = (place, gives)
                        waiting.append(takes)
                        if counts[takes] <= counts[start] - 2:
                            return _path(came, start, takes)
    return []


def _path(came: Mapping[int, tuple[Place, int]], start: int, end: int) -> list[tuple[Place, int, int]]:
    path = []
    while end != start:
        place, gives = came[end]
        path.append((place, gives, end))
        end = gives
    return path
