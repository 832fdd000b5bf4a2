"""The refusals of a device alone."""

from __future__ import annotations

from rowlock.table.errors import Refused


class NeedsServer(Refused):
    """Something that only a server can do: other devices, timers that run while nobody looks."""

    code = "needs_server"
