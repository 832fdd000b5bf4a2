"""Places of all positions of the solo game: halves, frames, extras.

A position is the states of the rows, the penalties and an *extra*: the bar's next field, or how many swap
fields are passed, and a bit for every bonus pair that is alive (none of its cells was skipped). Two rows make
a *half*. Halves are numbered by progress, so that every cross leads to a higher number; halves that differ
only in the order of rows that play alike share a number. Two halves make a *frame*, and in each frame only
the extras that play can reach have a place. A *place* holds the values for all numbers of penalties, side by
side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import Unsupported
from rowlock.engine.features import refuse
from rowlock.engine.sheet import Sheet
from rowlock.fast.merged import Merged, merge_states
from rowlock.fast.tables import Tables, refuse_several_notes
from rowlock.solver.board import ROWS, Array, Board, is_at_once, make_board

Ints = npt.NDArray[np.uint32]
Words = npt.NDArray[np.uint64]


class Index(NamedTuple):
    """The numbers of halves and frames, for the kernels."""

    left: Ints
    """[S, S] the half made of these states of rows 0 and 1."""
    right: Ints
    left_states: Ints
    """[halves, 2] row states of a half, one of those that it stands for."""
    right_states: Ints
    left_level: Ints
    """[halves] progress: the cells passed in both rows."""
    right_level: Ints
    mirror: bool
    """Whether the halves may be exchanged, with the numbers mirrored; then frames have left <= right."""
    start: Array
    """[left halves] the frame of a left half and a right one is `start[left] + right`."""
    words: int
    """64-bit words for the reachable extras of a frame; 0 if there is but one extra."""


@dataclass(frozen=True)
class Layout:
    """A variant's positions, numbered."""

    tables: Tables
    merged: Merged
    board: Board
    index: Index

    @cached_property
    def pad(self) -> Array:
        """The tables for `fast.effects`; made where something is solved, since that needs numba."""
        from rowlock.fast.flat_tables import flatten_tables

        return flatten_tables(self.tables, self.merged).flat

    @cached_property
    def frames(self) -> int:
        left, right = len(self.index.left_states), len(self.index.right_states)
        return left * (left + 1) // 2 if self.index.mirror else left * right

    @cached_property
    def extras(self) -> int:
        """How many extras there are, reachable or not."""
        return count_extras(self.tables)

    def frame_of(self, sheet: Sheet) -> int:
        """The frame of a sheet's rows."""
        states = [int(self.merged.of[r, s]) for r, s in enumerate(self.tables.states_of(sheet))]
        states += [0] * (ROWS - len(states))
        left, right = int(self.index.left[*states[:2]]), int(self.index.right[*states[2:]])
        if self.index.mirror:
            left, right = sorted((left, right))
        return int(self.index.start[left]) + right

    def extra_of(self, sheet: Sheet) -> int:
        """The part of a sheet beyond its rows."""
        fields, pairs = len(self.tables.bar_row), len(self.tables.pair_kind)
        if len(self.tables.swaps):
            return self.tables.used_of(sheet)
        used = self.tables.used_of(sheet) if fields else 0
        field = int(self.tables.next_field[sheet.closed, used])
        alive = sum(self._is_alive(sheet, pair) << pair for pair in range(pairs))
        return (field if field >= 0 else fields) << pairs | alive

    def _is_alive(self, sheet: Sheet, pair: int) -> bool:
        """Whether no cell of the pair was skipped; one whose bonus has come and gone is not alive either."""
        rest = int(self.tables.pair_needs[pair])
        ahead = 0
        for row, state in enumerate(self.tables.states_of(sheet)):
            rest &= ~int(self.tables.held[row, state])
            ahead |= int(self.merged.ahead[row, self.merged.of[row, state]])
        return not rest & ~ahead and (rest > 0 or not is_at_once(int(self.tables.pair_kind[pair])))


