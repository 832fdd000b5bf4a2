"""The flow of a turn at speed: everything that numba compiles is in this file.

The rules of rows are in the tables it is given (`pad`), the bots' likings too (`worth`), so that one compiled
kernel plays every variant with every bot. What remains here is the order of things: roll, white action of all
seats, closing, colour action, penalty, end; and the queue of bonuses. Differential tests hold every action
against the engine.

A seat's sheet is a line of `sheets` that begins at `at`: row states, then as named below. The options of a
decision have the order of `legal_moves`: crosses by row and cell, lucky crosses by row, the pass last.
`desk` is room to think: options, their ranks, the queue of bonuses, and ties to be answered.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import Any

import numpy as np

from rowlock.fast import pad as p
from rowlock.fast.jit import compiled, inlined
from rowlock.fast.pad import LOCKS, MOST_TIES

PASSES, CLOSED, USED, PENALTIES, DOUBLING, WIDTH = 4, 5, 6, 7, 8, 9
"""Places on a sheet behind the rows: where passes are written, a bit for every row closed on this sheet, the
bar (`Tables.next_field`), penalties, whether a row counts double; and the width of a sheet."""
BAR_FIELD = -1
"""The mark of a bar field in the queue of bonuses; pairs are marked by their number."""
PASS = -1
"""A choice is a number: row, cell << 2, LUCKY, ties answered << 8, their rows from bit 12 on; or PASS."""
LUCKY = 1 << 7

MOST_OPTIONS = (32 + 1) << 2 * MOST_TIES
RANKS, QUEUE, TIES, DESK = MOST_OPTIONS, 2 * MOST_OPTIONS, 2 * MOST_OPTIONS + 128, 2 * MOST_OPTIONS + 160
"""Places on the desk behind the options, and its size."""
SEATS, PLAN, WORTH, LOWEST_GAIN, GAINS, LOWEST, SCORES, WINS, ORDER_WINS, ORDER_POINTS, CROSSES = range(11)
PENALTY_COUNTS, TURNS, ENDS, BOTS = range(11, 15)
"""Places in `run`: number of seats, size of a bot's ranks, where in them those by skips and gain begin, the
lowest gain and how many there are; the lowest score, where the counts begin (`Tally`); each seat's bot."""

LINE = 16 + 5 * WIDTH
"""The width of a line of a trace."""

Array = np.ndarray[Any, Any]
Word = np.uint64
Shape = tuple[int, int, int, int]
"""Rows, SHIFT and SPAN of the pad, and where ranks by skips and gain begin."""


@inlined
def mix(word: Word) -> Word:
    """As `chance.mix`."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def game_key(seed: Word, game: int) -> Word:
    """As `chance.game_key`."""
    return mix(mix(seed) + np.uint64(game) * np.uint64(0x9E3779B97F4A7C15))


@inlined
def turn_word(key: Word, turn: int, slot: int) -> Word:
    """As `chance.turn_word`."""
    return mix(key + np.uint64(16 * turn + slot) * np.uint64(0x9E3779B97F4A7C15))


@inlined
def roll_dice(key: Word, turn: int, faces: int, count: int, dice: Array) -> None:
    """As `chance.roll_dice`, into `dice`."""
    fraction = np.int64(turn_word(key, turn, 0) >> np.uint64(8))
    for die in range(count):
        fraction *= faces
        dice[die] = (fraction >> 56) + 1
        fraction &= (1 << 56) - 1


@inlined
def choose(word: Word, count: int) -> int:
    """As `chance.choose`."""
    return (np.int64(word >> np.uint64(32)) * count) >> 32


@inlined
def of_state(book: Array, section: int, sheets: Array, at: int, row: int) -> int:
    """What a section of the book says about a row of a sheet."""
    return book[book[section] + row * 2 * book[p.TWIN] + sheets[at + row]]


@compiled
def held_cells(book: Array, sheets: Array, at: int) -> int:
    """The pair cells that a sheet has crossed."""
    held = 0
    for row in range(book[p.ROWS]):
        held |= of_state(book, p.HELD, sheets, at, row)
    return held


@compiled
def mark(
    book: Array, step: Array, sheets: Array, at: int, desk: Array, tail: int, row: int, cell: int
) -> int:
    """Cross a cell and queue the bonuses that it earns; gives the queue's new end (R15.1, R16.1)."""
    after = np.int64(step[row * book[p.SPAN] + (sheets[at + row] << book[p.SHIFT]) + cell])
    sheets[at + row] = after & (LOCKS - 1)
    sheets[at + CLOSED] |= (after >> 15) << row
    place = (row << book[p.SHIFT]) + cell
    special = book[book[p.SPECIAL] + place]
    if special & 1:
        desk[QUEUE + tail] = BAR_FIELD
        tail += 1
    if special & 2:
        pairs, held = book[book[p.PAIRS_AT] + place], held_cells(book, sheets, at)
        for pair in range(book[p.PAIRS]):
            needs = book[book[p.PAIR_NEEDS] + pair]
            if pairs >> pair & 1 and held & needs == needs:
                desk[QUEUE + tail] = pair
                tail += 1
    return tail


