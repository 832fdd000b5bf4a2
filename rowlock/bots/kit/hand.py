"""A good hand: likely next crosses, long rows, few gaps, no penalties; both actions weighed together."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Ends, Outlook, Weigher
from rowlock.engine.variant import Row, Variant

CROSS, GAP, PENALTY = 0.5, 0.22, 3.0
"""What it thinks of a cross, of a skipped cell, of a penalty."""
SHARE = 0.5
"""How much of a passed cell a cross makes up for where cells take two; elsewhere, the cell itself."""
HOPE, FADES = 0.03, 0.8
"""What it hopes for from the cells ahead, for every cross of the row and the next: each cell as likely as its
number, and worth less than the cell before it."""


class Hand(Weigher):
    """The worth of a sheet, row by row, from a table that is written once."""

    def __init__(self, pad: Pad) -> None:
        super().__init__(pad)
        self.worth = _row_worth(pad).ravel()

    def judge(self, ends: Ends, outlook: Outlook) -> Array:
        pad, rows = self.pad, ends.rows
        shut = ~pad.is_open(ends.closed)
        worth = pad.over_rows(self.worth, rows + pad.R * pad.S * shut) - PENALTY * ends.penalties
        behind = pad.score(rows, ends.used, ends.penalties) < self.rivals(ends, outlook)[0]
        return worth - 100.0 * (self.is_over(ends, outlook) & behind)


@lru_cache(maxsize=8)
def _row_worth(pad: Pad) -> Array:
    """[2, R, S] what a row is worth: open, and closed by somebody."""
    t = pad.tables
    worth = np.zeros((2, pad.R, pad.S))
    for r, row in enumerate(t.variant.rows):
        ahead, share = hopes(row, t.faces), share_of(t.variant)
        for shut in (False, True):
            worth[int(shut), r] = [
                worth_of(row, ahead, int(crosses), shut, int(count), share)
                for crosses, count in zip(t.crosses[r], t.count[r], strict=True)
            ]
    return worth


def worth_of(row: Row, ahead: list[float], crosses: int, shut: bool, count: int, share: float) -> float:
    """What a row of crosses is worth, open or closed by somebody.

    `ahead` are its hopes; `count` are its crosses and those that mechanisms have put beside them. Gaps are
    told by that number: which cells bear a second cross is not known to every table.
    """
    if shut or crosses & row.lock_bit:
        return CROSS * count
    passed = crosses.bit_length()
    return CROSS * count + (HOPE * (count + 1) * ahead[passed] - GAP * (passed - share * count))


def share_of(variant: Variant) -> float:
    """How much of a passed cell a cross makes up for."""
    return SHARE if variant.asked("extra_crosses") else 1.0


def hopes(row: Row, faces: int) -> list[float]:
    """By cells passed: how much may still come in a row."""
    ways = [max(0, faces - abs(cell.number - faces - 1)) for cell in row.cells]
    found = [0.0]
    for way in reversed(ways):
        found.insert(0, way / max(ways) + FADES * found[0])
    return found
