"""The lobby: who is who, which tables there are, and the rooms of those in use."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections import OrderedDict
from contextlib import suppress

from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import format_variant
from rowlock.server import dice, records
from rowlock.server.bot_door import BotDoor
from rowlock.server.config import Config
from rowlock.server.errors import BadMessage, BadToken, NoSuchTable, StoreDown, TooMany
from rowlock.server.hub import Listener
from rowlock.server.protocol import NewTable, SeatWanted, Start
from rowlock.server.relay import Relay
from rowlock.server.room import Room
from rowlock.server.steward import PROGRAM_MARK
from rowlock.server.store import TOUCH_SECONDS, Batch, Player, Store, TableLine
from rowlock.server.uploads import read_upload
from rowlock.server.views import table_summary
from rowlock.table.errors import DamagedLog, SeatsOpen
from rowlock.table.records import read_table
from rowlock.table.sayings import open_table
from rowlock.table.table import Entry, Plain, Seat, Settings, bot_seat

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody mixes up when a link is read aloud."""
PLAYERS_KEPT = 20_000

log = logging.getLogger(__name__)


def new_id(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Lobby:
    """All that the server holds, beside its database."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.bots = BotDoor(config.bots)
        self.rooms: dict[str, Room] = {}
        self.relay = Relay(self, config.beat) if store.shared else None
        self._touched = time.monotonic()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._players: OrderedDict[str, Player] = OrderedDict()

    # players

    async def new_player(self, name: str, program: bool) -> tuple[Player, str]:
        """A player, and the token that proves it; only its hash is kept."""
        token = secrets.token_hex(16)
        mark = PROGRAM_MARK if program else "p"
        player = Player(mark + new_id(12), name, program)
        await self.store.add_player(player, hash_token(token), time.time())
        return player, token

    async def player_of(self, token: str) -> Player:
        """Who holds this token; raises `BadToken` if nobody does."""
        hashed = hash_token(token)
        if hashed in self._players:
            self._players.move_to_end(hashed)
            return self._players[hashed]
        found = await self.store.find_player(hashed)
        if found is None or not hmac.compare_digest(found[1], hashed):
            raise BadToken("nobody holds this token; make a new player")
        if not self.store.shared:  # another process might change the name
            self._players[hashed] = found[0]
        if len(self._players) > PLAYERS_KEPT:
            self._players.popitem(last=False)
        return found[0]

    async def rename(self, token: str, name: str) -> Player:
        player = (await self.player_of(token))._replace(name=name)
        await self.store.rename_player(player.id, name)
        self._players.pop(hash_token(token), None)
        return player

    # tables

    async def create(self, host: Player, wanted: NewTable) -> str:
        """Open a table; everything about it stands in the first entry of its log."""
        if wanted.start and any(seat.kind == "open" for seat in wanted.seats):
            raise SeatsOpen("a table that starts at once has no open seats")
        variant = await self._variant(wanted)
        table_id = new_id(12)
        settings = Settings(
            wanted.timer, wanted.auto_pass, wanted.listed, wanted.spectators, wanted.chat, wanted.dice
        )
        body = {
            "table": table_id,
            "name": host.name,
            "variant": variant.name,
            "text": format_variant(variant),
            "settings": settings._asdict(),
            "seats": [self._seat(seat, host)._asdict() for seat in wanted.seats],
            "secret": dice.new_secret(),
        }
        first = Entry(1, time.time(), host.id, "created", body)
        table, _ = open_table(first)
        if len(self.rooms) >= self.config.limits.rooms:
            raise TooMany("the house is full; try again later")
        line = TableLine(settings.listed, table.state, table_summary(table))
        await self.store.append(Batch(table_id, [first], line))
        return table_id

    async def _variant(self, wanted: NewTable) -> Variant:
        if wanted.variant_text is not None:
            return await read_upload(wanted.variant_text)
        return records.load_named(wanted.variant)

    def _seat(self, wanted: SeatWanted, host: Player) -> Seat:
        if wanted.kind == "open":
            return Seat()
        if wanted.kind == "me":
            return Seat("human", wanted.name or host.name, host.id)
        if wanted.bot is None:
            raise BadMessage("seats: a seat of kind bot names its bot")
        return bot_seat(self.bots.check(wanted.bot))

    async def start(self, table_id: str, host: Player) -> None:
        """Start a game for its host; raises what speaks against it."""
        room = await self.room(table_id)
        answer = await room.request(Listener(host), Start(type="start"))
        if isinstance(answer, RowlockError):
            raise answer

    async def listed(self, seconds: float) -> list[Plain]:
        """The listed tables that were used in the last so many seconds."""
        return await self.store.listed(time.time() - seconds, limit=100)

    async def visit(self, table_id: str) -> Room:
        """The room for somebody who comes in: as new as anything they have been told elsewhere."""
        room = await self.room(table_id)
        room.idle_since = time.monotonic()  # it must not be swept away meanwhile
        if self.store.shared:
            await room.read_on()
        return room

    async def room(self, table_id: str) -> Room:
        """The room of a table, from memory or from its log."""
        if room := self.rooms.get(table_id):
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
        await self.store.touch([table_id], time.time())  # before it is read: nobody prunes it from now on
        entries = await self.store.load(table_id)
        if not entries:
            raise NoSuchTable("there is no such table, or it is long gone")
        try:
            table = read_table(entries)
        except DamagedLog as error:
            log.error("a table cannot be read", extra={"table": table_id, "reason": str(error)})
            raise
        room = Room(table, self.store, self.bots, self.config, self.relay)
        room.recall(entries)
        self.rooms[table_id] = room
        await room.wake()
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

    async def _keep_touched(self) -> None:
        """Show that the tables in memory are in use, so that nobody prunes them."""
        if time.monotonic() - self._touched > TOUCH_SECONDS:
            self._touched = time.monotonic()
            with suppress(StoreDown):
                await self.store.touch(list(self.rooms), time.time())

    # the end

    async def farewell(self, come_back: float = 2.0) -> None:
        """Tell everybody that the server goes down and will be back."""
        for room in self.rooms.values():
            for listener in list(room.listeners):
                listener.bye("restart", "the server restarts; nothing is lost", come_back)

    async def close(self) -> None:
        if self.relay:
            await self.relay.stop()
        for room in list(self.rooms.values()):
            await room.close()
        self.bots.close()
        await self.store.close()


async def games_of(lobby: Lobby, player: Player, before: float | None, limit: int) -> list[Plain]:
    """A player's history; several seats in one game are one line."""
    lines: dict[tuple[str, int], Plain] = {}
    for line in await lobby.store.history(player.id, before, limit * 5):
        key = (line["table"], line["game"])
        seat = line.pop("seat")
        lines.setdefault(key, {**line, "seats_of_mine": []})["seats_of_mine"].append(seat)
    return list(lines.values())[:limit]
