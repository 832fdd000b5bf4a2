"""The cells of a pad that bring more than a cross, or ask for others, laid out for kernels.

On pads whose sheets differ these arrays have a part for every sheet, in the order in which they are dealt.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from rowlock.fast import effects as e
from rowlock.fast.tables import Tables

ALL_BITS = (1 << 63) - 1
Ints = npt.NDArray[np.int64]


def sheets_of(tables: Tables) -> int:
    """How many sheets differ: one for every seat there may be, or a single one."""
    return tables.variant.players[1] if tables.partner.size or tables.framed.size else 1


def peculiarities(tables: Tables, shift: int) -> Ints:
    """[sheet, row, cell] what a cell brings, as bits; on every sheet once, those that differ one by one."""
    same = e.BAR_CELL * tables.bar_cell + e.PAIR_CELL * (tables.pairs_at > 0)
    for row, *of in tables.bridges.tolist():
        for neighbour in of:
            same[neighbour] |= _opened(tables, row, neighbour, same[neighbour])
    found = []
    for sheet in range(sheets_of(tables)):
        own = same.copy()
        if tables.framed.size:
            own |= e.STEP_CELL * _dealt(tables.framed, sheet)
        if tables.partner.size:
            own |= (e.LINKED_CELL | e.MARKED_CELL) * (_dealt(tables.partner, sheet) >= 0)
        found.append(by_cell(own, shift))
    return np.array(found, np.int64)


def partners(tables: Tables, shift: int) -> Ints:
    """[sheet, row, cell] the row of a linked cell's partner, and its cell << `AT_CELL`."""
    if not tables.partner.size:
        return np.zeros(0, np.int64)
    cells = tables.partner.shape[2]
    dealt = [np.maximum(_dealt(tables.partner, sheet), 0) for sheet in range(sheets_of(tables))]
    return np.array([by_cell(one // cells + (one % cells << e.AT_CELL), shift) for one in dealt], np.int64)


def ripe_at_first(tables: Tables) -> Ints:
    """[sheet, row] the cells that bring more than their cross: points, or more crosses at once.

    Bar cells, linked ones, and cells that are a pair by themselves count as if they brought more crosses.
    """
    found = np.zeros((sheets_of(tables), e.MOST_ROWS), np.int64)
    bringing = tables.bar_cell | np.isin(tables.pair_bit, tables.pair_needs)
    bridged = sorted({row for bridge in tables.bridges.tolist() for row in bridge})
    for sheet in range(len(found)):
        crosses, points = bringing.copy(), np.zeros_like(bringing)
        if tables.partner.size:
            crosses |= _dealt(tables.partner, sheet) >= 0
        if tables.framed.size:
            points |= _dealt(tables.framed, sheet)
        points[bridged] = True
        for cells, brings in ((crosses, 1 | 1 << int(e.AT_ONCE)), (points, 1)):
            for row, cell in np.argwhere(cells):
                found[sheet, row] |= brings << int(cell) & ALL_BITS
    return found


def met_at_first(tables: Tables) -> Ints:
    """[row] all cells, but none of a row between."""
    found = np.full(e.MOST_ROWS, -1, np.int64)
    found[[row for row, *_ in tables.bridges.tolist()]] = 0
    return found


def bridged_rows(tables: Tables) -> list[int]:
    """[row] a bit for every row between that counts for it; for these, the rows they count for, negative."""
    found = [0] * len(tables.states)
    for row, *of in tables.bridges.tolist():
        for neighbour in of:
            found[neighbour] |= 1 << row
        found[row] = -sum(1 << neighbour for neighbour in set(of))
    return found


def by_cell(array: npt.NDArray[Any], shift: int) -> Ints:
    """An array by row and cell, with room for as many cells as an address has."""
    wide = np.zeros((array.shape[0], 1 << shift), np.int64)
    wide[:, : array.shape[1]] = array
    return wide


def _dealt(array: npt.NDArray[Any], sheet: int) -> npt.NDArray[Any]:
    part: npt.NDArray[Any] = array[sheet % len(array)]
    return part


def _opened(tables: Tables, row: int, neighbour: int, known: Ints) -> Ints:
    """By cell of a neighbour, what it opens in a row between, behind what it opens already."""
    found = np.full_like(known, e.MARKED_CELL)
    for cell, number in _numbers(tables, neighbour):
        opened = int(tables.cell_of[row, number])
        place = 1 << int(e.AT_CELL) + 5 | opened << int(e.AT_CELL) | row
        behind = int(e.AT_BESIDE) + 9 * (-(-max(int(known[cell]).bit_length() - int(e.AT_BESIDE), 0) // 9))
        found[cell] |= place << behind if opened >= 0 else 0
    return found


def _numbers(tables: Tables, row: int) -> list[tuple[int, int]]:
    return [(int(cell), number) for number, cell in enumerate(tables.cell_of[row]) if cell >= 0]
