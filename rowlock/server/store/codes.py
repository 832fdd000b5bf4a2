"""Spoken codes in the database. A table has one at a time, whichever process is asked for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update

from rowlock.server.errors import StoreDown
from rowlock.server.store.code_schema import codes
from rowlock.server.store.database import SILENT, Conflict, Database
from rowlock.server.store.schema import tables

TRIES = 8
"""So often a code is drawn that another table has already; one of 500 is in use at most."""
AT_ONCE = 256
"""Ended codes that go with every new one."""


class Code(NamedTuple):
    """The code of a table, and when it ends at the latest."""

    code: int
    until: float


class CodeRows(Database):
    """Codes and the tables that they lead to."""

    async def keep_code(self, table: str, now: float, until: float, draw: Callable[[int], int]) -> Code:
        """The code of a table: the one it has, for longer, or a new one, drawn by how many are in use."""
        for _ in range(TRIES):
            longer = update(codes).where(codes.c.table_id == table, codes.c.until > now).values(until=until)
            if rows := await self.fetch(longer.returning(codes.c.code)):
                return Code(rows[0].code, until)
            await self._drop_ended(table, now)
            in_use = int((await self.fetch(select(func.count()).select_from(codes)))[0][0])
            made = Code(draw(in_use), until)
            try:
                await self.execute(insert(codes).values(code=made.code, table_id=table, until=until))
            except Conflict:
                continue  # another table has it, or another process has just made one for this table
            return made
        raise StoreDown(SILENT)

    async def _drop_ended(self, table: str, now: float) -> None:
        """This table's old code goes, and some of those that have ended."""
        ended = select(codes.c.code).where(codes.c.until <= now).order_by(codes.c.until).limit(AT_ONCE)
        await self.execute(
            delete(codes).where(
                (codes.c.code.in_(ended)) | (codes.c.table_id == table) & (codes.c.until <= now)
            )
        )

    async def table_of_code(self, code: int, now: float) -> str | None:
        """The table that a code leads to, as long as it waits for its game."""
        joined = select(codes.c.table_id).join(tables, tables.c.id == codes.c.table_id)
        live = joined.where(codes.c.code == code, codes.c.until > now, tables.c.state == "open")
        rows = await self.fetch(live)
        return rows[0].table_id if rows else None
