"""Refusals at a table; each has its code."""

from __future__ import annotations

from rowlock.engine.errors import RowlockError


class Refused(RowlockError):
    """A request that is not granted."""


class BadMessage(Refused):
    """A message that is not a message of the protocol."""

    code = "bad_message"


class NoSuchTable(Refused):
    """A table that does not exist, or no longer."""

    code = "no_such_table"


class NoSuchBot(Refused):
    """A bot that is not installed."""

    code = "no_such_bot"


class NoSuchGame(Refused):
    """A game that this table has not played."""

    code = "no_such_game"


class NoSuchPlayer(Refused):
    """A player who is not at this table."""

    code = "no_such_player"


class DamagedLog(Refused):
    """A table whose log is damaged; the reason says where."""

    code = "damaged_table"


class NotHost(Refused):
    """Something that only the host of the table may do."""

    code = "not_host"


class NotYourSeat(Refused):
    """A seat that belongs to somebody else."""

    code = "not_your_seat"


class SeatTaken(Refused):
    """A seat on which somebody sits."""

    code = "seat_taken"


class SeatsOpen(Refused):
    """A start with seats that nobody has taken."""

    code = "seats_open"


class CannotStand(Refused):
    """A correction that would make something said later impossible."""

    code = "cannot_stand"


class NoBotsHere(Refused):
    """A bot at a score pad, where it sees no dice, or in place of somebody who plays on shared dice."""

    code = "no_bots_here"


class Stale(Refused):
    """A move for a turn or an action that is not the present one."""

    code = "stale"


class ServerDice(Refused):
    """Somebody sent dice to a table whose dice the server rolls."""

    code = "server_dice"


class BadSeed(Refused):
    """A seed that is not the one that was sealed."""

    code = "bad_seed"


class NotStarted(Refused):
    """A game that has not begun."""

    code = "not_started"


class AlreadyStarted(Refused):
    """Something that can be done only before the start."""

    code = "already_started"


class NotOver(Refused):
    """Something that can be done only after the end."""

    code = "not_over"


class Kicked(Refused):
    """The host has sent this player away."""

    code = "kicked"


class Muted(Refused):
    """The host has muted this player."""

    code = "muted"


class HintsOff(Refused):
    """A table without hints."""

    code = "hints_off"


class NotRated(Refused):
    """Something that a rated table does not allow."""

    code = "not_rated"


class RatedHints(NotRated):
    """A rated table with hints."""

    code = "rated_hints"


class RatedDice(NotRated):
    """A rated table without the server's sealed dice."""

    code = "rated_dice"


class RatedWhole(NotRated):
    """A rated game that would not begin with empty sheets."""

    code = "rated_whole"


class RatedPad(NotRated):
    """A rated game on an own pad, or on one with changed options."""

    code = "rated_pad"


class RatedSeats(NotRated):
    """A rated game with fewer than two or more than five seats."""

    code = "rated_seats"


class RatedTwice(NotRated):
    """A rated game in which somebody has two seats."""

    code = "rated_twice"


class RatedBots(NotRated):
    """A rated game with a bot that is not on the ladder."""

    code = "rated_bots"


class PhrasesOnly(Refused):
    """Strangers may sit at this table: people talk there in phrases."""

    code = "phrases_only"


class ChatOff(Refused):
    """The host has switched the chat off."""

    code = "chat_off"
