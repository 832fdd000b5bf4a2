"""Sums of table rows for many sheets at once: the first layer of a network, in one pass over memory."""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import Any

import numpy as np

from rowlock.fast.jit import kernel


@kernel
def sum_rows(base: Any, which: Any, table: Any, places: Any, first: Any, found: Any) -> None:
    """`found[i]` becomes `base[which[i]]` and the rows `places[…, first + i]` of a table, or 0 if less.

    They are added one after the other, as numpy would, so that both come to the same digits; four at a time,
    then what is left over, so that sums stay in the processor.
    """
    width, none = found.shape[1], np.float32(0.0)
    left = places.shape[0] % 4
    last = places.shape[0] - left
    for i in range(found.shape[0]):
        sheet = first + i
        own = which[sheet]
        for j in range(width):
            found[i, j] = base[own, j]
        for p in range(0, last, 4):
            a, b = places[p, sheet], places[p + 1, sheet]
            c, d = places[p + 2, sheet], places[p + 3, sheet]
            for j in range(width):
                found[i, j] = (((found[i, j] + table[a, j]) + table[b, j]) + table[c, j]) + table[d, j]
        if left > 1:
            a, b = places[last, sheet], places[last + 1, sheet]
            for j in range(width):
                found[i, j] = (found[i, j] + table[a, j]) + table[b, j]
        if left % 2:
            a = places[last + left - 1, sheet]
            for j in range(width):
                found[i, j] = max(found[i, j] + table[a, j], none)
        else:
            for j in range(width):
                found[i, j] = max(found[i, j], none)
