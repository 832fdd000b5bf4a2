"""A good hand: likely next crosses, long rows, few gaps, no penalties; both actions weighed together."""

from __future__ import annotations

import numpy as np

from rowlock.bots._batch import BatchBot, Best
from rowlock.bots._seat import Seat
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Ends, Outlook, Weigher
from rowlock.engine.variant import Variant

LINE = "Likes long rows and numbers that come often, and plans both crosses of a turn together."
RUNG = 4

CROSS, GAP, PENALTY = 0.5, 0.22, 3.0
"""What it thinks of a cross, of a skipped cell, of a penalty."""
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
        behind = pad.score(rows, ends.penalties) < pad.select(outlook.best, ends.seat)
        return worth - 100.0 * (self.is_over(ends, outlook) & behind)


def _row_worth(pad: Pad) -> Array:
    """[2, R, S] what a row is worth: open, and closed by somebody."""
    t = pad.tables
    faces = np.arange(1, t.faces + 1)
    sums = np.add.outer(faces, faces)
    worth = np.zeros((2, pad.R, pad.S))
    for r, row in enumerate(t.variant.rows):
        likely = np.array([float((sums == cell.number).sum()) for cell in row.cells])
        likely /= likely.max()
        crossed = np.array([(int(bits) & (1 << len(row.cells)) - 1).bit_count() for bits in t.crosses[r]])
        count, passed = t.count[r].astype(int), t.passed[r].astype(int)
        worth[:, r] = CROSS * count
        hope = HOPE * (count + 1) * _ahead(likely)[passed]
        worth[0, r] += np.where(t.locked[r], 0.0, hope - GAP * (passed - crossed))
    return worth


def _ahead(likely: Array) -> Array:
    """By cells passed: how much may still come in a row."""
    found = np.zeros(len(likely) + 1)
    for cell in reversed(range(len(likely))):
        found[cell] = likely[cell] + FADES * found[cell + 1]
    return found


def make_batch(pad: Pad, seats: int) -> BatchBot:
    return Best(Hand(pad))


def make_bot(variant: Variant, seats: int, seed: int) -> Seat:
    return Seat("steady", LINE, variant, seats, make_batch)
