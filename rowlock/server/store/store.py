"""The store: an append-only log of what was said at each table, on SQLite or PostgreSQL.

Appends of all tables that arrive together are committed together, so that one flush to the disk serves
many tables. An append that returns is stored; nobody hears of an entry before.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rowlock.server.errors import StoreDown
from rowlock.server.store.appends import Appends, is_plain
from rowlock.server.store.batches import (
    COLUMNS,
    LOG,
    Batch,
    check_changed,
    check_there,
    entry_of,
    lists_of,
    named_in,
    rows_of,
    still_there,
)
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
from rowlock.server.store.file import FileLock, check_pages, file_of
from rowlock.server.store.forgetting import Forgetting
from rowlock.server.store.lists import Lists
from rowlock.server.store.migrations import FromTheFuture, upgrade
from rowlock.server.store.peers import NOTIFY_ALL, Peers
from rowlock.server.store.schema import entries, processes, tables
from rowlock.server.store.writer import GATHER_SECONDS, GROUP, Answers, Waiting, Writer
from rowlock.table.errors import NoSuchPlayer
from rowlock.table.table import Entry

log = logging.getLogger(__name__)

TYPES = ("text", "int", "float8", "text", "text", "text", "text")
_arrays = ", ".join(f"CAST(:{name} AS {kind}[])" for name, kind in zip(COLUMNS, TYPES, strict=True))
APPEND = text(f"INSERT INTO entries ({', '.join(COLUMNS)}) SELECT * FROM unnest({_arrays})")
"""One statement for all rows: several in a pipeline are broken off with a warning when a number is taken."""
CHECKSUM_FAILURES = "SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()"
LOAD_SECONDS = 10.0
"""How long a part of a table's log may take to be read."""
PART = 1000
"""Entries that are read from the database together."""
PING_SECONDS = 0.4
STORED_LATELY = 10.0
"""For this many seconds an append proves that the database can be written."""
LINES = 2
"""Groups of appends to PostgreSQL that are under way at the same time."""
CHECKPOINT_SECONDS = 5.0
"""How often SQLite's write-ahead log is carried over into the file, and emptied."""


class Asked(NamedTuple):
    """Somebody who has asked for an append, and when (`time.monotonic`)."""

    since: float
    done: asyncio.Future[None]

    def is_settled(self, latest: float) -> bool:
        """Whether there is an answer, or none is waited for any more."""
        return self.done.done() or self.since <= latest


