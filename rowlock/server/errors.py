"""What a client can get wrong, and what can fail around the table; each error has its code and status."""

from __future__ import annotations

from typing import ClassVar

from rowlock.engine.errors import RowlockError


class Refused(RowlockError):
    """A request that the server does not grant; `status` is its HTTP status."""

    status: ClassVar[int] = 409


class BadMessage(Refused):
    """A message that is no message of the protocol."""

    code = "bad_message"
    status = 422


class BadToken(Refused):
    """No token, or one that nobody holds."""

    code = "bad_token"
    status = 401


class NoSuchTable(Refused):
    """A table that does not exist, or no longer."""

    code = "no_such_table"
    status = 404


class NoSuchGame(Refused):
    """A game that this table has not played."""

    code = "no_such_game"
    status = 404


class NoSuchPlayer(Refused):
    """A player who is not at this table."""

    code = "no_such_player"
    status = 404


class NoSuchBot(Refused):
    """A bot that is not installed."""

    code = "no_such_bot"
    status = 404


class NotHost(Refused):
    """Something that only the host of the table may do."""

    code = "not_host"
    status = 403


class NotYourSeat(Refused):
    """A seat that belongs to somebody else."""

    code = "not_your_seat"
    status = 403


class SeatTaken(Refused):
    """A seat on which somebody sits."""

    code = "seat_taken"


class SeatsOpen(Refused):
    """A start with seats that nobody has taken."""

    code = "seats_open"


class Stale(Refused):
    """A move for a turn or an action that is not the present one."""

    code = "stale"


class ServerDice(Refused):
    """Somebody sent dice to a table whose dice the server rolls."""

    code = "server_dice"
    status = 403


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
    status = 403


class NoSpectators(Refused):
    """The table does not want to be watched."""

    code = "no_spectators"
    status = 403


class ChatOff(Refused):
    """The host has switched the chat off."""

    code = "chat_off"
    status = 403


class TooFast(Refused):
    """More than the limits allow; `wait` says for how many seconds to pause."""

    code = "too_fast"
    status = 429

    def __init__(self, message: str, wait: float = 1.0) -> None:
        super().__init__(message)
        self.wait = wait


class TooLarge(Refused):
    """A message or a body beyond its limit."""

    code = "too_large"
    status = 413


class TooMany(Refused):
    """More tables, seats or connections than are allowed."""

    code = "too_many"
    status = 429


class WrongOrigin(Refused):
    """A page of another site tried to speak for its visitor."""

    code = "wrong_origin"
    status = 403


class StoreDown(Refused):
    """The database does not answer; nothing was lost, and nothing was accepted."""

    code = "store_down"
    status = 503


class NotAvailable(Refused):
    """A part that this installation does not have."""

    code = "not_available"
    status = 404


class BadProof(RowlockError):
    """A record whose dice do not follow from its secret."""

    code = "bad_proof"


class BadSettings(RowlockError):
    """Options of a command that do not go together."""

    code = "bad_settings"


def status_of(error: RowlockError) -> int:
    """The HTTP status for an error; those of the engine are mistakes in the request."""
    if isinstance(error, Refused):
        return error.status
    return 404 if error.code == "no_such_variant" else 422
