"""The way to a database, SQLite or PostgreSQL: its address, its connections, its errors as ours."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Executable, Row, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from rowlock.server.errors import BadSettings, StoreDown

BUSY_SECONDS = 5
"""How long a statement waits for a locked SQLite file."""
PATIENCE = {"connect_timeout": 5, "options": "-c statement_timeout=10000 -c lock_timeout=5000"}
"""PostgreSQL must not keep a table waiting for ever."""


class Conflict(Exception):
    """Somebody else has appended this number, or this message, before."""


def database_url(database: str | None, folder: Path) -> str:
    """The address as SQLAlchemy wants it; SQLite in the data folder if none is given."""
    if database is None:
        return f"sqlite+aiosqlite:///{folder / 'rowlock.db'}"
    try:
        url = make_url(database)
    except ArgumentError:
        raise BadSettings(f"{database.split('@')[-1]!r} is not a database address") from None
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
                url, pool_pre_ping=True, pool_size=8, max_overflow=8, connect_args=PATIENCE
            )
    except (ModuleNotFoundError, NoSuchModuleError):
        raise BadSettings("PostgreSQL needs the extra: pip install 'rowlock[postgres]'") from None
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        flush = "FULL" if durable else "NORMAL"
        wait = f"busy_timeout={int(BUSY_SECONDS * 1000)}"
        # the log is carried over into the file beside the appends, never in the middle of one
        for pragma in ("journal_mode=WAL", f"synchronous={flush}", wait, "wal_autocheckpoint=0"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


class Database:
    """Transactions on a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        """Whether other processes may use the same database."""

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; what goes wrong becomes `Conflict` or `StoreDown`."""
        with translated():
            async with self.engine.begin() as connection:
                yield connection

    async def fetch(self, query: Executable) -> Sequence[Row[Any]]:
        async with self.connect() as connection:
            return (await connection.execute(query)).all()

    async def execute(self, statement: Executable) -> None:
        async with self.connect() as connection:
            await connection.execute(statement)


@contextmanager
def translated() -> Iterator[None]:
    """Errors of the database as ours."""
    try:
        yield
    except IntegrityError:
        raise Conflict from None
    except (SQLAlchemyError, OSError) as error:
        raise StoreDown(f"the database does not answer: {reason_of(error)}") from None


def reason_of(error: BaseException) -> str:
    """The database's own first line, without statements and addresses."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0][:200] if str(cause) else type(cause).__name__
