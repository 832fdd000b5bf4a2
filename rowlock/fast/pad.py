"""The tables as the kernel wants them: a few flat arrays, every address a shift and a sum.

Few arrays, because each one that is handed from function to function costs the kernel time. `book` begins
with single numbers and with the places where its sections begin, by the names that the kernel gives them:
`book[FACES]` is a number, `book[book[POINTS] + i]` is in a section.

A row's state has a *twin* for the row that somebody has closed: the same crosses, but nothing may be crossed
any more. State s has the twin s + `book[TWIN]`, so that a closed row needs no question in the kernel's inner
loop. Behind the last row stands an empty one, to which passes are written.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant
from rowlock.fast import kernel as k
from rowlock.fast.kernel import FOUR, LOCKS, MOST_TIES
from rowlock.fast.tables import PAIR_KINDS, Tables

KINDS = {
    "two-in-fewest": k.TWO_IN_FEWEST,
    "one-in-each": k.ONE_IN_EACH,
    "double-fewest": k.DOUBLE_FEWEST,
    "no-penalties": k.NO_PENALTIES,
    "thirteen": k.ONLY_POINTS,
}
"""What the kernel calls the kinds of bonus pair."""
MOST_CELLS = 31

Ints = npt.NDArray[np.int64]


class Pad(NamedTuple):
    """A variant for the kernel."""

    book: Ints
    """See `make_book`."""
    step: npt.NDArray[np.uint16]
    """By address, row × SPAN + (state << SHIFT) + cell: the state after a cross, with `LOCKS` if it locks;
    0 if it may not be crossed."""
    pick: npt.NDArray[np.uint8]
    """[(set of options << 4) + k] the k-th option of a set; at k = 15, how many there are."""
    cell_of: npt.NDArray[np.uint8]
    """[row × CALLS + number] as the section of that name, once more and small."""


def make_pad(tables: Tables) -> Pad:
    """Lay the tables out for the kernel; raises `Unsupported` where it has no room."""
    _check(tables.variant)
    shift = tables.step.shape[2].bit_length()
    rows, _, cells = tables.step.shape
    cell_of = np.full((FOUR, tables.cell_of.shape[1]), cells, np.uint8)
    cell_of[:rows][tables.cell_of >= 0] = tables.cell_of[tables.cell_of >= 0]
    pick = _pick_table(2 * FOUR + 1)
    return Pad(make_book(tables, shift), _flat_steps(tables, shift), pick, cell_of.ravel())


def make_book(tables: Tables, shift: int) -> Ints:
    """Single numbers and sections by their names; sections by state are for open rows, then for twins."""
    rows, twin, cells = tables.step.shape
    calls = tables.cell_of.shape[1]
    own = all(int(tables.reach[d, n]) & ~(1 << d) == 0 for d in range(rows) for n in range(calls))
    numbers = {
        k.ROWS: rows, k.SHIFT: shift, k.TWIN: twin, k.SPAN: 2 * twin << shift, k.NOWHERE: cells,
        k.CALLS: calls, k.FACES: tables.faces, k.BOXES: tables.penalty_boxes,
        k.PENALTY: tables.penalty_points, k.END_ROWS: tables.end_rows, k.DIE_STAYS: tables.die_stays,
        k.PLAIN: not tables.has_effects, k.OWN_COLOURS: own, k.LUCK: len(tables.lucky),
        k.BAR: len(tables.bar_row) + 1, k.PAIRS: len(tables.pair_needs),
    }  # fmt: skip
    sections = {
        k.STEP: _flat_steps(tables, shift),  # by address, as in `Pad.step`
        k.BIT: [_bit_of(remainder) for remainder in range(37)],  # by the remainder of 1 << bit
        k.PAIR_BIT: _by_cell(tables.pair_bit, shift),  # [row, cell]
        k.CELL_OF: np.where(tables.cell_of < 0, cells, tables.cell_of),  # [row, number]
        k.NEXT: _with_twins(tables.next, closed=-1),  # [row, state]
        k.PASSED: _with_twins(tables.passed),
        k.COUNT: _with_twins(tables.count),
        k.POINTS: _with_twins(tables.points),
        k.HELD: _with_twins(tables.held),
        k.REACH: tables.reach,  # [die, number]
        k.LUCKY: tables.lucky,  # [sheet, number]
        k.SPECIAL: _by_cell(tables.bar_cell + 2 * (tables.pairs_at > 0), shift),  # 1: bar, 2: pair
        k.PAIRS_AT: _by_cell(tables.pairs_at, shift),  # [row, cell]
        k.BAR_ROW: tables.bar_row,
        k.NEXT_FIELD: tables.next_field,  # [closed, used]
        k.PAIR_NEEDS: tables.pair_needs,
        k.PAIR_KIND: [KINDS[PAIR_KINDS[kind]] for kind in tables.pair_kind],
        k.PAIR_POINTS: tables.pair_points,
        k.ROW_POINTS: tables.row_points,
    }
    flat = [np.asarray(sections[name], np.int64).ravel() for name in sorted(sections)]
    starts = np.cumsum([len(numbers) + len(sections), *map(len, flat)])[:-1]
    return np.concatenate([np.array([numbers[name] for name in sorted(numbers)], np.int64), starts, *flat])


def _bit_of(remainder: int) -> int:
    """The bit whose power of two leaves this remainder modulo 37; for 36 bits they all differ."""
    return next((bit for bit in range(36) if (1 << bit) % 37 == remainder), 0)


def _check(variant: Variant) -> None:
    ties = sum(pair.kind == "two-in-fewest" for pair in variant.bonus_pairs)
    if ties > MOST_TIES:
        raise Unsupported(
            f"{variant.title} has {ties} bonus pairs of the kind two-in-fewest; "
            f"the kernel answers at most {MOST_TIES} ties in a move"
        )
    if len(variant.rows) > 4 or max(len(row.cells) for row in variant.rows) > MOST_CELLS:
        raise Unsupported(f"{variant.title}: the kernel has room for 4 rows of {MOST_CELLS} cells")


def _flat_steps(tables: Tables, shift: int) -> npt.NDArray[np.uint16]:
    rows, states, cells = tables.step.shape
    flat = np.zeros((FOUR + 1, 2 * states, 1 << shift), np.uint16)
    for row in range(rows):
        after = np.maximum(tables.step[row], 0)
        locking = np.where(tables.locked[row][after], LOCKS, 0)
        flat[row, :states, :cells] = np.where(tables.step[row] >= 0, after + locking, 0)
    return flat.ravel()


def _with_twins(array: npt.NDArray[Any], closed: int | None = None) -> npt.NDArray[Any]:
    """An array by row and state, once for open rows and once more for closed ones."""
    twins = array if closed is None else np.full_like(array, closed)
    return np.concatenate([array, twins], axis=1)


def _by_cell(array: npt.NDArray[Any], shift: int) -> npt.NDArray[Any]:
    wide = np.zeros((array.shape[0], 1 << shift), np.int64)
    wide[:, : array.shape[1]] = array
    return wide


def _pick_table(options: int) -> npt.NDArray[np.uint8]:
    pick = np.zeros((1 << options, 16), np.uint8)
    for chosen in range(1 << options):
        members = [bit for bit in range(options) if chosen >> bit & 1]
        pick[chosen, : len(members)] = members
        pick[chosen, 15] = len(members)
    return pick.ravel()
