"""The file of a SQLite database: for its owner's eyes alone, and for one server at a time."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL

from rowlock.server.errors import BadSettings, StoreDown


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database, if it has one."""
    sqlite = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(url.database or "") if sqlite else None


class FileLock:
    """Held by a server while it uses a database; the system gives it up when the process ends."""

    def __init__(self, database: Path) -> None:
        self._place = database.with_name(database.name + ".lock")
        try:
            database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._held = os.open(self._place, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise BadSettings(f"{database.parent} cannot be written: {error.strerror}") from None
        try:
            self._take()
        except OSError:
            os.close(self._held)
            raise BadSettings(
                f"another server uses {database}; stop it, or give this one a folder of its own (--data)"
            ) from None
        with suppress(OSError):
            close_to_others(database)

    def _take(self) -> None:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(self._held, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def release(self) -> None:
        os.close(self._held)


def check_pages(database: Path) -> None:
    """Raise `StoreDown` if a file cannot be what SQLite wrote: pages were overwritten, or lost."""
    if not database.is_file() or not database.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as file:
            (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise StoreDown(f"the database {database} is damaged ({found.splitlines()[-1]}); restore a backup")


def close_to_others(database: Path) -> None:
    """Make the file private: it holds words, secrets and hashes of tokens. SQLite's other files follow."""
    os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))
    for file in database.parent.glob(database.name + "*"):
        file.chmod(0o600)
