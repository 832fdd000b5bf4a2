"""Work in pieces, on threads or processes: results in order, and Ctrl-C ends it at once."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context
from typing import TypeVar

R = TypeVar("R")
Piece = tuple[int, int]
"""The first number of a piece of work, and how many follow on from it."""


def sizes_of(count: int, first: int, most: int) -> list[Piece]:
    """Pieces that double from `first` to `most`, until `count` is reached."""
    pieces, begin, size = list[Piece](), 0, first
    while begin < count:
        pieces.append((begin, min(size, count - begin)))
        begin, size = begin + size, min(most, 2 * size)
    return pieces


def in_order(
    work: Callable[[int, int], R], pieces: list[Piece], workers: int, *, threads: bool
) -> Iterator[R]:
    """The result of every piece, the first one first; whoever stops listening stops the work."""
    if workers <= 1:
        yield from (work(*piece) for piece in pieces)
        return
    others, job = set(active_children()), work if threads else partial(_piece, work)
    with _pool(workers, threads) as pool:
        waiting = list[Future[R]]()
        try:
            with _without_interrupts():
                waiting += [pool.submit(job, first, count) for first, count in pieces]
            for done in waiting:
                yield done.result()
        except BaseException:
            for left in waiting if threads else ():
                left.cancel()
            for process in set(active_children()) - others:
                process.terminate()  # what waits fails with them: the pool trips over what was cancelled
            raise


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait until all processes have begun: heard too early, it ends them in a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pool(workers: int, threads: bool) -> Executor:
    if threads:
        return ThreadPoolExecutor(workers)
    return ProcessPoolExecutor(workers, get_context("spawn"), _listen_to_parent)


class _Ending:
    """In a process for pieces of work: whether it was told to end, and whether it is at work."""

    told = at_work = False


def _listen_to_parent() -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the parent; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end(*_: object) -> None:
    """End in the middle of a piece, but never in the middle of handing a result over: half of one is waited
    for by the parent without end."""
    _Ending.told = True
    if _Ending.at_work:
        sys.exit()


def _piece(work: Callable[[int, int], R], first: int, count: int) -> R:
    """One piece in a process of its own, which ends with it if it is told to, once programs are closed."""
    try:
        _Ending.at_work = True
        if _Ending.told:
            sys.exit()
        return work(first, count)
    except SystemExit:
        os._exit(0)
    finally:
        _Ending.at_work = False
