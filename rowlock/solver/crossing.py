"""A sheet in the solver's kernels: what a cross of it leads to, where that has its place, what it counts.

What follows from a cross is in `fast.effects`; here sheets go into its memory and come back as five numbers.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

import numpy as np

from rowlock.fast.effects import (
    AHEAD,
    AT_CELL,
    BAR,
    CLOSED,
    DONE,
    HELD,
    NEXT_FIELD,
    ONE,
    ONE_IN_EACH,
    PAIR_KIND,
    PAIR_NEEDS,
    PAIRS,
    PENALTIES,
    RIPE,
    ROWS,
    SWAP_TO,
    USED,
    ZERO,
    Array,
    U,
    cross,
    lowest_bit,
    of_state,
    score_of,
    whole,
)
from rowlock.fast.jit import compiled, inlined, popcount
from rowlock.solver.board import Board
from rowlock.solver.layout import Index
from rowlock.solver.scratch import AFTER, BEFORE, EXTRA, LIVING, TIES, Scratch, Whole

MANY = whole(1000)


@inlined
def join(start: Array, mirror: bool, left: Whole, right: Whole) -> Whole:
    """The frame made of two halves."""
    if mirror and left > right:
        left, right = right, left
    return start[left] + right


@inlined
def frame_of(index: Index, a: Whole, b: Whole, c: Whole, d: Whole) -> Whole:
    return join(index.start, index.mirror, np.int64(index.left[a, b]), np.int64(index.right[c, d]))


@inlined
def place_of(index: Index, reached: Array, first: Array, frame: Whole, extra: Whole) -> Whole:
    """The place of an extra in its frame: after the reachable ones before it."""
    if index.words == 0:
        return frame
    word = frame * index.words
    place = first[frame]
    for _ in range(extra >> 6):
        place += np.int64(popcount(reached[word]))
        word += 1
    below = (np.uint64(1) << np.uint64(extra & 63)) - np.uint64(1)
    return place + np.int64(popcount(reached[word] & below))


@inlined
def place_after(index: Index, reached: Array, first: Array, sheets: Array, i: Whole) -> Whole:
    frame = frame_of(index, sheets[i, 0], sheets[i, 1], sheets[i, 2], sheets[i, 3])
    return place_of(index, reached, first, frame, sheets[i, EXTRA])


@inlined
def closed_rows(locked: Array, sheets: Array, i: Whole) -> Whole:
    """A bit for every locked row."""
    closed = ZERO
    for r in range(4):
        closed |= whole(locked[r, sheets[i, r]]) << r
    return closed


@inlined
def is_over(end_rows: Whole, closed: Whole) -> bool:
    """Whether enough rows are closed (R8.2)."""
    return whole(popcount(U(closed))) >= end_rows


@inlined
def fewest_crosses(board: Board, sheets: Array, closed: Whole) -> Whole:
    """The crosses of the open row that has the fewest, for a lucky number (R12.2)."""
    fewest = MANY
    for row in range(board.rows):
        if not closed >> row & 1:
            fewest = min(fewest, board.counts[row, sheets[0, row]])
    return fewest


@inlined
def settle_bar(pad: Array, extra: Whole, closed: Whole) -> Whole:
    """The extra with its bar on a field that is free; struck ones are skipped (R15.3)."""
    pairs = pad[PAIRS]
    field = pad[U(pad[NEXT_FIELD] + closed * pad[BAR] + (extra >> pairs))]
    if field < 0:
        field = pad[BAR] - 1
    return (extra & ((ONE << pairs) - 1)) | field << pairs


@inlined
def ahead_of(pad: Array, memory: Array, at: Whole) -> Whole:
    """The pair cells of a sheet that may still be crossed."""
    ahead = ZERO
    for row in range(pad[ROWS]):
        ahead |= of_state(pad, AHEAD, memory, at, row)
    return ahead


@inlined
def keep(target: Array, i: Whole, source: Array, j: Whole) -> None:
    """Copy a sheet."""
    for column in range(5):
        target[i, column] = source[j, column]


@compiled
def lay_out(pad: Array, memory: Array, sheets: Array, i: Whole, closed: Whole) -> None:
    """A sheet into the memory, before it is crossed or counted.

    A cell of such a pair is crossed if it is no longer ahead.
    """
    for row in range(4):
        memory[U(BEFORE + row)] = sheets[i, row]
    ahead, needed, done = ahead_of(pad, memory, BEFORE), ZERO, ZERO
    extra = whole(sheets[i, EXTRA])
    alive = extra & ((ONE << pad[PAIRS]) - 1)
    pairs = alive
    while pairs:
        pair = lowest_bit(pairs)
        pairs &= pairs - 1
        needs = pad[U(pad[PAIR_NEEDS] + pair)]
        needed |= needs
        done |= whole(needs & ahead == 0) << pair
    memory[U(BEFORE + CLOSED)] = closed
    memory[U(BEFORE + USED)] = extra >> pad[PAIRS]
    memory[U(BEFORE + HELD)] = needed & ~ahead
    memory[U(BEFORE + DONE)] = done
    memory[U(LIVING)] = alive


@inlined
def write_down(pad: Array, memory: Array, outcomes: Array, found: Whole) -> None:
    """The sheet that a cross has left in the memory, as five numbers."""
    alive = memory[U(LIVING)]
    for row in range(4):
        outcomes[found, row] = memory[U(AFTER + row)]
    ahead, held, pairs = ahead_of(pad, memory, AFTER), memory[U(AFTER + HELD)], alive
    while pairs:
        pair = lowest_bit(pairs)
        pairs &= pairs - 1
        rest = pad[U(pad[PAIR_NEEDS] + pair)] & ~held
        come_and_gone = rest == 0 and pad[U(pad[PAIR_KIND] + pair)] <= ONE_IN_EACH
        if rest & ~ahead or come_and_gone:
            alive &= ~(ONE << pair)
    extra = alive | memory[U(AFTER + USED)] << pad[PAIRS]
    outcomes[found, EXTRA] = settle_bar(pad, extra, memory[U(AFTER + CLOSED)])


@compiled
def final_score(
    pad: Array, memory: Array, sheets: Array, i: Whole, closed: Whole, penalties: Whole, more: bool | None
) -> Whole:
    """The total if the game ended here (R9, R16.2)."""
    if more is None:
        for row in range(4):
            memory[U(BEFORE + row)] = sheets[i, row]
    else:
        lay_out(pad, memory, sheets, i, closed)
    memory[U(BEFORE + PENALTIES)] = penalties
    return score_of(pad, memory, BEFORE)


@compiled
def expand_bonus(
    pad: Array, memory: Array, row: Whole, cell: Whole, outcomes: Array, found: Whole
) -> Whole:  # fmt: skip
    """The sheets after a cross that may bring more: once for every answer to a tie (R16.4)."""
    height = ONE
    memory[U(TIES)] = 0
    while height:
        height -= 1
        answers = memory[U(TIES + height)]
        given = answers & 15
        for column in range(RIPE):
            memory[U(AFTER + column)] = memory[U(BEFORE + column)]
        tied = cross(pad, memory, AFTER, row, cell, given, answers >> 4)
        if tied == 0:
            write_down(pad, memory, outcomes, found)
            found += 1
        while tied:
            memory[U(TIES + height)] = answers + 1 + (lowest_bit(tied) << (4 + AT_CELL * given))
            height += 1
            tied &= tied - 1
    return found


@inlined
def expand(
    board: Board, work: Scratch, before: Array, i: Whole, row: Whole, cell: Whole, outcomes: Array,
    found: Whole, more: bool | None,
) -> Whole:  # fmt: skip
    """Everything that crossing a cell can lead to, appended to `outcomes`; returns how many there are.

    Where a cross may bring more, the sheet lies in the memory already (`lay_out`).
    """
    if more is None or board.plain[row, cell]:
        state = before[i, row]
        for r in range(4):
            outcomes[found, r] = before[i, r]
        after = board.step[row, state, cell]
        extra = whole(before[i, EXTRA]) & ~board.skips[row, state, cell]
        outcomes[found, row] = after
        if more is not None and board.locked[row, after]:
            extra = settle_bar(work.pad, extra, closed_rows(board.locked, outcomes, found))
        outcomes[found, EXTRA] = extra
        return found + 1
    return expand_bonus(work.pad, work.memory, row, cell, outcomes, found)


@inlined
def swapped(pad: Array, used: Whole, called: Whole, number: Whole, numbers: Whole) -> Whole:
    """The swap field, counted from 1, by which a called number becomes another; 0 if there is none (R23)."""
    return pad[U(pad[SWAP_TO] + (used * numbers + called) * numbers + number)]
