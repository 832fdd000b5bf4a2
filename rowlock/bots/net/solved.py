"""The solved solo game for many sheets at once, in numpy or in torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rowlock.bots.net.pad import Array, Pad
from rowlock.solver.board import ROWS, is_at_once

if TYPE_CHECKING:
    from rowlock.solver.values import Values

WORD = 64
LOW = (1 << 32) - 1


class ByValues:
    """The worth of sheets that await a roll alone, in points: `Values.value` for arrays of sheets.

    A sheet's place in the table is found as in `solver.layout`: its rows make the frame, its bonuses the
    extra, and of a frame's extras only those that play can reach have a place.
    """

    def __init__(self, pad: Pad, values: Values) -> None:
        self.pad, self.values = pad, values
        layout, tables = values.layout, values.layout.tables
        merged, index = layout.merged, layout.index
        self.merged = pad.ints(merged.of.ravel())
        ahead = np.take_along_axis(merged.ahead, merged.of, 1)
        self.ahead = pad.ints(ahead.ravel()) if pad.has_pairs else None
        self.halves = [(pad.ints(half.ravel()), half.shape[1]) for half in (index.left, index.right)]
        self.start = self._wide(index.start)
        self.pairs = [
            (int(needs), is_at_once(int(kind)))
            for needs, kind in zip(tables.pair_needs, tables.pair_kind, strict=True)
        ]
        self.first, self.reached = self._wide(values.first), self._wide(values.reached.view(np.int64))
        self.lanes, self.table = values.table.shape[1], self._points()

    def __call__(self, rows: Array, used: Array, penalties: Array) -> Array:
        """Where the game is over the answer means nothing: the score is known there."""
        boxes = self.pad.boxes
        fined = self.pad.xp.where(penalties < boxes, penalties, boxes - 1)
        place = self._frame(rows) if self.values.is_plain else self._place(rows, used)
        at = place * self.lanes + fined
        if self.pad.xp is not np:
            return self.pad.look(self.table, at)
        return self.table.take(at) / self.values.ticks.scale + self.values.ticks.low

    def _frame(self, rows: Array) -> Array:
        states = self.pad.look(self.merged, rows)
        lacking = 0 * states[..., 0]
        found = [states[..., row] for row in range(self.pad.R)] + [lacking] * (ROWS - self.pad.R)
        left, right = (
            self.pad.look(half, found[2 * n] * width + found[2 * n + 1])
            for n, (half, width) in enumerate(self.halves)
        )
        if self.values.layout.index.mirror:
            xp = self.pad.xp
            left, right = xp.minimum(left, right), xp.maximum(left, right)
        return self.pad.look(self.start, left) + right

    def _place(self, rows: Array, used: Array) -> Array:
        """How many places past the frame's first: one for every lower extra that play can reach."""
        frame, extra, words = self._frame(rows), self._extra(rows, used), self.values.layout.index.words
        place = self.pad.look(self.first, frame)
        for word in range(words):
            bits = self.pad.look(self.reached, frame * words + word)
            place = place + _count_bits(bits & _below(self.pad.xp, extra - word * WORD, frame))
        last = self.pad.look(self.first, frame + 1) - 1  # past the end only where the game is over
        return self.pad.xp.minimum(place, self.pad.xp.maximum(last, 0 * last))

    def _extra(self, rows: Array, used: Array) -> Array:
        """The part of sheets beyond their rows: `Layout.extra_of`."""
        pad = self.pad
        if pad.has_swaps:
            return used
        field = 0 * used
        if pad.has_bar:
            field = pad.look(pad.next_field, pad.locks(rows) * (pad.bar_fields + 1) + used)
        extra = field << len(self.pairs)
        if self.pairs:
            held, ahead = pad.over_rows(pad.held, rows), pad.over_rows(self.ahead, rows)
        for pair, (needs, at_once) in enumerate(self.pairs):
            rest = needs & ~held
            alive = (rest & ~ahead) == 0
            extra = extra | ((alive & (rest > 0) if at_once else alive) * 1 << pair)
        return extra

    def _wide(self, values: Any) -> Array:
        """Whole numbers of 64 bits, where places may be many."""
        values = np.asarray(values, np.int64)
        return values if self.pad.xp is np else self.pad.xp.asarray(values, device=self.pad.device)

    def _points(self) -> Array:
        """The table, flat: as it is on disk, or on an accelerator in points."""
        flat = self.values.table.reshape(-1)
        if self.pad.xp is np:
            return flat
        points = (flat / self.values.ticks.scale + self.values.ticks.low).astype(np.float32)
        return self.pad.xp.asarray(points, device=self.pad.device)


def _below(xp: Any, extra: Array, wide: Array) -> Array:
    """The bits of a word below the bit of this extra: none if it belongs to an earlier word."""
    bit = (0 * wide + 1) << xp.where(extra < 0, 0, xp.where(extra < WORD, extra, 0))
    return xp.where(extra < 0, 0 * wide, xp.where(extra < WORD, bit - 1, 0 * wide - 1))


def _count_bits(bits: Array) -> Array:
    """How many bits are set in each word."""
    return sum(_count_32(half & LOW) for half in (bits, bits >> 32))


def _count_32(bits: Array) -> Array:
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return (bits * 0x01010101 & LOW) >> 24
