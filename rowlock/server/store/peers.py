"""The processes that share one PostgreSQL: which of them live, and what they tell each other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

import orjson
from sqlalchemy import ColumnElement, TextClause, delete, literal_column, select, text
from sqlalchemy.dialects.postgresql import insert

from rowlock.engine.json_object import JsonObject
from rowlock.server.store.database import Database
from rowlock.server.store.schema import processes

CHANNEL = "rowlock"
"""The channel on which PostgreSQL tells the processes what others say."""
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :told)")
NOTIFY_ALL = text(f"SELECT pg_notify('{CHANNEL}', told) FROM unnest(CAST(:told AS text[])) AS told")
FORGET = 3600
"""Seconds after which a dead process is forgotten altogether."""
ALIVE: JsonObject = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""How soon a line that is only listened to is found to be dead."""

_now: ColumnElement[float] = literal_column("extract(epoch from clock_timestamp())")


class Peer(NamedTuple):
    """A process as the others know it."""

    id: str
    machine: str = ""
    """Processes of one machine hand sockets over to each other."""
    reach: str | None = None
    """Where other machines reach its machine, as `host:port`."""
    word: str = ""
    """By this word a connection that another machine passes on is known to come from one of us."""


class Peers:
    """This process among the others."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self.process = process
        self.me = Peer(process)

    async def show_alive(self) -> None:
        me = {"machine": self.me.machine, "reach": self.me.reach, "word": self.me.word, "seen": _now}
        seen = insert(processes).values(id=self.process, **me)
        await self._database.execute(seen.on_conflict_do_update(index_elements=[processes.c.id], set_=me))

    async def living(self, lease: float) -> list[Peer]:
        """Those who have shown within so many seconds that they live; the long dead are forgotten."""
        await self._database.execute(delete(processes).where(processes.c.seen < _now - FORGET))
        columns = processes.c.id, processes.c.machine, processes.c.reach, processes.c.word
        rows = await self._database.fetch(select(*columns).where(processes.c.seen > _now - lease))
        return [Peer(*row) for row in rows]

    async def leave(self) -> None:
        """Be gone."""
        await self._database.execute(delete(processes).where(processes.c.id == self.process))

    async def tell(self, message: JsonObject) -> None:
        """Say something to all processes."""
        await self._database.execute(self.notice(message))

    def notice(self, message: JsonObject) -> TextClause:
        """The statement that says it, for a transaction whose end the others are to hear of."""
        return NOTIFY.bindparams(told=orjson.dumps({"from": self.process, **message}).decode())

    async def listen(self) -> AsyncIterator[str | None]:
        """The notices from now on; first None, once the connection is up."""
        import psycopg

        url = self._database.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        dial = psycopg.AsyncConnection.connect(address, autocommit=True, **ALIVE)
        async with await dial as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            yield None
            async for notice in connection.notifies():
                yield notice.payload
