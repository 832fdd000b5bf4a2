"""Several processes share one PostgreSQL: any of them serves any table, and none is needed for long."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from crashing import serve_until
from forked import Forked
from serving import (
    Served,
    ask,
    asked,
    begun,
    free_port,
    patient_call,
    play,
    served,
    settle,
    stored_log,
    until,
)

from rowlock import view
from rowlock.client import Client, ServerRefused, Unreachable
from rowlock.server import serve
from rowlock.server.verify import verify
from rowlock.table.finished import read_game
from rowlock.table.log.records import read_table


@pytest.fixture
def pair(tmp_path: Path, database: str) -> Iterator[Any]:
    """Two servers on one database."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(served(tmp_path / str(number), database=database, beat=0.2))
            for number in (1, 2)
        ]


def test_players_on_different_processes_play_with_a_bot_to_the_end(pair: Any, database: str) -> None:
    async def game() -> Any:
        mia, ben = pair[0].player("Mia"), pair[1].player("Ben")
        table = pair[0].table(mia, "me", "open", "random")
        async with await pair[0].connect(table, mia) as one, await pair[1].connect(table, ben) as two:
            await two.next()
            await ask(two, "sit", seat=1)
            await settle(one, lambda: one.table.get("seats", [{}, {}])[1].get("name") == "Ben")
            await settle(one, lambda: one.table["seats"][1]["online"])
            await ask(one, "start")
            seen = await asyncio.gather(play(one, Random(1)), play(two, Random(2)))
            assert one.views[0]["over"] == two.views[0]["over"]
        return table, seen

    table, seen = asyncio.run(game())
    log = stored_log(database, table)
    assert [bool(seed) for seed in verify(read_game(log, 1)).seeds] == [True, True, False]
    for seat in (0, 1):
        for message in seen[seat]:
            if message["type"] == "table" and message["views"]:
                state = read_table(log[: message["number"]])
                assert state.game is not None
                assert message["views"] == [view(state.game, seat)]


def test_the_same_message_through_two_processes_is_said_once(pair: Any) -> None:
    async def game() -> None:
        mia = pair[0].player("Mia")
        table = pair[0].table(mia, "me", "me", auto_pass=False, start=True)
        async with await pair[0].connect(table, mia) as one, await pair[1].connect(table, mia) as two:
            await begun(one)
            await begun(two)
            message = {"turn": 1, "phase": "white", "move": "-", "seat": 0, "id": "once"}
            first, second = await asyncio.gather(ask(one, "move", **message), ask(two, "move", **message))
            assert first["type"] == second["type"] == "receipt"
            assert first["number"] == second["number"]

    asyncio.run(game())


def test_appends_that_collide_are_all_stored_once(pair: Any, database: str) -> None:
    async def talk() -> Any:
        mia, ben = pair[0].player("Mia"), pair[1].player("Ben")
        table = pair[0].table(mia, "me", "open")
        async with await pair[0].connect(table, mia) as one, await pair[1].connect(table, ben) as two:
            await two.next()
            await ask(two, "sit", seat=1)

            async def say(client: Any, name: str) -> None:
                for number in range(40):
                    answer = await ask(client, "chat", text=f"{name} {number}")
                    assert answer["type"] == "receipt", answer

            await asyncio.gather(say(one, "mia"), say(two, "ben"))
        return table

    log = stored_log(database, asyncio.run(talk()))
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    lines = [entry.body["text"] for entry in log if entry.kind == "chat"]
    for name in ("mia", "ben"):
        assert [line for line in lines if line.startswith(name)] == [f"{name} {n}" for n in range(40)]


async def is_up(base: str) -> Any:
    async with asyncio.timeout(120):
        while True:
            try:
                return await asyncio.to_thread(patient_call, base, "GET", "/healthz")
            except (Unreachable, ServerRefused):  # whose database may take its time
                await asyncio.sleep(0.05)


