"""A server's SQLite file, read from outside: nothing is written, and a server may be running on it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from rowlock.server.errors import StoreDown
from rowlock.table.table import Entry

GAMES = "SELECT table_id, game FROM games ORDER BY finished, table_id, game"
ENTRIES = """
    SELECT number, at, player, kind, body, key, secret FROM entries LEFT JOIN secrets USING (table_id, number)
    WHERE table_id = ? ORDER BY number
"""


def finished_games(file: Path) -> list[tuple[str, int]]:
    """Tables and numbers of all games that were played to their end, the earliest first."""
    return list(_rows(file, GAMES))


def read_log(file: Path, table: str) -> list[Entry]:
    """The log of a table."""
    return [
        Entry(row[0], row[1], row[2], row[3], json.loads(row[4]), row[5], row[6])
        for row in _rows(file, ENTRIES, table)
    ]


def _rows(file: Path, question: str, *values: str) -> Iterator[Any]:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return iter(database.execute(question, values).fetchall())
    except sqlite3.Error as error:
        raise StoreDown(f"{file} cannot be read as a server's database: {error}") from None
