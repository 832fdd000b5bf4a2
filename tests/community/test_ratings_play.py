"""The play rating: which decisions count, on which pads, and what leaving costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rowlock.analysis.review.game import review
from rowlock.community.ratings.constants import ERROR, PRIOR, TYPICAL, Ladder, measured
from rowlock.community.ratings.play import (
    Losses,
    is_judged,
    level_of,
    losses_of,
    play_rating,
    scaled,
    unforced,
    with_rest,
)
from rowlock.engine.record import parse_record
from rowlock.variants import load_variant

TWO = Ladder("classic", "two")
REPOSITORY = Path(__file__).parents[2]
DOCS = (REPOSITORY / "docs" / "ratings.md").read_text(encoding="utf-8")


def decision(seat: int, *worths: float, loss: float = 0.0) -> Any:
    return {"seat": seat, "loss": loss, "options": [{"worth": worth} for worth in worths]}


def test_a_decision_counts_if_its_choices_differ_by_more_than_half_a_point() -> None:
    forced, close, free = decision(0, 0.5), decision(0, 0.5, 0.4951), decision(0, 0.5, 0.4949)
    assert list(unforced([forced, close, free, decision(1, 0.9, 0.1)], 0)) == [free]


def test_a_pad_is_judged_only_where_its_judge_is_calibrated() -> None:
    assert is_judged("classic", 2)
    assert measured().errors["mixx-a", 4] > ERROR
    assert not is_judged("mixx-a", 4)
    assert not is_judged("cards", 2)
    assert level_of(Ladder("cards", "two")) is None
    assert play_rating(Ladder("cards", "two"), Losses()) is None
    for place in measured().levels:
        assert measured().errors[place] <= ERROR


def test_nobody_has_an_easy_pad_or_size() -> None:
    """Whoever plays like steady has the same number everywhere on a ladder."""
    several = Ladder("classic", "several")
    found = []
    for seats in (3, 4, 5):
        mean = measured().levels["classic", seats].mean / 1e6
        losses = scaled([mean] * 1000, several, "classic", seats)
        rating = play_rating(several, losses)
        assert rating is not None
        found.append(rating.loss)
    assert found[0] == pytest.approx(found[1], abs=0.002) == pytest.approx(found[2], abs=0.002)


def test_without_a_game_the_rating_is_steadys() -> None:
    level, rating = level_of(TWO), play_rating(TWO, Losses())
    assert level is not None
    assert rating is not None
    assert rating.loss == round(level.mean / 1e4, 3)
    assert rating.low < rating.loss < rating.high


def test_the_worked_example_of_the_document() -> None:
    losses = Losses(50, 100_000, 4_000_000_000)
    rating = play_rating(TWO, losses)
    assert rating is not None
    assert (
        f"| 50 decisions that lost 10 points | {rating.loss:.3f} | {rating.low:.3f} | {rating.high:.3f} |"
        in DOCS
    )


def test_the_prior_gives_way() -> None:
    level = level_of(TWO)
    assert level is not None
    lost = PRIOR * 10 * 20_000
    rating = play_rating(TWO, Losses(PRIOR * 10, lost, PRIOR * 10 * 20_000**2))
    assert rating is not None
    assert rating.loss == pytest.approx((10 * 2.0 + level.mean / 1e4) / 11, abs=0.001)


def test_whoever_leaves_gets_the_rest_of_the_game_at_steadys_level() -> None:
    """Leaving after one perfect choice is no perfect game; leaving late cannot undo what was lost."""
    level = level_of(TWO)
    assert level is not None
    early = with_rest(TWO, Losses(1, 0, 0))
    assert early.decisions == TYPICAL
    assert early.lost == (TYPICAL - 1) * round(level.mean)
    late = Losses(TYPICAL + 3, 900_000, 10**11)
    assert with_rest(TWO, late) == late


def test_a_reviewed_game_gives_every_seat_its_losses() -> None:
    text = (REPOSITORY / "examples" / "classic.rowlock").read_text(encoding="utf-8")
    told = review(parse_record(text, load_variant), 0)
    for seat in range(len(told["seats"])):
        losses = losses_of(told, seat)
        every = [one for turn in told["turns"] for one in turn["decisions"] if one["seat"] == seat]
        assert 0 < losses.decisions <= len(every)
        assert 0 <= losses.lost <= sum(one["loss"] for one in every) * 1e6 * 1.3
    assert losses_of({**told, "variant": "own"}, 0) == Losses()
