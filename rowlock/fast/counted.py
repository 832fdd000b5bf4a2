"""Options of pads with rows between: every cross brings itself and points, which other rows count too.

Options are rated where they are found, and the best are kept as bits of two words, three rows in each: no
list of them is made.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.effects import (
    AT_CELL,
    CALLS,
    CELL_OF,
    DICE_ROWS,
    IN_WORD,
    MARKS,
    MET,
    MOST_ROWS,
    ONE,
    PASSED,
    PLAIN_ROWS,
    REACH,
    ROWS,
    ROWS_IN_WORD,
    ZERO,
    Array,
    U,
    counted_gain,
    is_met_by,
    lowest_bit,
    mark,
    of_state,
    whole,
)
from rowlock.fast.jit import inlined, popcount
from rowlock.fast.random_words import Word, choose
from rowlock.fast.ranked import PadShape
from rowlock.fast.workspace import CELLS, DICE, GAINS, LOWEST_GAIN, PASS


@inlined
def like(
    pad: Array,
    rank: Array,
    run: Array,
    memory: Array,
    at: int,
    plan: int,
    shape: PadShape,
    row: int,
    cell: int,
) -> int:
    """The rank of a cross, 0 where its row does not allow it."""
    liking = whole(rank[U(plan + row * shape.span + (memory[U(at + row)] << shape.shift) + cell)])
    if liking == 0 or rank[U(plan + shape.worth - 3)]:  # it ignores gains
        return liking
    skips = max(cell - of_state(pad, PASSED, memory, at, row), ZERO)
    gain = counted_gain(pad, memory, at, row, cell) - run[LOWEST_GAIN]
    return whole(rank[U(plan + shape.worth + skips * run[GAINS] + gain)])


@inlined
def count_white(
    pad: Array, pick: Array, rank: Array, run: Array, memory: Array, shape: PadShape, at: int, plan: int,
    word: Word,
) -> int:  # fmt: skip
    """Choose and make the best white cross: the choice."""
    best, equals = whole(rank[U(plan + shape.worth - 2)]), ONE << MOST_ROWS
    for row in range(pad[ROWS]):
        cell = memory[U(CELLS + row)]
        met = memory[U(at + MET + row)] >> cell & 1
        liking = met * like(pad, rank, run, memory, at, plan, shape, row, cell)
        equals = ZERO if liking > best else equals
        best = max(liking, best)
        equals |= whole(liking == best) << row
    equals <<= 4
    row = whole(pick[U(equals + choose(word, whole(pick[U(equals + 15)])))])
    if row == MOST_ROWS:
        return PASS
    cell = memory[U(CELLS + row)]
    mark(pad, memory, at, ZERO, row, cell)
    return row + (cell << AT_CELL)


@inlined
def count_colour(
    pad: Array, rank: Array, run: Array, memory: Array, shape: PadShape, at: int, plan: int, gone: int,
    word: Word, cost: int,
) -> int:  # fmt: skip
    """Choose and make the best cross of a colour action: the choice.

    A die's number that is crossed in its own row is open at most in rows between, any other in none of them.
    """
    passing, calls, upper, lower = whole(rank[U(plan + shape.worth - 2 + cost)]), pad[CALLS], ZERO, ZERO
    best, plain, dice = passing, pad[PLAIN_ROWS], pad[DICE_ROWS] & ~gone
    while dice:
        die = lowest_bit(dice)
        dice &= dice - 1
        for white in range(2):
            place = die * calls + memory[U(DICE + white)] + memory[U(DICE + 2 + die)]
            own, reached = pad[U(pad[CELL_OF] + place)], pad[U(pad[REACH] + place)]
            reached &= ~(ONE << die) if memory[U(at + MARKS + die)] >> own & 1 else plain
            while reached:
                row = lowest_bit(reached)
                reached &= reached - 1
                number = place - die * calls
                cell = pad[U(pad[CELL_OF] + row * calls + number)]
                liking = like(pad, rank, run, memory, at, plan, shape, row, cell)
                if liking >= best and is_met_by(pad, memory, at, row, cell, die, number):
                    if liking > best:
                        best, upper, lower = liking, ZERO, ZERO
                    if row < ROWS_IN_WORD:
                        upper |= ONE << (row * IN_WORD + cell)
                    else:
                        lower |= ONE << ((row - ROWS_IN_WORD) * IN_WORD + cell)
    above, below = whole(popcount(U(upper))), whole(popcount(U(lower)))
    chosen = choose(word, above + below + whole(best == passing))
    if chosen >= above + below:
        return PASS
    cells, first = (upper, ZERO) if chosen < above else (lower, ROWS_IN_WORD)
    for _ in range(chosen if chosen < above else chosen - above):
        cells &= cells - 1
    place = lowest_bit(cells)
    row, cell = first + place // IN_WORD, place % IN_WORD
    mark(pad, memory, at, ZERO, row, cell)
    return row + (cell << AT_CELL)
