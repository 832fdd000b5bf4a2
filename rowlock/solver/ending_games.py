"""Matrix games for the kernels: saddle points, dominance, two by two in closed form, else the simplex method.

What one seat gets the other loses. The games lie in one flat array, row by row; nothing is allocated. Every
game that went through the simplex method is checked: what the one is sure of and what the other can hold it
to must be the same number, and the largest gap that was ever seen is kept.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.effects import ONE, ZERO, Array, whole
from rowlock.fast.jit import compiled, inlined

SAME = np.float64(1e-13)
"""Chances that differ by no more are equal: sums are not exact."""
TINY = np.float64(1e-11)
"""Pivots below this are none: dividing by them would spoil what is exact."""
TRIES = whole(200)
MIXED, LARGE, WORST = map(whole, range(3))
"""The notes on the games: how many had no saddle point, how many went through the simplex method, and
the largest gap."""
NOTES = 3


class Matrices(NamedTuple):
    """Room for one matrix game of at most W options each."""

    game: Array
    """[W × W] the first seat's chances."""
    rows: Array
    """[W] the options that are left of the first seat."""
    columns: Array
    tableau: Array
    """[W + 1, 2 W + 1]"""
    basis: Array
    first: Array
    """[W] how often the first seat chooses what."""
    second: Array
    notes: Array
    """Numbers about all games so far: `MIXED`, `LARGE`, `WORST`."""


def make_matrices(width: int) -> Matrices:
    return Matrices(
        game=np.zeros(width * width),
        rows=np.zeros(width, np.int64),
        columns=np.zeros(width, np.int64),
        tableau=np.zeros((width + 1, 2 * width + 1)),
        basis=np.zeros(width, np.int64),
        first=np.zeros(width),
        second=np.zeros(width),
        notes=np.zeros(NOTES),
    )


@inlined
def sure(game: Array, height: int, width: int) -> float:
    """The worth that the first seat can be sure of with a single option."""
    best = -1.0
    for i in range(height):
        least = game[i * width]
        for j in range(1, width):
            least = min(least, game[i * width + j])
        best = max(best, least)
    return best


@inlined
def held(game: Array, height: int, width: int) -> float:
    """The worth to which the second seat can hold the first one with a single option."""
    best = 2.0
    for j in range(width):
        most = game[j]
        for i in range(1, height):
            most = max(most, game[i * width + j])
        best = min(best, most)
    return best


@compiled
def value_of_game(matrices: Matrices, height: int, width: int) -> float:
    """The worth of the game to the first seat."""
    low, high = sure(matrices.game, height, width), held(matrices.game, height, width)
    if high - low <= SAME:
        return low
    matrices.notes[MIXED] += 1.0
    return mixed_value(matrices, height, width)


@compiled
def mixed_value(matrices: Matrices, height: int, width: int) -> float:
    """The same where no pair of single options is the best of both."""
    game, rows, columns = matrices.game, matrices.rows, matrices.columns
    for i in range(height):
        rows[i] = i
    for j in range(width):
        columns[j] = j
    m, n = thin(matrices, height, width)
    if m == 2 and n == 2:
        a, b = game[rows[0] * width + columns[0]], game[rows[0] * width + columns[1]]
        c, d = game[rows[1] * width + columns[0]], game[rows[1] * width + columns[1]]
        low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
        return low if high - low <= SAME else (a * d - b * c) / (a + d - b - c)
    if m == 1 or n == 1:
        best = game[rows[0] * width + columns[0]]
        for i in range(m):
            for j in range(n):
                chance = game[rows[i] * width + columns[j]]
                best = max(best, chance) if n == 1 else min(best, chance)
        return best
    return by_simplex(matrices, m, n, width)


@compiled
def thin(matrices: Matrices, height: int, width: int) -> tuple[int, int]:
    """Leave out options that another one is never worse than; gives how many are left of each seat."""
    m, n, changed = whole(height), whole(width), True
    while changed:
        changed = False
        i = ZERO
        while i < m:
            if beaten_row(matrices, i, m, n, width):
                m -= ONE
                matrices.rows[i] = matrices.rows[m]
                changed = True
            else:
                i += ONE
        j = ZERO
        while j < n:
            if beaten_column(matrices, j, m, n, width):
                n -= ONE
                matrices.columns[j] = matrices.columns[n]
                changed = True
            else:
                j += ONE
    return m, n


@compiled
def beaten_row(matrices: Matrices, i: int, m: int, n: int, width: int) -> bool:
    game, rows, columns = matrices.game, matrices.rows, matrices.columns
    for k in range(m):
        never = k != i
        for j in range(n):
            if not never:
                break
            never = game[rows[k] * width + columns[j]] >= game[rows[i] * width + columns[j]]
        if never:
            return True
    return False


