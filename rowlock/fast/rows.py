"""The states of a row: which rows of crosses have the same future and points, and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from rowlock.engine.errors import Unsupported
from rowlock.engine.mechanisms.between import Between
from rowlock.engine.mechanisms.bonus_pairs import BonusPairs
from rowlock.engine.mechanisms.chain import Chain
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.scoring import score
from rowlock.engine.sheet import (
    Sheet,
    count_in_row,
    empty_sheet,
    is_admitted,
    mark,
    mark_once,
    row_allows,
)
from rowlock.engine.variant import Place, Variant

MOST_STATES = 10_000
"""The most states that a row may have; only rows with many cells to tell apart have more."""

Key = tuple[int, int, int, bool]


class Reached(NamedTuple):
    """A state: a sheet that it stands for, and by cell the states after a cross, or after a linked one's."""

    sheet: Sheet
    steps: dict[int, Key]
    forced: dict[int, Key]


class Rows:
    """The rows of a variant, each on an otherwise empty sheet."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.empty = variant, empty_sheet(variant)
        self.twice = variant.find(Twice)
        self.linked = _linked(variant)
        told = {*pair_bits(variant), *self.linked, *_neighbours(variant)}
        self.masks = [sum(1 << cell for row, cell in told if row == r) for r in range(len(variant.rows))]

    def key(self, sheet: Sheet, row: int) -> Key:
        """The key to a row's future and points; the lock is the highest bit, so the length tells it."""
        crosses = sheet.crosses[row]
        rightmost = self.second(sheet, row).bit_length() == crosses.bit_length() > 0
        return (
            crosses.bit_length(),
            count_in_row(self.variant, sheet, row),
            crosses & self.masks[row],
            rightmost,
        )

    def second(self, sheet: Sheet, row: int) -> int:
        """The second crosses of a row, as bits."""
        return self.twice.second(self.variant, sheet, row) if self.twice else 0

    def only(self, row: int, crosses: int, second: int = 0) -> Sheet:
        """A sheet with these crosses in a row, and nothing else."""
        rows = [0] * len(self.variant.rows)
        rows[row] = crosses
        closed = 1 << row if crosses & self.variant.rows[row].lock_bit else 0
        sheet = self.empty._replace(crosses=tuple(rows), closed=closed)
        return self.with_second(sheet, row, second) if second else sheet

    def with_second(self, sheet: Sheet, row: int, second: int) -> Sheet:
        """The same sheet with these second crosses in a row."""
        for cell in range(second.bit_length()):
            if self.twice and second >> cell & 1:
                sheet = self.twice.mark_again(self.variant, sheet, Place(row, cell))
        return sheet

    def steps(self, sheet: Sheet, row: int) -> Iterator[tuple[int, Sheet]]:
        """The cells that the row allows, each with the sheet after its cross and nothing further."""
        for cell in range(len(self.variant.rows[row].cells)):
            place = Place(row, cell)
            if is_admitted(self.variant, sheet, place) or row_allows(self.variant, sheet, place):
                yield cell, mark_once(self.variant, sheet, place)

    def forced(self, sheet: Sheet, row: int) -> Iterator[tuple[int, Sheet]]:
        """The linked cells without a cross, each with the sheet after the cross of its partner (R22.1)."""
        for place in self.linked:
            if place.row == row and not sheet.crosses[row] >> place.cell & 1:
                yield place.cell, mark(self.variant, sheet, row, place.cell)

    def reachable(self, row: int) -> dict[Key, Reached]:
        """Every state of a row in ascending order."""
        first = self.key(self.empty, row)
        found = {first: Reached(self.empty, {}, {})}
        todo = [first]
        while todo:
            sheet, steps, forced = found[todo.pop()]
            for ways, follow in ((steps, self.steps(sheet, row)), (forced, self.forced(sheet, row))):
                for cell, after in follow:
                    ways[cell] = state = self.key(after, row)
                    if state not in found:
                        found[state] = Reached(after, {}, {})
                        todo.append(state)
            if len(found) > MOST_STATES:
                raise Unsupported(
                    f"{self.variant.title}: row {self.variant.rows[row].name} has more than {MOST_STATES} "
                    "states (too many of its cells must be told apart)"
                )
        return dict(sorted(found.items()))


def row_arrays(rows: Rows) -> dict[str, Any]:
    variant, bits = rows.variant, pair_bits(rows.variant)
    reachable = [rows.reachable(r) for r in range(len(variant.rows))]
    arrays = _empty_arrays(rows, max(map(len, reachable)))
    for r, (line, states) in enumerate(zip(variant.rows, reachable, strict=True)):
        index = {state: s for s, state in enumerate(states)}
        for s, (sheet, steps, forced) in enumerate(states.values()):
            crosses = sheet.crosses[r]
            for cell, after in steps.items():
                arrays["step"][r, s, cell] = index[after]
            for cell, after in forced.items():
                arrays["also"][r, s, cell] = index[after]
            cell = crosses.bit_length()
            allowed = cell < len(line.cells) and row_allows(variant, sheet, Place(r, cell))
            arrays["next"][r, s] = cell if allowed else -1
            arrays["passed"][r, s] = (crosses & (line.lock_bit - 1)).bit_length()
            arrays["count"][r, s] = count_in_row(variant, sheet, r)
            arrays["points"][r, s] = score(variant, sheet).rows[r]
            arrays["locked"][r, s] = bool(crosses & line.lock_bit)
            arrays["held"][r, s] = sum(bit for place, bit in bits.items() if _holds(place, r, crosses))
            arrays["crosses"][r, s] = crosses
            if rows.twice:
                arrays["second"][r, s] = rows.second(sheet, r)
    return {"states": np.array([len(states) for states in reachable], np.int64), **arrays}


def _empty_arrays(rows: Rows, states: int) -> dict[str, Any]:
    shape = (len(rows.variant.rows), states)
    cells = max(len(line.cells) for line in rows.variant.rows)
    return {
        "step": np.full((*shape, cells), -1, np.int16),
        "next": np.full(shape, -1, np.int16),
        "passed": np.zeros(shape, np.int16),
        "count": np.zeros(shape, np.int16),
        "points": np.zeros(shape, np.int64),
        "locked": np.zeros(shape, np.bool_),
        "held": np.zeros(shape, np.int64),
        "crosses": np.zeros(shape, np.int64),
        "second": np.zeros(shape if rows.twice else 0, np.int64),
        "also": np.full((*shape, cells) if rows.linked else 0, -1, np.int16),
    }


def _holds(place: tuple[int, int], row: int, crosses: int) -> bool:
    return place[0] == row and bool(crosses >> place[1] & 1)


def pair_bits(variant: Variant) -> dict[Place, int]:
    """A bit for every pair cell."""
    found = variant.find(BonusPairs)
    return {place: 1 << i for i, place in enumerate(sorted(found.pairs_at))} if found else {}


def _linked(variant: Variant) -> list[Place]:
    """The cells that are linked to another one on any sheet."""
    found = variant.find(Chain)
    links = [link for sheet in found.sheets for link in sheet] if found else []
    return sorted({place for link in links for place in link})


def _neighbours(variant: Variant) -> list[Place]:
    """The cells that a cell of a row between asks for (R20.2)."""
    found = variant.find(Between)
    places = []
    for bridge in found.bridges if found else ():
        for name in bridge.of:
            row = variant.row_of[name]
            numbers = [cell.number for cell in variant.rows[variant.row_of[bridge.row]].cells]
            index_of = variant.rows[row].index_of
            places += [Place(row, index_of[number]) for number in numbers if number in index_of]
    return places
