"""A variant's tables as flat arrays for many sheets at once, in numpy or in torch.

Row states carry the number of their row: `g = row * S + state`, so that one look-up answers. Every
function takes arrays with any leading dimensions and gives arrays back; the same lines play a single
table for a bot, thousands of games in the arena, and training on an accelerator. What a cross does comes
from `fast.tables`; only the order in which effects follow each other is written here (R15, R16), and what
rows between, links, steps and swap fields ask of a whole sheet (R20 to R23).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rowlock.engine.errors import Unsupported
from rowlock.engine.features import refuse
from rowlock.engine.scoring import points_of
from rowlock.fast.tables import PAIR_KINDS, Tables

Array = Any
"""A numpy array or a torch tensor; the code below uses only what both know."""

CARRIES = frozenset(
    {
        *("lucky", "bonus_bar", "bonus_pairs", "double", "twice", "between", "steps", "chain", "swaps"),
        *("two-coloured cells", "rows without a lock", "rows with names of their own"),
        "more than four rows",
    }
)
"""The features of a pad that many tables at once carry; any other is refused by name."""
ALONE = frozenset({"lucky", "bonus_bar", "bonus_pairs", "twice", "between", "steps", "chain", "swaps"})
"""Of these a pad may have one, for bots with a network."""
TWO_IN_FEWEST = PAIR_KINDS.index("two-in-fewest")
ONE_IN_EACH = PAIR_KINDS.index("one-in-each")
DOUBLE_FEWEST = PAIR_KINDS.index("double-fewest")
NO_PENALTIES = PAIR_KINDS.index("no-penalties")


class Pad:
    """The arrays of one variant on one device, and the operations on sheets."""

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
        """As many bar fields as one move can use; training may look at fewer."""
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
        """As many swap fields as show one number."""
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

    def spread(self, values: Array, at: Array, legal: Array, otherwise: float) -> Array:
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

    def flags(self, values: Any) -> Array:
        values = np.asarray(values, bool)
        return values if self.xp is np else self.xp.asarray(values, device=self.device)

    # what a sheet is worth, and what is closed

    def locks(self, rows: Array) -> Array:
        """The rows that these sheets have locked, as bits."""
        return self.over_rows(self.lock_bit, rows)

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

    # what a seat may do

    def is_open(self, closed: Array) -> Array:
        """By row, whether it is open; one more dimension than `closed`."""
        return (closed[..., None] & self.row_bit) == 0

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
        """What the white sum allows each sheet: a cross per row (and pick), swaps, lucky ones, a pass last.

        `called` is the sum of the white dice, `deal` says which sheet of those that differ it is.
        """
        row, cell = self.white_places(called)
        state = rows if not self.has_swaps else self.xp.concatenate([rows] * (1 + self.swap_slots), -1)
        found = self.look(self.step, state * self.C + _least0(self.xp, cell))
        legal = (cell >= 0) & (found >= 0) & self._is_open(closed, row)
        for bridge, one, other in self.bridges:
            met = self._bears(rows, one, called) | self._bears(rows, other, called)
            legal[..., bridge] &= met
        if self.has_swaps:
            field = self._swap_fields(called)
            legal = legal & ((field >= used[..., None]) | (self.upto(field.shape[-1]) < self.R))
        parts = [self._crossed(rows, used, closed, deal, row, cell, found, legal, picks)]
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
        return self._crossed(rows, used, closed, deal, self.row_index, found * 0, found, legal, False)

    def _is_open(self, closed: Array, row: Array) -> Array:
        """Whether these rows are open."""
        return (closed[..., None] & self.look(self.row_bit, row)) == 0

    def _bears(self, rows: Array, row: int, number: Array) -> Array:
        """Whether a number is crossed in a row."""
        cell = self.look(self.cell_of, row * self.numbers + number)
        bits = self.look(self.crosses, rows[..., row])
        return (cell >= 0) & ((bits >> _least0(self.xp, cell) & 1) > 0)

    def colour_places(self, sums: Array) -> tuple[Array, Array]:
        """Row and cell of every colour option, -1 if there is none."""
        wide = self.xp.concatenate([sums] * self.reach_slots, -1) if self.reach_slots > 1 else sums
        place = self.option_base + wide
        return self.look(self.reach_row, place), self.look(self.reach_cell, place)

    def colour(
        self, rows: Array, used: Array, closed: Array, deal: Array, sums: Array, picks: bool
    ) -> Options:
        """What the coloured dice allow each sheet: a cross per die, white die and row reached, the pass last.

        `sums` has two entries for each die: with the first white die and with the second. A die whose row
        is closed has left the game (R7.5).
        """
        row, cell = self.colour_places(sums)
        at = _least0(self.xp, row)
        present = self._is_open(closed, self.option_die)
        at = at + (rows[..., :1] * 0)  # one row for every sheet, whatever the dimensions of the sums
        state = _take(self.xp, rows, at)
        found = self.look(self.step, state * self.C + _least0(self.xp, cell))
        legal = present & (row >= 0) & (found >= 0) & self._is_open(closed, at)
        if self.bridges:
            legal = legal & self._is_beside(rows, sums, at)
        parts = [self._crossed(rows, used, closed, deal, at, cell, found, legal, picks)]
        return self._with_pass(parts, rows, used)

    def _is_beside(self, rows: Array, sums: Array, row: Array) -> Array:
        """Whether an option is in no row between, or the die's own row bears the number too (R20.2)."""
        wide = self.xp.concatenate([sums] * self.reach_slots, -1) + 0 * row
        die = self.option_die + 0 * row
        cell = self.look(self.cell_of, die * self.numbers + wide)
        bits = self.look(self.crosses, _take(self.xp, rows, die))
        crossed = (cell >= 0) & ((bits >> _least0(self.xp, cell) & 1) > 0)
        return ~self.look(self.is_bridge, row) | (crossed & self.look(self.joined, row * self.R + die))

    def _crossed(
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
            earned = legal & self.look(self.bar_cell, row * self.C + _least0(xp, cell))
            closed = closed[..., None] | self.locks(after)
            after, used = self._work_off_bar(after, used, closed, earned)
        elif self.has_pairs:
            held = self.over_rows(self.held, rows)[..., None]
            closed = closed[..., None] | self.locks(after)
            if picks:
                return self._with_picks(after, used, closed, held, legal)
            after, _ = self._work_off_pairs(after, closed, held, None)
        elif self.has_links or self.has_steps:
            place = (deal[..., None] * self.R + row) * self.C + _least0(xp, cell)
            if self.has_steps:
                used = used + self.look(self.framed, place) * legal
            else:
                after = self._cross_partner(after, self.look(self.partner, place), legal)
        return Options(after, used, legal)

    def _cross_partner(self, rows: Array, partner: Array, legal: Array) -> Array:
        """The partner of a linked cell, wherever it lies and whatever is closed (R22.1)."""
        other = _least0(self.xp, partner)
        row, cell = other // self.C, other % self.C
        state = _take(self.xp, rows, row[..., None])[..., 0]
        found = self.look(self.also, state * self.C + cell)
        here = (self.row_index == row[..., None]) & (legal & (partner >= 0) & (found >= 0))[..., None]
        return self.xp.where(here, found[..., None], rows)

    def _with_pass(self, parts: list[Options], rows: Array, used: Array) -> Options:
        xp = self.xp
        after = [part.rows for part in parts] + [rows[..., None, :]]
        marks = [part.used for part in parts] + [used[..., None]]
        legal = [part.legal for part in parts]
        legal.append(xp.ones_like(legal[0][..., :1]))
        return Options(xp.concatenate(after, -2), xp.concatenate(marks, -1), xp.concatenate(legal, -1))

    def _idle(self, mask: Array) -> bool:
        """Whether nothing is left to do; asked on the CPU only, where the answer is cheap."""
        return self.xp is np and not mask.any()

    def _cross_next(self, rows: Array, closed: Array, row: Array, mask: Array) -> tuple[Array, Array, Array]:
        """The next cell of a row for the sheets in the mask; also where that was possible."""
        state = _take(self.xp, rows, row[..., None])[..., 0]
        found = self.look(self.follow, state)
        can = mask & (found >= 0) & ((closed & self.look(self.row_bit, row)) == 0)
        here = (self.row_index == row[..., None]) & can[..., None]
        rows = self.xp.where(here, found[..., None], rows)
        return (
            rows,
            closed | self.look(self.lock_bit, _least0(self.xp, found)) * can,
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
        """Where a pair of this kind is complete that was not before."""
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
            allowed = xp.where(several, _take(xp, tied, meant[..., None])[..., 0], none_picked)
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


class Options:
    """Sheets after each thing a seat may do, and whether it may; the option is the last dimension."""

    __slots__ = ("legal", "rows", "used")

    def __init__(self, rows: Array, used: Array, legal: Array) -> None:
        self.rows, self.used, self.legal = rows, used, legal


def _least0(xp: Any, values: Array) -> Array:
    return values * (values >= 0)


def _take(xp: Any, values: Array, index: Array) -> Array:
    """Along the last dimension, like numpy's take_along_axis; leading dimensions broadcast."""
    if xp is np:
        values = np.broadcast_to(
            values, (*np.broadcast_shapes(values.shape[:-1], index.shape[:-1]), values.shape[-1])
        )
        return np.take_along_axis(values, index, -1)
    return xp.gather(values, -1, index.long())


def _check(tables: Tables) -> None:
    """Refuse what the code above does not know; none of the pads that come with the package."""
    refuse(tables.variant, CARRIES, "bots in step")
    title = tables.variant.title
    kinds = [int(kind) for kind in tables.pair_kind]
    if tables.end_rows != 2:
        raise Unsupported(f"{title}: bots with a network do not know this end of the game")
    several = [feature for feature in tables.variant.features if feature in ALONE]
    if len(several) > 1 or len(set(kinds)) != len(kinds):
        raise Unsupported(f"{title}: bots with a network do not know this mix: {', '.join(several)}")
    if any(bits & (bits - 1) for bits in map(int, tables.pairs_at.ravel())):
        raise Unsupported(f"{title}: bots with a network allow every cell in one bonus pair at most")
