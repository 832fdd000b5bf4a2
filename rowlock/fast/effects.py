"""The effects of a cross on a sheet, with all that follows from it, and the count of a sheet: written once.

Simulator and solver compile these functions into their kernels. The rules are in the *book* (see
`flat_tables.make_book`); what remains here is the order of things: a cross, then the bonuses that it has
earned, one after the other, in the order in which they were earned (R15 to R17).

Everything that changes lies on a *desk* of whole numbers: sheets, each from its place `at` on, and a queue.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import Any

import numpy as np

from rowlock.fast.jit import compiled, inlined, popcount

whole = np.int64
"""Typed constants, so that numba does not recompile for every value: see `jit`."""

FOUR = whole(4)
"""Kernels have four rows; those that a variant has not can never be crossed."""
ALL_ROWS = whole(15)
(
    ROWS, SHIFT, TWIN, WIDE, SPAN, NOWHERE, CALLS, FACES, BOXES, PENALTY, END_ROWS, DIE_STAYS, PLAIN,
    OWN_COLOURS, SINGLE, LUCK, BAR, PAIRS, DOUBLING, PARDONING, SWAPS,
) = map(whole, range(21))  # fmt: skip
"""Single numbers in a book: see `flat_tables.make_book`."""
(
    STEP, CELL_OF, NEXT, PASSED, COUNT, POINTS, AHEAD, REACH, LUCKY, SPECIAL, PAIR_BIT, PAIR_PLACE,
    PAIRS_AT, BAR_ROW, NEXT_FIELD, PAIR_NEEDS, PAIR_KIND, PAIR_POINTS, ROW_POINTS, RIPE_AT_FIRST, SWAP,
    SWAP_TO,
) = map(whole, range(21, 43))  # fmt: skip
"""Where its sections begin."""
LOCKS = whole(1 << 15)
"""The bit of a step that crosses the lock."""
BAR_CELL, PAIR_CELL = whole(1), whole(2)
"""The peculiarities of a cell."""
TWO_IN_FEWEST, ONE_IN_EACH, DOUBLE_FEWEST, NO_PENALTIES, ONLY_POINTS = map(whole, range(5))
"""Kinds of bonus pair, by what they do."""
MOST_TIES = 5
"""As many ties as one move may have to answer."""

PASSES, CLOSED, USED, HELD, DONE, PENALTIES, RIPE, WIDTH = map(whole, (4, 5, 6, 7, 8, 9, 10, 14))
"""Places on a sheet behind the states of its rows: where passes are written; a bit for every row that is
closed on this sheet; the bar or the strip of swaps (`Tables`: used); the pair cells that are crossed
(`Tables.pair_bit`); a bit for every complete pair that counts at the end; penalties; for each row, the cells
that bring more than a cross, and `AT_ONCE` bits further those that may bring more crosses; and the width of a
sheet."""
AT_ONCE = whole(32)
QUEUE = whole(0)
"""The queue of bonuses is the first thing on a desk."""
QUEUE_SIZE = 128
BAR_FIELD = whole(-1)
"""The mark of a bar field in the queue of bonuses; pairs are marked by their number."""
ZERO, ONE = whole(0), whole(1)

Array = np.ndarray[Any, Any]
U = np.uint64
"""An index that cannot count from the end: numba asks no question about it."""


@inlined
def of_state(book: Array, section: int, desk: Array, at: int, row: int) -> int:
    """The entry of a section of the book on a row of a sheet."""
    return book[U(book[U(section)] + row * book[U(WIDE)] + desk[U(at + row)])]


@inlined
def lowest_bit(bits: int) -> int:
    """Which bit is the lowest of some."""
    return whole(popcount(U((bits & -bits) - 1)))


@inlined
def queue_pairs(book: Array, desk: Array, at: int, tail: int, place: int) -> int:
    """A pair cell is crossed: queue the pairs that are complete, and see which cell completes one next."""
    held, pairs = desk[U(at + HELD)] | book[U(book[PAIR_BIT] + place)], book[U(book[PAIRS_AT] + place)]
    desk[U(at + HELD)] = held
    while pairs:
        pair = lowest_bit(pairs)
        pairs &= pairs - 1
        kind, rest = book[U(book[PAIR_KIND] + pair)], book[U(book[PAIR_NEEDS] + pair)] & ~held
        if rest == 0 and kind <= ONE_IN_EACH:
            desk[U(QUEUE + tail)] = pair
            tail += 1
        elif rest == 0:
            desk[U(at + DONE)] |= ONE << pair
        elif rest & (rest - 1) == 0:
            last = book[U(book[PAIR_PLACE] + lowest_bit(rest))]
            brings = ONE | whole(kind <= ONE_IN_EACH) << AT_ONCE
            desk[U(at + RIPE + (last & 3))] |= brings << (last >> 2)
    return tail


@inlined
def mark(book: Array, desk: Array, at: int, tail: int, row: int, cell: int) -> int:
    """Cross a cell and queue the bonuses that it earns; gives the queue's new end (R15.1, R16.1)."""
    address = row * book[SPAN] + (desk[U(at + row)] << book[SHIFT]) + cell
    after = book[U(book[STEP] + address)]
    again = cell < of_state(book, PASSED, desk, at, row)  # a second cross earns nothing more (R18.4)
    desk[U(at + row)] = after & (LOCKS - 1)
    desk[U(at + CLOSED)] |= (after >> 15) << row
    place = (row << book[SHIFT]) + cell
    special = ZERO if again else book[U(book[SPECIAL] + place)]
    if special & BAR_CELL:
        desk[U(QUEUE + tail)] = BAR_FIELD
        tail += 1
    if special & PAIR_CELL:
        tail = queue_pairs(book, desk, at, tail, place)
    return tail


