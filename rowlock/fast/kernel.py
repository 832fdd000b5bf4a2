"""The flow of a turn at speed: roll, white action of all seats, closing, colour action, penalty, end.

The rules of rows are in the book it is given, the bots' likings in `rank` (see `worth`), so that one
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
    Shape,
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
    book: Array, step: Array, pick: Array, rank: Array, run: Array, desk: Array, shape: Shape, at: int,
    plan: int, number: int, lucky: bool, word: Word, more: bool | None,
) -> int:  # fmt: skip
    """A white action (R4) on the sheet at this place, as this plan would have it: the choice."""
    if more is not None and shape.counted and not (lucky or shape.swaps):
        return count_white(book, pick, rank, run, desk, shape, at, plan, word)
    if more is not None and (
        lucky
        or shape.swaps
        or shape.listed
        or (not shape.plain and tries_white(book, rank, desk, at, plan, shape))
    ):
        aims, passing = aim_white(book, desk, at, lucky, number), whole(rank[U(plan + shape.worth - 2)])
        return decide(book, rank, run, plan, desk, at, aims, passing, word)
    row = choose_white(rank, pick, desk, at, plan, shape, word)
    return take_any(book, step, desk, at, shape, row, desk[U(CELLS + row)], more)


@inlined
def act_colour(
    book: Array, step: Array, pick: Array, cell_of: Array, reach: Array, rank: Array, run: Array, desk: Array,
    shape: Shape, at: int, plan: int, gone: int, idle: bool, word: Word, more: bool | None,
) -> int:  # fmt: skip
    """A colour action (R5) of who may have crossed nothing in the turn so far (R6.1): the choice."""
    cost = whole(idle and not desk[U(at + DONE)] & book[PARDONING])
    if more is not None and shape.counted:
        return count_colour(book, rank, run, desk, shape, at, plan, gone, word, cost)
    if more is not None and (
        not shape.single
        or shape.listed
        or (not shape.plain and tries_colour(book, reach, rank, desk, at, plan, shape, gone))
    ):
        aims, passing = aim_colour(book, desk, at, gone), whole(rank[U(plan + shape.worth - 2 + cost)])
        return decide(book, rank, run, plan, desk, at, aims, passing, word)
    if shape.own:
        reach_own(cell_of, desk, shape)
        option = choose_own(rank, pick, desk, at, plan, shape, word, cost)
        return take_any(book, step, desk, at, shape, option >> 1, desk[U(CELLS + option)], more)
    option = choose_mixed(reach, rank, desk, at, plan, shape, gone, word, cost)
    row = FOUR if option == LAST else option >> 4
    return take_any(book, step, desk, at, shape, row, option & 15, more)


@kernel
def play_games(
    book: Array, step: Array, pick: Array, cell_of: Array, reach: Array, rank: Array, run: Array, desk: Array,
    seed: Word, first: int, count: int, tally: Array, ledger: Array, trace: Array | None, more: bool | None
) -> None:  # fmt: skip
    """Play games of a run, from the first on, and count them.

    If it has lines, `ledger` gets of each game the final scores, the turns, whether it ended by rows and how
    many were closed; `trace` gets what happens. `more` says that crosses may bring more than themselves, or
    that there is more to choose from than a cell a row. What is None is not compiled: nobody waits for it.

    Who starts goes round with the games. All that it calls every turn is compiled into it, because handing
    arrays over costs more than most of what is done here.
    """
    seats, faces, size, shape = run[SEATS], book[FACES], run[PLAN], shape_of(book, run[WORTH])
    luck, end_rows, boxes, stays = book[LUCK], book[END_ROWS], book[BOXES], book[DIE_STAYS]
    rows = FOUR if more is None else max(FOUR, book[ROWS])
    for game in range(first, first + count):
        key = game_key(seed, game)
        start = game % seats
        active, turn, closed, over = start, ZERO, ZERO, False
        new_sheets(book, desk, seats, start, shape.plain)
        while not over:
            turn += 1
            roll_dice(key, turn, faces, rows, desk)
            number, closing, gone = desk[U(DICE)] + desk[U(DICE + 1)], ZERO, closed
            for row in range(rows):
                desk[U(CELLS + row)] = cell_of[U(row * shape.calls + number)]
            for seat in range(seats):
                plan, at = run[U(BOTS + seat)] * size, SHEETS + seat * WIDTH
                lucky = luck > 0 and is_lucky(book, (seat - start + seats) % seats, number)
                word = turn_word(key, turn, 1 + seat)
                desk[U(CHOICES + seat)] = act_white(
                    book, step, pick, rank, run, desk, shape, at, plan, number, lucky, word, more
                )
                closing |= desk[U(at + CLOSED)]
            if closing != closed:
                close_rows(book, desk, seats, closing & ~closed)
                closed = closing
                over = whole(popcount(U(closed))) >= end_rows
            if trace is not None:
                write_line(book, desk, seats, turn, ZERO, active, closed, over, trace)
            if over:
                break
            plan, at, word = run[U(BOTS + active)] * size, SHEETS + active * WIDTH, turn_word(key, turn, SIX)
            gone, idle = gone if stays else closed, desk[U(CHOICES + active)] == PASS
            choice = act_colour(
                book, step, pick, cell_of, reach, rank, run, desk, shape, at, plan, gone, idle, word, more
            )
            desk[U(CHOICES + active)] = choice
            desk[U(at + PENALTIES)] += idle & (choice == PASS)
            if desk[U(at + CLOSED)] != closed:
                close_rows(book, desk, seats, desk[U(at + CLOSED)] & ~closed)
                closed = desk[U(at + CLOSED)]
                over = whole(popcount(U(closed))) >= end_rows
            over |= desk[U(at + PENALTIES)] >= boxes
            if trace is not None:
                write_line(book, desk, seats, turn, ONE, active, closed, over, trace)
            active = active + 1 if active + 1 < seats else ZERO
        count_game(book, run, desk, start, turn, whole(popcount(U(closed))), tally, ledger, game - first)
