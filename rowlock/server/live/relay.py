"""Several processes, one PostgreSQL and nothing else between them.

Every process shows in the database that it lives; a table's owner follows from that (`owners`), and its
visitors are brought there. So most tables are known to one process, and nobody else is told of their moves.
Where a table has visitors in two processes, because one of them has just come or cannot be reached, those
two tell each other who is there, and whoever appends says so in the same transaction (NOTIFY): the other
hears of it when it is stored and not before.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from random import uniform
from typing import TYPE_CHECKING

import orjson

from rowlock.engine.json_object import JsonObject
from rowlock.server.errors import StoreDown
from rowlock.server.live.owners import Owners
from rowlock.server.live.room import Room
from rowlock.server.store import Conflict
from rowlock.server.store.peers import Peer

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

LEASE = 3
"""A process counts as dead when it has missed this many beats."""
SETTLED = 2
"""Visitors are sent on to a new owner after this many beats in which it has stayed the same."""
AT_ONCE = 200
"""How many tables one notice names at most."""
NOTICE_BYTES = 4000
"""Half of what fits into one notice of PostgreSQL: the last table is not split."""
GATHER_SECONDS = 0.05
"""How long what is said about presence gathers, to be told together."""
STRANGERS = {"lists", "seeks", "unseeks", "found"}
"""Words about open tables and quick games."""
MOVED = ("restart", "this table goes on in another process; nothing is lost")


class Relay:
    """The messages between this process and the others."""

    def __init__(self, lobby: Lobby, beat: float) -> None:
        self._lobby = lobby
        self._peers = lobby.store.peers
        self._beat = beat
        self.owners = Owners(self._peers.me, lobby.config.is_routed)
        self.leads_to: Callable[[Peer], bool] = lambda peer: False
        """Whether connections can be brought to a process from here."""
        self._told: dict[str, frozenset[str]] = {}
        """The people whom the others know to be at a table here; only tables of which they know anything."""
        self._changed: set[str] = set()
        self._beats = 0
        self._shown = time.monotonic()
        """When it was last stored that this process lives."""
        self._strange: dict[str, tuple[str, int]] = {}
        """Tables with visitors here that another process owns: which, and for how many beats."""
        self._renewed: dict[tuple[str, str], int] = {}
        """By process and table: at which beat of ours it was last said who is there."""
        self._tasks: list[asyncio.Task[None]] = []
        self._doing: set[asyncio.Task[object]] = set()

    @property
    def lease(self) -> float:
        """Seconds of silence after which a process counts as dead."""
        return LEASE * self._beat

    async def start(self) -> None:
        await self._look_around()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._keep_beating())]

    async def leave(self) -> None:
        """Leave in good order, so that the others take over at once; what is open here goes on."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self._tasks:
            return
        self._tasks = []
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
                if not self.knows_all(room):
                    room.spawn(room.ledger.read_on())
            self._do(self._lobby.read_rewritten())
            self._do(self._lobby.hear_bans())
            if self.owners.is_chosen_outside:
                self._changed.update(self._lobby.rooms)
                self._tell_soon()

    def _take(self, payload: str) -> None:
        if payload.startswith("{"):
            said = orjson.loads(payload)
            if said["from"] != self._peers.process:
                self._take_word(said)
            return
        process, table, number = payload.split()
        room = self._lobby.rooms.get(table)
        if process != self._peers.process and room is not None and room.table.number < int(number):
            room.spawn(room.ledger.read_on())

    def _take_word(self, said: JsonObject) -> None:
        """Take a message of another process, beside what was appended."""
        if "signed_out" in said:
            self._do(self._lobby.hear_sign_out(said["signed_out"], said["reread"]))
        elif "bans" in said:
            self._do(self._lobby.hear_bans())
        elif said.keys() & STRANGERS:
            self._lobby.strangers.hear(said)
        elif "gone" in said:
            self.owners.leave_out(said["from"], self.lease)
            for left in self._lobby.rooms.values():
                left.hear_presence(said["from"], None)
        else:
            self._take_presence(said)

    def _do(self, work: Coroutine[object, object, object]) -> None:
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    def _take_presence(self, said: JsonObject) -> None:
        """People connected elsewhere to tables that are open here, and how much has been said there."""
        process = said["from"]
        for table, (number, players) in said["here"].items():
            room = self._lobby.rooms.get(table)
            if room is None:
                continue
            is_new = process not in room.present.elsewhere
            self._renewed[process, table] = self._beats
            room.hear_presence(process, frozenset(players))
            if room.table.number < number:
                room.spawn(room.ledger.read_on())
            if is_new and room.listeners:
                self._changed.add(table)
                self._tell_soon()
        for table in said["left"]:
            if room := self._lobby.rooms.get(table):
                room.hear_presence(process, None)

    # what we say

    async def _tell(self, message: JsonObject) -> None:
        with suppress(StoreDown):
            await self._peers.tell(message)

    async def tell_sign_out(self, player: str, reread: Sequence[str]) -> None:
        """Tell the others to hang up on somebody, and to reload some tables."""
        for first in range(0, max(len(reread), 1), AT_ONCE):
            await self._tell({"signed_out": player, "reread": list(reread[first : first + AT_ONCE])})

    async def tell_bans(self) -> None:
        """Tell the others to look up who is kept out."""
        await self._tell({"bans": True})

    async def tell_strangers(self, word: JsonObject) -> None:
        """Tell the others something about open tables or quick games (`live.strangers`)."""
        await self._tell(word)

    def knows_all(self, room: Room) -> bool:
        """Whether nobody else speaks at a table, so that whatever is said there is said here."""
        return bool(room.listeners) and not self.is_shared(room)

    def is_shared(self, room: Room) -> bool:
        """Whether another process may have visitors of this table too."""
        return bool(room.present.elsewhere) or not self.owners.is_mine(room.table.id)

    def presence_changed(self, room: Room) -> None:
        """Somebody came or went; that is told to those whom it concerns, if there are any."""
        if room.table.id in self._told or self.is_shared(room) or self.owners.is_chosen_outside:
            self._changed.add(room.table.id)
            self._tell_soon()

    def meet(self, room: Room) -> None:
        """Another process appends to this table: tell it that there are visitors here."""
        self._changed.add(room.table.id)
        self._tell_soon()

    def _tell_soon(self) -> None:
        if not any(task.get_name() == "telling" for task in self._doing):
            task = asyncio.create_task(self._tell_changed(), name="telling")
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)

    async def _tell_changed(self) -> None:
        await asyncio.sleep(GATHER_SECONDS)
        while self._changed:
            tables, self._changed = self._changed, set()
            await self._tell_presence(tables)

    async def _tell_presence(self, tables: set[str]) -> None:
        """Tell the others who is connected to tables here, many in one notice."""
        here, left, size = dict[str, tuple[int, list[str]]](), list[str](), 0
        for table in tables:
            room = self._lobby.rooms.get(table)
            if room is None or not room.listeners:
                left += [table] if self._told.pop(table, None) is not None else []
                size += 20
            else:
                self._told[table] = players = room.listeners.players()
                here[table] = room.table.number, sorted(players)
                size += 30 + 20 * len(players)
            if size > NOTICE_BYTES:
                await self._tell({"here": here, "left": left})
                here, left, size = {}, [], 0
        if here or left:
            await self._tell({"here": here, "left": left})

    # who owns what

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._pause())
            self._beats += 1
            try:
                await self._look_around()
                self.owners.cut_off(False)
            except Exception as error:  # whatever it is, we must keep showing that we are alive
                log.warning("cannot show that we live", extra={"reason": f"{type(error).__name__}: {error}"})
                self._see_whether_cut_off()
            self._tidy()

    def _pause(self) -> float:
        """Seconds until the next beat, or until the others take us for dead, if that is sooner."""
        left = self._shown + self.lease - time.monotonic()
        return min(self._beat, left) if left > 0 else self._beat

    async def _look_around(self) -> None:
        """Show that we live, and see who else does."""
        begun = time.monotonic()
        await self._peers.show_alive()
        self.owners.learn(await self._peers.living(self.lease))
        self._shown = begun

    def _see_whether_cut_off(self) -> None:
        """Too long without the database, the others take us for dead: visitors are sent to them."""
        if self.owners.is_cut_off or time.monotonic() - self._shown < self.lease:
            return
        if len(self.owners.living) > 1:
            log.error("cut off from the database; visitors are sent to the other processes")
            self.owners.cut_off(True)
            for room in self._lobby.rooms.values():
                self._send_on(room)

    def _tidy(self) -> None:
        """Tables move with their owners: visitors follow, who is gone is forgotten, who is here is told."""
        strange = dict[str, tuple[str, int]]()
        for table, room in self._lobby.rooms.items():
            self._forget_dead(room)
            room.lead()
            if not room.listeners:
                continue
            owner = self.owners.of(table)
            if owner.id != self.owners.me.id:
                before, beats = self._strange.get(table, ("", 0))
                strange[table] = owner.id, beats + 1 if before == owner.id else 1
                if strange[table][1] > SETTLED and self.leads_to(owner):
                    self._send_on(room)
            if self.is_shared(room):
                self._changed.add(table)
        self._strange = strange
        if self._changed:
            self._tell_soon()

    def _send_on(self, room: Room) -> None:
        for listener in list(room.listeners):
            listener.bye(*MOVED, round(uniform(0.1, 1.0), 2))

    def _forget_dead(self, room: Room) -> None:
        """Forget whoever was connected to a dead process, or was not reported for some beats."""
        for process in list(room.present.elsewhere):
            last = self._renewed.get((process, room.table.id), 0)
            if process not in self.owners.living or self._beats - last > LEASE:
                self._renewed.pop((process, room.table.id), None)
                room.hear_presence(process, None)
