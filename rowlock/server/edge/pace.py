"""However many requests come from one address: a few are seen to in a turn of the event loop, then others."""

from __future__ import annotations

import asyncio
from collections import deque

AT_ONCE = 4
"""Requests of an address that are seen to in one turn of the loop; each takes about a millisecond."""


class RequestPace:
    """Lets the requests of every address go on a few at a time, in the order in which they came."""

    def __init__(self) -> None:
        self._begun: dict[str, int] = {}
        """How many have gone on in this turn of the loop."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def turn(self, address: str) -> None:
        """Wait until a request of this address may begin, or go on; mostly at once."""
        loop = asyncio.get_running_loop()
        if not self._begun:
            loop.call_soon(self._next)
        if self._begun.get(address, 0) < AT_ONCE and address not in self._waiting:
            self._begun[address] = self._begun.get(address, 0) + 1
            return
        waiter = loop.create_future()
        self._waiting.setdefault(address, deque()).append(waiter)
        await waiter

    def _next(self) -> None:
        """Another turn of the loop: the next few of every address go on."""
        self._begun.clear()
        for address, waiting in list(self._waiting.items()):
            while waiting and self._begun.get(address, 0) < AT_ONCE:
                waiter = waiting.popleft()
                if not waiter.done():  # whoever asked has hung up
                    waiter.set_result(None)
                    self._begun[address] = self._begun.get(address, 0) + 1
            if not waiting:
                del self._waiting[address]
        if self._begun:
            asyncio.get_running_loop().call_soon(self._next)
