"""Several processes, one PostgreSQL and nothing else between them.

Whoever appends tells the others in the same transaction (NOTIFY), so they hear of it when it is stored
and not before. Every process shows in the database that it lives; each table has one owner among them,
which lets bots think and timers run, and a dead process' tables are taken over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import orjson

from rowlock.server.errors import StoreDown
from rowlock.server.live.room import Room
from rowlock.server.store import Conflict

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

LEASE = 3
"""A process counts as dead when it has missed this many beats."""
AT_ONCE = 200
"""How many tables one notice names at most."""
NOTICE_BYTES = 4000
"""Half of what fits into one notice of PostgreSQL: the last table is not split."""


class Relay:
    """What a process hears from the others, and tells them."""

    def __init__(self, lobby: Lobby, beat: float) -> None:
        self._lobby = lobby
        self._peers = lobby.store.peers
        self._beat = beat
        self._told: dict[str, frozenset[str]] = {}
        self._beats = 0
        self._renewed: dict[tuple[str, str], int] = {}
        """By process and table: at which beat of ours it was last said who is there."""
        self._tasks: list[asyncio.Task[None]] = []
        self._doing: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        await self._peers.show_alive()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._keep_beating())]

    async def stop(self) -> None:
        """Leave in good order, so that the others take over at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreDown, Conflict):
            await self._peers.leave()
            await self._tell({"gone": True})

    # what others say

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except Exception as error:
                log.warning("lost touch with the database", extra={"reason": type(error).__name__})
            await asyncio.sleep(self._beat)

    async def _hear(self) -> None:
        async for told in self._peers.listen():
            if told is not None:
                self._take(told)
                continue
            for room in list(self._lobby.rooms.values()):  # something may have been missed
                room.spawn(room.read_on())
            self._do(self._lobby.read_rewritten())
            await self._tell({"who": None})

    def _take(self, payload: str) -> None:
        if payload.startswith("{"):
            said = orjson.loads(payload)
            if said["from"] != self._peers.process:
                self._take_word(said)
            return
        process, table, number = payload.split()
        room = self._lobby.rooms.get(table)
        if process != self._peers.process and room is not None and room.table.number < int(number):
            room.spawn(room.read_on())

    def _take_word(self, said: dict[str, Any]) -> None:
        """What another process says beside what was appended."""
        if "signed_out" in said:
            self._do(self._lobby.hear_sign_out(said["signed_out"], said["reread"]))
        elif "bans" in said:
            self._do(self._lobby.hear_bans())
        else:
            self._take_presence(said)

    def _do(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    def _take_presence(self, said: dict[str, Any]) -> None:
        """Who is connected elsewhere; or a newcomer asks who is connected here."""
        process = said["from"]
        if "who" in said:
            asked = [said["who"]] if said["who"] else list(self._lobby.rooms)
            for table in asked:
                if here := self._lobby.rooms.get(table):
                    here.spawn(self.tell_presence(table, here.players_here(), again=True))
        elif "gone" in said:
            for left in self._lobby.rooms.values():
                left.hear_presence(process, frozenset())
        for table, players in said.get("here", {}).items():
            if room := self._lobby.rooms.get(table):
                self._renewed[process, table] = self._beats
                room.hear_presence(process, frozenset(players))

    # what we say

    async def _tell(self, message: dict[str, Any]) -> None:
        with suppress(StoreDown):
            await self._peers.tell(message)

    async def tell_sign_out(self, player: str, reread: Sequence[str]) -> None:
        """Tell the others to hang up on somebody, and to reload some tables."""
        for first in range(0, max(len(reread), 1), AT_ONCE):
            await self._tell({"signed_out": player, "reread": list(reread[first : first + AT_ONCE])})

    async def tell_bans(self) -> None:
        """Tell the others to look up who is kept out."""
        await self._tell({"bans": True})

    async def tell_presence(self, table: str, players: frozenset[str], again: bool = False) -> None:
        """Tell the others who is connected to a table here, if they do not know."""
        if again or self._told.get(table, frozenset()) != players:
            self._told[table] = players
            if players or not again:
                await self._tell({"here": {table: sorted(players)}})
        if not players:
            self._told.pop(table, None)

    async def _renew_presence(self) -> None:
        """Say again who is here: others may have taken us for dead, or missed it."""
        some, size = dict[str, list[str]](), 0
        for table, room in list(self._lobby.rooms.items()):
            if not (players := room.players_here()):
                continue
            some[table] = sorted(players)
            size += 20 * (1 + len(players))
            if size > NOTICE_BYTES:
                await self._tell({"here": some})
                some, size = {}, 0
        if some:
            await self._tell({"here": some})

    async def ask_presence(self, table: str) -> None:
        await self._tell({"who": table})

    # who owns what

    async def _keep_beating(self) -> None:
        while True:
            try:
                self._beats += 1
                await self._peers.show_alive()
                await self._renew_presence()
                await self._share_out()
            except Exception as error:  # whatever it is, we must keep showing that we are alive
                log.warning("cannot show that we live", extra={"reason": f"{type(error).__name__}: {error}"})
            await asyncio.sleep(self._beat)

    async def _share_out(self) -> None:
        """Claim the tables with visitors here that nobody alive owns, give back those without."""
        rooms = self._lobby.rooms
        busy = [table for table, room in rooms.items() if room.listeners]
        living, mine = await self._peers.share_out(busy, LEASE * self._beat)
        for table, room in rooms.items():
            room.steward.own(table in mine)
            self._forget_dead(room, living)

    def _forget_dead(self, room: Room, living: set[str]) -> None:
        """Gone is who was with a dead process, or has not been said to be there for some beats of ours."""
        for process in list(room.elsewhere):
            last = self._renewed.get((process, room.table.id), 0)
            if process not in living or self._beats - last > LEASE:
                self._renewed.pop((process, room.table.id), None)
                room.hear_presence(process, frozenset())

    async def claim(self, room: Room) -> None:
        """Claim one table at once, so that its bots need not wait for the next beat."""
        with suppress(StoreDown):
            room.steward.own(await self._peers.claim(room.table.id, LEASE * self._beat))
