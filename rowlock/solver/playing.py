"""Solo games played by the values, to check that they keep their promise."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from rowlock.engine.sheet import empty_sheet
from rowlock.fast.simulate import default_threads
from rowlock.solver.scratch import make_scratch
from rowlock.solver.solo import play_solo
from rowlock.solver.values import Values

PART = 10_000
"""Games that share one sequence of dice."""


def play_by_values(
    values: Values, games: int, seed: int = 0, threads: int | None = None
) -> npt.NDArray[np.int64]:
    """The scores of solo games with best play; the same seed gives the same games."""
    scores = np.zeros(games, np.int64)
    parts = [(n, scores[n * PART : (n + 1) * PART]) for n in range(-(-games // PART))]
    with ThreadPoolExecutor(threads or default_threads()) as pool:
        list(pool.map(lambda part: _play(values, seed, *part), parts))
    return scores


def _play(values: Values, seed: int, part: int, scores: npt.NDArray[np.int64]) -> None:
    layout = values.layout
    work = make_scratch(layout)
    work.before[2, 4] = layout.extra_of(empty_sheet(layout.tables.variant))
    state = np.random.default_rng((seed, part)).integers(0, 2**63, 1, np.uint64)
    hand = np.zeros(6, np.int64)
    play_solo(
        layout.board, layout.index, values.reached, values.first, values.table, work, hand, state, scores
    )
