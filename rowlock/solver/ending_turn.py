"""A turn of two seats in the kernels: sheets out of words and back, white options, crosses, the end."""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from rowlock.fast.effects import ONE, ZERO, Array, U, whole
from rowlock.fast.jit import compiled, inlined, popcount
from rowlock.solver import ending_board as at
from rowlock.solver.ending_board import EndingBoard
from rowlock.solver.ending_store import CLOSED, DEAL, DIFFERENCE, TAKEN, EndingStore, Workspace, find
from rowlock.solver.scratch import Whole

ROWS, USED, PENALTIES, LOCKS = whole(at.ROWS), whole(4), whole(5), whole(5)
ROW_BITS, ROW_MASK = whole(at.ROW_BITS), whole((1 << at.ROW_BITS) - 1)
AT_USED, USED_MASK = whole(at.AT_USED), whole((1 << at.USED_BITS) - 1)
AT_PENALTIES, PENALTY_MASK = whole(at.AT_PENALTIES), whole((1 << at.PENALTY_BITS) - 1)
AT_HALF, HALF_BITS, HALF_MASK = whole(at.AT_HALF), whole(at.HALF_BITS), whole((1 << at.HALF_BITS) - 1)
AT_DEAL, MIDDLE = whole(at.AT_DEAL), whole(at.MIDDLE)
SPENT, SHUT = whole(2), whole(1)
"""How far from the last state the two lie that stand for rows without a future."""
MANY = whole(1000)


@inlined
def last_of(board: EndingBoard) -> int:
    """One past the last state, the two special ones among them."""
    return whole(board.step.shape[1])


@compiled
def unpack(board: EndingBoard, room: Workspace, depth: int, first: Whole, second: Whole) -> None:
    """Both sheets of a position out of its words, the active one first."""
    sheets, shut = room.sheets, last_of(board) - SHUT
    closed = ZERO
    for side in range(2):
        word = whole(first & ~TAKEN) if side == 0 else whole(second)
        for row in range(ROWS):
            state = word >> (row * ROW_BITS) & ROW_MASK
            sheets[depth, side, row] = state
            closed |= whole(state == shut) << row
        sheets[depth, side, USED] = word >> AT_USED & USED_MASK
        sheets[depth, side, PENALTIES] = word >> AT_PENALTIES & PENALTY_MASK
    low, high = whole(first & ~TAKEN), whole(second)
    difference = (low >> AT_HALF & HALF_MASK) | (high >> AT_HALF & HALF_MASK) << HALF_BITS
    sheets[depth, 0, CLOSED] = closed
    sheets[depth, 0, DIFFERENCE] = difference - MIDDLE
    sheets[depth, 0, DEAL] = low >> AT_DEAL & 1


@inlined
def fold(board: EndingBoard, states: Array, closed: int) -> tuple[int, int]:
    """The rows of a sheet as bits, those without a future as such, and the points of the latter."""
    last = last_of(board)
    word, settled = ZERO, ZERO
    for row in range(ROWS):
        state = states[row]
        if closed >> row & 1:
            settled += board.points[row, state]
            state = last - SHUT
        elif board.spent[row, state]:
            settled += board.points[row, state]
            state = last - SPENT
        word |= state << (row * ROW_BITS)
    return word, settled


@inlined
def exchanged(word: int, row: int) -> int:
    """The same sheet with a row and the next one exchanged."""
    low = whole(row) * ROW_BITS
    one, other = word >> low & ROW_MASK, word >> (low + ROW_BITS) & ROW_MASK
    both = ROW_MASK << low | ROW_MASK << (low + ROW_BITS)
    return (word & ~both) | other << low | one << (low + ROW_BITS)


@inlined
def in_order(word: int, rival: int, row: int) -> bool:
    """Whether a row does not come before the next one, by both sheets."""
    low = whole(row) * ROW_BITS
    one, other = word >> low & ROW_MASK, word >> (low + ROW_BITS) & ROW_MASK
    first, second = rival >> low & ROW_MASK, rival >> (low + ROW_BITS) & ROW_MASK
    return one < other or (one == other and first <= second)


@inlined
def result(difference: int) -> float:
    """A seat's share of the win by its lead."""
    return 1.0 if difference > 0 else (0.5 if difference == 0 else 0.0)


