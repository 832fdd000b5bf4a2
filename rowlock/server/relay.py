"""Several processes, one PostgreSQL and nothing else between them.

Whoever appends tells the others in the same transaction (NOTIFY), so they hear of it when it is stored
and not before. Every process shows in the database that it lives; each table has one owner among them,
which lets bots think and timers run, and a dead process' tables are taken over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import ColumnElement, delete, func, literal_column, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert

from rowlock.server.errors import StoreDown
from rowlock.server.room import Room
from rowlock.server.schema import processes, tables
from rowlock.server.store import CHANNEL, Conflict

if TYPE_CHECKING:
    from rowlock.server.lobby import Lobby

log = logging.getLogger(__name__)

LEASE = 3
"""A process is dead when it has missed so many beats."""
FORGET = 3600
"""Seconds after which a dead process is forgotten altogether."""

ALIVE: dict[str, Any] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""How soon a line that is only listened to is found to be dead."""

_now: ColumnElement[float] = literal_column("extract(epoch from clock_timestamp())")


class Relay:
    """What a process hears from the others, and tells them."""

    def __init__(self, lobby: Lobby, beat: float) -> None:
        self._lobby = lobby
        self._store = lobby.store
        self._beat = beat
        self._me = lobby.store.process
        self._told: dict[str, frozenset[str]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self._show_alive()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._keep_beating())]

    async def stop(self) -> None:
        """Leave in good order, so that the others take over at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreDown, Conflict):
            await self._store.execute(update(tables).where(tables.c.owner == self._me).values(owner=None))
            await self._store.execute(delete(processes).where(processes.c.id == self._me))
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
        import psycopg

        url = self._store.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        dial = psycopg.AsyncConnection.connect(address, autocommit=True, **ALIVE)
        async with await dial as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            for room in list(self._lobby.rooms.values()):  # something may have been missed
                room.spawn(room.read_on())
            await self._tell({"who": None})
            async for notice in connection.notifies():
                self._take(notice.payload)

    def _take(self, payload: str) -> None:
        if payload.startswith("{"):
            said = orjson.loads(payload)
            if said["from"] != self._me:
                self._take_presence(said)
            return
        process, table, number = payload.split()
        room = self._lobby.rooms.get(table)
        if process != self._me and room is not None and room.table.number < int(number):
            room.spawn(room.read_on())

    def _take_presence(self, said: dict[str, Any]) -> None:
        """Who is connected elsewhere; or a newcomer asks who is connected here."""
        process = said["from"]
        if "who" in said:
            asked = [said["who"]] if said["who"] else list(self._lobby.rooms)
            for table in asked:
                if here := self._lobby.rooms.get(table):
                    here.spawn(self.tell_presence(table, here.players_here(), again=True))
        elif "gone" in said:
            self._forget({process})
        elif room := self._lobby.rooms.get(said["table"]):
            room.hear_presence(process, frozenset(said["players"]))

    def _forget(self, dead: Iterable[str]) -> None:
        for room in self._lobby.rooms.values():
            for process in dead:
                room.hear_presence(process, frozenset())

    # what we say

    async def _tell(self, message: dict[str, Any]) -> None:
        said = orjson.dumps({"from": self._me, **message}).decode()
        statement = text(f"SELECT pg_notify('{CHANNEL}', :said)").bindparams(said=said)
        with suppress(StoreDown):
            await self._store.execute(statement)

    async def tell_presence(self, table: str, players: frozenset[str], again: bool = False) -> None:
        """Tell the others who is connected to a table here, if they do not know."""
        if again or self._told.get(table, frozenset()) != players:
            self._told[table] = players
            if players or not again:
                await self._tell({"table": table, "players": sorted(players)})
        if not players:
            self._told.pop(table, None)

    async def ask_presence(self, table: str) -> None:
        await self._tell({"who": table})

    # who owns what

    async def _keep_beating(self) -> None:
        while True:
            try:
                await self._show_alive()
                await self._share_out()
            except Exception as error:  # whatever it is: we must go on showing that we live
                log.warning("cannot show that we live", extra={"reason": f"{type(error).__name__}: {error}"})
            await asyncio.sleep(self._beat)

    async def _show_alive(self) -> None:
        seen = insert(processes).values(id=self._me, seen=_now)
        await self._store.execute(
            seen.on_conflict_do_update(index_elements=[processes.c.id], set_={"seen": _now})
        )
        await self._store.execute(delete(processes).where(processes.c.seen < _now - FORGET))

    async def _share_out(self) -> None:
        """Claim the tables with visitors here that nobody alive owns, give back those without."""
        rooms = self._lobby.rooms
        busy = [table for table, room in rooms.items() if room.listeners]
        alive = select(processes.c.id).where(processes.c.seen > _now - LEASE * self._beat)
        free = or_(tables.c.owner.is_(None), tables.c.owner.not_in(alive))
        async with self._store.connect() as connection:
            living = set((await connection.execute(alive)).scalars())
            if busy:
                await connection.execute(
                    update(tables).where(tables.c.id == func.any(busy), free).values(owner=self._me)
                )
            mine = set(
                (await connection.execute(select(tables.c.id).where(tables.c.owner == self._me))).scalars()
            )
            idle = mine.difference(busy)
            if idle:
                await connection.execute(
                    update(tables).where(tables.c.id == func.any(list(idle))).values(owner=None)
                )
        for table, room in rooms.items():
            room.steward.own(table in mine and table not in idle)
            self._forget_dead(room, living)

    def _forget_dead(self, room: Room, living: set[str]) -> None:
        for process in room.elsewhere.keys() - living:
            room.hear_presence(process, frozenset())

    async def claim(self, room: Room) -> None:
        """Claim one table at once, so that its bots need not wait for the next beat."""
        alive = select(processes.c.id).where(processes.c.seen > _now - LEASE * self._beat)
        free = or_(tables.c.owner.is_(None), tables.c.owner == self._me, tables.c.owner.not_in(alive))
        claimed = (
            update(tables)
            .where(tables.c.id == room.table.id, free)
            .values(owner=self._me)
            .returning(tables.c.id)
        )
        with suppress(StoreDown):
            room.steward.own(bool(await self._store.fetch(claimed)))
