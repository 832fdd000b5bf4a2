"""Longer work, beside the event loop: few pieces at a time, and what is asked for twice is done once.

Threads share the interpreter with the loop: more of them make nothing faster, and everybody who plays waits.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from rowlock.server.jobs.fair_turns import Turns

AT_ONCE = 2
WAITING = 64
"""Pieces that may wait for their turn; further ones are refused."""
OF_ONE = 32
"""Pieces of one address among them."""
KEPT = 32 << 20
"""Bytes of answers that are kept in memory."""
BUSY = "too many people ask for games and positions just now; ask again later"

Answer = TypeVar("Answer")


class WorkQueue:
    """Takes turns, and keeps what never changes."""

    def __init__(self) -> None:
        self._turns = Turns(AT_ONCE, WAITING, OF_ONE, BUSY)
        self.turn = self._turns.turn
        self._under_way: dict[str, asyncio.Task[bytes]] = {}
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Do something in a thread, when its turn comes."""
        async with self.turn():
            return await run_in_threadpool(work)

    async def once(self, key: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """An answer that never changes: made for whoever asks first, and kept for the next."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if key not in self._under_way:
            task = self._under_way[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda made: self._finish(key, made))
        return await asyncio.shield(self._under_way[key])

    def _finish(self, key: str, made: asyncio.Task[bytes]) -> None:
        if self._under_way.get(key) is not made:
            return  # what it was made of has been rewritten meanwhile
        del self._under_way[key]
        if not made.cancelled() and made.exception() is None:
            self._known[key] = made.result()
            self._size += len(made.result())
        while self._size > KEPT:
            self._size -= len(self._known.popitem(last=False)[1])

    def forget(self) -> None:
        """A log was rewritten, without somebody's name: what was made of it must not be told again."""
        self._known.clear()
        self._under_way.clear()
        self._size = 0
