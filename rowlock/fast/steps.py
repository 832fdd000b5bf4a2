"""Many games side by side, one decision of each at a time: the kernel of the vector environment.

Every game has a desk of its own, laid out as the simulator's (see `workspace`), without the room for choosing
by rank, and with its place in the turn behind it. Whoever calls chooses; here choices are carried out by the
same functions as in the simulator, and what is seen and what is legal next is written into arrays.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.effects import AGAIN as SECOND
from rowlock.fast.effects import (
    AT_CELL,
    BOXES,
    CALLS,
    CELL_OF,
    CLOSED,
    COUNT,
    DIE_STAYS,
    END_ROWS,
    FACES,
    HELD,
    IN_CELL,
    IN_ROW,
    LUCK,
    MARKS,
    NEXT,
    ONE,
    PENALTIES,
    PLAIN,
    RIPE,
    ROWS,
    SWAPPED,
    USED,
    WIDE,
    WIDTH,
    ZERO,
    Array,
    U,
    of_state,
    score_of,
    whole,
)
from rowlock.fast.jit import compiled, kernel, popcount
from rowlock.fast.options import aim_colour, aim_white, do_choice, push_answers, try_cross
from rowlock.fast.random_words import Word, game_key
from rowlock.fast.workspace import (
    AIMS,
    AT_ANSWERS,
    AT_TIES,
    BY_LUCK,
    BY_SWAP,
    CELLS,
    CHOICES,
    DICE,
    EQUALS,
    IN_TIES,
    PASS,
    SHEETS,
    TIES,
    close_rows,
    is_lucky,
    is_open,
    new_sheets,
    roll_dice,
)

GAME, TURN, COLOUR, SEAT, ACTIVE, START, GONE, IDLE = (whole(EQUALS + i) for i in range(8))
"""Behind what a simulator's desk holds: the game's number, the turn, whether this is the colour action, the
seat that is asked, the active one, the one that started, the rows whose dice have left, and whether the
active seat has crossed nothing this turn."""
DESK = int(EQUALS) + 8
SEATS, TIED, WITH_BAR, WITH_SWAPS, AGAIN, PAIR_CELLS, WITH_CELLS, DICE_SHOWN = map(whole, range(8))
NUMBERS, ANSWERS, PASSED, LOCKED, DIE_OF, CHOICE, LENGTHS, DOUBLES = map(whole, range(8, 16))
"""Places in a guide: how many seats, whether moves may meet ties, whether there is a bar or a strip of swaps,
whether cells may be crossed twice, how many pair cells, whether every cell is told, how many coloured dice;
then where its sections begin: the action of a choice without answers to ties, by its lowest nine bits and
its swap field << 9; the first action that is an action with answers; how many cells a state has passed, and
whether it is locked; the row of each die; the choice of an action; how many cells each row has, and a bit
for every cell that counts two crosses at once."""


@compiled
def deal(book: Array, guide: Array, desk: Array, seed: Word, game: int) -> None:
    """Begin a game: empty sheets, and the first dice."""
    seats = guide[SEATS]
    new_sheets(book, desk, seats, game % seats, book[PLAIN] > 0)
    desk[U(GAME)], desk[U(START)], desk[U(ACTIVE)], desk[U(TURN)] = game, game % seats, game % seats, ONE
    desk[U(GONE)] = ZERO
    roll(book, desk, seed)


@compiled
def roll(book: Array, desk: Array, seed: Word) -> None:
    """The dice of a turn, and whom they ask first."""
    roll_dice(game_key(seed, desk[U(GAME)]), desk[U(TURN)], book[FACES], book[ROWS], desk)
    number = desk[U(DICE)] + desk[U(DICE + 1)]
    for row in range(book[ROWS]):
        desk[U(CELLS + row)] = book[U(book[CELL_OF] + row * book[CALLS] + number)]
    desk[U(COLOUR)], desk[U(SEAT)], desk[U(IDLE)] = ZERO, desk[U(ACTIVE)], ONE


@compiled
def carry_out(book: Array, desk: Array, seat: int, choice: int) -> None:
    if choice != PASS:
        at = SHEETS + seat * WIDTH
        do_choice(book, desk, at, choice)
        if choice >> BY_SWAP:
            desk[U(at + SWAPPED)] = choice >> BY_SWAP


@compiled
def close(book: Array, guide: Array, desk: Array, before: int) -> bool:
    """Rows that somebody has locked are closed for everybody; whether that ends the game."""
    closing, seats = before, guide[SEATS]
    for seat in range(seats):
        closing |= desk[U(SHEETS + seat * WIDTH + CLOSED)]
    if closing != before:
        close_rows(book, desk, seats, closing & ~before)
    return whole(popcount(U(closing))) >= book[END_ROWS]


@compiled
def choice_of(book: Array, guide: Array, desk: Array, action: int) -> int:
    """The choice that an action stands for; where a lucky cross goes depends on the sheet."""
    choice = guide[U(guide[CHOICE] + action)]
    if choice != PASS and choice & BY_LUCK:
        at = SHEETS + desk[U(SEAT)] * WIDTH
        choice |= of_state(book, NEXT, desk, at, choice & IN_ROW) << AT_CELL
    return choice


@compiled
def act(book: Array, guide: Array, desk: Array, seed: Word, action: int) -> bool:
    """Make a move for the seat that is asked; whether the game is over."""
    seats, seat, active = guide[SEATS], desk[U(SEAT)], desk[U(ACTIVE)]
    choice, closed = choice_of(book, guide, desk, action), desk[U(SHEETS + CLOSED)]
    if not desk[U(COLOUR)]:
        desk[U(CHOICES + seat)] = choice
        desk[U(SEAT)] = seat + 1 if seat + 1 < seats else ZERO
        if desk[U(SEAT)] != active:
            return False
        for other in range(seats):
            carry_out(book, desk, other, desk[U(CHOICES + other)])
        desk[U(IDLE)], desk[U(COLOUR)] = desk[U(CHOICES + active)] == PASS, ONE
        over = close(book, guide, desk, closed)
        desk[U(GONE)] = closed if book[DIE_STAYS] else desk[U(SHEETS + CLOSED)]
        return over
    carry_out(book, desk, seat, choice)
    at = SHEETS + seat * WIDTH
    desk[U(at + PENALTIES)] += desk[U(IDLE)] & whole(choice == PASS)
    if close(book, guide, desk, closed) or desk[U(at + PENALTIES)] >= book[BOXES]:
        return True
    desk[U(TURN)] += 1
    desk[U(ACTIVE)] = active + 1 if active + 1 < seats else ZERO
    desk[U(GONE)] = desk[U(SHEETS + CLOSED)]
    roll(book, desk, seed)
    return False


@compiled
def action_of(book: Array, guide: Array, choice: int) -> int:
    """The number of a choice: `research.actions` lists answers to ties by their length, then row by row."""
    cell = ZERO if choice & BY_LUCK else choice & (IN_CELL << AT_CELL)
    bare = (choice & (IN_ROW | BY_LUCK)) + cell + (choice >> BY_SWAP << AT_TIES)
    action = guide[U(guide[NUMBERS] + bare)]
    ties, rows = choice >> AT_TIES & IN_TIES, choice >> AT_ANSWERS
    if ties == 0:
        return action
    place, before, size = ZERO, ZERO, ONE
    for tie in range(ties):
        place = place * book[ROWS] + (rows >> AT_CELL * tie & IN_ROW)
        if tie:
            size *= book[ROWS]
            before += size
    return guide[U(guide[ANSWERS] + action)] + before + place


@compiled
def permit(book: Array, guide: Array, desk: Array, mask: Array) -> None:
    """Mark every legal action of the seat that is asked."""
    at, seat = SHEETS + desk[U(SEAT)] * WIDTH, desk[U(SEAT)]
    mask[:] = 0
    mask[0] = 1
    if desk[U(COLOUR)]:
        aims = aim_colour(book, desk, at, desk[U(GONE)])
    else:
        seats, number = guide[SEATS], desk[U(DICE)] + desk[U(DICE + 1)]
        dealt = (seat - desk[U(START)] + seats) % seats
        aims = aim_white(book, desk, at, book[LUCK] > 0 and is_lucky(book, dealt, number), number)
    aimed, height = ZERO, ZERO
    while height or aimed < aims:
        if height:
            height -= 1
            choice = desk[U(TIES + height)]
        else:
            choice = desk[U(AIMS + aimed)]
            aimed += 1
        tied = ZERO
        if guide[TIED] and desk[U(at + RIPE + (choice & IN_ROW))] >> (choice >> AT_CELL & IN_CELL) & 1:
            tied = try_cross(book, desk, at, choice)
        if tied:
            height = push_answers(desk, height, choice, tied)
        else:
            mask[action_of(book, guide, choice)] = 1


@compiled
def tell_cells(book: Array, guide: Array, desk: Array, at: int, seen: Array, to: int) -> int:
    """Write how often every cell of a sheet is crossed, row by row; where it ends."""
    for row in range(book[ROWS]):
        once = desk[U(at + MARKS + row)]
        again = desk[U(at + SECOND + row)] | once & guide[U(guide[DOUBLES] + row)]
        for cell in range(guide[U(guide[LENGTHS] + row)]):
            seen[to] = (once >> cell & 1) + (again >> cell & 1)
            to += 1
    return to


@compiled
def tell_sheet(book: Array, guide: Array, desk: Array, seat: int, seen: Array, to: int) -> int:
    """Write what everybody sees of a sheet, in the order of `research.observation`; where it ends."""
    at, seats = SHEETS + seat * WIDTH, guide[SEATS]
    for row in range(book[ROWS]):
        state = row * book[WIDE] + desk[U(at + row)]
        seen[to] = guide[U(guide[PASSED] + state)]
        seen[to + 1] = of_state(book, COUNT, desk, at, row)
        seen[to + 2] = guide[U(guide[LOCKED] + state)]
        seen[to + 3] = desk[U(at + CLOSED)] >> row & 1
        to += 4
        if guide[AGAIN]:
            passed = guide[U(guide[PASSED] + state)]
            seen[to] = passed > 0 and is_open(book, desk, at, row, passed - 1)
            to += 1
    seen[to] = desk[U(at + PENALTIES)]
    seen[to + 1] = score_of(book, desk, at)
    seen[to + 2] = (seat - desk[U(START)] + seats) % seats
    to += 3
    if guide[WITH_BAR]:
        seen[to] = desk[U(at + USED)]
        to += 1
    if guide[WITH_SWAPS]:
        seen[to] = desk[U(at + SWAPPED)]
        to += 1
    for bit in range(guide[PAIR_CELLS]):
        seen[to + bit] = desk[U(at + HELD)] >> bit & 1
    to += guide[PAIR_CELLS]
    return tell_cells(book, guide, desk, at, seen, to) if guide[WITH_CELLS] else to


@compiled
def observe(book: Array, guide: Array, desk: Array, seen: Array) -> None:
    """Write what the seat that is asked sees."""
    seats, asked, to = guide[SEATS], desk[U(SEAT)], ZERO
    for n in range(seats):
        to = tell_sheet(book, guide, desk, (asked + n) % seats, seen, to)
    seen[to], seen[to + 1] = desk[U(DICE)], desk[U(DICE + 1)]
    to += 2
    for die in range(guide[DICE_SHOWN]):
        row = guide[U(guide[DIE_OF] + die)]
        gone = desk[U(GONE)] >> row & 1
        seen[to] = ZERO if gone else desk[U(DICE + 2 + row)]
        to += 1
    seen[to] = desk[U(COLOUR)]
    seen[to + 1] = (desk[U(ACTIVE)] - asked + seats) % seats
    seen[to + 2] = whole(desk[U(COLOUR)] > 0 and desk[U(IDLE)] == 0)


@kernel
def begin_games(
    book: Array, guide: Array, seed: Word, desks: Array, seen: Array, mask: Array, seat: Array
) -> None:
    """Deal game n on desk n."""
    for i in range(len(desks)):
        desk = desks[i]
        deal(book, guide, desk, seed, whole(i))
        observe(book, guide, desk, seen[i])
        permit(book, guide, desk, mask[i])
        seat[i] = desk[U(SEAT)]


@kernel
def step_games(
    book: Array, guide: Array, seed: Word, first: int, last: int, actions: Array, desks: Array, seen: Array,
    mask: Array, seat: Array, done: Array, points: Array
) -> None:  # fmt: skip
    """One action in each of the games from `first` on; on a desk whose game is over the next one begins.

    `points` are those of a game that is over; a desk's next game is as many further on as there are desks. A
    game with a negative action waits.
    """
    for i in range(first, last):
        done[i] = False
        if actions[i] < 0:
            continue
        desk = desks[i]
        done[i] = act(book, guide, desk, seed, whole(actions[i]))
        if done[i]:
            for s in range(guide[SEATS]):
                points[i, s] = score_of(book, desk, SHEETS + s * WIDTH)
            deal(book, guide, desk, seed, desk[U(GAME)] + len(desks))
        observe(book, guide, desk, seen[i])
        permit(book, guide, desk, mask[i])
        seat[i] = desk[U(SEAT)]
