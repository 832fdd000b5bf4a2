"""What the network is told about a sheet: a short list of table rows, one for each thing it knows.

The first layer is the sum of the rows named here, as in NNUE, so that a list of indices is all the input
there is. The same list describes one's own sheet (in the table `own`) and a rival's (in `rival`).
"""

from __future__ import annotations

import numpy as np

from rowlock.bots.net.pad import Array, Pad

WIDEST_GAP = 100
"""Leads and lags beyond this many points look alike."""
MOST_SEATS = 5


class Features:
    """Indices into the tables of the first layer for one pad."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        states = pad.R * pad.S
        self.states = states
        self.at_penalties = 2 * states
        self.at_order = self.at_penalties + pad.boxes + 1
        self.at_extra = self.at_order + (MOST_SEATS + 1) * MOST_SEATS
        self.pair_codes = [pad.ints(code) for code in _pair_codes(pad)]
        self.extra = pad.bar_fields + 1 if pad.has_bar else 9 * len(self.pair_codes)
        if pad.has_lucky:
            self.extra = len(pad.tables.lucky)
        self.at_gap = self.at_extra + self.extra
        self.size = self.at_gap + 2 * WIDEST_GAP + 1

    def sheet(
        self, rows: Array, used: Array, penalties: Array, closed: Array, deal: Array, order: Array
    ) -> list[Array]:
        """The indices of a sheet, as a list of arrays of one shape; for `order` see `place_in_order`."""
        pad = self.pad
        shut = ((closed[..., None] & pad.row_bit) != 0) & (pad.look(pad.lock_bit, rows) == 0)
        places = rows + self.states * shut
        found = [places[..., r] for r in range(pad.R)]
        found += [self.at_penalties + penalties, self.at_order + order]
        if pad.has_bar:
            found.append(self.at_extra + pad.look(pad.next_field, closed * (pad.bar_fields + 1) + used))
        if pad.has_lucky:
            found.append(self.at_extra + deal)
        for p, code in enumerate(self.pair_codes):
            found.append(self.at_extra + 9 * p + pad.over_rows(code, places))
        return found

    def gap(self, lead: Array) -> Array:
        """The index for a lead over the best rival, in points."""
        return self.at_gap + WIDEST_GAP + self.pad.xp.clip(lead, -WIDEST_GAP, WIDEST_GAP)


def place_in_order(seats: int, wait: Array) -> Array:
    """A number for `seats` players and `wait` turns until one's own."""
    return seats * MOST_SEATS + wait


def _pair_codes(pad: Pad) -> list[np.ndarray]:
    """For each bonus pair a number per row state; their sum over the rows says how its two cells stand."""
    t = pad.tables
    codes = []
    for need in map(int, t.pair_needs):
        code = np.zeros((2, pad.R, pad.S), np.int64)
        weight = 1
        for row, cell in zip(*np.nonzero(t.pair_bit & need), strict=True):
            crossed = (t.held[row] & t.pair_bit[row, cell]) != 0
            lost = ~crossed & (t.passed[row] > cell)
            code[0, row] += weight * np.where(crossed, 2, np.where(lost, 1, 0))
            code[1, row] += weight * np.where(crossed, 2, 1)
            weight *= 3
        codes.append(code.ravel())
    return codes
