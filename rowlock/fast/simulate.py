"""Many games between bots that are value functions: parts of a run, played on threads, added up.

A run is defined by variant, bots by seat and seed; its games are numbered from 0 and each is the same whoever
plays it (see `chance`). Parts of a run are ranges of games; their counts add up in any order.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import NoSuchSeat, Unsupported
from rowlock.fast import counting, effects, kernel
from rowlock.fast.chance import MASK
from rowlock.fast.flat_tables import flatten_tables, is_bare
from rowlock.fast.merged import merge_states
from rowlock.fast.tables import Tables
from rowlock.fast.tally import Counts, Tally, layout
from rowlock.fast.workspace import MEMORY, MOST_CELLS
from rowlock.fast.worth import Value, make_plans

PART = 10_000
"""Games played between two reports of progress."""
AHEAD = 4
"""Parts waiting for each thread."""
MORE = 3
"""The report of a game besides its scores."""
NOTHING = np.zeros((0, MORE), np.int64)


class GameRange(NamedTuple):
    """A range of the games of a run."""

    first: int
    games: int
    counts: Counts
    lines: npt.NDArray[np.int64]
    """For every game the scores by seat, the turns, whether closed rows ended it, and how many were closed.
    Empty where nobody asked for them."""


class Simulation:
    """A run that is prepared: everything that the kernel needs, for bots by seat and a seed."""

    def __init__(self, tables: Tables, values: Sequence[Value], seed: int = 0) -> None:
        least, most = tables.variant.players
        if not least <= len(values) <= most:
            raise NoSuchSeat(f"{tables.variant.title} is for {least} to {most} players, not {len(values)}")
        longest = max(len(row.cells) for row in tables.variant.rows)
        if longest > MOST_CELLS:
            raise Unsupported(
                f"{tables.variant.title} has a row of {longest} cells; the kernel has room for {MOST_CELLS}"
            )
        self.tables, self.seats = tables, len(values)
        self.seed = seed & MASK
        self.layout = layout(tables, len(values))
        merged = merge_states(tables)
        self._pad = flatten_tables(tables, merged)
        self._more = None if is_bare(self._pad.flat) else True
        distinct = list(dict.fromkeys(values))
        plans = make_plans(tables, merged, distinct)
        self._rank = plans.rank
        rows = max(int(effects.FOUR), len(tables.variant.rows))
        crosses = rows * int(self._pad.flat[effects.SPAN]) + 3
        size = crosses + tables.step.shape[2] * plans.gains
        bots = [distinct.index(value) for value in values]
        numbers = [len(values), size, crosses, plans.lowest, plans.gains, self.layout.lowest]
        self._run = np.array([*numbers, *self.layout.starts[:-1], *bots], np.int64)

    def play(self, first: int, count: int) -> Counts:
        """Play a range of games and count them; safe on several threads at once."""
        return self._play(first, count)

    def scores(self, first: int, count: int) -> npt.NDArray[np.int64]:
        """The final scores `[game, seat]` of a range of games. Game n is started by seat n % seats."""
        return self.part(first, count).lines[:, : self.seats]

    def part(self, first: int, count: int) -> GameRange:
        """A range of games, counted and game by game; safe on several threads at once."""
        ledger = np.zeros((count, self.seats + MORE), np.int64)
        return GameRange(first, count, self._play(first, count, ledger=ledger), ledger)

    def trace(self, game: int) -> npt.NDArray[np.int64]:
        """The course of one game: a line after every action, see `counting.write_line`."""
        lines = np.zeros((2 * len(self.layout.read(self.layout.new_counts()).turns), counting.LINE), np.int64)
        self._play(game, 1, trace=lines)
        return lines[lines[:, 0] > 0]

    def read(self, counts: Counts) -> Tally:
        return self.layout.read(counts)

    def _play(
        self,
        first: int,
        count: int,
        ledger: npt.NDArray[np.int64] = NOTHING,
        trace: npt.NDArray[np.int64] | None = None,
    ) -> Counts:
        counts = self.layout.new_counts()
        memory, seed = np.zeros(MEMORY, np.int64), np.uint64(self.seed)
        kernel.play_games(
            *self._pad, self._rank, self._run, memory, seed, first, count, counts, ledger, trace, self._more
        )
        return counts


def parts_of(games: int, part: int = PART) -> Iterator[tuple[int, int]]:
    """A run in parts: first game and number of games of each."""
    for first in range(0, games, part):
        yield first, min(part, games - first)


def simulate(
    simulation: Simulation,
    games: int,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Counts:
    """Play games 0 to `games` - 1 on all cores; `progress` hears how many were played, part by part."""
    counts = simulation.layout.new_counts()
    for part in play_parts(simulation, games, threads):
        counts += part.counts
        progress(part.games)
    return counts


def play_parts(
    simulation: Simulation, games: int, threads: int | None = None, with_lines: bool = False
) -> Iterator[GameRange]:
    """The parts of a run in order, as they are played on all cores; stopping early leaves the first games."""

    def play(first: int, count: int) -> GameRange:
        if with_lines:
            return simulation.part(first, count)
        return GameRange(first, count, simulation.play(first, count), NOTHING)

    threads, todo = threads or default_threads(), parts_of(games)
    flying: deque[Future[GameRange]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                for first, count in islice(todo, AHEAD * threads - len(flying)):
                    flying.append(pool.submit(play, first, count))
                if not flying:
                    return
                yield flying.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def default_threads() -> int:
    """One thread for every core that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
