"""The flow of a turn at speed: everything that numba compiles is in this file.

The rules of rows are in the tables it is given (`pad`), the bots' likings too (`worth`), so that one compiled
kernel plays every variant with every bot. What remains here is the order of things: roll, white action of all
seats, closing, colour action, penalty, end; and the queue of bonuses. Differential tests hold every action
against the engine.

Everything that changes lies on the `desk`: the seats' sheets, each from its place `at` on, a sheet to try
moves on, and room to think. A choice is a number (see `PASS`). The options of a decision have the order of
`legal_moves`: crosses by row and cell, lucky crosses by row, the pass last.

Two ways lead to a choice. On pads without effects the ranks of all options are read at once (`choose_white`,
`choose_colour`). Elsewhere options are listed (`aim_white`, `aim_colour`), rated one by one and chosen
(`decide`).
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import Any

import numpy as np

from rowlock.fast.jit import compiled, inlined

# numba keeps compiled code until this file changes, with the constants as they were: so they are all here
FOUR = 4
"""The kernel's pads have four rows; those that a variant has not can never be crossed."""
LOCKS = 1 << 15
"""The bit of a step that crosses the lock."""
ROWS, SHIFT, TWIN, SPAN, NOWHERE, CALLS, FACES, BOXES, PENALTY, END_ROWS = range(10)
DIE_STAYS, PLAIN, OWN_COLOURS, LUCK, BAR, PAIRS = range(10, 16)
"""Numbers in the book of a pad: see `pad.make_book`."""
STEP, BIT, PAIR_BIT, CELL_OF, NEXT, PASSED, COUNT, POINTS, HELD, REACH, LUCKY = range(16, 27)
SPECIAL, PAIRS_AT, BAR_ROW, NEXT_FIELD, PAIR_NEEDS, PAIR_KIND, PAIR_POINTS, ROW_POINTS = range(27, 35)
"""Where its sections begin."""
TWO_IN_FEWEST, ONE_IN_EACH, DOUBLE_FEWEST, NO_PENALTIES, ONLY_POINTS = range(5)
"""Kinds of bonus pair, by what they do."""
IGNORES_GAIN, NEVER_TRIES = 1, 2
"""Bots that need not know what a cross brings; without ties on the pad they never have to try one."""
MOST_TIES = 4
"""As many ties as one move may have to answer."""

PASSES, CLOSED, USED, PENALTIES, DOUBLING, PARDONED, BONUS, WIDTH = 4, 5, 6, 7, 8, 9, 10, 11
"""Places on a sheet behind the row states: where passes are written, a bit for every row that is closed on
this sheet, the bar (`Tables.next_field`), penalties; how often a row counts double, whether penalties count
nothing, points of complete pairs; and the width of a sheet."""
BAR_FIELD = -1
"""The mark of a bar field in the queue of bonuses; pairs are marked by their number."""
PASS = -1
"""A choice is a number: row, cell << 2, BY_LUCK, ties answered << 8, their rows from bit 12 on; or PASS."""
BY_LUCK = 1 << 7

MOST_OPTIONS = (32 + 1) << 2 * MOST_TIES
PEN = 5 * WIDTH
QUEUE = PEN + WIDTH
TIES = QUEUE + 128
REACHED = TIES + 4 * MOST_TIES + 1
AIMS = REACHED + FOUR
OPTIONS = AIMS + 8 * FOUR + FOUR + 1
RANKS = OPTIONS + MOST_OPTIONS
DESK = RANKS + MOST_OPTIONS
"""Places on the desk: the sheet for trying, the queue of bonuses, choices with a tie to answer, the cells
that dice reach in each row, options before ties are answered and after, their ranks; and its size."""
SEATS, PLAN, WORTH, LOWEST_GAIN, GAINS, LOWEST, SCORES, WINS, ORDER_WINS, ORDER_POINTS, CROSSES = range(11)
PENALTY_COUNTS, TURNS, ENDS, BOTS = range(11, 15)
"""Places in `run`: number of seats, size of a bot's ranks, where in them those by skips and gain begin, the
lowest gain and how many there are; the lowest score, where the counts begin (`Tally`); each seat's bot."""
LINE = 16 + 5 * WIDTH
"""The width of a line of a trace."""

