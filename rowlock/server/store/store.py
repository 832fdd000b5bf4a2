"""The store: an append-only log of what was said at each table, on SQLite or PostgreSQL.

Appends of all tables that arrive together are committed together, so that one flush to the disk serves
many tables. An append that returns is stored; nobody hears of an entry before.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from rowlock.server.errors import StoreDown
from rowlock.server.store.accounts import Accounts
from rowlock.server.store.batches import LOG, Batch, entry_of
from rowlock.server.store.calls import CallRows
from rowlock.server.store.checksums import tell_checksums
from rowlock.server.store.club_closing import ClubClosing
from rowlock.server.store.club_games import ClubGames
from rowlock.server.store.club_walls import ClubWalls
from rowlock.server.store.clubs import ClubRows
from rowlock.server.store.codes import CodeRows
from rowlock.server.store.daily import Days
from rowlock.server.store.database import (
    BUSY_SECONDS,
    LIMIT_SECONDS,
    SILENT,
    Conflict,
    NoAnswer,
    make_engine,
    make_writing_engine,
    reason_of,
)
from rowlock.server.store.duels import DuelRows
from rowlock.server.store.events import EventRows
from rowlock.server.store.file import FileLock, check_pages, file_of
from rowlock.server.store.forgetting import Forgetting
from rowlock.server.store.groups import Groups
from rowlock.server.store.lists import Lists
from rowlock.server.store.migrations import FromTheFuture, upgrade
from rowlock.server.store.moderation import Moderation
from rowlock.server.store.peers import Peers
from rowlock.server.store.profiles import Profiles
from rowlock.server.store.programs import ProgramRows
from rowlock.server.store.pruning import Pruning
from rowlock.server.store.ratings import Ratings
from rowlock.server.store.schema import entries, processes, tables
from rowlock.server.store.writer import Answers, WaitingBatch, Writer
from rowlock.table.table import Entry

LOAD_SECONDS = 10.0
"""How long a part of a table's log may take to be read."""
PART = 1000
"""Entries that are read from the database together."""
PING_SECONDS = 0.4
STORED_LATELY = 10.0
"""For this many seconds an append proves that the database can be written."""
CHECKPOINT_SECONDS = 5.0
"""How often SQLite's write-ahead log is carried over into the file, and emptied."""


class WaitingAppend(NamedTuple):
    """Somebody who has asked for an append, and when (`time.monotonic`)."""

    since: float
    done: asyncio.Future[None]

    def is_settled(self, latest: float) -> bool:
        """Whether there is an answer, or none is waited for any more."""
        return self.done.done() or self.since <= latest


