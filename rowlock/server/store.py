"""The store: an append-only log of what was said at each table, on SQLite or PostgreSQL.

Appends of all tables that arrive together are committed together, so that one flush to the disk serves
many tables. An append that returns is stored; nobody hears of an entry before.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Executable, Row, delete, event, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from rowlock.server.errors import BadSettings, StoreDown
from rowlock.server.migrations import upgrade
from rowlock.server.schema import entries, game_seats, games, players, tables
from rowlock.table.table import Entry, Plain

CHANNEL = "rowlock"
"""Where PostgreSQL tells the processes what was appended."""
GROUP = 256
"""How many appends are committed together at most."""
CHECKPOINT_SECONDS = 20.0
"""How often SQLite's write-ahead log is carried over into the file."""
BUSY_SECONDS = 5
"""How long a statement waits for a locked SQLite file."""


PATIENCE = {"connect_timeout": 5, "options": "-c statement_timeout=10000 -c lock_timeout=5000"}
"""PostgreSQL must not keep a table waiting for ever."""


class Conflict(Exception):
    """Somebody else has appended this number, or this message, before."""


class Batch(NamedTuple):
    """What must be stored together: entries of one table, and what follows from them for the lists."""

    table: str
    entries: Sequence[Entry]
    also: Sequence[Executable] = ()


class Player(NamedTuple):
    id: str
    name: str
    program: bool


def database_url(database: str | None, folder: Path) -> str:
    """The address as SQLAlchemy wants it; SQLite in the data folder if none is given."""
    if database is None:
        return f"sqlite+aiosqlite:///{folder / 'rowlock.db'}"
    try:
        url = make_url(database)
    except ArgumentError:
        raise BadSettings(f"{database.split('@')[-1]!r} is no database address") from None
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