@compiled
def reached(
    board: EndingBoard,
    store: EndingStore,
    room: Workspace,
    depth: int,
    theirs: int,
    penalties: int,
    closed: int,
) -> float:
    """The active seat's chance with its sheet `after` and the other's option, or -1 where it is not known.

    Then the position that follows, with the other seat to roll, is in `keys`.
    """
    sheets, mine, other = room.sheets, room.after[depth], room.options[depth, 1, theirs]
    fines = sheets[depth, 1, PENALTIES]
    difference = sheets[depth, 0, DIFFERENCE]
    if whole(popcount(U(closed))) >= board.end_rows or penalties >= board.boxes:
        difference += board.penalty * (penalties - fines)
        difference += board.extra_points[mine[USED]] - board.extra_points[other[USED]]
        for row in range(ROWS):
            difference += board.points[row, mine[row]] - board.points[row, other[row]]
        return result(difference)
    word, settled = fold(board, mine, closed)
    known = room.rivals[depth, theirs]
    if known[2] != closed:
        known[0], known[1] = fold(board, other, closed)
        known[2] = closed
    rival, gone = known[0], known[1]
    for row in range(ROWS):
        if board.twins >> row & 1 and not in_order(rival, word, row):
            word, rival = exchanged(word, row), exchanged(rival, row)
    difference = gone - settled - difference + MIDDLE
    word |= mine[USED] << AT_USED | penalties << AT_PENALTIES
    rival |= other[USED] << AT_USED | fines << AT_PENALTIES
    word |= (difference >> HALF_BITS & HALF_MASK) << AT_HALF
    rival |= (difference & HALF_MASK) << AT_HALF
    if board.dealt:
        rival |= (ONE - sheets[depth, 0, DEAL]) << AT_DEAL
    room.keys[depth, 0] = U(rival) | TAKEN
    room.keys[depth, 1] = U(word)
    chance = find(store, U(rival) | TAKEN, U(word))
    return chance if chance < 0 else 1.0 - chance


@compiled
def cross(board: EndingBoard, sheet: Array, row: int, cell: int, deal: int, closed: int) -> int:
    """Cross a cell of a sheet with what it brings (R15, R21); gives the rows that this locks."""
    locks = ZERO
    while True:
        state = sheet[row]
        again = cell_is_behind(board, row, state, cell)
        state = board.step[row, state, cell]
        sheet[row] = state
        locks |= whole(board.locked[row, state]) << row
        if board.framed[deal, row, cell] and not again:
            sheet[USED] += 1
        if again or not board.bar_cell[row, cell]:
            return locks
        field = board.next_field[closed | locks, sheet[USED]]
        if field < 0:
            return locks
        sheet[USED] = field + 1
        row = board.bar_row[field]
        cell = board.next[row, sheet[row]]
        if cell < 0:
            return locks


@inlined
def cell_is_behind(board: EndingBoard, row: int, state: int, cell: int) -> bool:
    """Whether a cell has its first cross already (R18)."""
    return board.passed[row, state] > cell


@compiled
def list_white(board: EndingBoard, room: Workspace, depth: int, side: int, called: int) -> None:
    """Every white option of a seat as a sheet, the pass last; numbered as bots number them."""
    sheets, found = room.sheets[depth], ZERO
    closed, deal = sheets[0, CLOSED], sheets[0, DEAL] if side == 0 else ONE - sheets[0, DEAL]
    slots = board.slots.shape[1]
    for slot in range(slots):
        field, number = board.slots[called, slot, 0], board.slots[called, slot, 1]
        if field == -2 or (field >= 0 and field < sheets[side, USED]):
            continue
        for row in range(board.rows):
            cell = board.cell_of[row, number]
            if closed >> row & 1 or cell < 0 or board.step[row, sheets[side, row], cell] < 0:
                continue
            found = add_white(board, room, depth, side, found, row, cell, deal)
            room.numbers[depth, side, found - 1] = slot * board.rows + row
            if field >= 0:
                room.options[depth, side, found - 1, USED] = field + 1
    more = slots * board.rows
    if board.lucky[deal, called]:
        found = list_lucky(board, room, depth, side, found, deal, more)
    room.numbers[depth, side, found] = room.numbers.shape[2] - 1
    copy_sheet(room, depth, side, found)
    room.counts[depth, side] = found + 1


@inlined
def copy_sheet(room: Workspace, depth: int, side: int, found: int) -> None:
    for place in range(LOCKS):
        room.options[depth, side, found, place] = room.sheets[depth, side, place]
    room.options[depth, side, found, LOCKS] = 0
    if side == 1:
        room.rivals[depth, found, 2] = -1


@compiled
def add_white(
    board: EndingBoard, room: Workspace, depth: int, side: int, found: int, row: int, cell: int, deal: int
) -> int:
    """One more option: the sheet with a cross; gives how many there are."""
    copy_sheet(room, depth, side, found)
    sheet = room.options[depth, side, found]
    sheet[LOCKS] = cross(board, sheet, row, cell, deal, room.sheets[depth, 0, CLOSED])
    return found + ONE


@compiled
def list_lucky(
    board: EndingBoard, room: Workspace, depth: int, side: int, found: int, deal: int, more: int
) -> int:
    """The next cell of the open rows that have the fewest crosses (R12.2)."""
    sheets, fewest = room.sheets[depth], MANY
    closed = sheets[0, CLOSED]
    for row in range(board.rows):
        if not closed >> row & 1:
            fewest = min(fewest, board.crosses[row, sheets[side, row]])
    for row in range(board.rows):
        state = sheets[side, row]
        cell = board.next[row, state]
        if not closed >> row & 1 and board.crosses[row, state] == fewest and cell >= 0:
            found = add_white(board, room, depth, side, found, row, cell, deal)
            room.numbers[depth, side, found - 1] = more + row
    return found