@compiled
def mark_next(book: Array, step: Array, sheets: Array, at: int, desk: Array, tail: int, row: int) -> int:
    """Cross the next cell of a row, if it may be crossed (R15.4, R16.3)."""
    cell = of_state(book, p.NEXT, sheets, at, row)
    return mark(book, step, sheets, at, desk, tail, row, cell) if cell >= 0 else tail


@compiled
def fewest_rows(book: Array, sheets: Array, at: int, among: int) -> int:
    """A bit for every row that has the fewest crosses of those given as bits."""
    fewest, rows = 1 << 30, 0
    for row in range(book[p.ROWS]):
        if among >> row & 1:
            count = of_state(book, p.COUNT, sheets, at, row)
            if count < fewest:
                fewest, rows = count, 0
            if count == fewest:
                rows |= 1 << row
    return rows


@compiled
def cross(book: Array, step: Array, pick: Array, sheets: Array, at: int, desk: Array, choice: int) -> int:
    """Cross a choice's cell with all that follows; stops at a tie without answer and gives its rows, or 0."""
    tail = mark(book, step, sheets, at, desk, 0, choice & 3, choice >> 2 & 31)
    given, rows, taken, head = choice >> 8 & 15, choice >> 12, 0, 0
    every = (1 << book[p.ROWS]) - 1
    while head < tail:
        bonus = desk[QUEUE + head]
        head += 1
        first, last, times = 0, -1, 1
        if bonus == BAR_FIELD:
            field = book[book[p.NEXT_FIELD] + sheets[at + CLOSED] * book[p.BAR] + sheets[at + USED]]
            if field >= 0:
                sheets[at + USED] = field + 1
                first = last = book[book[p.BAR_ROW] + field]
        elif book[book[p.PAIR_KIND] + bonus] == p.TWO_IN_FEWEST:
            tied = fewest_rows(book, sheets, at, every)
            first, times = np.int64(pick[tied << 4]), 2
            if pick[(tied << 4) + 15] > 1:
                if taken == given:
                    return tied
                first = rows >> 2 * taken & 3
                taken += 1
            last = first
        elif book[book[p.PAIR_KIND] + bonus] == p.ONE_IN_EACH:
            last = book[p.ROWS] - 1
        for row in range(first, last + 1):
            for _ in range(times):
                tail = mark_next(book, step, sheets, at, desk, tail, row)
    return 0


@compiled
def total(book: Array, sheets: Array, at: int) -> int:
    """A sheet's points (R9, R16.2)."""
    points, penalties = 0, sheets[at + PENALTIES] * book[p.PENALTY]
    for row in range(book[p.ROWS]):
        points += of_state(book, p.POINTS, sheets, at, row)
    if book[p.PAIRS] == 0:
        return points + penalties
    held = held_cells(book, sheets, at)
    for pair in range(book[p.PAIRS]):
        needs, kind = book[book[p.PAIR_NEEDS] + pair], book[book[p.PAIR_KIND] + pair]
        if held & needs == needs:
            points += book[book[p.PAIR_POINTS] + pair]
            if kind == p.NO_PENALTIES:
                penalties = 0
            elif kind == p.DOUBLE_FEWEST:
                fewest = of_state(book, p.COUNT, sheets, at, 0)
                for row in range(1, book[p.ROWS]):
                    fewest = min(fewest, of_state(book, p.COUNT, sheets, at, row))
                points += book[book[p.ROW_POINTS] + fewest]
    return points + penalties


