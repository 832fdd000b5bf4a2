"""The live list of open tables: read once per interval, and told to all watchers in the same bytes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

import orjson

from rowlock.community.strangers.completion import Completion, completion
from rowlock.community.strangers.open_tables import (
    OpenTable,
    TablesChanged,
    TablesTold,
    is_joinable,
    open_table,
)
from rowlock.server.errors import StoreDown
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.live.watching import Watcher
from rowlock.server.store import IN_USE_SECONDS

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

SHOWN = 100
"""Tables in the list."""
EVERY_SECONDS = 1.0
"""How often the list changes at most."""
AT_ONCE = 100
"""Watchers who are told in one turn of the loop."""
GAMES_READ = 60
"""A player's latest games that are looked at; those against bots alone do not count."""
KNOWN_SECONDS = 60.0
"""For how long a completion rate is remembered."""
MOST_KNOWN = 5000


class OpenTables(BackgroundTask):
    """Reads the list when something has changed, and now and then: tables that nobody uses leave it."""

    look_seconds: ClassVar[float] = 15.0

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby
        self.watchers: set[Watcher] = set()
        self._rows: dict[str, OpenTable] = {}
        self._whole: bytes | None = None
        self._known: dict[str, tuple[float, Completion]] = {}
        self._telling = False
        self._reading = asyncio.Lock()

    # who watches

    async def be_ready(self) -> None:
        """Read the list, if nobody has watched it so far."""
        async with self._reading:
            if not self.watchers:
                await self._read()

    def add(self, watcher: Watcher) -> None:
        """Tell somebody the whole list, and from now on its changes."""
        watcher.is_behind = True
        watcher.catch_up(self.whole)
        self.watchers.add(watcher)

    def discard(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    @property
    def whole(self) -> bytes:
        """The whole list, as everybody is sent it who comes."""
        if self._whole is None:
            told: TablesTold = {"type": "tables", "tables": list(self._rows.values())}
            self._whole = orjson.dumps(told)
        return self._whole

    # the list

    def changed_here(self) -> None:
        """Something was stored that changes the list: read it again soon, here and elsewhere."""
        self.wake()
        if self._lobby.relay and not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_later(EVERY_SECONDS / 2, self._tell_others)

    def _tell_others(self) -> None:
        self._telling = False
        self._lobby.strangers.tell_others({"lists": True})

    async def _do_all(self) -> None:
        if self.watchers:
            try:
                await self._tell_changes()
            except StoreDown:
                pass  # the next look finds it
            except Exception:
                log.exception("the list of open tables cannot be told")
            await asyncio.sleep(EVERY_SECONDS)

    async def _tell_changes(self) -> None:
        async with self._reading:
            before = self._rows
            await self._read()
        new = [row for table, row in self._rows.items() if before.get(table) != row]
        gone = [table for table in before if table not in self._rows]
        if not new and not gone:
            return
        told: TablesChanged = {"type": "changed", "tables": new, "gone": gone}
        text = orjson.dumps(told)
        everybody = list(self.watchers)  # who comes from now on is sent the new list
        for first in range(0, len(everybody), AT_ONCE):
            for watcher in everybody[first : first + AT_ONCE]:
                watcher.tell_all(text)
            await asyncio.sleep(0)

    async def _read(self) -> None:
        store = self._lobby.store
        lines = await store.open_lines(time.time() - IN_USE_SECONDS, SHOWN)
        lines = [line for line in lines if is_joinable(line)]
        hosts = await store.hosts_of([line["table"] for line in lines])
        rates = await self.completions(hosts.values())
        rows = dict[str, OpenTable]()
        for line in lines:
            host = hosts.get(line["table"])
            rows[line["table"]] = open_table(line, host, rates.get(host or "", Completion()))
        self._rows, self._whole = rows, None

    async def completions(self, players: Iterable[str]) -> dict[str, Completion]:
        """How reliably these people play to the end."""
        return {player: await self.completion_of(player) for player in set(players)}

    async def completion_of(self, player: str) -> Completion:
        """How reliably somebody plays to the end; it may be a minute old."""
        now = time.monotonic()
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        if player not in self._known or self._known[player][0] < now:
            latest = await self._lobby.store.history(player, None, GAMES_READ)
            self._known[player] = now + KNOWN_SECONDS, completion(latest)
        return self._known[player][1]
