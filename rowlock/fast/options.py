"""Options one by one: every cross of an action is listed, rated with all that it brings, and one chosen.

The options of a decision have the order of `legal_moves`: crosses by row and cell, lucky crosses by row,
swaps by field and row, the pass last.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.effects import (
    CALLS,
    CELL_OF,
    CLOSED,
    DONE,
    DOUBLING,
    FOUR,
    NEXT,
    ONE,
    PASSED,
    REACH,
    RIPE,
    ROWS,
    SHIFT,
    SPAN,
    SWAP,
    SWAPS,
    USED,
    ZERO,
    Array,
    U,
    cross,
    fewest_rows,
    lowest_bit,
    of_state,
    score_of,
    whole,
)
from rowlock.fast.jit import compiled, inlined
from rowlock.fast.random_words import Word, choose
from rowlock.fast.workspace import (
    AIMS,
    BY_LUCK,
    BY_SWAP,
    CELLS,
    DICE,
    EQUALS,
    GAINS,
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
    for row in range(FOUR):
        cell = desk[U(CELLS + row)]
        desk[U(AIMS + count)] = row + (cell << 2)
        count += is_open(book, desk, at, row, cell)
    if lucky:
        rows = fewest_rows(book, desk, at, ~desk[U(at + CLOSED)])
        for row in range(book[ROWS]):
            cell = of_state(book, NEXT, desk, at, row)
            if rows >> row & 1 and cell >= 0:
                desk[U(AIMS + count)] = row + (cell << 2) + BY_LUCK
                count += 1
    for slot in range(book[SWAPS]):
        shown = book[U(book[SWAP] + number * book[SWAPS] + slot)]
        for row in range(book[ROWS] if shown & 255 > desk[U(at + USED)] else ZERO):
            cell = book[U(book[CELL_OF] + row * book[CALLS] + (shown >> 8))]
            desk[U(AIMS + count)] = row + (cell << 2) + ((shown & 255) << BY_SWAP)
            count += is_open(book, desk, at, row, cell)
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
            desk[U(REACHED + row)] |= ONE << book[U(book[CELL_OF] + row * calls + number)]
            reached &= reached - 1
    for row in range(rows):
        cells = desk[U(REACHED + row)]
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            desk[U(AIMS + count)] = row + (cell << 2)
            count += is_open(book, desk, at, row, cell)
    return count


@inlined
def try_cross(book: Array, desk: Array, at: int, choice: int) -> int:
    """Make a choice's cross on a copy of the sheet: the rows of a tie without answer, or 0."""
    for i in range(RIPE):
        desk[U(PEN + i)] = desk[U(at + i)]
    return cross(book, desk, PEN, choice & 3, choice >> 2 & 31, choice >> 8 & 15, choice >> 12)


@inlined
def rate(
    book: Array, rank: Array, run: Array, plan: int, desk: Array, at: int, choice: int, points: int
) -> int:
    """The rank of a cross; if it meets a tie without answer, the rows that are tied, negative.

    `points` is what the sheet counts now.
    """
    row, cell = choice & 3, choice >> 2 & 31
    blind = whole(rank[U(plan + run[WORTH] - 3)])
    doubled = blind == 0 and desk[U(at + DONE)] & book[DOUBLING] > 0
    if blind == NEVER_TRIES or not (doubled or desk[U(at + RIPE + row)] >> cell & 1):
        address = row * book[SPAN] + (desk[U(at + row)] << book[SHIFT]) + cell
        return whole(rank[U(plan + address)])
    tied = try_cross(book, desk, at, choice)
    if tied:
        return -tied
    skips = max(cell - of_state(book, PASSED, desk, at, row), ZERO)
    gain = score_of(book, desk, PEN) - points
    return whole(rank[U(plan + run[WORTH] + skips * run[GAINS] + gain - run[LOWEST_GAIN])])


@inlined
def push_answers(desk: Array, height: int, choice: int, tied: int) -> int:
    """A choice meets a tie: put it on the pile once for every answer, the last row first (R16.4)."""
    for row in range(FOUR - 1, -1, -1):
        if tied >> row & 1:
            desk[U(TIES + height)] = choice + (1 << 8) + (row << (12 + 2 * (choice >> 8 & 15)))
            height += 1
    return height


@compiled
def decide(
    book: Array, rank: Array, run: Array, plan: int, desk: Array, at: int, aims: int, passing: int, word: Word
) -> int:
    """Choose the best of the listed crosses and the pass, at random among equals, and do it."""
    best, equals, aimed, height, points = passing, ZERO, ZERO, ZERO, score_of(book, desk, at)
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
        cross(book, desk, at, choice & 3, choice >> 2 & 31, choice >> 8 & 15, choice >> 12)
        if choice >> BY_SWAP:
            desk[U(at + USED)] = choice >> BY_SWAP
    return choice
