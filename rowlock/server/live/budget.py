"""A limit on the processor time of work in the thread that serves everybody: what exceeds it is broken off.

Logs are read in pieces, so that others are served in between.
"""

from __future__ import annotations

import asyncio
import atexit
import signal
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType, TracebackType

from rowlock.engine.facts import Fact
from rowlock.server.errors import TooHeavy
from rowlock.table.log.records import read_on
from rowlock.table.table import Entry, Table

TOO_HEAVY = "a move at this table takes the server too long; the table is closed"
SLICE = 0.01
"""Seconds after which reading a log lets others in between."""
LOAD = 5
"""How many times the budget of a step the whole log of a table may take to be read."""
GROUP = 20
"""Entries that are read in one step."""

TICK = 0.25
"""Processor seconds after which the current work is looked at."""

_running: Budget | None = None
"""The work that is under way in the main thread."""
_ticking = False
"""Whether the timer is set: it keeps running from one piece of work to the next, so short ones set none."""


class OverBudget(BaseException):
    """Raised in the middle of the work, where nothing may take it for an error of the game."""


class Budget:
    """`with Budget(2.0):` raises `TooHeavy` if the work takes longer, after a call of `over`.

    It does so at once in the main thread, and when the work is done elsewhere.
    """

    def __init__(self, seconds: float, over: Callable[[], None] | None = None) -> None:
        self._seconds, self._over = seconds, over
        in_main = threading.get_ident() == threading.main_thread().ident  # signals reach no other thread
        self._breaks_off = in_main and hasattr(signal, "setitimer")
        self._since: float | None = None
        """The processor time of its thread from which on it is counted: that of the first look at it.

        To ask for it is not cheap, and nearly all work is done before anybody looks."""

    def __enter__(self) -> None:
        global _running
        if self._breaks_off:
            self._before, _running = _running, self
            _keep_ticking(self._seconds)
        else:
            self._since = time.thread_time()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        global _running
        if self._breaks_off:
            _running = self._before
        if kind is OverBudget or (kind is None and self._since is not None and self.left() <= 0):
            if self._over:
                self._over()
            raise TooHeavy(TOO_HEAVY) from None
        if kind is TooHeavy and self._over:
            self._over()

    def left(self) -> float:
        """How much processor time is left for it, and for the work that it is a part of."""
        now = time.thread_time()
        self._since = now if self._since is None else self._since
        own = self._since + self._seconds - now
        return min(own, self._before.left()) if self._breaks_off and self._before else own


def _keep_ticking(seconds: float) -> None:
    """Have the current work looked at before long."""
    global _ticking
    if _ticking:
        return
    _ticking = True
    signal.signal(signal.SIGPROF, _ring)
    atexit.register(_stop_ticking)  # Python lets go of its signals at the end; this one would kill it
    signal.setitimer(signal.ITIMER_PROF, min(seconds, TICK))


def _stop_ticking() -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)


def _ring(number: int, frame: FrameType | None) -> None:
    """Some processor time of all threads is over; break off if the main thread has used too much of it."""
    global _ticking
    _ticking = False
    atexit.unregister(_stop_ticking)
    if _running is None:
        return
    left = _running.left()
    if left <= 0:
        raise OverBudget
    _keep_ticking(max(left, SLICE))


class BudgetReading:
    """A log that is read by and by: others are served in between, and all of it has a budget too."""

    def __init__(self, table: Table, seconds: float) -> None:
        self.table, self.facts = table, list[Fact]()
        self._seconds, self._left = seconds, LOAD * seconds

    async def take(self, log: Sequence[Entry]) -> None:
        """Read further entries; raises `TooHeavy` or `DamagedLog`."""
        since = time.monotonic()
        for first in range(0, len(log), GROUP):
            begun = time.thread_time()
            with Budget(min(self._seconds, self._left)):
                self.table, followed = read_on(self.table, log[first : first + GROUP])
            self.facts += followed
            self._left -= time.thread_time() - begun
            if time.monotonic() - since > SLICE:
                await asyncio.sleep(0)
                since = time.monotonic()
