"""Appends to PostgreSQL: those of all tables that have gathered are committed together.

Entries alone, which most appends are, go in one statement (`appends`); what changes the lists too goes in one
transaction, on a connection that is kept for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.server.errors import StoreDown
from rowlock.server.store.appends import TYPES, Appends, is_plain
from rowlock.server.store.batches import (
    COLUMNS,
    Batch,
    check_changed,
    check_there,
    lists_of,
    named_in,
    rows_of,
    still_there,
)
from rowlock.server.store.database import Conflict, Database, NoAnswer
from rowlock.server.store.kept_connection import KeptConnection, close
from rowlock.server.store.peers import NOTIFY_ALL
from rowlock.server.store.writer import GATHER_SECONDS, GROUP, Answers, WaitingBatch
from rowlock.table.errors import NoSuchPlayer

_arrays = ", ".join(f"CAST(:{name} AS {kind}[])" for name, kind in zip(COLUMNS, TYPES, strict=True))
APPEND = text(f"INSERT INTO entries ({', '.join(COLUMNS)}) SELECT * FROM unnest({_arrays})")
"""One statement for all rows: several in a pipeline are broken off with a warning when a number is taken."""
LINES = 2
"""Groups of appends that are under way at the same time."""


class Groups:
    """The batches that wait to be stored in PostgreSQL, group by group; `told` hears the outcome of each."""

    def __init__(self, database: Database, process: str, told: Callable[[Answers], None]) -> None:
        self._database = database
        self._process = process
        self._told = told
        self._queue: list[WaitingBatch] = []
        self._wake = asyncio.Event()
        self._kept: KeptConnection[AsyncConnection] = KeptConnection()
        self._in_turn = asyncio.Lock()
        self._lines = [Appends(database.engine.url) for _ in range(LINES)]
        self._free: asyncio.Queue[Appends] = asyncio.Queue()
        """Connections for plain appends that wait for something to do."""
        for line in self._lines:
            self._free.put_nowait(line)
        self._writing: set[asyncio.Task[None]] = set()
        self._work = asyncio.create_task(self._write())

    def append(self, waiting: WaitingBatch) -> None:
        self._queue.append(waiting)
        self._wake.set()

    async def close(self) -> None:
        """Begin nothing more, let what is under way end, and close the connections."""
        self._work.cancel()
        await asyncio.gather(self._work, return_exceptions=True)
        await asyncio.gather(*self._writing, return_exceptions=True)
        await self._database.end_calls()
        for line in self._lines:
            await line.close()
        await self._kept.close()

    async def _write(self) -> None:
        """Commit what has gathered.

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

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _commit_group(self, group: list[WaitingBatch], line: Appends) -> None:
        """Plain entries in one statement, the rest in one transaction."""
        plain = [one for one in group if is_plain(one.batch)]
        try:
            is_done = await self._append_plain(plain, line)
        finally:
            self._free.put_nowait(line)
        async with self._in_turn:  # on one connection, one after the other
            for one in () if is_done else plain:
                await self._commit([one])
            await self._commit([one for one in group if not is_plain(one.batch)])

    async def _append_plain(self, group: list[WaitingBatch], line: Appends) -> bool:
        """Whether all of a group could be stored together, or nothing is known about any of it."""
        if not group:
            return True
        error: Exception | None = None
        try:
            with self._database.translated():
                await self._database.limited(line.append([one.batch for one in group]))
        except Conflict as conflict:
            if len(group) > 1:
                return False
            error = conflict
        except StoreDown as down:
            error = down
        self._told([(one, error) for one in group])
        return True

    async def _commit(self, group: list[WaitingBatch]) -> None:
        """All batches in one transaction; one by one if one of them cannot be stored."""
        if not group:
            return
        error: Exception | None = None
        try:
            await self._database.limited(self._insert([one.batch for one in group]))
        except (Conflict, NoSuchPlayer, StoreDown) as refused:
            error = refused
            if len(group) > 1 and not isinstance(error, NoAnswer):
                for one in group:
                    await self._commit([one])
                return
        self._told([(one, error) for one in group])

    async def _insert(self, batches: list[Batch]) -> None:
        batches = sorted(batches, key=lambda batch: batch.table)  # one order for all: no deadlocks
        async with self._begin() as connection:
            if named := named_in(batches):
                check_there(named, await connection.execute(still_there(named)))
            columns = map(list, zip(*rows_of(batches), strict=True))
            await connection.execute(APPEND, dict(zip(COLUMNS, columns, strict=True)))
            for statement in lists_of(batches):
                check_changed(statement, await connection.execute(statement))
            me = self._process
            told = [f"{me} {batch.table} {batch.entries[-1].number}" for batch in batches if batch.is_told]
            if told:
                await connection.execute(NOTIFY_ALL, {"told": told})

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction on the connection that is kept; a new one after trouble."""
        with self._database.translated():
            line = self._kept.take() or await self._database.engine.connect()
            try:
                async with line.begin():
                    yield line
            except (IntegrityError, Conflict, NoSuchPlayer):
                await self._put_back(line)
                raise
            except BaseException:
                await self._database.to_the_end(_break_off(line))
                raise
            await self._put_back(line)

    async def _put_back(self, line: AsyncConnection) -> None:
        if not self._kept.put_back(line):
            await self._database.to_the_end(close(line))


async def _break_off(line: AsyncConnection) -> None:
    """Whatever state it is in, the pool hears that it is dead."""
    with suppress(Exception):
        await line.invalidate()
    await close(line)