@compiled
def has_pair(book: Array, sheets: Array, at: int, pairs: int) -> bool:
    """Whether one of the pairs given as bits is complete."""
    if pairs:
        held = held_cells(book, sheets, at)
        for pair in range(book[p.PAIRS]):
            needs = book[book[p.PAIR_NEEDS] + pair]
            if pairs >> pair & 1 and held & needs == needs:
                return True
    return False


@compiled
def add_options(
    book: Array,
    step: Array,
    pick: Array,
    rank: Array,
    run: Array,
    plan: int,
    sheets: Array,
    at: int,
    desk: Array,
    count: int,
    choice: int,
) -> int:
    """List a cross, once for every answer to the ties that it meets (R16.4); gives the new count."""
    row, cell = choice & 3, choice >> 2 & 31
    if not (book[book[p.SPECIAL] + (row << book[p.SHIFT]) + cell] or sheets[at + DOUBLING]):
        address = row * book[p.SPAN] + (sheets[at + row] << book[p.SHIFT]) + cell
        desk[count], desk[RANKS + count] = choice, rank[plan + address]
        return count + 1
    pen, before = run[SEATS] * WIDTH, total(book, sheets, at)
    skips = cell - of_state(book, p.PASSED, sheets, at, row)
    worth = plan + run[WORTH] + skips * run[GAINS] - run[LOWEST_GAIN] - before
    desk[TIES], height = choice, 1
    while height:
        height -= 1
        choice = desk[TIES + height]
        for i in range(WIDTH):
            sheets[pen + i] = sheets[at + i]
        tied = cross(book, step, pick, sheets, pen, desk, choice)
        for i in range(np.int64(pick[(tied << 4) + 15]) - 1, -1, -1):
            answer = np.int64(pick[(tied << 4) + i]) << (12 + 2 * (choice >> 8 & 15))
            desk[TIES + height] = choice + (1 << 8) + answer
            height += 1
        if not tied:
            desk[count], desk[RANKS + count] = choice, rank[worth + total(book, sheets, pen)]
            count += 1
    return count


@compiled
def list_white(
    book: Array,
    step: Array,
    pick: Array,
    rank: Array,
    run: Array,
    plan: int,
    sheets: Array,
    at: int,
    desk: Array,
    number: int,
    lucky: bool,
) -> int:
    """The options of a white action with this number (R4.1, R12)."""
    count = 0
    sheets[at + DOUBLING] = has_pair(book, sheets, at, book[p.DOUBLES])
    for row in range(book[p.ROWS]):
        cell = book[book[p.CELL_OF] + row * book[p.CALLS] + number]
        if step[row * book[p.SPAN] + (sheets[at + row] << book[p.SHIFT]) + cell]:
            choice = row + (cell << 2)
            count = add_options(book, step, pick, rank, run, plan, sheets, at, desk, count, choice)
    if lucky:
        rows = fewest_rows(book, sheets, at, ((1 << book[p.ROWS]) - 1) & ~sheets[at + CLOSED])
        for row in range(book[p.ROWS]):
            cell = of_state(book, p.NEXT, sheets, at, row)
            if rows >> row & 1 and cell >= 0:
                choice = row + (cell << 2) + LUCKY
                count = add_options(book, step, pick, rank, run, plan, sheets, at, desk, count, choice)
    return count


