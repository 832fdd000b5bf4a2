"""The part of a server that is for strangers: the list of open tables, and quick games.

A server that is not public has none of it: nobody watches, nobody waits, and nothing is read or told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from rowlock.engine.json_object import JsonObject
from rowlock.server.live.open_tables import OpenTables
from rowlock.server.live.quick_games import QuickGames
from rowlock.server.live.watching import Watcher

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby


class Strangers:
    """Everything for people who do not know each other."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.open_tables = OpenTables(lobby)
        self.quick_games = QuickGames(lobby)
        self._telling: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        return self._lobby.config.public

    def start(self) -> None:
        if self.is_open:
            self._lobby.store.on_listed = self.open_tables.changed_here
            self.open_tables.start()
            self.quick_games.start()

    async def stop(self) -> None:
        await self.open_tables.stop()
        await self.quick_games.stop()

    def leave(self, watcher: Watcher) -> None:
        """Somebody watches no longer, and waits for no game."""
        watcher.is_gone = True
        self.open_tables.discard(watcher)
        self.quick_games.leave(watcher)

    def hang_up(
        self, whom: Callable[[Watcher], bool], code: str, reason: str, come_back: float | None = None
    ) -> None:
        """Hang up on watchers."""
        for watcher in list(self.open_tables.watchers):
            if whom(watcher):
                watcher.bye(code, reason, come_back)
                self.leave(watcher)

    def tell_others(self, word: JsonObject) -> None:
        """Tell the other processes, if there are any."""
        if self._lobby.relay:
            task = asyncio.create_task(self._lobby.relay.tell_strangers(word))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    def hear(self, said: JsonObject) -> None:
        """Take a word of another process."""
        if "lists" in said:
            self.open_tables.wake()
        else:
            self.quick_games.hear(said)
