"""The flow of a turn at speed: roll, white action of all seats, closing, colour action, penalty, end.

The rules of rows are in the book it is given, the bots' likings in `rank` (see `worth`), so that one
compiled kernel plays every variant with every bot. What follows from a cross is in `effects`. Differential
tests hold every action against the engine.

Everything that changes lies on the `desk`: the seats' sheets, a sheet to try moves on, dice, and room to
think. A choice is a number (see `PASS`). The options of a decision have the order of `legal_moves`: crosses
by row and cell, lucky crosses by row, swaps by field and row, the pass last.

Two ways lead to a choice. Where every option brings its cross and no more, or the bot does not care, the
ranks of all options are read at once (`choose_white`, `choose_own`, `choose_mixed`). Elsewhere options are
listed (`aim_white`, `aim_colour`), rated one by one and chosen (`decide`).
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

import numpy as np

from rowlock.fast.effects import (
    AT_ONCE,
    BOXES,
    CALLS,
    CELL_OF,
    CLOSED,
    COUNT,
    DIE_STAYS,
    DONE,
    DOUBLING,
    END_ROWS,
    FACES,
    FOUR,
    LOCKS,
    LUCK,
    LUCKY,
    MOST_TIES,
    NEXT,
    NOWHERE,
    ONE,
    OWN_COLOURS,
    PARDONING,
    PASSED,
    PASSES,
    PENALTIES,
    PLAIN,
    QUEUE_SIZE,
    REACH,
    RIPE,
    RIPE_AT_FIRST,
    ROWS,
    SHIFT,
    SINGLE,
    SPAN,
    SPECIAL,
    STEP,
    SWAP,
    SWAPS,
    TWIN,
    USED,
    WIDTH,
    ZERO,
    Array,
    U,
    cross,
    fewest_rows,
    lowest_bit,
    of_state,
    score_of,
    whole,
)  # fmt: skip
from rowlock.fast.jit import compiled, inlined, kernel, popcount
from rowlock.fast.words import Word, choose, game_key, turn_word

IGNORES_GAIN, NEVER_TRIES = whole(1), whole(2)
"""Bots that need not know what a cross brings; without ties on the pad they never have to try one."""
PASS = whole(-1)
"""A choice is a number: row, cell << 2, BY_LUCK, ties answered << 8, their rows from bit 12 on, a swap field
(counted from 1) from bit BY_SWAP on; or PASS."""
BY_LUCK = whole(1 << 7)
BY_SWAP = whole(24)

MOST_CELLS = 31
"""As many cells as a row may have: a choice has five bits for them."""
MOST_OPTIONS = (32 + 1) << 2 * MOST_TIES
DICE, CELLS, CHOICES, REACHED, TIES, AIMS, PEN, SHEETS, EQUALS, DESK = np.cumsum(
    [QUEUE_SIZE, 6, 9, 5, 4, 4 * MOST_TIES + 1, 37, WIDTH, 5 * WIDTH, MOST_OPTIONS]
)
"""Places on the desk behind the queue of bonuses: the dice, the cells they reach, the seats' choices, the
cells reached in each row, choices with a tie to answer, options before ties are answered, the sheet for
trying, the seats' sheets, the best options after ties are answered; and its size."""
SEATS, PLAN, WORTH, LOWEST_GAIN, GAINS, LOWEST, SCORES, WINS, ORDER_WINS, ORDER_POINTS, CROSSES = map(
    whole, range(11)
)
PENALTY_COUNTS, TURNS, ENDS, BOTS = map(whole, range(11, 15))
"""Places in `run`: number of seats, size of a bot's ranks, where in them those by skips and gain begin, the
lowest gain and how many there are; the lowest score, where the counts begin (`Tally`); each seat's bot."""
LINE = int(16 + 5 * WIDTH)
"""The width of a line of a trace."""
SIX = whole(6)
LAST = whole(63)
"""In a set of options as one word, the pass."""

Shape = tuple[int, int, int]
"""SHIFT and SPAN of the book, and where ranks by skips and gain begin."""


@inlined
def roll_dice(key: Word, turn: int, faces: int, desk: Array) -> None:
    """As `chance.roll_dice` for four rows, onto the desk."""
    fraction = whole(turn_word(key, turn, ZERO) >> U(8))
    for die in range(2 + FOUR):
        fraction *= faces
        desk[U(DICE + die)] = (fraction >> 56) + 1
        fraction &= (1 << 56) - 1