@compiled
def list_colour(
    book: Array,
    step: Array,
    pick: Array,
    rank: Array,
    run: Array,
    plan: int,
    sheets: Array,
    at: int,
    desk: Array,
    dice: Array,
    in_play: int,
) -> int:
    """The options of a colour action with these dice (R5.1, R13.2)."""
    sheets[at + DOUBLING] = has_pair(book, sheets, at, book[p.DOUBLES])
    rows, calls, count = book[p.ROWS], book[p.CALLS], 0
    for row in range(rows):
        cells = 0
        for die in range(rows):
            for white in range(2):
                number = dice[white] + dice[2 + die]
                if in_play >> die & 1 and book[book[p.REACH] + die * calls + number] >> row & 1:
                    cells |= 1 << book[book[p.CELL_OF] + row * calls + number]
        cell = 0
        while cells >> cell:
            if cells >> cell & 1 and step[row * book[p.SPAN] + (sheets[at + row] << book[p.SHIFT]) + cell]:
                choice = row + (cell << 2)
                count = add_options(book, step, pick, rank, run, plan, sheets, at, desk, count, choice)
            cell += 1
    return count


@compiled
def choose_listed(desk: Array, count: int, passing: int, word: Word) -> int:
    """One of the best options, the pass among them, by lot."""
    desk[count], desk[RANKS + count] = PASS, passing
    best, equals = 0, 0
    for option in range(RANKS, RANKS + count + 1):
        if desk[option] > best:
            best, equals = desk[option], 0
        equals += desk[option] == best
    nth = choose(word, equals)
    for option in range(count + 1):
        if desk[RANKS + option] == best:
            if nth == 0:
                return desk[option]
            nth -= 1
    return PASS


@inlined
def choose_white(
    rank: Array, pick: Array, sheets: Array, cells: Array, at: int, plan: int, shape: Shape, word: Word
) -> int:
    """The row of the best white cross on a pad without effects; the number of rows is a pass."""
    rows, shift, span, worth = shape
    best, equals = np.int64(rank[plan + worth - 2]), 1 << rows
    for row in range(rows):
        liking = np.int64(rank[plan + row * span + (sheets[at + row] << shift) + cells[row]])
        equals = 0 if liking > best else equals
        best = max(liking, best)
        equals |= np.int64(liking == best) << row
    equals <<= 4
    return np.int64(pick[equals + choose(word, np.int64(pick[equals + 15]))])


@inlined
def choose_colour(
    rank: Array,
    pick: Array,
    sheets: Array,
    cells: Array,
    at: int,
    plan: int,
    shape: Shape,
    word: Word,
    passing: int,
) -> int:
    """The best colour action where each die has its own row, as a place in `cells`; the last is a pass."""
    rows, shift, span, _ = shape
    best, equals = passing, 1 << 2 * rows
    for row in range(rows):
        start = plan + row * span + (sheets[at + row] << shift)
        liking = np.int64(rank[start + cells[2 * row]])
        equals = 0 if liking > best else equals
        best = max(liking, best)
        equals |= np.int64(liking == best) << 2 * row
        liking = np.int64(rank[start + cells[2 * row + 1]])
        equals = 0 if liking > best else equals
        best = max(liking, best)
        equals |= np.int64(liking == best) << (2 * row + 1)
    equals <<= 4
    return np.int64(pick[equals + choose(word, np.int64(pick[equals + 15]))])


@inlined
def aim_colour(cell_of: Array, cells: Array, dice: Array, rows: int, calls: int, nowhere: int) -> None:
    """The two cells of each row that its die reaches with a white one, from left to right."""
    for row in range(rows):
        line = row * calls + dice[2 + row]
        one, two = np.int64(cell_of[line + dice[0]]), np.int64(cell_of[line + dice[1]])
        cells[2 * row] = min(one, two)
        cells[2 * row + 1] = nowhere if one == two else max(one, two)


@inlined
def take(step: Array, sheets: Array, at: int, shape: Shape, row: int, cell: int) -> None:
    """Cross a cell on a pad without effects."""
    after = np.int64(step[row * shape[2] + (sheets[at + row] << shape[1]) + cell])
    sheets[at + row] = after & (LOCKS - 1)
    sheets[at + CLOSED] |= (after >> 15) << row


@compiled
def act_white(
    book: Array,
    step: Array,
    pick: Array,
    rank: Array,
    run: Array,
    plan: int,
    sheets: Array,
    at: int,
    desk: Array,
    number: int,
    lucky: bool,
    word: Word,
) -> int:
    """A seat's white action on any pad: what it chose. What it locks closes when all have chosen (R4.2)."""
    count = list_white(book, step, pick, rank, run, plan, sheets, at, desk, number, lucky)
    choice = choose_listed(desk, count, np.int64(rank[plan + run[WORTH] - 2]), word)
    if choice != PASS:
        cross(book, step, pick, sheets, at, desk, choice)
    return choice