Array = np.ndarray[Any, Any]
Word = np.uint64
U = np.uint64
"""An index that cannot count from the end: numba asks no question about it."""
Shape = tuple[int, int, int]
"""SHIFT and SPAN of the pad, and where ranks by skips and gain begin."""


@inlined
def mix(word: Word) -> Word:
    """As `chance.mix`."""
    word = (word ^ (word >> U(30))) * U(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U(27))) * U(0x94D049BB133111EB)
    return word ^ (word >> U(31))


@inlined
def game_key(seed: Word, game: int) -> Word:
    """As `chance.game_key`."""
    return mix(mix(seed) + U(game) * U(0x9E3779B97F4A7C15))


@inlined
def turn_word(key: Word, turn: int, slot: int) -> Word:
    """As `chance.turn_word`."""
    return mix(key + U(16 * turn + slot) * U(0x9E3779B97F4A7C15))


@inlined
def roll_dice(key: Word, turn: int, faces: int, dice: Array) -> None:
    """As `chance.roll_dice` for four rows, into `dice`."""
    fraction = np.int64(turn_word(key, turn, 0) >> U(8))
    for die in range(2 + FOUR):
        fraction *= faces
        dice[die] = (fraction >> 56) + 1
        fraction &= (1 << 56) - 1


@inlined
def choose(word: Word, count: int) -> int:
    """As `chance.choose`."""
    return (np.int64(word >> U(32)) * count) >> 32


@inlined
def of_state(book: Array, section: int, desk: Array, at: int, row: int) -> int:
    """What a section of the book says about a row of a sheet."""
    return book[U(book[section] + row * 2 * book[TWIN] + desk[U(at + row)])]


@inlined
def address(book: Array, desk: Array, at: int, row: int, cell: int) -> int:
    """Where the pad keeps what it knows of a cell in the present state of its row."""
    return row * book[SPAN] + (desk[U(at + row)] << book[SHIFT]) + cell


@inlined
def held_cells(book: Array, desk: Array, at: int) -> int:
    """The pair cells that a sheet has crossed."""
    held = 0
    for row in range(book[ROWS]):
        held |= of_state(book, HELD, desk, at, row)
    return held


@inlined
def mark(book: Array, desk: Array, at: int, tail: int, row: int, cell: int) -> int:
    """Cross a cell and queue the bonuses that it earns; gives the queue's new end (R15.1, R16.1)."""
    after = book[U(book[STEP] + address(book, desk, at, row, cell))]
    desk[U(at + row)] = after & (LOCKS - 1)
    desk[U(at + CLOSED)] |= (after >> 15) << row
    place = (row << book[SHIFT]) + cell
    special = book[U(book[SPECIAL] + place)]
    if special & 1:
        desk[U(QUEUE + tail)] = BAR_FIELD
        tail += 1
    if special & 2:
        pairs, held = book[U(book[PAIRS_AT] + place)], held_cells(book, desk, at)
        for pair in range(book[PAIRS]):
            needs = book[U(book[PAIR_NEEDS] + pair)]
            if pairs >> pair & 1 and held & needs == needs:
                tail = complete(book, desk, at, tail, pair)
    return tail


@inlined
def complete(book: Array, desk: Array, at: int, tail: int, pair: int) -> int:
    """A pair is complete: note what it counts at the end, queue what it brings at once (R16.2)."""
    kind = book[U(book[PAIR_KIND] + pair)]
    desk[U(at + BONUS)] += book[U(book[PAIR_POINTS] + pair)]
    desk[U(at + DOUBLING)] += kind == DOUBLE_FEWEST
    desk[U(at + PARDONED)] |= kind == NO_PENALTIES
    desk[U(QUEUE + tail)] = pair
    return tail + 1


