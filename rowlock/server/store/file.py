"""The file of a SQLite database: for its owner's eyes alone, and for one server at a time."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL

from rowlock.server.errors import BadSettings


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
        _close_to_others(database)

    def _take(self) -> None:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(self._held, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def release(self) -> None:
        os.close(self._held)


def _close_to_others(database: Path) -> None:
    """What people say and their tokens' hashes are private; SQLite's other files get the same permissions."""
    with suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))
        for file in database.parent.glob(database.name + "*"):
            file.chmod(0o600)
