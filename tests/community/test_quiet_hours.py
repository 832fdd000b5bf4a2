"""When somebody may be called, and how often."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.community.calls import (
    HOUR,
    KEPT_SECONDS,
    OFFERED,
    REMINDERS,
    CallKind,
    Wishes,
    allowed_from,
    is_quiet,
    next_daily,
    reminder_at,
    wished_kinds,
)
from rowlock.locale import has_text, languages, load_catalogue

NIGHT = Wishes(frozenset({CallKind.TURN}), 22 * 60, 8 * 60, "Europe/Berlin")


def at(day: int, hour: int, minute: int = 0) -> float:
    return datetime(2026, 1, day, hour, minute, tzinfo=UTC).timestamp()


def test_nothing_is_wished_for_until_somebody_asks() -> None:
    assert Wishes().kinds == frozenset()
    assert wished_kinds(["turn", "trial", "nonsense"]) == {CallKind.TURN}


@pytest.mark.parametrize(
    ("hour", "minute", "quiet"),
    [(20, 59, False), (21, 0, True), (6, 59, True), (7, 0, False), (12, 0, False)],
)
def test_quiet_hours_go_by_the_readers_clock_and_over_midnight(hour: int, minute: int, quiet: bool) -> None:
    assert is_quiet(NIGHT, at(5, hour, minute)) is quiet  # Berlin is an hour ahead


def test_a_call_at_night_waits_until_the_morning() -> None:
    assert allowed_from(NIGHT, at(5, 12)) == at(5, 12)
    assert allowed_from(NIGHT, at(5, 23)) == allowed_from(NIGHT, at(6, 3)) == at(6, 7)
    assert allowed_from(Wishes(quiet_from=9 * 60, quiet_to=17 * 60), at(5, 10)) == at(5, 17)


def test_no_quiet_hours_if_they_end_as_they_begin_and_utc_where_a_zone_is_unknown() -> None:
    assert not any(is_quiet(Wishes(quiet_from=60, quiet_to=60), at(5, hour, 30)) for hour in range(24))
    assert is_quiet(Wishes(zone="Mars/Olympus"), at(5, 23))
    assert is_quiet(Wishes(zone="../../etc/passwd"), at(5, 23))


@given(
    st.integers(0, 1439),
    st.integers(0, 1439),
    st.floats(1.6e9, 2.2e9),
    st.sampled_from(["UTC", "Asia/Kolkata"]),
)
def test_whenever_one_may_be_called_it_is_not_quiet_and_within_a_day(
    begin: int, end: int, now: float, zone: str
) -> None:
    wishes = Wishes(quiet_from=begin, quiet_to=end, zone=zone)
    assert not is_quiet(wishes, allowed_from(wishes, now))
    assert now <= allowed_from(wishes, now) <= now + 24 * HOUR


def test_two_reminders_at_most_and_every_kind_has_its_words() -> None:
    for kind in CallKind:
        assert len(REMINDERS[kind]) <= 2
        assert KEPT_SECONDS[kind] > 0
        for language in languages():
            catalogue = load_catalogue(language)
            assert has_text(catalogue, f"people.calls.said.{kind}.title"), (language, kind)
            assert kind not in OFFERED or has_text(catalogue, f"people.calls.kinds.{kind}"), (language, kind)
    assert reminder_at(CallKind.TURN, 1, 0.0) == 6 * HOUR
    assert reminder_at(CallKind.TURN, 2, 0.0) == 18 * HOUR
    assert reminder_at(CallKind.TURN, 3, 0.0) is None
    assert reminder_at(CallKind.DAILY, 1, 0.0) is None


def test_todays_game_is_called_out_at_nine_in_the_morning_of_the_reader() -> None:
    assert next_daily(NIGHT, at(5, 7)) == at(5, 8)
    assert next_daily(NIGHT, at(5, 8)) == at(6, 8)
