"""Server processes that need not import everything first: each is a fork of one that has done it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from multiprocessing import get_context
from signal import SIGKILL

CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(["rowlock.server.serve"])


class Forked:
    """A process that runs a function: it can be killed, and waited for."""

    def __init__(self, work: Callable[..., object], *given: object) -> None:
        self._process = CONTEXT.Process(target=work, args=given)
        self._process.start()

    def send(self, number: int) -> None:
        assert self._process.pid
        os.kill(self._process.pid, number)

    async def wait(self) -> int:
        """Until it has ended: its exit status, or the number of the signal below zero."""
        while (status := self._process.exitcode) is None:
            await asyncio.sleep(0.01)
        return status

    async def kill(self, how: int = SIGKILL) -> None:
        if self._process.exitcode is None:
            self.send(how)
            await self.wait()