@inlined
def mark_next(book: Array, desk: Array, at: int, tail: int, row: int) -> int:
    """Cross the next cell of a row, if it may be crossed (R15.4, R16.3)."""
    cell = of_state(book, NEXT, desk, at, row)
    return mark(book, desk, at, tail, row, cell) if cell >= 0 else tail


@inlined
def fewest_rows(book: Array, desk: Array, at: int, among: int) -> int:
    """A bit for every row that has the fewest crosses of those given as bits."""
    fewest, rows = ONE << 30, ZERO
    for row in range(book[ROWS]):
        count = of_state(book, COUNT, desk, at, row)
        if among >> row & 1 and count <= fewest:
            rows = (rows if count == fewest else ZERO) | ONE << row
            fewest = count
    return rows


@compiled
def cross(book: Array, desk: Array, at: int, row: int, cell: int, given: int, rows: int) -> int:
    """Cross a cell with all that follows. `rows` holds the answers to as many ties as are `given`.

    Stops at a tie without answer (R16.4) and gives its rows, or 0.
    """
    tail = mark(book, desk, at, ZERO, row, cell)
    head = ZERO
    while head < tail:
        bonus = desk[U(QUEUE + head)]
        head += 1
        first, last, times = ZERO, -ONE, ONE
        if bonus == BAR_FIELD:
            place = desk[U(at + CLOSED)] * book[BAR] + desk[U(at + USED)]
            field = book[U(book[NEXT_FIELD] + place)]
            if field >= 0:
                desk[U(at + USED)] = field + 1
                first = last = book[U(book[BAR_ROW] + field)]
        elif book[U(book[PAIR_KIND] + bonus)] == TWO_IN_FEWEST:
            tied = fewest_rows(book, desk, at, ALL_ROWS)
            first, times = lowest_bit(tied), ONE + ONE
            if tied & (tied - 1):
                if given == 0:
                    return tied
                first = rows & 3
                rows >>= 2
                given -= 1
            last = first
        else:
            last = book[ROWS] - 1
        for each in range(first, last + 1):
            for _ in range(times):
                tail = mark_next(book, desk, at, tail, each)
    return ZERO


@compiled
def score_of(book: Array, desk: Array, at: int) -> int:
    """A sheet's points (R9, R16.2)."""
    points, done = ZERO, desk[U(at + DONE)]
    for row in range(book[ROWS]):
        points += of_state(book, POINTS, desk, at, row)
    if not done & book[PARDONING]:
        points += desk[U(at + PENALTIES)] * book[PENALTY]
    while done:
        pair = lowest_bit(done)
        done &= done - 1
        points += book[U(book[PAIR_POINTS] + pair)]
        if book[U(book[PAIR_KIND] + pair)] == DOUBLE_FEWEST:
            row = lowest_bit(fewest_rows(book, desk, at, ALL_ROWS))
            points += book[U(book[ROW_POINTS] + of_state(book, COUNT, desk, at, row))]
    return points
