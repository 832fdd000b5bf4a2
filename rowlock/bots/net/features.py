"""The network's input about a sheet: a short list of table rows, one for each thing it knows.

The first layer is the sum of the rows named here, as in NNUE, so that a list of indices is all the input
there is. The same list describes the player's own sheet (in the table `own`) and a rival's (in `rival`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.bots.net.pad import Array, Pad

WIDEST_GAP = 100
"""Leads and lags beyond this many points look alike."""
MOST_SEATS = 5

Ints = npt.NDArray[np.int64]


class RowCode(NamedTuple):
    """Something that a few rows tell together: a number per row state, whose sum over the rows says it."""

    table: Array
    """[sheets dealt × 2 × R × S] by sheet, whether the row is closed by others, and state."""
    rows: tuple[int, ...]
    size: int
    """Answers are below this number."""
    dealt: bool
    """Whether it differs from sheet to sheet."""


class Features:
    """Indices into the tables of the first layer for one pad."""

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        brief, kinds = _brief(pad)
        self.brief = None if brief is None else pad.ints(brief)
        self.states, self.kinds = pad.R * pad.S, kinds
        self.at_penalties = 2 * kinds
        self.at_order = self.at_penalties + pad.boxes + 1
        self.at_extra = self.at_order + (MOST_SEATS + 1) * MOST_SEATS
        self.used = _kinds_of_used(pad)
        self.codes = [code._replace(table=pad.ints(code.table)) for code in _codes(pad)]
        self.extra = self.used + sum(code.size for code in self.codes)
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
        told = places if self.brief is None else pad.look(self.brief, places)
        found = [told[..., r] for r in range(pad.R)]
        found += [self.at_penalties + penalties, self.at_order + order]
        if pad.has_bar:
            found.append(self.at_extra + pad.look(pad.next_field, closed * (pad.bar_fields + 1) + used))
        elif self.used:
            found.append(self.at_extra + used)
        if pad.has_lucky:
            found.append(self.at_extra + deal)
        return found + self._coded(places, deal)

    def _coded(self, places: Array, deal: Array) -> list[Array]:
        pad, at, found = self.pad, self.at_extra + self.used, []
        for code in self.codes:
            total = 0 if not code.dealt else 0 * deal
            for row in code.rows:
                place = places[..., row]
                total = total + pad.look(code.table, place + 2 * self.states * deal if code.dealt else place)
            found.append(at + total)
            at += code.size
        return found

    def gap(self, lead: Array) -> Array:
        """The index for a lead over the best rival, in points."""
        return self.at_gap + WIDEST_GAP + self.pad.xp.clip(lead, -WIDEST_GAP, WIDEST_GAP)


def place_in_order(seats: int, wait: Array) -> Array:
    """A number for `seats` players and `wait` turns until your own."""
    return seats * MOST_SEATS + wait


def _brief(pad: Pad) -> tuple[Ints | None, int]:
    """By closed rows and states, what is told of a row itself; None if that is all there is to tell.

    Where rows tell cells apart for rows between or links, codes tell the rest.
    """
    t = pad.tables
    if not (pad.bridges or pad.has_links):
        return None, pad.R * pad.S
    found: dict[tuple[int, int, int, bool], int] = {}
    brief = np.zeros((2, pad.R, pad.S), np.int64)
    for r, states in enumerate(t.states):
        for s in range(int(states)):
            key = (r, int(t.passed[r, s]), int(t.count[r, s]), bool(t.locked[r, s]))
            brief[0, r, s] = found.setdefault(key, len(found))
    brief[1] = brief[0] + len(found)
    return brief.ravel(), len(found)


def _kinds_of_used(pad: Pad) -> int:
    """How many different things `used` can say."""
    if pad.has_bar:
        return pad.bar_fields + 1
    if pad.has_swaps:
        return pad.strip + 1
    return pad.most_steps + 1 if pad.has_steps else 0


def _codes(pad: Pad) -> list[RowCode]:
    return [*_pair_codes(pad), *_link_codes(pad), *_step_codes(pad), *_bridge_codes(pad)]


def _standing(pad: Pad, row: int, cell: int) -> Ints:
    """[2, S] how a cell stands: 2 if it is crossed, 1 if it is lost, else 0; all are lost in a closed row."""
    t = pad.tables
    crossed = (t.crosses[row] >> cell & 1) > 0
    lost = ~crossed & ((t.passed[row] > cell) | t.locked[row])
    return np.stack([np.where(crossed, 2, np.where(lost, 1, 0)), np.where(crossed, 2, 1)])


def _cells_code(pad: Pad, cells: list[tuple[int, int]]) -> Ints:
    """[2, R, S] numbers whose sum over the rows says how each of these cells stands."""
    code = np.zeros((2, pad.R, pad.S), np.int64)
    for place, (row, cell) in enumerate(cells):
        code[:, row] += 3**place * _standing(pad, row, cell)
    return code


def _pair_codes(pad: Pad) -> list[RowCode]:
    """The state of the two cells of each bonus pair."""
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
        codes.append(RowCode(code.ravel(), tuple(range(pad.R)), 9, False))
    return codes


def _link_codes(pad: Pad) -> list[RowCode]:
    """The state of the linked cells of a sheet, link by link."""
    if not pad.has_links:
        return []
    sheets = []
    for partner in pad.tables.partner.reshape(-1, pad.R * pad.C):
        pairs = [(one, int(other)) for one, other in enumerate(partner) if one < other]
        sheets.append([[divmod(place, pad.C) for place in pair] for pair in pairs])
    codes = []
    for link in range(max(map(len, sheets))):
        tables = np.stack([_cells_code(pad, links[link] if link < len(links) else []) for links in sheets])
        tables[:, :, 0] += (9 * np.arange(len(sheets)))[:, None, None]  # which sheet it is
        codes.append(RowCode(tables.ravel(), tuple(range(pad.R)), 9 * len(sheets), True))
    return codes


def _step_codes(pad: Pad) -> list[RowCode]:
    """By sheet, how many cells of each row are passed: that tells which steps may still come."""
    if not pad.has_steps:
        return []
    t, size, codes = pad.tables, pad.C + 1, []
    for row in range(pad.R):
        passed = np.zeros((len(t.framed), 2, pad.R, pad.S), np.int64)
        passed[:, :, row] = pad.C
        passed[:, 0, row] = np.where(t.locked[row], pad.C, t.passed[row])
        passed[:, :, row] += (size * np.arange(len(t.framed)))[:, None, None]
        codes.append(RowCode(passed.ravel(), (row,), size * len(t.framed), True))
    return codes


def _bridge_codes(pad: Pad) -> list[RowCode]:
    """For every cell of a row between: how it stands, and the two cells that it may be crossed beside."""
    codes, t = [], pad.tables
    for row, *of in pad.bridges:
        for cell in range(len(t.variant.rows[row].cells)):
            number = t.variant.rows[row].cells[cell].number
            beside = [(other, int(t.cell_of[other, number])) for other in of if t.cell_of[other, number] >= 0]
            code = _cells_code(pad, [(row, cell), *beside])
            codes.append(RowCode(code.ravel(), (row, *of), 27, False))
    return codes
