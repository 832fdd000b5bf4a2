"""The draw of a round: who sits with whom, so that people meet as few again as possible.

All rounds are planned for the people who are there at the start; once others are there, those that are left
are planned again. Where rounds without any repeated meeting are known (`designs`), they are a plan, or its
beginning. Else people are seated by lot and change places, two at a time, as long as that helps, and now and
then although it does not (a simulated annealing of a fixed number of steps). Of a known plan and one that was
searched for, the one with fewer repeated meetings is drawn, among equals the fairer one. Who rolls
first is shared out over the whole plan. All lots follow from the event's seed: anybody can draw again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, exp
from typing import NamedTuple

from rowlock.community.events.kit.designs import Tables, known_rounds, with_more
from rowlock.community.events.kit.first_seats import share_out
from rowlock.community.events.kit.lots import Lots
from rowlock.community.events.kit.sizes import table_sizes

STEPS = 150_000
WARM, COLD = 8.0, 0.8
"""The temperatures of the first and the last step, in the same unit as the weights."""
AGAIN, AND_AGAIN, SMALLER = 16, 1, 3
"""The weights of a repeated meeting, of every earlier one of the same two people on top of that, and of the
square of how often one sits at a smaller table."""
ONE_MORE = (0, *(AGAIN + AND_AGAIN * times for times in range(100)))
"""The weight of one meeting more, by how often the two have met: an event has 50 rounds at most."""

Seating = tuple[tuple[int, ...], ...]
"""A round's tables; the first of a table rolls first."""


class PastSeats(NamedTuple):
    """How often two people met so far, and who sat at smaller tables and first."""

    met: Counter[frozenset[int]]
    small: Counter[int]
    first: Counter[int]

    @classmethod
    def of(cls, rounds: Sequence[Seating]) -> PastSeats:
        past = cls(Counter(), Counter(), Counter())
        for tables in rounds:
            largest = max(map(len, tables), default=0)
            for table in tables:
                past.met.update(frozenset(pair) for pair in combinations(table, 2))
                past.first.update(table[:1])
                past.small.update(table if len(table) < largest else ())
        return past


def draw(people: Sequence[int], earlier: Sequence[Seating], left: int, seed: str, wished: int) -> Seating:
    """Return the tables of the next of the rounds that are left, for the people who are there."""
    order, sizes, past = tuple(sorted(people)), table_sizes(len(people), wished), PastSeats.of(earlier)
    plan = _plan(order, len(earlier) + max(left, 1), seed, sizes)
    lots = Lots(f"{seed} round {len(earlier) + 1}")
    if all(map(_are_alike, plan, earlier)):
        rounds = plan[len(earlier) :]
    else:  # others were there when it was made
        rounds = _improved(_by_lot(order, sizes, max(left, 1), lots), past, lots)
    firsts = share_out(rounds, past.first)[0]
    return tuple(_seated(table, first, lots) for table, first in zip(rounds[0], firsts, strict=True))


def repeats(rounds: Sequence[Seating]) -> int:
    """Return how many meetings were not the first of their two people."""
    return sum(times - 1 for times in PastSeats.of(rounds).met.values())


@lru_cache(maxsize=16)
def _plan(people: tuple[int, ...], rounds: int, seed: str, sizes: tuple[int, ...]) -> list[Tables]:
    """All rounds of an event to which the same people come each time."""
    lots, none = Lots(f"{seed} plan"), PastSeats.of(())
    designed = _designed(lots.shuffled(people), rounds, sizes)
    plans = [plan for plan in designed if len(plan) == rounds]
    for plan in plans:
        if sizes[0] == sizes[-1] or (known := _Search(plan, none)).weight <= known.least:
            return plan
    begun = [] if plans else max(designed, key=len)
    plans.append(_improved(begun + _by_lot(people, sizes, rounds - len(begun), lots), none, lots))
    return min(plans, key=lambda plan: _Search(plan, none).parts)


def _designed(order: list[int], rounds: int, sizes: tuple[int, ...]) -> list[list[Tables]]:
    """The rounds of known designs, as many as there are of each.

    Chairs that nobody needs stay empty; or all tables are as small as the smaller ones, and each of those who
    are left sits down at another one.
    """
    tables = len(sizes)
    designs = [known_rounds(tables, sizes[0], rounds)]
    if sizes[-1] < sizes[0]:
        more = len(order) - tables * sizes[-1]
        designs.append(with_more(known_rounds(tables, sizes[-1], rounds), more))
    return [
        [[[order[at] for at in table if at < len(order)] for table in tables] for tables in plan]
        for plan in designs
    ]


def _by_lot(people: tuple[int, ...], sizes: tuple[int, ...], rounds: int, lots: Lots) -> list[Tables]:
    drawn = []
    for _ in range(rounds):
        order = iter(lots.shuffled(people))
        drawn.append([[next(order) for _ in range(size)] for size in sizes])
    return drawn