class Store(Lists, Days):
    """All tables' logs. Open it with `Store.open`, close it with `close`."""

    def __init__(self, engine: AsyncEngine, process: str = "") -> None:
        super().__init__(engine)
        self.peers = Peers(self, process)
        self.forgetting = Forgetting(self, self.peers)
        self._queue: list[Waiting] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._waiting: deque[Asked] = deque()
        """Who waits for an append, the longest first."""
        self._alarm: asyncio.TimerHandle | None = None
        self._line: AsyncConnection | None = None
        self._free: asyncio.Queue[Appends] = asyncio.Queue()
        """Connections for plain appends that wait for something to do."""
        self._in_turn = asyncio.Lock()
        self._writing: set[asyncio.Task[None]] = set()
        self._durable = False
        self.writer: Writer | None = None
        self._lock: FileLock | None = None
        self.in_trouble = False
        """Whether the last append failed."""
        self._stored = time.monotonic()

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
                    await _tell_checksums(connection)
        except StoreDown:
            await store.close()
            raise
        except (SQLAlchemyError, OSError, FromTheFuture) as error:
            await store.close()
            raise StoreDown(f"the database cannot be opened: {reason_of(error)}") from None
        if not store.shared:
            store.writer = store._new_writer()
        for _ in range(LINES):
            store._free.put_nowait(Appends(store.engine.url))
        work = store._write() if store.shared else store._keep_tidy()
        store._tasks.append(asyncio.create_task(work))
        return store

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._writing, return_exceptions=True)
        while not self._free.empty():
            await self._free.get_nowait().close()
        await self.end_calls()
        if self._line is not None and not self._calls:  # a call that is still under way closes it itself
            with suppress(SQLAlchemyError, OSError):
                await self._line.close()
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
        waiting = Waiting(batch, loop.create_future())
        if self.writer is not None:
            self.writer.append(waiting)
        else:
            self._queue.append(waiting)
            self._wake.set()
        self._waiting.append(Asked(now, waiting.done))
        if self._alarm is None:  # one for all: hardly anybody ever waits so long
            self._alarm = loop.call_later(LIMIT_SECONDS, self._look_at_waiting)
        await waiting.done

    def _look_at_waiting(self) -> None:
        """Who has waited too long is told so; whoever asks again finds out what became of it."""
        self._alarm, now = None, time.monotonic()
        if self.writer is not None and self.writer.since and now - self.writer.since > 0.9 * LIMIT_SECONDS:
            self.in_trouble = True
            self._leave_line()
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

    async def _write(self) -> None:
        """Appends to PostgreSQL: what has gathered is committed together.

        The next group is on its way before the last has been answered: a table says nothing more until its
        own append is stored, so whatever is under way at the same time is of different tables.
        """
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                line = await self._free.get()
                group, self._queue = self._queue[:GROUP], self._queue[GROUP:]
                self._spawn(self._commit_group([one for one in group if not one.done.done()], line))
                await asyncio.sleep(GATHER_SECONDS)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _commit_group(self, group: list[Waiting], line: Appends) -> None:
        """Plain entries in one statement, the rest in one transaction."""
        try:
            plain = [one for one in group if is_plain(one.batch)]
            if not await self._append_plain(plain, line):
                for one in plain:
                    await self._commit([one])
            async with self._in_turn:
                await self._commit([one for one in group if not is_plain(one.batch)])
        finally:
            self._free.put_nowait(line)

    async def _append_plain(self, group: list[Waiting], line: Appends) -> bool:
        """Whether all of a group could be stored together, or nothing is known about any of it."""
        if not group:
            return True
        error: Exception | None = None
        try:
            with self.translated():
                await self.limited(line.append([one.batch for one in group]))
        except Conflict as conflict:
            if len(group) > 1:
                return False
            error = conflict
        except StoreDown as down:
            error = down
        self._answer([(one, error) for one in group])
        return True

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

    async def _commit(self, group: list[Waiting]) -> None:
        """All batches in one transaction; one by one if one of them cannot be stored."""
        if not group:
            return
        error: Exception | None = None
        try:
            await self.limited(self._insert([one.batch for one in group]))
        except (Conflict, NoSuchPlayer, StoreDown) as refused:
            error = refused
            if isinstance(error, NoAnswer):
                self._leave_line()
            elif len(group) > 1:
                for one in group:
                    await self._commit([one])
                return
        self._answer([(one, error) for one in group])

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

    async def _insert(self, batches: list[Batch]) -> None:
        batches = sorted(batches, key=lambda batch: batch.table)  # one order for all: no deadlocks
        async with self._keep_connected() as connection:
            if named := named_in(batches):
                check_there(named, await connection.execute(still_there(named)))
            columns = map(list, zip(*rows_of(batches), strict=True))
            await connection.execute(APPEND, dict(zip(COLUMNS, columns, strict=True)))
            for statement in lists_of(batches):
                check_changed(statement, await connection.execute(statement))
            me = self.peers.process
            told = [f"{me} {batch.table} {batch.entries[-1].number}" for batch in batches if batch.is_told]
            if told:
                await connection.execute(NOTIFY_ALL, {"told": told})

    def _new_writer(self) -> Writer:
        engine = make_writing_engine(self.engine.url, self._durable)
        return Writer(engine, self.translated, self._answer)

    def _leave_line(self) -> None:
        """The call that does not answer is left to itself; the next one uses another connection."""
        self._line = None
        if self.writer is not None:
            self.writer.give_up()
            self.writer = self._new_writer()

    @asynccontextmanager
    async def _keep_connected(self) -> AsyncIterator[AsyncConnection]:
        """A transaction on the one connection that is kept for appends; a new one after trouble."""
        with self.translated():
            line = self._line = self._line or await self.engine.connect()
            try:
                async with line.begin():
                    yield line
            except (IntegrityError, Conflict, NoSuchPlayer):
                raise
            except BaseException:
                if self._line is line:
                    self._line = None
                with suppress(Exception):
                    await line.invalidate()
                    await line.close()
                raise

    # health

    async def ping(self) -> int:
        """How many tables there are; raises `StoreDown` if the database cannot be read, or written."""
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


async def _tell_checksums(connection: AsyncConnection) -> None:
    """Whether PostgreSQL notices overwritten pages, and has noticed any, is for the operator to know."""
    if (await connection.execute(text("SHOW data_checksums"))).scalar() != "on":
        log.warning(
            "PostgreSQL keeps no checksums: overwritten pages would go unnoticed (pg_checksums --enable)"
        )
        return
    failed = (await connection.execute(text(CHECKSUM_FAILURES))).scalar()
    if failed:
        log.error("PostgreSQL has found damaged pages; restore a backup", extra={"count": failed})
