"""The finished games of people who agree, read from a database that may be in use: nothing is written.

Statements are short, so that a running server is never kept waiting. A game is given only if everybody in
it agrees at this moment, and if nobody still plays with the same dice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import groupby
from typing import NamedTuple

import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Executable,
    create_engine,
    exists,
    func,
    select,
    tuple_,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError

from rowlock.analysis.review.review_types import Review
from rowlock.analysis.version import ANALYSIS
from rowlock.community.daily.days import closes, day_at
from rowlock.server.errors import BadSettings, StoreDown
from rowlock.server.store.batches import LOG, entry_of
from rowlock.server.store.database import StoredRow, reason_of
from rowlock.server.store.duel_schema import duels, halves
from rowlock.server.store.event_schema import event_tables
from rowlock.server.store.file import file_of
from rowlock.server.store.migrations import is_current
from rowlock.server.store.schema import entries, game_seats, games, players, reviews, tries
from rowlock.table.table import Entry

PART = 500
"""Games, or entries of a log, that are read together."""


class Span(NamedTuple):
    """From when until when games ended, in seconds since 1970, and what time it is now."""

    first: float
    end: float
    now: float


class OpenGames:
    """A server's database, seen by whoever publishes games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def count(self, span: Span) -> tuple[int, int]:
        """How many games ended then, and how many of them everybody in the lists agrees to."""
        then = select(func.count()).select_from(games).where(_ended(span))
        agreed = then.where(*_free(span.now))
        return self._one(then), self._one(agreed)

    def tables(self, span: Span) -> Iterator[tuple[str, set[int]]]:
        """Tables one after the other, with the numbers of their games that may be published."""
        for table, found in groupby(self._games(span), lambda one: one[0]):
            yield table, {game for _, game in found}

    def _games(self, span: Span) -> Iterator[tuple[str, int]]:
        key = (games.c.table_id, games.c.game)
        wanted = select(*key).where(_ended(span), *_free(span.now)).order_by(*key).limit(PART)
        after: tuple[str, int] = ("", 0)
        while rows := self._all(wanted.where(tuple_(*key) > after)):
            yield from ((row.table_id, row.game) for row in rows)
            after = (rows[-1].table_id, rows[-1].game)

    def log(self, table: str) -> Iterator[Entry]:
        """The log of a table, part by part."""
        after = 0
        own = LOG.where(entries.c.table_id == table).limit(PART)
        while rows := self._all(own.where(entries.c.number > after)):
            yield from (entry_of(row)._replace(secret=row.secret) for row in rows)
            after = rows[-1].number

    def review(self, table: str, game: int) -> Review | None:
        """The stored review of a game by this version of the analysis."""
        its_own = (reviews.c.table_id == table, reviews.c.game == game, reviews.c.analysis == ANALYSIS)
        rows = self._all(select(reviews.c.body).where(*its_own))
        found: Review | None = orjson.loads(rows[0].body) if rows else None
        return found

    def all_agree(self, people: set[str]) -> bool:
        """Whether each of these is still a player here, and agrees."""
        agreeing = select(func.count()).where(players.c.id.in_(people), players.c.open_data)
        return self._one(agreeing) == len(people)

    def _one(self, query: Executable) -> int:
        return int(self._all(query)[0][0])

    def _all(self, query: Executable) -> Sequence[StoredRow]:
        try:
            return self._connection.execute(query).all()
        except SQLAlchemyError as error:
            raise StoreDown(f"the database cannot be read: {reason_of(error)}") from None


def _ended(span: Span) -> ColumnElement[bool]:
    return (games.c.finished >= span.first) & (games.c.finished < span.end)


def _free(now: float) -> list[ColumnElement[bool]]:
    """The conditions for a game: its people agree, and its dice are nobody's secret any more."""
    its_seats = (game_seats.c.table_id == games.c.table_id) & (game_seats.c.game == games.c.game)
    agrees = exists().where(players.c.id == game_seats.c.player, players.c.open_data)
    running = exists().where(event_tables.c.table_id == games.c.table_id, event_tables.c.sealed)
    open_duel = (halves.c.duel == duels.c.id) & (duels.c.closes > now)
    open_days = (tries.c.day >= _first_open_day(now).isoformat(), tries.c.table_id.is_not(None))
    return [
        exists().where(its_seats),
        ~exists().where(its_seats, ~agrees),
        ~running,
        ~exists().where(halves.c.table_id == games.c.table_id, open_duel),
        games.c.table_id.not_in(select(tries.c.table_id).where(*open_days)),
    ]


def _first_open_day(now: float) -> date:
    """The earliest day of which games are still taken."""
    today = day_at(now)
    yesterday = day_at(now - 86400)
    return yesterday if closes(yesterday) > now else today


@contextmanager
def open_games(url: str) -> Iterator[OpenGames]:
    """The games of a database, which must have the shape that this version knows."""
    engine = _reading_engine(url)
    try:
        with engine.connect() as connection:
            if not is_current(connection):
                raise BadSettings(
                    "the database is of another version of Rowlock: start this one's server once"
                )
            yield OpenGames(connection)
    except SQLAlchemyError as error:
        raise BadSettings(f"the database cannot be read: {reason_of(error)}") from None
    finally:
        engine.dispose()


def _reading_engine(url: str) -> Engine:
    """The way to a database for one who only reads; a file that is not there is not made."""
    file = file_of(make_url(url))
    if file is not None:
        address = f"{file.resolve().as_uri()}?mode=ro"
        return create_engine(
            "sqlite://", creator=lambda: sqlite3.connect(address, uri=True), isolation_level="AUTOCOMMIT"
        )
    reading = {"connect_timeout": 5, "options": "-c default_transaction_read_only=on"}
    try:
        return create_engine(url, isolation_level="AUTOCOMMIT", connect_args=reading)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise BadSettings("PostgreSQL needs the extra: pip install 'rowlock[postgres]'") from None
