"""The thread that writes to a SQLite file: what has gathered in one transaction, with one word each way."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from queue import SimpleQueue
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from rowlock.server.store.batches import (
    COLUMNS,
    Batch,
    check_changed,
    check_there,
    lists_of,
    named_in,
    rows_of,
    still_there,
)

GROUP = 256
"""How many appends are committed together at most."""
GATHER_SECONDS = 0.004
"""How long after a commit further appends gather for the next; one that comes alone never waits."""
APPEND = f"INSERT INTO entries ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"


class WaitingBatch(NamedTuple):
    """Somebody who waits for a batch to be stored."""

    batch: Batch
    done: asyncio.Future[None]


Answers = list[tuple[WaitingBatch, Exception | None]]


class Writer:
    """One connection in a thread of its own. After trouble it is given up, and another takes its place.

    The event loop hears of a whole group at once (`told`); `translated` makes the database's errors ours.
    """

    def __init__(
        self,
        engine: Engine,
        translated: Callable[[], AbstractContextManager[None]],
        told: Callable[[Answers], None],
    ) -> None:
        self._engine = engine
        self._translated = translated
        self._told = told
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[WaitingBatch | str | None] = SimpleQueue()
        self._line: Connection | None = None
        self._given_up = False
        self.since: float | None = None
        """When the thread began what it does just now (`time.monotonic`); None while it has nothing to do."""
        self._thread = threading.Thread(target=self._work, name="rowlock-writer", daemon=True)
        self._thread.start()

    def append(self, waiting: WaitingBatch) -> None:
        self._jobs.put(waiting)

    def run(self, *statements: str) -> None:
        """Run statements between two transactions, when there is time; nobody waits for them."""
        for statement in statements:
            self._jobs.put(statement)

    def give_up(self) -> None:
        """Let the thread end when it can; whatever it is doing is left to itself."""
        self._given_up = True
        self._jobs.put(None)

    async def close(self) -> None:
        """Store what still waits, and end."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        is_last = False
        while not is_last and not self._given_up:
            jobs, is_last = self._gather()
            self.since = time.monotonic()
            answers = self._store([job for job in jobs if isinstance(job, WaitingBatch)])
            if answers and not self._given_up:
                with suppress(RuntimeError):  # the loop has ended before us
                    self._loop.call_soon_threadsafe(self._told, answers)
            for job in jobs:
                if isinstance(job, str):
                    self._try(partial(_run, statement=job))
            self.since = None
            if answers and not is_last:
                time.sleep(GATHER_SECONDS)
        if self._line is not None:
            self._line.close()

    def _gather(self) -> tuple[list[WaitingBatch | str], bool]:
        """The next work, as soon as there is some, and whether nothing comes after it."""
        jobs, job = list[WaitingBatch | str](), self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == GROUP or self._jobs.empty():
                return jobs, False
            job = self._jobs.get()
        return jobs, True

    def _store(self, group: Sequence[WaitingBatch]) -> Answers:
        """All batches in one transaction; one by one if one of them cannot be stored."""
        group = [one for one in group if not one.done.done()]
        if not group:
            return []
        batches = [one.batch for one in group]
        error = self._try(lambda line: append(line, batches))
        if error is None or len(group) == 1:
            return [(one, error) for one in group]
        return [answer for one in group for answer in self._store([one])]

    def _try(self, work: Callable[[Connection], None]) -> Exception | None:
        """Do something on the connection, a new one after trouble; what went wrong, as one of our errors."""
        try:
            with self._translated():
                line = self._line = self._line or self._engine.connect()
                try:
                    work(line)
                except BaseException:
                    self._line = None
                    line.invalidate()
                    line.close()
                    raise
        except Exception as error:
            return error
        return None


def append(line: Connection, batches: Sequence[Batch]) -> None:
    """Store entries, and what the lists say after them, in one transaction."""
    statements, named = lists_of(batches), named_in(batches)
    driver = line.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    # straight to the driver, which begins a transaction by itself: these are most of what is ever written
    with line.begin() if statements or named else driver:
        driver.executemany(APPEND, rows_of(batches))
        if named:
            check_there(named, line.execute(still_there(named)))
        for statement in statements:
            check_changed(statement, line.execute(statement))


def _run(line: Connection, statement: str) -> None:
    line.exec_driver_sql(statement).close()
    line.commit()
