"""Size and speed of the page: `python bench/page.py`, with the page built and Chromium installed.

Sizes are what goes over the line with gzip, by kind. Times are for a first visit, on this machine as it is
and with a slow phone's processor (four times slower) and line (1.6 Mbit/s, 150 ms), medians of a few loads.
"""

from __future__ import annotations

import gzip
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "browser")]

from driver import Visitor, chromium  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from serving import served  # noqa: E402

PAGE = ROOT / "rowlock" / "server" / "page"
LOADS = 5
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
SIZES = """JSON.stringify(['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .map((e) => [new URL(e.name).pathname, e.encodedBodySize]))"""
MARK = """() => new Promise((done) => {
  const start = performance.now();
  document.querySelector('button.cell[aria-disabled=false]').click();
  const marks = () => document.querySelectorAll('button.cell.pencil').length;
  requestAnimationFrame(() => done([performance.now() - start, marks()]));
})"""


def visit(browser: Browser, base: str, slow: bool) -> tuple[float, dict[str, int]]:
    """Milliseconds until the big button can be pressed, and what was loaded."""
    visitor = Visitor(browser, base, service_workers="block", viewport={"width": 390, "height": 844})
    if slow:
        line = visitor.context.new_cdp_session(visitor.page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    visitor.page.goto(base)
    visitor.page.locator(".now:enabled").wait_for()
    ready: float = visitor.page.evaluate("performance.now()")
    visitor.page.wait_for_load_state("networkidle")
    loaded = dict(json.loads(visitor.page.evaluate(SIZES)))
    visitor.context.close()
    return ready, loaded


def marking(browser: Browser, base: str) -> list[Any]:
    visitor = Visitor(browser, base)
    visitor.page.goto(base)
    visitor.play_now()
    visitor.wait_for_question()
    answer: list[Any] = visitor.page.evaluate(MARK)
    visitor.context.close()
    return answer


def main() -> None:
    print("built files, gzip")
    for kind in ("js", "css", "woff2"):
        files = list(PAGE.rglob(f"*.{kind}"))
        size = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
        print(f"  {kind:6} {len(files):3} files {size / 1000:7.1f} kB in all")
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as server, chromium() as browser:
        for name, slow in (("this machine", False), ("slow phone", True)):
            loads = [visit(browser, server.base, slow) for _ in range(LOADS)]
            times = [ready for ready, _ in loads]
            print(f"first visit, {name}: ready after {statistics.median(times):.0f} ms (median of {LOADS})")
        loaded = {path: size for path, size in loads[-1][1].items() if not path.startswith("/api")}
        for path, size in sorted(loaded.items(), key=lambda one: -one[1]):
            print(f"  {size / 1000:7.1f} kB  {path}")
        print(f"  {sum(loaded.values()) / 1000:7.1f} kB  first load in all, limit 120 kB")
        time, crosses = marking(browser, server.base)
        print(f"a mark: {crosses} cross drawn {time:.1f} ms after the tap, in the next frame")


if __name__ == "__main__":
    main()