class Process:
    """A server in a process of its own, that can be killed."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._database = database

    async def start(self) -> None:
        self._process = Forked(serve_until, self.port, self._database, "never", 0)
        await is_up(self.base)

    def send(self, number: int) -> None:
        self._process.send(number)

    async def kill(self) -> None:
        await self._process.kill()


@asynccontextmanager
async def two_processes(database: str) -> AsyncIterator[Any]:
    processes = [Process(database), Process(database)]
    try:
        for process in processes:
            await process.start()
        yield processes
    finally:
        for process in processes:
            await process.kill()


def test_when_a_process_is_killed_the_other_takes_over_its_tables(database: str) -> None:
    async def game() -> Any:
        async with two_processes(database) as (first, second):
            mia = patient_call(first.base, "POST", "/api/players", {"name": "Mia"})["token"]
            ben = patient_call(second.base, "POST", "/api/players", {"name": "Ben"})["token"]
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
            table = patient_call(first.base, "POST", "/api/tables", {"seats": seats}, mia)["table"]
            one = await Client.connect(first.base, table, mia)
            two = await Client.connect(second.base, table, ben)
            one.pause = two.pause = 0.1
            async with one, two:
                await two.next()
                await ask(two, "sit", seat=1)
                await ask(one, "start")
                others = asyncio.create_task(play(two, Random(2), lambda c: False))
                await play(one, Random(1), lambda c: c.views and c.views[0]["turn"] > 2)
                await first.kill()
                one.base = second.base  # a load balancer would send the player there
                await play(one, Random(3))
                await others
                assert one.views[0]["over"] == two.views[0]["over"]
            return table

    table = asyncio.run(game())
    assert verify(read_game(stored_log(database, table), 1)).rolls


def test_a_player_of_a_dead_process_goes_offline_and_a_bot_stands_in(database: str) -> None:
    async def game() -> None:
        async with two_processes(database) as (first, second):
            mia = patient_call(first.base, "POST", "/api/players", {"name": "Mia"})["token"]
            ben = patient_call(second.base, "POST", "/api/players", {"name": "Ben"})["token"]
            body = {"seats": [{"kind": "me"}, {"kind": "open"}], "auto_pass": False}
            table = patient_call(second.base, "POST", "/api/tables", body, ben)["table"]
            two = await Client.connect(second.base, table, ben)
            one = await Client.connect(first.base, table, mia)
            async with two:
                await one.next()
                await ask(one, "sit", seat=1)
                await settle(two, lambda: two.table and two.table["seats"][1]["online"])
                await ask(two, "start")
                await first.kill()
                await until(two, lambda m: m["type"] == "presence" and m["online"] == [True, False])
                await until(two, lambda m: "stood_in" in [fact["kind"] for fact in m.get("facts", [])])
            await one.close()

    asyncio.run(game())


def test_a_process_that_sleeps_and_wakes_has_its_players_back(database: str) -> None:
    """The others have forgotten it meanwhile, and a bot stood in; nobody has to do anything."""

    async def game() -> None:
        async with two_processes(database) as (first, second):
            mia = patient_call(first.base, "POST", "/api/players", {"name": "Mia"})["token"]
            ben = patient_call(second.base, "POST", "/api/players", {"name": "Ben"})["token"]
            body = {
                "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}],
                "auto_pass": False,
            }
            table = patient_call(second.base, "POST", "/api/tables", body, ben)["table"]
            two = await Client.connect(second.base, table, ben)
            one = await Client.connect(first.base, table, mia)
            async with one, two:
                await one.next()
                await ask(one, "sit", seat=1)
                await settle(two, lambda: two.table and two.table["seats"][1]["online"])
                await ask(two, "start")
                await settle(one, lambda: one.table["state"] == "playing")
                first.send(signal.SIGSTOP)
                try:
                    await settle(two, lambda: two.table["seats"][1]["stand_in"])
                finally:
                    first.send(signal.SIGCONT)
                await settle(two, lambda: two.table["seats"][1]["stand_in"] is None)
                await settle(two, lambda: two.table["seats"][1]["online"])
                other = asyncio.create_task(play(two, Random(2)))
                await play(one, Random(1))
                await other
                assert two.table["seats"][1]["stand_in"] is None

    asyncio.run(game())


def test_a_restart_of_the_database_is_survived(postgres: Any, database: str) -> None:
    async def game() -> Any:
        async with two_processes(database) as (first, second):
            mia = patient_call(first.base, "POST", "/api/players", {"name": "Mia"})["token"]
            ben = patient_call(second.base, "POST", "/api/players", {"name": "Ben"})["token"]
            body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
            table = patient_call(first.base, "POST", "/api/tables", body, mia)["table"]
            one = await Client.connect(first.base, table, mia)
            two = await Client.connect(second.base, table, ben)
            one.pause = two.pause = 0.2
            async with one, two:
                await two.next()
                await ask(two, "sit", seat=1)
                await ask(one, "start")
                other = asyncio.create_task(play(two, Random(2)))
                await play(one, Random(1), lambda c: c.views and c.views[0]["turn"] > 1)
                await asyncio.to_thread(postgres.restart)
                await play(one, Random(3))
                await other
            return table

    table = asyncio.run(game())
    assert verify(read_game(stored_log(database, table), 1)).rolls


def test_a_frozen_database_is_told_at_once_and_forgotten_when_it_wakes(
    postgres: Any, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for it: moves are refused, health says so, no path is shown; then the game goes on."""
    monkeypatch.setattr("rowlock.client.connection.LATER", ())  # a client that does not wait
    monkeypatch.setattr("rowlock.server.store.database.LIMIT_SECONDS", 2.5)
    monkeypatch.setattr("rowlock.server.store.store.LIMIT_SECONDS", 2.5)

    async def game(server: Served) -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", auto_pass=False, start=True)
        async with await server.connect(table, mia) as one:
            await begun(one)
            await ask(one, "chat", text="all is well", id="before")
            postgres.pause()
            try:
                answer = await ask(one, "chat", text="hello?", id="line 0")
                health = await asyncio.to_thread(status_and_text, f"{server.base}/healthz")
                with pytest.raises(ServerRefused) as refused:
                    await asyncio.to_thread(server.call, "POST", "/api/players", {"name": "Ben"})
            finally:
                postgres.go_on()
            assert answer["code"] == "store_down"
            assert health[0] == 503
            for told in (health[1], answer["reason"], str(refused.value)):
                assert "does not answer" in told
                assert not re.search("socket|/tmp|5432", told)
            async with asyncio.timeout(100):
                while (await ask(one, "chat", text="hello?", id="line 0"))["type"] == "refusal":
                    await asyncio.sleep(0.2)
                while (await asyncio.to_thread(status_and_text, f"{server.base}/healthz"))[0] != 200:
                    await asyncio.sleep(0.2)
            await play(one, Random(1))
        return table

    with served(tmp_path, database=database) as server:
        log = stored_log(database, asyncio.run(game(server)))
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    assert [entry.body["text"] for entry in log if entry.kind == "chat"] == ["all is well", "hello?"]


