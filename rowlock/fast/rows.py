"""The states of a row: which rows of crosses have the same future and points, and what they lead to."""

from __future__ import annotations

from typing import Any

import numpy as np

from rowlock.engine.errors import Unsupported
from rowlock.engine.mechanisms.bonus_pairs import BonusPairs
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, empty_sheet, mark, may_cross, next_cell
from rowlock.engine.variant import Place, Row, Variant

MOST_STATES = 10_000
"""As many states as a row may have; only rows full of bonus pairs have more."""

Key = tuple[int, int, int]


def key(variant: Variant, row: int, crosses: int) -> Key:
    """What a row's future and points depend on; the lock is the highest bit, so the length tells it."""
    return crosses.bit_length(), crosses.bit_count(), crosses & _pair_mask(variant, row)


def _pair_mask(variant: Variant, row: int) -> int:
    return sum(1 << place.cell for place in pair_bits(variant) if place.row == row)


def _with_row(variant: Variant, row: int, crosses: int) -> Sheet:
    """An otherwise empty sheet with these crosses in a row."""
    rows = [0] * len(variant.rows)
    rows[row] = crosses
    closed = 1 << row if crosses & variant.rows[row].lock_bit else 0
    return Sheet(tuple(rows), closed, 0, empty_sheet(variant).notes)


def _cross_one(variant: Variant, row: int, crosses: int, cell: int) -> int:
    return mark(variant, _with_row(variant, row, crosses), row, cell).crosses[row]


def _reachable(variant: Variant, row: int) -> dict[Key, int]:
    """Every state of a row in ascending order, with one row of crosses that it stands for."""
    line = variant.rows[row]
    found = {key(variant, row, 0): 0}
    todo = [0]
    while todo:
        crosses = todo.pop()
        for cell in _open_cells(line, crosses):
            after = _cross_one(variant, row, crosses, cell)
            state = key(variant, row, after)
            if state not in found:
                found[state] = after
                todo.append(after)
        if len(found) > MOST_STATES:
            raise Unsupported(
                f"{variant.title}: row {line.name} has more than {MOST_STATES} states "
                "(too many of its cells belong to bonus pairs)"
            )
    return dict(sorted(found.items()))


def _open_cells(line: Row, crosses: int) -> list[int]:
    """The cells that may be crossed next."""
    return [cell for cell in range(len(line.cells)) if may_cross(line, crosses, cell)]


def row_arrays(variant: Variant) -> dict[str, Any]:
    reachable = [_reachable(variant, r) for r in range(len(variant.rows))]
    shape = (len(variant.rows), max(map(len, reachable)))
    arrays: dict[str, Any] = {
        "step": np.full((*shape, max(len(line.cells) for line in variant.rows)), -1, np.int16),
        "next": np.full(shape, -1, np.int16),
        "passed": np.zeros(shape, np.int16),
        "count": np.zeros(shape, np.int16),
        "points": np.zeros(shape, np.int64),
        "locked": np.zeros(shape, np.bool_),
        "held": np.zeros(shape, np.int64),
        "crosses": np.zeros(shape, np.int64),
    }
    bits = pair_bits(variant)
    for r, (line, rows) in enumerate(zip(variant.rows, reachable, strict=True)):
        index = {state: s for s, state in enumerate(rows)}
        for s, crosses in enumerate(rows.values()):
            for cell in _open_cells(line, crosses):
                arrays["step"][r, s, cell] = index[key(variant, r, _cross_one(variant, r, crosses, cell))]
            following = next_cell(line, crosses)
            arrays["next"][r, s] = -1 if following is None else following
            arrays["passed"][r, s] = (crosses & (line.lock_bit - 1)).bit_length()
            arrays["count"][r, s] = crosses.bit_count()
            arrays["points"][r, s] = score(variant, _with_row(variant, r, crosses)).rows[r]
            arrays["locked"][r, s] = bool(crosses & line.lock_bit)
            arrays["held"][r, s] = sum(bit for place, bit in bits.items() if _holds(place, r, crosses))
            arrays["crosses"][r, s] = crosses
    return {"states": np.array([len(rows) for rows in reachable], np.int64), **arrays}


def _holds(place: tuple[int, int], row: int, crosses: int) -> bool:
    return place[0] == row and bool(crosses >> place[1] & 1)


def pair_bits(variant: Variant) -> dict[Place, int]:
    """A bit for every pair cell."""
    found = variant.find(BonusPairs)
    return {place: 1 << i for i, place in enumerate(sorted(found.pairs_at))} if found else {}
