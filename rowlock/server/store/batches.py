"""Batches: entries that are stored together, and the rows they become in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import (
    CursorResult,
    Executable,
    Result,
    Update,
    delete,
    insert,
    select,
    update,
)

from rowlock.engine.json_object import JsonObject
from rowlock.server.store.club_order import put_in_order, struck_out
from rowlock.server.store.database import Rewritten, StoredRow
from rowlock.server.store.rated_rows import rated_rows
from rowlock.server.store.schema import entries, game_seats, games, players, secrets, tables
from rowlock.table.errors import DamagedLog, NoSuchPlayer
from rowlock.table.messages.hosting import ChangeSettings, Kick
from rowlock.table.rated import RatedSeat
from rowlock.table.shapes.answers import Ended, Listed
from rowlock.table.table import Entry

NAMING = {"created", "sit", "chat", "kick"}
"""The kinds of entries that have somebody's name or words in them."""
COLUMNS = [column.name for column in entries.columns]
_its_secret = (secrets.c.table_id == entries.c.table_id) & (secrets.c.number == entries.c.number)
LOG = select(entries, secrets.c.secret).join(secrets, _its_secret, isouter=True).order_by(entries.c.number)
"""The log as the house alone reads it, with its secrets."""


class TableLine(NamedTuple):
    """A table as the lists show it."""

    listed: bool
    state: str
    summary: Listed
    due: float | None = None
    """When the house must look at it, where a game goes on though nobody is there."""


class FinishedGame(NamedTuple):
    """A finished game for the lists, and who held which seat in it."""

    summary: Ended
    holders: Sequence[tuple[str, int]]
    rated: Sequence[RatedSeat] = ()
    """Who counts with which points, if it is rated."""


class Batch(NamedTuple):
    """Entries of one table that are stored together, and the changes of the lists that follow."""

    table: str
    entries: Sequence[Entry]
    line: TableLine | None = None
    finished: FinishedGame | None = None
    superseded: int | None = None
    """A game whose end was corrected: what the lists say about it is no longer true."""
    forgets: int = 0
    """How often the table's log had been rewritten, for somebody to be forgotten, when it was last read."""
    is_told: bool = False
    """Whether other processes must hear of it: they may have visitors of this table."""

    @property
    def is_listed(self) -> bool:
        """Whether the list of tables may look different: the table is in it, or may just have left it."""
        may_leave = any(entry.kind == ChangeSettings.kind for entry in self.entries)
        return self.line is not None and (self.line.listed or may_leave)

    @property
    def named(self) -> set[str]:
        """The players whose names or words are in the entries: they must still be there."""
        naming = [entry for entry in self.entries if entry.kind in NAMING]
        return {player for entry in naming if (player := _named_by(entry))}


def _named_by(entry: Entry) -> str | None:
    """The player whose name an entry brings: the speaker, or whoever is sent away."""
    return Kick.of(entry.body).player if entry.kind == Kick.kind else entry.player


def named_in(batches: Sequence[Batch]) -> set[str]:
    return set[str]().union(*(batch.named for batch in batches))


def still_there(named: set[str]) -> Executable:
    """Those of these players that there are; with PostgreSQL none of them is deleted until we are done."""
    return select(players.c.id).where(players.c.id.in_(named)).with_for_update(read=True, key_share=True)


def check_there(named: set[str], found: Result[Any]) -> None:
    """Nothing is stored in the name of somebody who was deleted."""
    if named - {row.id for row in found}:
        raise NoSuchPlayer("somebody who is named here has been forgotten")


def check_changed(statement: Executable, done: Result[Any]) -> None:
    """Refuse a change of a table's line where the log has been rewritten meanwhile."""
    of_lists = isinstance(statement, Update) and statement.table is tables
    if of_lists and isinstance(done, CursorResult) and done.rowcount == 0:
        raise Rewritten


def rows_of(batches: Sequence[Batch]) -> list[tuple[object, ...]]:
    """The entries as rows, in the order of `COLUMNS`."""
    return [
        (batch.table, one.number, one.at, one.player, one.kind, as_text(one.body), one.key)
        for batch in batches
        for one in batch.entries
    ]


def entry_of(row: StoredRow) -> Entry:
    """An entry as it was said, without what the house keeps to itself; raises `DamagedLog` if it is cut."""
    try:
        body = orjson.loads(row.body)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise DamagedLog(f"entry {row.number} of this table's log, {row.kind}, is damaged")
    return Entry(row.number, row.at, row.player, row.kind, body, row.key)


def lists_of(batches: Sequence[Batch]) -> list[Executable]:
    """The other statements of batches: secrets, and the lines of tables and games."""
    return [statement for batch in batches for statement in _lists(batch)]


def _lists(batch: Batch) -> list[Executable]:
    now, rows = batch.entries[-1].at, list[Executable]()
    for entry in batch.entries:
        if entry.secret is not None:
            key = {"table_id": batch.table, "number": entry.number}
            rows.append(insert(secrets).values(**key, secret=entry.secret))
    if batch.line is not None:
        listed, state, summary, due = batch.line
        line = {"updated": now, "listed": listed, "state": state, "summary": as_text(summary), "due": due}
        if batch.entries[0].number == 1:
            rows.append(insert(tables).values(id=batch.table, created=now, **line))
        else:
            known = (tables.c.id == batch.table, tables.c.forgets == batch.forgets)
            rows.append(update(tables).where(*known).values(**line))
    if batch.superseded is not None:
        for part in (games, game_seats):
            its_own = (part.c.table_id == batch.table, part.c.game == batch.superseded)
            rows.append(delete(part).where(*its_own))
        rows += struck_out(batch.table, batch.superseded)
    if batch.finished is not None:
        ended, holders, rated = batch.finished
        key = {"table_id": batch.table, "game": ended["game"]}
        rows.append(insert(games).values(**key, finished=now, summary=as_text(ended)))
        for player, seat in holders:
            rows.append(insert(game_seats).values(**key, player=player, seat=seat, finished=now))
        rows += put_in_order(batch.table, ended["game"], now)
        if rated:
            rows += rated_rows(key, ended["variant"], rated, now)
    return rows


def as_text(plain: JsonObject | Listed | Ended) -> str:
    return orjson.dumps(plain).decode()
