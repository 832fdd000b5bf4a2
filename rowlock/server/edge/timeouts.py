"""A limit on how long a task waits for something, for those who wait often and hardly ever long."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType


class Patience:
    """`with patience:` raises `TimeoutError` into what takes longer, as `asyncio.timeout` does.

    One timer serves everything that a task waits for within that time: it looks at what is waited for then.
    A timer for every message costs about fifteen times as much (`bench/timeouts.py`).
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_over = False

    def __enter__(self) -> None:
        self._since = time.monotonic()
        if self._timer is None:
            self._task = asyncio.current_task()
            self._set(self._seconds)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._since = None
        if self._is_over and kind is asyncio.CancelledError and self._task and self._task.uncancel() <= 0:
            self._is_over = False
            raise TimeoutError from error

    def stop(self) -> None:
        """Cancel the timer: this task sends nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def _set(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        self._timer = None
        if self._since is None or self._task is None:
            return
        left = self._since + self._seconds - time.monotonic()
        if left > 0:
            self._set(left)
        else:
            self._is_over = True
            self._task.cancel()
