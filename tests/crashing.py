"""A server that kills itself (-9) at a chosen moment, for processes of their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event

from rowlock.server import serve
from rowlock.server.config import Config, Limits, TablePace
from rowlock.server.live.hub import Listener
from rowlock.server.store import Store, writer
from rowlock.server.store.groups import Groups


class Killed(BaseException):
    """A process that is no more."""


@contextmanager
def killed_at(store: Store, number: int) -> Iterator[None]:
    """`Killed` is raised before the statement of this number, counted from 1."""
    count = 0

    def before(*_: object) -> None:
        nonlocal count
        count += 1
        if count == number:
            raise Killed

    engine = store.engine.sync_engine
    event.listen(engine, "before_cursor_execute", before)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", before)


def serve_until(port: int, folder: str, place: str, count: int) -> None:
    """Serve, and die in this place when it is reached for this time.

    `place` is `before` an append, `after` it (stored, nobody told), while `telling` (some were told, others
    not), or `never`; `folder` may be the address of a PostgreSQL.
    """
    arm(place, count)
    database = folder if folder.startswith("postgresql") else None
    config = Config(Path(folder), database, limits=Limits(factor=0), pace=TablePace(away=1.0), beat=0.3)
    serve.work(config, serve.listen("127.0.0.1", port), "error")


def arm(place: str, left: int) -> None:
    def step() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    insert, append, tell = Groups._insert, writer.append, Listener.tell

    async def insert_and_die(self: Groups, batches: Any) -> None:
        if place == "before":
            step()
        await insert(self, batches)
        if place == "after":
            step()

    def append_and_die(line: Any, batches: Any) -> None:
        if place == "before":
            step()
        append(line, batches)
        if place == "after":
            step()

    def tell_and_die(self: Listener, message: Any) -> None:
        if place == "telling":
            step()
        tell(self, message)

    Groups._insert, writer.append, Listener.tell = (  # type: ignore[method-assign]
        insert_and_die,
        append_and_die,
        tell_and_die,
    )
