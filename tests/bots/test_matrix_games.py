"""Matrix games: what one seat is sure of is what the other can hold it to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.bots.net.matrix_games import solve_matrix_game

CHANCES = st.integers(0, 4).map(lambda n: n / 4) | st.floats(0, 1)


def test_matching_pennies_are_mixed_evenly() -> None:
    found = solve_matrix_game([[1.0, 0.0], [0.0, 1.0]])
    assert found.value == pytest.approx(0.5)
    assert found.rows == pytest.approx([0.5, 0.5])
    assert found.columns == pytest.approx([0.5, 0.5])


def test_a_saddle_point_is_chosen_outright() -> None:
    found = solve_matrix_game([[0.6, 0.7], [0.2, 0.9]])
    assert found.value == pytest.approx(0.6)
    assert (found.rows, found.columns) == ([1, 0], [1, 0])


def test_rock_paper_scissors_needs_all_three() -> None:
    found = solve_matrix_game([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    assert found.rows == pytest.approx([1 / 3] * 3)


@given(st.data(), st.integers(1, 6), st.integers(1, 6))
def test_neither_seat_can_do_better(data: st.DataObject, height: int, width: int) -> None:
    matrix = [[data.draw(CHANCES) for _ in range(width)] for _ in range(height)]
    found = solve_matrix_game(matrix)
    assert sum(found.rows) == pytest.approx(1)
    assert sum(found.columns) == pytest.approx(1)
    for row in matrix:
        assert sum(v * c for v, c in zip(row, found.columns, strict=True)) <= found.value + 1e-7
    for column in zip(*matrix, strict=True):
        assert sum(v * r for v, r in zip(column, found.rows, strict=True)) >= found.value - 1e-7
