"""How tries compare: by loss, then by score."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.community.daily.ranking import (
    BINS,
    KEPT,
    LITTLE,
    MUCH,
    Result,
    hill,
    hundredths,
    left_loss,
    place_among,
    rows_of,
    squares,
)
from rowlock.community.daily.share import share_text
from rowlock.locale import languages, load_catalogue

RESULTS = st.builds(Result, st.integers(0, 5000), st.integers(-20, 240))


def test_who_lost_less_is_better_whatever_the_score() -> None:
    lucky, careful = Result(loss=900, score=150), Result(loss=620, score=71)
    assert place_among(careful, [lucky]) == (1, 2, 100)
    assert place_among(lucky, [careful]) == (2, 2, 0)


def test_equal_losses_are_told_apart_by_score_and_equal_results_share_a_place() -> None:
    one, other = Result(0, 120), Result(0, 110)
    assert one.is_by_the_book
    assert place_among(one, [other, one, Result(5, 200)]) == (1, 4, 66)
    assert place_among(other, [one, one]) == (3, 3, 0)


def test_alone_nobody_is_better_than_anybody() -> None:
    assert place_among(Result(620, 94), []) == (1, 1, None)


@given(st.lists(RESULTS, min_size=2, max_size=30))
def test_places_are_an_order(results: list[Result]) -> None:
    places = [place_among(mine, results[:n] + results[n + 1 :]) for n, mine in enumerate(results)]
    for mine, place in zip(results, places, strict=True):
        assert place.place == 1 + sum(other.key < mine.key for other in results)
        assert place.of == len(results)
        assert 0 <= (place.better_than or 0) <= 100


def test_losses_are_whole_hundredths() -> None:
    assert [hundredths(points) for points in (6.204, 0.004, -1e-12, 1e-9)] == [620, 0, 0, 0]


@given(st.lists(st.integers(0, 100_000)))
def test_everybody_stands_on_the_hill(losses: list[int]) -> None:
    assert sum(hill(losses)) == len(losses)
    assert len(hill(losses)) == BINS


def test_the_hill_has_steps_of_two_points() -> None:
    assert hill([0, 199, 200, 3999, 99_999])[:2] == [2, 1]
    assert hill([0, 199, 200, 3999, 99_999])[-1] == 2


def test_who_leaves_has_lost_what_could_still_be_expected() -> None:
    assert left_loss(2.5, 100.0, 12) == pytest.approx(90.5)
    assert left_loss(2.5, 10.0, 12) == 2.5


def test_squares_tell_kept_little_and_much() -> None:
    assert squares([0, 0.04, 0.05, 0.99, 1.0, 7]) == [KEPT, KEPT, LITTLE, LITTLE, MUCH, MUCH]
    assert squares([]) == []


@given(st.lists(st.floats(0, 20), max_size=80))
def test_there_are_at_most_twenty_five_and_none_is_hidden(losses: list[float]) -> None:
    marks = squares(losses)
    assert len(marks) == min(25, len(losses))
    worst = max(map(hundredths, losses), default=0)
    assert (MUCH in marks) == (worst >= 100)
    assert all(len(row) <= 5 for row in rows_of(marks))


SHARED = {
    "en": "94 points · 6.2 points lost",
    "de": "94 Punkte · 6,2 Punkte verloren",
    "fr": "94 points · 6,2 points perdus",
    "it": "94 punti · 6,2 punti persi",
    "pl": "94 punkty · strata: 6,2 pkt",
}


@pytest.mark.parametrize("lang", languages())
def test_the_text_to_share(lang: str) -> None:
    marks = [KEPT] * 12 + [LITTLE, MUCH] + [KEPT] * 8
    told = share_text(
        load_catalogue(lang),
        date(2026, 11, 17),
        "Classic",
        Result(620, 94),
        marks,
        "https://example.org/daily",
    )
    assert told.splitlines() == [
        "Rowlock · 2026-11-17 · Classic",
        SHARED[lang],
        "■■■■■",
        "■■■■■",
        "■■▪□■",
        "■■■■■",
        "■■",
        "https://example.org/daily",
    ]
