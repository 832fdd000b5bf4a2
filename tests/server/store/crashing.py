"""A server that kills itself (-9) at a chosen moment: `python crashing.py PORT FOLDER PLACE COUNT`.

PLACE is where: `before` an append, `after` it (stored, nobody told), while `telling` (some were told,
others not), or `never`; COUNT says at which of them. FOLDER may be the address of a PostgreSQL.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from rowlock.server import serve
from rowlock.server.config import Config, Limits, TablePace
from rowlock.server.live.hub import Listener
from rowlock.server.store import writer
from rowlock.server.store.groups import Groups

port, folder, place, count = sys.argv[1:]
left = int(count)


def step() -> None:
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)


def arm() -> None:
    insert, append, tell = Groups._insert, writer.append, Listener.tell

    async def insert_and_die(self, batches: Any) -> None:
        if place == "before":
            step()
        await insert(self, batches)
        if place == "after":
            step()

    def append_and_die(line: str, batches: Any) -> None:
        if place == "before":
            step()
        append(line, batches)
        if place == "after":
            step()

    def tell_and_die(self, message: Any) -> None:
        if place == "telling":
            step()
        tell(self, message)

    Groups._insert, writer.append, Listener.tell = insert_and_die, append_and_die, tell_and_die


if __name__ == "__main__":
    arm()
    database = folder if folder.startswith("postgresql") else None
    config = Config(Path(folder), database, limits=Limits(factor=0), pace=TablePace(away=1.0), beat=0.3)
    serve.work(config, serve.listen("127.0.0.1", int(port)), "error")
