"""The store: an append-only log of what was said at each table, on SQLite or PostgreSQL.

Appends of all tables that arrive together are committed together, so that one flush to the disk serves
many tables. An append that returns is stored; nobody hears of an entry before.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Executable, Row, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rowlock.server.errors import StoreDown
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
from rowlock.server.store.file import FileLock, file_of
from rowlock.server.store.lists import Lists
from rowlock.server.store.migrations import FromTheFuture, upgrade
from rowlock.server.store.peers import NOTIFY, Peers
from rowlock.server.store.schema import entries, game_seats, games, processes, tables
from rowlock.server.store.writer import Writer
from rowlock.table.table import Entry, Plain

LOAD_SECONDS = 10.0
"""How long a part of a table's log may take to be read."""
PART = 1000
"""Entries that are read from the database together."""
PING_SECONDS = 0.4
STORED_LATELY = 10.0
"""For this many seconds an append proves that the database can be written."""
GROUP = 256
"""How many appends are committed together at most."""
GATHER_SECONDS = 0.004
"""How long after a commit further appends gather for the next; one that comes alone never waits."""
CHECKPOINT_SECONDS = 5.0
"""How often SQLite's write-ahead log is carried over into the file, and emptied."""


class TableLine(NamedTuple):
    """A table as the lists show it."""

    listed: bool
    state: str
    summary: Plain


class FinishedGame(NamedTuple):
    """A finished game for the lists, and who held which seat in it."""

    summary: Plain
    holders: Sequence[tuple[str, int]]


class Batch(NamedTuple):
    """What must be stored together: entries of one table, and what follows from them for the lists."""

    table: str
    entries: Sequence[Entry]
    line: TableLine | None = None
    finished: FinishedGame | None = None
    superseded: int | None = None
    """A game whose end was corrected: what the lists say about it is no longer true."""


