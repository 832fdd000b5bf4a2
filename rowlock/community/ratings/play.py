"""The play rating: the mean loss of unforced decisions, with its interval.

The unit is the chance to win. Losses are scaled by how much the bot steady loses on the same pad with as many
seats, so that no pad and no size of table is the easier one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

from rowlock.analysis.review import review_types
from rowlock.community.ratings.constants import (
    ERROR,
    MILLIONTHS,
    PRIOR,
    TYPICAL,
    UNFORCED,
    Ladder,
    Level,
    Z,
    ladder_of,
    measured,
)


class Losses(NamedTuple):
    """Decisions, what they lost together, and the sum of the squares, in millionths: whole numbers."""

    decisions: int = 0
    lost: int = 0
    squares: int = 0

    def __add__(self, other: object) -> Losses:
        assert isinstance(other, Losses)
        return Losses(*[a + b for a, b in zip(self, other, strict=True)])

    def without(self, part: Losses) -> Losses:
        """The rest of these when those of some games are taken away."""
        return Losses(*[max(0, a - b) for a, b in zip(self, part, strict=True)])


class PlayRating(NamedTuple):
    """A play rating in points of a hundred: the mean loss, and its interval."""

    loss: float
    low: float
    high: float
    decisions: int


def is_judged(pad: str, seats: int) -> bool:
    """Whether the judge of this pad is good enough with so many seats."""
    return measured().errors.get((pad, seats), ERROR + 1) <= ERROR and (pad, seats) in measured().levels


def level_of(ladder: Ladder) -> Level | None:
    """Steady's level on a ladder: the mean of the tables that are judged; None where none are."""
    levels = [level for (pad, seats), level in measured().levels.items() if ladder_of(pad, seats) == ladder]
    if not levels:
        return None
    means, spreads = [level.mean for level in levels], [level.deviation for level in levels]
    return Level(sum(means) / len(levels), sum(spreads) / len(levels))


def unforced(decisions: Iterable[review_types.Decision], seat: int) -> Iterator[review_types.Decision]:
    """The decisions of a seat that count."""
    for one in decisions:
        if one["seat"] == seat and _spread(one) > UNFORCED:
            yield one


def _spread(decision: review_types.Decision) -> int:
    worths = [option["worth"] for option in decision["options"]]
    return round((max(worths) - min(worths)) * MILLIONTHS) if worths else 0


def losses_of(review: review_types.Review, seat: int) -> Losses:
    """The losses of a seat in a reviewed game, whoever moved for it; nothing on pads that are not judged."""
    pad, seats = review["variant"], len(review["seats"])
    ladder = ladder_of(pad, seats)
    if ladder is None or not is_judged(pad, seats):
        return Losses()
    every = (one for turn in review["turns"] for one in turn["decisions"])
    return scaled((max(0.0, one["loss"]) for one in unforced(every, seat)), ladder, pad, seats)


def scaled(losses: Iterable[float], ladder: Ladder, pad: str, seats: int) -> Losses:
    """Losses of single decisions, as chances, in the measure of their ladder."""
    common = level_of(ladder)
    assert common is not None
    factor = MILLIONTHS * common.mean / measured().levels[pad, seats].mean
    found = [round(loss * factor) for loss in losses]
    return Losses(len(found), sum(found), sum(loss * loss for loss in found))


def with_rest(ladder: Ladder, losses: Losses) -> Losses:
    """The losses of somebody who left: what is missing to a whole game counts as the bot steady's."""
    level, rest = level_of(ladder), max(0, TYPICAL - losses.decisions)
    if level is None:
        return losses
    lost, square = round(level.mean), round(level.mean**2 + level.deviation**2)
    return losses + Losses(rest, rest * lost, rest * square)


def seat_losses(review: review_types.Review, seat: int, left: bool) -> Losses:
    """Return what the play rating takes from a reviewed game for a seat, of somebody who may have left it."""
    lost, ladder = losses_of(review, seat), ladder_of(review["variant"], len(review["seats"]))
    return with_rest(ladder, lost) if left and ladder else lost


def play_rating(ladder: Ladder, losses: Losses) -> PlayRating | None:
    """The mean loss with its interval; None where no judge is good enough."""
    level = level_of(ladder)
    if level is None:
        return None
    count = PRIOR + losses.decisions
    mean = (PRIOR * level.mean + losses.lost) / count
    square = (PRIOR * (level.mean**2 + level.deviation**2) + losses.squares) / count
    half = Z * sqrt(max(0.0, square - mean**2) / count)
    points = 100 / MILLIONTHS
    return PlayRating(
        round(mean * points, 3),
        round(max(0.0, mean - half) * points, 3),
        round((mean + half) * points, 3),
        losses.decisions,
    )
