"""The solver's kernels: the value of one position from those after it.

They hold the flow of a solo turn; what follows from a cross, and what a sheet counts, is in `fast.effects`.
Values are whole *ticks* above the lowest possible score, so that they can be compared and packed exactly.
A sheet is five numbers in a row of an array: the states of four rows and the extra. Where a cross may bring
more, it is laid out on a desk as `fast.effects` wants it.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rowlock.fast.effects import (
    AHEAD,
    BAR,
    CALLS,
    CLOSED,
    DONE,
    HELD,
    MOST_TIES,
    NEXT_FIELD,
    ONE,
    ONE_IN_EACH,
    PAIR_KIND,
    PAIR_NEEDS,
    PAIRS,
    PENALTIES,
    QUEUE_SIZE,
    RIPE,
    ROWS,
    SWAP_TO,
    USED,
    WIDTH,
    ZERO,
    U,
    cross,
    lowest_bit,
    of_state,
    score_of,
    whole,
)  # fmt: skip
from rowlock.fast.jit import compiled, inlined, kernel, popcount
from rowlock.fast.tables import PAIR_KINDS
from rowlock.fast.words import STRIDE, choose, mix
from rowlock.solver.board import Board
from rowlock.solver.layout import Index, Layout

EXTRA = whole(4)
"""The column of a sheet after its row states."""
BEFORE, AFTER, LIVING, TIES, DESK = map(whole, np.cumsum([QUEUE_SIZE, WIDTH, WIDTH, 1, 4 * MOST_TIES + 1]))
"""Places on the desk behind the queue of bonuses: the sheet before a cross and after it, the pairs that are
alive before it, answers to ties that are still to be followed; and its size."""
MANY = whole(1000)
TWO = whole(2)

Whole = Any
"""Whole numbers in kernels are of several widths, as the compiler finds them."""


class Scratch(NamedTuple):
    """Room to work in, for one thread. N numbers, K penalty boxes filled up to lanes, D dice."""

    book: Any
    """The variant's, for `fast.effects`."""
    desk: Any
    before: Any
    """[3, 5] the position that is being solved; in play, also the choice and the empty sheet."""
    once: Any
    """[outcomes + 1, 5] what one cross leads to; the last line is for a sheet with a swap field used."""
    twice: Any
    """[outcomes, 5] what a second cross leads to."""
    source: Any
    """[outcomes, 3] row and cell of the first cross, and the place to which it leads."""
    white: Any
    """[N, K] the best value after the white action alone, by white sum; -1 without a cross."""
    both: Any
    """[N, D, N, K] the best value after both actions, by white sum, die and sum with it; -1 without one.
    White sum 0 stands for no white cross."""
    flat: Any
    """[N, D × N × K] the same memory as `both`."""
    best: Any
    """[N, D, K] the best of these over all sums with a die."""
    table: Any
    """[N] the first index into `both`: 0 for a white sum that nothing can be crossed with."""
    ranked: Any
    """Values of a roll's options, best first, with the die in the lowest bits."""
    faces_left: Any
    shares: Any
    """[faces + 1] (n - 1) / n"""


def make_scratch(layout: Layout) -> Scratch:
    board, tables = layout.board, layout.tables
    numbers, lanes = 2 * board.faces + 1, board.lanes
    ties = int((tables.pair_kind == PAIR_KINDS.index("two-in-fewest")).sum())
    outcomes = board.number_of.size * board.rows**ties
    both = np.zeros((numbers, 4, numbers, lanes), np.int64)
    return Scratch(
        book=layout.book,
        desk=np.zeros(DESK, np.int64),
        before=np.zeros((3, 5), np.uint32),
        once=np.zeros((outcomes + 1, 5), np.uint32),
        twice=np.zeros((outcomes, 5), np.uint32),
        source=np.zeros((outcomes, 3), np.int64),
        white=np.zeros((numbers, lanes), np.int64),
        both=both,
        flat=both.reshape(numbers, -1),
        best=np.zeros((numbers, 4, lanes), np.int64),
        table=np.zeros(numbers, np.int64),
        ranked=np.zeros(4 * board.faces + 1, np.int64),
        faces_left=np.zeros(4, np.int64),
        shares=np.array([(n - 1) / max(n, 1) for n in range(board.faces + 1)]),
    )


@inlined
def join(start: Any, mirror: bool, left: Whole, right: Whole) -> Whole:
    """The frame made of two halves."""
    if mirror and left > right:
        left, right = right, left
    return start[left] + right


