"""Appends to PostgreSQL: what many tables have to store goes in one statement, on a connection of its own.

Nearly everything that is ever stored are entries alone, moves most of all. They need no transaction of
several steps: one statement stores those of all tables that have gathered, and one word comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, IntegrityError

from rowlock.server.store.batches import COLUMNS, Batch, rows_of
from rowlock.server.store.database import PATIENCE
from rowlock.server.store.kept_connection import KeptConnection, close

TYPES = ("text", "int", "float8", "text", "text", "text", "text")
ARRAYS = ", ".join(f"%b::{kind}[]" for kind in TYPES)
APPEND = f"INSERT INTO entries ({', '.join(COLUMNS)}) SELECT * FROM unnest({ARRAYS})"


def is_plain(batch: Batch) -> bool:
    """Whether a batch is entries and nothing else, and nobody else need hear of it."""
    lists = batch.line or batch.finished or batch.superseded is not None
    secret = any(entry.secret is not None for entry in batch.entries)
    return not (lists or secret or batch.is_told or batch.named)


class Appends:
    """A connection that only appends; after trouble the next append makes another."""

    def __init__(self, url: URL) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._kept: KeptConnection[Any] = KeptConnection()

    async def append(self, batches: Sequence[Batch]) -> None:
        """Store plain batches together; raises what the database says, as SQLAlchemy's errors."""
        import psycopg

        columns = [list(column) for column in zip(*rows_of(batches), strict=True)]
        line = self._kept.take()
        try:
            line = line or await self._connect()
            await line.execute(APPEND, columns, binary=True)
        except psycopg.IntegrityError as error:
            await self._put_back(line)
            raise IntegrityError(None, None, error) from None
        except BaseException as error:
            if line is not None:
                await close(line)
            if isinstance(error, psycopg.Error):
                raise DBAPIError(None, None, error) from None
            raise
        await self._put_back(line)

    async def _put_back(self, line: Any) -> None:
        if not self._kept.put_back(line):
            await close(line)

    async def _connect(self) -> Any:
        import psycopg

        dial = psycopg.AsyncConnection.connect
        return await dial(self._address, autocommit=True, prepare_threshold=0, **PATIENCE)

    async def close(self) -> None:
        await self._kept.close()
