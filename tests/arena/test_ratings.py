"""Ratings of a contest: they agree with its result, know how sure they are, and survive a whitewash."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.arena.contest import Contest, Results
from rowlock.arena.ratings import rate
from rowlock.arena.standings import summary
from rowlock.simulation.intervals import half
from rowlock.variants import load_variant

NAMES = ("greedy", "cautious", "random", "steady", "planner")
CLASSIC = load_variant("classic")


@st.composite
def contests(draw: st.DrawFn) -> tuple[Contest, Results]:
    """Points as no model of luck would make them: few different ones, so that many places are shared."""
    seats = draw(st.integers(2, 5))
    names = tuple(draw(st.sampled_from(NAMES)) for _ in range(seats))
    deals = draw(st.integers(1, 60))
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    leads = np.array([draw(st.integers(0, 3)) for _ in range(seats)])
    points = chance.integers(0, draw(st.integers(1, 9)), (deals, seats, seats)) + leads
    best = points == points.max(-1, keepdims=True)
    return Contest(CLASSIC, names), Results(points.astype(float), best / best.sum(-1, keepdims=True))


@given(contests())
def test_the_better_share_never_has_the_lower_rating(held: tuple[Contest, Results]) -> None:
    """Of two bots, three or five, with one seat or several, with all ties: the order is the same."""
    bots = summary(*held)["bots"]
    for one in bots:
        for other in bots:
            if one["share"]["mean"] > other["share"]["mean"] + 1e-9:
                assert one["rating"]["mean"] > other["rating"]["mean"]
            assert np.isfinite([one["rating"][key] for key in ("mean", "low", "high")]).all()
    assert sum(bot["rating"]["mean"] for bot in bots) == pytest.approx(0, abs=1e-6)


@given(contests())
def test_the_winner_of_a_decided_duel_at_a_table_of_two_has_the_higher_rating(
    held: tuple[Contest, Results],
) -> None:
    told = summary(*held)
    if told["seats"] == 2 and told["duels"]:
        (duel,), (one, other) = told["duels"], told["bots"]
        ahead = one["rating"]["mean"] - other["rating"]["mean"]
        assert not duel["decided"] or (duel["above"]["mean"] > 0.5) == (ahead > 0)


def test_the_rating_is_the_one_of_greatest_likelihood() -> None:
    """Found by going uphill on Luce's likelihood, seat by seat, with the head start as half a win more."""
    wins = np.array([[3.0, 1.0, 0.5], [2.0, 2.0, 0.5], [1.5, 0.0, 2.5]])
    counts, strengths = wins.sum(0) + 0.5, np.zeros(3)
    for _ in range(5000):
        chances = np.exp(strengths) / np.exp(strengths).sum()
        strengths += 0.05 * (counts - counts.sum() * chances)
    fitted = 400 / np.log(10) * (strengths - strengths.mean())
    assert [one["mean"] for one in rate(wins)] == pytest.approx(fitted, abs=1e-6)


def test_a_whitewash_has_a_bounded_rating_that_grows_with_the_games() -> None:
    few, many = (rate(np.tile([2.0, 0.0], (deals, 1))) for deals in (10, 1000))
    assert few[0]["low"] > 0 > few[1]["high"]
    assert many[0]["mean"] - many[1]["mean"] == pytest.approx(400 * log10(2000.5 / 0.5))
    assert many[0]["mean"] > few[0]["mean"]
    assert half(many[1]) > 100, "nobody knows how bad a bot is that never won"


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """1,000 contests of 300 deals between bots that win 60, 30 and 10 of 100 games."""
    chance, chances = np.random.default_rng(5), np.array([0.6, 0.3, 0.1])
    truth = 400 * np.log10(chances)
    truth -= truth.mean()
    held = 0
    for _ in range(1000):
        told = rate(chance.multinomial(3, chances, 300).astype(float))
        held += sum(one["low"] <= true <= one["high"] for one, true in zip(told, truth, strict=True))
    assert 0.93 <= held / 3000 <= 0.97


def test_one_bot_alone_is_neither_better_nor_worse() -> None:
    assert rate(np.ones((5, 1))) == [{"mean": 0.0, "low": 0.0, "high": 0.0}]
