"""Options one by one: every cross of an action is listed, rated with all that it brings, and one chosen.

The options of a decision have the order of `legal_moves`: crosses by row and cell, lucky crosses by row,
swaps by field and row, the pass last.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.effects import (
    AGAIN,
    AT_CELL,
    BRINGING,
    CALLS,
    CELL_OF,
    CLOSED,
    DEALT,
    DONE,
    DOUBLING,
    IN_CELL,
    IN_ROW,
    MARKED,
    MARKS,
    MOST_ROWS,
    ONE,
    PASSED,
    REACH,
    RIPE,
    ROWS,
    SHIFT,
    SPAN,
    SPECIAL,
    SWAP,
    SWAPPED,
    SWAPS,
    ZERO,
    Array,
    U,
    counted_gain,
    cross,
    fewest_rows,
    is_met,
    is_met_by,
    lowest_bit,
    next_in,
    of_state,
    score_of,
    whole,
)
from rowlock.fast.jit import compiled, inlined
from rowlock.fast.random_words import Word, choose
from rowlock.fast.workspace import (
    AIMS,
    AT_ANSWERS,
    AT_TIES,
    BY_LUCK,
    BY_SWAP,
    CELLS,
    DICE,
    EQUALS,
    GAINS,
    IN_ANSWERS,
    IN_TIES,
    LOWEST_GAIN,
    NEVER_TRIES,
    PASS,
    PEN,
    REACHED,
    TIES,
    WORTH,
    is_open,
)


@inlined
def aim_white(pad: Array, memory: Array, at: int, lucky: bool, number: int) -> int:
    """List the crosses of a white action (R4.1, R12, R23): how many there are, without answers to ties."""
    count = ZERO
    for row in range(pad[ROWS]):
        cell = memory[U(CELLS + row)]
        memory[U(AIMS + count)] = row + (cell << AT_CELL)
        count += is_open(pad, memory, at, row, cell) and is_met(pad, memory, at, row, cell)
    if lucky:
        rows = fewest_rows(pad, memory, at, ~memory[U(at + CLOSED)])
        for row in range(pad[ROWS]):
            cell = next_in(pad, memory, at, row)
            if rows >> row & 1 and cell >= 0:
                memory[U(AIMS + count)] = row + (cell << AT_CELL) + BY_LUCK
                count += 1
    for slot in range(pad[SWAPS]):
        shown = pad[U(pad[SWAP] + number * pad[SWAPS] + slot)]
        for row in range(pad[ROWS] if shown & 255 > memory[U(at + SWAPPED)] else ZERO):
            cell = pad[U(pad[CELL_OF] + row * pad[CALLS] + (shown >> 8))]
            memory[U(AIMS + count)] = row + (cell << AT_CELL) + ((shown & 255) << BY_SWAP)
            count += is_open(pad, memory, at, row, cell) and is_met(pad, memory, at, row, cell)
    return count


@compiled
def aim_colour(pad: Array, memory: Array, at: int, gone: int) -> int:
    """List the crosses of a colour action (R5.1, R13.2): how many there are, without answers to ties."""
    count, rows, calls = ZERO, pad[ROWS], pad[CALLS]
    for row in range(rows):
        memory[U(REACHED + row)] = 0
    for option in range(2 * rows):
        die = option >> 1
        number = memory[U(DICE + (option & 1))] + memory[U(DICE + 2 + die)]
        reached = ZERO if gone >> die & 1 else pad[U(pad[REACH] + die * calls + number)]
        while reached:
            row = lowest_bit(reached)
            cell = pad[U(pad[CELL_OF] + row * calls + number)]
            memory[U(REACHED + row)] |= is_met_by(pad, memory, at, row, cell, die, number) << cell
            reached &= reached - 1
    for row in range(rows):
        cells = memory[U(REACHED + row)]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            memory[U(AIMS + count)] = row + (cell << AT_CELL)
            count += is_open(pad, memory, at, row, cell)
    return count


@inlined
def do_choice(pad: Array, memory: Array, at: int, choice: int) -> int:
    """Make a choice's cross: the rows of a tie without answer, or 0."""
    ties, rows = choice >> AT_TIES & IN_TIES, choice >> AT_ANSWERS & IN_ANSWERS
    return cross(pad, memory, at, choice & IN_ROW, choice >> AT_CELL & IN_CELL, ties, rows)


