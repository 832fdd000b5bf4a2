"""Work beside the play: done while there is some, then waited for."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import ClassVar

LOOK_SECONDS = 5.0
"""How often one looks for work that another process, or an earlier one, has left."""


class BackgroundTask:
    """A task that does what there is, sleeps until it is woken, and looks again from time to time."""

    look_seconds: ClassVar[float] = LOOK_SECONDS

    def __init__(self) -> None:
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        self._wake.set()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            await self._do_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self.look_seconds)

    async def _do_all(self) -> None:
        """Do everything that waits; trouble is told in the log and never raised."""
        raise NotImplementedError
