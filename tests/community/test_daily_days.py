"""Days: which pads, when they are open, and rows of them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock import load_variant
from rowlock.community.daily.days import (
    BY_WEEKDAY,
    begins,
    closes,
    day_at,
    is_open,
    pads_of,
    parse_day,
    streak_of,
)
from rowlock.community.errors import NoSuchDay

MONDAY = date(2026, 11, 16)


def test_a_week_goes_through_the_other_solved_pads() -> None:
    week = [pads_of(MONDAY + timedelta(days=n)) for n in range(8)]
    assert [first for first, _ in week] == ["classic"] * 8
    assert [second for _, second in week] == [*BY_WEEKDAY, BY_WEEKDAY[0]]
    assert len(set(BY_WEEKDAY)) == 7
    for pad in BY_WEEKDAY:
        assert load_variant(pad).turns is None, "a daily game is played with dice"


def test_a_day_goes_from_midnight_to_midnight_utc_and_takes_games_until_the_next_noon() -> None:
    assert day_at(begins(MONDAY)) == MONDAY
    assert day_at(begins(MONDAY) - 0.001) == MONDAY - timedelta(days=1)
    assert closes(MONDAY) - begins(MONDAY) == 36 * 3600
    assert not is_open(MONDAY, begins(MONDAY) - 1)
    assert is_open(MONDAY, closes(MONDAY) - 1)
    assert not is_open(MONDAY, closes(MONDAY))


@given(st.dates(date(1970, 1, 1), date(2200, 1, 1)))
def test_days_are_written_and_read(day: date) -> None:
    assert parse_day(day.isoformat()) == day
    assert day_at(begins(day) + 86399) == day


@pytest.mark.parametrize("text", ["", "today", "2026-13-01", "20261117", "2026-1-1", "2026-11-17T00:00"])
def test_anything_else_is_no_day(text: str) -> None:
    with pytest.raises(NoSuchDay):
        parse_day(text)


def test_a_streak_lasts_until_a_day_is_left_out() -> None:
    played = [MONDAY + timedelta(days=n) for n in (0, 1, 2, 4, 5)]
    assert streak_of(played, MONDAY + timedelta(days=5)) == (2, 3)
    assert streak_of(played, MONDAY + timedelta(days=6)) == (2, 3), "today can still be played"
    assert streak_of(played, MONDAY + timedelta(days=7)) == (0, 3)
    assert streak_of([], MONDAY) == (0, 0)


@given(st.sets(st.integers(0, 60)), st.integers(0, 60))
def test_a_streak_is_never_longer_than_the_longest(days: set[int], today: int) -> None:
    found = streak_of([MONDAY + timedelta(days=n) for n in days], MONDAY + timedelta(days=today))
    assert 0 <= found.now <= found.longest <= len(days)
    if today in days:
        assert found.now >= 1
