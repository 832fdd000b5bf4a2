"""The positions of a pad with extras that can be reached at all: one cross leads from each to the next."""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

import numpy as np

from rowlock.fast.effects import BAR, CALLS, PAIRS, ZERO, Array, whole
from rowlock.fast.jit import compiled, inlined, kernel
from rowlock.solver.board import Board
from rowlock.solver.crossing import closed_rows, expand, frame_of, is_over, join, lay_out, swapped
from rowlock.solver.layout import Index
from rowlock.solver.scratch import EXTRA, TWO, Scratch, Whole


@kernel
def reach_from(board: Board, index: Index, reached: Array, work: Scratch, left: Whole) -> None:
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


@compiled
def reach_by_swap(
    pad: Array, index: Index, reached: Array, frame: Whole, target: Whole, number: Whole
) -> None:  # fmt: skip
    """Mark the fields that a cross of this number may use, from a frame's reachable ones on."""
    fields, numbers = pad[BAR], pad[CALLS]
    for used in range(fields):
        if reached[frame * index.words] >> np.uint64(used) & np.uint64(1):
            for passed in range(used, fields):
                for called in range(TWO, numbers):
                    field = swapped(pad, passed, called, whole(number), numbers)
                    if field:
                        reached[target * index.words] |= np.uint64(1) << np.uint64(field)


@inlined
def reach_by(
    board: Board, index: Index, reached: Array, work: Scratch, frame: Whole, row: Whole, cell: Whole
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
            reach_by_swap(work.pad, index, reached, frame, target, board.number_of[row, cell])
        return
    for extra in range(work.pad[BAR] << work.pad[PAIRS]):
        if reached[frame * index.words + (extra >> 6)] >> np.uint64(extra & 63) & np.uint64(1):
            before[0, EXTRA] = extra
            lay_out(work.pad, work.memory, before, ZERO, closed_rows(board.locked, before, ZERO))
            for o in range(expand(board, work, before, ZERO, row, cell, outcomes, ZERO, True)):
                target = frame_of(index, outcomes[o, 0], outcomes[o, 1], outcomes[o, 2], outcomes[o, 3])
                if board.swaps:
                    reach_by_swap(work.pad, index, reached, frame, target, board.number_of[row, cell])
                word = target * index.words + (outcomes[o, EXTRA] >> 6)
                reached[word] |= np.uint64(1) << np.uint64(outcomes[o, EXTRA] & 63)