@compiled
def act_colour(
    book: Array,
    step: Array,
    pick: Array,
    rank: Array,
    run: Array,
    plan: int,
    sheets: Array,
    at: int,
    desk: Array,
    dice: Array,
    in_play: int,
    crossed: bool,
    word: Word,
) -> int:
    """The active seat's colour action on any pad: what it chose (R5)."""
    costs = not (crossed or has_pair(book, sheets, at, book[p.PARDONS]))
    count = list_colour(book, step, pick, rank, run, plan, sheets, at, desk, dice, in_play)
    choice = choose_listed(desk, count, np.int64(rank[plan + run[WORTH] - (1 if costs else 2)]), word)
    if choice != PASS:
        cross(book, step, pick, sheets, at, desk, choice)
    return choice


@compiled
def is_lucky(book: Array, dealt: int, number: int) -> bool:
    """Whether a number is lucky for the sheet dealt at this place (R12.1)."""
    return book[book[p.LUCKY] + dealt * book[p.CALLS] + number] > 0


@compiled
def close_rows(sheets: Array, seats: int, closing: int, rows: int, twin: int) -> None:
    """Rows that somebody has locked are closed for everybody from now on (R7.5)."""
    for at in range(0, seats * WIDTH, WIDTH):
        for row in range(rows):
            sheets[at + row] += (closing >> row & 1) * twin
        sheets[at + CLOSED] |= closing


@compiled
def play_games(
    book: Array,
    step: Array,
    pick: Array,
    cell_of: Array,
    rank: Array,
    run: Array,
    seed: Word,
    first: int,
    count: int,
    tally: Array,
    trace: Array,
) -> None:
    """Play games of a run, from the first on, and count them; `trace` notes what happens, if it has lines.

    Who starts goes round with the games. Pads without effects, most of the time, need no list of options.
    """
    seats, rows, faces, calls, twin = run[SEATS], book[p.ROWS], book[p.FACES], book[p.CALLS], book[p.TWIN]
    shape = (rows, book[p.SHIFT], book[p.SPAN], run[WORTH])
    plain_colour = book[p.PLAIN] and book[p.OWN_COLOURS]
    plain, luck, end_rows, boxes = book[p.PLAIN], book[p.LUCK], book[p.END_ROWS], book[p.BOXES]
    nowhere, size, stays = book[p.NOWHERE], run[PLAN], book[p.DIE_STAYS]
    sheets, desk = np.zeros((seats + 1) * WIDTH, np.int64), np.zeros(DESK, np.int64)
    dice, choices = np.zeros(6, np.int64), np.zeros(5, np.int64)
    cells, pairs = np.zeros(5, np.int64), np.zeros(9, np.int64)
    for game in range(first, first + count):
        key = game_key(seed, game)
        start = active = game % seats
        turn, closed, over = 0, 0, False
        sheets[:] = 0
        while not over:
            turn += 1
            roll_dice(key, turn, faces, 2 + rows, dice)
            number, closing, in_play = dice[0] + dice[1], 0, ~closed
            for row in range(rows):
                cells[row] = cell_of[row * calls + number]
            for seat in range(seats):
                plan, at, word = run[BOTS + seat] * size, seat * WIDTH, turn_word(key, turn, 1 + seat)
                lucky = luck > 0 and is_lucky(book, (seat - start + seats) % seats, number)
                if plain and not lucky:
                    row = choose_white(rank, pick, sheets, cells, at, plan, shape, word)
                    take(step, sheets, at, shape, row, cells[row])
                    choices[seat] = PASS if row == rows else row + (cells[row] << 2)
                else:
                    choices[seat] = act_white(
                        book, step, pick, rank, run, plan, sheets, at, desk, number, lucky, word
                    )
                closing |= sheets[at + CLOSED]
            if closing != closed:
                close_rows(sheets, seats, closing & ~closed, rows, twin)
                closed = closing
                over = np.int64(pick[(closed << 4) + 15]) >= end_rows
            if len(trace):
                write_line(book, sheets, seats, turn, 0, active, dice, choices, closed, over, trace)
            if over:
                break
            plan, at, word = run[BOTS + active] * size, active * WIDTH, turn_word(key, turn, 6)
            crossed = choices[active] != PASS
            if plain_colour:
                aim_colour(cell_of, pairs, dice, rows, calls, nowhere)
                passing = np.int64(rank[plan + shape[3] - (2 if crossed else 1)])
                option = choose_colour(rank, pick, sheets, pairs, at, plan, shape, word, passing)
                take(step, sheets, at, shape, option >> 1, pairs[option])
                choices[active] = PASS if option == 2 * rows else (option >> 1) + (pairs[option] << 2)
            else:
                in_play = in_play if stays else ~closed
                choices[active] = act_colour(
                    book, step, pick, rank, run, plan, sheets, at, desk, dice, in_play, crossed, word
                )
            sheets[at + PENALTIES] += (choices[active] == PASS) & (not crossed)
            if sheets[at + CLOSED] != closed:
                close_rows(sheets, seats, sheets[at + CLOSED] & ~closed, rows, twin)
                closed = sheets[at + CLOSED]
                over = np.int64(pick[(closed << 4) + 15]) >= end_rows
            over |= sheets[at + PENALTIES] >= boxes
            if len(trace):
                write_line(book, sheets, seats, turn, 1, active, dice, choices, closed, over, trace)
            active = active + 1 if active + 1 < seats else 0
        count_game(book, run, sheets, start, turn, np.int64(pick[(closed << 4) + 15]), tally)


