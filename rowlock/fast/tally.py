"""The counts over the games of a run: whole numbers only, so that parts add up in any order.

The kernel counts into one flat array; `layout` says what is where in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.fast.tables import Tables

Counts = npt.NDArray[np.int64]


class Tally(NamedTuple):
    """Counts by seat (n), by place in turn order from the start player (o) or by game."""

    scores: Counts
    """[n, score - lowest] games by final score."""
    wins: Counts
    """[n, 3] games lost, shared and won."""
    order_wins: Counts
    """[o, 3] the same by turn order."""
    order_points: Counts
    """[o, 2] sum and sum of squares of the final scores, by turn order."""
    crosses: Counts
    """[n, row, crosses] games by crosses in a row at the end."""
    penalties: Counts
    """[n, penalties] games by penalties at the end."""
    turns: Counts
    """[turns] games by length."""
    ends: Counts
    """[2, closed rows] games by how they ended: by penalties or by closed rows."""


class TallyShape(NamedTuple):
    """The shapes of a run's counts, in the order of `Tally`, and the lowest possible score."""

    shapes: tuple[tuple[int, ...], ...]
    lowest: int

    @property
    def starts(self) -> list[int]:
        return [0, *np.cumsum([int(np.prod(shape)) for shape in self.shapes]).tolist()]

    def new_counts(self) -> Counts:
        return np.zeros(self.starts[-1], np.int64)

    def read(self, counts: Counts) -> Tally:
        parts = np.split(counts, self.starts[1:-1])
        return Tally(*(part.reshape(shape) for part, shape in zip(parts, self.shapes, strict=True)))


def layout(tables: Tables, seats: int) -> TallyShape:
    rows = tables.step.shape[0]
    lowest, highest = score_range(tables)
    # each turn brings its seat a cross or a penalty
    cells = sum(len(row.cells) for row in tables.variant.rows) << (tables.second.size > 0)
    most_turns = seats * (cells + tables.penalty_boxes)
    return TallyShape(
        (
            (seats, highest - lowest + 1),
            (seats, 3),
            (seats, 3),
            (seats, 2),
            (seats, rows, max(len(tables.row_points), int(tables.count.max()) + 1)),
            (seats, tables.penalty_boxes + 1),
            (most_turns + 1,),
            (2, rows + 1),
        ),
        lowest,
    )


def score_range(tables: Tables) -> tuple[int, int]:
    """Bounds of what a sheet can count."""
    low = int(tables.points.min(axis=1).sum())
    high = int(tables.points.max(axis=1).sum())
    doubled = int(np.abs(tables.row_points).max()) * len(tables.pair_kind)
    shared = len(tables.states) * (len(tables.bridges) > 0) + (tables.framed.size > 0)
    extra = int(np.abs(tables.pair_points).sum()) + doubled + shared * int(np.abs(tables.row_points).max())
    return low - extra + tables.penalty_boxes * tables.penalty_points, high + extra
