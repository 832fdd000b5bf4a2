"""Full disk, locked database, slow and half-open clients: handled, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import threading
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, ask, begin, begun, log_in, play, served, settle, until
from sqlalchemy import event
from websockets.asyncio.client import connect

from rowlock.client import ServerRefused
from rowlock.server.config import Limits
from rowlock.server.errors import StoreDown
from rowlock.server.live.hub import Listener
from rowlock.server.store import database, store, writer
from rowlock.table.log.records import read_table


@pytest.fixture(autouse=True)
def refusals_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of the server are seen at once, where a client would wait and say it again."""
    monkeypatch.setattr("rowlock.client.connection.LATER", ())


def white_move(seat: int) -> Any:
    return {"turn": 1, "phase": "white", "move": "-", "seat": seat, "id": f"first {seat}"}


def test_a_locked_database_refuses_and_accepts_again_when_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    with served(tmp_path) as server:

        async def game() -> Any:
            mia = server.player("Mia")
            table = server.table(mia, "me", "me", auto_pass=False, start=True)
            async with await server.connect(table, mia) as one:
                await begun(one)
                other = sqlite3.connect(tmp_path / "rowlock.db", isolation_level=None)
                other.execute("BEGIN IMMEDIATE")
                assert (await ask(one, "move", **white_move(0)))["code"] == "store_down"
                other.execute("ROLLBACK")
                other.close()
                assert (await ask(one, "move", **white_move(0)))["type"] == "receipt"
                assert one.views[0]["choice"] == "-"
            return table

        table = asyncio.run(game())
        assert len(log_in(tmp_path / "rowlock.db", table)) == server.app.state.lobby.rooms[table].table.number


def test_a_full_disk_refuses_tells_nobody_and_recovers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, append = {"most": 2**30}, writer.append

    def append_if_it_fits(line: Any, batches: Any) -> None:
        line.exec_driver_sql(f"PRAGMA max_page_count={pages['most']}")
        line.commit()
        append(line, batches)

    monkeypatch.setattr(writer, "append", append_if_it_fits)

    with served(tmp_path) as server:
        store = server.app.state.lobby.store

        @event.listens_for(store.engine.sync_engine, "begin")
        def limit(connection: Any) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages['most']}")

        async def game() -> Any:
            mia = server.player("Mia")
            table = server.table(mia, "me", "me", auto_pass=False, start=True)
            async with await server.connect(table, mia) as one:
                await begun(one)
                pages["most"] = 1
                refused = {}
                for number in range(400):  # until the free space in the file is used up
                    refused = await ask(one, "chat", text="x" * 200, id=f"line {number}")
                    if refused["type"] == "refusal":
                        break
                assert refused["code"] == "store_down"
                await one.send("sync")
                told = await until(one, lambda m: m["type"] == "welcome")
                assert told["number"] == len(log_in(tmp_path / "rowlock.db", table))
                with pytest.raises(ServerRefused):
                    await asyncio.to_thread(server.call, "GET", "/healthz")
                assert "database or disk is full" in [getattr(line, "reason", "") for line in caplog.records]
                pages["most"] = 2**30
                assert (await asyncio.to_thread(server.call, "GET", "/healthz"))["status"] == "ok"
                assert (await ask(one, "move", **white_move(0)))["type"] == "receipt"
            return table

        table = asyncio.run(game())
        assert read_table(log_in(tmp_path / "rowlock.db", table)) == server.app.state.lobby.rooms[table].table