def make_layout(tables: Tables) -> Layout:
    """Number the positions of a variant's solo game; raises `Unsupported` if it has more than they tell."""
    refuse(tables.variant, "solver")
    refuse_several_notes(tables.variant, "the solver")
    if len(tables.swaps) and len(tables.pair_kind):
        raise Unsupported(
            f"the solver cannot play {tables.variant.title}: it supports bonus_pairs or swaps, not both"
        )
    merged = merge_states(tables)
    swaps, mirror = find_symmetries(tables)
    left, right = (_number_halves(merged, row, (row, row + 1) in swaps) for row in (0, 2))
    extras = count_extras(tables)
    words = 0 if extras == 1 else -(-extras // 64)
    ordinal, width = np.arange(len(left[1])), len(right[1])
    start = ordinal * width - (ordinal * (ordinal + 1) // 2 if mirror else 0)
    halves = (left[0], right[0], left[1], right[1], left[2], right[2])
    index = Index(*halves, mirror, start, words)
    return Layout(tables, merged, make_board(tables, merged), index)


def count_extras(tables: Tables) -> int:
    """A field of the bar or of the strip, or none, and every set of pairs."""
    return (len(tables.bar_row) + len(tables.swaps) + 1) << len(tables.pair_kind)


def find_symmetries(tables: Tables) -> tuple[set[tuple[int, int]], bool]:
    """The halves whose rows play alike, and whether the halves do, with the numbers mirrored."""
    if tables.has_effects:
        return set(), False
    orders = {(0, 1): (1, 0, 2, 3), (2, 3): (0, 1, 3, 2)}
    swaps = {
        rows
        for rows, order in orders.items()
        if rows[1] < len(tables.states) and _plays_alike(tables, order, mirrored=False)
    }
    return swaps, len(swaps) == 2 and _plays_alike(tables, (2, 3, 0, 1), mirrored=True)


def _plays_alike(tables: Tables, order: tuple[int, ...], *, mirrored: bool) -> bool:
    """Whether the game stays the same if row i becomes row order[i], and numbers are mirrored or not."""
    variant = tables.variant
    colours = {row.lock: variant.rows[order[r]].lock for r, row in enumerate(variant.rows)}
    turn = 2 + 2 * variant.faces
    for r, row in enumerate(variant.rows):
        image = variant.rows[order[r]]
        cells = [
            ([colours[colour] for colour in cell.colours], turn - cell.number if mirrored else cell.number)
            for cell in row.cells
        ]
        if cells != [([*cell.colours], cell.number) for cell in image.cells]:
            return False
        if (row.needs, row.closers) != (image.needs, image.closers):
            return False
        if not np.array_equal(tables.step[r], tables.step[order[r]]):  # cells that count twice differ
            return False
    lucky = set(np.flatnonzero(tables.lucky[0]).tolist() if len(tables.lucky) else ())
    swaps = [set(field) for field in tables.swaps.tolist()]
    return not mirrored or (
        {turn - number for number in lucky} == lucky
        and [{turn - number for number in field} for field in swaps] == swaps
    )


def _number_halves(merged: Merged, row: int, swap: bool) -> tuple[Ints, Ints, Ints]:
    """Number the halves made of a row and the next, by progress: [S, S] numbers, states and levels."""
    progress = [_progress(merged, r) for r in (row, row + 1)]
    pairs = [
        (int(progress[0][a] + progress[1][b]), a, b)
        for a in range(len(progress[0]))
        for b in range(len(progress[1]))
        if not swap or a <= b
    ]
    pairs.sort()
    numbers = np.zeros((len(progress[0]), len(progress[1])), np.uint32)
    for number, (_, a, b) in enumerate(pairs):
        numbers[a, b] = number
        if swap:
            numbers[b, a] = number
    found = np.array(pairs, np.uint32)
    return numbers, np.ascontiguousarray(found[:, 1:]), np.ascontiguousarray(found[:, 0])


def _progress(merged: Merged, row: int) -> Array:
    """[states of the row] how far each is: every step leads further."""
    if row >= len(merged.states):
        return np.zeros(1, np.int64)
    states, end = int(merged.states[row]), merged.step.shape[2] + 1
    return np.where(merged.locked[row, :states], end, merged.passed[row, :states])
