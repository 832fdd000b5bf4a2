"""Rounds in which nobody meets anybody twice, where such are found: a start for the draw.

Think of the people as columns of as many as there are tables, one column for every chair. A round has a shift
for every chair: chair c of table t is taken by person t + shift of c in column c. Two people of different
columns then meet in the one round in which the difference of their shifts is theirs. So shifts are wanted
whose differences, for any two chairs, are never the same in two rounds; a small search finds them. With as
many tables as chairs the columns themselves are one round more: 16 people meet all others in five rounds of
fours.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import inf

Tables = list[list[int]]
"""The seats of a round: a list of tables, each the numbers of its people."""
Shifts = tuple[int, ...]
PATIENCE = 20_000
"""Steps after which the search for one more round is given up."""


def known_rounds(tables: int, chairs: int, rounds: int) -> list[Tables]:
    """Return rounds without a repeated meeting, as many as are found and wanted.

    People are counted from 0, and person p belongs to column p // tables.
    """
    if chairs > tables:
        return []
    found = [
        [[c * tables + _plus(tables, t, shift) for c, shift in enumerate(shifts)] for t in range(tables)]
        for shifts in _most_shifts(tables, chairs, rounds)
    ]
    if tables == chairs:
        found.append([list(range(c * tables, (c + 1) * tables)) for c in range(chairs)])
    return found[:rounds]


def with_more(rounds: list[Tables], more: int) -> list[Tables]:
    """Return the rounds with so many people more, each at a table of their own in every round.

    They sit where they meet the fewest people again, as far as a search of `PATIENCE` steps finds out: with
    16 people in fours the next one sits with the same person in every round, and so meets all others once.
    """
    seated = [[list(table) for table in tables] for tables in rounds]
    free = [set(range(len(tables))) for tables in rounds]
    first = sum(map(len, rounds[0])) if rounds else 0
    for person in range(first, first + more):
        for number, at in enumerate(_Guest(rounds, free).tables()):
            seated[number][at].append(person)
            free[number].discard(at)
    return seated


class _Guest:
    """A search for the tables at which one person more meets the fewest people again."""

    def __init__(self, rounds: list[Tables], free: list[set[int]]) -> None:
        self.rounds, self.free = rounds, free
        self.steps = 0
        self.fewest: float = inf
        self.best: Shifts = ()

    def tables(self) -> Shifts:
        """Return a table for every round."""
        self._look((), frozenset(), 0)
        return self.best

    def _look(self, chosen: Shifts, met: frozenset[int], again: int) -> None:
        if again >= self.fewest or (self.best and self.steps > PATIENCE):
            return
        if len(chosen) == len(self.rounds):
            self.fewest, self.best = again, chosen
            return
        self.steps += 1
        tables = self.rounds[len(chosen)]
        for at in sorted(self.free[len(chosen)], key=lambda at: len(met & set(tables[at]))):
            table = frozenset(tables[at])
            self._look((*chosen, at), met | table, again + len(met & table))


@lru_cache(maxsize=256)
def _most_shifts(tables: int, chairs: int, rounds: int) -> tuple[Shifts, ...]:
    """Return the shifts of as many rounds as the search finds, at most so many as there are tables."""
    for wanted in range(min(rounds, tables), 0, -1):
        if found := _Search(tables, chairs).rounds(wanted):
            return found
    return ()


class _Search:
    """A search for shifts, round after round and chair after chair."""

    def __init__(self, tables: int, chairs: int) -> None:
        self.tables, self.chairs = tables, chairs
        self.used: dict[tuple[int, int], set[int]] = {pair: set() for pair in combinations(range(chairs), 2)}
        self.chosen: list[Shifts] = []
        self.steps = 0

    def rounds(self, wanted: int) -> tuple[Shifts, ...] | None:
        """Return the shifts of so many rounds, or None if none are found."""
        if len(self.chosen) == wanted:
            return tuple(self.chosen)
        for shifts in self._candidates((0,)):
            self.chosen.append(shifts)
            for (c, d), used in self.used.items():
                used.add(_minus(self.tables, shifts[d], shifts[c]))
            if found := self.rounds(wanted):
                return found
            self.chosen.pop()
            for (c, d), used in self.used.items():
                used.discard(_minus(self.tables, shifts[d], shifts[c]))
        return None

    def _candidates(self, begun: Shifts) -> Iterator[Shifts]:
        """Yield the shifts of one round that go with those that are chosen."""
        if len(begun) == self.chairs:
            yield begun
            return
        for shift in range(self.tables):
            self.steps += 1
            if self.steps > PATIENCE:
                return
            differences = (_minus(self.tables, shift, other) for other in begun)
            if all(one not in self.used[c, len(begun)] for c, one in enumerate(differences)):
                yield from self._candidates((*begun, shift))


def _plus(tables: int, one: int, other: int) -> int:
    """The sum of two shifts: digit by binary digit with 4 or 8 tables, where that has more rounds."""
    return one ^ other if tables in (4, 8) else (one + other) % tables


def _minus(tables: int, one: int, other: int) -> int:
    return one ^ other if tables in (4, 8) else (one - other) % tables
