"""Lighthouse's verdict on the front page and on a table, for `bench/page.py --lighthouse`.

npm fetches it into `bench/lighthouse` the first time: no part of the page, nor of the installed package.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import statistics
import subprocess
from pathlib import Path
from typing import Any

from rowlock.client import Client, call

FOLDER = Path(__file__).parent / "lighthouse"
GOALS = {"performance": 97, "accessibility": 100, "best-practices": 100, "seo": 100}
BLOCKED = 150
"""Milliseconds for which the page's thread may be blocked."""
BROWSERS = ("chromium", "google-chrome", "chromium-headless-shell")


def tell_lighthouse(base: str, runs: int) -> None:
    """The medians of some runs, for the front page and for a table against a bot."""
    program = _program()
    for name, address in (("front page", base + "/"), ("a table", base + a_table(base))):
        reports = [_report(program, address) for _ in range(runs)]
        scores = {goal: _median(reports, lambda report, goal=goal: _score(report, goal)) for goal in GOALS}
        told = ", ".join(f"{goal} {scores[goal]:.0f} (goal {GOALS[goal]})" for goal in GOALS)
        print(f"lighthouse, mobile, {name}, median of {runs}: {told}")
        blocked = _median(reports, lambda report: report["audits"]["total-blocking-time"]["numericValue"])
        weight = _median(reports, lambda report: report["audits"]["total-byte-weight"]["numericValue"])
        requests = _median(reports, lambda report: len(_requests(report)))
        print(
            f"  blocked {blocked:.0f} ms (goal {BLOCKED}), {weight / 1000:.0f} kB in {requests:.0f} requests"
        )


def _median(reports: list[Any], value: Any) -> float:
    return statistics.median(map(value, reports))


def _score(report: Any, goal: str) -> float:
    return float(100 * (report["categories"][goal]["score"] or 0))


def _requests(report: Any) -> list[Any]:
    found: list[Any] = report["audits"]["network-requests"]["details"]["items"]
    return found


def _program() -> Path:
    program = FOLDER / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=FOLDER, check=True)
    return program


def _report(program: Path, address: str) -> Any:
    browser = next(filter(None, map(shutil.which, BROWSERS)))
    flags = "--headless=new --no-sandbox --disable-gpu"
    command = [str(program), address, "--quiet", "--output=json", f"--chrome-flags={flags}"]
    env = {**os.environ, "CHROME_PATH": browser}
    found = subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=300)
    return json.loads(found.stdout)


def a_table(base: str) -> str:
    """A table in its first turn, which anybody may watch."""
    token = call(base, "POST", "/api/players", {"name": "Mia"})["token"]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "steady"}]
    made = call(base, "POST", "/api/tables", {"seats": seats, "start": True}, token)
    asyncio.run(_draw_dice(base, made["table"], token))
    link: str = made["link"]
    return link


async def _draw_dice(base: str, table: str, token: str) -> None:
    """Mia's part of the dice: without it nobody sees more than that they are being drawn."""
    async with await Client.connect(base, table, token) as client:
        while client.table.get("state") != "playing":
            await client.next()
