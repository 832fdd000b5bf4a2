"""How fast the page answers taps while five people play: `python bench/interaction.py`.

    python bench/interaction.py --against ../rowlock-before      # both sides in turn, in one run

One of the five is a phone with a processor four times slower; the other four are programs that answer as soon
as they are asked. Taps are real ones. Two figures: the interaction to next paint as the browser measures it
(Event Timing, from the tap to the frame that shows what came of it, in steps of 8 ms), which needs a machine
with nothing else to do; and the work that the page's thread does in that time, by its own clock and for the
slow processor, which does not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from page import PHONE, ROOT, SLOWER, serving, slow_down  # first: it finds the tests' folders

from driver import Visitor, chromium  # isort: skip
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Error as PlaywrightError
from serving import Client, call, play

TAPS = 60
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
WATCH = """window.taps = {};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.interactionId) continue;
    const before = window.taps[entry.interactionId];
    const what = entry.target?.closest('button')?.className.split(' ')[0] ?? before?.[1] ?? '';
    window.taps[entry.interactionId] = [Math.max(entry.duration, before?.[0] ?? 0), what];
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true })"""


@contextmanager
def four_others(base: str, table: str) -> Iterator[None]:
    """Four programs that sit down and answer whatever they are asked."""

    async def answer(seat: int) -> None:
        token = call(base, "POST", "/api/players", {"name": f"Guest {seat}"})["token"]
        async with await Client.connect(base, table, token) as client:
            await client.next()
            await client.send("sit", seat=seat)
            await play(client, random.Random(seat))

    async def all_four() -> None:
        await asyncio.gather(*[answer(seat) for seat in range(1, 5)], return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(all_four()), daemon=True)
    thread.start()
    yield


def sit_down(visitor: Visitor) -> str:
    """The phone opens a table for five; its id."""
    visitor.page.goto(visitor.base)
    visitor.call_oneself("Mia")
    visitor.button("With friends").click()
    for seat in range(2, 5):
        visitor.page.get_by_role("button", name="One seat more").click()
        visitor.page.locator(".lobby li").nth(seat).wait_for()
    return visitor.page.url.rsplit("/", 1)[1]


def tap_through(visitor: Visitor) -> list[tuple[float, str]]:
    """Taps for as long as the game goes: cells, done, pass, and now and then somebody's chip."""
    page = visitor.page
    for number in range(TAPS):
        page.locator(".play[data-asked=true], .end").first.wait_for()
        if page.locator(".end").count():
            break
        tap(next_target(visitor, number))
    page.wait_for_timeout(300)
    measured: dict[str, tuple[float, str]] = page.evaluate("window.taps")
    return list(measured.values())


def next_target(visitor: Visitor, number: int) -> Locator:
    page = visitor.page
    if page.locator(".look, dialog[open]").count():
        return page.locator(".look header button, dialog[open] header button").last
    if number % 10 == 9:
        return page.locator(".chip:not(.own)").first
    done = page.locator(".buttons .main:enabled")
    if done.count():
        return done
    cells = visitor.legal()
    return cells.first if cells.count() else page.locator(".buttons button:enabled").last


def tap(target: Locator) -> None:
    """A finger; what has disappeared meanwhile is not tapped."""
    try:
        box = target.bounding_box(timeout=2000)
    except PlaywrightError:
        return
    if box:
        target.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def measure(browser: Browser, base: str, traced: bool) -> list[tuple[float, str]]:
    """A game: what each tap took, by the browser's clock or, traced, by that of the page's thread."""
    visitor = Visitor(browser, base, moving=True, viewport=PHONE, has_touch=True, service_workers="block")
    visitor.page.add_init_script(WATCH)
    table = sit_down(visitor)
    with four_others(base, table):
        visitor.page.locator(".start:enabled").click()
        visitor.page.locator(".sheet").wait_for()
        if traced:
            browser.start_tracing(page=visitor.page, categories=TRACED)
        else:
            slow_down(visitor, line=False)
        taps = tap_through(visitor)
        if traced:
            taps = list(work_of_taps(json.loads(browser.stop_tracing())["traceEvents"]))
    visitor.context.close()
    return taps


def work_of_taps(events: list[Any]) -> Iterator[tuple[float, str]]:
    """For every click: the thread's time in tasks from the finger's touch to the end of the next frame."""
    whole = sorted((event for event in events if event.get("ph") == "X"), key=lambda event: event["ts"])
    clicks = [event for event in whole if kind_of(event) == "click"]
    for click in clicks:
        own = [event for event in whole if event["tid"] == click["tid"] and event["pid"] == click["pid"]]
        touches = [
            event["ts"] for event in own if kind_of(event) == "pointerdown" and event["ts"] < click["ts"]
        ]
        frames = [event["ts"] for event in own if event["name"] == "Commit" and event["ts"] > click["ts"]]
        if touches and frames:
            tasks = [event for event in own if event["name"].endswith("RunTask")]
            during = [t for t in tasks if touches[-1] < t["ts"] + t.get("dur", 0) and t["ts"] < frames[0]]
            yield SLOWER * sum(task.get("tdur", 0) for task in during) / 1000, "work"


def kind_of(event: dict[str, Any]) -> str:
    """What an event of the trace hands to the page: pointerdown, click …"""
    return str(event["args"].get("data", {}).get("type", "")) if event["name"] == "EventDispatch" else ""


def tell(name: str, taps: list[tuple[float, str]]) -> None:
    times = sorted(time for time, _ in taps)
    high = times[int(len(times) * 0.98)]
    middle = statistics.median(times)
    print(f"{name}: {len(times)} taps, median {middle:.0f} ms, 98 % within {high:.0f} ms; limit 100 ms")
    for what in sorted({what for _, what in taps} - {"work"}):
        own = [time for time, other in taps if other == what]
        middle = statistics.median(own)
        print(f"    {what or 'other':8} {len(own):3} taps, median {middle:.0f}, worst {max(own):.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, its page built")
    parser.add_argument("--rounds", type=int, default=3, help="games (3)")
    args = parser.parse_args()
    sides: dict[str, Path] = {"before": args.against.resolve()} if args.against else {}
    sides["now"] = ROOT
    found: dict[str, list[Any]] = {}
    with ExitStack() as stack:
        bases = {name: stack.enter_context(serving(side)) for name, side in sides.items()}
        browser = stack.enter_context(chromium())
        for _ in range(args.rounds):
            for name, base in bases.items():
                found.setdefault(f"{name}, by the clock", []).extend(measure(browser, base, traced=False))
                found.setdefault(f"{name}, work", []).extend(measure(browser, base, traced=True))
    for name, taps in found.items():
        tell(name, taps)


if __name__ == "__main__":
    main()
