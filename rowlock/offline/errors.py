"""The refusals of a device alone."""

from __future__ import annotations

from rowlock.table.errors import Refused
from rowlock.table.statuses import Denied


class NeedsServer(Refused):
    """Something that only a server can do: other devices, timers that run while nobody looks."""

    code = "needs_server"


class NoSuchTable(Denied):
    """A table that this device does not know."""

    code = "no_such_table"
    status = 404


class NoSuchBot(Denied):
    """A bot that does not play on this device."""

    code = "no_such_bot"
    status = 404