@compiled
def mark_next(book: Array, desk: Array, at: int, tail: int, row: int) -> int:
    """Cross the next cell of a row, if it may be crossed (R15.4, R16.3)."""
    cell = of_state(book, NEXT, desk, at, row)
    return mark(book, desk, at, tail, row, cell) if cell >= 0 else tail


@inlined
def fewest_rows(book: Array, desk: Array, at: int, among: int) -> int:
    """A bit for every row that has the fewest crosses of those given as bits."""
    fewest, rows = 1 << 30, 0
    for row in range(book[ROWS]):
        count = of_state(book, COUNT, desk, at, row)
        if among >> row & 1 and count <= fewest:
            rows = (rows if count == fewest else 0) | 1 << row
            fewest = count
    return rows


@inlined
def lowest_bit(book: Array, bits: int) -> int:
    """Which bit is the lowest of some."""
    return book[U(book[BIT] + (bits & -bits) % 37)]


@compiled
def cross(book: Array, desk: Array, at: int, choice: int) -> int:
    """Cross a choice's cell with all that follows; stops at a tie without answer and gives its rows, or 0."""
    tail = mark(book, desk, at, 0, choice & 3, choice >> 2 & 31)
    given, rows, taken, head = choice >> 8 & 15, choice >> 12, 0, 0
    while head < tail:
        bonus = desk[U(QUEUE + head)]
        head += 1
        first, last, times = 0, -1, 1
        if bonus == BAR_FIELD:
            place = desk[U(at + CLOSED)] * book[BAR] + desk[U(at + USED)]
            field = book[U(book[NEXT_FIELD] + place)]
            if field >= 0:
                desk[U(at + USED)] = field + 1
                first = last = book[U(book[BAR_ROW] + field)]
        elif book[U(book[PAIR_KIND] + bonus)] == TWO_IN_FEWEST:
            tied = fewest_rows(book, desk, at, (1 << FOUR) - 1)
            first, times = lowest_bit(book, tied), 2
            if tied & (tied - 1):
                if taken == given:
                    return tied
                first = rows >> 2 * taken & 3
                taken += 1
            last = first
        elif book[U(book[PAIR_KIND] + bonus)] == ONE_IN_EACH:
            last = book[ROWS] - 1
        for row in range(first, last + 1):
            for _ in range(times):
                tail = mark_next(book, desk, at, tail, row)
    return 0


@inlined
def total(book: Array, desk: Array, at: int) -> int:
    """A sheet's points (R9, R16.2)."""
    points = desk[U(at + BONUS)]
    for row in range(book[ROWS]):
        points += of_state(book, POINTS, desk, at, row)
    if not desk[U(at + PARDONED)]:
        points += desk[U(at + PENALTIES)] * book[PENALTY]
    if desk[U(at + DOUBLING)]:
        row = lowest_bit(book, fewest_rows(book, desk, at, (1 << FOUR) - 1))
        fewest = of_state(book, COUNT, desk, at, row)
        points += desk[U(at + DOUBLING)] * book[U(book[ROW_POINTS] + fewest)]
    return points


@inlined
def earns(book: Array, desk: Array, at: int, row: int, cell: int) -> bool:
    """Whether crossing a cell crosses the bar or completes a pair."""
    place = (row << book[SHIFT]) + cell
    special = book[U(book[SPECIAL] + place)]
    if special & 1:
        return True
    if special & 2:
        held = held_cells(book, desk, at) | book[U(book[PAIR_BIT] + place)]
        pairs = book[U(book[PAIRS_AT] + place)]
        for pair in range(book[PAIRS]):
            needs = book[U(book[PAIR_NEEDS] + pair)]
            if pairs >> pair & 1 and held & needs == needs:
                return True
    return False