@compiled
def count_game(
    book: Array, run: Array, sheets: Array, start: int, turns: int, closed: int, tally: Array
) -> None:
    """Add a finished game to the counts."""
    seats, rows, most = run[SEATS], book[p.ROWS], run[CROSSES + 1] - run[CROSSES]
    spread = (run[SCORES + 1] - run[SCORES]) // seats
    best, winners, by_rows = -(1 << 60), 0, 1
    for at in range(0, seats * WIDTH, WIDTH):
        points = total(book, sheets, at)
        sheets[at + DOUBLING] = points
        if points > best:
            best, winners = points, 0
        winners += points == best
        by_rows &= sheets[at + PENALTIES] < book[p.BOXES]
    for seat in range(seats):
        at, order = seat * WIDTH, (seat - start + seats) % seats
        points = sheets[at + DOUBLING]
        luck = 0 if points < best else 1 if winners > 1 else 2
        tally[run[SCORES] + seat * spread + points - run[LOWEST]] += 1
        tally[run[WINS] + 3 * seat + luck] += 1
        tally[run[ORDER_WINS] + 3 * order + luck] += 1
        tally[run[ORDER_POINTS] + 2 * order] += points
        tally[run[ORDER_POINTS] + 2 * order + 1] += points * points
        tally[run[PENALTY_COUNTS] + seat * (book[p.BOXES] + 1) + sheets[at + PENALTIES]] += 1
        for row in range(rows):
            place = run[CROSSES] + (seat * rows + row) * (most // (seats * rows))
            tally[place + of_state(book, p.COUNT, sheets, at, row)] += 1
    tally[run[TURNS] + turns] += 1
    tally[run[ENDS] + by_rows * (rows + 1) + closed] += 1


@compiled
def write_line(
    book: Array,
    sheets: Array,
    seats: int,
    turn: int,
    phase: int,
    active: int,
    dice: Array,
    choices: Array,
    closed: int,
    over: bool,
    trace: Array,
) -> None:
    """Note what an action was and what it left; see `trace.read_trace`."""
    line = trace[2 * turn - 2 + phase]
    line[0], line[1], line[2], line[3], line[4] = turn, phase, active, closed, over
    line[5:11] = dice
    line[11:16] = choices
    for seat in range(seats):
        at, to = seat * WIDTH, 16 + seat * WIDTH
        line[to : to + WIDTH] = sheets[at : at + WIDTH]
        for row in range(book[p.ROWS]):
            line[to + row] %= book[p.TWIN]
        line[to + DOUBLING] = total(book, sheets, at)
