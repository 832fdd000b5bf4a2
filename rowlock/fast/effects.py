"""The effects of a cross on a sheet, with all that follows from it, and the count of a sheet: written once.

Simulator and solver compile these functions into their kernels. The rules are in the flat tables
of the `pad` (see `flat_tables.flatten_tables`); what remains here is the order of things: a cross, then the
bonuses that it has earned, one after the other, in the order in which they were earned (R15 to R17).

Everything that changes lies in a `memory` of whole numbers: sheets, each from its place `at` on, and a queue.
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
"""Most pads have four rows at most; those that a variant has not can never be crossed."""
MOST_ROWS = whole(8)
"""As many rows as there is room for on a sheet, and in three bits of a choice."""
ALL_ROWS = whole(255)
(
    ROWS, SHIFT, TWIN, WIDE, SPAN, NOWHERE, CALLS, FACES, BOXES, PENALTY, END_ROWS, DIE_STAYS, PLAIN,
    OWN_COLOURS, SINGLE, LUCK, BAR, PAIRS, DOUBLING, PARDONING, SWAPS, BRIDGES, STEPS, LISTED, COUNTED,
    MARKED, DEAL, PLAIN_ROWS, DICE_ROWS,
) = map(whole, range(29))  # fmt: skip
"""Single numbers in flat tables: see `flat_tables.flatten_tables`."""
(
    STEP, CELL_OF, NEXT, PASSED, COUNT, POINTS, AHEAD, REACH, LUCKY, SPECIAL, PAIR_BIT, PAIR_PLACE,
    PAIRS_AT, BAR_ROW, NEXT_FIELD, PAIR_NEEDS, PAIR_KIND, PAIR_POINTS, ROW_POINTS, RIPE_AT_FIRST, SWAP,
    SWAP_TO, BRIDGE, ALSO, PARTNER, MET_AT_FIRST,
) = map(whole, range(29, 55))  # fmt: skip
"""Where its sections begin."""
LOCKS = whole(1 << 15)
"""The bit of a step that crosses the lock."""
BAR_CELL, PAIR_CELL, MARKED_CELL, STEP_CELL, LINKED_CELL = map(whole, (1, 2, 4, 8, 16))
"""The peculiarities of a cell: it crosses the bar, belongs to a pair, is asked for once it is crossed, is one
of the steps, is linked."""
AT_BESIDE = whole(8)
"""From here on, nine bits for each row between that a cell opens: the row, the cell << AT_CELL, and a one."""
BRINGING = BAR_CELL | PAIR_CELL | LINKED_CELL
"""Those that may bring more than points of rows and steps."""
TWO_IN_FEWEST, ONE_IN_EACH, DOUBLE_FEWEST, NO_PENALTIES, ONLY_POINTS = map(whole, range(5))
"""Kinds of bonus pair, by what they do."""
MOST_TIES = 5
"""As many ties as one move may have to answer."""

CLOSED, USED, HELD, DONE, PENALTIES, SWAPPED, STEPPED, DEALT, RIPE, MARKS, MET, AGAIN, WIDTH = map(
    whole, (8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 32, 40, 48)
)
"""Places on a sheet behind the states of its rows: a bit for every row that is closed on this sheet; how far
the bar is used; the pair cells that are crossed (`Tables.pair_bit`); a bit for every complete pair that
counts at the end; penalties; how far the strip of swaps is used; how many steps are crossed; where the
peculiarities of its cells begin, on pads whose sheets differ; for each row, the cells that bring more than a
cross, and `AT_ONCE` bits further those that may bring more crosses; for each row, the marked cells that are
crossed, the cells that no row between holds back, and those crossed again; and the width of a sheet."""
AT_ONCE = whole(32)
IN_WORD, ROWS_IN_WORD = whole(21), whole(3)
"""Cells of a row, and rows, that fit into one word of options (`counted`)."""
IN_ROW, AT_CELL, IN_CELL = whole(7), whole(3), whole(31)
"""A cell as one number: its row, and its number in the row from the fourth bit on."""
QUEUE = whole(0)
"""The queue of bonuses is the first thing in the memory."""
QUEUE_SIZE = 128
BAR_FIELD = whole(-1)
"""The mark of a bar field in the queue of bonuses; pairs are marked by their number."""
ZERO, ONE = whole(0), whole(1)

Array = np.ndarray[Any, Any]
U = np.uint64
"""An index that cannot count from the end: numba asks no question about it."""


@inlined
def of_state(pad: Array, section: int, memory: Array, at: int, row: int) -> int:
    """The entry of a section of the flat tables for a row of a sheet."""
    return pad[U(pad[U(section)] + row * pad[U(WIDE)] + memory[U(at + row)])]


@inlined
def lowest_bit(bits: int) -> int:
    """The number of the lowest bit of some."""
    return whole(popcount(U((bits & -bits) - 1)))


@inlined
def queue_pairs(pad: Array, memory: Array, at: int, tail: int, place: int) -> int:
    """A pair cell is crossed: queue the pairs that are complete, and see which cell completes one next."""
    held, pairs = memory[U(at + HELD)] | pad[U(pad[PAIR_BIT] + place)], pad[U(pad[PAIRS_AT] + place)]
    memory[U(at + HELD)] = held
    while pairs:
        pair = lowest_bit(pairs)
        pairs &= pairs - 1
        kind, rest = pad[U(pad[PAIR_KIND] + pair)], pad[U(pad[PAIR_NEEDS] + pair)] & ~held
        if rest == 0 and kind <= ONE_IN_EACH:
            memory[U(QUEUE + tail)] = pair
            tail += 1
        elif rest == 0:
            memory[U(at + DONE)] |= ONE << pair
        elif rest & (rest - 1) == 0:
            last = pad[U(pad[PAIR_PLACE] + lowest_bit(rest))]
            brings = ONE | whole(kind <= ONE_IN_EACH) << AT_ONCE
            memory[U(at + RIPE + (last & IN_ROW))] |= brings << (last >> AT_CELL)
    return tail


@inlined
def earn(pad: Array, memory: Array, at: int, tail: int, row: int, cell: int, special: int) -> int:
    """A cell is crossed for the first time: note it, and queue the bonuses (R15.1, R16.1, R21)."""
    if special & (MARKED_CELL | STEP_CELL):
        memory[U(at + MARKS + row)] |= ONE << cell
        memory[U(at + STEPPED)] += special >> 3 & 1
        beside = special >> AT_BESIDE
        while beside:
            memory[U(at + MET + (beside & IN_ROW))] |= ONE << (beside >> AT_CELL & IN_CELL)
            beside >>= 9
    if special & BAR_CELL:
        memory[U(QUEUE + tail)] = BAR_FIELD
        tail += 1
    if special & PAIR_CELL:
        tail = queue_pairs(pad, memory, at, tail, (row << pad[SHIFT]) + cell)
    return tail


@compiled
def mark_partner(pad: Array, memory: Array, at: int, tail: int, place: int) -> int:
    """Cross the partner of a linked cell, wherever it lies and whatever is closed (R22.1)."""
    partner = pad[U(pad[PARTNER] + memory[U(at + DEALT)] + place)]
    row, cell = partner & IN_ROW, partner >> AT_CELL
    if memory[U(at + MARKS + row)] >> cell & 1:
        return tail
    address = row * pad[SPAN] + (memory[U(at + row)] << pad[SHIFT]) + cell
    memory[U(at + row)] = pad[U(pad[ALSO] + address)]
    special = pad[U(pad[SPECIAL] + memory[U(at + DEALT)] + (row << pad[SHIFT]) + cell)]
    return earn(pad, memory, at, tail, row, cell, special)


@inlined
def mark(pad: Array, memory: Array, at: int, tail: int, row: int, cell: int) -> int:
    """Cross a cell and queue the bonuses that it earns; gives the queue's new end (R15.1, R16.1, R22)."""
    address = row * pad[SPAN] + (memory[U(at + row)] << pad[SHIFT]) + cell
    after = pad[U(pad[STEP] + address)]
    again = cell < of_state(pad, PASSED, memory, at, row)  # a second cross earns nothing more (R18.4)
    memory[U(at + row)] = after & (LOCKS - 1)
    memory[U(at + CLOSED)] |= (after >> 15) << row
    if again:
        memory[U(at + AGAIN + row)] |= ONE << cell
        return tail
    place = (row << pad[SHIFT]) + cell
    special = pad[U(pad[SPECIAL] + memory[U(at + DEALT)] + place)]
    if special:
        tail = earn(pad, memory, at, tail, row, cell, special)
        if special & LINKED_CELL:
            tail = mark_partner(pad, memory, at, tail, place)
    return tail