def status_and_text(address: str) -> Any:
    try:
        with urllib.request.urlopen(address, timeout=100) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_several_workers_share_one_port_and_one_database(database: str) -> None:
    async def game() -> None:
        port = free_port()
        command = ["-m", "rowlock", "serve", "--port", str(port), "--database", database, "--workers", "2"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE
        )
        base = f"http://127.0.0.1:{port}"
        try:
            async with asyncio.timeout(100):
                await is_up(base)
                mia = patient_call(base, "POST", "/api/players", {"name": "Mia"})["token"]
                body = {"seats": [{"kind": "me"}, {"kind": "me"}], "start": True}
                table = patient_call(base, "POST", "/api/tables", body, mia)["table"]
                async with await Client.connect(base, table, mia) as one:
                    await begun(one)
                    assert asked(one)
                    await play(one, Random(1))
        finally:
            process.terminate()
            told, _ = await process.communicate()
        assert re.search(rb"served at +http://127.0.0.1:", told)
        assert process.returncode == 0

    asyncio.run(game())


@pytest.mark.parametrize(
    ("seen", "now", "is_ended"),
    [(0.0, 119.0, False), (0.0, 121.0, True), (100.0, 104.0, False), (100.0, 106.0, True)],
)
def test_a_worker_that_stands_still_is_ended_even_if_it_has_never_run(
    seen: Any, now: Any, is_ended: Any
) -> None:
    """One that is stopped while it starts would keep its place for ever."""
    killed = []
    worker = serve.Worker.__new__(serve.Worker)
    worker._seen, worker._started = SimpleNamespace(value=seen), 0.0
    process: Any = SimpleNamespace(is_alive=lambda: True, kill=lambda: killed.append(True))
    worker._process = process
    worker.look(now)
    assert bool(killed) == is_ended


def test_workers_that_keep_dying_are_given_more_and_more_time() -> None:
    pauses = [serve.LEAST_PAUSE]
    for dead in (1, 2, 1, 1, 1, 1, 1, 1, 0):
        pauses.append(serve.pause_after(pauses[-1], dead))
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0, 0.5]


def test_workers_go_with_the_process_that_started_them(database: str) -> None:
    async def game() -> None:
        port = free_port()
        command = ["-m", "rowlock", "serve", "--port", str(port), "--database", database, "--workers", "2"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE
        )
        await is_up(f"http://127.0.0.1:{port}")
        process.kill()
        await process.communicate()
        async with asyncio.timeout(100):
            while True:
                try:
                    await asyncio.to_thread(patient_call, f"http://127.0.0.1:{port}", "GET", "/healthz")
                except Unreachable:
                    return
                await asyncio.sleep(0.1)

    asyncio.run(game())
