"""Two seats that choose at the same time, and what one gets the other loses: matrix games, solved exactly."""

from __future__ import annotations

from typing import NamedTuple

Matrix = list[list[float]]
TINY = 1e-12
GAP = 1e-7
"""By how much what the one is sure of and what the other can hold it to may differ: sums are not exact."""


class Solution(NamedTuple):
    """The worth of the game to the seat that chooses a row, and how often each seat chooses what."""

    value: float
    rows: list[float]
    columns: list[float]


def solve_matrix_game(matrix: Matrix) -> Solution:
    """The equilibrium of a matrix game, mixed where it has to be.

    The simplex method on the game raised above zero: the columns' player lowers what it gives away. Pivots
    are chosen by Bland's rule, so that it cannot go in circles.
    """
    height, width = len(matrix), len(matrix[0])
    raised = 1.0 - min(map(min, matrix))
    table = [
        [*(value + raised for value in row), *(float(n == m) for m in range(height)), 1.0]
        for n, row in enumerate(matrix)
    ]
    table.append([-1.0] * width + [0.0] * (height + 1))
    basis = [width + n for n in range(height)]
    while (enters := next((n for n, cost in enumerate(table[-1][:-1]) if cost < -TINY), None)) is not None:
        able = [n for n in range(height) if table[n][enters] > TINY]
        leaves = min(able, key=lambda n: (table[n][-1] / table[n][enters], basis[n]))
        _pivot(table, leaves, enters)
        basis[leaves] = enters
    total = table[-1][-1]
    columns = [0.0] * width
    for n, of in enumerate(basis):
        if of < width:
            columns[of] = max(0.0, table[n][-1]) / total
    rows = [max(0.0, cost) / total for cost in table[-1][width:-1]]
    return _checked(matrix, Solution(1.0 / total - raised, rows, columns))


def _pivot(table: Matrix, leaves: int, enters: int) -> None:
    pivot = table[leaves][enters]
    table[leaves] = [value / pivot for value in table[leaves]]
    for n, row in enumerate(table):
        if n != leaves and (factor := row[enters]):
            table[n] = [value - factor * other for value, other in zip(row, table[leaves], strict=True)]


def _checked(matrix: Matrix, found: Solution) -> Solution:
    """The same solution; what it promises to either seat must be what it promises the other."""
    most = max(sum(v * c for v, c in zip(row, found.columns, strict=True)) for row in matrix)
    turned = zip(*matrix, strict=True)
    least = min(sum(v * r for v, r in zip(column, found.rows, strict=True)) for column in turned)
    if most - least > GAP:
        raise ArithmeticError(f"a matrix game is not solved: {least} is not {most}")
    return found
