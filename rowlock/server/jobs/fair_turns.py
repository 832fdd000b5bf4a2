"""A few pieces of work at a time, fairly: whoever brings many waits for their own, and others do not."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rowlock.server.edge.addresses import ASKER
from rowlock.server.errors import TooMany

MINE = "what you asked for before is being worked out; ask again later"


class Turns:
    """Addresses take turns. So many pieces may wait, and fewer of one address; further ones are refused."""

    def __init__(self, at_once: int, waiting: int, of_one: int, busy: str) -> None:
        self._free, self._most, self._of_one, self._busy = at_once, waiting, of_one, busy
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """Those who wait, in the order of their next turns."""

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    def ahead(self, who: str) -> int:
        """How many come before the last piece of an address: of every other at most as many as its own."""
        own = len(self._waiting.get(who, ()))
        return own + sum(min(len(queue), own) for other, queue in self._waiting.items() if other != who)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn; raises `TooMany` if too many wait already."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(ASKER.get())
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, who: str) -> None:
        queue = self._waiting.get(who, deque())
        if len(queue) >= self._of_one:
            raise TooMany(MINE)
        if self.waiting >= self._most:
            raise TooMany(self._busy)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, queue).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()  # it was our turn in that moment
            raise

    def _pass_on(self) -> None:
        """The next address has its turn, and then stands at the end of the line."""
        while self._waiting:
            who, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[who] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
