"""Games that are handed in and judged beside the play: tries at a day's game, halves of duels."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import ClassVar

from rowlock.server.errors import StoreDown
from rowlock.server.store import Conflict

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""How often one looks for games that are to be judged."""
SLOW_SECONDS = 60.0
"""How often one looks for games that were begun and left."""


class JudgedGames:
    """Two tasks: one hands in what was begun and left, the other judges what was handed in."""

    trouble: ClassVar[str]
    """The line of the log when something unforeseen goes wrong."""

    def __init__(self) -> None:
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        work = (self._keep_judging(), self._keep_gathering())
        self._tasks = [asyncio.create_task(one) for one in work]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _gather_left(self) -> None:
        """Hand in games that were begun and left."""
        raise NotImplementedError

    async def _judge_next(self) -> bool:
        """Judge a game; False if there is none to judge."""
        raise NotImplementedError

    async def _keep_gathering(self) -> None:
        while True:
            with suppress(StoreDown, Conflict):
                await self._gather_left()
            await asyncio.sleep(SLOW_SECONDS)

    async def _keep_judging(self) -> None:
        while True:
            self._wake.clear()
            try:
                while await self._judge_next():
                    pass
            except (StoreDown, Conflict):
                pass
            except Exception:
                log.exception(self.trouble)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_SECONDS)
