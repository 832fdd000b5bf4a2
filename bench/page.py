"""Size and speed of the page: `python bench/page.py`, with the page built and Chromium installed.

    python bench/page.py --against ../rowlock-before      # ratios, both sides in turn, in one run
    python bench/page.py --lighthouse                     # npm's Lighthouse instead, three runs a page

Sizes are what goes over the line with gzip, by kind. Times are for a first visit, on this machine as it is
and with a slow phone's processor (four times slower) and line (1.6 Mbit/s, 150 ms), medians of a few loads;
the layout shift is the worst of them. On a busy machine the times say little: the work until the big button
can be pressed is what the page's thread did by its own clock, and two sides are compared by that.
How fast taps are answered in play: bench/interaction.py.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "browser"), str(ROOT / "bench")]

from blocked import tell_blocked  # noqa: E402
from driver import Visitor, chromium  # noqa: E402
from lighthouse_runs import a_table, tell_lighthouse  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from serving import free_port  # noqa: E402

LOADS = 7
PHONE = {"width": 390, "height": 844}
SLOWER = 4
"""How many times slower a slow phone's processor is."""
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
SIZES = """JSON.stringify(['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .map((e) => [new URL(e.name).pathname, e.encodedBodySize]))"""
READY = """const seen = new MutationObserver(() => {
  if (!document.querySelector('.now:enabled')) return;
  seen.disconnect();
  requestAnimationFrame(() => setTimeout(() => {
    window.readyAt = performance.now();
    performance.mark('ready');
  }));
});
seen.observe(document, { subtree: true, childList: true, attributes: true })"""
SHIFTS = """new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted = (window.shifted ?? 0) + entry.value;
}).observe({ type: 'layout-shift', buffered: true })"""
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
MARK = """() => new Promise((done) => {
  const start = performance.now();
  document.querySelector('button.cell[aria-disabled=false]').click();
  const marks = () => document.querySelectorAll('button.cell.pencil').length;
  requestAnimationFrame(() => done([performance.now() - start, marks()]));
})"""


class Load(NamedTuple):
    ready: float
    """Milliseconds until the frame in which the big button can be pressed."""
    loaded: dict[str, int]
    shift: float


@contextmanager
def serving(checkout: Path) -> Iterator[str]:
    """The address of a server of this checkout, in a process of its own."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "rowlock", "serve", "--port", str(port), "--data", data]
        env = {**os.environ, "PYTHONPATH": str(checkout)}
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, cwd=checkout, env=env, stdout=quiet, stderr=quiet)
        base = f"http://127.0.0.1:{port}"
        try:
            _wait_for(base)
            yield base
        finally:
            process.terminate()
            process.wait()


def _wait_for(base: str) -> None:
    for _ in range(300):
        try:
            urlopen(base + "/api/about").close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server does not answer")


def slow_down(visitor: Visitor, line: bool = True) -> None:
    """A slow phone's processor and, if wanted, its line."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if line:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_LINE)


def visit(browser: Browser, base: str, slow: bool) -> Load:
    visitor = Visitor(browser, base, service_workers="block", viewport=PHONE)
    for script in (SHIFTS, READY):
        visitor.page.add_init_script(script)
    if slow:
        slow_down(visitor)
    visitor.page.goto(base)
    visitor.wait_until("window.readyAt")
    ready: float = visitor.page.evaluate("window.readyAt")
    visitor.page.wait_for_load_state("networkidle")
    loaded = dict(json.loads(visitor.page.evaluate(SIZES)))
    shift: float = visitor.page.evaluate("window.shifted ?? 0")
    visitor.context.close()
    return Load(ready, loaded, shift)