@inlined
def frame_of(index: Index, a: Whole, b: Whole, c: Whole, d: Whole) -> Whole:
    return join(index.start, index.mirror, np.int64(index.left[a, b]), np.int64(index.right[c, d]))


@inlined
def place_of(index: Index, reached: Any, first: Any, frame: Whole, extra: Whole) -> Whole:
    """The place of an extra in its frame: after the reachable ones before it."""
    if index.words == 0:
        return frame
    word = frame * index.words
    place = first[frame]
    for _ in range(extra >> 6):
        place += np.int64(popcount(reached[word]))
        word += 1
    below = (np.uint64(1) << np.uint64(extra & 63)) - np.uint64(1)
    return place + np.int64(popcount(reached[word] & below))


@inlined
def closed_rows(locked: Any, sheets: Any, i: Whole) -> Whole:
    """A bit for every locked row."""
    closed = ZERO
    for r in range(4):
        closed |= whole(locked[r, sheets[i, r]]) << r
    return closed


@inlined
def is_over(end_rows: Whole, closed: Whole) -> bool:
    """Whether enough rows are closed (R8.2)."""
    return whole(popcount(U(closed))) >= end_rows


@inlined
def settle_bar(book: Any, extra: Whole, closed: Whole) -> Whole:
    """The extra with its bar on a field that is free; struck ones are skipped (R15.3)."""
    pairs = book[PAIRS]
    field = book[U(book[NEXT_FIELD] + closed * book[BAR] + (extra >> pairs))]
    if field < 0:
        field = book[BAR] - 1
    return (extra & ((ONE << pairs) - 1)) | field << pairs


@inlined
def ahead_of(book: Any, desk: Any, at: Whole) -> Whole:
    """The pair cells of a sheet that may still be crossed."""
    ahead = ZERO
    for row in range(book[ROWS]):
        ahead |= of_state(book, AHEAD, desk, at, row)
    return ahead


@compiled
def lay_out(book: Any, desk: Any, sheets: Any, i: Whole, closed: Whole) -> None:
    """A sheet onto the desk, before it is crossed or counted.

    A cell of such a pair is crossed if it is no longer ahead.
    """
    for row in range(4):
        desk[U(BEFORE + row)] = sheets[i, row]
    ahead, needed, done = ahead_of(book, desk, BEFORE), ZERO, ZERO
    extra = whole(sheets[i, EXTRA])
    alive = extra & ((ONE << book[PAIRS]) - 1)
    pairs = alive
    while pairs:
        pair = lowest_bit(pairs)
        pairs &= pairs - 1
        needs = book[U(book[PAIR_NEEDS] + pair)]
        needed |= needs
        done |= whole(needs & ahead == 0) << pair
    desk[U(BEFORE + CLOSED)] = closed
    desk[U(BEFORE + USED)] = extra >> book[PAIRS]
    desk[U(BEFORE + HELD)] = needed & ~ahead
    desk[U(BEFORE + DONE)] = done
    desk[U(LIVING)] = alive


@inlined
def write_down(book: Any, desk: Any, outcomes: Any, found: Whole) -> None:
    """The sheet that a cross has left on the desk, as five numbers."""
    alive = desk[U(LIVING)]
    for row in range(4):
        outcomes[found, row] = desk[U(AFTER + row)]
    ahead, held, pairs = ahead_of(book, desk, AFTER), desk[U(AFTER + HELD)], alive
    while pairs:
        pair = lowest_bit(pairs)
        pairs &= pairs - 1
        rest = book[U(book[PAIR_NEEDS] + pair)] & ~held
        come_and_gone = rest == 0 and book[U(book[PAIR_KIND] + pair)] <= ONE_IN_EACH
        if rest & ~ahead or come_and_gone:
            alive &= ~(ONE << pair)
    extra = alive | desk[U(AFTER + USED)] << book[PAIRS]
    outcomes[found, EXTRA] = settle_bar(book, extra, desk[U(AFTER + CLOSED)])


@compiled
def final_score(
    book: Any, desk: Any, sheets: Any, i: Whole, closed: Whole, penalties: Whole, more: bool | None
) -> Whole:
    """The total if the game ended here (R9, R16.2)."""
    if more is None:
        for row in range(4):
            desk[U(BEFORE + row)] = sheets[i, row]
    else:
        lay_out(book, desk, sheets, i, closed)
    desk[U(BEFORE + PENALTIES)] = penalties
    return score_of(book, desk, BEFORE)


