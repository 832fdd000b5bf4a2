"""The number of joint positions that can follow, foretold from the states that rows can still come to."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rowlock.solver.ending_board import EndingBoard

FIRST, OPEN, SPENT, BOXES, ROW = -2.892, 0.824, 1.219, 0.961, -0.1375
"""log₁₀ of the joint positions is the first of these, and for both sheets the sum over open rows of the
others: times log₁₀ of one more than the states in which the row can go on, of one more than the points with
which it can be spent, of the penalty boxes left, and once for the row. Fitted to 72 positions of champions'
games of classic with 20 to 40,000 joint positions: the spread is 0.13, the largest error 0.46
(`bench/endings.py` measures it)."""

Floats = npt.NDArray[np.float64]


def logs_of(board: EndingBoard) -> tuple[Floats, Floats]:
    """The part of an open row of a sheet `[4, S]`, and that of its penalties `[boxes]`."""
    found = np.zeros(board.spent.shape)
    for row in range(board.rows):
        follow = _follow(board, row)
        for state, ahead in enumerate(follow):
            going = sum(not board.spent[row, after] for after in ahead)
            spent = len({int(board.points[row, after]) for after in ahead if board.spent[row, after]})
            found[row, state] = OPEN * np.log10(going + 1) + SPENT * np.log10(spent + 1) + ROW
    return found, BOXES * np.log10(np.arange(board.boxes, 0, -1.0))


def _follow(board: EndingBoard, row: int) -> list[set[int]]:
    """By state, the states that a row can still come to, itself among them."""
    states = board.step.shape[1]
    follow: list[set[int]] = [set() for _ in range(states)]
    for state in reversed(range(states - 2)):
        follow[state].add(state)
        for after in set(board.step[row, state][board.step[row, state] >= 0].tolist()):
            follow[state] |= follow[after]
    return follow
