"""What is refused around daily games and clubs; each refusal has its code."""

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