@compiled
def expand_bonus(
    book: Any, desk: Any, row: Whole, cell: Whole, outcomes: Any, found: Whole
) -> Whole:  # fmt: skip
    """What a cross may lead to that may bring more: once for every answer to a tie (R16.4)."""
    height = ONE
    desk[U(TIES)] = 0
    while height:
        height -= 1
        answers = desk[U(TIES + height)]
        given = answers & 15
        for column in range(RIPE):
            desk[U(AFTER + column)] = desk[U(BEFORE + column)]
        tied = cross(book, desk, AFTER, row, cell, given, answers >> 4)
        if tied == 0:
            write_down(book, desk, outcomes, found)
            found += 1
        while tied:
            desk[U(TIES + height)] = answers + 1 + (lowest_bit(tied) << (4 + 2 * given))
            height += 1
            tied &= tied - 1
    return found


@inlined
def expand(
    board: Board, work: Scratch, before: Any, i: Whole, row: Whole, cell: Whole, outcomes: Any, found: Whole,
    more: bool | None,
) -> Whole:  # fmt: skip
    """Everything that crossing a cell can lead to, appended to `outcomes`; returns how many there are.

    Where a cross may bring more, the sheet lies on the desk already (`lay_out`).
    """
    if more is None or board.plain[row, cell]:
        state = before[i, row]
        for r in range(4):
            outcomes[found, r] = before[i, r]
        after = board.step[row, state, cell]
        extra = whole(before[i, EXTRA]) & ~board.skips[row, state, cell]
        outcomes[found, row] = after
        if more is not None and board.locked[row, after]:
            extra = settle_bar(work.book, extra, closed_rows(board.locked, outcomes, found))
        outcomes[found, EXTRA] = extra
        return found + 1
    return expand_bonus(work.book, work.desk, row, cell, outcomes, found)


@kernel
def reach_from(board: Board, index: Index, reached: Any, work: Scratch, left: Whole) -> None:
    """Mark every extra that one cross leads to, from the frames of this left half; ascending."""
    before = work.before
    before[0, 0], before[0, 1] = index.left_states[left, 0], index.left_states[left, 1]
    for right in range(index.right_states.shape[0]):
        before[0, 2], before[0, 3] = index.right_states[right, 0], index.right_states[right, 1]
        frame = join(index.start, index.mirror, left, right)
        empty = True
        for word in range(frame * index.words, (frame + 1) * index.words):
            empty = empty and reached[word] == 0
        if empty or is_over(board.end_rows, closed_rows(board.locked, before, ZERO)):
            continue
        for row in range(board.rows):
            if not board.locked[row, before[0, row]]:
                for cell in range(board.step.shape[2]):
                    if board.step[row, before[0, row], cell]:
                        reach_by(board, index, reached, work, frame, row, cell)


@inlined
def swapped(book: Any, used: Whole, called: Whole, number: Whole, numbers: Whole) -> Whole:
    """The swap field, counted from 1, by which a called number becomes another; 0 if there is none (R23)."""
    return book[U(book[SWAP_TO] + (used * numbers + called) * numbers + number)]


@compiled
def reach_by_swap(
    book: Any, index: Index, reached: Any, frame: Whole, target: Whole, number: Whole
) -> None:  # fmt: skip
    """Mark the fields that a cross of this number may use, from a frame's reachable ones on."""
    fields, numbers = book[BAR], book[CALLS]
    for used in range(fields):
        if reached[frame * index.words] >> np.uint64(used) & np.uint64(1):
            for passed in range(used, fields):
                for called in range(TWO, numbers):
                    field = swapped(book, passed, called, whole(number), numbers)
                    if field:
                        reached[target * index.words] |= np.uint64(1) << np.uint64(field)


