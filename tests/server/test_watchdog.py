"""Whatever blocks the event loop is noticed, logged with its stack and counted; busy machines are not."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import Served, served


def compute() -> None:
    """Use the processor."""
    end = time.thread_time() + 0.5
    while time.thread_time() < end:
        sum(range(1000))


def sort_in_one_call() -> None:
    """Use the processor in a single call, during which no other thread has the interpreter."""
    numbers = [number * 7919 % 1_000_003 for number in range(300_000)]
    begun = time.thread_time()
    while time.thread_time() - begun < 0.5:
        begun = time.thread_time()
        sorted(numbers)
        numbers = numbers * 2


def wait_for_nothing() -> None:
    """Sleep, as a call does that waits for a disk or another machine."""
    time.sleep(0.5)


def told_in_metrics(server: Served) -> Any:
    text = server.call("GET", "/metrics", token="see-through")
    count = re.search(r"^rowlock_loop_blocks_total (\S+)", text, re.MULTILINE)
    seconds = re.search(r"^rowlock_loop_blocked_seconds_total (\S+)", text, re.MULTILINE)
    assert count is not None
    assert seconds is not None
    return float(count[1]), float(seconds[1])


@pytest.mark.parametrize("work", [compute, sort_in_one_call, wait_for_nothing])
def test_what_blocks_the_loop_is_noticed(work: Any, tmp_path: Path, nothing_blocks: Any) -> None:
    async def block() -> dict[str, bool]:
        work()
        return {"done": True}

    with served(tmp_path, metrics_token="see-through") as server:
        server.app.add_api_route("/block", block, methods=["POST"])
        assert told_in_metrics(server) == (0, 0)
        server.call("POST", "/block")
        while told_in_metrics(server)[1] == 0:  # it is counted when it is over
            time.sleep(0.05)
        count, seconds = told_in_metrics(server)
        assert count == 1
        assert seconds > 0.3
    (told,) = [stack for _, stack, _ in nothing_blocks]
    nothing_blocks.clear()
    assert any(line.endswith(f" {work.__name__}") for line in told)


def busy_process(core: Any) -> Any:
    program = f"import os; os.sched_setaffinity(0, [{core}])\nwhile True: pass"
    return subprocess.Popen([sys.executable, "-c", program])


@contextmanager
def starved(thread: Any) -> Iterator[Any]:
    """A thread that has a processor only while nobody else wants it, and somebody always does."""
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(thread.native_id, [core])
    os.sched_setscheduler(thread.native_id, os.SCHED_IDLE, os.sched_param(0))
    with ExitStack() as ended:
        for _ in range(2):
            process = busy_process(core)
            ended.callback(process.wait)
            ended.callback(process.kill)
        yield


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux lets a single thread starve")
def test_a_busy_machine_is_no_block(tmp_path: Path) -> None:
    longest = 0.0

    async def look() -> None:
        nonlocal longest
        while True:
            begun = time.monotonic()
            await asyncio.sleep(0.01)
            longest = max(longest, time.monotonic() - begun)

    async def begin() -> dict[str, bool]:
        server.looking = asyncio.create_task(look())
        return {"done": True}

    with served(tmp_path) as server:
        server.app.add_api_route("/look", begin, methods=["POST"])
        server.call("POST", "/look")
        with starved(server._thread):
            end = time.monotonic() + 10
            while longest < 0.4 and time.monotonic() < end:
                time.sleep(0.05)
        server.looking.cancel()
    if longest < 0.4:
        pytest.skip("the machine had a processor left for everybody")


def test_threads_that_compute_are_no_block(tmp_path: Path) -> None:
    is_over = threading.Event()

    def toil() -> None:
        while not is_over.is_set():
            sum(range(1000))

    threads = [threading.Thread(target=toil) for _ in range(3)]
    with served(tmp_path) as server:
        for thread in threads:
            thread.start()
        for _ in range(2):
            server.player("Mia")
        is_over.set()
        for thread in threads:
            thread.join()