@inlined
def is_met(pad: Array, memory: Array, at: int, row: int, cell: int) -> bool:
    """Whether a cell is in no row between, or a row beside it bears its number too (R20.2)."""
    return not pad[BRIDGES] or memory[U(at + MET + row)] >> cell & 1 > 0


@inlined
def is_met_by(pad: Array, memory: Array, at: int, row: int, cell: int, die: int, number: int) -> int:
    """The same in a colour action, where that row must be the die's own: 1 or 0.

    A cell that is crossed already and may be crossed again asks for nothing more.
    """
    beside = pad[U(pad[BRIDGE] + row)]
    if beside >= 0 or cell < of_state(pad, PASSED, memory, at, row):
        return ONE
    own = pad[U(pad[CELL_OF] + die * pad[CALLS] + number)]
    return -beside >> die & memory[U(at + MARKS + die)] >> own & 1


@inlined
def next_in(pad: Array, memory: Array, at: int, row: int) -> int:
    """The next cell of a row, or -1 where it may not be crossed (R12.2, R15.4, R16.3)."""
    cell = of_state(pad, NEXT, memory, at, row)
    return cell if cell >= 0 and is_met(pad, memory, at, row, cell) else -ONE


@inlined
def mark_next(pad: Array, memory: Array, at: int, tail: int, row: int) -> int:
    """Cross the next cell of a row, if it may be crossed (R15.4, R16.3)."""
    cell = next_in(pad, memory, at, row)
    return mark(pad, memory, at, tail, row, cell) if cell >= 0 else tail


