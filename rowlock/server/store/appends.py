"""Appends to PostgreSQL: what many tables have to store goes in one statement, on a connection of its own.

Nearly everything that is ever stored are entries alone, moves most of all. They need no transaction of
several steps: one statement stores those of all tables that have gathered, and one word comes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, IntegrityError

from rowlock.server.store.batches import COLUMNS, Batch, rows_of
from rowlock.server.store.database import PATIENCE

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
        self._line: Any = None

    async def append(self, batches: Sequence[Batch]) -> None:
        """Store plain batches together; raises what the database says, as SQLAlchemy's errors."""
        import psycopg

        columns = [list(column) for column in zip(*rows_of(batches), strict=True)]
        try:
            if self._line is None:
                self._line = await psycopg.AsyncConnection.connect(
                    self._address, autocommit=True, prepare_threshold=0, **PATIENCE
                )
            await self._line.execute(APPEND, columns, binary=True)
        except psycopg.IntegrityError as error:
            raise IntegrityError(None, None, error) from None
        except (psycopg.Error, asyncio.CancelledError) as error:
            await self.close()
            if isinstance(error, psycopg.Error):
                raise DBAPIError(None, None, error) from None
            raise

    async def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with suppress(Exception):
                await line.close()
