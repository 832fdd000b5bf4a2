"""A pad for many sheets at once: what a sheet counts, and what a seat may do.

What rows between and swap fields ask of a whole sheet is written here (R20, R23); what follows from a cross
is in `pad_effects`, the arrays of a variant are in `pad_arrays`.
"""

from __future__ import annotations

from rowlock.bots.net.pad_arrays import Array, least0, take_along
from rowlock.bots.net.pad_effects import Options, PadEffects
from rowlock.fast.tables import PAIR_KINDS

__all__ = ["Array", "Options", "Pad"]

DOUBLE_FEWEST = PAIR_KINDS.index("double-fewest")
NO_PENALTIES = PAIR_KINDS.index("no-penalties")


class Pad(PadEffects):
    """One variant on one device: scores, and the options of each action."""

    def score(self, rows: Array, used: Array, penalties: Array) -> Array:
        """The total of a sheet now (R9, R16.2, R20.4, R21.2)."""
        total = self._bridged_points(rows) if self.bridges else self.over_rows(self.points, rows)
        cost = penalties * self.penalty_points
        if self.has_steps:
            total = total + self.look(self.row_points, used)
        return total + cost if not self.has_pairs else self._with_pairs(total, cost, rows)

    def _bridged_points(self, rows: Array) -> Array:
        """Every row with the crosses of the rows between that count for it."""
        count = self.look(self.count, rows)
        between = [bridge[0] for bridge in self.bridges]
        total = 0 * count[..., 0]
        for row in range(self.R):
            beside = [count[..., bridge[0]] for bridge in self.bridges if row in bridge[1:]]
            if row not in between:
                total = total + self.look(self.row_points, sum(beside, count[..., row]))
        return total

    def _with_pairs(self, total: Array, cost: Array, rows: Array) -> Array:
        held = self.over_rows(self.held, rows)
        for need, points in self.pair_points:
            if points:
                total = total + points * ((held & need) == need)
        if (need := self.need.get(NO_PENALTIES, 0)) != 0:
            cost = cost * ((held & need) != need)
        if (need := self.need.get(DOUBLE_FEWEST, 0)) != 0:
            fewest = self.xp.amin(self.look(self.count, rows), -1)
            total = total + self.look(self.row_points, fewest) * ((held & need) == need)
        return total + cost

    def white_places(self, called: Array) -> tuple[Array, Array]:
        """Row and cell of every white cross but lucky ones: by the sum, then by each field that shows it."""
        numbers = [called[..., None] + 0 * self.row_index]
        for slot in range(self.swap_slots):
            at = called * self.swap_slots + slot
            numbers.append(self.look(self.swap_number, at)[..., None] + 0 * self.row_index)
        row = self.xp.concatenate([self.row_index] * len(numbers), -1) if self.has_swaps else self.row_index
        number = self.xp.concatenate(numbers, -1) if self.has_swaps else numbers[0]
        return row, self.look(self.cell_of, row * self.numbers + number)

    def _swap_fields(self, called: Array) -> Array:
        """The swap field of every white cross, -1 for those without."""
        fields = [(0 * called - 1)[..., None] + 0 * self.row_index]
        for slot in range(self.swap_slots):
            at = called * self.swap_slots + slot
            fields.append(self.look(self.swap_field, at)[..., None] + 0 * self.row_index)
        return self.xp.concatenate(fields, -1)

    def white(
        self, rows: Array, used: Array, closed: Array, called: Array, deal: Array, picks: bool
    ) -> Options:
        """Each sheet's moves by the white sum: a cross per row (and pick), swaps, lucky ones, a pass last.

        `called` is the sum of the white dice, `deal` says which sheet of those that differ it is.
        """
        row, cell = self.white_places(called)
        state = rows if not self.has_swaps else self.xp.concatenate([rows] * (1 + self.swap_slots), -1)
        found = self.look(self.step, state * self.C + least0(cell))
        legal = (cell >= 0) & (found >= 0) & self._is_open(closed, row)
        for bridge, one, other in self.bridges:
            met = self._bears(rows, one, called) | self._bears(rows, other, called)
            legal[..., bridge] &= met
        if self.has_swaps:
            field = self._swap_fields(called)
            legal = legal & ((field >= used[..., None]) | (self.upto(field.shape[-1]) < self.R))
        parts = [self.crossed(rows, used, closed, deal, row, cell, found, legal, picks)]
        if self.has_swaps:
            parts[0].used = self.xp.where(field >= 0, field + 1, parts[0].used)
        if self.has_lucky:
            parts.append(self._lucky(rows, used, closed, called, deal))
        return self._with_pass(parts, rows, used)

    def _lucky(self, rows: Array, used: Array, closed: Array, called: Array, deal: Array) -> Options:
        count = self.xp.where(self.is_open(closed), self.look(self.count, rows), 99)
        fewest = self.xp.amin(count, -1)
        found = self.look(self.follow, rows)
        lucky = self.look(self.lucky, deal * self.numbers + called)
        legal = lucky[..., None] & (count == fewest[..., None]) & (count < 99) & (found >= 0)
        return self.crossed(rows, used, closed, deal, self.row_index, found * 0, found, legal, False)

    def _is_open(self, closed: Array, row: Array) -> Array:
        """Whether these rows are open."""
        return (closed[..., None] & self.look(self.row_bit, row)) == 0

    def _bears(self, rows: Array, row: int, number: Array) -> Array:
        """Whether a number is crossed in a row."""
        cell = self.look(self.cell_of, row * self.numbers + number)
        bits = self.look(self.crosses, rows[..., row])
        return (cell >= 0) & ((bits >> least0(cell) & 1) > 0)

    def colour_places(self, sums: Array) -> tuple[Array, Array]:
        """Row and cell of every colour option, -1 if there is none."""
        wide = self.xp.concatenate([sums] * self.reach_slots, -1) if self.reach_slots > 1 else sums
        place = self.option_base + wide
        return self.look(self.reach_row, place), self.look(self.reach_cell, place)

    def differ(self, sums: Array) -> Array:
        """The colour options that bring another sum than the same die with the first white die."""
        first, second = sums[:, : len(self.dice)], sums[:, len(self.dice) :]
        found = self.xp.concatenate([first == first, first != second], -1)
        return self.xp.concatenate([found] * self.reach_slots, -1)

    def colour(
        self, rows: Array, used: Array, closed: Array, deal: Array, sums: Array, picks: bool
    ) -> Options:
        """Each sheet's moves by the coloured dice: a cross per die, white die and row reached, the pass last.

        `sums` has two entries for each die: with the first white die and with the second. A die whose row
        is closed has left the game (R7.5).
        """
        row, cell = self.colour_places(sums)
        at = least0(row)
        present = self._is_open(closed, self.option_die)
        at = at + (rows[..., :1] * 0)  # one row for every sheet, whatever the dimensions of the sums
        state = take_along(self.xp, rows, at)
        found = self.look(self.step, state * self.C + least0(cell))
        legal = present & (row >= 0) & (found >= 0) & self._is_open(closed, at)
        if self.bridges:
            legal = legal & self._is_beside(rows, sums, at)
        parts = [self.crossed(rows, used, closed, deal, at, cell, found, legal, picks)]
        return self._with_pass(parts, rows, used)

    def _is_beside(self, rows: Array, sums: Array, row: Array) -> Array:
        """Whether an option is in no row between, or the die's own row bears the number too (R20.2)."""
        wide = self.xp.concatenate([sums] * self.reach_slots, -1) + 0 * row
        die = self.option_die + 0 * row
        cell = self.look(self.cell_of, die * self.numbers + wide)
        bits = self.look(self.crosses, take_along(self.xp, rows, die))
        crossed = (cell >= 0) & ((bits >> least0(cell) & 1) > 0)
        return ~self.look(self.is_bridge, row) | (crossed & self.look(self.joined, row * self.R + die))

    def _with_pass(self, parts: list[Options], rows: Array, used: Array) -> Options:
        xp = self.xp
        after = [part.rows for part in parts] + [rows[..., None, :]]
        marks = [part.used for part in parts] + [used[..., None]]
        legal = [part.legal for part in parts]
        legal.append(xp.ones_like(legal[0][..., :1]))
        return Options(xp.concatenate(after, -2), xp.concatenate(marks, -1), xp.concatenate(legal, -1))