@inlined
def is_open(book: Array, desk: Array, at: int, row: int, cell: int) -> bool:
    """Whether a cell may be crossed."""
    address = row * book[SPAN] + (desk[U(at + row)] << book[SHIFT]) + cell
    return book[U(book[STEP] + address)] > 0


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


@inlined
def choose_white(rank: Array, pick: Array, desk: Array, at: int, plan: int, shape: Shape, word: Word) -> int:
    """The row of the best white cross by what it is worth alone; `FOUR` is a pass."""
    shift, span, worth = shape
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
    shift, span, worth = shape
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
def reach_own(cell_of: Array, desk: Array, calls: int, nowhere: int) -> None:
    """The two cells of each row that its own die reaches with a white one, from left to right."""
    for row in range(FOUR):
        line = row * calls + desk[U(DICE + 2 + row)]
        one, two = whole(cell_of[U(line + desk[U(DICE)])]), whole(cell_of[U(line + desk[U(DICE + 1)])])
        desk[U(CELLS + 2 * row)] = min(one, two)
        desk[U(CELLS + 2 * row + 1)] = nowhere if one == two else max(one, two)


@inlined
def choose_mixed(
    reach: Array, rank: Array, desk: Array, at: int, plan: int, shape: Shape, calls: int, gone: int,
    word: Word, cost: int,
) -> int:  # fmt: skip
    """The best colour action where a die may reach any row, as row << 4 and cell; `LAST` is a pass.

    The set of the best is one word, so that it has the order of rows and cells by itself.
    """
    shift, span, worth = shape
    best, equals = whole(rank[U(plan + worth - 2 + cost)]), U(1) << U(LAST)
    for die in range(FOUR):
        line = (FOUR if gone >> die & 1 else die) * calls + desk[U(DICE + 2 + die)]
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
    after = whole(step[U(row * shape[1] + (desk[U(at + row)] << shape[0]) + cell)])
    desk[U(at + row)] = after & (LOCKS - 1)
    desk[U(at + CLOSED)] |= (after >> 15) << row


@inlined
def take_special(book: Array, step: Array, desk: Array, at: int, shape: Shape, row: int, cell: int) -> None:
    """Cross a cell on a pad with effects; for a pass, in the row behind the last."""
    if row < FOUR and book[U(book[SPECIAL] + (row << shape[0]) + cell)]:
        cross(book, desk, at, row, cell, ZERO, ZERO)
    else:
        take(step, desk, at, shape, row, cell)


@inlined
def is_lucky(book: Array, dealt: int, number: int) -> bool:
    """Whether a number is lucky for the sheet dealt at this place (R12.1)."""
    return book[U(book[LUCKY] + dealt * book[CALLS] + number)] > 0


@compiled
def close_rows(book: Array, desk: Array, seats: int, closing: int) -> None:
    """Rows that somebody has locked are closed for everybody from now on (R7.5)."""
    for seat in range(seats):
        at = SHEETS + seat * WIDTH
        for row in range(book[ROWS]):
            desk[U(at + row)] += (closing >> row & 1) * book[TWIN]
        desk[U(at + CLOSED)] |= closing


@inlined
def new_sheets(book: Array, desk: Array, seats: int, plain: bool) -> None:
    for i in range(seats * WIDTH):
        desk[U(SHEETS + i)] = 0
    if not plain:
        for seat in range(seats):
            at = SHEETS + seat * WIDTH
            for row in range(FOUR):
                desk[U(at + RIPE + row)] = book[U(book[RIPE_AT_FIRST] + row)]


@inlined
def brings_more(
    rank: Array, desk: Array, at: int, plan: int, shape: Shape, blind: int, row: int, cell: int
) -> bool:
    """Whether a cell may be crossed and brings more than its cross that matters to the bot."""
    if desk[U(at + RIPE + row)] >> (cell + blind * AT_ONCE) & 1:
        return rank[U(plan + row * shape[1] + (desk[U(at + row)] << shape[0]) + cell)] > 0
    return False


