"""The tables as endings for two take them: row states that can still change, everything else as points.

A joint position is what both sheets may still become, seen from the seat that rolls next: the states of the
rows that are open, penalties, the strip or bar, and the difference of what is settled. Closed rows are
settled, and so is an open row in which a sheet can cross nothing more. Two words hold it, the first one for
the seat that rolls.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import Unsupported
from rowlock.engine.features import refuse
from rowlock.engine.scoring import points_of
from rowlock.fast.tables import Tables, refuse_several_notes

ROWS = 4
ROW_BITS, USED_BITS, PENALTY_BITS, HALF_BITS = 10, 5, 3, 8
MOST_STATES = (1 << ROW_BITS) - 2
AT_USED = ROWS * ROW_BITS
AT_PENALTIES = AT_USED + USED_BITS
AT_HALF = AT_PENALTIES + PENALTY_BITS
"""The bits at which the halves of the difference begin, the lower one in the first word."""
AT_DEAL = AT_HALF + HALF_BITS
MIDDLE = 1 << (2 * HALF_BITS - 1)
"""Added to the difference, which may be negative."""

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class EndingBoard(NamedTuple):
    """Arrays by row, then state or number; two more states stand for a row that is spent and one closed."""

    step: Ints
    """[4, S, C] the state after crossing a cell, or -1."""
    next: Ints
    """[4, S] the cell right of the rightmost cross, or -1."""
    passed: Ints
    """[4, S] how many cells lie left of the first one still free."""
    crosses: Ints
    points: Ints
    locked: Flags
    spent: Flags
    """[4, S] whether the row can never change again, whatever is rolled."""
    cell_of: Ints
    """[4, N] the cell with a number, or -1."""
    reach: Ints
    """[4, N] for a die and a sum with it, a bit for every row that it reaches."""
    slots: Ints
    """[N, slots, 2] by white sum: a swap field and the number it gives; first the sum itself, with -1."""
    lucky: Flags
    """[deal, N] whether a number is lucky for the sheets dealt first and second."""
    framed: Flags
    """[deal, 4, C] whether a cell is one of the steps."""
    bar_cell: Flags
    bar_row: Ints
    next_field: Ints
    """[2^4, fields + 1]"""
    extra_points: Ints
    """[used] points for crossed steps."""
    rows: int
    faces: int
    boxes: int
    penalty: int
    end_rows: int
    die_stays: bool
    dealt: bool
    """Whether the two sheets differ, so that a position must tell them apart."""
    twins: int
    """A bit for the first of two neighbouring rows that may be exchanged; 0 unless a whole game is solved."""


def make_ending_board(tables: Tables, twins: bool = False) -> EndingBoard:
    """Rearrange a variant's tables; it asks them, and knows no rule itself."""
    refuse(tables.variant, "endings")
    refuse_several_notes(tables.variant, "exact endings for two")
    _check_sizes(tables)
    lucky, framed = tables.lucky[:2], tables.framed[:2]
    return EndingBoard(
        step=_wide(tables.step, -1),
        next=_wide(tables.next, -1),
        passed=_wide(tables.passed, 0),
        crosses=_wide(tables.count, 0),
        points=_wide(tables.points, 0),
        locked=_wide(tables.locked, 0).astype(np.bool_),
        spent=_spent(tables, keeps=len(lucky) > 0),
        cell_of=_four(tables.cell_of, -1),
        reach=_four(tables.reach, 0),
        slots=_slots(tables),
        lucky=lucky if len(lucky) else np.zeros((2, tables.cell_of.shape[1]), np.bool_),
        framed=_framed(tables),
        bar_cell=_four(tables.bar_cell, 0).astype(np.bool_),
        bar_row=np.append(tables.bar_row, 0).astype(np.int64),
        next_field=tables.next_field.astype(np.int64),
        extra_points=np.array([_extra(tables, used) for used in range(1 << USED_BITS)], np.int64),
        rows=len(tables.states),
        faces=tables.faces,
        boxes=tables.penalty_boxes,
        penalty=tables.penalty_points,
        end_rows=tables.end_rows,
        die_stays=tables.die_stays,
        dealt=len(lucky) > 0 or framed.size > 0,
        twins=_twins(tables) if twins else 0,
    )


def _check_sizes(tables: Tables) -> None:
    used = len(tables.bar_row) + len(tables.swaps) + int(tables.framed[:1].sum())
    points = int(tables.points.max(1).sum()) + int(tables.row_points.max())
    fits = (
        len(tables.states) <= ROWS
        and int(tables.states.max()) <= MOST_STATES
        and used < 1 << USED_BITS
        and tables.penalty_boxes <= 1 << PENALTY_BITS
        and points < MIDDLE
    )
    if not fits:
        raise Unsupported(f"exact endings for two cannot play {tables.variant.title}: it is too large")


def _wide(array: npt.NDArray[np.generic], empty: int) -> Ints:
    """The same for four rows, with two more states: spent and closed."""
    found = np.full((ROWS, array.shape[1] + 2, *array.shape[2:]), empty, np.int64)
    found[: len(array), : array.shape[1]] = array
    return found


def _four(array: npt.NDArray[np.generic], empty: int) -> Ints:
    found = np.full((ROWS, *array.shape[1:]), empty, np.int64)
    found[: len(array)] = array
    return found


def _spent(tables: Tables, keeps: bool) -> Flags:
    """Where no cell can be crossed; lucky numbers look at the crosses of such a row, so it keeps them."""
    step = _wide(tables.step, -1)
    spent: Flags = np.logical_not((step >= 0).any(-1))
    spent[len(tables.states) :] = True
    if keeps:
        spent[: len(tables.states)] = False
    return spent


def _slots(tables: Tables) -> Ints:
    numbers = tables.cell_of.shape[1]
    found: list[list[tuple[int, int]]] = [[(-1, number)] for number in range(numbers)]
    for field, (one, other) in enumerate(tables.swaps.tolist()):
        found[one].append((field, other))
        found[other].append((field, one))
    width = max(map(len, found))
    return np.array([[*ways, *[(-2, 0)] * (width - len(ways))] for ways in found], np.int64)


def _framed(tables: Tables) -> Flags:
    found = np.zeros((2, ROWS, tables.step.shape[2]), np.bool_)
    if tables.framed.size:
        found[:, : len(tables.states)] = tables.framed[:2]
    return found


def _extra(tables: Tables, used: int) -> int:
    return points_of(tables.variant, used) if tables.framed.size else 0


def _twins(tables: Tables) -> int:
    """Rows 0 and 1, or 2 and 3, that play alike: the same cells by the same numbers, each by its own die."""
    found, rows = 0, len(tables.states)
    if tables.bar_row.size or tables.framed.size:
        return found
    for row in range(0, rows - 1, 2):
        same = (np.array_equal(array[row], array[row + 1]) for array in (tables.step, tables.cell_of))
        own = (not (tables.reach[die] & ~(1 << die)).any() for die in range(rows))
        found |= (all(same) and all(own)) << row
    return found
