"""A good hand: likely next crosses, long rows, few gaps, no penalties; both actions weighed together."""

from __future__ import annotations

import numpy as np

from rowlock.bots._batch import BatchBot, Best, Seat
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Ends, Outlook, Weigher

LINE = "Likes long rows and numbers that come often, and plans both crosses of a turn together."

CROSS, LENGTH, NEXT, LOST, PENALTY = 0.35, 0.015, 0.8, 0.4, 3.0
"""What it thinks of a cross, of crosses squared, of the chance for the next cell, of a lost cell that
often comes, of a penalty."""


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
        return worth - 100.0 * (self.is_over(ends) & behind)


def _row_worth(pad: Pad) -> Array:
    """[2, R, S] what a row is worth: open, and closed by somebody."""
    t = pad.tables
    faces = np.arange(1, t.faces + 1)
    sums = np.add.outer(faces, faces)
    worth = np.zeros((2, pad.R, pad.S))
    for r, row in enumerate(t.variant.rows):
        chance = np.array([(sums == cell.number).mean() for cell in row.cells] + [0.0])
        count, passed = t.count[r].astype(int), t.passed[r].astype(int)
        worth[:, r] = CROSS * count + LENGTH * count**2
        before = np.concatenate([[0.0], np.cumsum(chance)])[passed]
        crossed = [
            sum(chance[i] for i in range(len(row.cells)) if int(bits) >> i & 1) for bits in t.crosses[r]
        ]
        hope = NEXT * (count + 1) * chance[np.minimum(passed, len(row.cells))]
        worth[0, r] += np.where(t.locked[r], 0.0, hope - LOST * (before - crossed) / chance.max())
    return worth


def make_batch(pad: Pad, seats: int) -> BatchBot:
    return Best(Hand(pad))


def make_bot(seed: int) -> Seat:
    return Seat("steady", LINE, make_batch)
