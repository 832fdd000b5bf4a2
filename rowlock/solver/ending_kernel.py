"""The value of a joint position of two seats, compiled: the mean over rolls of a game over both choices.

Every turn adds a cross or a penalty of the active seat, so that the game never comes back to a position, and
a search that keeps what it has found is enough. It stops at a limit and gives -1; called again with a higher
one it goes on where it was, since all that was finished is known.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.effects import ONE, ZERO, Array, U, whole
from rowlock.fast.jit import compiled, inlined, kernel, popcount
from rowlock.solver.ending_board import EndingBoard
from rowlock.solver.ending_dice import mean_of_sum
from rowlock.solver.ending_games import Matrices, value_of_game
from rowlock.solver.ending_store import (
    CLOSED,
    COUNT,
    DEAL,
    DIFFERENCE,
    LIMIT,
    EndingStore,
    Workspace,
    find,
    keep,
)
from rowlock.solver.ending_turn import LOCKS, PENALTIES, cross, list_white, reached, unpack
from rowlock.solver.scratch import Whole

NOTHING = whole(-1)


@inlined
def take_option(room: Workspace, depth: int, option: int) -> None:
    """The active seat's sheet as a white option leaves it."""
    for place in range(LOCKS):
        room.after[depth, place] = room.options[depth, 0, option, place]


@inlined
def fill_sums(room: Workspace, depth: int, pair: int) -> None:
    """A pair's chance without a colour action, for every sum with a die: nothing is better yet."""
    worth = room.best[depth, pair, 0]
    for place in range(1, room.best.shape[2]):
        room.best[depth, pair, place] = worth


@compiled
def note_passes(room: Workspace, depth: int) -> None:
    """Keep what both seats' pass is worth: the same at every roll that is called."""
    for place in range(room.passed.shape[1]):
        room.passed[depth, place] = room.best[depth, 0, place]


@compiled
def recall_passes(room: Workspace, depth: int, pair: int) -> None:
    """Begin a white sum with what both seats' pass is worth."""
    for place in range(room.passed.shape[1]):
        worth = room.passed[depth, place]
        room.best[depth, pair, place] = worth
        room.touched[depth, place] = worth > room.passed[depth, 0]


@compiled
def value(
    board: EndingBoard, store: EndingStore, room: Workspace, matrices: Matrices, first: Whole, second: Whole,
    depth: int, only: int,
) -> float:  # fmt: skip
    """The chance of the seat that rolls, or -1 at the limit.

    With `only`, a white sum, nothing is valued, but what its options are worth is left in the room. Sum 0,
    which nobody can cross, comes first: what both seats' pass is worth.
    """
    if only == 0:
        known = find(store, first, second)
        if known >= 0:
            return known
    if store.counts[COUNT] >= store.counts[LIMIT]:
        return -1.0
    unpack(board, room, depth, first, second)
    shut, fined = room.sheets[depth, 0, CLOSED], room.sheets[depth, 0, PENALTIES]
    numbers, total = whole(board.cell_of.shape[1]), 0.0
    for called in range(numbers):
        if called == 1 or (only != 0 and called != 0 and called != only):
            continue
        list_white(board, room, depth, ZERO, called)
        list_white(board, room, depth, ONE, called)
        height, width = room.counts[depth, 0], room.counts[depth, 1]
        pairs = height * width
        lowest, highest = whole(2), whole(2 * board.faces)
        if called > 0:
            lowest = max(1, called - board.faces) + 1
            highest = min(board.faces, called - 1) + board.faces
            pairs -= ONE
            recall_passes(room, depth, pairs)
        for pair in range(pairs):
            mine, theirs = pair // width, pair % width
            closed = shut | room.options[depth, 0, mine, LOCKS] | room.options[depth, 1, theirs, LOCKS]
            over = whole(popcount(U(closed))) >= board.end_rows
            take_option(room, depth, mine)
            fines = fined + whole(mine == height - 1 and not over)
            chance = reached(board, store, room, depth, theirs, fines, closed)
            if chance < 0:
                chance = value(
                    board, store, room, matrices, room.keys[depth, 0], room.keys[depth, 1], depth + 1, ZERO
                )
                if chance < 0:
                    return -1.0
                chance = 1.0 - chance
            room.best[depth, pair, 0] = chance
            fill_sums(room, depth, pair)
            if over:
                continue
            gone = shut if board.die_stays else closed
            for die in range(board.rows):
                if gone >> die & 1:
                    continue
                for number in range(lowest, highest + 1):
                    rows = board.reach[die, number] & ~closed
                    while rows:
                        row = whole(popcount(U((rows & -rows) - 1)))
                        rows &= rows - 1
                        cell = board.cell_of[row, number]
                        if board.step[row, room.options[depth, 0, mine, row], cell] < 0:
                            continue
                        take_option(room, depth, mine)
                        locks = cross(
                            board, room.after[depth], row, cell, room.sheets[depth, 0, DEAL], closed
                        )
                        chance = reached(board, store, room, depth, theirs, fined, closed | locks)
                        if chance < 0:
                            chance = value(
                                board, store, room, matrices, room.keys[depth, 0], room.keys[depth, 1],
                                depth + 1, ZERO,
                            )  # fmt: skip
                            if chance < 0:
                                return -1.0
                            chance = 1.0 - chance
                        place = 1 + die * numbers + number
                        if chance > room.best[depth, pair, place]:
                            room.best[depth, pair, place] = chance
                            room.touched[depth, place] = True
        if called == 0:
            note_passes(room, depth)
        elif only == 0:
            total += mean_of_sum(board, room, matrices, depth, called)
    if only != 0:
        return 0.0
    total /= board.faces * board.faces
    keep(store, first, second, total)
    return total


@kernel
def solve_position(
    board: EndingBoard,
    store: EndingStore,
    room: Workspace,
    matrices: Matrices,
    first: Whole,
    second: Whole,
    only: int,
) -> float:
    """The value of a position; see `value`."""
    return value(board, store, room, matrices, first, second, ZERO, only)


@kernel
def solve_after(
    board: EndingBoard,
    store: EndingStore,
    room: Workspace,
    matrices: Matrices,
    sheets: Array,
    closed: int,
    deal: int,
) -> float:
    """The chance of a seat whose turn is over, or -1 at the limit; the position that follows is in `keys`.

    `sheets` has its sheet and then the other seat's: four rows, used, penalties. `deal` is its own.
    """
    for place in range(LOCKS):
        room.after[0, place] = sheets[0, place]
        room.options[0, 1, 0, place] = sheets[1, place]
    room.rivals[0, 0, 2] = -1
    room.sheets[0, 1, PENALTIES] = sheets[1, PENALTIES]
    room.sheets[0, 0, DIFFERENCE] = 0
    room.sheets[0, 0, DEAL] = deal
    room.keys[0, 0] = U(0)
    chance = reached(board, store, room, ZERO, ZERO, sheets[0, PENALTIES], closed)
    if chance >= 0:
        return chance
    known = value(board, store, room, matrices, room.keys[0, 0], room.keys[0, 1], ONE, ZERO)
    return known if known < 0 else 1.0 - known


@kernel
def solve_matrix(matrices: Matrices, height: int, width: int) -> float:
    """The worth of the game in `matrices` to the first seat."""
    return value_of_game(matrices, height, width)