@inlined
def tries_white(book: Array, rank: Array, desk: Array, at: int, plan: int, shape: Shape) -> bool:
    """Whether a bot has to try the crosses of a white action."""
    blind = whole(rank[U(plan + shape[2] - 3)])
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
    blind = whole(rank[U(plan + shape[2] - 3)])
    if blind == NEVER_TRIES:
        return False
    tries = blind == 0 and desk[U(at + DONE)] & book[DOUBLING] > 0
    for die in range(FOUR):
        line = (FOUR if gone >> die & 1 else die) * book[CALLS] + desk[U(DICE + 2 + die)]
        for white in range(2):
            place = whole(reach[U(line + desk[U(DICE + white)])])
            tries |= brings_more(rank, desk, at, plan, shape, blind, place >> 4, place & 15)
    return tries


@kernel
def play_games(
    book: Array, step: Array, pick: Array, cell_of: Array, reach: Array, rank: Array, run: Array, desk: Array,
    seed: Word, first: int, count: int, tally: Array, ledger: Array, trace: Array | None, more: bool | None
) -> None:  # fmt: skip
    """Play games of a run, from the first on, and count them.

    If it has lines, `ledger` gets of each game the final scores, the turns, whether it ended by rows and how
    many were closed; `trace` gets what happens. `more` says that crosses may bring more than themselves, or
    that there is more to choose from than a cell a row. What is None is not compiled: nobody waits for it.

    Who starts goes round with the games. One long function, because handing arrays to another one costs more
    than most of what is done here.
    """
    seats, faces, calls, size = run[SEATS], book[FACES], book[CALLS], run[PLAN]
    shape = (book[SHIFT], book[SPAN], run[WORTH])
    plain, own, single = book[PLAIN] > 0, book[OWN_COLOURS] > 0, book[SINGLE] > 0
    luck, swaps, end_rows, boxes = book[LUCK], book[SWAPS] > 0, book[END_ROWS], book[BOXES]
    nowhere, stays = book[NOWHERE], book[DIE_STAYS]
    for game in range(first, first + count):
        key = game_key(seed, game)
        start = game % seats
        active, turn, closed, over = start, ZERO, ZERO, False
        new_sheets(book, desk, seats, plain)
        while not over:
            turn += 1
            roll_dice(key, turn, faces, desk)
            number, closing, gone = desk[U(DICE)] + desk[U(DICE + 1)], ZERO, closed
            for row in range(FOUR):
                desk[U(CELLS + row)] = cell_of[U(row * calls + number)]
            for seat in range(seats):
                plan, at, word = (
                    run[U(BOTS + seat)] * size,
                    SHEETS + seat * WIDTH,
                    turn_word(key, turn, 1 + seat),
                )
                lucky = luck > 0 and is_lucky(book, (seat - start + seats) % seats, number)
                if more is not None and (
                    lucky or swaps or (not plain and tries_white(book, rank, desk, at, plan, shape))
                ):
                    aims = aim_white(book, desk, at, lucky, number)
                    passing = whole(rank[U(plan + shape[2] - 2)])
                    desk[U(CHOICES + seat)] = decide(book, rank, run, plan, desk, at, aims, passing, word)
                else:
                    row = choose_white(rank, pick, desk, at, plan, shape, word)
                    cell = desk[U(CELLS + row)]
                    if more is None or plain:
                        take(step, desk, at, shape, row, cell)
                    else:
                        take_special(book, step, desk, at, shape, row, cell)
                    desk[U(CHOICES + seat)] = PASS if row == FOUR else row + (cell << 2)
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
            idle = desk[U(CHOICES + active)] == PASS
            cost = whole(idle and not desk[U(at + DONE)] & book[PARDONING])
            gone = gone if stays else closed
            if more is not None and (
                not single or (not plain and tries_colour(book, reach, rank, desk, at, plan, shape, gone))
            ):
                aims, passing = aim_colour(book, desk, at, gone), whole(rank[U(plan + shape[2] - 2 + cost)])
                desk[U(CHOICES + active)] = decide(book, rank, run, plan, desk, at, aims, passing, word)
            else:
                if own:
                    reach_own(cell_of, desk, calls, nowhere)
                    option = choose_own(rank, pick, desk, at, plan, shape, word, cost)
                    row, cell = option >> 1, desk[U(CELLS + option)]
                else:
                    option = choose_mixed(reach, rank, desk, at, plan, shape, calls, gone, word, cost)
                    row = FOUR if option == LAST else option >> 4
                    cell = option & 15
                if more is None or plain:
                    take(step, desk, at, shape, row, cell)
                else:
                    take_special(book, step, desk, at, shape, row, cell)
                desk[U(CHOICES + active)] = PASS if row == FOUR else row + (cell << 2)
            desk[U(at + PENALTIES)] += idle & (desk[U(CHOICES + active)] == PASS)
            if desk[U(at + CLOSED)] != closed:
                close_rows(book, desk, seats, desk[U(at + CLOSED)] & ~closed)
                closed = desk[U(at + CLOSED)]
                over = whole(popcount(U(closed))) >= end_rows
            over |= desk[U(at + PENALTIES)] >= boxes
            if trace is not None:
                write_line(book, desk, seats, turn, ONE, active, closed, over, trace)
            active = active + 1 if active + 1 < seats else ZERO
        by_rows = count_game(book, run, desk, start, turn, whole(popcount(U(closed))), tally)
        if len(ledger):
            for seat in range(seats):
                ledger[game - first, seat] = desk[U(AIMS + seat)]
            ledger[game - first, seats] = turn
            ledger[game - first, seats + 1] = by_rows
            ledger[game - first, seats + 2] = whole(popcount(U(closed)))


