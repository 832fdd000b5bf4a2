"""Options by rank: where every cross brings itself and no more, the ranks of all are read at once.

That is so where crosses have no effects, and where a bot does not care about them.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import NamedTuple

from rowlock.fast.effects import (
    AT_CELL,
    AT_ONCE,
    CALLS,
    CLOSED,
    COUNTED,
    DEALT,
    DONE,
    DOUBLING,
    FOUR,
    LISTED,
    LOCKS,
    NOWHERE,
    ONE,
    OWN_COLOURS,
    PLAIN,
    RIPE,
    SHIFT,
    SINGLE,
    SPAN,
    SPECIAL,
    SWAPS,
    ZERO,
    Array,
    U,
    cross,
    whole,
)
from rowlock.fast.jit import inlined, popcount
from rowlock.fast.random_words import Word, choose
from rowlock.fast.workspace import CELLS, DICE, NEVER_TRIES, PASS

LAST = whole(63)
"""In a set of options as one word, the pass."""


class Shape(NamedTuple):
    """The book's entries on every action, read once: only what is stored anew has to be read again."""

    shift: int
    span: int
    worth: int
    """Where in a bot's ranks those by skips and gain begin."""
    calls: int
    nowhere: int
    plain: bool
    single: bool
    own: bool
    swaps: bool
    listed: bool
    """Whether every option is listed and rated by itself, in every action."""
    counted: bool
    """Whether other rows count for a cross as well, and it brings nothing else (`counted`)."""


@inlined
def shape_of(book: Array, worth: int) -> Shape:
    return Shape(
        book[SHIFT],
        book[SPAN],
        worth,
        book[CALLS],
        book[NOWHERE],
        book[PLAIN] > 0,
        book[SINGLE] > 0,
        book[OWN_COLOURS] > 0,
        book[SWAPS] > 0,
        book[LISTED] > 0,
        book[COUNTED] > 0,
    )


@inlined
def choose_white(rank: Array, pick: Array, desk: Array, at: int, plan: int, shape: Shape, word: Word) -> int:
    """The row of the best white cross by what it is worth alone; `FOUR` is a pass."""
    shift, span, worth = shape.shift, shape.span, shape.worth
    best, equals = whole(rank[U(plan + worth - 2)]), ONE << FOUR
    for row in range(FOUR):
        place = row * span + (desk[U(at + row)] << shift) + desk[U(CELLS + row)]
        liking = whole(rank[U(plan + place)])
        equals = ZERO if liking > best else equals
        best = max(liking, best)
        equals |= whole(liking == best) << row
    equals <<= 4
    return whole(pick[U(equals + choose(word, whole(pick[U(equals + 15)])))])


@inlined
def choose_own(
    rank: Array, pick: Array, desk: Array, at: int, plan: int, shape: Shape, word: Word, cost: int
) -> int:
    """The best colour action where each die has its own row, as a place in `CELLS`; the last is a pass."""
    shift, span, worth = shape.shift, shape.span, shape.worth
    best, equals = whole(rank[U(plan + worth - 2 + cost)]), ONE << 2 * FOUR
    for row in range(FOUR):
        start = plan + row * span + (desk[U(at + row)] << shift)
        for option in range(2):
            liking = whole(rank[U(start + desk[U(CELLS + 2 * row + option)])])
            equals = ZERO if liking > best else equals
            best = max(liking, best)
            equals |= whole(liking == best) << (2 * row + option)
    equals <<= 4
    return whole(pick[U(equals + choose(word, whole(pick[U(equals + 15)])))])


@inlined
def reach_own(cell_of: Array, desk: Array, shape: Shape) -> None:
    """The two cells of each row that its own die reaches with a white one, from left to right."""
    for row in range(FOUR):
        line = row * shape.calls + desk[U(DICE + 2 + row)]
        one, two = whole(cell_of[U(line + desk[U(DICE)])]), whole(cell_of[U(line + desk[U(DICE + 1)])])
        desk[U(CELLS + 2 * row)] = min(one, two)
        desk[U(CELLS + 2 * row + 1)] = shape.nowhere if one == two else max(one, two)


