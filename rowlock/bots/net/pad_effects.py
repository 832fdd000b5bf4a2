"""The effects of a cross, for many sheets at once.

What a cross does comes from `fast.tables`; only the order in which effects follow each other is written here
(R15, R16), and what links and steps ask of a whole sheet (R21, R22).
"""

from __future__ import annotations

import numpy as np

from rowlock.bots.net.pad_arrays import Array, PadArrays, least0, take_along
from rowlock.fast.tables import PAIR_KINDS

TWO_IN_FEWEST = PAIR_KINDS.index("two-in-fewest")
ONE_IN_EACH = PAIR_KINDS.index("one-in-each")


class Options:
    """Sheets after each thing a seat may do, and whether it may; the option is the last dimension."""

    __slots__ = ("legal", "rows", "used")

    def __init__(self, rows: Array, used: Array, legal: Array) -> None:
        self.rows, self.used, self.legal = rows, used, legal


class PadEffects(PadArrays):
    """Crosses on sheets, with all that they bring."""

    def locks(self, rows: Array) -> Array:
        """The rows that these sheets have locked, as bits."""
        return self.over_rows(self.lock_bit, rows)

    def is_open(self, closed: Array) -> Array:
        """By row, whether it is open; one more dimension than `closed`."""
        return (closed[..., None] & self.row_bit) == 0

    def crossed(
        self,
        rows: Array,
        used: Array,
        closed: Array,
        deal: Array,
        row: Array,
        cell: Array,
        found: Array,
        legal: Array,
        picks: bool,
    ) -> Options:
        """The sheets after a cross for each option, with all that follows."""
        xp = self.xp
        here = self.row_index == row[..., None]
        after = xp.where(here & legal[..., None], found[..., None], rows[..., None, :])
        used = used[..., None] + 0 * found
        if self.has_bar:
            earned = legal & self.look(self.bar_cell, row * self.C + least0(cell))
            closed = closed[..., None] | self.locks(after)
            after, used = self._work_off_bar(after, used, closed, earned)
        elif self.has_pairs:
            held = self.over_rows(self.held, rows)[..., None]
            closed = closed[..., None] | self.locks(after)
            if picks:
                return self._with_picks(after, used, closed, held, legal)
            after, _ = self._work_off_pairs(after, closed, held, None)
        elif self.has_links or self.has_steps:
            place = (deal[..., None] * self.R + row) * self.C + least0(cell)
            if self.has_steps:
                used = used + self.look(self.framed, place) * legal
            else:
                after = self._cross_partner(after, self.look(self.partner, place), legal)
        return Options(after, used, legal)

    def _cross_partner(self, rows: Array, partner: Array, legal: Array) -> Array:
        """The partner of a linked cell, wherever it lies and whatever is closed (R22.1)."""
        other = least0(partner)
        row, cell = other // self.C, other % self.C
        state = take_along(self.xp, rows, row[..., None])[..., 0]
        found = self.look(self.also, state * self.C + cell)
        here = (self.row_index == row[..., None]) & (legal & (partner >= 0) & (found >= 0))[..., None]
        return self.xp.where(here, found[..., None], rows)

    def _idle(self, mask: Array) -> bool:
        """Whether nothing is left to do; asked on the CPU only, where the answer is cheap."""
        return self.xp is np and not mask.any()

    def _cross_next(self, rows: Array, closed: Array, row: Array, mask: Array) -> tuple[Array, Array, Array]:
        """The next cell of a row for the sheets in the mask; also where that was possible."""
        state = take_along(self.xp, rows, row[..., None])[..., 0]
        found = self.look(self.follow, state)
        can = mask & (found >= 0) & ((closed & self.look(self.row_bit, row)) == 0)
        here = (self.row_index == row[..., None]) & can[..., None]
        rows = self.xp.where(here, found[..., None], rows)
        return (
            rows,
            closed | self.look(self.lock_bit, least0(found)) * can,
            can & self.look(self.follow_bar, state),
        )

    def _work_off_bar(self, rows: Array, used: Array, closed: Array, earned: Array) -> tuple[Array, Array]:
        """Fields of the bar and the crosses they bring, as long as they are earned (R15.1, R15.2)."""
        waiting = earned * 1
        for _ in range(self.longest_chain):
            if self._idle(waiting):
                break
            field = self.look(self.next_field, closed * (self.bar_fields + 1) + used)
            fires = (waiting > 0) & (field < self.bar_fields)
            rows, closed, again = self._cross_next(rows, closed, self.look(self.bar_row, field), fires)
            used = self.xp.where(fires, field + 1, used)
            waiting = waiting - fires * 1 + again * 1
            waiting = waiting * (field < self.bar_fields)
        return rows, used

    def _completed(self, rows: Array, held: Array, kind: int) -> Array:
        """The places at which a move completes a pair of this kind."""
        need = self.need.get(kind, 0)
        now = self.over_rows(self.held, rows)
        return ((now & need) == need) & ((held & need) != need)

    def _work_off_pairs(
        self, rows: Array, closed: Array, held: Array, pick: Array | None
    ) -> tuple[Array, Array]:
        """The bonuses that cross at once, each at most once a game (R16.5); also which picks are legal."""
        first = self._completed(rows, held, TWO_IN_FEWEST)
        rows, closed, allowed = self._two_in_fewest(rows, closed, first, pick)
        each = self._completed(rows, held, ONE_IN_EACH)
        if not self._idle(each):
            for r in range(self.R):
                rows, closed, _ = self._cross_next(rows, closed, closed * 0 + r, each)
        later = self._completed(rows, held, TWO_IN_FEWEST) & ~first
        rows, closed, allowed_later = self._two_in_fewest(rows, closed, later, pick)
        return rows, self.xp.where(later, allowed_later, allowed)

    def _two_in_fewest(
        self, rows: Array, closed: Array, fires: Array, pick: Array | None
    ) -> tuple[Array, Array, Array]:
        xp = self.xp
        none_picked = (closed * 0 if pick is None else pick + closed * 0) == 0
        if self._idle(fires):
            return rows, closed, none_picked
        count = self.look(self.count, rows)
        tied = count == xp.amin(count, -1)[..., None]
        crossable = (self.look(self.follow, rows) >= 0) & self.is_open(closed)
        row = (tied * 2 + (tied & crossable) * 1).argmax(-1)
        allowed = none_picked
        if pick is not None:
            meant = pick + closed * 0
            several = fires & (tied.sum(-1) > 1)
            row = xp.where(several, meant, row)
            allowed = xp.where(several, take_along(xp, tied, meant[..., None])[..., 0], none_picked)
        row = row.astype(closed.dtype) if xp is np else row.to(closed.dtype)
        rows, closed, _ = self._cross_next(rows, closed, row, fires)
        rows, closed, _ = self._cross_next(rows, closed, row, fires)
        return rows, closed, allowed

    def _with_picks(self, rows: Array, used: Array, closed: Array, held: Array, legal: Array) -> Options:
        """Every option once per row that a tie may be settled for (R16.4)."""
        shape = (*rows.shape[:-1], self.R, self.R)
        wide = self.xp.broadcast_to(rows[..., None, :], shape)
        closed = closed[..., None] + 0 * self.row_index
        after, allowed = self._work_off_pairs(wide, closed, held[..., None], self.row_index)
        flat = (*rows.shape[:-2], rows.shape[-2] * self.R)
        legal = (legal[..., None] & allowed).reshape(flat)
        used = (used[..., None] + 0 * self.row_index).reshape(flat)
        return Options(after.reshape(*flat, self.R), used, legal)
