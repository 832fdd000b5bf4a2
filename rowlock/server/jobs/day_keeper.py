"""Goes to tables with a day for each move whose time is up, so that a game goes on though nobody comes."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, ClassVar

from rowlock.engine.errors import RowlockError
from rowlock.server.errors import StoreDown
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.store import Conflict

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

AT_ONCE = 20
"""Tables that are looked up together."""
AGAIN_SECONDS = 3600.0
"""A table that could not be served is left alone for so long."""


class DayKeeper(BackgroundTask):
    """Loads the tables that are due, each in the process that owns it: their stewards do the rest."""

    look_seconds: ClassVar[float] = 30.0

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby

    async def _do_all(self) -> None:
        store, now, after = self._lobby.store, time.time(), 0.0
        try:
            while due := await store.due_tables(now, after, AT_ONCE):
                for table, at in due:
                    if self._is_mine(table) and await store.take_due(table, at, now + AGAIN_SECONDS):
                        await self._serve(table)
                after = due[-1][1]
        except (StoreDown, Conflict):
            pass
        except Exception:
            log.exception("tables with a day for each move cannot be looked after")

    def _is_mine(self, table: str) -> bool:
        """Whether it is ours to look after; a table in memory looks after itself."""
        relay = self._lobby.relay
        return table not in self._lobby.rooms and (relay is None or relay.owners.is_mine(table))

    async def _serve(self, table: str) -> None:
        try:
            await self._lobby.room(table)
        except RowlockError as refused:
            log.warning("a table is not looked after", extra={"table": table, "reason": str(refused)})
