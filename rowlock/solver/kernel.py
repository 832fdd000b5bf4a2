"""The solver's kernel: the value of one position from those after it.

It holds the flow of a solo turn; what a cross leads to is in `crossing`. Values are whole *ticks* above the
lowest possible score, so that they can be compared and packed exactly.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

import numpy as np

from rowlock.fast.effects import ONE, ZERO, Array, U, lowest_bit, whole
from rowlock.fast.jit import inlined, kernel, popcount
from rowlock.solver.board import Board
from rowlock.solver.crossing import (
    closed_rows,
    expand,
    fewest_crosses,
    final_score,
    is_over,
    join,
    keep,
    lay_out,
    place_after,
    place_of,
    swapped,
)
from rowlock.solver.layout import Index
from rowlock.solver.scratch import EXTRA, Scratch, Whole


@inlined
def raise_to(
    board: Board, work: Scratch, total: Whole, row: Whole, cell: Whole, values: Array, place: Whole
) -> None:
    """Take over the values of a place where they are higher. Four at a time: one vector instruction."""
    both, lanes, at = work.both, board.lanes, total * board.table_width + board.entry_of[row, cell]
    word, bit = U(total * 4 + board.die_of[row, cell]), ONE << whole(board.number_of[row, cell])
    if not work.filled[word] & bit:
        work.filled[word] |= bit
        for k in range(lanes):
            both[U(at + k)] = np.int64(values[U(place), U(k)])
        return
    for k in range(0, lanes, 4):
        v0, v1 = np.int64(values[U(place), U(k)]), np.int64(values[U(place), U(k + 1)])
        v2, v3 = np.int64(values[U(place), U(k + 2)]), np.int64(values[U(place), U(k + 3)])
        b0, b1, b2, b3 = both[U(at + k)], both[U(at + k + 1)], both[U(at + k + 2)], both[U(at + k + 3)]
        both[U(at + k)] = max(v0, b0)
        both[U(at + k + 1)] = max(v1, b1)
        both[U(at + k + 2)] = max(v2, b2)
        both[U(at + k + 3)] = max(v3, b3)


@inlined
def copy_table(board: Board, work: Scratch, total: Whole) -> None:
    """Copy what dice bring without a white cross: with one, the same is left to whoever crosses nothing."""
    both, begin = work.both, total * board.table_width
    for die in range(board.rows):
        numbers = work.filled[U(die)]
        work.filled[U(total * 4 + die)] = numbers
        while numbers:
            entry = die * board.die_width + lowest_bit(numbers) * board.lanes
            numbers &= numbers - 1
            for k in range(board.lanes):
                both[U(begin + entry + k)] = both[U(entry + k)]


@inlined
def cross_once(
    board: Board, index: Index, reached: Array, first: Array, values: Array, work: Scratch, closed: Whole,
    more: bool | None,
) -> Whole:  # fmt: skip
    """Every cross of the position, with its place; those with a die's help into `both`. Returns how many."""
    found = ZERO
    before = work.before
    for die in range(board.rows):
        work.filled[die] = 0
    if more is not None:
        lay_out(work.pad, work.memory, before, ZERO, closed)
    for row in range(board.rows):
        state = before[0, row]
        if closed >> row & 1:
            continue
        for cell in range(board.passed[row, state], board.step.shape[2]):
            if board.step[row, state, cell] == 0:
                continue
            end = expand(board, work, before, ZERO, row, cell, work.once, found, more)
            die = board.die_of[row, cell]
            for o in range(found, end):
                place = place_after(index, reached, first, work.once, o)
                work.source[o, 0] = row
                work.source[o, 1] = cell
                work.source[o, 2] = place
                if not closed >> die & 1:
                    raise_to(board, work, ZERO, row, cell, values, place)
            found = end
    return found


