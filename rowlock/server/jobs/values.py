"""Exact values for the daily games, made once beside the play, by a process that yields to all others.

It begins a while after the server, says what it is doing, and goes on where it was stopped. Until it is done
the tries of a day wait to be judged; playing and handing in never do.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.variants import load_variant

START_SECONDS = 15.0
"""After this long the work begins: a server that was started to look at something does none of it."""
NICE = 19
PARTS = 10
"""In how many steps progress is told."""


def start_making(pads: Sequence[str], wait: float = START_SECONDS) -> BaseProcess | None:
    """A process that makes the values that are missing; None if there is nothing to make."""
    if not pads:
        return None
    process = get_context("spawn").Process(target=make_values, args=(tuple(pads), wait), daemon=True)
    process.start()
    return process


def make_values(pads: Sequence[str], wait: float = 0.0) -> None:
    """Make the values of pads that have none yet, one after the other."""
    from rowlock.server.serve import end_with_parent

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICE)
    time.sleep(wait)
    for pad in pads:
        with suppress(OSError):
            _make(pad)


def _make(pad: str) -> None:
    """Make the values of a pad; one that cannot be solved here is said so, and stops no other."""
    variant = load_variant(pad)
    try:
        _solve(variant)
    except (RowlockError, MemoryError) as error:
        _say(f"Exact values of {variant.title} cannot be made here: {error}. A network judges instead.")


def _solve(variant: Variant) -> None:
    from rowlock.solver.dynamic import file_of, plan_solution, solve

    file = file_of(variant)
    with _alone(file.with_suffix(".lock")) as is_mine:
        if file.exists() or not is_mine:
            return
        _say(f"Exact values of {variant.title}, to judge daily games: being made, once.")
        solve(plan_solution(variant), 1, _Told(variant.title).hear)
        _say(f"Exact values of {variant.title}: done.")


class _Told:
    """Says how far the work has come, in a few steps."""

    def __init__(self, title: str) -> None:
        self._title, self._done, self._told = title, 0, 0

    def hear(self, more: int, total: int) -> None:
        self._done += more
        part = PARTS * self._done // max(total, 1)
        if self._told < part < PARTS:
            self._told = part
            _say(f"Exact values of {self._title}: {100 * part // PARTS} %")


def _say(line: str) -> None:
    with suppress(OSError, ValueError):  # nobody may be looking any more
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


@contextmanager
def _alone(lock: Path) -> Iterator[bool]:
    """Whether no other process makes the same values on this machine."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows: two servers at once are rare there, and a draft is checked
            pass
        except OSError:
            yield False
            return
        yield True
