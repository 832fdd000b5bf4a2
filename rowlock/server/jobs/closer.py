"""Deletes what closed clubs had, piece by piece beside the play; every process takes its turns at it."""

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
"""Between two pieces others write to the database."""
SWEEP_SECONDS = 3600.0
"""How often one looks for clubs that have been empty for a year."""


class Closer(BackgroundTask):
    """A task that works while something of a closed club is left."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby
        self._swept = -SWEEP_SECONDS

    async def _do_all(self) -> None:
        store = self._lobby.store
        try:
            if time.monotonic() - self._swept > SWEEP_SECONDS:
                self._swept = time.monotonic()
                await store.close_empty_clubs(self._lobby.clubs.clock())
            while await store.clear_closed():
                await asyncio.sleep(PAUSE_SECONDS)
        except (StoreDown, Conflict):
            pass
        except Exception:
            log.exception("a club cannot be closed yet")
