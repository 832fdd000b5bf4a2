"""Reviews and analyses: worked out beside the event loop, in a few processes that yield to live games.

What is asked for twice is worked out once. Reviews of games played here are stored as derived data, with the
version of the analysis, and made again when that has changed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

import orjson

from rowlock.analysis.version import ANALYSIS
from rowlock.engine.game import Game
from rowlock.engine.record import Record
from rowlock.server.errors import StoreDown, TooHeavy, TooMany
from rowlock.server.store import Conflict, Store

SECONDS = 120
"""Processor time that one piece of work may take."""
MEMORY = 4 << 30
QUEUE = 64
"""Pieces of work that may wait; further ones are refused."""
OF_ONE = 4
"""Pieces of work from a single address among them: whoever brings many does not keep the others waiting."""
PATIENCE = 8.0
"""Seconds for which an asker is kept waiting before being told to ask again."""
WATCHED = 2.0
"""Seconds between a worker's looks whether its server is there."""
NICE = 15
"""How far a worker yields to live games (niceness); on Linux it works only while nobody else wants to."""
KEPT = 256
"""Answers that are kept in memory."""
PAUSES = (0.5, 1.5, 0.0)
"""Seconds after which a review that could not be stored is stored again; after the last it is given up."""
SLOW_ROLLOUTS = 60
"""Games from every position where no network judges: strangers' pads must not take minutes."""

Finding = Callable[[], Awaitable[Callable[[], Record]]]
"""Finds a record; it is read by the process that reviews it, not by the one in which people play."""


class Reviews:
    """The pool of a server, and what is under way in it."""

    def __init__(self, store: Store, workers: int = 1) -> None:
        self._store, self._workers = store, workers
        self._pool: ProcessPoolExecutor | None = None
        self._under_way: dict[str, asyncio.Task[bytes]] = {}
        self._asked_by: dict[str, str] = {}
        self._known: OrderedDict[str, bytes] = OrderedDict()

    async def of_game(
        self, table: str, game: int, who: str, find: Finding, corrections: int = 0
    ) -> bytes | None:
        """The review of a finished game as JSON, anew after corrections; None if it is not ready yet."""
        version = ANALYSIS + (corrections << 16)
        stored = await self._store.find_review(table, game, version)
        if stored is not None:
            return stored

        key = f"game {table} {game} {corrections}"

        async def work() -> bytes:
            told = await self._in_pool(_review, await find())
            await self._keep(key, lambda: self._store.keep_review(table, game, version, told))
            return told

        return await self._shared(key, who, work)

    async def _keep(self, key: str, keep: Callable[[], Awaitable[None]]) -> None:
        """Store what took long to make, again after a while if the database hesitates."""
        for pause in PAUSES:
            if not self._stands(key):
                return
            try:
                with suppress(Conflict):  # another process has kept it
                    await keep()
            except StoreDown:
                await asyncio.sleep(pause)
            else:
                return

    async def of_record(self, key: str, who: str, find: Finding) -> bytes | None:
        """The review of a record that somebody brings; it is read once, however often they ask."""

        async def work() -> bytes:
            return await self._in_pool(_review, await find())

        return await self._shared(f"record {key}", who, work)

    async def of_position(self, key: str, who: str, read: Callable[[], Awaitable[Game]]) -> bytes | None:
        """The analysis of a position; it is read once, however often they ask."""

        async def work() -> bytes:
            return await self._in_pool(_analyse, await read())

        return await self._shared(f"position {key}", who, work)

    @property
    def waiting(self) -> int:
        """How many pieces of work are under way or wait."""
        return len(self._under_way)

    async def _shared(self, key: str, who: str, work: Callable[[], Awaitable[bytes]]) -> bytes | None:
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if key not in self._under_way:
            if len(self._under_way) >= QUEUE:
                raise TooMany("too many reviews are being worked out; ask again later")
            if sum(self._asked_by[other] == who for other in self._under_way) >= OF_ONE:
                raise TooMany("your other reviews are being worked out; ask again later")
            self._asked_by[key] = who
            self._under_way[key] = asyncio.ensure_future(self._work(key, work))
        task = self._under_way[key]
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        return task.result() if done else None

    async def _work(self, key: str, work: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            told = await work()
            if self._stands(key):
                self._known[key] = told
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
            return told
        finally:
            if self._stands(key):
                del self._under_way[key], self._asked_by[key]

    def _stands(self, key: str) -> bool:
        """Whether what the present task works on has not been rewritten meanwhile."""
        return self._under_way.get(key) is asyncio.current_task()

    async def _in_pool(self, work: Callable[[Any], bytes | None], what: Any) -> bytes:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), _begin, (NICE,))
        try:
            told = await asyncio.get_running_loop().run_in_executor(self._pool, work, what)
        except BrokenProcessPool:
            self._pool = None
            told = None
        if told is None:
            raise TooHeavy("this takes too much time or memory to work out")
        return told

    def forget(self) -> None:
        """A log was rewritten, without somebody's name: what was made of it must not be told again."""
        self._known.clear()
        self._under_way.clear()
        self._asked_by.clear()

    async def close(self) -> None:
        for task in list(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _begin(nice: int = NICE) -> None:
    """A worker yields to live games, and its memory is limited."""
    if sys.platform != "win32":
        import resource

        os.nice(nice)
        if nice and sys.platform == "linux":  # a player's move never waits for the end of their slice
            with suppress(OSError):  # a sandbox may forbid it
                os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _watch(server: int) -> None:
    """A server that was killed cannot end its workers: they see that it is gone, and go."""
    while os.getppid() == server:
        time.sleep(WATCHED)
    os._exit(0)


class _TooLong(Exception):
    pass


def limited(work: Callable[[], Any]) -> bytes | None:
    """What comes of work, as JSON; None if it takes too long or too much."""

    def stop(*_: Any) -> None:
        raise _TooLong

    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return orjson.dumps(work())
    except (_TooLong, MemoryError):
        return None
    finally:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, 0)


def _review(read: Callable[[], Record]) -> bytes | None:
    from rowlock.analysis.judges import find_judge
    from rowlock.analysis.review import review

    def work() -> Any:
        record = read()
        judge = find_judge(record.variant, len(record.seats), SLOW_ROLLOUTS)
        return review(record, judge=judge)

    return limited(work)


def _analyse(game: Game) -> bytes | None:
    from rowlock.analysis.analyse import analyse

    return limited(lambda: analyse(game, SLOW_ROLLOUTS))
