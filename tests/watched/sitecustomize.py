"""Writes down every file below `WATCHED` that a Python process opens, lists, makes, moves or removes."""

import os
import sys

WATCHED = os.environ["WATCHED"]
LOG = os.open(os.environ["WATCHED_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
BEGINNINGS = ("open", "os.", "sqlite3.connect", "shutil.")


def note(event: str, given: tuple[object, ...]) -> None:
    if not event.startswith(BEGINNINGS):
        return
    for one in given[:2]:
        path = os.fsdecode(one) if isinstance(one, bytes | os.PathLike) else one
        if isinstance(path, str) and (path + os.sep).startswith(WATCHED + os.sep):
            os.write(LOG, f"{event} {path}\n".encode())


sys.addaudithook(note)
