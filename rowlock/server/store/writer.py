"""The thread that writes to a SQLite file: a whole group of appends in one go, with one word each way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from sqlalchemy import Connection, Engine, Executable

from rowlock.server.store.schema import entries
from rowlock.table.table import Plain

COLUMNS = [column.name for column in entries.columns]
APPEND = f"INSERT INTO entries ({', '.join(COLUMNS)}) VALUES ({', '.join(':' + name for name in COLUMNS)})"


class Writer:
    """One connection in a thread of its own. After trouble it is given up, and another takes its place."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rowlock-writer")
        self._line: Connection | None = None

    async def append(self, rows: Sequence[Plain], statements: Sequence[Executable]) -> None:
        """Store entries, and what the lists say after them, in one transaction."""
        await self._do(partial(_append, rows=rows, statements=statements))

    async def run(self, *texts: str) -> None:
        """Run statements as they are, outside any transaction."""
        await self._do(partial(_run, texts=texts))

    async def _do(self, work: Callable[[Connection], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._work, work)

    def _work(self, work: Callable[[Connection], None]) -> None:
        line = self._line = self._line or self.engine.connect()
        try:
            work(line)
        except BaseException:
            line.invalidate()
            line.close()
            self._line = None
            raise

    def give_up(self) -> None:
        """Let the thread end when it can; whatever it is doing is left to itself."""
        self._thread.shutdown(wait=False)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        if self._line is not None:
            self._line.close()


def _append(line: Connection, rows: Sequence[Plain], statements: Sequence[Executable]) -> None:
    with line.begin():
        assert line.connection.driver_connection is not None
        # straight to the driver: these are most of what is ever written
        line.connection.driver_connection.executemany(APPEND, rows)
        for statement in statements:
            line.execute(statement)


def _run(line: Connection, texts: Sequence[str]) -> None:
    for one in texts:
        line.exec_driver_sql(one).close()
    line.commit()
