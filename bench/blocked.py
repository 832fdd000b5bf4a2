"""How long a page blocks its thread while it loads, by the thread's own clock, for `bench/page.py`.

Lighthouse's *total blocking time* goes by the wall clock and says little on a busy machine. This counts the
same (tasks of more than 50 ms on a phone four times slower) from the processor time of every task.
"""

from __future__ import annotations

import json
import statistics
from collections import Counter
from typing import Any, NamedTuple

from driver import Visitor
from playwright.sync_api import Browser

SLOWER = 4
LONG = 50
"""Milliseconds from which on a task blocks."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 412, "height": 823},
    "device_scale_factor": 1.75,
    "is_mobile": True,
    "has_touch": True,
}
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SETTLED = 1500
"""Milliseconds after the last request in which the page may still draw."""


class Blocked(NamedTuple):
    elements: int
    work: float
    """Milliseconds of the page's thread."""
    blocked: float
    """Milliseconds beyond the first 50 of every task, on the slow phone."""


def tell_blocked(browser: Browser, base: str, pages: dict[str, str], loads: int) -> None:
    """The medians of some first visits."""
    for name, path in pages.items():
        seen = [_load(browser, base, path) for _ in range(loads)]
        work, blocked = (
            statistics.median(one) for one in zip(*((s.work, s.blocked) for s in seen), strict=True)
        )
        print(
            f"{name}: {seen[-1].elements} elements, {work:.0f} ms of the page's thread, "
            f"blocked {blocked:.0f} ms at a quarter of its speed (median of {loads})"
        )


def _load(browser: Browser, base: str, path: str) -> Blocked:
    visitor = Visitor(browser, base, moving=True, service_workers="block", **PHONE)
    browser.start_tracing(page=visitor.page, categories=TRACED)
    visitor.page.goto(base + path)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_timeout(SETTLED)
    tasks = _tasks(json.loads(browser.stop_tracing())["traceEvents"])
    elements: int = visitor.page.evaluate("document.querySelectorAll('*').length")
    visitor.context.close()
    return Blocked(elements, sum(tasks), sum(max(0.0, SLOWER * task - LONG) for task in tasks))


def _tasks(events: list[Any]) -> list[float]:
    """The processor time of every task of the thread that runs the page's program, in milliseconds."""
    threads = Counter((event["pid"], event["tid"]) for event in events if event["name"] == "FunctionCall")
    page = threads.most_common(1)[0][0]
    return [
        event.get("tdur", 0) / 1000
        for event in events
        if event["name"].endswith("RunTask")
        and event.get("ph") == "X"
        and (event["pid"], event["tid"]) == page
    ]
