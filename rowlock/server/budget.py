"""A limit on the processor time of work in the thread that serves everybody: what exceeds it is broken off.

Logs are read in pieces, so that others are served in between.
"""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from rowlock.server.errors import TooHeavy
from rowlock.table.records import read_on
from rowlock.table.table import Entry, Plain, Table

TOO_HEAVY = "a move at this table takes the server too long; the table is closed"
SLICE = 0.01
"""Seconds after which reading a log lets others in between."""
LOAD = 5
"""How many times the budget of a step the whole log of a table may take to be read."""
GROUP = 20
"""Entries that are read in one step."""

_running: tuple[float, float] | None = None
"""When the present work began and how long it may take, in the processor time of the main thread."""


class OverBudget(BaseException):
    """Raised into the midst of the work, where nobody may take it for an error of the game."""


@contextmanager
def budget(seconds: float) -> Iterator[None]:
    """Raises `TooHeavy` if the work takes longer: at once in the main thread, elsewhere when it is done."""
    global _running
    begun, before, breaks_off = time.thread_time(), _running, _can_break_off()
    try:
        if breaks_off:
            _running = (begun, seconds)
            signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            _running = before
    except OverBudget:
        _running = before
        raise TooHeavy(TOO_HEAVY) from None
    finally:
        if breaks_off:
            signal.setitimer(signal.ITIMER_PROF, 0)
    if time.thread_time() - begun > seconds:
        raise TooHeavy(TOO_HEAVY)


def _can_break_off() -> bool:
    """Signals reach the main thread alone, and not on every system."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return False
    if signal.getsignal(signal.SIGPROF) is not _ring:
        signal.signal(signal.SIGPROF, _ring)
    return True


def _ring(number: int, frame: FrameType | None) -> None:
    """The processor time of all threads is up; break off if the main thread has used it."""
    if _running is None:
        return
    begun, seconds = _running
    left = begun + seconds - time.thread_time()
    if left <= 0:
        raise OverBudget
    signal.setitimer(signal.ITIMER_PROF, max(left, SLICE))


class Reading:
    """A log that is read by and by: others are served in between, and all of it has a budget too."""

    def __init__(self, table: Table, seconds: float) -> None:
        self.table, self.facts = table, list[Plain]()
        self._seconds, self._left = seconds, LOAD * seconds

    async def take(self, log: Sequence[Entry]) -> None:
        """Read further entries; raises `TooHeavy` or `DamagedLog`."""
        since = time.monotonic()
        for first in range(0, len(log), GROUP):
            begun = time.thread_time()
            with budget(min(self._seconds, self._left)):
                self.table, followed = read_on(self.table, log[first : first + GROUP])
            self.facts += followed
            self._left -= time.thread_time() - begun
            if time.monotonic() - since > SLICE:
                await asyncio.sleep(0)
                since = time.monotonic()
