"""A server to be mistreated: `python faulty.py PORT FOLDER [DATABASE]`.

A file `clock` in the folder shifts its wall clock by that many seconds, a file `full` fills its disk, a file
`cut` with its port cuts it off from the database. Those on one PostgreSQL are processes of one machine.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

from sqlalchemy import event

from rowlock.server import serve
from rowlock.server.config import Config, Limits, TablePace
from rowlock.server.store import Store, writer
from rowlock.server.store.database import Database, NoAnswer

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


limited = Database.limited


async def limited_unless_cut(self, work, *args):
    if (folder / f"cut{port}").exists():
        work.close()
        raise NoAnswer("cut off")
    return await limited(self, work, *args)


Database.limited = limited_unless_cut
writer.append = append_if_it_fits
Store.open = classmethod(open_small)


def main() -> None:
    config = Config(folder, limits=Limits(factor=0), pace=TablePace(away=2.0), beat=0.5)
    if database:
        hands = folder / "hands"
        hands.mkdir(exist_ok=True)
        config = replace(config, database=database[0], handover=hands, machine="one")
    serve.work(config, serve.listen("127.0.0.1", int(port)), "error")


if __name__ == "__main__":  # processes that the server starts for longer work begin with this file, too
    main()
