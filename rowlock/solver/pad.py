"""The compiled tables as the solver's kernels take them: always four rows, pairs told by extras."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import Unsupported
from rowlock.fast.tables import PAIR_KINDS, Tables

ROWS = 4
"""Every pad gets four rows; those it lacks have one state and no cells."""
NONE = 99
"""In place of a cell or a row: there is none."""
MOST_TIES = 5
AT_ONCE = ("two-in-fewest", "one-in-each")
"""Pairs whose bonus comes at once and leaves nothing to remember."""

Array = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.uint16]
Flags = npt.NDArray[np.bool_]


class Pad(NamedTuple):
    """Arrays by row, then state or cell. Row states forget which pair cells are crossed: extras know."""

    rows: int
    states: Array
    """[R] how many states each row has."""
    step: Shorts
    """[R, S, C] the state after crossing a cell, or 0: no cross leads back to the empty row."""
    next: Array
    """[R, S] the cell right of the rightmost cross, `NONE` if it may not be crossed."""
    passed: Shorts
    counts: Array
    """[R, S] crosses, the lock among them."""
    points: Array
    locked: Flags
    merged: Array
    """[R, states of the tables] which state here each of them is."""
    number_of: Shorts
    """[R, C] the number of a cell, 0 past the end of the row."""
    die_of: Shorts
    """[R, C] the die that reaches a cell in the colour action."""
    lucky: Flags
    """[N] whether a white sum is lucky for the only player."""
    plain: Flags
    """[R, C] whether crossing a cell brings nothing but the cross."""
    bar_cell: Flags
    bar_row: Array
    next_field: Array
    """[2^R, F + 1] by closed rows and the bar's pointer: its first free field, F if there is none."""
    pairs: int
    pairs_at: Array
    skips: Array
    """[R, S, C] the pairs that lose a cell when this one is crossed."""
    ahead: Array
    """[R, S] the pairs that still have a cell to be crossed in this row."""
    pair_kind: Array
    """[P] index into `PAIR_KINDS`."""
    pair_points: Array
    row_points: Array
    faces: int
    boxes: int
    lanes: int
    """How many values a place has: one for each box, filled up to a multiple of four."""
    penalty_points: int
    end_rows: int
    die_stays: bool
    simple: bool
    """Whether crosses bring nothing but themselves, anywhere."""


def make_pad(tables: Tables) -> Pad:
    """Rearrange a variant's tables for the solo game; it asks them, and knows no rule itself."""
    ties = int((tables.pair_kind == PAIR_KINDS.index("two-in-fewest")).sum())
    if ties > MOST_TIES:
        raise Unsupported(f"{tables.variant.title}: the solver follows up to {MOST_TIES} pairs two-in-fewest")
    merged, sample = _merge_states(tables)
    numbers, dice = _cells(tables)
    lucky = tables.lucky[0] if len(tables.lucky) else np.zeros(2 * tables.faces + 1, np.bool_)
    step = _sampled(tables.step, sample)
    for r in range(len(sample)):
        step[r] = np.where(step[r] < 0, 0, merged[r][step[r]])
    return Pad(
        rows=len(tables.states),
        states=_four(np.array([int(row.max()) + 1 for row in merged]), 1),
        step=_four(step).astype(np.uint16),
        next=_four(_sampled(np.where(tables.next < 0, NONE, tables.next), sample), NONE),
        passed=_four(_sampled(tables.passed, sample)).astype(np.uint16),
        counts=_four(_sampled(tables.count, sample)),
        points=_four(_sampled(tables.points, sample)),
        locked=_four(_sampled(tables.locked, sample)).astype(np.bool_),
        merged=merged,
        number_of=_four(numbers).astype(np.uint16),
        die_of=_four(dice).astype(np.uint16),
        lucky=lucky,
        plain=_four(~tables.bar_cell & (tables.pairs_at == 0)).astype(np.bool_),
        bar_cell=_four(tables.bar_cell).astype(np.bool_),
        bar_row=tables.bar_row,
        next_field=np.where(tables.next_field < 0, len(tables.bar_row), tables.next_field).astype(np.int64),
        pairs=len(tables.pair_kind),
        pairs_at=_four(tables.pairs_at),
        skips=_four(_skips(tables, sample)),
        ahead=_four(_ahead(tables, sample)),
        pair_kind=tables.pair_kind,
        pair_points=tables.pair_points,
        row_points=tables.row_points,
        faces=tables.faces,
        boxes=tables.penalty_boxes,
        lanes=-(-tables.penalty_boxes // 4) * 4,
        penalty_points=tables.penalty_points,
        end_rows=tables.end_rows,
        die_stays=tables.die_stays,
        simple=not tables.has_effects,
    )


def _merge_states(tables: Tables) -> tuple[Array, list[list[int]]]:
    """[R, S] the state without its pair cells, and for each of these one state of the tables."""
    merged = np.zeros(tables.passed.shape, np.int64)
    samples = []
    for r, states in enumerate(tables.states):
        found: dict[tuple[int, int, bool], int] = {}
        for s in range(int(states)):
            locked = bool(tables.locked[r, s])
            key = (0 if locked else int(tables.passed[r, s]), int(tables.count[r, s]), locked)
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


def _four(array: npt.NDArray[np.generic], empty: int = 0) -> Array:
    """The same for four rows."""
    found = np.full((ROWS, *array.shape[1:]), empty, np.int64)
    found[: len(array)] = array
    return found


def _cells(tables: Tables) -> tuple[Array, Array]:
    """The number of every cell, and the die that reaches it."""
    numbers, dice = np.zeros(tables.pairs_at.shape, np.int64), np.zeros(tables.pairs_at.shape, np.int64)
    for row, by_number in enumerate(tables.cell_of):
        for number in np.flatnonzero(by_number >= 0):
            numbers[row, by_number[number]] = number
            dice[row, by_number[number]] = np.flatnonzero(tables.reach[:, number] >> row & 1)[0]
    return numbers, dice


def _ahead(tables: Tables, samples: list[list[int]]) -> Array:
    """The pairs with a cell right of the rightmost cross; none once the row is locked."""
    found = np.zeros((len(samples), max(map(len, samples))), np.int64)
    for r, sample in enumerate(samples):
        for m, s in enumerate(sample):
            if not tables.locked[r, s]:
                found[r, m] = np.bitwise_or.reduce(tables.pairs_at[r, tables.passed[r, s] :], initial=0)
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


def is_at_once(kind: int) -> bool:
    """Whether the bonus of this kind of pair comes at once."""
    return PAIR_KINDS[kind] in AT_ONCE
