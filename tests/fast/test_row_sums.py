"""Rows of a table that compiled code adds up come to the same digits as in numpy."""

from __future__ import annotations

import numpy as np
import pytest

from rowlock.fast.row_sums import sum_rows


@pytest.mark.parametrize("count", range(9))
def test_any_number_of_rows_is_added_as_numpy_adds_them(count: int) -> None:
    rng = np.random.default_rng(count)
    base, table = (rng.normal(size=(rows, 12)).astype(np.float32) for rows in (5, 40))
    which, places = rng.integers(0, 5, 30), rng.integers(0, 40, (count, 30))
    expected = base[which]
    for place in places:
        expected += table[place]
    found = np.empty((20, 12), np.float32)
    sum_rows(base, which, table, places, 10, found)
    assert np.array_equal(found, np.maximum(expected[10:], 0))