@inlined
def reach_by(
    board: Board, index: Index, reached: Any, work: Scratch, frame: Whole, row: Whole, cell: Whole
) -> None:
    """Mark the extras to which a frame's reachable extras come by crossing one cell."""
    before, outcomes = work.before, work.once
    state = before[0, row]
    after = board.step[row, state, cell]
    if board.plain[row, cell] and board.skips[row, state, cell] == 0 and not board.locked[row, after]:
        before[0, row] = after
        target = frame_of(index, before[0, 0], before[0, 1], before[0, 2], before[0, 3])
        before[0, row] = state
        for word in range(index.words):
            reached[target * index.words + word] |= reached[frame * index.words + word]
        if board.swaps:
            reach_by_swap(work.book, index, reached, frame, target, board.number_of[row, cell])
        return
    for extra in range(work.book[BAR] << work.book[PAIRS]):
        if reached[frame * index.words + (extra >> 6)] >> np.uint64(extra & 63) & np.uint64(1):
            before[0, EXTRA] = extra
            lay_out(work.book, work.desk, before, ZERO, closed_rows(board.locked, before, ZERO))
            for o in range(expand(board, work, before, ZERO, row, cell, outcomes, ZERO, True)):
                target = frame_of(index, outcomes[o, 0], outcomes[o, 1], outcomes[o, 2], outcomes[o, 3])
                if board.swaps:
                    reach_by_swap(work.book, index, reached, frame, target, board.number_of[row, cell])
                word = target * index.words + (outcomes[o, EXTRA] >> 6)
                reached[word] |= np.uint64(1) << np.uint64(outcomes[o, EXTRA] & 63)


@inlined
def place_after(index: Index, reached: Any, first: Any, sheets: Any, i: Whole) -> Whole:
    frame = frame_of(index, sheets[i, 0], sheets[i, 1], sheets[i, 2], sheets[i, 3])
    return place_of(index, reached, first, frame, sheets[i, EXTRA])


@inlined
def raise_to(
    lanes: Whole, both: Any, total: Whole, die: Whole, number: Whole, values: Any, place: Whole
) -> None:
    """Take over the values of a place where they are higher. Four at a time: one vector instruction."""
    for k in range(0, lanes, 4):
        v0, v1 = np.int64(values[place, k]), np.int64(values[place, k + 1])
        v2, v3 = np.int64(values[place, k + 2]), np.int64(values[place, k + 3])
        b0, b1 = both[total, die, number, k], both[total, die, number, k + 1]
        b2, b3 = both[total, die, number, k + 2], both[total, die, number, k + 3]
        both[total, die, number, k] = max(v0, b0)
        both[total, die, number, k + 1] = max(v1, b1)
        both[total, die, number, k + 2] = max(v2, b2)
        both[total, die, number, k + 3] = max(v3, b3)


@inlined
def cross_once(
    board: Board, index: Index, reached: Any, first: Any, values: Any, work: Scratch, closed: Whole,
    more: bool | None,
) -> Whole:  # fmt: skip
    """Every cross of the position, with its place; those with a die's help into `both`. Returns how many."""
    found = ZERO
    before, both = work.before, work.both
    for j in range(work.flat.shape[1]):
        work.flat[0, j] = -1
    if more is not None:
        lay_out(work.book, work.desk, before, ZERO, closed)
    for row in range(board.rows):
        state = before[0, row]
        if closed >> row & 1:
            continue
        for cell in range(board.passed[row, state], board.step.shape[2]):
            if board.step[row, state, cell] == 0:
                continue
            end = expand(board, work, before, ZERO, row, cell, work.once, found, more)
            die, number = board.die_of[row, cell], board.number_of[row, cell]
            for o in range(found, end):
                place = place_after(index, reached, first, work.once, o)
                work.source[o, 0] = row
                work.source[o, 1] = cell
                work.source[o, 2] = place
                if not closed >> die & 1:
                    raise_to(board.lanes, both, ZERO, die, number, values, place)
            found = end
    return found


@inlined
def cross_twice(
    board: Board,
    index: Index,
    reached: Any,
    first: Any,
    values: Any,
    work: Scratch,
    o: Whole,
    total: Whole,
    gone: Whole,
    more: bool | None,
) -> None:
    """Every second cross after outcome `o` of a white cross, into `both`."""
    once, both = work.once, work.both
    halves = (
        np.int64(index.left[once[o, 0], once[o, 1]]),
        np.int64(index.right[once[o, 2], once[o, 3]]),
    )
    if more is not None:
        lay_out(work.book, work.desk, once, o, closed_rows(board.locked, once, o))
    for row in range(board.rows):
        state = once[o, row]
        if board.locked[row, state]:
            continue
        for cell in range(board.passed[row, state], board.step.shape[2]):
            die, after = board.die_of[row, cell], board.step[row, state, cell]
            if gone >> die & 1 or after == 0:
                continue
            number = board.number_of[row, cell]
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
                raise_to(board.lanes, both, total, die, number, values, place)
                continue
            for t in range(expand(board, work, once, o, row, cell, work.twice, ZERO, more)):
                place = place_after(index, reached, first, work.twice, t)
                raise_to(board.lanes, both, total, die, number, values, place)