class Disk:
    """A disk that can be made to hang in the middle of an append."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.goes, self.is_hanging = threading.Event(), threading.Event()
        self.goes.set()
        append = writer.append

        def append_when_it_goes(line: Any, batches: Any) -> None:
            if not self.goes.is_set():
                self.is_hanging.set()
                self.goes.wait(30)
            append(line, batches)

        monkeypatch.setattr(writer, "append", append_when_it_goes)


def test_a_disk_that_hangs_is_told_in_time_and_nothing_is_said_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LIMIT_SECONDS", 0.5)
    monkeypatch.setattr(database, "PAUSE_SECONDS", 0.1)
    disk = Disk(monkeypatch)
    with served(tmp_path) as server:

        async def game() -> Any:
            mia = server.player("Mia")
            table = server.table(mia, "me", "me", auto_pass=False, start=True)
            async with await server.connect(table, mia) as one:
                await begun(one)
                disk.goes.clear()
                assert (await ask(one, "move", **white_move(0)))["code"] == "store_down"
                disk.goes.set()
                async with asyncio.timeout(100):
                    while (await ask(one, "move", **white_move(0)))["type"] != "receipt":
                        await asyncio.sleep(0.05)
                assert (await ask(one, "move", **white_move(1)))["type"] == "receipt"
            return table

        table = asyncio.run(game())
        log = log_in(tmp_path / "rowlock.db", table)
        assert [entry.key for entry in log if entry.kind == "move"] == ["first 0", "first 1"]
        assert read_table(log) == server.app.state.lobby.rooms[table].table


def test_a_move_is_told_to_the_others_when_its_player_is_gone_before_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    with served(tmp_path) as server:

        async def game() -> None:
            mia = server.player("Mia")
            table = server.table(mia, "me", "me", auto_pass=False, start=True)
            async with await server.connect(table, mia) as one, await server.connect(table, mia) as other:
                await begun(one)
                await begun(other)
                disk.goes.clear()
                await one.send("move", **white_move(0))
                await asyncio.to_thread(disk.is_hanging.wait, 10)
                one._socket.transport.abort()
                disk.goes.set()
                await settle(other, lambda: other.views[0]["choice"] == "-")

        asyncio.run(game())


def test_health_tells_when_the_database_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as server:
        assert server.call("GET", "/healthz")["status"] == "ok"

        async def fail(*_: Any) -> None:
            raise StoreDown("gone")

        monkeypatch.setattr(server.app.state.lobby.store, "ping", fail)
        with pytest.raises(ServerRefused):
            server.call("GET", "/healthz")


def test_a_slow_listener_loses_messages_and_is_sent_the_whole_state() -> None:
    told, free = [], [False]

    def send(text: bytes) -> bool:
        if free[0]:
            told.append(json.loads(text))
        return free[0]

    listener = Listener(None, room_for=3)
    listener.send = send
    for number in range(10):
        listener.tell({"type": "table", "number": number})
    assert listener.lost
    free[0] = True
    assert listener.flush(lambda: {"type": "welcome", "number": 9})
    listener.tell({"type": "table", "number": 10})
    free[0] = False
    listener.bye("restart", "…", 2)
    listener.tell({"type": "table"})
    assert not listener.flush(dict)
    free[0] = True
    assert listener.flush(dict)
    assert [(one["n"], one["type"]) for one in told] == [(11, "welcome"), (12, "table"), (13, "bye")]


async def stuffed(server: Served, table: str, token: str) -> Any:
    """A connection that says hello and then reads nothing, with a small window."""
    host, port = server.base.removeprefix("http://").split(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    websocket = await connect(
        f"ws://{host}:{port}/api/tables/{table}/socket", sock=line, max_queue=1, write_limit=1024
    )
    await websocket.send(json.dumps({"type": "hello", "token": token}))
    return websocket


def test_a_stalled_client_delays_nobody_and_is_given_up(tmp_path: Path) -> None:
    with served(tmp_path, outbox=4, patience=0.5) as server:

        async def game() -> None:
            mia, eve = server.player("Mia"), server.player("Eve")
            table = server.table(mia, "me", *["random"] * 4, auto_pass=False, start=True)
            stalled = await stuffed(server, table, eve)
            async with await server.connect(table, mia) as one:
                await settle(one, lambda: one.table and one.table["watchers"] == 1)
                room = server.app.state.lobby.rooms[table]
                (slow,) = [listener for listener in room.listeners if listener.name == "Eve"]
                for number in range(3000):  # each brings the stalled one some 8 kB
                    answer = await ask(one, "settings", auto_pass=False, id=str(number))
                    assert answer["type"] == "receipt"
                    assert all(len(listener._outbox) <= 4 for listener in room.listeners)
                    if slow.lost or slow not in room.listeners:
                        break
                else:
                    raise AssertionError("the stalled client took everything")
                await settle(one, lambda: one.table["watchers"] == 0)
            stalled.transport.abort()

        asyncio.run(game())


def test_a_half_open_connection_is_noticed_by_its_missing_heartbeat(tmp_path: Path) -> None:
    with served(tmp_path, heartbeat=1.0) as server:

        async def game() -> None:
            mia, ben = server.player("Mia"), server.player("Ben")
            table = server.table(mia, "me", "open")
            async with await server.connect(table, mia) as one:
                await one.next()
                host, port = server.base.removeprefix("http://").split(":")
                dead = await connect(f"ws://{host}:{port}/api/tables/{table}/socket")
                await dead.send(json.dumps({"type": "hello", "token": ben}))
                await settle(one, lambda: one.table["watchers"] == 1)
                dead.transport.pause_reading()  # the network is gone: no pong will ever come
                await settle(one, lambda: one.table["watchers"] == 0)
                dead.transport.abort()

        asyncio.run(game())


def test_a_graceful_stop_tells_everybody_to_come_back(tmp_path: Path) -> None:
    server = Served(tmp_path)

    async def game() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
        async with await server.connect(table, mia) as one:
            await one.next()
            one.pause = 0.05
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            bye = json.loads(await asyncio.wait_for(one._socket.recv(), 100))
            while bye["type"] != "bye":
                bye = json.loads(await asyncio.wait_for(one._socket.recv(), 100))
            assert (bye["code"], bye["come_back"] > 0) == ("restart", True)
            await stopping

    asyncio.run(game())


def test_a_second_tab_and_a_reload_in_mid_choice_are_harmless(tmp_path: Path) -> None:
    with served(tmp_path) as server:

        async def game() -> None:
            mia = server.player("Mia")
            table = server.table(mia, "me", "me", auto_pass=False, start=True)
            async with await server.connect(table, mia) as one, await server.connect(table, mia) as tab:
                await begun(tab)
                await ask(one, "move", **white_move(0))
                await settle(tab, lambda: tab.views[0]["choice"] == "-")
            async with await server.connect(table, mia) as again:
                await again.next()
                assert again.views[0]["choice"] == "-"
                assert again.views[0]["waiting"] == [1]
                await play(again, Random(1))

        asyncio.run(game())


def test_the_write_ahead_log_is_carried_over_while_games_are_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "CHECKPOINT_SECONDS", 0.1)
    with served(tmp_path) as server:

        async def talk() -> None:
            mia = server.player("Mia")
            table = server.table(mia, "me", "open")
            async with await server.connect(table, mia) as one:
                await one.next()
                for number in range(60):
                    await ask(one, "chat", text="x" * 200, id=str(number))
                async with asyncio.timeout(100):
                    while lines_in_the_file_alone(tmp_path) < 60:
                        await asyncio.sleep(0.1)

        asyncio.run(talk())


def test_the_write_ahead_log_shrinks_while_games_are_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "CHECKPOINT_SECONDS", 0.1)
    with served(tmp_path) as server:

        async def talk() -> Any:
            mia, sizes = server.player("Mia"), list[int]()
            table = server.table(mia, "me", "open")
            async with await server.connect(table, mia) as one, asyncio.timeout(100):
                await one.next()
                while not any(after < before for before, after in pairwise(sizes)):
                    await ask(one, "chat", text="x" * 200)
                    sizes.append((tmp_path / "rowlock.db-wal").stat().st_size)
                number = one.number
            return table, number

        table, number = asyncio.run(talk())
        assert len(log_in(tmp_path / "rowlock.db", table)) >= number


def test_what_one_address_may_have_stored_is_limited(tmp_path: Path) -> None:
    """However many connections it has."""

    async def flood(server: Served) -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
        async with await server.connect(table, mia) as one, await server.connect(table, mia) as two:
            answers = []
            for number in range(12):
                client = (one, two)[number % 2]
                answers.append(await ask(client, "settings", listed=bool(number % 4 < 2)))
            return [answer.get("code") for answer in answers]

    limits = Limits(writing=(8, 0.01), messages=(1000, 1000))  # two of them for the seals of the dice
    with served(tmp_path, limits=limits) as server:
        codes = asyncio.run(flood(server))
    assert codes[:3] == [None] * 3
    assert codes[-3:] == ["too_fast"] * 3


def lines_in_the_file_alone(folder: Path) -> Any:
    """How many lines of chat the database knows without its log."""
    copy = folder / "copy.db"
    copy.write_bytes((folder / "rowlock.db").read_bytes())
    database = sqlite3.connect(copy)
    try:
        return database.execute("SELECT count(*) FROM entries WHERE kind = 'chat'").fetchone()[0]
    except sqlite3.DatabaseError:  # copied while the log was being carried over
        return 0
    finally:
        database.close()


def test_an_answer_is_the_same_however_much_others_ask(tmp_path: Path) -> None:
    """Refused messages push nobody's answers out, neither a stranger's nor a player's own."""
    with served(tmp_path) as server:

        async def game() -> None:
            mia, stranger = server.player("Mia"), server.player("Zed")
            table = server.table(mia, "me", "open")
            async with await server.connect(table, mia) as one, await server.connect(table, stranger) as zed:
                first = await ask(one, "seal", seat=0, seal="ab" * 32, id="first")
                for number in range(520):
                    await zed.send("start", id=f"no {number}")
                assert (await ask(zed, "start", id="last"))["code"] == "not_host"
                assert await repeated(one, "first") == first["number"]
                for number in range(100):
                    await ask(one, "settings", listed=bool(number % 2), id=f"mine {number}")
                assert await repeated(one, "first") == first["number"]
                await ask(one, "bot", seat=1, bot="random")
                await begin(one)
                # a seal is too late now, but it was accepted under this id
                assert await repeated(one, "first") == first["number"]

        async def repeated(client: Any, id_: Any) -> Any:
            answer = await ask(client, "seal", seat=0, seal="ab" * 32, id=id_)
            assert answer["type"] == "receipt", answer
            return answer["number"]

        asyncio.run(game())
