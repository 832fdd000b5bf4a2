"""Daily games that are handed in at the same time are stored together: one transaction serves many people.

Just before midnight everybody hands in at once; a transaction each would keep them waiting for the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy.dialects import postgresql, sqlite

from rowlock.server.store.batches import check_there, still_there
from rowlock.server.store.database import Database
from rowlock.server.store.schema import tries
from rowlock.table.errors import NoSuchPlayer

MOST = 100
"""How many are stored together."""


class Handed(NamedTuple):
    """A row to be stored, and who waits to hear whether it was the first."""

    row: dict[str, Any]
    done: asyncio.Future[bool]

    @property
    def key(self) -> tuple[str, str, str]:
        return self.row["day"], self.row["pad"], self.row["player"]


class HandingIn:
    """New tries on their way to the database, in groups."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Handed] = []
        self._work: asyncio.Task[None] | None = None

    async def add(self, row: dict[str, Any]) -> bool:
        """Store a try of somebody who is still there; false if they have one already."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(Handed(row, done))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._keep_storing())
        return bool(await done)

    async def _keep_storing(self) -> None:
        while self._waiting:
            group, self._waiting = self._apart(self._waiting)
            await self._store(group)

    @staticmethod
    def _apart(waiting: Sequence[Handed]) -> tuple[list[Handed], list[Handed]]:
        """A group in which nobody is twice, and those who wait for the next one."""
        group, later, keys = list[Handed](), list[Handed](), set[tuple[str, str, str]]()
        for one in waiting:
            fits = len(group) < MOST and one.key not in keys
            (group if fits else later).append(one)
            keys.add(one.key)
        return group, later

    async def _store(self, group: Sequence[Handed]) -> None:
        """All of a group; if one of them cannot be stored, each by itself."""
        try:
            stored = await self._database.limited(self._insert([one.row for one in group]))
        except Exception as error:
            if isinstance(error, NoSuchPlayer) and len(group) > 1:
                for one in group:
                    await self._store([one])
                return
            for one in group:
                if not one.done.done():
                    one.done.set_exception(error)
            return
        for one in group:
            if not one.done.done():
                one.done.set_result(one.key in stored)

    async def _insert(self, rows: list[dict[str, Any]]) -> set[tuple[str, str, str]]:
        """Store new rows; the keys of those that were new."""
        named = {str(row["player"]) for row in rows}
        dialect = postgresql if self._database.shared else sqlite
        fresh = dialect.insert(tries).values(rows).on_conflict_do_nothing()
        async with self._database.connect() as connection:
            check_there(named, await connection.execute(still_there(named)))
            found = await connection.execute(fresh.returning(tries.c.day, tries.c.pad, tries.c.player))
            return {(row.day, row.pad, row.player) for row in found}
