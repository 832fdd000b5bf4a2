"""The least WebSocket client: frames in, frames out, no tasks. A load must not be what is measured."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from urllib.parse import urlsplit

HEAD = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TEXT, CLOSE, PING = 1, 8, 9


class Wire(asyncio.Protocol):
    """One socket; every text that comes is given to `hear`. Messages of a server are never in fragments."""

    def __init__(self, hear: Callable[[bytes], None], address: str) -> None:
        self.address, where = address, urlsplit(address)
        self._head = HEAD.format(path=where.path, host=where.netloc).encode()
        self._hear = hear
        self._come = b""
        self._is_open = False
        self.opened = asyncio.get_running_loop().create_future()

    def connection_made(self, transport) -> None:
        self._transport = transport
        transport.write(self._head)

    def connection_lost(self, error) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("no socket"))

    def data_received(self, data: bytes) -> None:
        self._come = self._come + data if self._come else data
        if not self._is_open:
            head, found, self._come = self._come.partition(b"\r\n\r\n")
            if not found:
                self._come = head
                return
            if b" 101 " not in head[:20]:
                raise ConnectionError(head[:200])
            self._is_open = True
            self.opened.set_result(None)
        self._take()

    def _take(self) -> None:
        come, at = self._come, 0
        while len(come) - at >= 2:
            short, first = come[at + 1] & 127, at + 2
            more = {126: 2, 127: 8}.get(short, 0)
            if len(come) < first + more:
                break
            size = int.from_bytes(come[first : first + more]) if more else short
            first += more
            if len(come) < first + size:
                break
            kind, at = come[at] & 15, first + size
            if kind == TEXT:
                self._hear(come[first:at])
            elif kind == PING:
                self._send(0x8A, come[first:at])
        self._come = come[at:]

    def send(self, text: str | bytes) -> None:
        self._send(0x81, text.encode() if isinstance(text, str) else text)

    def _send(self, first: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes([first, 128 | size]) if size < 126 else bytes([first, 254]) + size.to_bytes(2)
        self._transport.write(head + b"\0\0\0\0" + payload)  # masked with zeros

    def close(self) -> None:
        self._transport.close()


async def dial(address: str, hear: Callable[[bytes], None], source: str | None = None) -> Wire:
    where = urlsplit(address)
    loop = asyncio.get_running_loop()
    own = (source, 0) if source else None
    _, wire = await loop.create_connection(
        lambda: Wire(hear, address), where.hostname, where.port, local_addr=own
    )
    await asyncio.wait_for(wire.opened, 60)
    return wire
