"""Long logs and slow steps: others are served meanwhile, a step is broken off, and a log has an end."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from serving import Served, ask, begin, begun, free_port, served, until

from rowlock.client import Client, ServerRefused, Unreachable, call
from rowlock.server.config import Limits
from rowlock.server.errors import TooHeavy
from rowlock.server.live.budget import Budget
from rowlock.server.store import Store

LONG = 40_000
HEAVY = """
import sys, time
from rowlock import cli
from rowlock.server.live import budget, ledger, room
from rowlock.table import house

def follow(table, entry, rolls):
    while entry.body.get("text") == "heavy" and time.thread_time() < 60:
        pass
    return house.follow(table, entry, rolls)

ledger.follow = follow
room.Budget = lambda seconds, over: budget.Budget(seconds / 4, over)
cli.main(["serve", "--port", sys.argv[1], "--data", sys.argv[2]])
"""
"""A server where one message can take a minute of processor time, as an unforeseen pad might."""


def lengthen(folder: Path, table: str, count: int) -> None:
    """Let the host have talked for days at a table."""
    with sqlite3.connect(folder / "rowlock.db") as database:
        of = "FROM entries WHERE table_id = ?"
        (host,) = database.execute(f"SELECT player {of} AND number = 1", (table,)).fetchone()
        (last,) = database.execute(f"SELECT max(number) {of}", (table,)).fetchone()
        said = json.dumps({"text": "still here"})
        rows = ((table, last + n, 1.0, host, "chat", said, f"k{n}") for n in range(1, count + 1))
        names = "table_id, number, at, player, kind, body, key"
        database.executemany(f"INSERT INTO entries ({names}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    database.close()


def test_nobody_reads_a_log_for_a_game_that_was_never_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random")
        read = list[str]()
        monkeypatch.setattr(Store, "load", lambda self, table, after=0: read.append(table))
        for game in (1, 2, 99):
            for what in ("record", "replay", "dice", "review", "print.svg"):
                with pytest.raises(ServerRefused) as problem:
                    server.call("GET", f"/api/tables/{table}/games/{game}/{what}")
                assert problem.value.kind == ("not_over" if game == 1 else "no_such_game")
        assert read == []


def test_others_are_served_while_a_long_log_is_read(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
    lengthen(tmp_path, table, LONG)
    with served(tmp_path) as server:
        found = []
        reading = threading.Thread(target=lambda: found.append(server.call("GET", f"/api/tables/{table}")))
        reading.start()
        lobby, moments = server.app.state.lobby, [time.monotonic()]
        while reading.is_alive():
            assert server.call("GET", "/api/players/me", token=mia)["name"] == "Mia"
            moments.append(time.monotonic())
        assert found[0]["table"] == table
        assert lobby.rooms[table].table.number == LONG + 1
    longest = max(after - before for before, after in pairwise(moments))
    assert longest < (moments[-1] - moments[0]) / 3  # nobody waits until it is read


def test_a_log_has_an_end_but_a_game_that_is_on_is_played_to_its_own(tmp_path: Path) -> None:
    limits = Limits(factor=0, log=400)

    async def begin_at(server: Served, mia: str, table: str) -> None:
        async with await server.connect(table, mia) as one:
            await begin(one)

    async def go_on(server: Served, mia: str, table: str) -> Any:
        async with await server.connect(table, mia) as one:
            await begun(one)
            assert (await ask(one, "chat", text="one more"))["code"] == "too_many"
            assert (await ask(one, "settings", listed=True))["code"] == "too_many"
            await one.send("abort")
            await until(one, lambda m: m.get("table", {}).get("state") == "over")
            return (await ask(one, "rematch"))["code"]

    with served(tmp_path, limits=limits) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random")
        asyncio.run(begin_at(server, mia, table))
    lengthen(tmp_path, table, 395)
    with served(tmp_path, limits=limits) as server:
        assert asyncio.run(go_on(server, mia, table)) == "too_many"


def test_a_step_is_broken_off_whatever_it_catches() -> None:
    def stubborn() -> None:
        while True:
            with suppress(Exception):
                sum(range(1000))

    with pytest.raises(TooHeavy), Budget(0.05):
        stubborn()
    with Budget(5):
        pass


def test_a_step_within_a_step_leaves_the_other_its_limit() -> None:
    def nested() -> None:
        with Budget(5):
            pass
        while True:
            pass

    with pytest.raises(TooHeavy), Budget(0.1):
        nested()


def test_a_process_that_has_watched_a_step_ends_well() -> None:
    """The timer must not ring after Python has let go of its signals."""
    program = """
import time
from rowlock.server.live.budget import Budget
class Late:
    def __del__(self, now=time.process_time):
        until = now() + 0.4
        while now() < until:
            pass
late = Late()
with Budget(5):
    pass
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@contextmanager
def heavy_server(folder: Path) -> Iterator[Any]:
    port = free_port()
    command = [sys.executable, "-c", HEAVY, str(port), str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        for _ in range(1000):
            with suppress(Unreachable):
                call(base, "GET", "/healthz")
                break
            time.sleep(0.1)
        yield base
    finally:
        process.kill()
        process.wait()


def test_a_step_without_an_end_ends_its_table_and_the_server_goes_on(tmp_path: Path) -> None:
    async def evening(base: str) -> None:
        mia = call(base, "POST", "/api/players", {"name": "Mia"})["token"]
        body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
        first, second = (call(base, "POST", "/api/tables", body, mia)["table"] for _ in range(2))
        one, two = [await Client.connect(base, table, mia) for table in (first, second)]
        async with one, two:
            await one.next()
            await one.send("chat", text="heavy")
            with pytest.raises(ServerRefused) as closed:
                await until(one, lambda m: False)
            assert closed.value.kind == "too_heavy"
            assert (await ask(two, "chat", text="light"))["type"] == "receipt"

    with heavy_server(tmp_path) as base:
        asyncio.run(evening(base))