@inlined
def rate(book: Array, rank: Array, run: Array, plan: int, desk: Array, at: int, choice: int) -> int:
    """The rank of a cross; if it meets a tie without answer, the rows that are tied, negative."""
    row, cell = choice & 3, choice >> 2 & 31
    blind = rank[U(plan + run[WORTH] - 3)]
    counts_double = desk[U(at + DOUBLING)] > 0 and blind == 0
    if blind == NEVER_TRIES or not (counts_double or earns(book, desk, at, row, cell)):
        return np.int64(rank[U(plan + address(book, desk, at, row, cell))])
    for i in range(WIDTH):
        desk[U(PEN + i)] = desk[U(at + i)]
    tied = cross(book, desk, PEN, choice)
    if tied:
        return -tied
    skips = cell - of_state(book, PASSED, desk, at, row)
    gain = total(book, desk, PEN) - total(book, desk, at)
    return np.int64(rank[U(plan + run[WORTH] + skips * run[GAINS] + gain - run[LOWEST_GAIN])])


@inlined
def is_open(book: Array, desk: Array, at: int, row: int, cell: int) -> bool:
    """Whether a cell may be crossed."""
    return book[U(book[STEP] + address(book, desk, at, row, cell))] > 0


@inlined
def aim_white(book: Array, desk: Array, at: int, cells: Array, lucky: bool) -> int:
    """List the crosses of a white action (R4.1, R12): how many there are, without answers to ties."""
    count = 0
    for row in range(FOUR):
        desk[U(AIMS + count)] = row + (cells[row] << 2)
        count += is_open(book, desk, at, row, cells[row])
    if lucky:
        rows = fewest_rows(book, desk, at, ~desk[U(at + CLOSED)])
        for row in range(book[ROWS]):
            cell = of_state(book, NEXT, desk, at, row)
            if rows >> row & 1 and cell >= 0:
                desk[U(AIMS + count)] = row + (cell << 2) + BY_LUCK
                count += 1
    return count


@inlined
def aim_own(book: Array, desk: Array, at: int, cells: Array) -> int:
    """List the crosses of a colour action where each die has its own row (see `reach_own`)."""
    count = 0
    for option in range(2 * FOUR):
        desk[U(AIMS + count)] = (option >> 1) + (cells[option] << 2)
        count += is_open(book, desk, at, option >> 1, cells[option])
    return count


@inlined
def aim_colour(book: Array, desk: Array, at: int, dice: Array, in_play: int) -> int:
    """List the crosses of a colour action (R5.1, R13.2): how many there are, without answers to ties."""
    count, rows, calls = 0, book[ROWS], book[CALLS]
    for row in range(rows):
        desk[U(REACHED + row)] = 0
    for die in range(rows):
        if in_play >> die & 1:
            for white in range(2):
                number = dice[white] + dice[2 + die]
                reached = book[U(book[REACH] + die * calls + number)]
                while reached:
                    row = lowest_bit(book, reached)
                    desk[U(REACHED + row)] |= 1 << book[U(book[CELL_OF] + row * calls + number)]
                    reached &= reached - 1
    for row in range(rows):
        cells = desk[U(REACHED + row)]
        while cells:
            cell = lowest_bit(book, cells)
            cells &= cells - 1
            if is_open(book, desk, at, row, cell):
                desk[U(AIMS + count)] = row + (cell << 2)
                count += 1
    return count


@compiled
def answer_ties(
    book: Array, rank: Array, run: Array, plan: int, desk: Array, at: int, count: int, choice: int
) -> int:
    """List a cross once for every answer to the ties that it meets (R16.4); gives the new count."""
    desk[TIES], height = choice, 1
    while height:
        height -= 1
        choice = desk[TIES + height]
        rated = rate(book, rank, run, plan, desk, at, choice)
        if rated >= 0:
            desk[OPTIONS + count], desk[RANKS + count] = choice, rated
            count += 1
        else:
            for row in range(FOUR - 1, -1, -1):
                if -rated >> row & 1:
                    desk[TIES + height] = choice + (1 << 8) + (row << (12 + 2 * (choice >> 8 & 15)))
                    height += 1
    return count


