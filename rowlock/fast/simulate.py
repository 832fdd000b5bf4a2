"""Many games between bots that are value functions: parts of a run, played on threads, added up.

A run is told by variant, bots by seat and seed; its games are numbered from 0 and each is the same whoever
plays it (see `chance`). Parts of a run are ranges of games; their counts add up in any order.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import NoSuchSeat, Unsupported
from rowlock.fast import effects, kernel
from rowlock.fast.book import make_book
from rowlock.fast.chance import MASK
from rowlock.fast.merged import merge_states
from rowlock.fast.tables import Tables
from rowlock.fast.tally import Counts, Tally, layout
from rowlock.fast.worth import Value, make_plans

PART = 10_000
"""Games played between two reports of progress."""
AHEAD = 4
"""Parts waiting for each thread."""
NOTHING = np.zeros((0, kernel.LINE), np.int64)


class Simulation:
    """A run made ready: everything that the kernel needs, for bots by seat and a seed."""

    def __init__(self, tables: Tables, values: Sequence[Value], seed: int = 0) -> None:
        least, most = tables.variant.players
        if not least <= len(values) <= most:
            raise NoSuchSeat(f"{tables.variant.title} is for {least} to {most} players, not {len(values)}")
        longest = max(len(row.cells) for row in tables.variant.rows)
        if longest > kernel.MOST_CELLS:
            raise Unsupported(
                f"{tables.variant.title} has a row of {longest} cells; "
                f"the kernel has room for {kernel.MOST_CELLS}"
            )
        self.tables = tables
        self.seed = seed & MASK
        self.layout = layout(tables, len(values))
        merged = merge_states(tables)
        self._book = make_book(tables, merged)
        distinct = list(dict.fromkeys(values))
        plans = make_plans(tables, merged, distinct)
        self._rank = plans.rank
        crosses = int(effects.FOUR * self._book.flat[effects.SPAN]) + 3
        size = crosses + tables.step.shape[2] * plans.gains
        bots = [distinct.index(value) for value in values]
        numbers = [len(values), size, crosses, plans.lowest, plans.gains, self.layout.lowest]
        self._run = np.array([*numbers, *self.layout.starts[:-1], *bots], np.int64)

    def play(self, first: int, count: int) -> Counts:
        """Play a range of games and count them; safe on several threads at once."""
        return self._play(first, count)

    def scores(self, first: int, count: int) -> npt.NDArray[np.int64]:
        """The final scores `[game, seat]` of a range of games. Game n is started by seat n % seats."""
        ledger = np.zeros((count, int(self._run[0])), np.int64)
        self._play(first, count, ledger=ledger)
        return ledger

    def trace(self, game: int) -> npt.NDArray[np.int64]:
        """What happened in one game: a line after every action, see `kernel.write_line`."""
        lines = np.zeros((2 * len(self.layout.read(self.layout.new_counts()).turns), kernel.LINE), np.int64)
        self._play(game, 1, trace=lines)
        return lines[lines[:, 0] > 0]

    def read(self, counts: Counts) -> Tally:
        return self.layout.read(counts)

    def _play(
        self,
        first: int,
        count: int,
        ledger: npt.NDArray[np.int64] = NOTHING,
        trace: npt.NDArray[np.int64] = NOTHING,
    ) -> Counts:
        counts = self.layout.new_counts()
        desk, seed = np.zeros(kernel.DESK, np.int64), np.uint64(self.seed)
        kernel.play_games(*self._book, self._rank, self._run, desk, seed, first, count, counts, ledger, trace)
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
    threads = threads or default_threads()
    counts, todo = simulation.layout.new_counts(), parts_of(games)
    flying: deque[tuple[int, Future[Counts]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                for first, count in islice(todo, AHEAD * threads - len(flying)):
                    flying.append((count, pool.submit(simulation.play, first, count)))
                if not flying:
                    return counts
                count, part = flying.popleft()
                counts += part.result()
                progress(count)
        finally:
            pool.shutdown(cancel_futures=True)


def default_threads() -> int:
    """As many threads as this process may use cores."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
