"""A variant's tables as flat arrays for many sheets at once, in numpy or in torch.

Row states carry the number of their row: `g = row * S + state`, so that one look-up answers. Every
function takes arrays with any leading dimensions and gives arrays back; the same lines play a single
table for a bot, thousands of games in the arena, and training on an accelerator.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rowlock.engine.errors import Unsupported
from rowlock.engine.features import refuse
from rowlock.engine.scoring import points_of
from rowlock.fast.tables import Tables

Array = Any
"""A numpy array or a torch tensor; what is done with them uses only what both know."""

ALONE = frozenset({"lucky", "bonus_bar", "bonus_pairs", "twice", "between", "steps", "chain", "swaps"})
"""Of the features that networks carry, a pad may have one of these."""


class PadArrays:
    """The arrays of one variant on one device, and how to look things up in them."""

    def __init__(self, tables: Tables, xp: Any = np, device: str | None = None) -> None:
        _check(tables)
        self.tables, self.xp, self.device = tables, xp, device
        self._ranges: dict[tuple[int, int], Array] = {}
        self.R, self.S, self.C = tables.step.shape
        self.numbers = tables.cell_of.shape[1]
        self.faces = tables.faces
        self.end_rows, self.boxes = tables.end_rows, tables.penalty_boxes
        self.penalty_points = tables.penalty_points
        self.has_bar, self.has_pairs = len(tables.bar_row) > 0, len(tables.pair_needs) > 0
        self.has_lucky = len(tables.lucky) > 0
        self.has_links, self.has_steps = tables.partner.size > 0, tables.framed.size > 0
        self.has_swaps, self.bridges = len(tables.swaps) > 0, [tuple(map(int, b)) for b in tables.bridges]
        self.dice = [r for r, row in enumerate(tables.variant.rows) if row.lock]
        """The rows whose lock has a die."""
        self._row_arrays(tables)
        self._number_arrays(tables)
        self._sheet_arrays(tables)
        self.bar_fields = len(tables.bar_row)
        self.bar_row = self.ints(np.append(tables.bar_row, 0))
        self.next_field = self.ints(
            np.where(tables.next_field < 0, self.bar_fields, tables.next_field).ravel()
        )
        self.longest_chain = self.bar_fields
        """The most bar fields that one move can use; training may look at fewer."""
        self.need = {int(kind): int(tables.pair_needs[p]) for p, kind in enumerate(tables.pair_kind)}
        self.pair_points = [
            (int(n), int(x)) for n, x in zip(tables.pair_needs, tables.pair_points, strict=True)
        ]

    def _row_arrays(self, t: Tables) -> None:
        base = (np.arange(self.R) * self.S)[:, None]
        step = np.where(t.step < 0, -1, t.step + base[:, :, None])
        follow = np.take_along_axis(t.step, np.maximum(t.next, 0)[:, :, None].astype(np.int64), 2)[:, :, 0]
        can = (t.next >= 0) & (follow >= 0)
        next_bar = np.take_along_axis(t.bar_cell, np.maximum(t.next, 0).astype(np.int64), 1) & can
        self.step = self.ints(step.ravel())
        self.follow = self.ints(np.where(can, follow + base, -1).ravel())
        self.follow_bar = self.flags(next_bar.ravel())
        self.passed = self.ints(t.passed.ravel())
        self.count, self.points = self.ints(t.count.ravel()), self.ints(t.points.ravel())
        self.lock_bit = self.ints((t.locked << np.arange(self.R)[:, None]).ravel())
        self.held = self.ints(t.held.ravel())
        self.empty = self.ints(np.arange(self.R) * self.S)
        self.row_index = self.ints(np.arange(self.R))
        self.row_bit = self.ints(1 << np.arange(self.R))
        self.eye = self.flags(np.eye(self.R, dtype=bool))
        self.bits = self.ints([bin(mask).count("1") for mask in range(1 << self.R)])
        self.bar_cell = self.flags(t.bar_cell.ravel())
        most = max(1 + int(t.count.max()) * (1 + len(t.bridges)), 1 + self.R * self.C)
        self.row_points = self.ints([points_of(t.variant, count) for count in range(most)])
        self.crosses = self.ints(t.crosses.ravel())

    def _number_arrays(self, t: Tables) -> None:
        slots = max([int(bits).bit_count() for bits in t.reach.ravel()])
        reach = np.full((slots, *t.reach.shape), -1)
        for die, number in np.argwhere(t.reach):
            rows = [row for row in range(self.R) if t.reach[die, number] >> row & 1]
            reach[: len(rows), die, number] = rows
        cell = np.where(reach < 0, -1, t.cell_of[np.maximum(reach, 0), np.arange(self.numbers)])
        self.cell_of = self.ints(t.cell_of.ravel())
        self.reach_slots, self.reach_size = slots, self.R * self.numbers
        self.reach_row, self.reach_cell = self.ints(reach.ravel()), self.ints(cell.ravel())
        self.lucky = self.flags(t.lucky.ravel())
        die = np.tile(self.dice, 2 * slots)
        self.option_die = self.ints(die)
        """The die of every colour option: with the first white die, then with the second; once more for a
        second row that it reaches."""
        slot = np.repeat(np.arange(slots), 2 * len(self.dice))
        self.option_base = self.ints(slot * self.reach_size + die * self.numbers)

    def _sheet_arrays(self, t: Tables) -> None:
        self.partner, self.framed = self.ints(t.partner.ravel()), self.ints(t.framed.ravel())
        self.also = self.ints(
            np.where(t.also < 0, -1, t.also + (np.arange(self.R) * self.S)[:, None, None]).ravel()
            if self.has_links
            else []
        )
        self.is_bridge = self.flags([r in [b[0] for b in self.bridges] for r in range(self.R)])
        joined = np.zeros((self.R, self.R), bool)
        for row, *of in self.bridges:
            joined[row, of] = True
        self.joined = self.flags(joined.ravel())
        """[row between, row] whether the first counts for the second."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.numbers)]
        for field, (one, other) in enumerate(t.swaps.tolist()):
            for shown, instead in ((one, other), (other, one)):
                found[shown].append((field, instead))
        self.swap_slots = max(map(len, found))
        """The most swap fields that show one number."""
        none = (-1, 0)
        wide = [[*fields, *[none] * (self.swap_slots - len(fields))] for fields in found]
        self.swap_field = self.ints([field for fields in wide for field, _ in fields])
        self.swap_number = self.ints([number for fields in wide for _, number in fields])
        self.strip = len(t.swaps)
        self.most_steps = max([int(sheet.sum()) for sheet in t.framed], default=0)

    def ints(self, values: Any) -> Array:
        values = np.asarray(values)
        if self.xp is np:
            return values.astype(np.int64)
        return self.xp.asarray(values.astype(np.int32), device=self.device)

    def flags(self, values: Any) -> Array:
        values = np.asarray(values, bool)
        return values if self.xp is np else self.xp.asarray(values, device=self.device)

    def look(self, table: Array, index: Array) -> Array:
        """The entries of a flat table at an array of places."""
        if self.xp is np:
            return table.take(index)
        return table.index_select(0, index.reshape(-1)).view(index.shape)

    def over_rows(self, table: Array, rows: Array) -> Array:
        """The sum of a table's entries over the rows of each sheet."""
        found = self.look(table, rows)
        total = found[..., 0]
        for row in range(1, self.R):
            total = total + found[..., row]
        return total

    def select(self, values: Array, places: Array) -> Array:
        """The entries at these places of the first dimension."""
        return values.take(places, 0) if self.xp is np else values.index_select(0, places)

    def listed(self, legal: Array) -> Array:
        """The places of a flattened array worth a look: what is legal; on an accelerator everything."""
        return np.flatnonzero(legal) if self.xp is np else self.upto(legal.numel())

    def put_back(self, values: Array, at: Array, legal: Array, otherwise: float) -> Array:
        """Values of the places listed, put back where they belong."""
        if self.xp is not np:
            return self.xp.where(legal, values.view(legal.shape), otherwise)
        found = np.full(legal.size, otherwise, values.dtype)
        found[at] = values
        return found.reshape(legal.shape)

    def upto(self, count: int, shift: int = 0) -> Array:
        """0, 1, … below `count`, turned by `shift` places; on an accelerator made once and kept."""
        if self.xp is np:
            return (np.arange(count) + shift) % count if shift else np.arange(count)
        if (count, shift) not in self._ranges:
            self._ranges[count, shift] = self.ints((np.arange(count) + shift) % count)
        return self._ranges[count, shift]


