"""The way to a database, SQLite or PostgreSQL: its address, its connections, its errors as ours."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Engine, Executable, NullPool, Row, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from rowlock.engine.json_object import JsonObject
from rowlock.server.errors import BadSettings, StoreDown

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
StoredRow = Row[Any]
"""A row as the database gives it, its columns by name."""

LIMIT_SECONDS = 2.5
"""How long anybody waits for the database, unless a call says otherwise."""
PAUSE_SECONDS = 1.0
"""How long a database that has not answered is left alone."""
END_SECONDS = 1.0
"""How long a database that is left may take to end what it does."""
LOG_SECONDS = 5.0
"""How often at most the log tells that the database refuses."""
BUSY_SECONDS = 2
"""How long a statement waits for a locked SQLite file."""
WRITING_KB = 32 * 1024
"""How much of a SQLite file the writing thread keeps in memory: thousands of logs grow at the same time."""
SILENT = "the database does not answer just now; nothing is lost, try again"
PATIENCE: JsonObject = {
    "connect_timeout": 5,
    "options": "-c statement_timeout=10000 -c lock_timeout=5000",
}
"""PostgreSQL must not keep a table waiting forever."""


class Conflict(Exception):
    """Somebody else has already appended this number, or this message."""


class Rewritten(Conflict):
    """A table's log was rewritten because somebody was forgotten: it must be read again before one writes."""


def database_url(database: str | None, folder: Path) -> str:
    """The address as SQLAlchemy wants it; SQLite in the data folder if none is given."""
    if database is None:
        return f"sqlite+aiosqlite:///{folder / 'rowlock.db'}"
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):  # a port that is no number is a ValueError
        told = f"{database.split('@')[-1]!r} is not the address of a database"
        raise BadSettings(f"{told}: postgresql://… or sqlite:///…") from None
    drivers = {"postgresql": "postgresql+psycopg", "sqlite": "sqlite+aiosqlite"}
    name = url.drivername.split("+")[0]
    if name == "postgres":
        name = "postgresql"
    if name not in drivers:
        raise BadSettings("a database is postgresql://… or sqlite:///…")
    return url.set(drivername=drivers[name]).render_as_string(hide_password=False)


def make_engine(url: str, durable: bool = False) -> AsyncEngine:
    """The way to a database. A durable SQLite flushes every append to the disk and outlives a power cut;
    otherwise the system does so in its own time, and what the process has stored outlives the process."""
    try:
        if not url.startswith("sqlite"):
            return create_async_engine(
                url, pool_pre_ping=True, pool_size=4, max_overflow=4, connect_args=PATIENCE
            )
    except (ModuleNotFoundError, NoSuchModuleError):
        raise BadSettings("PostgreSQL needs the extra: pip install 'rowlock[postgres]'") from None
    engine = create_async_engine(url)
    _prepare_file(engine.sync_engine, durable)
    return engine


def make_writing_engine(url: URL, durable: bool = False) -> Engine:
    """The way to a SQLite file for a thread that does nothing but write there."""
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool)
    _prepare_file(engine, durable, f"cache_size=-{WRITING_KB}")
    return engine


def _prepare_file(engine: Engine, durable: bool, *more: str) -> None:
    @event.listens_for(engine, "connect")
    def _prepare(connection: DBAPIConnection, record: object) -> None:
        cursor = connection.cursor()
        flush = "FULL" if durable else "NORMAL"
        wait = f"busy_timeout={int(BUSY_SECONDS * 1000)}"
        # the log is carried over into the file beside the appends, never in the middle of one
        for pragma in ("journal_mode=WAL", f"synchronous={flush}", wait, "wal_autocheckpoint=0", *more):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


class NoAnswer(StoreDown):
    """The database has not answered in time; what became of the call is not known."""


class Database:
    """Transactions on a database, none of which is waited for too long."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        """Whether other processes may use the same database."""
        self._calls: set[asyncio.Task[object]] = set()
        self._down_until = 0.0
        self._logged = -LOG_SECONDS

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; what goes wrong becomes `Conflict` or `StoreDown`."""
        with self.translated():
            async with self.engine.begin() as connection:
                yield connection

    async def fetch(self, query: Executable, seconds: float | None = None) -> Sequence[StoredRow]:
        async def work() -> Sequence[StoredRow]:
            async with self.connect() as connection:
                return (await connection.execute(query)).all()

        return await self.limited(work(), seconds)

    async def execute(self, statement: Executable, seconds: float | None = None) -> None:
        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(statement)

        await self.limited(work(), seconds)

    async def limited(self, work: Coroutine[object, object, Answer], seconds: float | None = None) -> Answer:
        """Wait for the database, but not forever: a call without an answer is left to itself.

        After that others are refused at once for a moment, so that nobody queues behind the silence.
        """
        if time.monotonic() < self._down_until:
            work.close()
            raise NoAnswer(SILENT)
        limit = LIMIT_SECONDS if seconds is None else seconds
        call = asyncio.create_task(work)
        self._calls.add(call)
        call.add_done_callback(self._finish)
        try:
            await asyncio.wait({call}, timeout=limit)
        finally:
            if not call.done():
                call.cancel()
        if call.done():
            return call.result()
        raise self.no_answer(limit)

    async def to_the_end(self, work: Coroutine[object, object, None]) -> None:
        """Do something to its end, even if whoever asks for it is given up meanwhile."""
        call = asyncio.create_task(work)
        self._calls.add(call)
        call.add_done_callback(self._finish)
        await asyncio.shield(call)

    def no_answer(self, seconds: float) -> NoAnswer:
        """The database has not answered for so long: it is left alone for a moment."""
        self._down_until = time.monotonic() + PAUSE_SECONDS
        self._log(f"no answer within {seconds} s")
        return NoAnswer(SILENT)

    def _finish(self, call: asyncio.Task[object]) -> None:
        self._calls.discard(call)
        if not call.cancelled():
            call.exception()  # somebody has seen the error, or nobody is waiting any more

    async def dispose(self) -> None:
        """Give up what still waits for an answer, and all connections."""
        await self.end_calls()
        await self.engine.dispose()

    async def end_calls(self) -> None:
        """Let calls that are under way end; those that get no answer even to that are given up."""
        if self._calls:
            await asyncio.wait(set(self._calls), timeout=END_SECONDS)

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Errors of the database as ours; what it says itself is for the log, not for strangers."""
        try:
            yield
        except (IntegrityError, sqlite3.IntegrityError):
            raise Conflict from None
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            self._log(reason_of(error))
            raise StoreDown(SILENT) from None

    def _log(self, reason: str) -> None:
        if time.monotonic() - self._logged >= LOG_SECONDS:
            self._logged = time.monotonic()
            log.error("the database refuses or does not answer", extra={"reason": reason})


def reason_of(error: BaseException) -> str:
    """The database's own first line, without statements."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0][:200] if str(cause) else type(cause).__name__
