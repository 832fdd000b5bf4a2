"""How fast the page answers taps while five people play: `python bench/interaction.py`.

    python bench/interaction.py --against ../rowlock-before      # both sides in turn, in one run

One of the five is a phone with a processor four times slower, in a real browser; the other four are plain
programs that take a moment to think, as people do. Taps are real ones. Three figures:

by the clock: the interaction to next paint, as the browser measures it (Event Timing, from the tap to the
frame that shows what came of it, in steps of 8 ms; of every fifty taps the slowest is left out, as the
definition has it), with its three parts: what the tap waited for, what it did, and the frame after it;

queueing: how much of that the threads that answer stood in line for a processor that others had, as Linux
counts it. Where it is near nothing the machine is quiet, and the clock's figure is the true one;

work: what the page's thread does from the finger's lifting to the end of that frame, by its own clock and for
the slow processor. It hardly depends on what else the machine has to do: two sides are compared by it.
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
from typing import Any, NamedTuple

from page import PHONE, ROOT, SLOWER, serving, slow_down  # first: it finds the tests' folders

from driver import Visitor, chromium  # isort: skip
from playwright.sync_api import Browser, CDPSession
from serving import Client, call

TAPS = 60
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
WATCH = """window.taps = {};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const [longest, named] = window.taps[entry.interactionId] ?? [0, ''];
    if (!entry.interactionId || entry.duration <= longest) continue;
    const what = entry.target?.closest('button')?.className.split(' ')[0] ?? named;
    const waited = entry.processingStart - entry.startTime;
    const did = entry.processingEnd - entry.processingStart;
    const frame = Math.max(0, entry.duration - waited - did);
    window.taps[entry.interactionId] = [entry.duration, what, waited, did, frame, entry.startTime];
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true })"""
TARGET = """(number) => {
  if (document.querySelector('.end')) return 'over';
  if (document.querySelector('.play')?.dataset.asked !== 'true') return null;
  const last = (wanted) => [...document.querySelectorAll(wanted)].at(-1);
  const target = last('.look header button')
    ?? (number % 10 === 9 ? document.querySelector('.chip:not(.own)') : null)
    ?? document.querySelector('.buttons .main:enabled')
    ?? document.querySelector('button.cell[aria-disabled=false]')
    ?? last('.buttons button:enabled');
  if (!target) return null;
  const { left, top, width, height } = target.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
"""Where to tap next; asked without the driver's locators, which listen to every touch and hold it up."""
ANSWERED = """() => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(() => done(performance.now())));
})"""
HELD = 80
"""Milliseconds that a finger stays on the glass."""
THOUGHT = (0.1, 0.9)
"""Seconds that the others think, at least and at most."""


class Tap(NamedTuple):
    time: float
    """Milliseconds until the frame that answers it."""
    what: str = ""
    waited: float = 0
    did: float = 0
    frame: float = 0
    start: float = 0
    """When the finger was lifted, by the page's clock."""
    queued: float = 0
    """Milliseconds of it that its threads stood in line for a processor."""


@contextmanager
def four_others(base: str, table: str) -> Iterator[None]:
    """Four programs that sit down and answer whatever they are asked."""

    async def answer(seat: int) -> None:
        token = call(base, "POST", "/api/players", {"name": f"Guest {seat}"})["token"]
        chance = random.Random(seat)
        async with await Client.connect(base, table, token) as client:
            await client.next()
            await client.send("sit", seat=seat)
            await think_and_answer(client, chance)

    async def all_four() -> None:
        await asyncio.gather(*[answer(seat) for seat in range(1, 5)], return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(all_four()), daemon=True)
    thread.start()
    yield


async def think_and_answer(client: Client, chance: random.Random) -> None:
    """Any legal move, after a moment, for as long as the game goes."""
    answered = None
    while client.table.get("state") != "over":
        for view in client.asked:
            if (question := (view["turn"], view["phase"])) != answered:
                answered = question
                await asyncio.sleep(chance.uniform(*THOUGHT))
                await client.move(chance.choice(view["moves"])["move"], view["seat"])
        await client.next()


def sit_down(visitor: Visitor) -> str:
    """The phone opens a table for five; its id."""
    visitor.page.goto(visitor.base)
    visitor.call_oneself("Mia")
    visitor.button("With friends").click()
    for seat in range(2, 5):
        visitor.page.get_by_role("button", name="One seat more").click()
        visitor.page.locator(".lobby li").nth(seat).wait_for()
    return visitor.page.url.rsplit("/", 1)[1]


def tap_through(visitor: Visitor, threads: list[Path]) -> list[Tap]:
    """Taps for as long as the game goes: cells, done, pass, and now and then somebody's chip."""
    page, finger = visitor.page, visitor.context.new_cdp_session(visitor.page)
    queues: list[tuple[float, float]] = []
    for number in range(TAPS):
        while not (target := page.evaluate(TARGET, number)):
            page.wait_for_timeout(20)
        if target == "over":
            break
        queues.append(tap(visitor, finger, *target, threads))
    page.wait_for_timeout(300)
    taps = [Tap(*measured) for measured in page.evaluate("Object.values(window.taps)")]
    return [one._replace(queued=queue_of(one, queues)) for one in taps]


def queue_of(tap: Tap, queues: list[tuple[float, float]]) -> float:
    """The counts of this tap: until the first answer after it."""
    return next((queued for answered, queued in queues if answered > tap.start), 0)


def tap(visitor: Visitor, finger: CDPSession, x: float, y: float, threads: list[Path]) -> tuple[float, float]:
    """A finger that comes and goes, as long as fingers take; when it is answered, after what queueing."""
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    visitor.page.wait_for_timeout(HELD)
    before = waited_by(threads)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    answered: float = visitor.page.evaluate(ANSWERED)
    return answered, waited_by(threads) - before


def answering_threads(browser: Browser) -> list[Path]:
    """Where Linux counts how long threads wait: the pages' main ones, and those that put frames together."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [Path(f"/proc/{one['id']}/task") for one in told if one["type"] == "renderer"]
    threads = [thread for page in pages for thread in page.glob("*")]
    return [
        thread / "schedstat"
        for thread in threads
        if thread.name == thread.parts[2] or (thread / "comm").read_text() == "Compositor\n"
    ]


def waited_by(threads: list[Path]) -> float:
    """Milliseconds that these threads could have run and did not, since they began."""
    return sum(int(thread.read_text().split()[1]) for thread in threads if thread.exists()) / 1e6


def measure(browser: Browser, base: str, traced: bool) -> list[Tap]:
    """A game: what each tap took, by the browser's clock or, traced, by that of the page's thread."""
    visitor = Visitor(
        browser, base, moving=True, viewport=PHONE, has_touch=True, is_mobile=True, service_workers="block"
    )
    visitor.page.add_init_script(WATCH)
    table = sit_down(visitor)
    with four_others(base, table):
        visitor.page.locator(".start:enabled").click()
        visitor.page.locator(".sheet").wait_for()
        visitor.page.reload()  # a page that the driver's locators have not touched
        if traced:
            browser.start_tracing(page=visitor.page, categories=TRACED)
        else:
            slow_down(visitor, line=False)
        taps = tap_through(visitor, [] if traced else answering_threads(browser))
        if traced:
            taps = list(work_of_taps(json.loads(browser.stop_tracing())["traceEvents"]))
    visitor.context.close()
    return taps


def work_of_taps(events: list[Any]) -> Iterator[Tap]:
    """For every click: the thread's time in tasks from the finger's lifting to the end of the next frame."""
    whole = sorted((event for event in events if event.get("ph") == "X"), key=lambda event: event["ts"])
    clicks = [event for event in whole if kind_of(event) == "click"]
    for click in clicks:
        own = [event for event in whole if event["tid"] == click["tid"] and event["pid"] == click["pid"]]
        lifted = [event["ts"] for event in own if kind_of(event) == "pointerup" and event["ts"] < click["ts"]]
        frames = [event["ts"] for event in own if event["name"] == "Commit" and event["ts"] > click["ts"]]
        if lifted and frames:
            tasks = [event for event in own if event["name"].endswith("RunTask")]
            during = [t for t in tasks if lifted[-1] < t["ts"] + t.get("dur", 0) and t["ts"] < frames[0]]
            yield Tap(SLOWER * sum(task.get("tdur", 0) for task in during) / 1000)


def kind_of(event: dict[str, Any]) -> str:
    """The event that the trace hands to the page: pointerdown, click …"""
    return str(event["args"].get("data", {}).get("type", "")) if event["name"] == "EventDispatch" else ""


def highest(times: list[float]) -> float:
    """The slowest, but for one of every fifty: the interaction to next paint of a visit."""
    return sorted(times, reverse=True)[len(times) // 50]


def tell(name: str, by_clock: list[Tap], work: list[Tap]) -> None:
    times = [tap.time for tap in by_clock]
    print(f"{name}: {len(times)} taps, limit 100 ms")
    tell_line("by the clock", times)
    for part in ("waited", "did", "frame"):
        tell_line(f"    {part}", [getattr(tap, part) for tap in by_clock])
    for what in sorted({tap.what for tap in by_clock} - {""}):
        tell_line(f"    on {what}", [tap.time for tap in by_clock if tap.what == what])
    queued = sum(min(tap.queued, tap.time) for tap in by_clock) / sum(times)
    print(f"  queueing             {queued:.0%} of the clock's time")
    tell_line("work", [tap.time for tap in work])


def tell_line(name: str, times: list[float]) -> None:
    middle, high = statistics.median(times), highest(times)
    print(f"  {name:20} median {middle:4.0f} ms, 98 % within {high:4.0f} ms")


def compare(before: list[Tap], now: list[Tap]) -> None:
    one, other = ([tap.time for tap in taps] for taps in (before, now))
    middle = statistics.median(other) / statistics.median(one)
    print(f"work, now by before: median {middle:.2f}, 98 % {highest(other) / highest(one):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, its page built")
    parser.add_argument("--rounds", type=int, default=3, help="games (3)")
    args = parser.parse_args()
    sides: dict[str, Path] = {"before": args.against.resolve()} if args.against else {}
    sides["now"] = ROOT
    clock: dict[str, list[Tap]] = {name: [] for name in sides}
    work: dict[str, list[Tap]] = {name: [] for name in sides}
    with ExitStack() as stack:
        bases = {name: stack.enter_context(serving(side)) for name, side in sides.items()}
        browser = stack.enter_context(chromium())
        for _ in range(args.rounds):
            for name, base in bases.items():
                clock[name] += measure(browser, base, traced=False)
                work[name] += measure(browser, base, traced=True)
    for name in sides:
        tell(name, clock[name], work[name])
    if args.against:
        compare(work["before"], work["now"])


if __name__ == "__main__":
    main()
