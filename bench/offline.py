"""How heavy playing without a network is, and how soon one plays, at the profile of a slow phone.

    python bench/offline.py [--slow 4] [--kilobytes 200] [--rounds 3]

Prints the sizes of what is fetched, then the seconds from the tap to the first question in a real browser:
with nothing kept yet, and after that, with all of it kept. A slow phone has a processor that is slowed down,
for workers too (the browser's processes rest three quarters of the time), and a slow line to the server (a
gate before it lets through so much in a second). A busy loop in a worker says how much slower it really is:
on a machine that has other things to do, less than was asked for, because everything is slow there. So the
processor's time stands beside the clock's, and the parts of a start with the second in which each was done.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

HERE = Path(__file__).parents[1]
sys.path[:0] = [str(HERE / "tests"), str(HERE / "tests" / "browser")]

from driver import Visitor, chromium  # noqa: E402
from serving import served  # noqa: E402

PAGE = HERE / "rowlock" / "server" / "page" / "python"
NETWORKS = HERE / "rowlock" / "bots" / "net" / "weights"
ALONE = "Friends on other devices need"
DELAY = 0.15
"""Seconds that a slow line takes there and back."""
CYCLE = 0.012
BUSY = """() => new Promise((done) => {
  const text = 'let n = 0; const now = () => performance.now(); const end = now() + 700;'
    + 'while (now() < end) n++; postMessage(n)';
  new Worker(URL.createObjectURL(new Blob([text]))).onmessage = ({ data }) => done(data);
})"""
MARKS = """() => performance.getEntriesByType('mark').filter(({ name }) => name.startsWith('start: '))
  .map(({ name, startTime }) => [name.slice(7), performance.timeOrigin + startTime])"""
"""How far the worker has come, and when; see web/src/device/engine.ts."""
REMEMBERED = """() => caches.keys().then((names) => names.find((name) => name.startsWith('python-')))
  .then((name) => caches.open(name)).then((cache) => cache.keys())
  .then((kept) => kept.some(({ url }) => url.endsWith('/memory')))"""


class Seen(NamedTuple):
    """One start, in seconds; a part says when it was done."""

    clock: float
    processor: float
    parts: list[tuple[str, float]]


@contextmanager
def slowed_down(browser: Any, factor: float) -> Iterator[None]:
    """The browser's processes of pages and workers work one part of `factor` of the time."""
    ended = threading.Event()
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    pids = [one["id"] for one in found if one["type"] == "renderer"]

    def rest() -> None:
        while not ended.is_set():
            tell(pids, signal.SIGSTOP)
            time.sleep(CYCLE * (1 - 1 / factor))
            tell(pids, signal.SIGCONT)
            time.sleep(CYCLE / factor)

    thread = threading.Thread(target=rest)
    if factor > 1:
        thread.start()
    yield
    ended.set()
    if factor > 1:
        thread.join()


def tell(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, what)
        except ProcessLookupError:
            pids.remove(pid)


class Gate:
    """A slow line to a server, for whoever comes by."""

    def __init__(self, port: int, kilobytes: int) -> None:
        self.port, self.speed, self.free_at, self.base = port, kilobytes * 1000, 0.0, ""
        opened = threading.Event()
        threading.Thread(target=asyncio.run, args=[self.open(opened)], daemon=True).start()
        opened.wait()

    async def open(self, opened: threading.Event) -> None:
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        opened.set()
        await server.serve_forever()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(self.carry(reader, back, 0), self.carry(there, writer, DELAY))

    async def carry(self, here: asyncio.StreamReader, there: asyncio.StreamWriter, delay: float) -> None:
        """An answer comes after a delay, and then as fast as the line is."""
        last = 0.0
        try:
            while part := await here.read(8192):
                now = time.monotonic()
                if delay and self.speed:
                    late = delay if now - last > delay else 0.0
                    self.free_at = max(self.free_at, now + late) + len(part) / self.speed
                    await asyncio.sleep(max(0.0, self.free_at - now))
                last = time.monotonic()
                there.write(part)
                await there.drain()
        except ConnectionError:
            pass
        finally:
            there.close()


