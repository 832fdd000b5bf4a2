"""A good hand: likely next crosses, long rows, few gaps, no penalties; both actions weighed together."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Ends, Outlook, Weigher
from rowlock.engine.reach import left_behind
from rowlock.engine.variant import Row, Variant

CROSS, GAP, PENALTY = 0.5, 0.22, 3.0
"""Its values of a cross, of a skipped cell, of a penalty."""
SHARE = 0.5
"""How much of a passed cell a cross makes up for where cells take two; elsewhere, the cell itself."""
HOPE, FADES = 0.03, 0.8
"""Its hope for the cells ahead, for every cross of the row and the next: each cell as likely as its
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
        ahead, share = Hopes(row, t.faces), share_of(t.variant)
        for shut in (False, True):
            worth[int(shut), r] = [
                worth_of(row, ahead, int(crosses), left_behind(row, int(crosses)), shut, int(count), share)
                for crosses, count in zip(t.crosses[r], t.count[r], strict=True)
            ]
    return worth


def worth_of(row: Row, ahead: Hopes, crosses: int, gone: int, shut: bool, count: int, share: float) -> float:
    """The worth of a row of crosses, open or closed by somebody.

    `ahead` are its hopes; `gone` are the free cells out of reach; `count` are its crosses and those that
    mechanisms have put beside them. Gaps are told by that number: which cells bear a second cross is not
    known to every table.
    """
    if shut or crosses & row.lock_bit:
        return CROSS * count
    passed = (crosses | gone).bit_count()
    return CROSS * count + (HOPE * (count + 1) * ahead.of(crosses | gone) - GAP * (passed - share * count))


def share_of(variant: Variant) -> float:
    """How much of a passed cell a cross makes up for."""
    return SHARE if variant.asked("extra_crosses") else 1.0


class Hopes:
    """How much may still come in a row, by the cells that are crossed or out of reach."""

    def __init__(self, row: Row, faces: int) -> None:
        ways = [max(0, faces - abs(cell.number - faces - 1)) for cell in row.cells]
        self.likely = [way / max(ways) for way in ways]
        self.known: dict[int, float] = {}

    def of(self, passed: int) -> float:
        """The sum over the cells that are left: each is worth less than the one before it."""
        if passed not in self.known:
            hope = 0.0
            for cell in reversed(range(len(self.likely))):
                if not passed >> cell & 1:
                    hope = self.likely[cell] + FADES * hope
            self.known[passed] = hope
        return self.known[passed]