@compiled
def decide(
    book: Array, rank: Array, run: Array, plan: int, desk: Array, at: int, aims: int, passing: int, word: Word
) -> int:
    """Choose one of the best of the listed crosses and the pass, by lot among equals, and do it."""
    count = 0
    for aim in range(aims):
        choice = desk[U(AIMS + aim)]
        rated = rate(book, rank, run, plan, desk, at, choice)
        desk[U(OPTIONS + count)], desk[U(RANKS + count)] = choice, rated
        count += 1
        if rated < 0:
            count = answer_ties(book, rank, run, plan, desk, at, count - 1, choice)
    desk[U(OPTIONS + count)], desk[U(RANKS + count)] = PASS, passing
    best, equals = passing, 0
    for option in range(count):
        best = max(best, desk[U(RANKS + option)])
    for option in range(count + 1):
        equals += desk[U(RANKS + option)] == best
    nth, option = choose(word, equals), 0
    while desk[U(RANKS + option)] != best or nth > 0:
        nth -= desk[U(RANKS + option)] == best
        option += 1
    choice = desk[U(OPTIONS + option)]
    if choice != PASS:
        if book[U(book[SPECIAL] + ((choice & 3) << book[SHIFT]) + (choice >> 2 & 31))]:
            cross(book, desk, at, choice)
        else:
            mark(book, desk, at, 0, choice & 3, choice >> 2 & 31)
    return choice


@inlined
def choose_white(
    rank: Array, pick: Array, desk: Array, cells: Array, at: int, plan: int, shape: Shape, word: Word
) -> int:
    """The row of the best white cross on a pad without effects; `FOUR` is a pass."""
    shift, span, worth = shape
    best, equals = np.int64(rank[U(plan + worth - 2)]), 1 << FOUR
    for row in range(FOUR):
        liking = np.int64(rank[U(plan + row * span + (desk[U(at + row)] << shift) + cells[row])])
        equals = 0 if liking > best else equals
        best = max(liking, best)
        equals |= np.int64(liking == best) << row
    equals <<= 4
    return np.int64(pick[U(equals + choose(word, np.int64(pick[U(equals + 15)])))])


@inlined
def choose_colour(
    rank: Array,
    pick: Array,
    desk: Array,
    cells: Array,
    at: int,
    plan: int,
    shape: Shape,
    word: Word,
    cost: int,
) -> int:
    """The best colour action where each die has its own row, as a place in `cells`; the last is a pass."""
    shift, span, worth = shape
    best, equals = np.int64(rank[U(plan + worth - 2 + cost)]), 1 << 2 * FOUR
    for row in range(FOUR):
        start = plan + row * span + (desk[U(at + row)] << shift)
        liking = np.int64(rank[U(start + cells[2 * row])])
        equals = 0 if liking > best else equals
        best = max(liking, best)
        equals |= np.int64(liking == best) << 2 * row
        liking = np.int64(rank[U(start + cells[2 * row + 1])])
        equals = 0 if liking > best else equals
        best = max(liking, best)
        equals |= np.int64(liking == best) << (2 * row + 1)
    equals <<= 4
    return np.int64(pick[U(equals + choose(word, np.int64(pick[U(equals + 15)])))])


@inlined
def reach_own(cell_of: Array, cells: Array, dice: Array, calls: int, nowhere: int) -> None:
    """The two cells of each row that its own die reaches with a white one, from left to right."""
    for row in range(FOUR):
        line = row * calls + dice[2 + row]
        one, two = np.int64(cell_of[U(line + dice[0])]), np.int64(cell_of[U(line + dice[1])])
        cells[2 * row] = min(one, two)
        cells[2 * row + 1] = nowhere if one == two else max(one, two)