@inlined
def cross_twice(
    board: Board,
    index: Index,
    reached: Array,
    first: Array,
    values: Array,
    work: Scratch,
    o: Whole,
    total: Whole,
    gone: Whole,
    more: bool | None,
) -> None:
    """Every second cross after outcome `o` of a white cross, into `both`."""
    once = work.once
    halves = (
        np.int64(index.left[once[o, 0], once[o, 1]]),
        np.int64(index.right[once[o, 2], once[o, 3]]),
    )
    if more is not None:
        lay_out(work.pad, work.memory, once, o, closed_rows(board.locked, once, o))
    for row in range(board.rows):
        state = once[o, row]
        if board.locked[row, state]:
            continue
        for cell in range(board.passed[row, state], board.step.shape[2]):
            die, after = board.die_of[row, cell], board.step[row, state, cell]
            if gone >> die & 1 or after == 0:
                continue
            if more is None:
                left, right = halves
                if row == 0:
                    left = np.int64(index.left[after, once[o, 1]])
                elif row == 1:
                    left = np.int64(index.left[once[o, 0], after])
                elif row == 2:
                    right = np.int64(index.right[after, once[o, 3]])
                else:
                    right = np.int64(index.right[once[o, 2], after])
                place = join(index.start, index.mirror, left, right)
                raise_to(board, work, total, row, cell, values, place)
                continue
            for t in range(expand(board, work, once, o, row, cell, work.twice, ZERO, more)):
                place = place_after(index, reached, first, work.twice, t)
                raise_to(board, work, total, row, cell, values, place)


@inlined
def collect(
    board: Board, index: Index, reached: Array, first: Array, values: Array, work: Scratch, closed: Whole,
    more: bool | None,
) -> None:  # fmt: skip
    """Fill `white` and `both` for the position."""
    found = cross_once(board, index, reached, first, values, work, closed, more)
    before, white = work.before, work.white
    fewest = fewest_crosses(board, before, closed)
    for total in range(white.shape[0]):
        work.table[total] = 0
        for k in range(board.lanes):
            white[total, k] = -1
    for o in range(found):
        row, cell, place = work.source[o, 0], work.source[o, 1], work.source[o, 2]
        state = before[0, row]
        lucky = cell == board.next[row, state] and board.counts[row, state] == fewest
        closed_after = closed_rows(board.locked, work.once, o)
        ended = is_over(board.end_rows, closed_after)
        gone = closed if board.die_stays else closed_after
        for total in range(2, white.shape[0]):
            sheet, at = o, place
            if total != board.number_of[row, cell] and not (lucky and board.lucky[total]):
                if more is None:
                    continue
                if not board.swaps:
                    continue
                used, number = whole(before[0, EXTRA]), whole(board.number_of[row, cell])
                field = swapped(work.pad, used, total, number, whole(white.shape[0]))
                if field == 0:
                    continue
                keep(work.once, found, work.once, o)
                work.once[found, EXTRA] = field
                sheet, at = found, place_after(index, reached, first, work.once, found)
            for k in range(board.lanes):
                white[total, k] = max(white[total, k], np.int64(values[at, k]))
            if ended:
                continue
            if work.table[total] == 0:
                work.table[total] = total
                copy_table(board, work, total)
            cross_twice(board, index, reached, first, values, work, sheet, total, gone, more)


@inlined
def rank(board: Board, work: Scratch, table: Whole, k: Whole, sure: Whole) -> Whole:
    """Rank what sums with a die bring beyond what is sure, best first; returns how many there are."""
    ranked, both, count = work.ranked, work.both, ZERO
    for die in range(board.rows):
        numbers = work.filled[U(table * 4 + die)]
        begin = table * board.table_width + die * board.die_width + k
        while numbers:
            number = lowest_bit(numbers)
            numbers &= numbers - 1
            value = both[U(begin + number * board.lanes)]
            if value <= sure:
                continue
            key = value << 8 | die << 6 | number
            j = count
            while j > 0 and ranked[U(j - 1)] < key:
                ranked[U(j)] = ranked[U(j - 1)]
                j -= 1
            ranked[U(j)] = key
            count += 1
    return count


