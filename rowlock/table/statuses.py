"""The HTTP status of every refusal: a server and a device answer alike."""

from __future__ import annotations

from typing import ClassVar

from rowlock.engine.errors import RowlockError
from rowlock.table import errors
from rowlock.table.errors import Refused

NOT_FOUND = (errors.NoSuchTable, errors.NoSuchGame, errors.NoSuchPlayer, errors.NoSuchBot)
FORBIDDEN = (
    errors.NotHost,
    errors.NotYourSeat,
    errors.ServerDice,
    errors.Kicked,
    errors.Muted,
    errors.ChatOff,
    errors.PhrasesOnly,
    errors.HintsOff,
)
"""Refusals of the table, by the status it has over HTTP; everything else is a conflict."""


class Denied(Refused):
    """A request that is not granted; `status` is its HTTP status."""

    status: ClassVar[int]


def status_of(error: RowlockError) -> int:
    """The HTTP status for an error; those of the engine are mistakes in the request."""
    if isinstance(error, Denied):
        return error.status
    if isinstance(error, errors.DamagedLog):
        return 500
    if isinstance(error, errors.BadMessage):
        return 422
    if isinstance(error, NOT_FOUND):
        return 404
    if isinstance(error, FORBIDDEN):
        return 403
    if isinstance(error, Refused):
        return 409
    return 404 if error.code == "no_such_variant" else 422
