"""Carries the tallies of clubs forward beside the play: after games, after changes, after an upgrade."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from rowlock.community.errors import NoSuchClub
from rowlock.server.errors import StoreDown
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.store import Conflict

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.02
"""Between two pieces others write to the database."""


class Tallier(BackgroundTask):
    """A task that works while a club has games that are not in its tallies."""

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby

    async def _do_all(self) -> None:
        store, clock = self._lobby.store, self._lobby.clubs.clock
        try:
            while behind := await store.clubs_behind(clock()):
                for club in behind:
                    await store.tally_piece(club, clock())
                    await asyncio.sleep(PAUSE_SECONDS)
        except (StoreDown, Conflict, NoSuchClub):
            pass
        except Exception:
            log.exception("the games of clubs cannot be tallied yet")
