"""Mistakes of clients, and failures around the table; each error has its code and status."""

from __future__ import annotations

from rowlock.engine.errors import RowlockError
from rowlock.table.statuses import Denied


class BadToken(Denied):
    """No token, or one that nobody holds."""

    code = "bad_token"
    status = 401


class BadCode(Denied):
    """A code to come back with that is unknown, or has been used."""

    code = "bad_code"
    status = 404


class BadPasskey(Denied):
    """A passkey that is unknown, was made for another place, or answers another question."""

    code = "bad_passkey"
    status = 403


class BadDevice(Denied):
    """A device that cannot be called: its address or its keys are none of a push service."""

    code = "bad_device"
    status = 422


class BadRequest(Denied):
    """A request that cannot be read: its address or its Host header is none."""

    code = "bad_request"
    status = 400


class Banned(Denied):
    """The operator has closed the server to this player or address."""

    code = "banned"
    status = 403


class Silenced(Denied):
    """The operator does not let this player talk."""

    code = "silenced"
    status = 403


class NoSpectators(Denied):
    """The table does not want to be watched."""

    code = "no_spectators"
    status = 403


class TooFast(Denied):
    """More than the limits allow; `wait` says for how many seconds to pause."""

    code = "too_fast"
    status = 429

    def __init__(self, message: str, wait: float = 1.0) -> None:
        super().__init__(message)
        self.wait = wait


class TooHeavy(Denied):
    """A table whose moves take the server too long; it is closed for the sake of the others."""

    code = "too_heavy"
    status = 503


class TooLarge(Denied):
    """A message or a body beyond its limit."""

    code = "too_large"
    status = 413


class TooMany(Denied):
    """More tables, seats or connections than are allowed."""

    code = "too_many"
    status = 429


class WrongOrigin(Denied):
    """A page of another site tried to speak for its visitor."""

    code = "wrong_origin"
    status = 403


class StoreDown(Denied):
    """The database does not answer; nothing was lost, and nothing was accepted."""

    code = "store_down"
    status = 503


class NoSuchCode(Denied):
    """Words by which no table can be joined, or no longer."""

    code = "no_such_code"
    status = 404


class NotAvailable(Denied):
    """A part that this installation does not have."""

    code = "not_available"
    status = 404


class BadProof(RowlockError):
    """A record whose dice do not follow from its secret."""

    code = "bad_proof"


class BadSettings(RowlockError):
    """Options of a command that do not go together."""

    code = "bad_settings"