@inlined
def choose_mixed(
    reach: Array, rank: Array, desk: Array, at: int, plan: int, shape: Shape, gone: int, word: Word, cost: int
) -> int:
    """The best colour action where a die may reach any row, as row << 4 and cell; `LAST` is a pass.

    The set of the best is one word, so that it has the order of rows and cells by itself.
    """
    shift, span, worth = shape.shift, shape.span, shape.worth
    best, equals = whole(rank[U(plan + worth - 2 + cost)]), U(1) << U(LAST)
    for die in range(FOUR):
        line = (FOUR if gone >> die & 1 else die) * shape.calls + desk[U(DICE + 2 + die)]
        for white in range(2):
            place = whole(reach[U(line + desk[U(DICE + white)])])
            row = place >> 4
            start = plan + row * span + (desk[U(at + row)] << shift)
            liking = whole(rank[U(start + (place & 15))])
            equals = U(0) if liking > best else equals
            best = max(liking, best)
            equals |= U(liking == best) << U(place)
    for _ in range(choose(word, whole(popcount(equals)))):
        equals &= equals - U(1)
    return whole(popcount((equals & (~equals + U(1))) - U(1)))


@inlined
def take(step: Array, desk: Array, at: int, shape: Shape, row: int, cell: int) -> None:
    """Cross a cell that brings nothing else; for a pass, in the row behind the last."""
    after = whole(step[U(row * shape.span + (desk[U(at + row)] << shape.shift) + cell)])
    desk[U(at + row)] = after & (LOCKS - 1)
    desk[U(at + CLOSED)] |= (after >> 15) << row


@inlined
def take_any(
    book: Array, step: Array, desk: Array, at: int, shape: Shape, row: int, cell: int, more: bool | None
) -> int:
    """Cross a cell with all that follows; for a pass, in the row behind the last. The choice as a number."""
    if more is None or shape.plain:
        take(step, desk, at, shape, row, cell)
    elif row < FOUR and book[U(book[SPECIAL] + desk[U(at + DEALT)] + (row << shape.shift) + cell)]:
        cross(book, desk, at, row, cell, ZERO, ZERO)
    else:
        take(step, desk, at, shape, row, cell)
    return PASS if row == FOUR else row + (cell << AT_CELL)


@inlined
def brings_more(
    rank: Array, desk: Array, at: int, plan: int, shape: Shape, blind: int, row: int, cell: int
) -> bool:
    """Whether a cell may be crossed and brings more than its cross that matters to the bot."""
    if desk[U(at + RIPE + row)] >> (cell + blind * AT_ONCE) & 1:
        return rank[U(plan + row * shape.span + (desk[U(at + row)] << shape.shift) + cell)] > 0
    return False


@inlined
def tries_white(book: Array, rank: Array, desk: Array, at: int, plan: int, shape: Shape) -> bool:
    """Whether a bot has to try the crosses of a white action."""
    blind = whole(rank[U(plan + shape.worth - 3)])
    if blind == NEVER_TRIES:
        return False
    tries = blind == 0 and desk[U(at + DONE)] & book[DOUBLING] > 0
    for row in range(FOUR):
        tries |= brings_more(rank, desk, at, plan, shape, blind, row, desk[U(CELLS + row)])
    return tries


@inlined
def tries_colour(
    book: Array, reach: Array, rank: Array, desk: Array, at: int, plan: int, shape: Shape, gone: int
) -> bool:
    """The same for a colour action."""
    blind = whole(rank[U(plan + shape.worth - 3)])
    if blind == NEVER_TRIES:
        return False
    tries = blind == 0 and desk[U(at + DONE)] & book[DOUBLING] > 0
    for die in range(FOUR):
        line = (FOUR if gone >> die & 1 else die) * shape.calls + desk[U(DICE + 2 + die)]
        for white in range(2):
            place = whole(reach[U(line + desk[U(DICE + white)])])
            tries |= brings_more(rank, desk, at, plan, shape, blind, place >> 4, place & 15)
    return tries
