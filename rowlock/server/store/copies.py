"""Copies of a database while it is in use, as one file that can be restored into either kind of database."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from rowlock.server.errors import BadSettings
from rowlock.server.store.database import reason_of
from rowlock.server.store.file import FileLock, close_to_others
from rowlock.server.store.migrations import FromTheFuture, is_current, upgrade
from rowlock.server.store.schema import metadata, processes, tables

AT_ONCE = 500
ALIVE_SECONDS = 15
"""A server that has shown itself within this many seconds is running."""
KEPT = [table for table in metadata.sorted_tables if table is not processes]


def backup(url: str, target: Path) -> int:
    """A consistent copy of a database in use, checked, for its owner alone; the number of tables in it."""
    file = _file_of(url)
    try:
        close_to_others(target)
        if file is not None:
            _copy_file(file, target)
        else:
            _copy_postgres(url, target)
        return _check(target)
    except (sqlite3.Error, SQLAlchemyError, OSError) as error:
        target.unlink(missing_ok=True)
        raise BadSettings(f"the database cannot be copied to {target}: {reason_of(error)}") from None


def restore(source: Path, url: str) -> int:
    """Fill an empty database from a copy, of this version or an older one; the number of tables in it."""
    file = _file_of(url)
    lock = FileLock(file) if file is not None else None
    try:
        with tempfile.TemporaryDirectory() as folder:
            whole = Path(folder) / "whole.db"
            _copy_file(source, whole)  # an older copy is brought up to date there, and stays as it was
            _check(whole)
            with _connect(f"sqlite:///{whole}") as copy, _connect(url) as connection:
                upgrade(copy)
                upgrade(connection)
                _check_free(connection)
                _copy_rows(copy, connection)
                return _count(connection)
    except FromTheFuture as error:
        raise BadSettings(f"{source}: {error}") from None
    except (sqlite3.Error, SQLAlchemyError, OSError) as error:
        raise BadSettings(f"{source} cannot be restored: {reason_of(error)}") from None
    finally:
        if lock is not None:
            lock.release()


def _file_of(url: str) -> Path | None:
    return Path(url.split(":///", 1)[1]) if url.startswith("sqlite") else None


@contextmanager
def _connect(url: str, isolation: str | None = None) -> Iterator[Connection]:
    """A transaction that is committed at the end, or rolled back as a whole."""
    options = {"isolation_level": isolation} if isolation else {}
    engine = create_engine(url.replace("+aiosqlite", ""), **options)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _copy_file(source: Path, target: Path) -> None:
    old = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    with closing(old), closing(sqlite3.connect(target)) as new:
        old.backup(new)


def _copy_postgres(url: str, target: Path) -> None:
    """Every row as it was at one moment, whatever is appended meanwhile."""
    with _connect(url, "REPEATABLE READ") as connection, _connect(f"sqlite:///{target}") as copy:
        if not is_current(connection):
            raise BadSettings("the database is of another version of Rowlock; copy it with that one")
        upgrade(copy)
        _copy_rows(connection, copy)


def _copy_rows(source: Connection, target: Connection) -> None:
    for table in KEPT:
        found = source.execution_options(yield_per=AT_ONCE).execute(select(table))
        for part in found.partitions():
            target.execute(insert(table), [dict(row._mapping) for row in part])


def _check(copy: Path) -> int:
    """Whether a copy is sound; the number of tables in it."""
    with closing(sqlite3.connect(copy)) as database:
        (sound,) = database.execute("PRAGMA integrity_check").fetchone()
        (count,) = database.execute("SELECT count(*) FROM tables").fetchone()
    if sound != "ok":
        raise BadSettings(f"the copy {copy} is damaged: {sound}")
    return int(count)


def _count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())


def _check_free(connection: Connection) -> None:
    """A database that is in use, or has anything in it, is not written over."""
    if connection.dialect.name == "postgresql":
        now = connection.execute(text("SELECT extract(epoch from clock_timestamp())")).scalar_one()
        alive = select(processes.c.id).where(processes.c.seen > float(now) - ALIVE_SECONDS)
        if connection.execute(alive).first():
            raise BadSettings("a server uses this database; stop it first")
    for table in KEPT:
        if connection.execute(select(table).limit(1)).first():
            raise BadSettings("the database is not empty; restore into a new one")
