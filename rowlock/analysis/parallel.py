"""Independent pieces of work, here one after the other or in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


def in_processes(work: Callable[[Job], Done], jobs: Sequence[Job], processes: int) -> Iterator[Done]:
    """Return the results of the jobs, in their order."""
    if processes <= 1 or len(jobs) <= 1:
        yield from map(work, jobs)
        return
    from concurrent.futures import ProcessPoolExecutor  # not available in a browser
    from multiprocessing import get_context

    with ProcessPoolExecutor(min(processes, len(jobs)), get_context("spawn")) as pool:
        yield from pool.map(work, jobs)
