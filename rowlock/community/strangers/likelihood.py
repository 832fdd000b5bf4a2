"""Whether somebody plays better than their rating allows: figures for operators. See docs/moderation.md.

A decision is *found* if the choice is within `NEAR` of the best one. A player of some level chooses by
P(option) ~ exp(-loss / doubt), with the doubt under which they lose as much as the level says: that tells how
often they find each decision. Against it stands somebody who misses a tenth as often. The ratio of both
likelihoods is multiplied up decision by decision, game by game, each game against the rating before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from statistics import quantiles
from typing import NamedTuple

from rowlock.analysis.review.review_types import Decision, Review
from rowlock.community.ratings.constants import MILLIONTHS, Ladder, ladder_of, measured
from rowlock.community.ratings.play import Losses, is_judged, level_of, losses_of, play_rating, unforced
from rowlock.table.messages.dice import EnterRoll, ShuffleCards
from rowlock.table.messages.play import MakeMove
from rowlock.table.table import Entry

GAMES = 20
"""The latest rated games that are looked at."""
NEAR = 0.002
"""A choice that loses no more than this, as a chance, is as good as the best."""
RARER = 10.0
"""By how much more rarely somebody with a program is thought to miss a decision."""
STRONGEST = 0.1
"""Nobody is believed to lose less than this part of what the bot steady loses."""
MARK = 1000.0
"""From this ratio on it is marked; somebody who plays as rated comes there once in so many cases at most."""
EVEN, ENOUGH = 1.5, 30
"""Thinking times are even if their third quartile is less than so many times the first one, of so many."""

CHANCE = (EnterRoll.kind, ShuffleCards.kind)

Losing = Sequence[float]
"""The losses of a decision's options, as chances."""


class JudgedSeat(NamedTuple):
    """The part of a reviewed game that counts for a seat: a review itself is large."""

    pad: str
    seats: int
    losses: Losses
    decisions: tuple[tuple[Losing, bool], ...]
    """Of every unforced decision what the options lose, and whether it was found."""


class FoundBest(NamedTuple):
    """How often the best choice was found, and was to be found."""

    decisions: int = 0
    found: int = 0
    predicted: float = 0.0
    """How many somebody of this rating finds."""
    steady: float = 0.0
    """How many the bot steady would find."""
    evidence: float = 0.0
    """The logarithm of the ratio of likelihoods."""

    def __add__(self, other: object) -> FoundBest:
        assert isinstance(other, FoundBest)
        return FoundBest(
            self.decisions + other.decisions,
            self.found + other.found,
            self.predicted + other.predicted,
            self.steady + other.steady,
            self.evidence + other.evidence,
        )

    @property
    def is_marked(self) -> bool:
        return self.evidence >= log(MARK)


class Times(NamedTuple):
    """Thinking times in seconds: how many, and their quartiles."""

    choices: int
    first: float
    half: float
    third: float

    @property
    def is_even(self) -> bool:
        return self.choices >= ENOUGH and self.third < EVEN * self.first


def judged_seat(review: Review, seat: int) -> JudgedSeat | None:
    """A seat's game; None where no judge is good enough."""
    pad, seats = review["variant"], len(review["seats"])
    if ladder_of(pad, seats) is None or not is_judged(pad, seats):
        return None
    every = (one for turn in review["turns"] for one in turn["decisions"])
    decisions = tuple((_losing(one), _is_found(one)) for one in unforced(every, seat))
    return JudgedSeat(pad, seats, losses_of(review, seat), decisions)


def found_in(games: Sequence[JudgedSeat], known: Mapping[Ladder, Losses]) -> FoundBest:
    """The figures of somebody's latest games, the earliest first; `known` is what they have lost in all."""
    told, before = FoundBest(), dict(known)
    for game in games:
        if (ladder := ladder_of(game.pad, game.seats)) in before:
            before[ladder] = before[ladder].without(game.losses)
    for game in games:
        ladder = ladder_of(game.pad, game.seats)
        assert ladder is not None
        so_far = before.get(ladder, Losses())
        told += _found_in_game(game, ladder, so_far)
        before[ladder] = so_far + game.losses
    return told


def _found_in_game(game: JudgedSeat, ladder: Ladder, before: Losses) -> FoundBest:
    level, rating = level_of(ladder), play_rating(ladder, before)
    if level is None or rating is None or not game.decisions:
        return FoundBest()
    # losses on a ladder are scaled to its mean pad; and the best that the rating allows is what counts
    here = measured().levels[game.pad, game.seats].mean
    strongest = max(rating.low / 100 * MILLIONTHS, STRONGEST * level.mean) * here / level.mean
    options = [losing for losing, _ in game.decisions]
    doubt, usual = (doubt_of(options, mean / MILLIONTHS) for mean in (strongest, here))
    parts = (
        found_once(chance_to_find(losing, doubt), chance_to_find(losing, usual), found)
        for losing, found in game.decisions
    )
    return sum(parts, FoundBest())


def found_once(predicted: float, steady: float, found: bool) -> FoundBest:
    """One decision, which people of the rating and the bot steady find so often."""
    rarer = 1 - (1 - predicted) / RARER
    evidence = log(rarer / predicted) if found else -log(RARER)
    return FoundBest(1, int(found), predicted, steady, evidence)


def _is_found(decision: Decision) -> bool:
    """Whether the choice was near the best one, by the judge whose word predicts it."""
    return any(one["move"] == decision["chosen"] and one["loss"] <= NEAR for one in decision["options"])


def _losing(decision: Decision) -> Losing:
    return [max(0.0, option["loss"]) for option in decision["options"]]


def chance_to_find(losing: Losing, doubt: float) -> float:
    """How likely somebody with this doubt chooses as well as the best."""
    weights = [exp(-loss / doubt) for loss in losing]
    near = sum(weight for weight, loss in zip(weights, losing, strict=True) if loss <= NEAR)
    return near / sum(weights)


def doubt_of(options: Sequence[Losing], mean: float) -> float:
    """The doubt with which these decisions lose so much on average; the largest one if none does."""
    low, high = 1e-5, 1.0
    for _ in range(40):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if _lost(options, middle) < mean else (low, middle)
    return low


def _lost(options: Sequence[Losing], doubt: float) -> float:
    """The mean loss of somebody with this doubt."""
    total = 0.0
    for losing in options:
        weights = [exp(-loss / doubt) for loss in losing]
        total += sum(w * loss for w, loss in zip(weights, losing, strict=True)) / sum(weights)
    return total / len(options)


def thinking_times(log: Iterable[Entry], player: str) -> list[float]:
    """How long a player took for every choice at a table, from the moment they were asked."""
    took, began, last = list[float](), dict[tuple[object, object], float](), 0.0
    for entry in log:
        if entry.kind == MakeMove.kind:
            asked = began.setdefault((entry.body.get("turn"), entry.body.get("phase")), last)
            if entry.player == player:
                took.append(max(0.0, entry.at - asked))
        elif entry.kind in CHANCE:
            began.clear()  # another turn, perhaps of another game
        else:
            continue  # talk does not change what is asked
        last = entry.at
    return took


def times_of(took: Sequence[float]) -> Times | None:
    """The quartiles of thinking times, where there are any to speak of."""
    if len(took) < 4:
        return None
    first, half, third = quantiles(took, n=4)
    return Times(len(took), first, half, third)
