"""Between PostgreSQL and those who use it: a Unix socket through which all their bytes go, or none of one's.

Whoever connects is known by the id of its process, so that one of several workers can be cut off from the
database while its connections stay open, as when a network is gone.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from contextlib import suppress
from pathlib import Path

NAME = ".s.PGSQL.5432"
CREDENTIALS = struct.Struct("3i")
PIECE = 1 << 16


class Dam:
    """Passes everything on, but for the processes that are cut off."""

    def __init__(self, folder: Path, database: Path) -> None:
        self.folder, self._database = folder, database / NAME
        self._cut: set[int] = set()
        self._open = asyncio.Event()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self.folder.mkdir()
        self._server = await asyncio.start_unix_server(self._join, self.folder / NAME)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()

    def cut(self, process: int) -> None:
        """From now on nothing comes through from or to a process."""
        self._cut.add(process)

    def mend(self) -> None:
        self._cut.clear()
        self._open.set()
        self._open = asyncio.Event()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        near = writer.get_extra_info("socket")
        process, *_ = CREDENTIALS.unpack(
            near.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
        )
        there, far = await asyncio.open_unix_connection(self._database)
        await asyncio.gather(self._pass(process, reader, far), self._pass(process, there, writer))

    async def _pass(self, process: int, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await source.read(PIECE):
                while process in self._cut:
                    await self._open.wait()
                target.write(piece)
                await target.drain()
        target.close()
