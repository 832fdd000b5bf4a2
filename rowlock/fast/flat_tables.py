"""The tables laid out for kernels: a few flat arrays, every address a shift and a sum.

Few arrays, because each one that is handed from function to function costs a kernel time, and time to
compile. The first begins with single numbers and with the places where its sections begin, by the names
that `effects` gives them: `flat[FACES]` is a number, `flat[flat[POINTS] + i]` is in a section.

A row's state has a *twin* for the row that somebody has closed: the same crosses, but nothing may be crossed
any more. State s has the twin s + `flat[TWIN]`, so that a closed row needs no question in the kernel's inner
loop. Behind the last row stands an empty one, to which passes are written.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import Unsupported
from rowlock.engine.features import refuse
from rowlock.fast import effects as e
from rowlock.fast.merged import Merged
from rowlock.fast.peculiar_cells import (
    bridged_rows,
    by_cell,
    met_at_first,
    partners,
    peculiarities,
    ripe_at_first,
    sheets_of,
)
from rowlock.fast.tables import PAIR_KINDS, Tables

KINDS = {
    "two-in-fewest": e.TWO_IN_FEWEST,
    "one-in-each": e.ONE_IN_EACH,
    "double-fewest": e.DOUBLE_FEWEST,
    "no-penalties": e.NO_PENALTIES,
    "thirteen": e.ONLY_POINTS,
}
"""The numbers of the kinds of bonus pair in kernels."""
MOST_SWAPS = 6
"""How many swap fields may show the same number."""
MOST_TIES_IN_MANY_ROWS = 3
"""The most ties that a move may meet on pads with more than four rows."""
MOST_SINGLE = 15
"""The most cells that a row may have where a set of options is one word."""
FOUR = int(e.FOUR)

Ints = npt.NDArray[np.int64]


class FlatTables(NamedTuple):
    """A variant for the kernels."""

    flat: Ints
    """See `_lay_out`."""
    step: npt.NDArray[np.uint16]
    """By address, row × SPAN + (state << SHIFT) + cell: the state after a cross, with `LOCKS` if it locks;
    0 if it may not be crossed."""
    pick: npt.NDArray[np.uint8]
    """[(set of options << 4) + k] the k-th option of a set; at k = 15, how many there are."""
    cell_of: npt.NDArray[np.uint8]
    """[row × CALLS + number] as the section of that name, once more and small."""
    reach: npt.NDArray[np.uint8]
    """[die × CALLS + number] the one cell that a die reaches, with its row << 4; then once more for a die
    that has left the game. Where a die reaches several rows (`SINGLE` is 0), of no use."""


def flatten_tables(tables: Tables, merged: Merged, every_cell: bool = False) -> FlatTables:
    """Lay the tables out for the kernels; raises `Unsupported` where they have no room.

    With `every_cell` sheets note of each cell whether it is crossed, not only of those that rules ask for.
    """
    _check(tables)
    shift = tables.step.shape[2].bit_length()
    step = _flat_steps(merged, shift)
    rows, _, cells = tables.step.shape
    cell_of = np.full((max(FOUR, rows), tables.cell_of.shape[1]), cells, np.uint8)
    cell_of[:rows][tables.cell_of >= 0] = tables.cell_of[tables.cell_of >= 0]
    flat = _lay_out(tables, merged, shift, step, every_cell)
    return FlatTables(flat, step, _pick_table(2 * FOUR + 1), cell_of.ravel(), _reached(tables))


def is_bare(flat: Ints) -> bool:
    """Whether crosses bring nothing but themselves, and dice and numbers reach one cell a row."""
    return bool(flat[e.PLAIN] and flat[e.SINGLE] and not flat[e.LUCK] and not flat[e.SWAPS])


def _lay_out(
    tables: Tables, merged: Merged, shift: int, step: npt.NDArray[np.uint16], every_cell: bool
) -> Ints:
    """Single numbers and sections by their names; sections by state are for open rows, then for twins."""
    numbers, sections = _numbers(tables, merged, shift), _sections(tables, merged, shift, step)
    if every_cell:
        sections[e.SPECIAL] = np.asarray(sections[e.SPECIAL]) | int(e.MARKED_CELL)
    flat = [np.asarray(sections[name], np.int64).ravel() for name in sorted(sections)]
    starts = np.cumsum([len(numbers) + len(sections), *map(len, flat)])[:-1]
    return np.concatenate([np.array([numbers[name] for name in sorted(numbers)], np.int64), starts, *flat])


def _numbers(tables: Tables, merged: Merged, shift: int) -> dict[np.int64, object]:
    rows, twin, cells = merged.step.shape
    calls = tables.cell_of.shape[1]
    own = all(int(tables.reach[d, n]) & ~(1 << d) == 0 for d in range(rows) for n in range(calls))
    return {
        e.ROWS: rows, e.SHIFT: shift, e.TWIN: twin, e.WIDE: 2 * twin, e.SPAN: 2 * twin << shift,
        e.NOWHERE: cells, e.CALLS: calls, e.FACES: tables.faces, e.BOXES: tables.penalty_boxes,
        e.PENALTY: tables.penalty_points, e.END_ROWS: tables.end_rows, e.DIE_STAYS: tables.die_stays,
        e.PLAIN: not (tables.has_effects or tables.framed.size or tables.bridges.size), e.OWN_COLOURS: own,
        e.SINGLE: cells <= MOST_SINGLE and bool((tables.reach & (tables.reach - 1) == 0).all()),
        e.LUCK: len(tables.lucky), e.BAR: (len(tables.bar_row) or len(tables.swaps)) + 1,
        e.PAIRS: len(tables.pair_kind),
        e.DOUBLING: _pairs_of(tables, "double-fewest"), e.PARDONING: _pairs_of(tables, "no-penalties"),
        e.SWAPS: _swaps(tables).shape[1], e.BRIDGES: len(tables.bridges), e.STEPS: tables.framed.size > 0,
        e.LISTED: rows > FOUR or len(tables.bridges) > 0, e.COUNTED: _is_counted(tables),
        e.PLAIN_ROWS: ~sum(1 << row for row, *_ in tables.bridges.tolist()),
        e.DICE_ROWS: sum(1 << row for row in tables.variant.locks.values()),
        e.MARKED: tables.partner.size > 0 or len(tables.bridges) > 0,
        e.DEAL: rows << shift if sheets_of(tables) > 1 else 0,
    }  # fmt: skip


def _is_counted(tables: Tables) -> bool:
    """Whether crosses bring themselves and points alone, on a pad with more rows than ranks are read of."""
    rows, _, cells = tables.step.shape
    fits = rows <= 2 * e.ROWS_IN_WORD and cells <= e.IN_WORD
    several = rows > FOUR or len(tables.bridges) > 0
    return bool(several and fits and not tables.has_effects and not tables.second.size)


def _sections(
    tables: Tables, merged: Merged, shift: int, step: npt.NDArray[np.uint16]
) -> dict[np.int64, npt.ArrayLike]:
    cells = tables.step.shape[2]
    return {
        e.STEP: step,  # by address, as in `FlatTables.step`
        e.CELL_OF: np.where(tables.cell_of < 0, cells, tables.cell_of),  # [row, number]
        e.NEXT: _with_twins(merged.next, closed=-1),  # [row, state]
        e.PASSED: _with_twins(merged.passed),
        e.COUNT: _with_twins(merged.counts),
        e.POINTS: _with_twins(merged.points),
        e.AHEAD: _with_twins(merged.ahead),
        e.REACH: tables.reach,  # [die, number]
        e.LUCKY: tables.lucky,  # [sheet, number]
        e.SPECIAL: peculiarities(tables, shift),  # [sheet, row, cell]
        e.PAIR_BIT: by_cell(tables.pair_bit, shift),  # [row, cell]
        e.PAIR_PLACE: _pair_places(tables),  # [bit] row and cell << 2 of a pair cell
        e.PAIRS_AT: by_cell(tables.pairs_at, shift),  # [row, cell]
        e.BAR_ROW: tables.bar_row,
        e.NEXT_FIELD: _next_fields(tables),  # [closed, used]
        e.PAIR_NEEDS: tables.pair_needs,
        e.PAIR_KIND: [KINDS[PAIR_KINDS[kind]] for kind in tables.pair_kind],
        e.PAIR_POINTS: tables.pair_points,
        e.ROW_POINTS: _points_by_count(tables),
        e.RIPE_AT_FIRST: ripe_at_first(tables),  # [sheet, row] cells that bring something on an empty sheet
        e.SWAP: _swaps(tables),  # [number, slot] the field that shows it, counted from 1, and the other << 8
        e.SWAP_TO: _first_swaps(tables),  # [used, called, number] the first field from one to the other, or 0
        e.BRIDGE: bridged_rows(
            tables
        ),  # [row] the rows between that count for it; those it counts for, negative
        e.ALSO: _flat_also(merged, shift),  # by address, the state after the cross of a partner
        e.PARTNER: partners(tables, shift),  # [sheet, row, cell] the row and cell << AT_CELL of a partner
        e.MET_AT_FIRST: met_at_first(tables),  # [row] the cells that no row between holds back
    }


def _points_by_count(tables: Tables) -> Ints:
    """Points by crosses, as far as crosses go; those beyond the pad's table add nothing."""
    most = max(int(tables.count.max()) * (1 + len(tables.bridges)), tables.framed.size)
    more = max(0, most + 1 - len(tables.row_points))
    return np.pad(tables.row_points, (0, more), mode="edge")


