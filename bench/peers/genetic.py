"""The public genetic champion, from published facts: an opponent to measure against (classic only).

Both actions of a turn are chosen together by a few rules and a linear value of the sheet with evolved
weights. It plays through the same interface as every batch bot of the arena; here the rules of the game are
ours: choices of the white action are hidden, and a game ends in the middle of a turn if it must.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from rowlock.bots.net.lockstep import Games, Lots, Rolls
from rowlock.bots.net.pad import Options, Pad

ROWS, CELLS, NEEDS = 4, 11, 5
PENALTY = -1
MOST = 64
"""More candidates than a turn can have."""


class Genetic:
    """Chooses for many tables at once (see `arena.batched.BatchBot`)."""

    name = "genetic"

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        self.count = pad.count.astype(np.int64)
        self.passed = pad.tables.passed.ravel().astype(np.int64)
        self.plan = np.zeros(0, np.int64)

    def white(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...], lots: Lots
    ) -> Any:
        score = self.pad.score(games.rows, games.used, games.penalties)
        cells = self.pad.cell_of.reshape(ROWS, -1)[:, dice.called].T.copy()
        chosen = np.zeros((len(dice.called), len(positions)), np.int64)
        for i, position in enumerate(positions):
            rest = [p for p in range(score.shape[1]) if p != position]
            leader = score[:, rest].max(1) if rest else np.zeros(len(score), np.int64)
            marks, nexts = self._sheet(games, position)
            fined = games.penalties[:, position].copy()
            if position == 0:
                colour = self._colour_cells(dice)
                chosen[:, i], self.plan = _turns(marks, nexts, fined, leader, cells, colour)
            else:
                chosen[:, i] = _waiting(marks, nexts, fined, leader, cells)
        return chosen

    def colour(self, games: Games, dice: Rolls, options: Options, idle: Any, lots: Lots) -> Any:
        """The planned move; if somebody has closed that row meanwhile, the best of what is left."""
        last = options.legal.shape[1] - 1
        choice = np.where(self.plan < 0, last, self.plan)
        at = np.arange(len(choice))
        lost = ~options.legal[at, choice]
        if lost.any():
            marks = self.count.take(options.rows[lost])
            shut = (games.closed[lost][:, None, None] | 0 * marks) & self.pad.row_bit != 0
            nexts = np.where(shut | (marks > CELLS), CELLS, self.passed.take(options.rows[lost]))
            fined = games.penalties[lost, :1] + np.zeros_like(marks[..., 0])
            fined[:, -1] += idle[lost]
            value = np.where(options.legal[lost], _values(marks, nexts, fined), -np.inf)
            choice[lost] = value.shape[1] - 1 - value[:, ::-1].argmax(1)
        return choice

    def _sheet(self, games: Games, position: int) -> tuple[Any, Any]:
        """Marks and the next open cell of every row; CELLS stands for closed."""
        rows = games.rows[:, position]
        closed = (games.closed[:, None] & self.pad.row_bit) != 0
        return self.count.take(rows), np.where(closed, CELLS, self.passed.take(rows))

    def _colour_cells(self, dice: Rolls) -> Any:
        """[N, 2, ROWS] the cell that each die reaches with the first white die, and with the second."""
        sums = dice.sums.reshape(-1, 2, ROWS)
        return self.pad.cell_of.take(self.pad.row_index * self.pad.numbers + sums)


@numba.njit(cache=True)
def _value(marks: Any, nexts: Any, fined: int) -> float:
    chance, squares, skipped = 0.0, 0.0, 0.0
    for row in range(ROWS):
        squares += marks[row] * marks[row]
        if nexts[row] < CELLS:
            chance += (6 - abs(5 - nexts[row])) / 36 * (marks[row] + 1)
            skipped += nexts[row] - marks[row]
    return (
        0.49085229701342714 * chance
        - 0.8692448091076695 * fined
        + 0.01846237488088304 * squares
        - 0.056005580702027866 * skipped
    )


@numba.njit(cache=True)
def _values(marks: Any, nexts: Any, fined: Any) -> Any:
    values = np.zeros(fined.shape)
    for i in range(fined.shape[0]):
        for j in range(fined.shape[1]):
            values[i, j] = _value(marks[i, j], nexts[i, j], fined[i, j])
    return values


@numba.njit(cache=True)
def _total(marks: Any, fined: int) -> int:
    total = -5 * fined
    for row in range(ROWS):
        total += marks[row] * (marks[row] + 1) // 2
    return total


@numba.njit(cache=True)
def _may(marks: int, following: int, cell: int) -> bool:
    return following < CELLS and cell >= following and (cell < CELLS - 1 or marks >= NEEDS)


@numba.njit(cache=True)
def _mark(marks: Any, nexts: Any, row: int, cell: int) -> None:
    marks[row] += 2 if cell == CELLS - 1 else 1
    nexts[row] = cell + 1


@numba.njit(cache=True)
def _closed(nexts: Any) -> int:
    return (nexts == CELLS).sum()


@numba.njit(cache=True)
def _closing(marks: Any, nexts: Any, count: int, before: int, leader: int, fined: int) -> int:
    """Rule 2: the candidate that closes a row and should; -1 if none."""
    best, found = -1000, -1
    for i in range(count):
        closed, total = _closed(nexts[i]), _total(marks[i], fined)
        if closed > before and (before == 0 or total > leader) and total >= best:
            best, found = total, i
    return found


@numba.njit(cache=True)
def _dominated(marks: Any, nexts: Any, i: int, j: int) -> bool:
    """Rule 4: whether candidate j is at least as good as i in every row and better in one."""
    better = False
    for row in range(ROWS):
        if (nexts[i, row] == CELLS) != (nexts[j, row] == CELLS):
            return False
        if marks[j, row] < marks[i, row] or nexts[j, row] > nexts[i, row]:
            return False
        better = better or marks[j, row] > marks[i, row] or nexts[j, row] < nexts[i, row]
    return better


@numba.njit(cache=True)
def _turn(marks: Any, nexts: Any, fined: int, leader: int, cells: Any, colour: Any) -> tuple[int, int]:
    """Both actions of the active seat: the row of the white cross (4: none), the colour option (-1: none)."""
    after_marks, after_nexts = np.zeros((MOST, ROWS), np.int64), np.zeros((MOST, ROWS), np.int64)
    white, second = np.full(MOST, ROWS), np.full(MOST, -1)
    row_of, skips = np.full(MOST, -1), np.zeros(MOST, np.int64)
    count = 0
    for row in range(ROWS):
        if cells[row] >= 0 and _may(marks[row], nexts[row], cells[row]):
            after_marks[count], after_nexts[count] = marks, nexts
            _mark(after_marks[count], after_nexts[count], row, cells[row])
            white[count], row_of[count], skips[count] = row, row, cells[row] - nexts[row]
            count += 1
    whites = count
    for row in range(ROWS):
        for die in range(2):
            cell = colour[die, row]
            if die == 1 and cell == colour[0, row]:
                continue
            if _may(marks[row], nexts[row], cell):
                after_marks[count], after_nexts[count] = marks, nexts
                _mark(after_marks[count], after_nexts[count], row, cell)
                second[count], row_of[count], skips[count] = ROWS * die + row, row, cell - nexts[row]
                count += 1
    singles = count
    for w in range(whites):
        for s in range(whites, singles):
            row, die = second[s] % ROWS, second[s] // ROWS
            if row != white[w]:
                after_marks[count], after_nexts[count] = after_marks[w], after_nexts[w]
                _mark(after_marks[count], after_nexts[count], row, colour[die, row])
                white[count], second[count] = white[w], second[s]
                count += 1
    for w in range(whites):
        row = white[w]
        for die in range(2):
            cell = colour[die, row]
            # judged on the sheet after the white cross, which may have been the fifth
            if (die == 0 or cell != colour[0, row]) and _may(after_marks[w, row], after_nexts[w, row], cell):
                after_marks[count], after_nexts[count] = after_marks[w], after_nexts[w]
                _mark(after_marks[count], after_nexts[count], row, cell)
                white[count], second[count] = row, ROWS * die + row
                count += 1
    return _decide(
        marks, nexts, fined, leader, after_marks, after_nexts, white, second, row_of, skips, singles, count
    )


@numba.njit(cache=True)
def _decide(
    marks: Any, nexts: Any, fined: int, leader: int, after_marks: Any, after_nexts: Any, white: Any,
    second: Any, row_of: Any, skips: Any, singles: int, count: int,
) -> tuple[int, int]:  # fmt: skip
    """Rules 1 to 6."""
    penalty = True
    if fined == 3:
        if _total(marks, fined) - 5 > leader:
            return ROWS, -1
        penalty = count == 0
    before = _closed(nexts)
    found = _closing(after_marks, after_nexts, count, before, leader, fined)
    if found >= 0:
        return white[found], second[found]
    alive = np.ones(MOST, np.bool_)
    for i in range(count):
        closed = _closed(after_nexts[i])
        alive[i] = not (closed > before and closed >= 2 and _total(after_marks[i], fined) < leader)
    kept = alive.copy()
    for i in range(count):
        for j in range(count):
            if kept[i] and kept[j] and i != j and _dominated(after_marks, after_nexts, i, j):
                alive[i] = False
    kept = alive.copy()
    for i in range(singles):
        for j in range(singles):
            a, b = row_of[i], row_of[j]
            if (
                kept[i]
                and kept[j]
                and a != b
                and skips[i] == skips[j]
                and after_nexts[i, a] == after_nexts[j, b]
                and marks[b] > marks[a]
            ):
                alive[i] = False
    best, chosen = -1e9, -1
    for i in range(count):
        if alive[i]:
            value = _value(after_marks[i], after_nexts[i], fined)
            if value >= best:
                best, chosen = value, i
    if chosen < 0 or (penalty and _value(marks, nexts, fined + 1) >= best):
        return ROWS, -1
    return white[chosen], second[chosen]


@numba.njit(cache=True)
def _turns(marks: Any, nexts: Any, fined: Any, leader: Any, cells: Any, colour: Any) -> tuple[Any, Any]:
    white, second = np.zeros(len(marks), np.int64), np.zeros(len(marks), np.int64)
    for i in range(len(marks)):
        white[i], second[i] = _turn(marks[i], nexts[i], fined[i], leader[i], cells[i], colour[i])
    return white, second


@numba.njit(cache=True)
def _waiting(marks: Any, nexts: Any, fined: Any, leader: Any, cells: Any) -> Any:
    """The white choice of seats that are not active: the row, or 4 for none."""
    chosen = np.full(len(marks), ROWS)
    after_marks, after_nexts = np.zeros((ROWS, ROWS), np.int64), np.zeros((ROWS, ROWS), np.int64)
    rows = np.zeros(ROWS, np.int64)
    for i in range(len(marks)):
        count = 0
        for row in range(ROWS):
            if cells[i, row] >= 0 and _may(marks[i, row], nexts[i, row], cells[i, row]):
                after_marks[count], after_nexts[count] = marks[i], nexts[i]
                _mark(after_marks[count], after_nexts[count], row, cells[i, row])
                rows[count] = row
                count += 1
        found = _closing(after_marks, after_nexts, count, _closed(nexts[i]), leader[i], fined[i])
        if found >= 0:
            chosen[i] = rows[found]
            continue
        best = -1e9
        for k in range(count):
            value = _value(after_marks[k], after_nexts[k], fined[i])
            if value >= best:
                best, chosen[i] = value, rows[k]
        if _value(marks[i], nexts[i], fined[i]) >= best:
            chosen[i] = ROWS
    return chosen
