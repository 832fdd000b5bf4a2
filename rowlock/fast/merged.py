"""Row states without their pair cells: what kernels work with.

The tables tell rows apart by the pair cells that are crossed. A kernel keeps a bit for every bonus pair that
is alive instead (none of its cells was skipped): then a cell that lies left of the last cross is crossed, and
a classic row has 62 states with pairs, too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.fast.tables import Tables

Array = npt.NDArray[np.int64]


class Merged(NamedTuple):
    """Arrays by row and state, as in `Tables`, with fewer states."""

    of: Array
    """[R, states of the tables] which state here each of them is."""
    states: Array
    step: Array
    next: Array
    passed: Array
    counts: Array
    points: Array
    locked: Array
    skips: Array
    """[R, S, C] a bit for every pair that loses a cell when this one is crossed."""
    also: Array
    """[R, S, C] the state after the cross of a linked cell by its partner; empty if the pad has no links."""
    ahead: Array
    """[R, S] the bits (`Tables.pair_bit`) of the pair cells that may still be crossed."""


def merge_states(tables: Tables) -> Merged:
    """Rearrange a variant's tables; it asks them, and knows no rule itself."""
    of, sample = _numbered(tables)
    step = _sampled(tables.step, sample)
    for r in range(len(sample)):
        step[r] = np.where(step[r] < 0, -1, of[r][step[r]])
    for r, states in enumerate(sample):
        step[r, len(states) :] = -1
    return Merged(
        of,
        np.array([len(states) for states in sample]),
        step,
        _sampled(tables.next, sample),
        _sampled(tables.passed, sample),
        _sampled(tables.count, sample),
        _sampled(tables.points, sample),
        _sampled(tables.locked, sample),
        _skips(tables, sample),
        _also(tables, of, sample),
        _ahead(tables, sample),
    )


def _numbered(tables: Tables) -> tuple[Array, list[list[int]]]:
    """[R, S] the state without its pair cells, and for each of these one state of the tables."""
    merged = np.zeros(tables.passed.shape, np.int64)
    samples = []
    for r, states in enumerate(tables.states):
        found: dict[tuple[int, int, bool, bool], int] = {}
        for s in range(int(states)):
            locked, passed = bool(tables.locked[r, s]), int(tables.passed[r, s])
            again = passed > 0 and tables.step[r, s, passed - 1] >= 0  # where crosses may be doubled (R18)
            key = (0 if locked else passed, int(tables.count[r, s]), locked, bool(again))
            merged[r, s] = found.setdefault(key, len(found))
        samples.append([int(np.flatnonzero(merged[r, :states] == m)[0]) for m in range(len(found))])
    return merged, samples


def _sampled(array: npt.NDArray[np.generic], samples: list[list[int]]) -> Array:
    """One row of `array` for each merged state, padded to the row that has the most."""
    most = max(map(len, samples))
    found = np.zeros((len(samples), most, *array.shape[2:]), np.int64)
    for r, sample in enumerate(samples):
        found[r, : len(sample)] = array[r, sample]
    return found


def _also(tables: Tables, of: Array, samples: list[list[int]]) -> Array:
    """A linked cell may be crossed already in one of the states that are one here, and free in another."""
    if not tables.also.size:
        return np.zeros(0, np.int64)
    found = np.zeros((len(samples), max(map(len, samples)), tables.also.shape[2]), np.int64)
    for row, state, cell in np.argwhere(tables.also >= 0):
        found[row, of[row, state], cell] = of[row, tables.also[row, state, cell]]
    return found


def _ahead(tables: Tables, samples: list[list[int]]) -> Array:
    """The pair cells right of the rightmost cross; none once the row is locked."""
    found = np.zeros((len(samples), max(map(len, samples))), np.int64)
    for r, sample in enumerate(samples):
        for m, s in enumerate(sample):
            if not tables.locked[r, s]:
                found[r, m] = np.bitwise_or.reduce(tables.pair_bit[r, tables.passed[r, s] :], initial=0)
    return found


def _skips(tables: Tables, samples: list[list[int]]) -> Array:
    """The pairs with a cell between rightmost cross and crossed cell, or behind one that locks the row."""
    cells = tables.step.shape[2]
    found = np.zeros((len(samples), max(map(len, samples)), cells), np.int64)
    for r, sample in enumerate(samples):
        for m, s in enumerate(sample):
            for cell in np.flatnonzero(tables.step[r, s] >= 0):
                lost = tables.pairs_at[r, tables.passed[r, s] : cell]
                if tables.locked[r, tables.step[r, s, cell]]:
                    lost = np.concatenate([lost, tables.pairs_at[r, cell + 1 :]])
                found[r, m, cell] = np.bitwise_or.reduce(lost, initial=0)
    return found
