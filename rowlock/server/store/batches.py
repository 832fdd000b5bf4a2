"""What must be stored together, and what that means for the rows of the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Executable, Row, delete, insert, update

from rowlock.server.store.schema import entries, game_seats, games, tables
from rowlock.table.table import Entry, Plain

COLUMNS = [column.name for column in entries.columns]


class TableLine(NamedTuple):
    """A table as the lists show it."""

    listed: bool
    state: str
    summary: Plain


class FinishedGame(NamedTuple):
    """A finished game for the lists, and who held which seat in it."""

    summary: Plain
    holders: Sequence[tuple[str, int]]


class Batch(NamedTuple):
    """What must be stored together: entries of one table, and what follows from them for the lists."""

    table: str
    entries: Sequence[Entry]
    line: TableLine | None = None
    finished: FinishedGame | None = None
    superseded: int | None = None
    """A game whose end was corrected: what the lists say about it is no longer true."""


def rows_of(batches: Sequence[Batch]) -> list[tuple[Any, ...]]:
    """The entries as rows, in the order of `COLUMNS`."""
    return [
        (batch.table, one.number, one.at, one.player, one.kind, as_text(one.body), one.key)
        for batch in batches
        for one in batch.entries
    ]


def entry_of(row: Row[Any]) -> Entry:
    return Entry(row.number, row.at, row.player, row.kind, orjson.loads(row.body), row.key)


def lists_of(batches: Sequence[Batch]) -> list[Executable]:
    """What the lists of tables and games must say afterwards."""
    return [statement for batch in batches for statement in _lists(batch)]


def _lists(batch: Batch) -> list[Executable]:
    now, rows = batch.entries[-1].at, list[Executable]()
    if batch.line is not None:
        listed, state, summary = batch.line
        line = {"updated": now, "listed": listed, "state": state, "summary": as_text(summary)}
        if batch.entries[0].number == 1:
            rows.append(insert(tables).values(id=batch.table, created=now, **line))
        else:
            rows.append(update(tables).where(tables.c.id == batch.table).values(**line))
    if batch.superseded is not None:
        for part in (games, game_seats):
            its_own = (part.c.table_id == batch.table, part.c.game == batch.superseded)
            rows.append(delete(part).where(*its_own))
    if batch.finished is not None:
        summary, holders = batch.finished
        key = {"table_id": batch.table, "game": summary["game"]}
        rows.append(insert(games).values(**key, finished=now, summary=as_text(summary)))
        for player, seat in holders:
            rows.append(insert(game_seats).values(**key, player=player, seat=seat, finished=now))
    return rows


def as_text(plain: Plain) -> str:
    return orjson.dumps(plain).decode()
