"""Calls: messages to somebody's devices while the page is closed. When they may come, and how often.

Pure: the clock is given. A new kind of call is one line in `CallKind` and one in `REMINDERS`, and its words
in the catalogues (`people.calls.kinds`, `people.calls.said`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

HOUR = 3600.0
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class CallKind(StrEnum):
    """The reason for a call."""

    TURN = "turn"
    """A table waits for them."""
    ROUND = "round"
    """A round of their event begins."""
    DAILY = "daily"
    """Today's game, which they have not played yet."""
    DUEL = "duel"
    """Somebody has answered their challenge."""
    TRIAL = "trial"
    """They want to see how a call looks; never wished for."""


OFFERED = tuple(kind for kind in CallKind if kind is not CallKind.TRIAL)
REMINDERS: dict[CallKind, tuple[float, ...]] = {
    CallKind.TURN: (6 * HOUR, 18 * HOUR),
    CallKind.ROUND: (),
    CallKind.DAILY: (),
    CallKind.DUEL: (24 * HOUR,),
    CallKind.TRIAL: (),
}
"""Seconds from one call to the next about the same thing: two reminders at most."""
KEPT_SECONDS: dict[CallKind, float] = {
    CallKind.TURN: 24 * HOUR,
    CallKind.ROUND: 0.5 * HOUR,
    CallKind.DAILY: 12 * HOUR,
    CallKind.DUEL: 48 * HOUR,
    CallKind.TRIAL: 60.0,
}
"""How long a push service keeps a call for a device that is off; later it is of no use."""
DAILY_HOUR = 9
"""The hour of the reader's own clock at which today's game is called out."""
DAY_MINUTES = 24 * 60


@dataclass(frozen=True)
class Wishes:
    """The calls that somebody wants, and quiet hours: minutes of their own day, none if both are equal."""

    kinds: frozenset[CallKind] = frozenset()
    quiet_from: int = 22 * 60
    quiet_to: int = 8 * 60
    zone: str = "UTC"

    @property
    def clock(self) -> ZoneInfo | None:
        """Their time zone; None stands for UTC, also where this machine does not know it."""
        try:
            return ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return None

    def local(self, at: float) -> datetime:
        return (EPOCH + timedelta(seconds=at)).astimezone(self.clock or UTC)


def wished_kinds(names: Collection[str]) -> frozenset[CallKind]:
    """Kinds by their names; those that nobody can wish for are left out."""
    return frozenset(kind for kind in OFFERED if kind.value in names)


def is_quiet(wishes: Wishes, at: float) -> bool:
    """Whether this is a time at which they want to be left alone."""
    local = wishes.local(at)
    minute, begin, end = local.hour * 60 + local.minute, wishes.quiet_from, wishes.quiet_to
    return begin <= minute < end if begin <= end else minute >= begin or minute < end


def allowed_from(wishes: Wishes, at: float) -> float:
    """The first time from then on at which they may be called."""
    if not is_quiet(wishes, at):
        return at
    local = wishes.local(at)
    end = local.replace(hour=wishes.quiet_to // 60, minute=wishes.quiet_to % 60, second=0, microsecond=0)
    return (end if end > local else end + timedelta(days=1)).timestamp()


def reminder_at(kind: CallKind, sent: int, at: float) -> float | None:
    """The time of the next call after so many calls, the last of them at this time; None for never."""
    waits = REMINDERS[kind]
    return at + waits[sent - 1] if 1 <= sent <= len(waits) else None


def next_daily(wishes: Wishes, at: float) -> float:
    """The next time after this one at which today's game is called out."""
    local = wishes.local(at)
    morning = local.replace(hour=DAILY_HOUR, minute=0, second=0, microsecond=0)
    return (morning if morning > local else morning + timedelta(days=1)).timestamp()