def _are_alike(tables: Tables, seating: Seating) -> bool:
    return {frozenset(table) for table in tables} == {frozenset(table) for table in seating}


def _improved(rounds: list[Tables], past: PastSeats, lots: Lots) -> list[Tables]:
    """Let people change places; returns the best rounds that were seen."""
    if len(rounds[0]) < 2:
        return rounds
    search = _Search(rounds, past)
    for step in range(STEPS):
        if search.weight <= search.least:
            break
        search.step(lots, WARM * (COLD / WARM) ** (step / STEPS))
    return search.best


class _Search:
    """The rounds that are left while people change places; the best ones are kept."""

    def __init__(self, rounds: list[Tables], past: PastSeats) -> None:
        self.people = sorted(person for table in rounds[0] for person in table)
        self.at = {person: at for at, person in enumerate(self.people)}
        self.rounds = [[[self.at[person] for person in table] for table in tables] for tables in rounds]
        self.largest = max(map(len, rounds[0]))
        self.met = [[0] * len(self.people) for _ in self.people]
        self.small = [past.small[person] for person in self.people]
        for pair, times in past.met.items():
            if pair <= self.at.keys():
                one, other = (self.at[person] for person in pair)
                self._meet(one, other, times)
        for table in (table for tables in self.rounds for table in tables):
            for one, other in combinations(table, 2):
                self._meet(one, other, 1)
            for one in table if len(table) < self.largest else ():
                self.small[one] += 1
        self.weight, self.least = sum(self.parts), self._least()
        self._keep()

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times

    @property
    def parts(self) -> tuple[int, int]:
        """The weights of the repeated meetings and of the smaller tables."""
        again = sum(_repeated(times) for row in self.met for times in row) // 2
        return again, SMALLER * sum(times * times for times in self.small)

    def _least(self) -> int:
        """Return a weight that nothing can be below: all meetings spread evenly, all smaller tables too."""
        people = len(self.people)
        pairs = comb(people, 2)
        each, more = divmod(sum(map(sum, self.met)) // 2, pairs)
        again = (pairs - more) * _repeated(each) + more * _repeated(each + 1)
        each, more = divmod(sum(self.small), people)
        squares = (people - more) * each * each + more * (each + 1) ** 2
        return again + SMALLER * squares

    def _keep(self) -> None:
        self._kept = (self.weight, [[list(table) for table in tables] for tables in self.rounds])

    @property
    def best(self) -> list[Tables]:
        return [[[self.people[at] for at in table] for table in tables] for tables in self._kept[1]]

    def step(self, lots: Lots, warmth: float) -> None:
        """Two people of different tables change places, if that helps or the lot allows it."""
        tables = self.rounds[lots.below(len(self.rounds))]
        here, there = lots.below(len(tables)), lots.below(len(tables) - 1)
        mine, theirs = tables[here], tables[there + (there >= here)]
        i, j = lots.below(len(mine)), lots.below(len(theirs))
        change = self._change(mine, theirs, mine[i], theirs[j])
        if change > 0 and lots.share() >= exp(-change / warmth):
            return
        self._swap(mine, theirs, i, j)
        self.weight += change
        if self.weight < self._kept[0]:
            self._keep()

    def _change(self, mine: list[int], theirs: list[int], one: int, other: int) -> int:
        """Return how much more everything weighs after the two have changed places."""
        of_one, of_other = self.met[one], self.met[other]
        again = 0
        for at in mine:
            if at != one:
                again += ONE_MORE[of_other[at]] - ONE_MORE[of_one[at] - 1]
        for at in theirs:
            if at != other:
                again += ONE_MORE[of_one[at]] - ONE_MORE[of_other[at] - 1]
        if len(mine) == len(theirs):
            return again
        goes, comes = (one, other) if len(theirs) < len(mine) else (other, one)
        return again + SMALLER * 2 * (self.small[goes] - self.small[comes] + 1)

    def _swap(self, mine: list[int], theirs: list[int], i: int, j: int) -> None:
        one, other = mine[i], theirs[j]
        for table, goes, comes in ((mine, one, other), (theirs, other, one)):
            for at in table:
                if at != goes:
                    self._meet(goes, at, -1)
                    self._meet(comes, at, 1)
            if len(table) < self.largest:
                self.small[goes] -= 1
                self.small[comes] += 1
        mine[i], theirs[j] = other, one


def _repeated(times: int) -> int:
    """The weight of all repeated meetings of two people who meet so often."""
    return sum(ONE_MORE[:times])


def _seated(table: list[int], first: int, lots: Lots) -> tuple[int, ...]:
    """Seat first whoever is due; the lot orders the others."""
    order = lots.shuffled(sorted(table))
    return (first, *(person for person in order if person != first))
