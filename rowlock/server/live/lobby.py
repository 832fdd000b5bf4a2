"""The lobby: who is who, which tables there are, and the rooms of those in use."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256

from starlette.concurrency import run_in_threadpool

from rowlock.analysis.setup import read_position
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import format_record, parse_record
from rowlock.engine.variant import Variant
from rowlock.server.config import Config
from rowlock.server.errors import BadToken, Banned, StoreDown, TooHeavy, TooMany
from rowlock.server.jobs.apart import Apart
from rowlock.server.jobs.caller import DueCalls
from rowlock.server.jobs.day_keeper import DayKeeper
from rowlock.server.jobs.forgetter import Forgetter
from rowlock.server.jobs.queue import WorkQueue
from rowlock.server.jobs.rater import Rater
from rowlock.server.jobs.reviews import Reviews
from rowlock.server.jobs.tallier import Tallier
from rowlock.server.jobs.uploads import read_upload
from rowlock.server.live.bots import BotDoor
from rowlock.server.live.budget import BudgetReading
from rowlock.server.live.calls import Calls
from rowlock.server.live.clubs import Clubs
from rowlock.server.live.daily import Daily
from rowlock.server.live.duels import Duels
from rowlock.server.live.events import Events
from rowlock.server.live.gathering import Gathering
from rowlock.server.live.house_pads import house_pads
from rowlock.server.live.hub import Listener
from rowlock.server.live.passkeys import Passkeys
from rowlock.server.live.people import People, new_act, new_id
from rowlock.server.live.programs import Programs
from rowlock.server.live.relay import Relay
from rowlock.server.live.room import Room, house_of
from rowlock.server.live.strangers import Strangers
from rowlock.server.live.watching import Watcher
from rowlock.server.store import TOUCH_SECONDS, Ban, Batch, Conflict, FinishedGame, Player, Store, TableLine
from rowlock.table.api.tables import NewTable
from rowlock.table.errors import DamagedLog, NoSuchTable
from rowlock.table.finished import summary_of
from rowlock.table.log.imported import log_of
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opening import begins_with, check_wish, first_entry
from rowlock.table.log.records import read_table
from rowlock.table.messages import Who
from rowlock.table.messages.play import Start
from rowlock.table.shapes.answers import Finished, Listed
from rowlock.table.table import Table
from rowlock.table.views import table_summary
from rowlock.variants import load_named

log = logging.getLogger(__name__)

SIGNED_OUT = "this device is signed out"
KEPT_OUT = "you are banned from this server"


class Lobby:
    """Everything the server holds besides its database."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.bots = BotDoor(config.bots)
        self.reviews = Reviews(store, config.reviewers)
        self.queue = WorkQueue()
        self.apart = Apart()
        self.pads = house_pads(config.pads)
        self.rooms: dict[str, Room] = {}
        self.gathering = Gathering()
        self.relay = Relay(self, config.beat) if store.shared else None
        self._touched = time.monotonic()
        self.people = People(store)
        self.passkeys = Passkeys(store)
        self.forgetter = Forgetter(self)
        self.daily = Daily(self)
        self.duels = Duels(self)
        self.clubs = Clubs(self)
        self.events = Events(self)
        self.programs = Programs(self)
        self.rater = Rater(self)
        self.tallier = Tallier(self)
        self.calls = Calls(self)
        self.caller = DueCalls(self)
        self.day_keeper = DayKeeper(self)
        self.strangers = Strangers(self)
        self._loading: dict[str, asyncio.Task[Room]] = {}

    # players

    async def sign_out(self, player: str, reread: Sequence[str] = ()) -> None:
        """Hang up on somebody everywhere, and reload tables whose logs were rewritten."""
        await self.hear_sign_out(player, reread)
        if self.relay:
            await self.relay.tell_sign_out(player, reread)

    async def hear_sign_out(self, player: str, reread: Sequence[str]) -> None:
        self.people.forget_known(player)
        self.strangers.hang_up(lambda watcher: watcher.id == player, BadToken.code, SIGNED_OUT)
        for room in list(self.rooms.values()):
            for listener in list(room.listeners):
                if listener.id == player:
                    listener.bye(BadToken.code, SIGNED_OUT, None)
        if reread:
            self.queue.forget()
            self.reviews.forget()
        for table in reread:
            if there := self.rooms.get(table):
                await there.ledger.read_anew()

    async def forget(self, player: Player) -> str:
        """Delete a player; all that names them follows in pieces. The ticket tells how far that has come."""
        ticket = new_id(20)
        await self.store.forgetting.begin(player.id, ticket, time.time())
        await self.hear_sign_out(player.id, [])
        self.forgetter.wake()
        return ticket

    async def read_rewritten(self) -> None:
        """Reload the tables here whose logs were rewritten and that we have not heard of."""
        with suppress(StoreDown):
            known = await self.store.forgets(list(self.rooms))
            for table, forgets in known.items():
                if (room := self.rooms.get(table)) and room.ledger.forgets < forgets:
                    await room.ledger.read_anew()

    # who is kept out

    async def ban(self, ban: Ban) -> None:
        """Keep a player or an address out; whoever is here under it must go. A muted player stays."""
        await self.store.ban(ban, new_act(ban.kind, ban.value, ban.reason))
        await self._tell_bans()

    async def unban(self, kind: str, value: str) -> bool:
        found = await self.store.unban(kind, value, new_act(f"undo_{kind}", value))
        await self._tell_bans()
        return found

    async def _tell_bans(self) -> None:
        await self.hear_bans()
        if self.relay:
            await self.relay.tell_bans()

    async def hear_bans(self) -> None:
        banned = {(ban.kind, ban.value) for ban in await self.people.read_bans()}

        def is_out(who: Listener | Watcher) -> bool:
            return ("player", who.id) in banned or ("address", who.address) in banned

        self.strangers.hang_up(is_out, Banned.code, KEPT_OUT)
        for room in list(self.rooms.values()):
            for listener in list(room.listeners):
                if is_out(listener):
                    listener.bye(Banned.code, KEPT_OUT, None)

    # tables

    async def create(self, host: Player, wanted: NewTable) -> Table:
        """Open a table; everything about it is in the first entry of its log."""
        check_wish(wanted)
        begins, who = await self._begins_with(wanted), Who(host.id, host.name)
        house = house_of(self.bots, self.pads, is_public=self.config.public)
        first = first_entry(new_id(12), time.time(), who, wanted, begins, house)
        table, _ = open_table(first)
        if len(self.rooms) >= self.config.limits.rooms:
            raise TooMany("the house is full; try again later")
        line = TableLine(table.settings.listed, table.state, table_summary(table))
        await self.store.append(Batch(table.id, [first], line))
        return table

    async def _begins_with(self, wanted: NewTable) -> tuple[Variant, str]:
        """The pad, and the position that is played on from, if there is one."""
        files = wanted.files
        own = await read_upload(files.text, files.parents, self.pads) if files else None
        return begins_with(wanted, own, self.pads.load, read_position)

    async def bring(self, player: Player, text: str, seats: Sequence[int]) -> str:
        """Keep the record of a game that was played elsewhere, as a table of its own; its name."""
        record = await run_in_threadpool(parse_record, text, load_named)
        table_id = sha256(f"{player.id} {format_record(record)}".encode()).hexdigest()[:16]
        log = log_of(record, table_id, time.time(), Who(player.id, player.name), seats)
        table = await run_in_threadpool(read_table, log)
        holders = [(player.id, seat) for seat in table.seats_of(player.id)] or [(player.id, 0)]
        line = TableLine(False, table.state, table_summary(table))
        with suppress(Conflict):  # it is kept already
            await self.store.append(Batch(table_id, log, line, FinishedGame(summary_of(table), holders)))
        return table_id

    async def start(self, table_id: str, host: Player, first: int | None = None) -> None:
        """Start a game for its host; raises the reason if that is not possible."""
        room = await self.room(table_id)
        answer = await room.request(Listener(host), Start(first=first))
        if isinstance(answer, RowlockError):
            raise answer

    async def listed(self, seconds: float) -> list[Listed]:
        """The listed tables that were used within this many seconds."""
        return await self.store.listed(time.time() - seconds, limit=100)

    async def visit(self, table_id: str) -> Room:
        """The room for somebody who comes in: as new as anything they have been told elsewhere."""
        room = await self.room(table_id)
        room.idle_since = time.monotonic()  # it must not be cleaned up meanwhile
        return room

    async def room(self, table_id: str) -> Room:
        """The room of a table, from memory or from its log."""
        if room := self.rooms.get(table_id):
            if self.relay and not self.relay.knows_all(room):
                await room.ledger.read_on()  # something may have been said elsewhere
            return room
        if not re.fullmatch("[a-z0-9]{1,32}", table_id):
            raise NoSuchTable("there is no such table")
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> Room:
        if len(self.rooms) >= self.config.limits.rooms:
            raise TooMany("the house is full; try again later")
        await self.store.touch([table_id], time.time())  # before it is read, so that nobody prunes it
        try:
            forgets = (await self.store.forgets([table_id])).get(table_id, 0)  # before the log is read
            room = await self._read(table_id)
            room.ledger.forgets = forgets
        except DamagedLog as error:
            log.error("a table cannot be read", extra={"table": table_id, "reason": str(error)})
            raise
        self.rooms[table_id] = room
        await room.wake()
        return room

    async def _read(self, table_id: str) -> Room:
        """The room that a log makes; where that takes too long, one that is closed already."""
        room: Room | None = None
        async for part in self.store.parts(table_id):
            if room is None:
                first = read_table(part[:1])
                room = Room(first, self.store, self.bots, self.config, self.gathering, self.relay, self.calls)
                reading = BudgetReading(room.table, self.config.step)
                room.ledger.recall(part[:1])
                part = part[1:]
            try:
                await room.ledger.read(reading, part)
            except TooHeavy:
                break
            room.ledger.table = reading.table
        if room is None:
            raise NoSuchTable("there is no such table, or it is long gone")
        return room

    async def sweep(self) -> None:
        """Forget the rooms that nobody has visited for a while; their logs stay."""
        now = time.monotonic()
        for table_id, room in list(self.rooms.items()):
            if not room.listeners and now - room.idle_since > self.config.pace.idle:
                del self.rooms[table_id]
                await room.close()

    async def keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self.config.pace.idle))
            await self.sweep()
            await self._keep_touched()
            with suppress(StoreDown):
                await self.hear_bans()

    async def _keep_touched(self) -> None:
        """Show that the tables in memory are in use, so that nobody prunes them."""
        if time.monotonic() - self._touched > TOUCH_SECONDS:
            self._touched = time.monotonic()
            with suppress(StoreDown):
                await self.store.touch(list(self.rooms), time.time())

    # the end

    async def farewell(self, come_back: float = 2.0) -> None:
        """Tell everybody that the server goes down, and whether it will be back."""
        told: tuple[str, str, float | None] = ("restart", "the server restarts; nothing is lost", come_back)
        if self.config.attached:
            told = ("host_quit", "the host has quit, and the server with them", None)
        self.strangers.hang_up(lambda watcher: True, *told)
        for room in self.rooms.values():
            for listener in list(room.listeners):
                listener.bye(*told)

    async def close(self) -> None:
        await self.forgetter.stop()
        await self.daily.stop()
        await self.duels.stop()
        await self.clubs.closer.stop()
        await self.events.keeper.stop()
        await self.events.weigher.stop()
        await self.programs.stop()
        await self.rater.stop()
        await self.tallier.stop()
        await self.caller.stop()
        await self.day_keeper.stop()
        await self.strangers.stop()
        if self.relay:
            await self.relay.leave()
        for room in list(self.rooms.values()):
            await room.close()
        self.bots.close()
        self.apart.close()
        await self.reviews.close()
        await self.store.close()


async def games_of(lobby: Lobby, player: Player, before: float | None, limit: int) -> list[Finished]:
    """A player's history; several seats in one game are one line."""
    lines: dict[tuple[str, int], Finished] = {}
    for seat, line in await lobby.store.history(player.id, before, limit * 5):
        lines.setdefault((line["table"], line["game"]), line)["seats_of_mine"].append(seat)
    return list(lines.values())[:limit]
