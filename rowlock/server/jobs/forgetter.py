"""Forgets those who asked for it, piece by piece beside the play; every process takes its turns at it."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from rowlock.server.errors import StoreDown
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.store import Conflict

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.02
"""Between two pieces others write to the database: as long as the piece took, and no longer than this."""


class Forgetter(BackgroundTask):
    """A task that works while there is somebody to be forgotten."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby

    async def _do_all(self) -> None:
        begun = time.monotonic()
        while await self._do_piece():
            await asyncio.sleep(min(PAUSE_SECONDS, time.monotonic() - begun))
            begun = time.monotonic()

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