def _swaps(tables: Tables) -> Ints:
    found: list[list[int]] = [[] for _ in range(tables.cell_of.shape[1])]
    for field, (one, other) in enumerate(tables.swaps.tolist(), 1):
        found[one].append(field + (other << 8))
        found[other].append(field + (one << 8))
    slots = max(map(len, found))
    return np.array([[*fields, *[0] * (slots - len(fields))] for fields in found], np.int64)


def _next_fields(tables: Tables) -> npt.NDArray[np.int16]:
    """Those of the bar; nothing is ever struck on a strip of swaps."""
    if len(tables.bar_row) or not len(tables.swaps):
        return tables.next_field
    return np.tile(np.arange(len(tables.swaps) + 1), (len(tables.next_field), 1))


def _first_swaps(tables: Tables) -> Ints:
    """From left to right the first field is never worse than a later one that does the same."""
    numbers, fields = tables.cell_of.shape[1], tables.swaps.tolist()
    found = np.zeros((len(fields) + 1, numbers, numbers), np.int64)
    for used in range(len(fields)):
        for field in range(len(fields), used, -1):
            one, other = fields[field - 1]
            found[used, one, other] = found[used, other, one] = field
    return found


def _check(tables: Tables) -> None:
    variant = tables.variant
    refuse(variant, "kernels")
    if (slots := _swaps(tables).shape[1]) > MOST_SWAPS:
        raise Unsupported(
            f"{variant.title} has {slots} swap fields with the same number; the kernels hold {MOST_SWAPS}"
        )
    between = [row for row, *_ in tables.bridges.tolist()]
    if len(set(between)) < len(between) or any(one == other for _, one, other in tables.bridges.tolist()):
        raise Unsupported(f"{variant.title}: the kernels know rows between two different rows, each once")
    ties = _pairs_of(tables, "two-in-fewest").bit_count()
    most = e.MOST_TIES if len(variant.rows) <= FOUR else MOST_TIES_IN_MANY_ROWS
    if ties > most:
        raise Unsupported(
            f"{variant.title} has {ties} bonus pairs of the kind two-in-fewest; "
            f"the kernels answer at most {most} ties in a move"
        )


