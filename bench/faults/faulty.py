"""A server to be mistreated: `python faulty.py PORT FOLDER [DATABASE]`.

A file `clock` in the folder shifts its wall clock by that many seconds, a file `full` fills its disk.
"""

import sys
import time
from pathlib import Path

from sqlalchemy import event

from rowlock.server import serve
from rowlock.server.config import Config, Limits, Pace
from rowlock.server.store import Store, writer

port, place, *database = sys.argv[1:]
folder = Path(place)
true_time = time.time


def shifted() -> float:
    try:
        return true_time() + float((folder / "clock").read_text() or 0)
    except (OSError, ValueError):
        return true_time()


time.time = shifted
opened, append = Store.open.__func__, writer.append


def limit(connection) -> None:
    """The disk is full as long as the file says so."""
    most = 1 if (folder / "full").exists() else 2**30
    connection.exec_driver_sql(f"PRAGMA max_page_count={most}")


async def open_small(cls, *args, **more):
    store = await opened(cls, *args, **more)
    if not store.shared:
        event.listen(store.engine.sync_engine, "begin", limit)
    return store


def append_if_it_fits(line, batches) -> None:
    limit(line)
    line.commit()
    append(line, batches)


writer.append = append_if_it_fits
Store.open = classmethod(open_small)
config = Config(
    folder, database[0] if database else None, limits=Limits(factor=0), pace=Pace(away=2.0), beat=0.5
)
serve.work(config, serve.listen("127.0.0.1", int(port)), "error")
