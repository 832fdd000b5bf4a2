"""The process of a request: a table lives in one process, and its connections go there.

The first line of a request names the table. The connection is handed over to the owner where that is a
process of this machine, or its bytes are passed on to another machine; where neither can be done it is
served here, as any process can, through the log.
"""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import Any

from rowlock.server.edge.connections import Connection, Gate
from rowlock.server.edge.handover import Gone, Taken, hand_over
from rowlock.server.edge.passing import Half, dial, write_preface
from rowlock.server.live.owners import Owners
from rowlock.server.store.peers import Peer

TABLE = re.compile(rb"[A-Z]+ /(?:api/tables|t)/([a-z0-9]{1,32})[/? ]")
"""The beginning of a request about a table."""


class Routes:
    """The ways to the owners of tables."""

    def __init__(self, owners: Owners, folder: Path | None, lease: float) -> None:
        self.owners = owners
        self.handed_over = self.passed_on = 0
        self._folder = folder
        self._lease = lease

    def elsewhere(self, begun: bytes, is_passed: bool) -> Peer | None:
        """The process that a request goes to, if it is not this one; what was passed on goes no further."""
        found = TABLE.match(begun)
        if found is None:
            return None
        owner = self.owners.of(found[1].decode())
        return owner if owner.id != self.owners.me.id and self.leads_to(owner, is_passed) else None

    def leads_to(self, owner: Peer, is_passed: bool = False) -> bool:
        """Whether there is a way to a process."""
        if owner.machine == self.owners.me.machine:
            return self._folder is not None
        return owner.reach is not None and not is_passed

    async def hand_over(self, owner: Peer, transport: asyncio.Transport, taken: Taken) -> bool:
        """Give a connection to a process of this machine; False if it stays here."""
        assert self._folder is not None
        try:
            descriptor = os.dup(transport.get_extra_info("socket").fileno())
        except OSError:  # it is closed already, or there are no more descriptors
            return False
        try:
            if await hand_over(self._folder, owner.id, descriptor, taken):
                self.handed_over += 1
                return True
        except Gone:
            pass
        finally:
            os.close(descriptor)
        self.owners.leave_out(owner.id, self._lease)
        return False

    async def pass_on(
        self, owner: Peer, early: bytes, connection: Connection, gate: Gate, all_open: set[Any]
    ) -> bool:
        """Pass the bytes of a connection on to another machine; False if it stays here."""
        assert owner.reach is not None
        found = await dial(owner.reach)
        if found is None:
            self.owners.leave_out(owner.id, self._lease)
            return False
        there, far = found
        near = Half(lambda: _end(connection, gate, all_open, near))
        if connection.transport.is_closing():
            there.abort()
            return True
        all_open.add(near)
        near.connection_made(connection.transport)
        near.join(there)
        far.join(connection.transport)
        connection.transport.set_protocol(near)
        there.write(write_preface(owner.word, connection.client or ("", 0)) + early)
        connection.transport.resume_reading()
        self.passed_on += 1
        return True


def _end(connection: Connection, gate: Gate, all_open: set[asyncio.Protocol], near: Half) -> None:
    all_open.discard(near)
    gate.exit(connection)
