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

LONGEST_TICK = 0.25
"""Seconds of the processor after which the work that is under way is looked at, at the latest."""


class Work:
    """A piece of work in the main thread."""

    __slots__ = ("begun", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun: float | None = None
        """Processor time of the thread when it was first looked at: most work is over before."""


_running: Work | None = None
_tick = 0.0


class OverBudget(BaseException):
    """Raised into the midst of the work, where nobody may take it for an error of the game."""


@contextmanager
def budget(seconds: float) -> Iterator[None]:
    """Raises `TooHeavy` if the work takes longer: at once in the main thread, elsewhere when it is done.

    The timer runs on from one piece of work to the next: short ones ask the system for nothing.
    """
    global _running
    if not _can_break_off(seconds):
        begun = time.thread_time()
        yield
        if time.thread_time() - begun > seconds:
            raise TooHeavy(TOO_HEAVY)
        return
    before, _running = _running, Work(seconds)
    try:
        yield
    except OverBudget:
        raise TooHeavy(TOO_HEAVY) from None
    finally:
        _running = before


def _can_break_off(seconds: float) -> bool:
    """Signals reach the main thread alone, and not on every system."""
    global _tick
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return False
    tick = min(LONGEST_TICK, seconds / 4)
    if not 0 < _tick <= tick:
        _tick = max(tick, SLICE)
        signal.signal(signal.SIGPROF, _ring)
        signal.setitimer(signal.ITIMER_PROF, _tick, _tick)
    return True


def _ring(number: int, frame: FrameType | None) -> None:
    """Time of the processor is gone, in whatever thread; break off if the work here has used up its own."""
    work = _running
    if work is None:
        return
    now = time.thread_time()
    if work.begun is None:
        work.begun = now
    elif now - work.begun > work.seconds:
        raise OverBudget


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
