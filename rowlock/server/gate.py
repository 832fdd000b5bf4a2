"""Before anything is known about a connection: how many there may be, how long and large a request's head is.

Whoever sits at a table keeps their connection. All others pass through: when they run short, those that
have been silent the longest go first.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import Counter, OrderedDict
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from rowlock.server.config import Config

HEAD_LONGEST = 32 * 1024
HEAD_SECONDS = 10.0
"""How long the head of a request may take, from the connection on."""
BODY_SECONDS = 30.0
DESCRIPTORS_KEPT = 64
"""For the database, files and processes of our own."""
TELL_SECONDS = 10.0
"""How often the log mentions connections that were turned away."""

LINE = "line"
"""The name under which a socket's state knows the connection that it came by."""
REFUSED = {
    408: b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
    429: b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
    431: b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
}

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


class Gate:
    """All connections of this process, by address."""

    def __init__(self, config: Config) -> None:
        self.most = max(8, min(config.connections, allow_descriptors() - DESCRIPTORS_KEPT))
        limits = config.limits
        self._by_one = limits.connections * limits.factor or float("inf")
        self._open: dict[asyncio.BaseTransport, str] = {}
        self._passing: OrderedDict[asyncio.BaseTransport, str] = OrderedDict()
        """Those not at any table, the longest silent first."""
        self._counts: Counter[str] = Counter()
        self._turned_away: Counter[tuple[str, str]] = Counter()
        self._told = -TELL_SECONDS

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Let a connection in; False if there is no place for it."""
        address = _address_of(transport)
        if not _is_proxy(address) and self._counts[address] >= self._by_one:
            if not self._make_room("too many of one address", address):
                return False
        elif len(self._open) >= self.most and not self._make_room("all connections are in use", None):
            return False
        self._open[transport] = self._passing[transport] = address
        self._counts[address] += 1
        return True

    def heard(self, transport: asyncio.BaseTransport) -> None:
        """A whole request has come."""
        if transport in self._passing:
            self._passing.move_to_end(transport)

    def seat(self, transport: asyncio.BaseTransport) -> None:
        """Somebody who sits at a table is not just passing."""
        self._passing.pop(transport, None)

    def exit(self, transport: asyncio.BaseTransport) -> None:
        self._passing.pop(transport, None)
        if (address := self._open.pop(transport, None)) is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def _make_room(self, why: str, address: str | None) -> bool:
        """Close the connection that has been silent for the longest time: of an address, or of all."""
        of = (other for other, its in self._passing.items() if address in (None, its))
        silent = next(of, None)
        self.tell(why, self._passing.get(silent, address or "") if silent else address or "")
        if silent is None:
            return False
        self.exit(silent)
        silent.abort()  # type: ignore[attr-defined]
        return True

    def tell(self, why: str, address: str) -> None:
        """Rejected connections are logged together, not one by one."""
        self._turned_away[why, address] += 1
        if time.monotonic() - self._told < TELL_SECONDS:
            return
        self._told = time.monotonic()
        for (what, whose), count in self._turned_away.most_common(5):
            more = {"reason": what, "address": whose, "count": count, "open": len(self._open)}
            log.warning("connections are turned away", extra=more)
        self._turned_away.clear()


def _address_of(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


def _is_proxy(address: str) -> bool:
    """Whether many people come through this address: those whose forwarded addresses uvicorn believes."""
    if not address:
        return True
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1").split(",")
    return any(one.strip() == "*" or _is_in(address, one.strip()) for one in trusted)


def _is_in(address: str, network: str) -> bool:
    try:
        return ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False


class GuardedRequests(HttpToolsProtocol):
    """HTTP with limits on the head of a request and on the time that head and body may take."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._gate: Gate = self.config.app.state.gate  # type: ignore[union-attr]
        self._head: int | None = 0
        """The size of the head that is arriving; None when it is there."""
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._gate.enter(transport):
            self._hurry(HEAD_SECONDS)
        else:
            self._refuse(429)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hurry(None)
        self._gate.exit(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > HEAD_LONGEST:
            self._turn_away(431, "the head of a request is too large")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._alarm is None:
            self._hurry(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._hurry(BODY_SECONDS)
        self._head = None
        if sum(len(name) + len(value) for name, value in self.headers) + len(self.url) > HEAD_LONGEST:
            self._turn_away(431, "the head of a request is too large")
            return
        self._gate.heard(self.transport)
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._hurry(None)
        self.app_state = {**self.app_state, LINE: self.transport}
        super().handle_websocket_upgrade()

    def on_message_complete(self) -> None:
        self._hurry(None)
        self._head = 0
        if self.cycle is not None:
            super().on_message_complete()

    def on_body(self, body: bytes) -> None:
        if self.cycle is not None:
            super().on_body(body)

    def _hurry(self, seconds: float | None) -> None:
        """Set the time by which the next part must be there."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self.loop.call_later(seconds, self._late) if seconds else None

    def _late(self) -> None:
        self._turn_away(408, "a request takes too long")

    def _turn_away(self, status: int, why: str) -> None:
        self._gate.tell(why, _address_of(self.transport))
        self._refuse(status)

    def _refuse(self, status: int) -> None:
        if not self.transport.is_closing():
            self.transport.write(REFUSED[status])
            self.transport.close()


class CountedSocket(AutoWebSocketsProtocol):  # type: ignore[misc, valid-type]
    """A WebSocket that leaves through the same gate."""

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.app.state.gate.exit(self.transport)
        super().connection_lost(exc)
