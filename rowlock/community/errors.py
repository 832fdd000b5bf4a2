"""Refusals around daily games, clubs and events; each has its code."""

from __future__ import annotations

from rowlock.table.errors import NoSuchGame, Refused


class NoSuchDay(NoSuchGame):
    """A day that has not begun, or that the chain does not reach."""

    code = "no_such_day"


class DayClosed(Refused):
    """A day whose results are settled: a game of it is practice now."""

    code = "day_closed"


class BadTry(Refused):
    """Moves that cannot have been made on the day's dice."""

    code = "bad_try"


class NotFinished(Refused):
    """A game that goes on: only finished ones are handed in."""

    code = "not_finished"


class BadChain(Refused):
    """A link that does not lead to the anchor."""

    code = "bad_chain"


class BadEvent(Refused):
    """Something that cannot be part of an event."""

    code = "bad_event"


class NotNow(Refused):
    """Something that can be said in another phase of an event."""

    code = "not_now"


class EventClosed(Refused):
    """An event that is over."""

    code = "event_closed"