@inlined
def take(step: Array, desk: Array, at: int, shape: Shape, row: int, cell: int) -> None:
    """Cross a cell on a pad without effects."""
    after = np.int64(step[U(row * shape[1] + (desk[U(at + row)] << shape[0]) + cell)])
    desk[U(at + row)] = after & (LOCKS - 1)
    desk[U(at + CLOSED)] |= (after >> 15) << row


@compiled
def is_lucky(book: Array, dealt: int, number: int) -> bool:
    """Whether a number is lucky for the sheet dealt at this place (R12.1)."""
    return book[book[LUCKY] + dealt * book[CALLS] + number] > 0


@compiled
def close_rows(book: Array, desk: Array, seats: int, closing: int) -> None:
    """Rows that somebody has locked are closed for everybody from now on (R7.5)."""
    for at in range(0, seats * WIDTH, WIDTH):
        for row in range(book[ROWS]):
            desk[at + row] += (closing >> row & 1) * book[TWIN]
        desk[at + CLOSED] |= closing


@compiled
def play_games(
    book: Array, step: Array, pick: Array, cell_of: Array, rank: Array, run: Array,
    seed: Word, first: int, count: int, tally: Array, ledger: Array, trace: Array
) -> None:  # fmt: skip
    """Play games of a run, from the first on, and count them.

    If they have lines, `ledger` gets the final scores of each game and `trace` what happens in it.

    Who starts goes round with the games. One long function, because handing arrays to another one costs more
    than most of what is done here.
    """
    seats, faces, calls, size = run[SEATS], book[FACES], book[CALLS], run[PLAN]
    shape = (book[SHIFT], book[SPAN], run[WORTH])
    plain, own_colours = book[PLAIN] > 0, book[OWN_COLOURS] > 0
    luck, end_rows, boxes, nowhere, stays = (
        book[LUCK], book[END_ROWS], book[BOXES], book[NOWHERE], book[DIE_STAYS]
    )  # fmt: skip
    desk, dice, choices = np.zeros(DESK, np.int64), np.zeros(6, np.int64), np.zeros(5, np.int64)
    cells, pairs = np.zeros(5, np.int64), np.zeros(9, np.int64)
    for game in range(first, first + count):
        key = game_key(seed, game)
        start = active = game % seats
        turn, closed, over = 0, 0, False
        desk[: seats * WIDTH] = 0
        while not over:
            turn += 1
            roll_dice(key, turn, faces, dice)
            number, closing, in_play = dice[0] + dice[1], 0, ~closed
            for row in range(FOUR):
                cells[row] = cell_of[U(row * calls + number)]
            for seat in range(seats):
                plan, at, word = run[BOTS + seat] * size, seat * WIDTH, turn_word(key, turn, 1 + seat)
                lucky = luck > 0 and is_lucky(book, (seat - start + seats) % seats, number)
                if plain and not lucky:
                    row = choose_white(rank, pick, desk, cells, at, plan, shape, word)
                    take(step, desk, at, shape, row, cells[row])
                    choices[seat] = PASS if row == FOUR else row + (cells[row] << 2)
                else:
                    aims, passing = (
                        aim_white(book, desk, at, cells, lucky),
                        np.int64(rank[plan + shape[2] - 2]),
                    )
                    choices[seat] = decide(book, rank, run, plan, desk, at, aims, passing, word)
                closing |= desk[U(at + CLOSED)]
            if closing != closed:
                close_rows(book, desk, seats, closing & ~closed)
                closed = closing
                over = np.int64(pick[U((closed << 4) + 15)]) >= end_rows
            if len(trace):
                write_line(book, desk, seats, turn, 0, active, dice, choices, closed, over, trace)
            if over:
                break
            plan, at, word = run[BOTS + active] * size, active * WIDTH, turn_word(key, turn, 6)
            idle = choices[active] == PASS
            if own_colours:
                reach_own(cell_of, pairs, dice, calls, nowhere)
            if plain and own_colours:
                option = choose_colour(rank, pick, desk, pairs, at, plan, shape, word, np.int64(idle))
                take(step, desk, at, shape, option >> 1, pairs[option])
                choices[active] = PASS if option == 2 * FOUR else (option >> 1) + (pairs[option] << 2)
            else:
                if own_colours:
                    aims = aim_own(book, desk, at, pairs)
                else:
                    aims = aim_colour(book, desk, at, dice, in_play if stays else ~closed)
                cost = np.int64(idle and not desk[U(at + PARDONED)])
                passing = np.int64(rank[U(plan + shape[2] - 2 + cost)])
                choices[active] = decide(book, rank, run, plan, desk, at, aims, passing, word)
            desk[U(at + PENALTIES)] += idle & (choices[active] == PASS)
            if desk[U(at + CLOSED)] != closed:
                close_rows(book, desk, seats, desk[at + CLOSED] & ~closed)
                closed = desk[U(at + CLOSED)]
                over = np.int64(pick[U((closed << 4) + 15)]) >= end_rows
            over |= desk[U(at + PENALTIES)] >= boxes
            if len(trace):
                write_line(book, desk, seats, turn, 1, active, dice, choices, closed, over, trace)
            active = active + 1 if active + 1 < seats else 0
        count_game(book, run, desk, start, turn, np.int64(pick[(closed << 4) + 15]), tally)
        if len(ledger):
            ledger[game - first] = desk[AIMS : AIMS + seats]