class Store:
    """All tables' logs. Open it with `Store.open`, close it with `close`."""

    def __init__(self, engine: AsyncEngine, process: str = "") -> None:
        self.engine = engine
        self.process = process
        self.shared = engine.dialect.name == "postgresql"
        """Whether other processes may use the same database."""
        self._queue: list[tuple[Batch, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._line: AsyncConnection | None = None

    @classmethod
    async def open(cls, url: str, process: str = "", durable: bool = False) -> Store:
        store = cls(make_engine(url, durable), process)
        try:
            async with store.engine.begin() as connection:
                await connection.run_sync(upgrade)
        except (SQLAlchemyError, OSError) as error:
            await store.engine.dispose()
            raise StoreDown(f"the database cannot be opened: {_reason(error)}") from None
        store._tasks.append(asyncio.create_task(store._write()))
        if not store.shared:
            store._tasks.append(asyncio.create_task(store._keep_tidy()))
        return store

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._line is not None:
            await self._line.close()
        for _, done in self._queue:
            if not done.done():
                done.set_exception(StoreDown("the server is going down"))
        await self.engine.dispose()

    # the log

    async def append(self, batch: Batch) -> None:
        """Store a batch; raises `Conflict` if a number is taken, `StoreDown` if that cannot be known."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((batch, done))
        self._wake.set()
        await done

    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """A table's entries behind a number, in order."""
        query = (
            select(entries)
            .where(entries.c.table_id == table, entries.c.number > after)
            .order_by(entries.c.number)
        )
        return [_entry(row) for row in await self.fetch(query)]

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
            while self._queue:
                group, self._queue = self._queue[:GROUP], self._queue[GROUP:]
                await self._commit(group)

    async def _keep_tidy(self) -> None:
        """Carry SQLite's log over into the file; appends go on meanwhile."""
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            with suppress(StoreDown):
                await self.execute(text("PRAGMA wal_checkpoint(PASSIVE)"))

    async def _commit(self, group: list[tuple[Batch, asyncio.Future[None]]]) -> None:
        """All batches in one transaction; one by one if one of them cannot be stored."""
        try:
            await self._insert([batch for batch, _ in group])
        except (Conflict, StoreDown) as error:
            if len(group) > 1:
                for one in group:
                    await self._commit([one])
            elif not group[0][1].done():
                group[0][1].set_exception(error)
            return
        for _, done in group:
            if not done.done():
                done.set_result(None)

    async def _insert(self, batches: list[Batch]) -> None:
        batches = sorted(batches, key=lambda batch: batch.table)  # one order for all: no deadlocks
        rows = [_row(batch.table, entry) for batch in batches for entry in batch.entries]
        async with self._keep_connected() as connection:
            await connection.execute(insert(entries), rows)
            for batch in batches:
                for statement in batch.also:
                    await connection.execute(statement)
            if self.shared:
                told = [
                    {"told": f"{self.process} {batch.table} {batch.entries[-1].number}"} for batch in batches
                ]
                await connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :told)"), told)

    @asynccontextmanager
    async def _keep_connected(self) -> AsyncIterator[AsyncConnection]:
        """A transaction on the one connection that is kept for appends; a new one after trouble."""
        with _translated():
            if self._line is None:
                self._line = await self.engine.connect()
            try:
                async with self._line.begin():
                    yield self._line
            except IntegrityError:
                raise
            except BaseException:
                line, self._line = self._line, None
                with suppress(Exception):
                    await line.invalidate()
                    await line.close()
                raise

    # players, tables and games

    async def add_player(self, player: Player, token_hash: str, now: float) -> None:
        await self.execute(insert(players).values(**player._asdict(), token_hash=token_hash, created=now))

    async def find_player(self, token_hash: str) -> tuple[Player, str] | None:
        """The player with this token, and the stored hash for a last comparison."""
        columns = (players.c.id, players.c.name, players.c.program, players.c.token_hash)
        rows = await self.fetch(select(*columns).where(players.c.token_hash == token_hash))
        return (Player(*tuple(rows[0])[:3]), str(rows[0].token_hash)) if rows else None

    async def rename_player(self, player: str, name: str) -> None:
        await self.execute(update(players).where(players.c.id == player).values(name=name))

    async def listed(self, since: float, limit: int) -> list[Plain]:
        """The listed tables that were used lately, the latest first."""
        query = (
            select(tables.c.summary)
            .where(tables.c.listed, tables.c.state != "over", tables.c.updated >= since)
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        return [orjson.loads(row[0]) for row in await self.fetch(query)]

    async def ping(self) -> int:
        """How many tables there are: the database answers."""
        return int((await self.fetch(select(func.count()).select_from(tables)))[0][0])

    async def finished_game(self, table: str, game: int) -> Plain | None:
        rows = await self.fetch(
            select(games.c.summary).where(games.c.table_id == table, games.c.game == game)
        )
        return orjson.loads(rows[0][0]) if rows else None

    async def history(self, player: str, before: float | None, limit: int) -> list[Plain]:
        """A player's finished games, the latest first."""
        query = (
            select(games.c.summary, game_seats.c.seat, game_seats.c.finished)
            .join(
                games,
                (games.c.table_id == game_seats.c.table_id) & (games.c.game == game_seats.c.game),
            )
            .where(game_seats.c.player == player)
            .order_by(game_seats.c.finished.desc(), game_seats.c.seat)
            .limit(limit)
        )
        if before is not None:
            query = query.where(game_seats.c.finished < before)
        return [
            {**orjson.loads(row.summary), "seat": row.seat, "at": row.finished}
            for row in await self.fetch(query)
        ]

    async def prune(self, before: float) -> int:
        """Forget the tables that nobody has used since, and players without any table or game left."""
        old = select(tables.c.id).where(tables.c.updated < before)
        async with self.connect() as connection:
            for part in (entries, games, game_seats):
                await connection.execute(delete(part).where(part.c.table_id.in_(old)))
            result = await connection.execute(delete(tables).where(tables.c.updated < before))
            seen = select(entries.c.player).where(entries.c.player.is_not(None))
            await connection.execute(
                delete(players).where(players.c.created < before, players.c.id.not_in(seen))
            )
        return int(result.rowcount)

    # the way to the database

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; what goes wrong becomes `Conflict` or `StoreDown`."""
        with _translated():
            async with self.engine.begin() as connection:
                yield connection

    async def fetch(self, query: Executable) -> Sequence[Row[Any]]:
        async with self.connect() as connection:
            return (await connection.execute(query)).all()

    async def execute(self, statement: Executable) -> None:
        async with self.connect() as connection:
            await connection.execute(statement)


@contextmanager
def _translated() -> Iterator[None]:
    """Errors of the database as ours."""
    try:
        yield
    except IntegrityError:
        raise Conflict from None
    except (SQLAlchemyError, OSError) as error:
        raise StoreDown(f"the database does not answer: {_reason(error)}") from None


def _row(table: str, entry: Entry) -> Plain:
    return {**entry._asdict(), "table_id": table, "body": orjson.dumps(entry.body).decode()}


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.number, row.at, row.player, row.kind, orjson.loads(row.body), row.key)


def _reason(error: BaseException) -> str:
    """The database's own first line, without statements and addresses."""
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0][:200] if str(cause) else type(cause).__name__


def new_table_row(table: str, now: float, listed: bool, state: str, summary: Plain) -> Executable:
    return insert(tables).values(
        id=table,
        created=now,
        updated=now,
        listed=listed,
        state=state,
        summary=orjson.dumps(summary).decode(),
    )


def changed_table_row(table: str, now: float, listed: bool, state: str, summary: Plain) -> Executable:
    return (
        update(tables)
        .where(tables.c.id == table)
        .values(updated=now, listed=listed, state=state, summary=orjson.dumps(summary).decode())
    )


def finished_game_rows(summary: Plain, now: float, holders: Iterable[tuple[str, int]]) -> list[Executable]:
    """A finished game for the lists, and who sat where in it."""
    key = {"table_id": summary["table"], "game": summary["game"]}
    rows: list[Executable] = [
        insert(games).values(**key, finished=now, summary=orjson.dumps(summary).decode())
    ]
    rows += [
        insert(game_seats).values(**key, player=player, seat=seat, finished=now) for player, seat in holders
    ]
    return rows
