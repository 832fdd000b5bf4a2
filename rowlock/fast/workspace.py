"""The memory of a game: where dice, sheets and choices are, how a game and a turn begin.

Everything that changes lies in it: the seats' sheets, a sheet to try moves on, dice, and room to think.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

import numpy as np

from rowlock.fast.effects import (
    AT_CELL,
    CALLS,
    CLOSED,
    DEAL,
    DEALT,
    LUCKY,
    MET,
    MET_AT_FIRST,
    MOST_ROWS,
    MOST_TIES,
    QUEUE_SIZE,
    RIPE,
    RIPE_AT_FIRST,
    ROWS,
    SHIFT,
    SPAN,
    STEP,
    TWIN,
    WIDTH,
    ZERO,
    Array,
    U,
    whole,
)
from rowlock.fast.jit import compiled, inlined
from rowlock.fast.random_words import Word, turn_word

PASS = whole(-1)
"""A choice is a number: row, cell << AT_CELL, BY_LUCK, ties answered << AT_TIES, their rows from bit
AT_ANSWERS on, three bits each, a swap field (counted from 1) from bit BY_SWAP on; or PASS."""
BY_LUCK, AT_TIES, IN_TIES, AT_ANSWERS, BY_SWAP = map(whole, (1 << 8, 9, 15, 13, 13 + 3 * MOST_TIES))
IN_ANSWERS = whole((1 << 3 * MOST_TIES) - 1)

MOST_CELLS = 31
"""As many cells as a row may have: a choice has five bits for them."""
MOST_OPTIONS = (32 + 1) << 2 * MOST_TIES
DICE, CELLS, CHOICES, REACHED, TIES, AIMS, PEN, SHEETS, EQUALS, MEMORY = np.cumsum(
    [
        QUEUE_SIZE,
        2 + MOST_ROWS,
        9,
        5,
        MOST_ROWS,
        MOST_ROWS * MOST_TIES + 1,
        64,
        WIDTH,
        5 * WIDTH,
        MOST_OPTIONS,
    ]
)
"""Places in the memory behind the queue of bonuses: the dice, the cells they reach, the seats' choices, the
cells reached in each row, choices with a tie to answer, options before ties are answered, the sheet for
trying, the seats' sheets, the best options after ties are answered; and its size."""
SEATS, PLAN, WORTH, LOWEST_GAIN, GAINS, LOWEST, SCORES, WINS, ORDER_WINS, ORDER_POINTS, CROSSES = map(
    whole, range(11)
)
PENALTY_COUNTS, TURNS, ENDS, BOTS = map(whole, range(11, 15))
"""Places in `run`: number of seats, size of a bot's ranks, where in them those by skips and gain begin, the
lowest gain and how many there are; the lowest score, where the counts begin (`Tally`); each seat's bot."""
IGNORES_GAIN, NEVER_TRIES = whole(1), whole(2)
"""Bots that need not know what a cross brings; without ties on the pad they never have to try one."""


@inlined
def roll_dice(key: Word, turn: int, faces: int, rows: int, memory: Array) -> None:
    """As `chance.roll_dice`, into the memory."""
    fraction = whole(turn_word(key, turn, ZERO) >> U(8))
    for die in range(2 + rows):
        fraction *= faces
        memory[U(DICE + die)] = (fraction >> 56) + 1
        fraction &= (1 << 56) - 1


@inlined
def new_sheets(pad: Array, memory: Array, seats: int, start: int, plain: bool) -> None:
    """Empty sheets, dealt from the start player on."""
    for seat in range(seats):
        for i in range(RIPE):
            memory[U(SHEETS + seat * WIDTH + i)] = 0
    for seat in range(ZERO if plain else seats):
        at, dealt = SHEETS + seat * WIDTH, (seat - start + seats) % seats * whole(pad[DEAL] > 0)
        for i in range(RIPE, WIDTH):
            memory[U(at + i)] = 0
        memory[U(at + DEALT)] = dealt * pad[DEAL]
        for row in range(MOST_ROWS):
            memory[U(at + RIPE + row)] = pad[U(pad[RIPE_AT_FIRST] + (dealt << AT_CELL) + row)]
            memory[U(at + MET + row)] = pad[U(pad[MET_AT_FIRST] + row)]


@inlined
def is_open(pad: Array, memory: Array, at: int, row: int, cell: int) -> bool:
    """Whether its row lets a cell be crossed."""
    address = row * pad[SPAN] + (memory[U(at + row)] << pad[SHIFT]) + cell
    return pad[U(pad[STEP] + address)] > 0


@inlined
def is_lucky(pad: Array, dealt: int, number: int) -> bool:
    """Whether a number is lucky for the sheet dealt at this place (R12.1)."""
    return pad[U(pad[LUCKY] + dealt * pad[CALLS] + number)] > 0


@compiled
def close_rows(pad: Array, memory: Array, seats: int, closing: int) -> None:
    """Rows that somebody has locked are closed for everybody from now on (R7.5)."""
    for seat in range(seats):
        at = SHEETS + seat * WIDTH
        for row in range(pad[ROWS]):
            memory[U(at + row)] += (closing >> row & 1) * pad[TWIN]
        memory[U(at + CLOSED)] |= closing
