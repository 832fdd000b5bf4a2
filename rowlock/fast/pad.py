"""The tables as the kernel wants them: three flat arrays, every address a shift and a sum.

Few arrays, because each one that is handed from function to function costs the kernel time. `book` begins
with single numbers and with the places where its sections begin, by the names below: `book[FACES]` is a
number, `book[book[POINTS] + i]` is in a section.

A row's state has a *twin* for the row that somebody has closed: the same crosses, but nothing may be crossed
any more. State s has the twin s + `book[TWIN]`, so that a closed row needs no question in the kernel's inner
loop. Behind the last row stands an empty one, to which passes are written.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.variant import Variant
from rowlock.fast.rows import Unsupported
from rowlock.fast.tables import PAIR_KINDS, Tables

TWO_IN_FEWEST, ONE_IN_EACH = PAIR_KINDS.index("two-in-fewest"), PAIR_KINDS.index("one-in-each")
DOUBLE_FEWEST, NO_PENALTIES = PAIR_KINDS.index("double-fewest"), PAIR_KINDS.index("no-penalties")
LOCKS = 1 << 15
"""The bit of a step that crosses the lock."""
MOST_TIES = 4
"""As many ties as one move may have to answer."""
MOST_CELLS = 31

NUMBERS = (
    "ROWS", "SHIFT", "TWIN", "SPAN", "NOWHERE", "CALLS", "FACES", "BOXES", "PENALTY", "END_ROWS",
    "DIE_STAYS", "PLAIN", "OWN_COLOURS", "LUCK", "BAR", "PAIRS", "DOUBLES", "PARDONS",
)  # fmt: skip
SECTIONS = (
    "CELL_OF", "NEXT", "PASSED", "COUNT", "POINTS", "HELD", "REACH", "LUCKY", "SPECIAL", "PAIRS_AT",
    "BAR_ROW", "NEXT_FIELD", "PAIR_NEEDS", "PAIR_KIND", "PAIR_POINTS", "ROW_POINTS",
)  # fmt: skip
(
    ROWS, SHIFT, TWIN, SPAN, NOWHERE, CALLS, FACES, BOXES, PENALTY, END_ROWS,
    DIE_STAYS, PLAIN, OWN_COLOURS, LUCK, BAR, PAIRS, DOUBLES, PARDONS,
    CELL_OF, NEXT, PASSED, COUNT, POINTS, HELD, REACH, LUCKY, SPECIAL, PAIRS_AT, BAR_ROW,
    NEXT_FIELD, PAIR_NEEDS, PAIR_KIND, PAIR_POINTS, ROW_POINTS,
) = range(len(NUMBERS) + len(SECTIONS))  # fmt: skip

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
    cell_of = np.where(tables.cell_of < 0, tables.step.shape[2], tables.cell_of).astype(np.uint8).ravel()
    pick = _pick_table(2 * tables.step.shape[0] + 1)
    return Pad(make_book(tables, shift), _flat_steps(tables, shift), pick, cell_of)


def make_book(tables: Tables, shift: int) -> Ints:
    """Single numbers and sections by their names; sections by state are for open rows, then for twins."""
    rows, twin, cells = tables.step.shape
    calls = tables.cell_of.shape[1]
    own = all(int(tables.reach[d, n]) & ~(1 << d) == 0 for d in range(rows) for n in range(calls))
    numbers = {
        "ROWS": rows, "SHIFT": shift, "TWIN": twin, "SPAN": 2 * twin << shift, "NOWHERE": cells,
        "CALLS": calls, "FACES": tables.faces, "BOXES": tables.penalty_boxes,
        "PENALTY": tables.penalty_points, "END_ROWS": tables.end_rows, "DIE_STAYS": tables.die_stays,
        "PLAIN": not tables.has_effects, "OWN_COLOURS": own, "LUCK": len(tables.lucky),
        "BAR": len(tables.bar_row) + 1, "PAIRS": len(tables.pair_needs),
        "DOUBLES": _pairs_of(tables, DOUBLE_FEWEST), "PARDONS": _pairs_of(tables, NO_PENALTIES),
    }  # fmt: skip
    sections = {
        "CELL_OF": np.where(tables.cell_of < 0, cells, tables.cell_of),  # [row, number]
        "NEXT": _with_twins(tables.next, closed=-1),  # [row, state]
        "PASSED": _with_twins(tables.passed),
        "COUNT": _with_twins(tables.count),
        "POINTS": _with_twins(tables.points),
        "HELD": _with_twins(tables.held),
        "REACH": tables.reach,  # [die, number]
        "LUCKY": tables.lucky,  # [sheet, number]
        "SPECIAL": _by_cell(tables.bar_cell + 2 * (tables.pairs_at > 0), shift),  # 1: bar, 2: pair
        "PAIRS_AT": _by_cell(tables.pairs_at, shift),  # [row, cell]
        "BAR_ROW": tables.bar_row,
        "NEXT_FIELD": tables.next_field,  # [closed, used]
        "PAIR_NEEDS": tables.pair_needs,
        "PAIR_KIND": tables.pair_kind,
        "PAIR_POINTS": tables.pair_points,
        "ROW_POINTS": tables.row_points,
    }
    flat = [np.asarray(sections[name], np.int64).ravel() for name in SECTIONS]
    starts = np.cumsum([len(NUMBERS) + len(SECTIONS), *map(len, flat)])[:-1]
    return np.concatenate([np.array([numbers[name] for name in NUMBERS], np.int64), starts, *flat])


def _pairs_of(tables: Tables, kind: int) -> int:
    """A bit for every pair of a kind."""
    return sum(1 << pair for pair, found in enumerate(tables.pair_kind) if found == kind)


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
    flat = np.zeros((rows + 1, 2 * states, 1 << shift), np.uint16)
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
