"""Notices whatever blocks the event loop: everybody who plays waits then, and nobody sees for what.

The loop gives a sign of life again and again, and a thread looks for it. When it stays out, the thread asks
whether that is the loop's own doing: its thread has used the processor all the while, or sleeps in one and
the same call. A busy machine, which lets nobody run, is not taken for that.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from rowlock.server.metrics import Metrics

log = logging.getLogger(__name__)

LIMIT_SECONDS = 0.2
"""For how long the loop may serve nobody."""
BEAT_SECONDS = 0.05
"""Between two signs of life."""
LOOK_SECONDS = 0.02
"""Between two looks at a loop that gives none."""
STILL_SECONDS = 0.002
"""Processor time between two looks with which a thread counts as asleep."""
FRAMES = 16
"""How much of the stack is logged: the innermost calls, without those of importing."""
IDLE = {"selectors.py", "runners.py", "windows_events.py"}
"""The function in which a loop is that has nothing to do."""


class Beat(NamedTuple):
    """A sign of life: when it came, and how much of the processor the loop had had by then."""

    at: float
    used: float


class StackSample(NamedTuple):
    """The stack of a loop that gives no sign of life."""

    at: float
    used: float
    place: tuple[int, int] | None
    """The call that it is in, and where in it; None if it has nothing to do."""
    is_asleep: bool

    def is_stuck_since(self, other: StackSample) -> bool:
        """Whether it has slept in one call since another look; if we come late ourselves, nobody knows."""
        is_late = self.at - other.at > 3 * LOOK_SECONDS
        is_still = self.is_asleep and other.is_asleep and self.used - other.used < STILL_SECONDS
        return is_still and not is_late and self.place is not None and self.place == other.place


class Watchdog:
    """Watches the loop in which it is started until it is stopped."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._stopped = threading.Event()
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._watched = threading.current_thread()
        self._used = _processor_clock(self._watched)
        self._give_sign()
        threading.Thread(target=self._watch, name="rowlock-watchdog", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()
        if self._handle is not None:
            self._handle.cancel()

    def _give_sign(self) -> None:
        self._beat = Beat(time.monotonic(), time.thread_time())
        self._handle = self._loop.call_later(BEAT_SECONDS, self._give_sign)

    # in the thread

    def _watch(self) -> None:
        wait = LIMIT_SECONDS / 2
        with suppress(OSError):  # the loop's thread has ended without a word
            while not self._stopped.wait(wait):
                beat = self._beat
                wait = beat.at + LIMIT_SECONDS / 2 - time.monotonic()
                if wait <= 0:
                    self._look_closely(beat)
                    wait = LIMIT_SECONDS / 2

    def _look_closely(self, beat: Beat) -> None:
        """Look at a silent loop until it lives again; what blocks it is told once."""
        before, stuck, told, earlier = self._look(), 0.0, False, self._stack()
        while self._beat is beat and not self._stopped.wait(LOOK_SECONDS):
            now = self._look()
            stuck = stuck + now.at - before.at if now.is_stuck_since(before) else 0.0
            before = now
            asleep = now.at - beat.at if stuck > LIMIT_SECONDS / 3 else 0.0
            if self._beat is beat and not told and max(now.used - beat.used, asleep) >= LIMIT_SECONDS:
                told = self._tell(now.at - beat.at, earlier)
        if told:
            self._metrics.blocked.inc(time.monotonic() - beat.at)

    def _look(self) -> StackSample:
        frame = self._frame()
        is_idle = frame is None or Path(frame.f_code.co_filename).name in IDLE
        place = None if frame is None or is_idle else (id(frame), frame.f_lasti)
        return StackSample(time.monotonic(), self._used(), place, _is_asleep(self._watched))

    def _frame(self) -> FrameType | None:
        """The innermost call of the loop's thread."""
        return sys._current_frames().get(self._watched.ident or 0)

    def _stack(self) -> list[str]:
        """The innermost calls of the loop's thread."""
        calls = traceback.extract_stack(self._frame())
        told = [f"{call.filename}:{call.lineno} {call.name}" for call in calls if call.filename[0] != "<"]
        return told[-FRAMES:]

    def _tell(self, seconds: float, earlier: list[str]) -> bool:
        """Log where the loop is now, and where it was half the time ago; both may be one long call."""
        self._metrics.blocks.inc()
        more = {"seconds": round(seconds, 3), "stack": self._stack(), "earlier": earlier}
        log.warning("the event loop is blocked", extra=more)
        return True


def _processor_clock(thread: threading.Thread) -> Callable[[], float]:
    """The processor time of a thread, as others read it; where there is no such clock it stands still."""
    if sys.platform == "win32" or not hasattr(time, "pthread_getcpuclockid"):
        return lambda: 0.0
    clock = time.pthread_getcpuclockid(thread.ident or 0)
    return lambda: time.clock_gettime(clock)


def _is_asleep(thread: threading.Thread) -> bool:
    """Whether a thread waits for something other than a processor; where nobody can say, it does."""
    try:
        told = Path(f"/proc/self/task/{thread.native_id}/stat").read_text()
    except OSError:
        return True
    return told.rpartition(") ")[2][:1] != "R"
