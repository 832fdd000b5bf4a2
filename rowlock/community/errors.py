"""Refusals around daily games, clubs and events; each has its code."""

from __future__ import annotations

from rowlock.table.errors import NoSuchGame, NotHost, Refused


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


class NoSuchLadder(NoSuchGame):
    """A family of pads, or a kind of table, for which there is no ladder."""

    code = "no_such_ladder"


class NoPrograms(NoSuchGame):
    """A server on which programs do not play each other."""

    code = "no_programs"


class NotAProgram(Refused):
    """Somebody who did not say that a program plays under their name."""

    code = "not_a_program"


class NoSuchProgram(NoSuchGame):
    """A program that does not take part."""

    code = "no_such_program"


class ProgramTaken(Refused):
    """A name under which another program plays."""

    code = "program_taken"


class HandleTaken(Refused):
    """A name under which somebody else is seen."""

    code = "handle_taken"


class BadChain(Refused):
    """A link that does not lead to the anchor."""

    code = "bad_chain"


class BadEvent(Refused):
    """Something that cannot be part of an event."""

    code = "bad_event"


class NotNow(Refused):
    """Something that can be said in another phase of an event."""

    code = "event_not_now"


class EventClosed(Refused):
    """An event that is over."""

    code = "event_closed"


class RoundRuns(Refused):
    """A game on dice with which other tables of its round still play."""

    code = "round_runs"


class NoSuchEvent(NoSuchGame):
    """An event that is not there."""

    code = "no_such_event"


class NotReferee(NotHost):
    """Something that an event's referees alone may do."""

    code = "not_referee"


class NoSuchClub(NoSuchGame):
    """A club that is not there, or whose member one is not: a stranger cannot tell which."""

    code = "no_such_club"


class NoSuchMember(NoSuchGame):
    """Somebody who is not in a club."""

    code = "no_such_member"


class NotKeeper(NotHost):
    """Something that a club's keepers alone may do."""

    code = "not_keeper"


class LastKeeper(Refused):
    """A club keeps at least one keeper."""

    code = "last_keeper"


class ClubFull(Refused):
    """A club with as many members as it has room for."""

    code = "club_full"


class NameTaken(Refused):
    """A name that somebody else in the club has."""

    code = "name_taken"


class NoSuchDuel(NoSuchGame):
    """A duel that is not there."""

    code = "no_such_duel"


class BadDuel(Refused):
    """A duel that cannot be: a pad, bots or a game that it cannot be made of."""

    code = "bad_duel"


class DuelOver(Refused):
    """A duel that takes no further halves."""

    code = "duel_over"


class DuelSealed(Refused):
    """Somebody else's half, before one has finished one's own."""

    code = "duel_sealed"
