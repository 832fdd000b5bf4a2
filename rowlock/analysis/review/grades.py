"""Words for what a decision lost."""

from __future__ import annotations

from rowlock.analysis.review import review_types

GRADES: tuple[review_types.Grade, ...] = ("inaccuracy", "mistake", "blunder")
LIMITS: dict[review_types.Unit, tuple[float, ...]] = {"chance": (0.02, 0.05, 0.10), "points": (1.0, 3.0, 6.0)}
"""The loss at which each word applies: chance of winning in company, points of the score when alone."""
SURE = 2.0
"""A loss that was only sampled is graded if it is at least this many standard errors."""


def grade_of(loss: float, unit: review_types.Unit, error: float | None = None) -> review_types.Grade | None:
    """Return the grade of a decision; None for a good one, or one that nobody can be sure of."""
    if error is not None and loss < SURE * error:
        return None
    found = None
    for grade, limit in zip(GRADES, LIMITS[unit], strict=True):
        if loss >= limit:
            found = grade
    return found
