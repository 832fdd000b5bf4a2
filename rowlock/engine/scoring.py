"""The count at the end, and at any time before it (R9)."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.engine.sheet import Sheet, count_crosses
from rowlock.engine.variant import Variant


class Score(NamedTuple):
    """A sheet's count, item by item as on the pad."""

    rows: tuple[int, ...]
    penalties: int
    bonus: int

    @property
    def total(self) -> int:
        return sum(self.rows) + self.penalties + self.bonus


def score(variant: Variant, sheet: Sheet) -> Score:
    """Count a sheet: rows by their crosses, penalties, and what mechanisms make of it (R9, R16.2)."""
    rows = tuple([points_of(variant, count) for count in count_crosses(variant, sheet)])
    counted = Score(rows, sheet.penalties * variant.penalty_points, 0)
    for mechanism in variant.asked("count"):
        counted = mechanism.count(variant, sheet, counted)
    return counted


def points_of(variant: Variant, crosses: int) -> int:
    """The points of a row by crosses; crosses beyond the table add nothing (R9.1)."""
    points = variant.points
    return points[crosses] if crosses < len(points) else points[-1]
