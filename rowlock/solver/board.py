"""The tables as the solver's kernels take them: always four rows, pairs told by extras."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.fast.merged import Merged
from rowlock.fast.tables import PAIR_KINDS, Tables

ROWS = 4
"""Every board has four rows; those that a variant lacks have one state and no cells."""
NONE = 99
"""Stands for a cell where there is none."""
AT_ONCE = ("two-in-fewest", "one-in-each")
"""Pairs whose bonus comes at once and leaves nothing to remember."""

Array = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.uint16]
Flags = npt.NDArray[np.bool_]


class Board(NamedTuple):
    """Arrays by row, then state (`Merged`) or cell: what the inner loops look up."""

    rows: int
    step: Shorts
    """[R, S, C] the state after crossing a cell, or 0: no cross leads back to the empty row."""
    next: Shorts
    """[R, S] the cell right of the rightmost cross, `NONE` if it may not be crossed."""
    passed: Shorts
    counts: Shorts
    """[R, S] crosses, the lock among them."""
    locked: Flags
    number_of: Shorts
    """[R, C] the number of a cell, 0 past the end of the row."""
    die_of: Shorts
    """[R, C] the die that reaches a cell in the colour action."""
    lucky: Flags
    """[N] whether a white sum is lucky for the only player."""
    plain: Flags
    """[R, C] whether crossing a cell brings nothing at once but the cross."""
    skips: Array
    """[R, S, C] the pairs that lose a cell when this one is crossed."""
    faces: int
    boxes: int
    lanes: int
    """How many values a place has: one for each box, filled up to a multiple of four."""
    end_rows: int
    die_stays: bool
    die_width: int
    """How many values a table of `Scratch.both` has for a die: every number, all its lanes."""
    table_width: int
    entry_of: Array
    """[R, C] where the values for a cell's die and number begin in such a table."""
    swaps: bool
    """Whether there is a strip of swap fields."""


def make_board(tables: Tables, merged: Merged) -> Board:
    """Rearrange a variant's tables for the solo game; it asks them, and knows no rule itself."""
    numbers, dice = _cells(tables)
    lucky = tables.lucky[0] if len(tables.lucky) else np.zeros(2 * tables.faces + 1, np.bool_)
    lanes = -(-tables.penalty_boxes // 4) * 4
    die_width = lanes * (2 * tables.faces + 1)
    return Board(
        rows=len(tables.states),
        step=_four(np.maximum(merged.step, 0)).astype(np.uint16),
        next=_four(np.where(merged.next < 0, NONE, merged.next), NONE).astype(np.uint16),
        passed=_four(merged.passed).astype(np.uint16),
        counts=_four(merged.counts).astype(np.uint16),
        locked=_four(merged.locked).astype(np.bool_),
        number_of=_four(numbers).astype(np.uint16),
        die_of=_four(dice).astype(np.uint16),
        lucky=lucky,
        plain=_four(~tables.bar_cell & (tables.pairs_at & _pairs_at_once(tables) == 0)).astype(np.bool_),
        skips=_four(merged.skips),
        faces=tables.faces,
        boxes=tables.penalty_boxes,
        lanes=lanes,
        end_rows=tables.end_rows,
        die_stays=tables.die_stays,
        die_width=die_width,
        table_width=ROWS * die_width,
        entry_of=_four(dice * die_width + numbers * lanes),
        swaps=len(tables.swaps) > 0,
    )


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


def _pairs_at_once(tables: Tables) -> int:
    """A bit for every pair whose bonus comes at once."""
    return sum(1 << pair for pair, kind in enumerate(tables.pair_kind) if is_at_once(int(kind)))


def is_at_once(kind: int) -> bool:
    """Whether the bonus of this kind of pair comes at once."""
    return PAIR_KINDS[kind] in AT_ONCE