@inlined
def fewest_rows(pad: Array, memory: Array, at: int, among: int) -> int:
    """A bit for every row that has the fewest crosses of those given as bits."""
    fewest, rows = ONE << 30, ZERO
    for row in range(pad[ROWS]):
        count = of_state(pad, COUNT, memory, at, row)
        if among >> row & 1 and count <= fewest:
            rows = (rows if count == fewest else ZERO) | ONE << row
            fewest = count
    return rows


@compiled
def cross(pad: Array, memory: Array, at: int, row: int, cell: int, given: int, rows: int) -> int:
    """Cross a cell with all that follows. `rows` holds the answers to as many ties as are `given`.

    Stops at a tie without answer (R16.4) and gives its rows, or 0.
    """
    tail = mark(pad, memory, at, ZERO, row, cell)
    head = ZERO
    while head < tail:
        bonus = memory[U(QUEUE + head)]
        head += 1
        first, last, times = ZERO, -ONE, ONE
        if bonus == BAR_FIELD:
            place = memory[U(at + CLOSED)] * pad[BAR] + memory[U(at + USED)]
            field = pad[U(pad[NEXT_FIELD] + place)]
            if field >= 0:
                memory[U(at + USED)] = field + 1
                first = last = pad[U(pad[BAR_ROW] + field)]
        elif pad[U(pad[PAIR_KIND] + bonus)] == TWO_IN_FEWEST:
            tied = fewest_rows(pad, memory, at, ALL_ROWS)
            first, times = lowest_bit(tied), ONE + ONE
            if tied & (tied - 1):
                if given == 0:
                    return tied
                first = rows & IN_ROW
                rows >>= AT_CELL
                given -= 1
            last = first
        else:
            last = pad[ROWS] - 1
        for each in range(first, last + 1):
            for _ in range(times):
                tail = mark_next(pad, memory, at, tail, each)
    return ZERO


