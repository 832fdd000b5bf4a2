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
def aim_white(book: Array, desk: Array, at: int, lucky: bool, number: int) -> int:
    """List the crosses of a white action (R4.1, R12, R23): how many there are, without answers to ties."""
    count = ZERO
    for row in range(book[ROWS]):
        cell = desk[U(CELLS + row)]
        desk[U(AIMS + count)] = row + (cell << AT_CELL)
        count += is_open(book, desk, at, row, cell) and is_met(book, desk, at, row, cell)
    if lucky:
        rows = fewest_rows(book, desk, at, ~desk[U(at + CLOSED)])
        for row in range(book[ROWS]):
            cell = next_in(book, desk, at, row)
            if rows >> row & 1 and cell >= 0:
                desk[U(AIMS + count)] = row + (cell << AT_CELL) + BY_LUCK
                count += 1
    for slot in range(book[SWAPS]):
        shown = book[U(book[SWAP] + number * book[SWAPS] + slot)]
        for row in range(book[ROWS] if shown & 255 > desk[U(at + SWAPPED)] else ZERO):
            cell = book[U(book[CELL_OF] + row * book[CALLS] + (shown >> 8))]
            desk[U(AIMS + count)] = row + (cell << AT_CELL) + ((shown & 255) << BY_SWAP)
            count += is_open(book, desk, at, row, cell) and is_met(book, desk, at, row, cell)
    return count


@compiled
def aim_colour(book: Array, desk: Array, at: int, gone: int) -> int:
    """List the crosses of a colour action (R5.1, R13.2): how many there are, without answers to ties."""
    count, rows, calls = ZERO, book[ROWS], book[CALLS]
    for row in range(rows):
        desk[U(REACHED + row)] = 0
    for option in range(2 * rows):
        die = option >> 1
        number = desk[U(DICE + (option & 1))] + desk[U(DICE + 2 + die)]
        reached = ZERO if gone >> die & 1 else book[U(book[REACH] + die * calls + number)]
        while reached:
            row = lowest_bit(reached)
            cell = book[U(book[CELL_OF] + row * calls + number)]
            desk[U(REACHED + row)] |= is_met_by(book, desk, at, row, cell, die, number) << cell
            reached &= reached - 1
    for row in range(rows):
        cells = desk[U(REACHED + row)]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            desk[U(AIMS + count)] = row + (cell << AT_CELL)
            count += is_open(book, desk, at, row, cell)
    return count


@inlined
def do_choice(book: Array, desk: Array, at: int, choice: int) -> int:
    """Make a choice's cross: the rows of a tie without answer, or 0."""
    ties, rows = choice >> AT_TIES & IN_TIES, choice >> AT_ANSWERS & IN_ANSWERS
    return cross(book, desk, at, choice & IN_ROW, choice >> AT_CELL & IN_CELL, ties, rows)


@inlined
def try_cross(book: Array, desk: Array, at: int, choice: int) -> int:
    """Make a choice's cross on a copy of the sheet: the rows of a tie without answer, or 0."""
    for i in range(RIPE):
        desk[U(PEN + i)] = desk[U(at + i)]
    if book[MARKED]:
        for i in range(MARKS, AGAIN):
            desk[U(PEN + i)] = desk[U(at + i)]
    return do_choice(book, desk, PEN, choice)


@inlined
def rate(
    book: Array, rank: Array, run: Array, plan: int, desk: Array, at: int, choice: int, points: int
) -> int:
    """The rank of a cross; if it meets a tie without answer, the rows that are tied, negative.

    `points` is what the sheet counts now.
    """
    row, cell = choice & IN_ROW, choice >> AT_CELL & IN_CELL
    blind = whole(rank[U(plan + run[WORTH] - 3)])
    doubled = blind == 0 and desk[U(at + DONE)] & book[DOUBLING] > 0
    if blind == NEVER_TRIES or not (doubled or desk[U(at + RIPE + row)] >> cell & 1):
        address = row * book[SPAN] + (desk[U(at + row)] << book[SHIFT]) + cell
        return whole(rank[U(plan + address)])
    skips = max(cell - of_state(book, PASSED, desk, at, row), ZERO)
    special = book[U(book[SPECIAL] + desk[U(at + DEALT)] + (row << book[SHIFT]) + cell)]
    if doubled or special & BRINGING:
        tied = try_cross(book, desk, at, choice)
        if tied:
            return -tied
        gain = score_of(book, desk, PEN) - points
    else:
        gain = counted_gain(book, desk, at, row, cell)
    return whole(rank[U(plan + run[WORTH] + skips * run[GAINS] + gain - run[LOWEST_GAIN])])


@inlined
def push_answers(desk: Array, height: int, choice: int, tied: int) -> int:
    """A choice meets a tie: put it on the pile once for every answer, the last row first (R16.4)."""
    for row in range(MOST_ROWS - 1, -1, -1):
        if tied >> row & 1:
            answer = row << (AT_ANSWERS + AT_CELL * (choice >> AT_TIES & IN_TIES))
            desk[U(TIES + height)] = choice + (ONE << AT_TIES) + answer
            height += 1
    return height


@compiled
def decide(
    book: Array, rank: Array, run: Array, plan: int, desk: Array, at: int, aims: int, passing: int, word: Word
) -> int:
    """Choose the best of the listed crosses and the pass, at random among equals, and do it."""
    best, equals, aimed, height, points = passing, ZERO, ZERO, ZERO, ZERO
    if rank[U(plan + run[WORTH] - 3)] != NEVER_TRIES:
        points = score_of(book, desk, at)
    while height or aimed < aims:
        if height:
            height -= 1
            choice = desk[U(TIES + height)]
        else:
            choice = desk[U(AIMS + aimed)]
            aimed += 1
        rated = rate(book, rank, run, plan, desk, at, choice, points)
        if rated < 0:
            height = push_answers(desk, height, choice, -rated)
        elif rated >= best:
            equals = equals if rated == best else ZERO
            best = rated
            desk[U(EQUALS + equals)] = choice
            equals += 1
    desk[U(EQUALS + equals)] = PASS
    choice = desk[U(EQUALS + choose(word, equals + whole(passing == best)))]
    if choice != PASS:
        do_choice(book, desk, at, choice)
        if choice >> BY_SWAP:
            desk[U(at + SWAPPED)] = choice >> BY_SWAP
    return choice
