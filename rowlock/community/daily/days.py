"""Days of the daily game: their pads, when they are open, and series of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from rowlock.community.errors import NoSuchDay

FIRST_PAD = "classic"
BY_WEEKDAY = ("mixx-a", "mixx-b", "longo", "bonus-a", "double-b", "x-change", "bonus-b")
"""The second game of a day, Monday first: the other pads whose solo game is solved."""
DAY_SECONDS = 86400
GRACE_SECONDS = 12 * 3600
"""How long after its end a day takes games that were played without a network: until noon UTC."""


def pads_of(day: date) -> tuple[str, ...]:
    """The pads that are played on a day, the first one every day."""
    return FIRST_PAD, BY_WEEKDAY[day.weekday()]


def check_pad(day: date, pad: str) -> None:
    """Raises `NoSuchDay` if a pad is not played on a day."""
    if pad not in pads_of(day):
        raise NoSuchDay(f"on {day} {' and '.join(pads_of(day))} are played, not {pad[:32]}")


def day_at(seconds: float) -> date:
    """The day at a time in seconds since 1970: days begin at midnight UTC, everywhere at once."""
    return date(1970, 1, 1) + timedelta(days=int(seconds // DAY_SECONDS))


def begins(day: date) -> float:
    """The beginning of a day, in seconds since 1970."""
    return float((day - date(1970, 1, 1)).days * DAY_SECONDS)


def closes(day: date) -> float:
    """The time at which a day's results are settled, in seconds since 1970."""
    return begins(day) + DAY_SECONDS + GRACE_SECONDS


def is_open(day: date, seconds: float) -> bool:
    """Whether a game of this day still counts."""
    return begins(day) <= seconds < closes(day)


def parse_day(text: str) -> date:
    """A day as it is written in addresses: 2026-11-17."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise NoSuchDay(f"a day is written like 2026-11-17, not {text[:20]!r}")
    return found


class Streak(NamedTuple):
    """Days in a row."""

    now: int
    """Up to today, or up to yesterday as long as today can still be played."""
    longest: int


def streak_of(played: Iterable[date], today: date) -> Streak:
    """How many days in a row somebody has played."""
    days = set(played)
    last = today if today in days else today - timedelta(days=1)
    lengths = {day: _length(days, day) for day in days if day + timedelta(days=1) not in days}
    return Streak(_length(days, last), max(lengths.values(), default=0))


def _length(days: set[date], last: date) -> int:
    length = 0
    while last - timedelta(days=length) in days:
        length += 1
    return length
