"""The processes that share one PostgreSQL: who lives, who owns which table, and what they tell each other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any, NamedTuple

import orjson
from sqlalchemy import (
    ColumnElement,
    Select,
    TextClause,
    delete,
    func,
    literal_column,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from rowlock.server.store.database import Database
from rowlock.server.store.schema import processes, tables

CHANNEL = "rowlock"
"""Where PostgreSQL tells the processes what was appended."""
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :told)")
NOTIFY_ALL = text(f"SELECT pg_notify('{CHANNEL}', told) FROM unnest(CAST(:told AS text[])) AS told")
FORGET = 3600
"""Seconds after which a dead process is forgotten altogether."""
ALIVE: dict[str, Any] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""How soon a line that is only listened to is found to be dead."""

_now: ColumnElement[float] = literal_column("extract(epoch from clock_timestamp())")


class Shares(NamedTuple):
    """Which processes live, and which tables are this one's."""

    living: set[str]
    mine: set[str]


class Peers:
    """This process among the others; `lease` is how many seconds of silence mean that one is dead."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self.process = process

    async def show_alive(self) -> None:
        seen = insert(processes).values(id=self.process, seen=_now)
        await self._database.execute(
            seen.on_conflict_do_update(index_elements=[processes.c.id], set_={"seen": _now})
        )
        await self._database.execute(delete(processes).where(processes.c.seen < _now - FORGET))

    async def leave(self) -> None:
        """Own nothing and be gone."""
        await self._database.execute(update(tables).where(tables.c.owner == self.process).values(owner=None))
        await self._database.execute(delete(processes).where(processes.c.id == self.process))

    async def share_out(self, busy: Iterable[str], lease: float) -> Shares:
        """Claim those of the busy tables that nobody alive owns, give back the others."""
        return await self._database.limited(self._share_out(list(busy), _alive(lease)))

    async def _share_out(self, wanted: list[str], alive: Select[Any]) -> Shares:
        free = or_(tables.c.owner.is_(None), tables.c.owner.not_in(alive))
        own = select(tables.c.id).where(tables.c.owner == self.process)
        async with self._database.connect() as connection:
            living = {str(row.id) for row in await connection.execute(alive)}
            if wanted:
                claim = update(tables).where(tables.c.id == func.any(wanted), free)
                await connection.execute(claim.values(owner=self.process))
            mine = {str(row.id) for row in await connection.execute(own)}
            idle = mine.difference(wanted)
            if idle:
                back = update(tables).where(tables.c.id == func.any(list(idle)))
                await connection.execute(back.values(owner=None))
        return Shares(living, mine - idle)

    async def claim(self, table: str, lease: float) -> bool:
        """Claim one table; whether it is this process' now."""
        owner = tables.c.owner
        free = or_(owner.is_(None), owner == self.process, owner.not_in(_alive(lease)))
        claimed = update(tables).where(tables.c.id == table, free).values(owner=self.process)
        return bool(await self._database.fetch(claimed.returning(tables.c.id)))

    async def tell(self, message: dict[str, Any]) -> None:
        """Say something to all processes."""
        await self._database.execute(self.notice(message))

    def notice(self, message: dict[str, Any]) -> TextClause:
        """The statement that says it, for a transaction whose end the others are to hear of."""
        return NOTIFY.bindparams(told=orjson.dumps({"from": self.process, **message}).decode())

    async def listen(self) -> AsyncIterator[str | None]:
        """What is told from now on; first None, once the connection is up."""
        import psycopg

        url = self._database.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        dial = psycopg.AsyncConnection.connect(address, autocommit=True, **ALIVE)
        async with await dial as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            yield None
            async for notice in connection.notifies():
                yield notice.payload


def _alive(lease: float) -> Select[Any]:
    return select(processes.c.id).where(processes.c.seen > _now - lease)
