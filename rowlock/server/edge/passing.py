"""Connections whose table lives on another machine: their bytes are passed on, in both directions.

That is for those who come with an old address; a proxy that routes by table sends them to the right machine.
The other machine is told first who it is (`Preface`), with a word that only processes of one database know.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, cast

DIAL_SECONDS = 1.0
START = b"ROWLOCK "
PREFACE_LONGEST = 256
_PREFACE = re.compile(rb"ROWLOCK 1 ([0-9a-f]{16,64}) ([0-9A-Za-z.:%_-]{1,64}) ([0-9]{1,5})\r\n")


class Preface(NamedTuple):
    """The first line of a connection that another machine passes on: the visitor's address."""

    client: tuple[str, int]
    size: int


def write_preface(word: str, client: tuple[str, int]) -> bytes:
    return f"ROWLOCK 1 {word} {client[0] or 'local'} {client[1]}\r\n".encode()


def read_preface(begun: bytes, word: str) -> Preface | None:
    """The first words of another machine; None if it is none of ours, or says nothing of the kind."""
    found = _PREFACE.match(begun)
    if found is None or not word or not hmac.compare_digest(found[1], word.encode()):
        return None
    return Preface((found[2].decode(), int(found[3])), found.end())


class Half(asyncio.Protocol):
    """One end of a connection that is passed on; what comes here leaves at the other end."""

    def __init__(self, ended: Callable[[], None] = lambda: None) -> None:
        self._other: asyncio.Transport | None = None
        self._transport: asyncio.Transport | None = None
        self._ended = ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def join(self, other: asyncio.Transport) -> None:
        self._other = other

    def data_received(self, data: bytes) -> None:
        if self._other is not None:
            self._other.write(data)

    def eof_received(self) -> None:
        self.shutdown()

    def pause_writing(self) -> None:
        if self._other is not None:
            self._other.pause_reading()

    def resume_writing(self) -> None:
        if self._other is not None and not self._other.is_closing():
            self._other.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        if self._other is not None:
            self._other.close()
        self._ended()

    def shutdown(self) -> None:
        """The process ends: whoever is at this connection comes back by another way."""
        for transport in (self._transport, self._other):
            if transport is not None:
                transport.close()


async def dial(reach: str) -> tuple[asyncio.Transport, Half] | None:
    """A connection to another machine; None if it does not answer."""
    host, _, port = reach.rpartition(":")
    loop = asyncio.get_running_loop()
    with suppress(OSError, TimeoutError, ValueError):
        async with asyncio.timeout(DIAL_SECONDS):
            return await loop.create_connection(Half, host.strip("[]"), int(port))
    return None
