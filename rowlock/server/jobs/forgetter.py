"""Forgets those who asked for it, piece by piece beside the play; every process takes its turns at it."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from rowlock.server.errors import StoreDown
from rowlock.server.store import Conflict

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.02
"""Between two pieces others write to the database: as long as the piece took, and no longer than this."""
LOOK_SECONDS = 5.0
"""How often one looks for work that another process, or an earlier one, has left."""


class Forgetter:
    """A task that works while there is somebody to be forgotten."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        self._wake.set()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            begun = time.monotonic()
            while await self._do_piece():
                await asyncio.sleep(min(PAUSE_SECONDS, time.monotonic() - begun))
                begun = time.monotonic()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_SECONDS)

    async def _do_piece(self) -> bool:
        """Whether there was something to do; after trouble it waits, as if there were not."""
        try:
            piece = await self._lobby.store.forgetting.do_piece(time.time())
            if piece is not None:
                await self._lobby.hear_sign_out(piece.player, piece.rewritten)
        except (StoreDown, Conflict):
            return False
        except Exception:
            log.exception("somebody cannot be forgotten yet")
            return False
        return piece is not None
