"""A bot's value function as a table, for the kernel.

A value function is plain Python, `value(crosses, skips, gain)`, and knows three things about a move: whether
it crosses anything, how many cells it skips, and how many points it gains at once. There are few such
triples, so the function is run over all of them once and the kernel reads ranks: the higher the better,
equal where the values are equal. Equals are decided at random. A bot that is a value function therefore needs
no compiling, and is the same function in the engine and in the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import Unsupported
from rowlock.fast.effects import FOUR
from rowlock.fast.merged import Merged
from rowlock.fast.tables import PAIR_KINDS, Tables
from rowlock.fast.workspace import IGNORES_GAIN, NEVER_TRIES

Value = Callable[[bool, int, int], float]
"""`value(crosses, skips, gain)`: how much a bot likes a move."""
MOST_ENTRIES = 1_000_000

Ints = npt.NDArray[np.int64]


class Plans(NamedTuple):
    """The preferences of the bots of a run, for the kernel. Rank 0 means not allowed."""

    rank: npt.NDArray[np.integer[Any]]
    """For one bot after the other: the ranks of crosses that bring nothing else, by the addresses of the flat
    tables; whether the bot is blind to what a cross brings; the ranks of a pass without and with a penalty,
    and of any cross, by skips and gain - lowest."""
    lowest: int
    gains: int
    """How many different gains there are."""


def make_plans(tables: Tables, merged: Merged, values: Sequence[Value]) -> Plans:
    """Tabulate the value functions of a run; raises `Unsupported` if that takes too much room."""
    most = most_gain(tables)
    cells = tables.step.shape[2]
    if (2 * most + 1) * cells > MOST_ENTRIES:
        raise Unsupported(f"{tables.variant.title} has points too large for the kernel's tables of moves")
    ranks: list[Any] = []
    for value in values:
        worth, passing = _ranks(value, tables, most)
        ranks += [_cross_ranks(merged, worth, most), [_blindness(tables, worth)], passing, worth.ravel()]
    rank = np.concatenate(ranks)
    small = rank.max() < 1 << 16
    return Plans(rank.astype(np.uint16 if small else np.uint32), -most, 2 * most + 1)


def most_gain(tables: Tables) -> int:
    """More points than one move could bring or cost."""
    spans = int((tables.points.max(axis=1) - tables.points.min(axis=1)).sum())
    doubled = len(tables.pair_kind) * 2 * most_row_points(tables)
    penalties = abs(tables.penalty_points) * tables.penalty_boxes
    counting = len(tables.states) * (len(tables.bridges) > 0) + (tables.framed.size > 0)
    shared = 2 * counting * most_row_points(tables)
    return spans + doubled + int(np.abs(tables.pair_points).sum()) + penalties + shared


def most_row_points(tables: Tables) -> int:
    """More points than a row counts, in size."""
    return int(np.abs(tables.row_points).max())


def _ranks(value: Value, tables: Tables, most: int) -> tuple[Ints, Ints]:
    """Ranks by skips and gain, and those of the two passes."""
    gains = range(-most, most + 1)
    crosses = np.array(
        [[float(value(True, skips, gain)) for gain in gains] for skips in range(tables.step.shape[2])]
    )
    passes = [float(value(False, 0, gain)) for gain in (0, tables.penalty_points)]
    every = np.concatenate([crosses.ravel(), passes])
    if not np.isfinite(every).all():
        raise Unsupported("a bot's values must be finite numbers")
    _, ranks = np.unique(every, return_inverse=True)
    ranks = ranks.ravel().astype(np.int64) + 1
    return ranks[:-2].reshape(crosses.shape), ranks[-2:]


def _blindness(tables: Tables, worth: Ints) -> int:
    """How little a bot has to try: one that ignores gains only needs to know its options."""
    if (worth != worth[:, :1]).any():
        return 0
    ties = (tables.pair_kind == PAIR_KINDS.index("two-in-fewest")).any()
    return int(IGNORES_GAIN if ties else NEVER_TRIES)


def _cross_ranks(merged: Merged, worth: Ints, most: int) -> Ints:
    """The rank of every cross by address; twins and crosses that may not be made stay 0."""
    rows, states, cells = merged.step.shape
    ranks = np.zeros((max(int(FOUR), rows), 2 * states, 1 << cells.bit_length()), np.int64)
    row, state, cell = np.nonzero(merged.step >= 0)
    after = merged.step[row, state, cell]
    gain = merged.points[row, after] - merged.points[row, state]
    skips = np.maximum(cell - merged.passed[row, state], 0)  # none where a cross is doubled
    ranks[row, state, cell] = worth[skips, gain + most]
    return ranks.ravel()