@inlined
def collect(
    board: Board, index: Index, reached: Any, first: Any, values: Any, work: Scratch, closed: Whole,
    more: bool | None,
) -> None:  # fmt: skip
    """Fill `white` and `both` for the position."""
    found = cross_once(board, index, reached, first, values, work, closed, more)
    before, white = work.before, work.white
    fewest = MANY
    for row in range(board.rows):
        if not closed >> row & 1:
            fewest = min(fewest, board.counts[row, before[0, row]])
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
                field = swapped(work.book, used, total, number, whole(white.shape[0]))
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
                for j in range(work.flat.shape[1]):
                    work.flat[total, j] = work.flat[0, j]
            cross_twice(board, index, reached, first, values, work, sheet, total, gone, more)


@inlined
def expect(
    board: Board, work: Scratch, closed: Whole, k: Whole, small: Whole, large: Whole, penalty: Whole
) -> Any:
    """The expected value of the best pair of actions, given the white dice.

    The coloured dice are independent, so it is enough to rank the values that their faces bring: going
    down from the best, the chance that no die shows anything better is a product of shares of faces.
    """
    total = small + large
    sure = max(work.white[total, k], penalty)
    table = work.table[total]
    ranked = work.ranked
    count = 0
    for die in range(board.rows):
        if closed >> die & 1 or work.best[table, die, k] <= sure:
            continue
        work.faces_left[die] = board.faces
        for face in range(1, board.faces + 1):
            value = max(work.both[table, die, small + face, k], work.both[table, die, large + face, k])
            if value > sure:
                key = value << 2 | die
                j = count
                while j > 0 and ranked[j - 1] < key:
                    ranked[j] = ranked[j - 1]
                    j -= 1
                ranked[j] = key
                count += 1
    chance, mean = 1.0, 0.0
    for j in range(count):
        die = ranked[j] & 3
        rest = chance * work.shares[work.faces_left[die]]
        work.faces_left[die] -= 1
        mean += (chance - rest) * (ranked[j] >> 2)
        chance = rest
    return mean + chance * sure


@inlined
def find_best(both: Any, best: Any, total: Whole, die: Whole, k: Whole) -> None:
    """The best of all sums with a die, for four numbers of penalties."""
    b0 = b1 = b2 = b3 = np.int64(-1)
    for number in range(2, both.shape[2]):
        b0, b1 = max(b0, both[total, die, number, k]), max(b1, both[total, die, number, k + 1])
        b2, b3 = max(b2, both[total, die, number, k + 2]), max(b3, both[total, die, number, k + 3])
    best[total, die, k], best[total, die, k + 1] = b0, b1
    best[total, die, k + 2], best[total, die, k + 3] = b2, b3


@inlined
def solve_place(
    board: Board, work: Scratch, values: Any, place: Whole, closed: Whole, penalty: Whole
) -> None:
    """The values of a position for every number of penalties, most first: passing leads to one more."""
    for total in range(work.white.shape[0]):
        if total == 0 or work.table[total]:
            for die in range(4):
                for k in range(0, board.lanes, 4):
                    find_best(work.both, work.best, total, die, k)
    for k in range(board.boxes - 1, -1, -1):
        expected = 0.0
        for small in range(1, board.faces + 1):
            expected += expect(board, work, closed, k, small, small, penalty)
            for large in range(small + 1, board.faces + 1):
                expected += 2.0 * expect(board, work, closed, k, small, large, penalty)
        penalty = np.int64(np.rint(expected / (board.faces * board.faces)))
        values[place, k] = penalty


@kernel
def solve_half(
    board: Board,
    index: Index,
    reached: Any,
    first: Any,
    values: Any,
    ticks: Any,
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
                            final_score(work.book, work.desk, before, ZERO, closed, k, more) - ticks[0]
                        ) * ticks[1]
                    continue
                collect(board, index, reached, first, values, work, closed, more)
                penalty = (
                    final_score(work.book, work.desk, before, ZERO, closed, board.boxes, more) - ticks[0]
                ) * ticks[1]
                solve_place(board, work, values, place, closed, penalty)