@inlined
def bridged_points(pad: Array, memory: Array, at: int) -> int:
    """The points of rows where some count for others and not by themselves (R20.4)."""
    points = ZERO
    for row in range(pad[ROWS]):
        beside = pad[U(pad[BRIDGE] + row)]
        if beside >= 0:
            count = of_state(pad, COUNT, memory, at, row)
            while beside > 0:
                count += of_state(pad, COUNT, memory, at, lowest_bit(beside))
                beside &= beside - 1
            points += pad[U(pad[ROW_POINTS] + count)]
    return points


@inlined
def counted_after(pad: Array, memory: Array, at: int, row: int, more: int) -> int:
    """The points that a row's further crosses bring it, rows between counted with it (R20.4)."""
    count, beside = of_state(pad, COUNT, memory, at, row), pad[U(pad[BRIDGE] + row)]
    while beside > 0:
        count += of_state(pad, COUNT, memory, at, lowest_bit(beside))
        beside &= beside - 1
    return pad[U(pad[ROW_POINTS] + count + more)] - pad[U(pad[ROW_POINTS] + count)]


@inlined
def counted_gain(pad: Array, memory: Array, at: int, row: int, cell: int) -> int:
    """The points of a cross that brings no more crosses and completes nothing (R9, R20.4, R21.2)."""
    address = row * pad[SPAN] + (memory[U(at + row)] << pad[SHIFT]) + cell
    after, gain = pad[U(pad[STEP] + address)] & (LOCKS - 1), ZERO
    if pad[BRIDGES]:
        more = pad[U(pad[COUNT] + row * pad[WIDE] + after)] - of_state(pad, COUNT, memory, at, row)
        beside = pad[U(pad[BRIDGE] + row)]
        if beside >= 0:
            gain += counted_after(pad, memory, at, row, more)
        while beside < 0:
            gain += counted_after(pad, memory, at, lowest_bit(-beside), more)
            beside = -(-beside & (-beside - 1))
    else:
        gain += pad[U(pad[POINTS] + row * pad[WIDE] + after)] - of_state(pad, POINTS, memory, at, row)
    if pad[STEPS] and cell >= of_state(pad, PASSED, memory, at, row):
        special = pad[U(pad[SPECIAL] + memory[U(at + DEALT)] + (row << pad[SHIFT]) + cell)]
        place = pad[ROW_POINTS] + memory[U(at + STEPPED)]
        gain += pad[U(place + (special >> 3 & 1))] - pad[U(place)]
    return gain


@compiled
def score_of(pad: Array, memory: Array, at: int) -> int:
    """A sheet's points (R9, R16.2, R20.4, R21.2)."""
    points, done = ZERO, memory[U(at + DONE)]
    if pad[BRIDGES]:
        points += bridged_points(pad, memory, at)
    else:
        for row in range(pad[ROWS]):
            points += of_state(pad, POINTS, memory, at, row)
    if pad[STEPS]:
        points += pad[U(pad[ROW_POINTS] + memory[U(at + STEPPED)])]
    if not done & pad[PARDONING]:
        points += memory[U(at + PENALTIES)] * pad[PENALTY]
    while done:
        pair = lowest_bit(done)
        done &= done - 1
        points += pad[U(pad[PAIR_POINTS] + pair)]
        if pad[U(pad[PAIR_KIND] + pair)] == DOUBLE_FEWEST:
            row = lowest_bit(fewest_rows(pad, memory, at, ALL_ROWS))
            points += pad[U(pad[ROW_POINTS] + of_state(pad, COUNT, memory, at, row))]
    return points
