"""Solo games by the values, compiled: of every roll the best pair of actions."""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

import numpy as np

from rowlock.fast.effects import CALLS, ONE, ZERO, Array, whole
from rowlock.fast.jit import inlined, kernel
from rowlock.fast.random_words import STRIDE, choose, mix
from rowlock.solver.board import Board
from rowlock.solver.crossing import (
    closed_rows,
    expand,
    fewest_crosses,
    final_score,
    is_over,
    keep,
    lay_out,
    place_after,
    swapped,
)
from rowlock.solver.layout import Index
from rowlock.solver.scratch import EXTRA, TWO, Scratch, Whole


@inlined
def throw(state: Array, faces: Whole) -> Whole:
    """A fair die: the next word of a stream."""
    state[0] += STRIDE
    return 1 + choose(mix(state[0]), faces)


@inlined
def choose_colour(
    board: Board, index: Index, reached: Array, first: Array, values: Array, work: Scratch, hand: Array,
    sheets: Array, i: Whole, gone: Whole, penalties: Whole, best: Whole,
) -> Whole:  # fmt: skip
    """The best second cross from a sheet, if it is better than `best`; the choice into `work.before[1]`."""
    lay_out(work.pad, work.memory, sheets, i, closed_rows(board.locked, sheets, i))
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
    board: Board, index: Index, reached: Array, first: Array, values: Array, work: Scratch, hand: Array,
    closed: Whole, penalties: Whole, best: Whole,
) -> Whole:  # fmt: skip
    """The best pair of actions for a roll, if it is better than `best`: a white cross first, or none."""
    before, called = work.before, hand[4] + hand[5]
    best = choose_colour(
        board, index, reached, first, values, work, hand, before, ZERO, closed, penalties, best
    )
    fewest = fewest_crosses(board, before, closed)
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
                field = swapped(work.pad, used, called, number, work.pad[CALLS]) if board.swaps else ZERO
                if field == 0:
                    continue
            lay_out(work.pad, work.memory, before, ZERO, closed)
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
    board: Board, index: Index, reached: Array, first: Array, values: Array, work: Scratch, hand: Array,
    state: Array, scores: Array,
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
        scores[game] = final_score(work.pad, work.memory, before, ZERO, closed, penalties, True)
