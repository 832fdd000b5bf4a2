"""The flow of a turn at speed: roll, white action of all seats, closing, colour action, penalty, end.

The rules of rows are in the tables it is given, the bots' likings in `rank` (see `worth`), so that one
compiled kernel plays every variant with every bot. What follows from a cross is in `effects`. Differential
tests hold every action against the engine.

Two ways lead to a choice. Where every option brings its cross and no more, or the bot does not care, the
ranks of all options are read at once (`ranked`). Elsewhere options are listed, rated one by one and chosen
(`options`). Everything that changes lies in the `workspace`.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.counted import count_colour, count_white
from rowlock.fast.counting import count_game, write_line
from rowlock.fast.effects import (
    BOXES,
    CLOSED,
    DIE_STAYS,
    DONE,
    END_ROWS,
    FACES,
    FOUR,
    LUCK,
    ONE,
    PARDONING,
    PENALTIES,
    ROWS,
    WIDTH,
    ZERO,
    Array,
    U,
    whole,
)
from rowlock.fast.jit import inlined, kernel, popcount
from rowlock.fast.options import aim_colour, aim_white, decide
from rowlock.fast.random_words import Word, game_key, turn_word
from rowlock.fast.ranked import (
    LAST,
    PadShape,
    choose_mixed,
    choose_own,
    choose_white,
    reach_own,
    shape_of,
    take_any,
    tries_colour,
    tries_white,
)
from rowlock.fast.workspace import (
    BOTS,
    CELLS,
    CHOICES,
    DICE,
    PASS,
    PLAN,
    SEATS,
    SHEETS,
    WORTH,
    close_rows,
    is_lucky,
    new_sheets,
    roll_dice,
)

SIX = whole(6)


@inlined
def act_white(
    pad: Array, step: Array, pick: Array, rank: Array, run: Array, memory: Array, shape: PadShape, at: int,
    plan: int, number: int, lucky: bool, word: Word, more: bool | None,
) -> int:  # fmt: skip
    """A white action (R4) on the sheet at this place, as this plan would have it: the choice."""
    if more is not None and shape.counted and not (lucky or shape.swaps):
        return count_white(pad, pick, rank, run, memory, shape, at, plan, word)
    if more is not None and (
        lucky
        or shape.swaps
        or shape.listed
        or (not shape.plain and tries_white(pad, rank, memory, at, plan, shape))
    ):
        aims, passing = aim_white(pad, memory, at, lucky, number), whole(rank[U(plan + shape.worth - 2)])
        return decide(pad, rank, run, plan, memory, at, aims, passing, word)
    row = choose_white(rank, pick, memory, at, plan, shape, word)
    return take_any(pad, step, memory, at, shape, row, memory[U(CELLS + row)], more)


@inlined
def act_colour(
    pad: Array, step: Array, pick: Array, cell_of: Array, reach: Array, rank: Array, run: Array,
    memory: Array, shape: PadShape, at: int, plan: int, gone: int, idle: bool, word: Word, more: bool | None,
) -> int:  # fmt: skip
    """A colour action (R5) of who may have crossed nothing in the turn so far (R6.1): the choice."""
    cost = whole(idle and not memory[U(at + DONE)] & pad[PARDONING])
    if more is not None and shape.counted:
        return count_colour(pad, rank, run, memory, shape, at, plan, gone, word, cost)
    if more is not None and (
        not shape.single
        or shape.listed
        or (not shape.plain and tries_colour(pad, reach, rank, memory, at, plan, shape, gone))
    ):
        aims, passing = aim_colour(pad, memory, at, gone), whole(rank[U(plan + shape.worth - 2 + cost)])
        return decide(pad, rank, run, plan, memory, at, aims, passing, word)
    if shape.own:
        reach_own(cell_of, memory, shape)
        option = choose_own(rank, pick, memory, at, plan, shape, word, cost)
        return take_any(pad, step, memory, at, shape, option >> 1, memory[U(CELLS + option)], more)
    option = choose_mixed(reach, rank, memory, at, plan, shape, gone, word, cost)
    row = FOUR if option == LAST else option >> 4
    return take_any(pad, step, memory, at, shape, row, option & 15, more)


@kernel
def play_games(
    pad: Array, step: Array, pick: Array, cell_of: Array, reach: Array, rank: Array, run: Array,
    memory: Array, seed: Word, first: int, count: int, tally: Array, ledger: Array, trace: Array | None,
    more: bool | None,
) -> None:  # fmt: skip
    """Play games of a run, from the first on, and count them.

    If it has lines, `ledger` gets of each game the final scores, the turns, whether it ended by rows and how
    many were closed; `trace` gets what happens. `more` says that crosses may bring more than themselves, or
    that there is more to choose from than a cell a row. What is None is not compiled: nobody waits for it.

    Who starts goes round with the games. All that it calls every turn is compiled into it, because handing
    arrays over costs more than most of what is done here.
    """
    seats, faces, size, shape = run[SEATS], pad[FACES], run[PLAN], shape_of(pad, run[WORTH])
    luck, end_rows, boxes, stays = pad[LUCK], pad[END_ROWS], pad[BOXES], pad[DIE_STAYS]
    rows = FOUR if more is None else max(FOUR, pad[ROWS])
    for game in range(first, first + count):
        key = game_key(seed, game)
        start = game % seats
        active, turn, closed, over = start, ZERO, ZERO, False
        new_sheets(pad, memory, seats, start, shape.plain)
        while not over:
            turn += 1
            roll_dice(key, turn, faces, rows, memory)
            number, closing, gone = memory[U(DICE)] + memory[U(DICE + 1)], ZERO, closed
            for row in range(rows):
                memory[U(CELLS + row)] = cell_of[U(row * shape.calls + number)]
            for seat in range(seats):
                plan, at = run[U(BOTS + seat)] * size, SHEETS + seat * WIDTH
                lucky = luck > 0 and is_lucky(pad, (seat - start + seats) % seats, number)
                word = turn_word(key, turn, 1 + seat)
                memory[U(CHOICES + seat)] = act_white(
                    pad, step, pick, rank, run, memory, shape, at, plan, number, lucky, word, more
                )
                closing |= memory[U(at + CLOSED)]
            if closing != closed:
                close_rows(pad, memory, seats, closing & ~closed)
                closed = closing
                over = whole(popcount(U(closed))) >= end_rows
            if trace is not None:
                write_line(pad, memory, seats, turn, ZERO, active, closed, over, trace)
            if over:
                break
            plan, at, word = run[U(BOTS + active)] * size, SHEETS + active * WIDTH, turn_word(key, turn, SIX)
            gone, idle = gone if stays else closed, memory[U(CHOICES + active)] == PASS
            choice = act_colour(
                pad, step, pick, cell_of, reach, rank, run, memory, shape, at, plan, gone, idle, word, more
            )
            memory[U(CHOICES + active)] = choice
            memory[U(at + PENALTIES)] += idle & (choice == PASS)
            if memory[U(at + CLOSED)] != closed:
                close_rows(pad, memory, seats, memory[U(at + CLOSED)] & ~closed)
                closed = memory[U(at + CLOSED)]
                over = whole(popcount(U(closed))) >= end_rows
            over |= memory[U(at + PENALTIES)] >= boxes
            if trace is not None:
                write_line(pad, memory, seats, turn, ONE, active, closed, over, trace)
            active = active + 1 if active + 1 < seats else ZERO
        count_game(pad, run, memory, start, turn, whole(popcount(U(closed))), tally, ledger, game - first)
