"""How much memory a server takes at its busiest: is a host with 1 GB enough?

    python bench/community/small_host.py                    makes the values of classic, reviews a game
    python bench/community/small_host.py --pads --games 0   an idle server
    python bench/community/small_host.py --seconds 300      stop after five minutes, finished or not

Starts `rowlock serve` on loopback with new folders, lets it make the exact values of the daily pads, plays
games against the champion and has them reviewed. Twice a second the memory of all its processes is read, each
page that several share divided among them (`Pss` of /proc/PID/smaps_rollup: Linux only). Prints the largest
sum, and the largest share of each process. Ends with status 1 if the sum was over --most.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random

from rowlock.client import Client, ServerRefused, Unreachable, call

PATIENCE = 60.0
"""Seconds for a server to start on a busy machine."""
A_LOOK = 0.5


class Memory(threading.Thread):
    """Reads the memory of a process and its children until it is stopped."""

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self._root, self._over = root, threading.Event()
        self.most, self.looks = 0, 0
        self.of_each: dict[int, int] = defaultdict(int)

    def run(self) -> None:
        while not self._over.wait(A_LOOK):
            now = {pid: pss(pid) for pid in family(self._root)}
            self.looks += 1
            self.most = max(self.most, sum(now.values()))
            for pid, kilobytes in now.items():
                self.of_each[pid] = max(self.of_each[pid], kilobytes)

    def stop(self) -> None:
        self._over.set()
        self.join()


def family(root: int) -> list[int]:
    """A process and all that come from it, the oldest first."""
    parents: dict[int, list[int]] = defaultdict(list)
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(after_name[1])].append(int(folder.name))
    found = [root]
    for pid in found:
        found += sorted(parents[pid])
    return found


def pss(pid: int) -> int:
    """The memory of a process in kilobytes, shared pages in proportion; 0 if it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


class Server:
    """`rowlock serve` with folders of its own, and the lines that it says."""

    def __init__(self, folder: Path, pads: list[str]) -> None:
        self._said, self.lines = threading.Condition(), list[str]()
        command = [sys.executable, "-m", "rowlock", "serve", "--host", "127.0.0.1", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--data", str(folder / "data"), "--exact", *pads],
            env=os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._said:
                self.lines.append(line.strip())
                self._said.notify_all()

    def wait_for(self, *words: str, until: float) -> str | None:
        """The first line that has one of these words."""
        with self._said:
            wait = max(0.0, until - time.monotonic())
            self._said.wait_for(lambda: self._line(words), wait)
            return self._line(words)

    def _line(self, words: tuple[str, ...]) -> str | None:
        return next((line for line in self.lines if any(word in line for word in words)), None)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


async def play(base: str, token: str, seed: int) -> str:
    """A whole game against the champion; its table."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "champion"}]
    wish = {"variant": "classic", "seats": seats, "start": True}
    table = str(call(base, "POST", "/api/tables", wish, token)["table"])
    chance, done = Random(seed), set[tuple[int, str]]()
    async with await Client.connect(base, table, token) as client:
        while client.table.get("state") != "over":
            for view in client.asked:
                if (moment := (view["turn"], view["phase"])) not in done:
                    done.add(moment)
                    await client.move(chance.choice([move["move"] for move in view["moves"]]), view["seat"])
            await client.next()
    return table


def reviewed(base: str, games: int, until: float) -> int:
    """Play games and have them reviewed, one after the other; how many were."""
    token = call(base, "POST", "/api/players", {"name": "Ada"})["token"] if games else ""
    for number in range(games):
        table = asyncio.run(play(base, token, number))
        address = f"/api/tables/{table}/games/1/review"
        while True:
            with suppress(Unreachable, ServerRefused):
                call(base, "GET", address, None, token, patience=30)
                break
            if time.monotonic() > until:
                return number
            time.sleep(1)
    return games


def measure(args: argparse.Namespace, folder: Path) -> Memory | None:
    until = time.monotonic() + args.seconds
    server = Server(folder, args.pads)
    memory = Memory(server.process.pid)
    memory.start()
    try:
        line = server.wait_for("http://", until=time.monotonic() + PATIENCE)
        if line is None:
            sys.stdout.write("\n".join(["the server did not start:", *server.lines]) + "\n")
            return None
        base = next(word for word in line.split() if word.startswith("http://")).rstrip("/.,")
        count = reviewed(base, args.games, until)
        made = [pad for n, pad in enumerate(args.pads) if _made(server, n + 1, until)]
        time.sleep(2 * A_LOOK)
        sys.stdout.write(
            f"reviewed {count} of {args.games} games; values made: {', '.join(made) or 'none'}\n"
        )
        return memory
    finally:
        memory.stop()
        server.stop()


def _made(server: Server, count: int, until: float) -> bool:
    """Whether the values of so many pads were made, or cannot be."""
    while sum(line.endswith(": done.") or "cannot be made" in line for line in server.lines) < count:
        if time.monotonic() > until:
            return False
        time.sleep(A_LOOK)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pads", nargs="*", default=["classic"], help="whose exact values are made")
    parser.add_argument("--games", type=int, default=1, help="games that are played and reviewed")
    parser.add_argument("--seconds", type=float, default=1800.0, help="no longer than that")
    parser.add_argument("--most", type=int, default=900, help="megabytes that it may take")
    args = parser.parse_args()
    if not Path("/proc/self/smaps_rollup").exists():
        sys.stdout.write("NOT RUN: only Linux tells the memory of processes in this way\n")
        return 2
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        memory = measure(args, Path(folder))
    if memory is None:
        return 1
    parts = sorted(memory.of_each.values(), reverse=True)
    told = ", ".join(f"{kilobytes / 1024:.0f}" for kilobytes in parts if kilobytes > 10 * 1024)
    sys.stdout.write(f"{memory.most / 1024:.0f} MB at most together, in {memory.looks} looks\n")
    sys.stdout.write(f"each process at most: {told} MB\n")
    return int(memory.most / 1024 > args.most)


if __name__ == "__main__":
    sys.exit(main())