@compiled
def count_game(
    book: Array, run: Array, desk: Array, start: int, turns: int, closed: int, tally: Array
) -> None:
    """Add a finished game to the counts, and leave the scores on the desk."""
    seats, rows, most = run[SEATS], book[ROWS], run[CROSSES + 1] - run[CROSSES]
    spread = (run[SCORES + 1] - run[SCORES]) // seats
    best, winners, by_rows = -(1 << 60), 0, 1
    for seat in range(seats):
        at = seat * WIDTH
        points = total(book, desk, at)
        desk[AIMS + seat] = points
        if points > best:
            best, winners = points, 0
        winners += points == best
        by_rows &= desk[at + PENALTIES] < book[BOXES]
    for seat in range(seats):
        at, order, points = seat * WIDTH, (seat - start + seats) % seats, desk[AIMS + seat]
        luck = 0 if points < best else 1 if winners > 1 else 2
        tally[run[SCORES] + seat * spread + points - run[LOWEST]] += 1
        tally[run[WINS] + 3 * seat + luck] += 1
        tally[run[ORDER_WINS] + 3 * order + luck] += 1
        tally[run[ORDER_POINTS] + 2 * order] += points
        tally[run[ORDER_POINTS] + 2 * order + 1] += points * points
        tally[run[PENALTY_COUNTS] + seat * (book[BOXES] + 1) + desk[at + PENALTIES]] += 1
        for row in range(rows):
            place = run[CROSSES] + (seat * rows + row) * (most // (seats * rows))
            tally[place + of_state(book, COUNT, desk, at, row)] += 1
    tally[run[TURNS] + turns] += 1
    tally[run[ENDS] + by_rows * (rows + 1) + closed] += 1


@compiled
def write_line(
    book: Array, desk: Array, seats: int, turn: int, phase: int, active: int, dice: Array, choices: Array,
    closed: int, over: bool, trace: Array
) -> None:  # fmt: skip
    """Note what an action was and what it left; see `trace.read_trace`."""
    line = trace[2 * turn - 2 + phase]
    line[0], line[1], line[2], line[3], line[4] = turn, phase, active, closed, over
    line[5:11] = dice
    line[11:16] = choices
    for seat in range(seats):
        at, to = seat * WIDTH, 16 + seat * WIDTH
        line[to : to + WIDTH] = desk[at : at + WIDTH]
        for row in range(book[ROWS]):
            line[to + row] %= book[TWIN]
        line[to + BONUS] = total(book, desk, at)
