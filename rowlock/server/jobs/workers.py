"""The beginning of a process that works for a server: it imports little, for people wait for the first."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

MEMORY = 4 << 30
WATCHED = 2.0
"""Seconds between a worker's looks whether its server is there."""
NICE = 15
"""How far a worker yields to live games (niceness); on Linux it works only while nobody else wants to."""


def begin_worker(nice: int = NICE, is_last: bool = True) -> None:
    """A worker yields to live games, the last one to everybody, and its memory is limited."""
    if sys.platform != "win32":
        import resource

        os.nice(nice)
        if nice and is_last and sys.platform == "linux":
            with suppress(OSError):  # a sandbox may forbid it; a player's move waits for the end of no slice
                os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class TooLong(Exception):
    """A piece of work took more processor time than it may."""


@contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """The work inside ends with `TooLong` after so much processor time; without end on Windows."""
    if sys.platform == "win32":
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _watch(server: int) -> None:
    """A server that was killed cannot end its workers: they see that it is gone, and go."""
    while os.getppid() == server:
        time.sleep(WATCHED)
    os._exit(0)
