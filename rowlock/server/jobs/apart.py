"""Long pure work about events, in one process beside the server: a thread would share the interpreter.

A draw takes seconds for some numbers of people, and an event may have thousands of people and results.
Addresses take turns, so whoever asks for much waits for their own work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from rowlock.server.errors import TooHeavy
from rowlock.server.jobs.fair_turns import Turns
from rowlock.server.jobs.workers import TooLong, begin_worker, limited_time

SECONDS = 60
"""Processor time that one piece of work may take: four times the draw for a thousand people and 50 rounds."""
WAITING, OF_ONE = 64, 8
"""Pieces that may wait for their turn, and those of one address among them."""
BUSY = "too many events are being drawn just now; ask again in a moment"
NICE = 5
"""How far it yields to live games; people in a hall wait for it, so it does not wait until nobody plays."""

Answer = TypeVar("Answer")


class Apart:
    """The process, started when it is first needed."""

    def __init__(self) -> None:
        self._turns = Turns(1, WAITING, OF_ONE, BUSY)
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """The answer of something that can be pickled; raises what it raises, or `TooHeavy`."""
        async with self._turns.turn():
            if self._pool is None:
                begin = partial(begin_worker, NICE, is_last=False)
                self._pool = ProcessPoolExecutor(1, get_context("spawn"), begin)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, _in_time, work)
            except (BrokenProcessPool, TooLong, MemoryError):
                self._pool = None
                raise TooHeavy("this takes too much time or memory to work out") from None

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _in_time(work: Callable[[], Answer]) -> Answer:
    with limited_time(SECONDS):
        return work()
