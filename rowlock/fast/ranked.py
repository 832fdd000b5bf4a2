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


class PadShape(NamedTuple):
    """The entries of the flat tables that every action needs, read once for a whole game."""

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
def shape_of(pad: Array, worth: int) -> PadShape:
    return PadShape(
        pad[SHIFT],
        pad[SPAN],
        worth,
        pad[CALLS],
        pad[NOWHERE],
        pad[PLAIN] > 0,
        pad[SINGLE] > 0,
        pad[OWN_COLOURS] > 0,
        pad[SWAPS] > 0,
        pad[LISTED] > 0,
        pad[COUNTED] > 0,
    )


@inlined
def choose_white(
    rank: Array, pick: Array, memory: Array, at: int, plan: int, shape: PadShape, word: Word
) -> int:
    """The row of the best white cross by what it is worth alone; `FOUR` is a pass."""
    shift, span, worth = shape.shift, shape.span, shape.worth
    best, equals = whole(rank[U(plan + worth - 2)]), ONE << FOUR
    for row in range(FOUR):
        place = row * span + (memory[U(at + row)] << shift) + memory[U(CELLS + row)]
        liking = whole(rank[U(plan + place)])
        equals = ZERO if liking > best else equals
        best = max(liking, best)
        equals |= whole(liking == best) << row
    equals <<= 4
    return whole(pick[U(equals + choose(word, whole(pick[U(equals + 15)])))])


@inlined
def choose_own(
    rank: Array, pick: Array, memory: Array, at: int, plan: int, shape: PadShape, word: Word, cost: int
) -> int:
    """The best colour action where each die has its own row, as a place in `CELLS`; the last is a pass."""
    shift, span, worth = shape.shift, shape.span, shape.worth
    best, equals = whole(rank[U(plan + worth - 2 + cost)]), ONE << 2 * FOUR
    for row in range(FOUR):
        start = plan + row * span + (memory[U(at + row)] << shift)
        for option in range(2):
            liking = whole(rank[U(start + memory[U(CELLS + 2 * row + option)])])
            equals = ZERO if liking > best else equals
            best = max(liking, best)
            equals |= whole(liking == best) << (2 * row + option)
    equals <<= 4
    return whole(pick[U(equals + choose(word, whole(pick[U(equals + 15)])))])


@inlined
def reach_own(cell_of: Array, memory: Array, shape: PadShape) -> None:
    """The two cells of each row that its own die reaches with a white one, from left to right."""
    for row in range(FOUR):
        line = row * shape.calls + memory[U(DICE + 2 + row)]
        one, two = whole(cell_of[U(line + memory[U(DICE)])]), whole(cell_of[U(line + memory[U(DICE + 1)])])
        memory[U(CELLS + 2 * row)] = min(one, two)
        memory[U(CELLS + 2 * row + 1)] = shape.nowhere if one == two else max(one, two)


@inlined
def choose_mixed(
    reach: Array,
    rank: Array,
    memory: Array,
    at: int,
    plan: int,
    shape: PadShape,
    gone: int,
    word: Word,
    cost: int,
) -> int:
    """The best colour action where a die may reach any row, as row << 4 and cell; `LAST` is a pass.

    The set of the best is one word, so that it has the order of rows and cells by itself.
    """
    shift, span, worth = shape.shift, shape.span, shape.worth
    best, equals = whole(rank[U(plan + worth - 2 + cost)]), U(1) << U(LAST)
    for die in range(FOUR):
        line = (FOUR if gone >> die & 1 else die) * shape.calls + memory[U(DICE + 2 + die)]
        for white in range(2):
            place = whole(reach[U(line + memory[U(DICE + white)])])
            row = place >> 4
            start = plan + row * span + (memory[U(at + row)] << shift)
            liking = whole(rank[U(start + (place & 15))])
            equals = U(0) if liking > best else equals
            best = max(liking, best)
            equals |= U(liking == best) << U(place)
    for _ in range(choose(word, whole(popcount(equals)))):
        equals &= equals - U(1)
    return whole(popcount((equals & (~equals + U(1))) - U(1)))


@inlined
def take(step: Array, memory: Array, at: int, shape: PadShape, row: int, cell: int) -> None:
    """Cross a cell that brings nothing else; for a pass, in the row behind the last."""
    after = whole(step[U(row * shape.span + (memory[U(at + row)] << shape.shift) + cell)])
    memory[U(at + row)] = after & (LOCKS - 1)
    memory[U(at + CLOSED)] |= (after >> 15) << row


@inlined
def take_any(
    pad: Array, step: Array, memory: Array, at: int, shape: PadShape, row: int, cell: int, more: bool | None
) -> int:
    """Cross a cell with all that follows; for a pass, in the row behind the last. The choice as a number."""
    if more is None or shape.plain:
        take(step, memory, at, shape, row, cell)
    elif row < FOUR and pad[U(pad[SPECIAL] + memory[U(at + DEALT)] + (row << shape.shift) + cell)]:
        cross(pad, memory, at, row, cell, ZERO, ZERO)
    else:
        take(step, memory, at, shape, row, cell)
    return PASS if row == FOUR else row + (cell << AT_CELL)


@inlined
def brings_more(
    rank: Array, memory: Array, at: int, plan: int, shape: PadShape, blind: int, row: int, cell: int
) -> bool:
    """Whether a cell may be crossed and brings more than its cross that matters to the bot."""
    if memory[U(at + RIPE + row)] >> (cell + blind * AT_ONCE) & 1:
        return rank[U(plan + row * shape.span + (memory[U(at + row)] << shape.shift) + cell)] > 0
    return False


@inlined
def tries_white(pad: Array, rank: Array, memory: Array, at: int, plan: int, shape: PadShape) -> bool:
    """Whether a bot has to try the crosses of a white action."""
    blind = whole(rank[U(plan + shape.worth - 3)])
    if blind == NEVER_TRIES:
        return False
    tries = blind == 0 and memory[U(at + DONE)] & pad[DOUBLING] > 0
    for row in range(FOUR):
        tries |= brings_more(rank, memory, at, plan, shape, blind, row, memory[U(CELLS + row)])
    return tries


@inlined
def tries_colour(
    pad: Array, reach: Array, rank: Array, memory: Array, at: int, plan: int, shape: PadShape, gone: int
) -> bool:
    """The same for a colour action."""
    blind = whole(rank[U(plan + shape.worth - 3)])
    if blind == NEVER_TRIES:
        return False
    tries = blind == 0 and memory[U(at + DONE)] & pad[DOUBLING] > 0
    for die in range(FOUR):
        line = (FOUR if gone >> die & 1 else die) * shape.calls + memory[U(DICE + 2 + die)]
        for white in range(2):
            place = whole(reach[U(line + memory[U(DICE + white)])])
            tries |= brings_more(rank, memory, at, plan, shape, blind, place >> 4, place & 15)
    return tries