class Store(Lists):
    """All tables' logs. Open it with `Store.open`, close it with `close`."""

    def __init__(self, engine: AsyncEngine, process: str = "") -> None:
        super().__init__(engine)
        self.peers = Peers(self, process)
        self._queue: list[tuple[Batch, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._line: AsyncConnection | None = None
        self._durable = False
        self.writer: Writer | None = None
        self._lock: FileLock | None = None
        self._is_carried_over = False
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
            async with store.engine.begin() as connection:
                await connection.run_sync(upgrade)
        except (SQLAlchemyError, OSError, FromTheFuture) as error:
            await store.close()
            raise StoreDown(f"the database cannot be opened: {reason_of(error)}") from None
        store._tasks.append(asyncio.create_task(store._write()))
        if not store.shared:
            store.writer = store._new_writer()
            store._tasks.append(asyncio.create_task(store._keep_tidy()))
        return store

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._line is not None:
            await self._line.close()
        if self.writer is not None:
            await self.writer.close()
        for _, done in self._queue:
            if not done.done():
                done.set_exception(StoreDown("the server is going down"))
        await self.dispose()
        if self._lock is not None:
            self._lock.release()

    # the log

    async def append(self, batch: Batch) -> None:
        """Store a batch; raises `Conflict` if a number is taken, `StoreDown` if that cannot be known."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((batch, done))
        self._wake.set()
        await asyncio.wait({done}, timeout=LIMIT_SECONDS)
        if not done.done():
            done.cancel()  # it is queued behind others; asking again tells what became of it
            raise NoAnswer(SILENT)
        done.result()

    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """A table's entries behind a number, in order."""
        return [entry async for part in self.parts(table, after) for entry in part]

    async def parts(self, table: str, after: int = 0) -> AsyncIterator[list[Entry]]:
        """The same part by part, so that a long log keeps nobody waiting."""
        log = select(entries).where(entries.c.table_id == table).order_by(entries.c.number).limit(PART)
        while rows := await self.fetch(log.where(entries.c.number > after), LOAD_SECONDS):
            yield [_entry(row) for row in rows]
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
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._is_carried_over:
                await self._empty_log()
            while self._queue:
                group, self._queue = self._queue[:GROUP], self._queue[GROUP:]
                await self._commit([one for one in group if not one[1].done()])
                await asyncio.sleep(GATHER_SECONDS)

    async def _keep_tidy(self) -> None:
        """Carry SQLite's log over into the file beside the appends; the writer empties it between two."""
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            with suppress(StoreDown):
                await self.execute(text("PRAGMA wal_checkpoint(PASSIVE)"), LOAD_SECONDS)
                self._is_carried_over = True
                self._wake.set()

    async def _empty_log(self) -> None:
        """Carry the rest over and cut the log off; while somebody reads from it, it is left as it is."""
        self._is_carried_over = False

        wait = f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}"
        cut = ("PRAGMA busy_timeout=20", "PRAGMA wal_checkpoint(TRUNCATE)", wait)
        assert self.writer is not None
        with suppress(StoreDown), self.translated():
            await self.limited(self.writer.run(*cut), LOAD_SECONDS)

    async def _commit(self, group: list[tuple[Batch, asyncio.Future[None]]]) -> None:
        """All batches in one transaction; one by one if one of them cannot be stored."""
        if not group:
            return
        try:
            await self.limited(self._insert([batch for batch, _ in group]))
        except (Conflict, StoreDown) as error:
            self.in_trouble = isinstance(error, StoreDown)
            if isinstance(error, NoAnswer):
                self._leave_line()
            if len(group) > 1 and not isinstance(error, NoAnswer):
                for one in group:
                    await self._commit([one])
                return
            for _, done in group:
                if not done.done():
                    done.set_exception(error)
            return
        self.in_trouble, self._stored = False, time.monotonic()
        for _, done in group:
            if not done.done():
                done.set_result(None)

    async def _insert(self, batches: list[Batch]) -> None:
        batches = sorted(batches, key=lambda batch: batch.table)  # one order for all: no deadlocks
        rows = [_row(batch.table, entry) for batch in batches for entry in batch.entries]
        if self.writer is not None:
            with self.translated():
                await self.writer.append(rows, [line for batch in batches for line in _lists(batch)])
            return
        async with self._keep_connected() as connection:
            await connection.execute(insert(entries), rows)
            for batch in batches:
                for statement in _lists(batch):
                    await connection.execute(statement)
            me = self.peers.process
            told = [{"told": f"{me} {batch.table} {batch.entries[-1].number}"} for batch in batches]
            await connection.execute(NOTIFY, told)

    def _new_writer(self) -> Writer:
        return Writer(make_writing_engine(self.engine.url, self._durable))

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
            except IntegrityError:
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


def _row(table: str, entry: Entry) -> Plain:
    return {**entry._asdict(), "table_id": table, "body": orjson.dumps(entry.body).decode()}


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.number, row.at, row.player, row.kind, orjson.loads(row.body), row.key)


def _lists(batch: Batch) -> list[Executable]:
    """What the lists of tables and games must say after a batch."""
    now, rows = batch.entries[-1].at, list[Executable]()
    if batch.line is not None:
        listed, state, summary = batch.line
        line = {"updated": now, "listed": listed, "state": state, "summary": _text(summary)}
        if batch.entries[0].number == 1:
            rows.append(insert(tables).values(id=batch.table, created=now, **line))
        else:
            rows.append(update(tables).where(tables.c.id == batch.table).values(**line))
    if batch.superseded is not None:
        for part in (games, game_seats):
            its_own = (part.c.table_id == batch.table, part.c.game == batch.superseded)
            rows.append(delete(part).where(*its_own))
    if batch.finished is not None:
        summary, holders = batch.finished
        key = {"table_id": batch.table, "game": summary["game"]}
        rows.append(insert(games).values(**key, finished=now, summary=_text(summary)))
        for player, seat in holders:
            rows.append(insert(game_seats).values(**key, player=player, seat=seat, finished=now))
    return rows


def _text(plain: Plain) -> str:
    return orjson.dumps(plain).decode()