class Store(
    Lists,
    Days,
    DuelRows,
    ClubRows,
    EventRows,
    ClubGames,
    ClubClosing,
    ClubWalls,
    Ratings,
    Profiles,
    Accounts,
    CallRows,
    ProgramRows,
    Moderation,
    CodeRows,
    Pruning,
):
    """All tables' logs. Open it with `Store.open`, close it with `close`."""

    def __init__(self, engine: AsyncEngine, process: str = "") -> None:
        super().__init__(engine)
        self.peers = Peers(self, process)
        self.forgetting = Forgetting(self, self.peers)
        self._waiting: deque[WaitingAppend] = deque()
        """Those who wait for an append, the longest first."""
        self._alarm: asyncio.TimerHandle | None = None
        self._durable = False
        self.writer: Writer | None = None
        """Writes to a SQLite file."""
        self._tidying: asyncio.Task[None] | None = None
        self._groups: Groups | None = None
        """Writes to PostgreSQL."""
        self._lock: FileLock | None = None
        self.in_trouble = False
        """Whether the last append failed."""
        self._stored = time.monotonic()
        self._pinging: asyncio.Task[int] | None = None
        self.on_listed: Callable[[], None] = lambda: None
        """Called when the list of tables may look different."""

    @classmethod
    async def open(cls, url: str, process: str = "", durable: bool = False, serving: bool = False) -> Store:
        """Open a database and bring it up to date. One server at a time is `serving` from a SQLite file."""
        store = cls(make_engine(url, durable), process)
        store._durable = durable
        file = file_of(store.engine.url)
        store._lock = FileLock(file) if file and serving else None
        try:
            if file and serving:
                await asyncio.to_thread(check_pages, file)
            async with store.engine.begin() as connection:
                await connection.run_sync(upgrade)
                if store.shared and serving:
                    await tell_checksums(connection)
        except StoreDown:
            await store.close()
            raise
        except (SQLAlchemyError, OSError, FromTheFuture) as error:
            await store.close()
            raise StoreDown(f"the database cannot be opened: {reason_of(error)}") from None
        if store.shared:
            store._groups = Groups(store, process, store._answer)
        else:
            store.writer = store._new_writer()
            store._tidying = asyncio.create_task(store._keep_tidy())
        return store

    async def close(self) -> None:
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)
        if self._groups is not None:
            await self._groups.close()
        if self.writer is not None:
            await self.writer.close()
        if self._alarm is not None:
            self._alarm.cancel()
        self._refuse_all(StoreDown("the server is going down"))
        await self.dispose()
        if self._lock is not None:
            self._lock.release()

    # the log

    async def append(self, batch: Batch) -> None:
        """Store a batch; raises `Conflict` if a number is taken, `StoreDown` if that cannot be known."""
        now, loop = time.monotonic(), asyncio.get_running_loop()
        if now < self._down_until:
            raise NoAnswer(SILENT)
        waiting = WaitingBatch(batch, loop.create_future())
        way = self.writer or self._groups
        assert way is not None
        way.append(waiting)
        self._waiting.append(WaitingAppend(now, waiting.done))
        if self._alarm is None:  # one for all: hardly anybody ever waits so long
            self._alarm = loop.call_later(LIMIT_SECONDS, self._look_at_waiting)
        await waiting.done
        if batch.is_listed:
            self.on_listed()

    def _look_at_waiting(self) -> None:
        """Who has waited too long is told so; whoever asks again finds out what became of it."""
        self._alarm, now = None, time.monotonic()
        if self.writer is not None and self.writer.since and now - self.writer.since > 0.9 * LIMIT_SECONDS:
            self.in_trouble = True
            self.writer.give_up()  # what it does is left to itself; the next append uses another connection
            self.writer = self._new_writer()
            self._refuse_all(self.no_answer(LIMIT_SECONDS))
        while self._waiting and self._waiting[0].is_settled(now - LIMIT_SECONDS):
            done = self._waiting.popleft().done
            if not done.done():
                done.set_exception(NoAnswer(SILENT))
        if self._waiting:
            left = self._waiting[0].since + LIMIT_SECONDS - now
            self._alarm = asyncio.get_running_loop().call_later(left, self._look_at_waiting)

    def _refuse_all(self, error: StoreDown) -> None:
        while self._waiting:
            done = self._waiting.popleft().done
            if not done.done():
                done.set_exception(error)

    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """A table's entries behind a number, in order, as the house reads them: with its secrets."""
        return [entry async for part in self.parts(table, after) for entry in part]

    async def parts(self, table: str, after: int = 0) -> AsyncIterator[list[Entry]]:
        """The same part by part, so that a long log keeps nobody waiting."""
        log = LOG.where(entries.c.table_id == table).limit(PART)
        while rows := await self.fetch(log.where(entries.c.number > after), LOAD_SECONDS):
            yield [entry_of(row)._replace(secret=row.secret) for row in rows]
            after = rows[-1].number
            if len(rows) < PART:
                return

    async def find_key(self, table: str, player: str | None, key: str) -> int | None:
        """The number under which this player's message was stored, if it was."""
        query = select(entries.c.number).where(
            entries.c.table_id == table, entries.c.player == player, entries.c.key == key
        )
        rows = await self.fetch(query)
        return rows[0][0] if rows else None

    async def _keep_tidy(self) -> None:
        """Carry SQLite's log over into the file beside the appends; the writer empties it between two."""
        wait = f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}"
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            with suppress(StoreDown):
                await self.execute(text("PRAGMA wal_checkpoint(PASSIVE)"), LOAD_SECONDS)
                assert self.writer is not None
                # the rest is carried over, and the log cut off unless somebody reads from it
                self.writer.run("PRAGMA busy_timeout=20", "PRAGMA wal_checkpoint(TRUNCATE)", wait)

    def _answer(self, answers: Answers) -> None:
        """Tell everybody who waits what became of their batch."""
        for (_, done), error in answers:
            self.in_trouble = isinstance(error, StoreDown)
            if error is None:
                self._stored = time.monotonic()
            if done.done():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    def _new_writer(self) -> Writer:
        engine = make_writing_engine(self.engine.url, self._durable)
        return Writer(engine, self.translated, self._answer)

    # health

    async def ping(self) -> int:
        """How many tables there are; raises `StoreDown` if the database cannot be read, or written.

        Those who ask at the same time hear the same: however many they are, the database is asked once.
        """
        if self._pinging is None or self._pinging.done():
            self._pinging = asyncio.create_task(self._ping())
            self._pinging.add_done_callback(lambda asked: asked.cancelled() or asked.exception())
        return await asyncio.shield(self._pinging)

    async def _ping(self) -> int:
        count = int((await self.fetch(select(func.count()).select_from(tables), PING_SECONDS))[0][0])
        if self.in_trouble or time.monotonic() - self._stored > STORED_LATELY:
            with suppress(Conflict):
                await self.limited(self._try_to_write(), PING_SECONDS)
            self.in_trouble, self._stored = False, time.monotonic()
        return count

    async def _try_to_write(self) -> None:
        """Store as much as several moves need, so that a full disk shows."""
        if self.shared:
            await self.peers.show_alive()
            return
        async with self.connect() as connection:
            await connection.execute(delete(processes))
            await connection.execute(insert(processes).values(id="health " * 2000, seen=0.0))
