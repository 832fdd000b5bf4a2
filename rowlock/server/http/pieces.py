"""Answers that are sent in pieces, as fast as they are taken: however many ask, memory stays small.

Between two pieces everybody else has a turn. Who takes nothing for a while is disconnected.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rowlock.server.edge.connections import CONNECTION

SIZE = 64 * 1024
PATIENCE = 20.0
"""Seconds for which a piece may wait to be taken."""
GZIP = 31
"""How zlib calls the format of gzip."""


class Pieces(Response):
    """Bytes as they are."""

    def __init__(self, content: bytes, media: str, headers: Mapping[str, str]) -> None:
        super().__init__(media_type=media, headers={**headers, "content-length": str(self._count(content))})
        self._content = content
        self.turn: Callable[[], Awaitable[None]] = partial(asyncio.sleep, 0)
        """Waits between two pieces until it is our turn again."""

    def _count(self, content: bytes) -> int:
        return len(content)

    @property
    def size(self) -> int:
        """Bytes that are sent."""
        return self._count(self._content)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        try:
            for piece in self._pieces():
                async with asyncio.timeout(PATIENCE):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await self.turn()
            await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            if (connection := scope.get("state", {}).get(CONNECTION)) is not None:
                connection.transport.abort()

    def _pieces(self) -> Iterator[bytes]:
        for at in range(0, len(self._content), SIZE):
            yield self._content[at : at + SIZE]


class UnpackedPieces(Pieces):
    """A file that lies packed by gzip, unpacked on the way, for those who cannot do it themselves."""

    def _count(self, content: bytes) -> int:
        return int.from_bytes(content[-4:], "little")  # a gzip file ends with the size of what is in it

    def _pieces(self) -> Iterator[bytes]:
        unpacking, rest = zlib.decompressobj(GZIP), self._content
        while piece := unpacking.decompress(rest, SIZE):
            yield piece
            rest = unpacking.unconsumed_tail