@compiled
def beaten_column(matrices: Matrices, j: int, m: int, n: int, width: int) -> bool:
    game, rows, columns = matrices.game, matrices.rows, matrices.columns
    for k in range(n):
        never = k != j
        for i in range(m):
            if not never:
                break
            never = game[rows[i] * width + columns[k]] <= game[rows[i] * width + columns[j]]
        if never:
            return True
    return False


@compiled
def by_simplex(matrices: Matrices, m: int, n: int, width: int) -> float:
    """The middle of what either seat can be sure of; they may differ by the last digits only."""
    matrices.notes[LARGE] += 1.0
    best, gap = 0.0, 2.0
    for bland in range(2):
        if gap > 1e-10 and run_simplex(matrices, m, n, width, bland == 1):
            low, high = promised(matrices, m, n, width)
            if high - low < gap:
                gap, best = high - low, (low + high) / 2
    matrices.notes[WORST] = max(matrices.notes[WORST], gap)
    return best


@compiled
def run_simplex(matrices: Matrices, m: int, n: int, width: int, bland: bool) -> bool:
    """Raise the game above zero and lower what the second seat gives away; False if it does not end."""
    game, rows, columns, t = matrices.game, matrices.rows, matrices.columns, matrices.tableau
    for i in range(m + 1):
        for j in range(n + m + 1):
            t[i, j] = 0.0
    for i in range(m):
        for j in range(n):
            t[i, j] = game[rows[i] * width + columns[j]] + 1.0
        t[i, n + i] = 1.0
        t[i, n + m] = 1.0
        matrices.basis[i] = n + i
    for j in range(n):
        t[m, j] = -1.0
    for _ in range(TRIES):
        enters = entering(t, m, n, bland)
        if enters < 0:
            return strategies(matrices, m, n)
        leaves = leaving(matrices, m, n, enters)
        if leaves < 0:
            return False
        pivot(t, m, n, leaves, enters)
        matrices.basis[leaves] = enters
    return False


@compiled
def entering(t: Array, m: int, n: int, bland: bool) -> int:
    found, least = -ONE, -TINY
    for j in range(n + m):
        if t[m, j] < least:
            found = whole(j)
            if bland:
                return found
            least = t[m, j]
    return found


@compiled
def leaving(matrices: Matrices, m: int, n: int, enters: int) -> int:
    """The tightest row; among equals the one with the largest pivot, so that none is tiny."""
    t = matrices.tableau
    found, best = -ONE, 1e300
    for i in range(m):
        if t[i, enters] > TINY:
            ratio = t[i, n + m] / t[i, enters]
            if found < 0 or ratio < best - SAME or (ratio <= best + SAME and t[i, enters] > t[found, enters]):
                found, best = whole(i), ratio
    return found


@compiled
def pivot(t: Array, m: int, n: int, leaves: int, enters: int) -> None:
    by = t[leaves, enters]
    for j in range(n + m + 1):
        t[leaves, j] /= by
    for i in range(m + 1):
        factor = t[i, enters]
        if i != leaves and factor != 0.0:
            for j in range(n + m + 1):
                t[i, j] -= factor * t[leaves, j]


@compiled
def strategies(matrices: Matrices, m: int, n: int) -> bool:
    """The frequencies of both seats' options, made to add up to one."""
    t, first, second = matrices.tableau, matrices.first, matrices.second
    for j in range(n):
        second[j] = 0.0
    for i in range(m):
        if matrices.basis[i] < n:
            second[matrices.basis[i]] = max(0.0, t[i, n + m])
    total, other = 0.0, 0.0
    for i in range(m):
        first[i] = max(0.0, t[m, n + i])
        total += first[i]
    for j in range(n):
        other += second[j]
    if total <= 0.0 or other <= 0.0:
        return False
    for i in range(m):
        first[i] /= total
    for j in range(n):
        second[j] /= other
    return True


@compiled
def promised(matrices: Matrices, m: int, n: int, width: int) -> tuple[float, float]:
    """The worth that the first seat is sure of, and the one to which the second holds it."""
    game, rows, columns = matrices.game, matrices.rows, matrices.columns
    low, high = 2.0, -1.0
    for j in range(n):
        mean = 0.0
        for i in range(m):
            mean += matrices.first[i] * game[rows[i] * width + columns[j]]
        low = min(low, mean)
    for i in range(m):
        mean = 0.0
        for j in range(n):
            mean += matrices.second[j] * game[rows[i] * width + columns[j]]
        high = max(high, mean)
    return low, high