def _pairs_of(tables: Tables, kind: str) -> int:
    """A bit for every pair of a kind."""
    return sum(1 << p for p, found in enumerate(tables.pair_kind) if PAIR_KINDS[found] == kind)


def _pair_places(tables: Tables) -> list[int]:
    places = [(int(tables.pair_bit[row, cell]), row, cell) for row, cell in np.argwhere(tables.pair_bit)]
    return [int(row + (cell << int(e.AT_CELL))) for _, row, cell in sorted(places)]


def _reached(tables: Tables) -> npt.NDArray[np.uint8]:
    calls = tables.reach.shape[1]
    reached = np.full(
        (max(FOUR, len(tables.reach)) + 1, calls), min(tables.step.shape[2], MOST_SINGLE), np.uint8
    )
    for die, number in np.argwhere(tables.reach):
        row = int(tables.reach[die, number]).bit_length() - 1
        reached[die, number] = (row << 4) + (int(tables.cell_of[row, number]) & MOST_SINGLE)
    return reached.ravel()


def _flat_steps(merged: Merged, shift: int) -> npt.NDArray[np.uint16]:
    rows, states, cells = merged.step.shape
    flat = np.zeros((max(FOUR, rows) + 1, 2 * states, 1 << shift), np.uint16)
    for row in range(rows):
        after = np.maximum(merged.step[row], 0)
        locking = np.where(merged.locked[row][after], int(e.LOCKS), 0)
        flat[row, :states, :cells] = np.where(merged.step[row] >= 0, after + locking, 0)
    return flat.ravel()


def _flat_also(merged: Merged, shift: int) -> Ints:
    """Closed rows stay closed: their states lead to twins."""
    if not merged.also.size:
        return merged.also
    rows, states, cells = merged.also.shape
    flat = np.zeros((rows, 2 * states, 1 << shift), np.int64)
    flat[:, :states, :cells] = merged.also
    flat[:, states:, :cells] = merged.also + states
    return flat


def _with_twins(array: Ints, closed: int | None = None) -> Ints:
    """An array by row and state, once for open rows and once more for closed ones."""
    twins = array if closed is None else np.full_like(array, closed)
    return np.concatenate([array, twins], axis=1)


def _pick_table(options: int) -> npt.NDArray[np.uint8]:
    pick = np.zeros((1 << options, 16), np.uint8)
    for chosen in range(1 << options):
        members = [bit for bit in range(options) if chosen >> bit & 1]
        pick[chosen, : len(members)] = members
        pick[chosen, 15] = len(members)
    return pick.ravel()