@compiled
def count_game(
    book: Array, run: Array, desk: Array, start: int, turns: int, closed: int, tally: Array
) -> int:
    """Add a finished game to the counts, and leave the scores on the desk; 1 if closed rows have ended it."""
    seats, rows, most = run[SEATS], book[ROWS], run[CROSSES + 1] - run[CROSSES]
    spread = (run[SCORES + 1] - run[SCORES]) // seats
    best, winners, by_rows = -(ONE << 60), ZERO, ONE
    for seat in range(seats):
        at = SHEETS + seat * WIDTH
        points = score_of(book, desk, at)
        desk[U(AIMS + seat)] = points
        if points > best:
            best, winners = points, ZERO
        winners += points == best
        by_rows &= desk[U(at + PENALTIES)] < book[BOXES]
    for seat in range(seats):
        at, order, points = SHEETS + seat * WIDTH, (seat - start + seats) % seats, desk[U(AIMS + seat)]
        luck = 0 if points < best else 1 if winners > 1 else 2
        tally[U(run[SCORES] + seat * spread + points - run[LOWEST])] += 1
        tally[U(run[WINS] + 3 * seat + luck)] += 1
        tally[U(run[ORDER_WINS] + 3 * order + luck)] += 1
        tally[U(run[ORDER_POINTS] + 2 * order)] += points
        tally[U(run[ORDER_POINTS] + 2 * order + 1)] += points * points
        tally[U(run[PENALTY_COUNTS] + seat * (book[BOXES] + 1) + desk[U(at + PENALTIES)])] += 1
        for row in range(rows):
            place = run[CROSSES] + (seat * rows + row) * (most // (seats * rows))
            tally[U(place + of_state(book, COUNT, desk, at, row))] += 1
    tally[U(run[TURNS] + turns)] += 1
    tally[U(run[ENDS] + by_rows * (rows + 1) + closed)] += 1
    return by_rows


@compiled
def write_line(
    book: Array, desk: Array, seats: int, turn: int, phase: int, active: int, closed: int, over: bool,
    trace: Array
) -> None:  # fmt: skip
    """Note what an action was and what it left; see `trace.read_trace`."""
    line = 2 * turn - 2 + phase
    trace[line, 0], trace[line, 1], trace[line, 2], trace[line, 3], trace[line, 4] = (
        turn, phase, active, closed, over
    )  # fmt: skip
    for die in range(6):
        trace[line, 5 + die] = desk[U(DICE + die)]
    for seat in range(seats):
        at, to = SHEETS + seat * WIDTH, 16 + seat * WIDTH
        trace[line, 11 + seat] = desk[U(CHOICES + seat)]
        for i in range(WIDTH):
            trace[line, to + i] = desk[U(at + i)]
        for row in range(book[ROWS]):
            trace[line, to + row] %= book[TWIN]
        trace[line, to + PASSES] = score_of(book, desk, at)