def work(browser: Browser, base: str) -> float:
    """Milliseconds of the page's thread, by its own clock, until the big button can be pressed."""
    visitor = Visitor(browser, base, service_workers="block", viewport=PHONE)
    visitor.page.add_init_script(READY)
    browser.start_tracing(page=visitor.page, categories=TRACED)
    visitor.page.goto(base)
    visitor.wait_until("window.readyAt")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    visitor.context.close()
    ready = next(event for event in events if event["name"] == "ready")
    tasks = [event for event in events if event["name"].endswith("RunTask") and event.get("ph") == "X"]
    own = [task for task in tasks if (task["pid"], task["tid"]) == (ready["pid"], ready["tid"])]
    return sum(task.get("tdur", 0) for task in own if task["ts"] < ready["ts"]) / 1000


def marking(browser: Browser, base: str) -> list[Any]:
    visitor = Visitor(browser, base)
    visitor.page.goto(base)
    visitor.play_now()
    visitor.wait_for_question()
    answer: list[Any] = visitor.page.evaluate(MARK)
    visitor.context.close()
    return answer


def tell_sizes() -> None:
    print("built files, gzip")
    for kind in ("js", "css", "woff2"):
        files = list((ROOT / "rowlock" / "server" / "page").rglob(f"*.{kind}"))
        size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
        print(f"  {kind:6} {len(files):3} files {size / 1000:7.1f} kB in all")


def tell_loads(browser: Browser, bases: list[str], loads: int, name: str, slow: bool) -> Load:
    """The loads of every server in turn, and their ratio to the first if there are two."""
    rounds = [[visit(browser, base, slow) for base in bases] for _ in range(loads)]
    times = [statistics.median(load.ready for load in side) for side in zip(*rounds, strict=True)]
    last = rounds[-1][-1]
    shift = max(sides[-1].shift for sides in rounds)
    ratio = f", {times[-1] / times[0]:.2f} of the other's {times[0]:.0f} ms" if len(times) > 1 else ""
    print(f"first visit, {name}: ready after {times[-1]:.0f} ms (median of {loads}){ratio}")
    print(f"  layout shift {shift:.3f} at worst, limit 0.05")
    return last


def tell_work(browser: Browser, bases: list[str], loads: int) -> None:
    """The work of every server's page in turn, and its ratio to the first if there are two."""
    rounds = [[work(browser, base) for base in bases] for _ in range(loads)]
    sides = [statistics.median(side) for side in zip(*rounds, strict=True)]
    ratio = f", {sides[-1] / sides[0]:.2f} of the other's {sides[0]:.0f} ms" if len(sides) > 1 else ""
    print(f"work until the big button: {sides[-1]:.0f} ms of the page's thread (median of {loads}){ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, its page built")
    parser.add_argument(
        "--loads", type=int, default=LOADS, help=f"visits of which the median is told ({LOADS})"
    )
    parser.add_argument("--lighthouse", action="store_true", help="Lighthouse's verdict, and nothing else")
    parser.add_argument("--runs", type=int, default=3, help="runs of Lighthouse for each page (3)")
    args = parser.parse_args()
    if args.lighthouse:
        with serving(ROOT) as base:
            tell_lighthouse(base, args.runs)
        return
    tell_sizes()
    with ExitStack() as stack:
        sides = [args.against.resolve(), ROOT] if args.against else [ROOT]
        bases = [stack.enter_context(serving(side)) for side in sides]
        pages = {"front page": "/", "a table": a_table(bases[-1])}
        browser = stack.enter_context(chromium())
        for name, slow in (("this machine", False), ("slow phone", True)):
            last = tell_loads(browser, bases, args.loads, name, slow)
        tell_work(browser, bases, args.loads)
        tell_blocked(browser, bases[-1], pages, args.loads)
        loaded = {path: size for path, size in last.loaded.items() if not path.startswith("/api")}
        for path, size in sorted(loaded.items(), key=lambda one: -one[1]):
            print(f"  {size / 1000:7.1f} kB  {path}")
        print(f"  {sum(loaded.values()) / 1000:7.1f} kB  first load in all, limit 120 kB")
        elapsed, crosses = marking(browser, bases[-1])
        print(f"a mark: {crosses} cross drawn {elapsed:.1f} ms after the tap, in the next frame")


if __name__ == "__main__":
    main()
