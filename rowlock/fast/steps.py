"""Many games side by side, one decision of each at a time: the kernel of the vector environment.

Every game has a memory of its own, laid out as the simulator's (see `workspace`), without the room for
choosing by rank, and with its place in the turn behind it. Whoever calls chooses; here choices are carried
out by the same functions as in the simulator, and what is seen and what is legal next is written into arrays.
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
"""Behind what the simulator's memory holds: the game's number, the turn, whether this is the colour action,
the seat that is asked, the active one, the one that started, the rows whose dice have left, and whether the
active seat has crossed nothing this turn."""
MEMORY = int(EQUALS) + 8
SEATS, TIED, WITH_BAR, WITH_SWAPS, AGAIN, PAIR_CELLS, WITH_CELLS, DICE_SHOWN = map(whole, range(8))
NUMBERS, ANSWERS, PASSED, LOCKED, DIE_OF, CHOICE, LENGTHS, DOUBLES = map(whole, range(8, 16))
"""Places in a guide: how many seats, whether moves may meet ties, whether there is a bar or a strip of swaps,
whether cells may be crossed twice, how many pair cells, whether every cell is told, how many coloured dice;
then where its sections begin: the action of a choice without answers to ties, by its lowest nine bits and
its swap field << 9; the first action that is an action with answers; how many cells a state has passed, and
whether it is locked; the row of each die; the choice of an action; how many cells each row has, and a bit
for every cell that counts two crosses at once."""


@compiled
def deal(pad: Array, guide: Array, memory: Array, seed: Word, game: int) -> None:
    """Begin a game: empty sheets, and the first dice."""
    seats = guide[SEATS]
    new_sheets(pad, memory, seats, game % seats, pad[PLAIN] > 0)
    memory[U(GAME)], memory[U(START)], memory[U(ACTIVE)], memory[U(TURN)] = (
        game,
        game % seats,
        game % seats,
        ONE,
    )
    memory[U(GONE)] = ZERO
    roll(pad, memory, seed)


@compiled
def roll(pad: Array, memory: Array, seed: Word) -> None:
    """The dice of a turn, and whom they ask first."""
    roll_dice(game_key(seed, memory[U(GAME)]), memory[U(TURN)], pad[FACES], pad[ROWS], memory)
    number = memory[U(DICE)] + memory[U(DICE + 1)]
    for row in range(pad[ROWS]):
        memory[U(CELLS + row)] = pad[U(pad[CELL_OF] + row * pad[CALLS] + number)]
    memory[U(COLOUR)], memory[U(SEAT)], memory[U(IDLE)] = ZERO, memory[U(ACTIVE)], ONE


@compiled
def carry_out(pad: Array, memory: Array, seat: int, choice: int) -> None:
    if choice != PASS:
        at = SHEETS + seat * WIDTH
        do_choice(pad, memory, at, choice)
        if choice >> BY_SWAP:
            memory[U(at + SWAPPED)] = choice >> BY_SWAP


@compiled
def close(pad: Array, guide: Array, memory: Array, before: int) -> bool:
    """Rows that somebody has locked are closed for everybody; whether that ends the game."""
    closing, seats = before, guide[SEATS]
    for seat in range(seats):
        closing |= memory[U(SHEETS + seat * WIDTH + CLOSED)]
    if closing != before:
        close_rows(pad, memory, seats, closing & ~before)
    return whole(popcount(U(closing))) >= pad[END_ROWS]


@compiled
def choice_of(pad: Array, guide: Array, memory: Array, action: int) -> int:
    """The choice that an action stands for; where a lucky cross goes depends on the sheet."""
    choice = guide[U(guide[CHOICE] + action)]
    if choice != PASS and choice & BY_LUCK:
        at = SHEETS + memory[U(SEAT)] * WIDTH
        choice |= of_state(pad, NEXT, memory, at, choice & IN_ROW) << AT_CELL
    return choice


@compiled
def act(pad: Array, guide: Array, memory: Array, seed: Word, action: int) -> bool:
    """Make a move for the seat that is asked; whether the game is over."""
    seats, seat, active = guide[SEATS], memory[U(SEAT)], memory[U(ACTIVE)]
    choice, closed = choice_of(pad, guide, memory, action), memory[U(SHEETS + CLOSED)]
    if not memory[U(COLOUR)]:
        memory[U(CHOICES + seat)] = choice
        memory[U(SEAT)] = seat + 1 if seat + 1 < seats else ZERO
        if memory[U(SEAT)] != active:
            return False
        for other in range(seats):
            carry_out(pad, memory, other, memory[U(CHOICES + other)])
        memory[U(IDLE)], memory[U(COLOUR)] = memory[U(CHOICES + active)] == PASS, ONE
        over = close(pad, guide, memory, closed)
        memory[U(GONE)] = closed if pad[DIE_STAYS] else memory[U(SHEETS + CLOSED)]
        return over
    carry_out(pad, memory, seat, choice)
    at = SHEETS + seat * WIDTH
    memory[U(at + PENALTIES)] += memory[U(IDLE)] & whole(choice == PASS)
    if close(pad, guide, memory, closed) or memory[U(at + PENALTIES)] >= pad[BOXES]:
        return True
    memory[U(TURN)] += 1
    memory[U(ACTIVE)] = active + 1 if active + 1 < seats else ZERO
    memory[U(GONE)] = memory[U(SHEETS + CLOSED)]
    roll(pad, memory, seed)
    return False


@compiled
def action_of(pad: Array, guide: Array, choice: int) -> int:
    """The number of a choice: `research.actions` lists answers to ties by their length, then row by row."""
    cell = ZERO if choice & BY_LUCK else choice & (IN_CELL << AT_CELL)
    bare = (choice & (IN_ROW | BY_LUCK)) + cell + (choice >> BY_SWAP << AT_TIES)
    action = guide[U(guide[NUMBERS] + bare)]
    ties, rows = choice >> AT_TIES & IN_TIES, choice >> AT_ANSWERS
    if ties == 0:
        return action
    place, before, size = ZERO, ZERO, ONE
    for tie in range(ties):
        place = place * pad[ROWS] + (rows >> AT_CELL * tie & IN_ROW)
        if tie:
            size *= pad[ROWS]
            before += size
    return guide[U(guide[ANSWERS] + action)] + before + place


@compiled
def permit(pad: Array, guide: Array, memory: Array, mask: Array) -> None:
    """Mark every legal action of the seat that is asked."""
    at, seat = SHEETS + memory[U(SEAT)] * WIDTH, memory[U(SEAT)]
    mask[:] = 0
    mask[0] = 1
    if memory[U(COLOUR)]:
        aims = aim_colour(pad, memory, at, memory[U(GONE)])
    else:
        seats, number = guide[SEATS], memory[U(DICE)] + memory[U(DICE + 1)]
        dealt = (seat - memory[U(START)] + seats) % seats
        aims = aim_white(pad, memory, at, pad[LUCK] > 0 and is_lucky(pad, dealt, number), number)
    aimed, height = ZERO, ZERO
    while height or aimed < aims:
        if height:
            height -= 1
            choice = memory[U(TIES + height)]
        else:
            choice = memory[U(AIMS + aimed)]
            aimed += 1
        tied = ZERO
        if guide[TIED] and memory[U(at + RIPE + (choice & IN_ROW))] >> (choice >> AT_CELL & IN_CELL) & 1:
            tied = try_cross(pad, memory, at, choice)
        if tied:
            height = push_answers(memory, height, choice, tied)
        else:
            mask[action_of(pad, guide, choice)] = 1


@compiled
def tell_cells(pad: Array, guide: Array, memory: Array, at: int, seen: Array, to: int) -> int:
    """Write how often every cell of a sheet is crossed, row by row; where it ends."""
    for row in range(pad[ROWS]):
        once = memory[U(at + MARKS + row)]
        again = memory[U(at + SECOND + row)] | once & guide[U(guide[DOUBLES] + row)]
        for cell in range(guide[U(guide[LENGTHS] + row)]):
            seen[to] = (once >> cell & 1) + (again >> cell & 1)
            to += 1
    return to


@compiled
def tell_sheet(pad: Array, guide: Array, memory: Array, seat: int, seen: Array, to: int) -> int:
    """Write what everybody sees of a sheet, in the order of `research.observation`; where it ends."""
    at, seats = SHEETS + seat * WIDTH, guide[SEATS]
    for row in range(pad[ROWS]):
        state = row * pad[WIDE] + memory[U(at + row)]
        seen[to] = guide[U(guide[PASSED] + state)]
        seen[to + 1] = of_state(pad, COUNT, memory, at, row)
        seen[to + 2] = guide[U(guide[LOCKED] + state)]
        seen[to + 3] = memory[U(at + CLOSED)] >> row & 1
        to += 4
        if guide[AGAIN]:
            passed = guide[U(guide[PASSED] + state)]
            seen[to] = passed > 0 and is_open(pad, memory, at, row, passed - 1)
            to += 1
    seen[to] = memory[U(at + PENALTIES)]
    seen[to + 1] = score_of(pad, memory, at)
    seen[to + 2] = (seat - memory[U(START)] + seats) % seats
    to += 3
    if guide[WITH_BAR]:
        seen[to] = memory[U(at + USED)]
        to += 1
    if guide[WITH_SWAPS]:
        seen[to] = memory[U(at + SWAPPED)]
        to += 1
    for bit in range(guide[PAIR_CELLS]):
        seen[to + bit] = memory[U(at + HELD)] >> bit & 1
    to += guide[PAIR_CELLS]
    return tell_cells(pad, guide, memory, at, seen, to) if guide[WITH_CELLS] else to


@compiled
def observe(pad: Array, guide: Array, memory: Array, seen: Array) -> None:
    """Write what the seat that is asked sees."""
    seats, asked, to = guide[SEATS], memory[U(SEAT)], ZERO
    for n in range(seats):
        to = tell_sheet(pad, guide, memory, (asked + n) % seats, seen, to)
    seen[to], seen[to + 1] = memory[U(DICE)], memory[U(DICE + 1)]
    to += 2
    for die in range(guide[DICE_SHOWN]):
        row = guide[U(guide[DIE_OF] + die)]
        gone = memory[U(GONE)] >> row & 1
        seen[to] = ZERO if gone else memory[U(DICE + 2 + row)]
        to += 1
    seen[to] = memory[U(COLOUR)]
    seen[to + 1] = (memory[U(ACTIVE)] - asked + seats) % seats
    seen[to + 2] = whole(memory[U(COLOUR)] > 0 and memory[U(IDLE)] == 0)


@kernel
def begin_games(
    pad: Array, guide: Array, seed: Word, memories: Array, seen: Array, mask: Array, seat: Array
) -> None:
    """Deal game n in memory n."""
    for i in range(len(memories)):
        memory = memories[i]
        deal(pad, guide, memory, seed, whole(i))
        observe(pad, guide, memory, seen[i])
        permit(pad, guide, memory, mask[i])
        seat[i] = memory[U(SEAT)]


@kernel
def step_games(
    pad: Array, guide: Array, seed: Word, first: int, last: int, actions: Array, memories: Array, seen: Array,
    mask: Array, seat: Array, done: Array, points: Array
) -> None:  # fmt: skip
    """One action in each of the games from `first` on; in a memory whose game is over the next one begins.

    `points` are those of a game that is over; the next game of a memory is as many further on as there are
    memories. A game with a negative action waits.
    """
    for i in range(first, last):
        done[i] = False
        if actions[i] < 0:
            continue
        memory = memories[i]
        done[i] = act(pad, guide, memory, seed, whole(actions[i]))
        if done[i]:
            for s in range(guide[SEATS]):
                points[i, s] = score_of(pad, memory, SHEETS + s * WIDTH)
            deal(pad, guide, memory, seed, memory[U(GAME)] + len(memories))
        observe(pad, guide, memory, seen[i])
        permit(pad, guide, memory, mask[i])
        seat[i] = memory[U(SEAT)]