def sizes() -> None:
    parts: dict[str, int] = {"networks": sum(file.stat().st_size for file in NETWORKS.glob("*.npz"))}
    for file in PAGE.rglob("*.br"):
        parts[file.stem] = parts.get(file.stem, 0) + file.stat().st_size
    for name, size in sorted(parts.items(), key=lambda part: -part[1]):
        sys.stdout.write(f"{size / 1e6:7.2f} MB  {name}\n")


class Stopwatch:
    """The cost of a start: on the clock, of the processor, and its parts."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.before = processor_times(browser)
        self.begun = time.time()
        self.parts: list[tuple[str, float]] = []

    def note(self, part: str) -> None:
        self.parts.append((part, time.time() - self.begun))

    def stop(self, visitor: Visitor) -> Seen:
        clock = time.time() - self.begun
        spent = processor_times(self.browser) - self.before
        marks = [mark for worker in visitor.page.workers for mark in worker.evaluate(MARKS)]
        parts = self.parts + [(name, at / 1000 - self.begun) for name, at in marks]
        return Seen(clock, spent, sorted(parts, key=lambda part: part[1]))


def processor_times(browser: Any) -> float:
    """Seconds of processor time of all the browser's processes, so far."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return float(sum(one["cpuTime"] for one in found))


def play(visitor: Visitor, watch: Stopwatch) -> Seen:
    """Up to the first question of a game, for somebody who taps as soon as there is something to tap."""
    visitor.button("Play now").first.click(timeout=300_000)
    watch.note("tapped")
    visitor.page.wait_for_url("**/t/d-*", timeout=300_000)
    watch.note("table opened")
    visitor.page.locator("button.cell[aria-disabled=false]").first.wait_for(timeout=300_000)
    watch.note("first question")
    return watch.stop(visitor)


def first_and_again(browser: Any, base: str, factor: float) -> tuple[Seen, Seen, float]:
    """The first time, the time after that, and what a busy worker gets done."""
    visitor = Visitor(browser, base, bypass_csp=True)  # the busy worker is not ours
    visitor.page.goto(base)
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    visitor.button("Without a network").click()
    with slowed_down(browser, factor):
        done: float = visitor.page.evaluate(BUSY)
        watch = Stopwatch(browser)
        visitor.button("Play on this device").click()
        visitor.page.get_by_text(ALONE).wait_for(timeout=300_000)  # until then games begin at the server
        watch.note("pads shown")
        first = play(visitor, watch)
    visitor.page.wait_for_function(REMEMBERED, timeout=300_000)
    with slowed_down(browser, factor):
        watch = Stopwatch(browser)
        visitor.page.goto(base)
        again = play(visitor, watch)
    visitor.context.close()
    return first, again, done


def tell_of(what: str, seen: list[Seen]) -> None:
    """The run whose time is the median."""
    one = sorted(seen)[len(seen) // 2]
    parts = ", ".join(f"{name} {at:.1f}" for name, at in one.parts)
    sys.stdout.write(
        f"  {what}: {one.clock:.1f} s on the clock, {one.processor:.1f} s of the processor ({parts})\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--slow", type=float, default=4, help="how many times slower the processor is")
    parser.add_argument("--kilobytes", type=int, default=200, help="that the line carries in a second")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median is told")
    args = parser.parse_args()
    sizes()
    with chromium() as browser, served(Path(tempfile.mkdtemp())) as server:
        profiles = [(1.0, 0), (args.slow, 0), (args.slow, args.kilobytes)]
        rounds = [
            [first_and_again(browser, Gate(server.port, line).base, slow) for slow, line in profiles]
            for _ in range(args.rounds)
        ]
    for n, (slow, line) in enumerate(profiles):
        slower = median(one[0][2] / one[n][2] for one in rounds)
        told = f"{line} kB/s" if line else "any line"
        sys.stdout.write(f"processor 1/{slow:g} (a busy worker: 1/{slower:.1f}), {told}\n")
        tell_of("the first time", [one[n][0] for one in rounds])
        tell_of("after that", [one[n][1] for one in rounds])


if __name__ == "__main__":
    main()