@inlined
def expect(board: Board, work: Scratch, count: Whole, small: Whole, large: Whole, sure: Whole) -> Whole:
    """The expected value of the best pair of actions, given the white dice, when their sum is ranked.

    The coloured dice are independent: going down from the best, the chance that no die shows anything
    better is a product of shares of faces.
    """
    ranked, shares, unseen = work.ranked, work.shares, work.unseen
    for die in range(board.rows):
        unseen[die] = (ONE << (board.faces + 1)) - 2
    chance, mean = 1.0, 0.0
    for j in range(count):
        key = ranked[U(j)]
        die, bit, value = U(key >> 6 & 3), ONE << (key & 63), np.float64(key >> 8)
        faces = unseen[die]
        if faces & bit >> small:
            rest = chance * shares[popcount(U(faces))]
            mean += (chance - rest) * value
            chance = rest
            faces &= ~(bit >> small)
        if faces & bit >> large:
            rest = chance * shares[popcount(U(faces))]
            mean += (chance - rest) * value
            chance = rest
            faces &= ~(bit >> large)
        unseen[die] = faces
    return mean + chance * sure


@inlined
def solve_place(board: Board, work: Scratch, values: Array, place: Whole, penalty: Whole) -> None:
    """The values of a position for every number of penalties, most first: passing leads to one more."""
    means = work.means
    for k in range(board.boxes - 1, -1, -1):
        for total in range(2, 2 * board.faces + 1):
            sure = max(work.white[total, k], penalty)
            count = rank(board, work, work.table[total], k, sure)
            for small in range(max(1, total - board.faces), total // 2 + 1):
                means[small, total - small] = expect(board, work, count, small, total - small, sure)
        expected = 0.0
        for small in range(1, board.faces + 1):
            expected += means[small, small]
            for large in range(small + 1, board.faces + 1):
                expected += 2.0 * means[small, large]
        penalty = np.int64(np.rint(expected / (board.faces * board.faces)))
        values[place, k] = penalty


@kernel
def solve_half(
    board: Board,
    index: Index,
    reached: Array,
    first: Array,
    values: Array,
    ticks: Array,
    work: Scratch,
    left: Whole,
    tied: bool,
    more: bool | None,
) -> None:
    """The values of all frames with this left half, from right to left.

    `more` says that crosses may bring more than themselves; if it is None, nothing is compiled for that.

    Where halves may be exchanged, frames whose halves are equally far depend on those that are not, and are
    solved after them, when `tied`.
    """
    before = work.before
    before[0, 0], before[0, 1] = index.left_states[left, 0], index.left_states[left, 1]
    start = left if index.mirror else 0
    for right in range(index.right_states.shape[0] - 1, start - 1, -1):
        if index.mirror and (index.right_level[right] == index.left_level[left]) != tied:
            continue
        before[0, 2], before[0, 3] = index.right_states[right, 0], index.right_states[right, 1]
        frame = join(index.start, index.mirror, left, right)
        closed = closed_rows(board.locked, before, ZERO)
        over = is_over(board.end_rows, closed)
        for word in range(max(1, index.words)):
            bits = reached[frame * index.words + word] if index.words else np.uint64(1)
            while bits:
                lowest = bits & (~bits + np.uint64(1))
                bits ^= lowest
                before[0, EXTRA] = word * 64 + np.int64(popcount(lowest - np.uint64(1)))
                place = place_of(index, reached, first, frame, before[0, EXTRA])
                if over:
                    for k in range(board.boxes):
                        values[place, k] = (
                            final_score(work.pad, work.memory, before, ZERO, closed, k, more) - ticks[0]
                        ) * ticks[1]
                    continue
                collect(board, index, reached, first, values, work, closed, more)
                penalty = (
                    final_score(work.pad, work.memory, before, ZERO, closed, board.boxes, more) - ticks[0]
                ) * ticks[1]
                solve_place(board, work, values, place, penalty)
