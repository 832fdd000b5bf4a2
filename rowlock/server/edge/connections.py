"""All connections of a process by address: how many there may be, and which is closed when they run short.

Whoever sits at a table keeps the connection, unless their address has more of them than everybody else: a
place at a table is no licence to lock others out. All other connections pass through; those that have been
silent the longest go first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable

from rowlock.server.config import Config
from rowlock.server.edge.addresses import is_proxy, neighbourhood, plain_host
from rowlock.server.edge.rate_limits import RateBudget
from rowlock.server.edge.wire import Wire

DESCRIPTORS_KEPT = 64
"""For the database, files and processes of our own."""
TELL_SECONDS = 10.0
"""How often the log mentions connections that were turned away."""
FEW = 8
"""Connections that an address may keep, however short they are: a household at its tables."""

CONNECTION = "connection"
"""The name under which the state of a request or a socket knows the connection that it came by."""

log = logging.getLogger(__name__)


def allow_descriptors() -> int:
    """Let this process have as many file descriptors as it may; returns how many."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 20
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most if most != resource.RLIM_INFINITY else 1 << 20


class Connection:
    """One connection, and whose it is."""

    __slots__ = ("address", "budgets", "client", "is_proxy", "transport", "wire")

    def __init__(self, transport: asyncio.Transport) -> None:
        peer = transport.get_extra_info("peername")
        host = plain_host(str(peer[0])) if isinstance(peer, tuple) else ""
        self.client: tuple[str, int] | None = (host, peer[1]) if isinstance(peer, tuple) else None
        """Where it comes from; another machine that passes a connection on says where that is."""
        self.transport = transport
        self.address = neighbourhood(host)
        self.is_proxy = is_proxy(host)
        """Whether many people may come through the address that we know so far."""
        self.budgets: list[RateBudget] = []
        """Of a socket: what may come over it, and what from all of its address."""
        self.wire: Wire | None = None
        """Of a socket: that over which texts come and go."""


class Crowd:
    """The connections of every address, passing through or at a table, those longest silent first."""

    def __init__(self) -> None:
        self._passing: dict[str, OrderedDict[Connection, None]] = defaultdict(OrderedDict)
        self._seated: dict[str, OrderedDict[Connection, None]] = defaultdict(OrderedDict)
        self._by_size: dict[int, dict[str, None]] = defaultdict(dict)
        """The addresses that have so many connections."""
        self._largest = 0

    def count(self, address: str) -> int:
        return sum(
            len(by_address[address]) for by_address in (self._passing, self._seated) if address in by_address
        )

    def add(self, connection: Connection, seated: bool = False) -> None:
        before = self.count(connection.address)
        (self._seated if seated else self._passing)[connection.address][connection] = None
        self._resize(connection, before, before + 1)

    def remove(self, connection: Connection) -> bool:
        """Whether it was there."""
        before = self.count(connection.address)
        for by_address in (self._passing, self._seated):
            if connection in by_address.get(connection.address, ()):
                del by_address[connection.address][connection]
                if not by_address[connection.address]:
                    del by_address[connection.address]
                self._resize(connection, before, before - 1)
                return True
        return False

    def heard(self, connection: Connection) -> None:
        """This one has been silent the shortest now."""
        for by_address in (self._passing, self._seated):
            if connection in by_address.get(connection.address, ()):
                by_address[connection.address].move_to_end(connection)

    def silent(self, address: str, seated: bool) -> Connection | None:
        """The connection of an address that has been silent the longest; at a table only if need be."""
        by_address = next(iter(self._passing.get(address, ())), None)
        return by_address or (next(iter(self._seated.get(address, ())), None) if seated else None)

    @property
    def largest(self) -> str | None:
        """The address with the most connections."""
        return next(iter(self._by_size[self._largest]), None)

    def _resize(self, connection: Connection, before: int, after: int) -> None:
        if connection.is_proxy:  # everybody comes through it: it is not one of the crowd
            return
        self._by_size[before].pop(connection.address, None)
        if after:
            self._by_size[after][connection.address] = None
        self._largest = max(self._largest, after)
        while self._largest and not self._by_size[self._largest]:
            self._largest -= 1


def _as_one(address: str) -> int:
    return 1


class Gate:
    """The connections of this process, and who is let in."""

    def __init__(self, config: Config, stretch: Callable[[str], int] = _as_one) -> None:
        """`stretch` tells as how many addresses one counts: a hall full of people of an event has one."""
        self.most = max(8, min(config.connections, allow_descriptors() - DESCRIPTORS_KEPT))
        limits = config.limits
        self._by_one = limits.connections * limits.factor or float("inf")
        self._stretch = stretch
        self._crowd = Crowd()
        self._passing: OrderedDict[Connection, None] = OrderedDict()
        """Those not at any table, the longest silent first."""
        self._open = 0
        self._turned_away: Counter[tuple[str, str]] = Counter()
        self._told = -TELL_SECONDS

    def enter(self, connection: Connection) -> bool:
        """Let a connection in; False if there is no place for it."""
        if not connection.is_proxy and self._crowd.count(connection.address) >= self._most_of(
            connection.address
        ):
            own = self._crowd.silent(connection.address, seated=False)
            if not self._close(own, "too many of one address", connection):
                return False
        elif self._open >= self.most and not self._close(
            self._dispensable(connection), "all connections are in use", connection
        ):
            return False
        self._open += 1
        self._crowd.add(connection)
        self._passing[connection] = None
        return True

    def _most_of(self, address: str) -> float:
        return self._by_one * self._stretch(address)

    def heard(self, connection: Connection) -> None:
        """A whole request or a message has come."""
        self._crowd.heard(connection)
        if connection in self._passing:
            self._passing.move_to_end(connection)

    def seat(self, connection: Connection) -> None:
        """Somebody who sits at a table is not just passing."""
        if connection in self._passing:
            del self._passing[connection]
            self._crowd.remove(connection)
            self._crowd.add(connection, seated=True)

    def belongs(self, connection: Connection, address: str) -> None:
        """A trusted proxy has said whose connection it is."""
        if connection in self._passing and connection.address != address:
            self._crowd.remove(connection)
            connection.address, connection.is_proxy = address, is_proxy(address)
            self._crowd.add(connection)

    def exit(self, connection: Connection) -> None:
        self._passing.pop(connection, None)
        self._open -= self._crowd.remove(connection)

    def _dispensable(self, newcomer: Connection) -> Connection | None:
        """The connection that makes room: one of the address that has by far the most, or a silent one."""
        largest = self._crowd.largest
        if largest is not None and self._crowd.count(largest) > self._crowd.count(newcomer.address) + FEW:
            return self._crowd.silent(largest, seated=True)
        return next(iter(self._passing), None)

    def _close(self, connection: Connection | None, why: str, newcomer: Connection) -> bool:
        """Close a connection, so that there is room for another; False if there is none to close."""
        self.tell(why, (connection or newcomer).address)
        if connection is None:
            return False
        self.exit(connection)
        connection.transport.abort()
        return True

    def tell(self, why: str, address: str) -> None:
        """Rejected connections are logged together, not one by one."""
        self._turned_away[why, address] += 1
        if time.monotonic() - self._told < TELL_SECONDS:
            return
        self._told = time.monotonic()
        for (what, whose), count in self._turned_away.most_common(5):
            more = {"reason": what, "address": whose, "count": count, "open": self._open}
            log.warning("connections are turned away", extra=more)
        self._turned_away.clear()
