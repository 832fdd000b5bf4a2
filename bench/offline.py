"""How heavy playing without a network is, and how soon one plays, at the profile of a slow phone.

    python bench/offline.py [--slow 4] [--kilobytes 200]

Prints the sizes of what is fetched, then the seconds from the tap to the first question in a real browser
whose processor is slowed down: with a fresh cache and a slow line, and again with all of it kept.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
sys.path[:0] = [str(HERE / "tests"), str(HERE / "tests" / "browser")]

from driver import Visitor, chromium  # noqa: E402
from serving import served  # noqa: E402

PAGE = HERE / "rowlock" / "server" / "page" / "python"


def slow_down(visitor: Visitor, factor: float, kilobytes: int) -> None:
    """A slower processor and a slower line for the page; the browser decides whether workers feel it."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": factor})
    speed = {"downloadThroughput": kilobytes * 1000, "uploadThroughput": 90_000}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 150, **speed})


def sizes() -> None:
    for folder in PAGE.iterdir():
        parts: dict[str, int] = {}
        for file in folder.iterdir():
            kind = "networks" if ".npz" in file.name else file.name.removesuffix(".gz")
            parts[kind] = parts.get(kind, 0) + file.stat().st_size
        for name, size in sorted(parts.items(), key=lambda part: -part[1]):
            sys.stdout.write(f"{size / 1e6:7.2f} MB  {name}\n")


def seconds_to_play(visitor: Visitor) -> float:
    begun = time.perf_counter()
    visitor.button("Play now").first.click()
    visitor.page.wait_for_url("**/t/d-*", timeout=300_000)
    visitor.page.locator("button.cell[aria-disabled=false]").first.wait_for(timeout=300_000)
    return time.perf_counter() - begun


def first_and_again(server: Any, browser: Any, factor: float, kilobytes: int) -> tuple[float, float]:
    visitor = Visitor(browser, server.base)
    visitor.page.goto(server.base)
    slow_down(visitor, factor, kilobytes)
    visitor.button("Without a network").click()
    begun = time.perf_counter()
    visitor.button("Play on this device").click()
    visitor.page.get_by_text("Friends on other devices need").wait_for(timeout=300_000)
    first = time.perf_counter() - begun + seconds_to_play(visitor)
    begun = time.perf_counter()
    visitor.page.goto(server.base)
    visitor.page.get_by_text("Friends on other devices need").wait_for(timeout=300_000)
    return first, time.perf_counter() - begun + seconds_to_play(visitor)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--slow", type=float, default=4, help="how many times slower the processor is")
    parser.add_argument("--kilobytes", type=int, default=200, help="that the line carries in a second")
    args = parser.parse_args()
    sizes()
    with chromium() as browser, served(Path(tempfile.mkdtemp())) as server:
        for factor in (1, args.slow):
            first, again = first_and_again(server, browser, factor, args.kilobytes)
            sys.stdout.write(
                f"processor 1/{factor:g}: {first:.1f} s the first time, {again:.1f} s after that\n"
            )


if __name__ == "__main__":
    main()