def least0(values: Array) -> Array:
    return values * (values >= 0)


def take_along(xp: Any, values: Array, index: Array) -> Array:
    """Along the last dimension, like numpy's take_along_axis; leading dimensions broadcast."""
    if xp is np:
        values = np.broadcast_to(
            values, (*np.broadcast_shapes(values.shape[:-1], index.shape[:-1]), values.shape[-1])
        )
        return np.take_along_axis(values, index, -1)
    return xp.gather(values, -1, index.long())


def _check(tables: Tables) -> None:
    """Refuse what many tables at once do not know; none of the pads that come with the package."""
    refuse(tables.variant, "networks")
    title = tables.variant.title
    kinds = [int(kind) for kind in tables.pair_kind]
    if tables.end_rows != 2:
        raise Unsupported(f"networks cannot play {title}: they only know games that end with two closed rows")
    several = [feature for feature in tables.variant.features if feature in ALONE]
    if len(several) > 1:
        mix = f"{' or '.join(several)} on a pad, not {len(several)} of these together"
        raise Unsupported(f"networks cannot play {title}: they support {mix}")
    if len(set(kinds)) != len(kinds):
        raise Unsupported(f"networks cannot play {title}: they support one bonus pair of each kind")
    if any(bits & (bits - 1) for bits in map(int, tables.pairs_at.ravel())):
        raise Unsupported(f"networks cannot play {title}: they support each cell in one bonus pair only")