@inlined
def throw(state: Any, faces: Whole) -> Whole:
    """A fair die: the next word of a stream."""
    state[0] += STRIDE
    return 1 + choose(mix(state[0]), faces)


@inlined
def keep(target: Any, i: Whole, source: Any, j: Whole) -> None:
    """Copy a sheet."""
    for column in range(5):
        target[i, column] = source[j, column]


@inlined
def choose_colour(
    board: Board, index: Index, reached: Any, first: Any, values: Any, work: Scratch, hand: Any, sheets: Any,
    i: Whole, gone: Whole, penalties: Whole, best: Whole,
) -> Whole:  # fmt: skip
    """The best second cross from a sheet, if it is better than `best`; the choice into `work.before[1]`."""
    lay_out(work.book, work.desk, sheets, i, closed_rows(board.locked, sheets, i))
    for row in range(board.rows):
        state = sheets[i, row]
        if board.locked[row, state]:
            continue
        for cell in range(board.passed[row, state], board.step.shape[2]):
            die, number = board.die_of[row, cell], board.number_of[row, cell]
            if gone >> die & 1 or board.step[row, state, cell] == 0:
                continue
            if number != hand[4] + hand[die] and number != hand[5] + hand[die]:
                continue
            for t in range(expand(board, work, sheets, i, row, cell, work.twice, ZERO, True)):
                value = np.int64(values[place_after(index, reached, first, work.twice, t), penalties])
                if value > best:
                    best = value
                    keep(work.before, ONE, work.twice, t)
    return best


@inlined
def choose_both(
    board: Board, index: Index, reached: Any, first: Any, values: Any, work: Scratch, hand: Any,
    closed: Whole, penalties: Whole, best: Whole,
) -> Whole:  # fmt: skip
    """The best pair of actions for a roll, if it is better than `best`: a white cross first, or none."""
    before, called = work.before, hand[4] + hand[5]
    best = choose_colour(
        board, index, reached, first, values, work, hand, before, ZERO, closed, penalties, best
    )
    fewest = MANY
    for row in range(board.rows):
        if not closed >> row & 1:
            fewest = min(fewest, board.counts[row, before[0, row]])
    for row in range(board.rows):
        state = before[0, row]
        for cell in range(board.passed[row, state], board.step.shape[2]):
            lucky = (
                board.lucky[called] and cell == board.next[row, state] and board.counts[row, state] == fewest
            )
            if closed >> row & 1 or board.step[row, state, cell] == 0:
                continue
            field = ZERO
            if board.number_of[row, cell] != called and not lucky:
                used, number = whole(before[0, EXTRA]), whole(board.number_of[row, cell])
                field = swapped(work.book, used, called, number, work.book[CALLS]) if board.swaps else ZERO
                if field == 0:
                    continue
            lay_out(work.book, work.desk, before, ZERO, closed)
            for o in range(expand(board, work, before, ZERO, row, cell, work.once, ZERO, True)):
                if field:
                    work.once[o, EXTRA] = field
                value = np.int64(values[place_after(index, reached, first, work.once, o), penalties])
                if value > best:
                    best = value
                    keep(before, ONE, work.once, o)
                closed_after = closed_rows(board.locked, work.once, o)
                if not is_over(board.end_rows, closed_after):
                    gone = closed if board.die_stays else closed_after
                    best = choose_colour(
                        board, index, reached, first, values, work, hand, work.once, o, gone, penalties, best
                    )
    return best


@kernel
def play_solo(
    board: Board, index: Index, reached: Any, first: Any, values: Any, work: Scratch, hand: Any, state: Any,
    scores: Any,
) -> None:  # fmt: skip
    """Play games by the values, and write down their scores. `before[2]` is the empty sheet."""
    before = work.before
    for game in range(len(scores)):
        keep(before, ZERO, before, TWO)
        penalties = 0
        while penalties < board.boxes:
            closed = closed_rows(board.locked, before, ZERO)
            if is_over(board.end_rows, closed):
                break
            for die in range(6):
                hand[die] = throw(state, board.faces)
            worst = np.int64(-1)
            if penalties + 1 < board.boxes:
                worst = np.int64(values[place_after(index, reached, first, before, ZERO), penalties + 1])
            best = choose_both(board, index, reached, first, values, work, hand, closed, penalties, worst)
            if best > worst:
                keep(before, ZERO, before, ONE)
            else:
                penalties += 1
        scores[game] = final_score(work.book, work.desk, before, ZERO, closed, penalties, True)
