"""The order of the tries of a day: by what was lost against best play, then by score.

Losses are whole hundredths of a point, so that two computers never disagree about a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

HUNDREDTHS = 100
BIN = 2 * HUNDREDTHS
"""How wide a step of the hill is: two points."""
BINS = 20
"""Steps of the hill; the last one takes all that lost more."""
KEPT, LITTLE, MUCH = 0, 1, 2
LITTLE_FROM, MUCH_FROM = 5, 1 * HUNDREDTHS
"""From which loss on, in hundredths of a point, a turn has lost a little, and much."""
SQUARES, ROW = 25, 5


class Result(NamedTuple):
    """The result of a try."""

    loss: int
    """In hundredths of a point, against the best choice each time."""
    score: int

    @property
    def key(self) -> tuple[int, int]:
        """The less the better."""
        return self.loss, -self.score

    @property
    def is_by_the_book(self) -> bool:
        """Whether nothing at all was lost."""
        return self.loss == 0


class DailyPlace(NamedTuple):
    """The place of a result among all of a day."""

    place: int
    """1 for the best; equal results share a place."""
    of: int
    better_than: int | None
    """How many of a hundred others did worse; None if there are none."""


def hundredths(points: float) -> int:
    """A loss in whole hundredths of a point; what arithmetic leaves over is no loss."""
    return max(0, round(points * HUNDREDTHS))


def place_among(mine: Result, others: Iterable[Result]) -> DailyPlace:
    """The place of a result beside those of everybody else."""
    keys = [other.key for other in others]
    return place_by_counts(
        sum(key < mine.key for key in keys), sum(key > mine.key for key in keys), len(keys)
    )


def place_by_counts(better: int, worse: int, others: int) -> DailyPlace:
    return DailyPlace(better + 1, others + 1, 100 * worse // others if others else None)


def bin_of(loss: int) -> int:
    """The step of the hill on which a loss stands."""
    return min(loss // BIN, BINS - 1)


def hill(losses: Iterable[int]) -> list[int]:
    """The distribution of what was lost on a day, in steps of two points."""
    counts = [0] * BINS
    for loss in losses:
        counts[bin_of(loss)] += 1
    return counts


def left_loss(lost: float, value: float, score: int) -> float:
    """The loss of a try that was left: what was still to be expected counts as lost, too."""
    return lost + max(0.0, value - score)


def squares(losses: Sequence[float]) -> list[int]:
    """One square a turn, 25 at most: with more turns neighbours share one, and the costlier one counts."""
    turns = [hundredths(loss) for loss in losses]
    count = min(len(turns), SQUARES)
    spans = [(n * len(turns) // count, (n + 1) * len(turns) // count) for n in range(count)]
    return [_square(max(turns[begin:end])) for begin, end in spans]


def _square(loss: int) -> int:
    return KEPT if loss < LITTLE_FROM else LITTLE if loss < MUCH_FROM else MUCH


def rows_of(marks: Sequence[int]) -> list[list[int]]:
    """The squares in rows of five, as they are shared."""
    return [list(marks[first : first + ROW]) for first in range(0, len(marks), ROW)]
