"""The process of a table: it follows from the table and the living processes, and nothing is stored.

Every process weighs itself and the others for a table in the same way, and the heaviest owns it (rendezvous
hashing). So all agree as soon as they know the same processes; when one comes or goes, only the tables move
that it takes or leaves.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from hashlib import blake2b

from rowlock.server.store.peers import Peer

KEPT = 100_000
"""Tables whose owner is remembered until the processes change."""


def weight(table: str, process: str) -> bytes:
    """How much a process is meant to have a table; the same everywhere, and even over all processes."""
    return blake2b(f"{process} {table}".encode(), digest_size=8).digest()


def owner_of(table: str, processes: Collection[str]) -> str | None:
    """The process that a table lives in; None if there is no process."""
    return max(processes, key=lambda process: (weight(table, process), process), default=None)


class Owners:
    """The living processes as this one knows them, and so the owner of every table."""

    def __init__(self, me: Peer, is_routed: bool = False) -> None:
        self.me = me
        self._is_routed = is_routed
        """Whether a proxy chooses the machine for a table: then the owner is one of this machine's."""
        self.is_cut_off = False
        """Whether it cannot store that it lives: the others take it for dead, so it owns no table."""
        self._peers: dict[str, Peer] = {me.id: me}
        self._silent: dict[str, float] = {}
        """Processes that did not answer, and until when (`time.monotonic`) they are left out for it."""
        self._known: dict[str, str | None] = {}

    def learn(self, peers: Iterable[Peer]) -> None:
        """These processes live, and this one."""
        now = time.monotonic()
        self._silent = {process: until for process, until in self._silent.items() if until > now}
        found = {peer.id: peer for peer in peers if peer.id not in self._silent}
        found[self.me.id] = self.me
        if found != self._peers:
            self._peers = found
            self._known.clear()

    def leave_out(self, process: str, seconds: float) -> None:
        """A process does not answer: for a while it owns no table, as we see it."""
        self._silent[process] = time.monotonic() + seconds
        if process != self.me.id and process in self._peers:
            del self._peers[process]
            self._known.clear()

    def cut_off(self, cut_off: bool) -> None:
        if cut_off != self.is_cut_off:
            self.is_cut_off = cut_off
            self._known.clear()

    @property
    def living(self) -> set[str]:
        return set(self._peers)

    def of(self, table: str) -> Peer:
        """The owner of a table."""
        if (found := self._known.get(table)) is None:
            found = owner_of(table, self._counted()) or self.me.id
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[table] = found
        return self._peers[found]

    def _counted(self) -> set[str]:
        """The processes that a table may live in."""
        here = {peer.id for peer in self._peers.values() if peer.machine == self.me.machine}
        counted = here if self._is_routed else self.living
        return counted - {self.me.id} if self.is_cut_off else counted

    @property
    def is_chosen_outside(self) -> bool:
        """Whether other machines may have visitors of our tables, because a proxy has sent them there."""
        return self._is_routed and any(peer.machine != self.me.machine for peer in self._peers.values())

    def is_mine(self, table: str) -> bool:
        return self.of(table).id == self.me.id

    def leads(self, table: str, others: Collection[str]) -> bool:
        """Whether this process looks after a table that others have visitors of, too."""
        return not others or owner_of(table, {self.me.id, *others}) == self.me.id