@inlined
def try_cross(pad: Array, memory: Array, at: int, choice: int) -> int:
    """Make a choice's cross on a copy of the sheet: the rows of a tie without answer, or 0."""
    for i in range(RIPE):
        memory[U(PEN + i)] = memory[U(at + i)]
    if pad[MARKED]:
        for i in range(MARKS, AGAIN):
            memory[U(PEN + i)] = memory[U(at + i)]
    return do_choice(pad, memory, PEN, choice)


@inlined
def rate(
    pad: Array, rank: Array, run: Array, plan: int, memory: Array, at: int, choice: int, points: int
) -> int:
    """The rank of a cross; if it meets a tie without answer, the rows that are tied, negative.

    `points` is what the sheet counts now.
    """
    row, cell = choice & IN_ROW, choice >> AT_CELL & IN_CELL
    blind = whole(rank[U(plan + run[WORTH] - 3)])
    doubled = blind == 0 and memory[U(at + DONE)] & pad[DOUBLING] > 0
    if blind == NEVER_TRIES or not (doubled or memory[U(at + RIPE + row)] >> cell & 1):
        address = row * pad[SPAN] + (memory[U(at + row)] << pad[SHIFT]) + cell
        return whole(rank[U(plan + address)])
    skips = max(cell - of_state(pad, PASSED, memory, at, row), ZERO)
    special = pad[U(pad[SPECIAL] + memory[U(at + DEALT)] + (row << pad[SHIFT]) + cell)]
    if doubled or special & BRINGING:
        tied = try_cross(pad, memory, at, choice)
        if tied:
            return -tied
        gain = score_of(pad, memory, PEN) - points
    else:
        gain = counted_gain(pad, memory, at, row, cell)
    return whole(rank[U(plan + run[WORTH] + skips * run[GAINS] + gain - run[LOWEST_GAIN])])


@inlined
def push_answers(memory: Array, height: int, choice: int, tied: int) -> int:
    """A choice meets a tie: put it on the pile once for every answer, the last row first (R16.4)."""
    for row in range(MOST_ROWS - 1, -1, -1):
        if tied >> row & 1:
            answer = row << (AT_ANSWERS + AT_CELL * (choice >> AT_TIES & IN_TIES))
            memory[U(TIES + height)] = choice + (ONE << AT_TIES) + answer
            height += 1
    return height


@compiled
def decide(
    pad: Array,
    rank: Array,
    run: Array,
    plan: int,
    memory: Array,
    at: int,
    aims: int,
    passing: int,
    word: Word,
) -> int:
    """Choose the best of the listed crosses and the pass, at random among equals, and do it."""
    best, equals, aimed, height, points = passing, ZERO, ZERO, ZERO, ZERO
    if rank[U(plan + run[WORTH] - 3)] != NEVER_TRIES:
        points = score_of(pad, memory, at)
    while height or aimed < aims:
        if height:
            height -= 1
            choice = memory[U(TIES + height)]
        else:
            choice = memory[U(AIMS + aimed)]
            aimed += 1
        rated = rate(pad, rank, run, plan, memory, at, choice, points)
        if rated < 0:
            height = push_answers(memory, height, choice, -rated)
        elif rated >= best:
            equals = equals if rated == best else ZERO
            best = rated
            memory[U(EQUALS + equals)] = choice
            equals += 1
    memory[U(EQUALS + equals)] = PASS
    choice = memory[U(EQUALS + choose(word, equals + whole(passing == best)))]
    if choice != PASS:
        do_choice(pad, memory, at, choice)
        if choice >> BY_SWAP:
            memory[U(at + SWAPPED)] = choice >> BY_SWAP
    return choice
