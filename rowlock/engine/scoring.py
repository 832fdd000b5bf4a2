"""The count at the end, and at any time before it (R9)."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.engine.sheet import Sheet, count_crosses, is_complete
from rowlock.engine.variant import Variant

THIRTEEN = 13


class Score(NamedTuple):
    """A sheet's count, item by item as on the pad."""

    rows: tuple[int, ...]
    penalties: int
    bonus: int
    total: int


def score(variant: Variant, sheet: Sheet) -> Score:
    """Count a sheet: rows by their crosses, penalties, end-of-game bonuses (R9, R16.2)."""
    rows = tuple([variant.points[crosses.bit_count()] for crosses in sheet.crosses])
    penalties = sheet.penalties * variant.penalty_points
    bonus = 0
    for pair in variant.bonus_pairs:
        if not is_complete(pair, sheet):
            continue
        if pair.kind == "thirteen":
            bonus += THIRTEEN
        elif pair.kind == "no-penalties":
            penalties = 0
        elif pair.kind == "double-fewest":
            bonus += variant.points[min(count_crosses(sheet))]
    return Score(rows, penalties, bonus, sum(rows) + penalties + bonus)
