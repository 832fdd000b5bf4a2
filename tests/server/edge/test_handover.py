"""Connections go to the process in which their table lives, with everything that was read and counted."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, ask, begun, free_port, play, served, stored_log, until

from rowlock.client import ServerRefused
from rowlock.server.config import Limits
from rowlock.server.edge import handover
from rowlock.server.edge.handover import Gone, Receiving, Taken, hand_over
from rowlock.server.edge.passing import read_preface, write_preface
from rowlock.server.errors import StoreDown
from rowlock.server.store import Ban

WORD = "0123456789abcdef" * 2


@pytest.fixture
def folder() -> Iterator[Any]:
    with tempfile.TemporaryDirectory(prefix="rowlock-test-") as name:  # short enough for a Unix socket
        yield Path(name)


def servers(stack: Any, tmp_path: Path, count: int, apart: bool = False, **more: Any) -> Any:
    running = []
    for number in range(count):
        port = free_port()
        own = {"port": port, "reach": f"127.0.0.1:{port}"} if apart else {}
        running.append(stack.enter_context(served(tmp_path / str(number), beat=0.2, **own, **more)))
    for server in running:
        know_each_other(server, count)
    return running


def know_each_other(server: Served, count: int) -> None:
    for _ in range(5000):
        if len(server.app.state.lobby.relay.owners.living) == count:
            return
        pause()
    raise AssertionError("the processes do not find each other")


def pause() -> None:
    time.sleep(0.02)


@pytest.fixture
def pair(tmp_path: Path, database: str, folder: Path) -> Iterator[Any]:
    """Two processes of one machine."""
    with ExitStack() as stack:
        yield servers(stack, tmp_path, 2, database=database, handover=folder, machine="here")


@pytest.fixture
def apart(tmp_path: Path, database: str) -> Iterator[Any]:
    """Two machines that reach each other."""
    with ExitStack() as stack:
        yield servers(stack, tmp_path, 2, apart=True, database=database, word=WORD)


def owner(running: Any, table: str) -> Any:
    return next(server for server in running if server.app.state.lobby.relay.owners.is_mine(table))


def _heard(heard: list[Any], take: Callable[[Any], Any], payload: Any) -> None:
    heard.append(payload)
    take(payload)


def table_of(running: Any, server: Served, token: str, *kinds: Any, **settings: Any) -> Any:
    """A table that lives in this process."""
    while True:
        table = running[0].table(token, *kinds, **settings)
        if owner(running, table) is server:
            return table


def listeners(server: Served, table: str) -> Any:
    room = server.app.state.lobby.rooms.get(table)
    return len(room.listeners) if room else 0


@pytest.mark.parametrize("kind", ["pair", "apart"])
def test_both_players_of_a_table_are_with_its_owner_wherever_they_come_in(
    kind: str, request: pytest.FixtureRequest
) -> None:
    running = request.getfixturevalue(kind)

    async def game() -> None:
        mia, ben = running[0].player("Mia"), running[1].player("Ben")
        for home in running:
            other = next(server for server in running if server is not home)
            table = table_of(running, home, mia, "me", "open", "random")
            async with (
                await running[0].connect(table, mia) as one,
                await running[1].connect(table, ben) as two,
            ):
                await two.next()
                await ask(two, "sit", seat=1)
                await ask(one, "start")
                assert (listeners(home, table), listeners(other, table)) == (2, 0)
                await asyncio.gather(play(one, Random(1)), play(two, Random(2)))
                assert one.views[0]["over"] == two.views[0]["over"]
                assert home.app.state.lobby.rooms[table].present.elsewhere == {}
            assert table not in other.app.state.lobby.rooms or not listeners(other, table)

    asyncio.run(game())
    routes = [server.app.state.routes for server in running]
    moved = [one.handed_over if kind == "pair" else one.passed_on for one in routes]
    assert min(moved) > 0


def test_no_other_process_is_told_of_moves(pair: Any) -> None:
    """Nothing goes through PostgreSQL's one queue of notices as long as a table lives in one process."""
    heard: list[str] = []
    for server in pair:
        relay = server.app.state.lobby.relay
        take = relay._take
        relay._take = partial(_heard, heard, take)

    async def game() -> None:
        mia = pair[0].player("Mia")
        for home in pair:
            table = table_of(pair, home, mia, "me", "random")
            async with await pair[0].connect(table, mia) as one:
                await one.next()
                await ask(one, "start")
                await play(one, Random(1), lambda client: client.views and client.views[0]["turn"] > 4)

    asyncio.run(game())
    assert heard == []


@pytest.mark.parametrize("kind", ["pair", "apart"])
def test_a_connection_that_is_kept_goes_where_each_of_its_requests_belongs(
    kind: str, request: pytest.FixtureRequest
) -> None:
    running = request.getfixturevalue(kind)
    mia = running[0].player("Mia")
    tables = [table_of(running, home, mia, "me", "open") for home in running]
    line = http.client.HTTPConnection("127.0.0.1", running[0].port, timeout=100)
    for table in [*tables, *tables]:
        for path in ("/api/about", f"/api/tables/{table}", f"/t/{table}"):
            line.request("GET", path)
            answer = line.getresponse()
            body = answer.read()
            assert answer.status == 200, body
            if path.startswith("/api/tables"):
                assert json.loads(body)["table"] == table
    line.close()


def test_a_request_whose_first_line_comes_in_pieces_goes_there_too(pair: Any) -> None:
    mia = pair[0].player("Mia")
    table = table_of(pair, pair[1], mia, "me", "open")
    with socket.create_connection(("127.0.0.1", pair[0].port), timeout=100) as line:
        head = f"GET /api/tables/{table} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        for piece in (head[:9], head[9:30], head[30:60], head[60:]):
            line.sendall(piece)
            pause()
        told = b""
        while more := line.recv(65536):
            told += more
    assert told.startswith(b"HTTP/1.1 200")
    assert pair[0].app.state.routes.handed_over > 0


def test_bans_and_limits_by_address_count_after_a_hand_over(
    tmp_path: Path, database: str, folder: Path
) -> None:
    """The owner counts as if it had accepted the connection itself: sockets, messages, frames."""
    limits = Limits(open_sockets=3)
    with ExitStack() as stack:
        more: dict[str, Any] = {"database": database, "handover": folder, "machine": "here", "limits": limits}
        running = servers(stack, tmp_path, 2, **more)
        mia = running[0].player("Mia")
        table = table_of(running, running[1], mia, "me", "open")

        async def crowd() -> None:
            lines = [await running[0].connect(table, mia) for _ in range(3)]
            for line in lines:
                await line.next()
            guard = running[1].app.state.guard
            assert guard._sockets == {"127.0.0.1": 3}
            assert running[0].app.state.guard._sockets == {}
            with pytest.raises(Exception, match="429"):
                await running[0].connect(table, mia)
            budgets = [line.budgets for line in running[1].app.state.gate._crowd._seated.get("127.0.0.1", {})]
            assert budgets
            assert all(len(both) == 2 for both in budgets)
            for line in lines:
                await line.close()

        asyncio.run(crowd())


def test_a_ban_reaches_whoever_was_handed_over(pair: Any) -> None:
    async def game() -> None:
        mia = pair[0].player("Mia")
        table = table_of(pair, pair[1], mia, "me", "open")
        async with await pair[0].connect(table, mia) as one:
            await one.next()
            lobby = pair[0].app.state.lobby
            ban = lobby.ban(Ban("player", one.you["player"], ""))
            loop = lobby.relay._tasks[0].get_loop()
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(ban, loop))
            with pytest.raises(ServerRefused, match="you are banned from this server"):
                await until(one, lambda message: False)

    asyncio.run(game())


def test_a_process_that_takes_nothing_is_left_out_and_the_table_served_here(
    pair: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when it is stopped: the connection stays with whoever accepted it, and nobody reads it twice."""
    monkeypatch.setattr(handover, "TAKE_SECONDS", 0.2)

    async def never(self: Any, channel: Any, handed: Any) -> None:
        await asyncio.sleep(30)

    monkeypatch.setattr(Receiving, "_receive", never)

    async def game() -> None:
        mia = pair[0].player("Mia")
        table = table_of(pair, pair[1], mia, "me", "random", start=True)
        async with await pair[0].connect(table, mia) as one:
            await begun(one)
            assert listeners(pair[0], table) == 1
            await play(one, Random(1), lambda client: client.views[0]["turn"] > 3)

    asyncio.run(game())


def test_visitors_follow_their_table_to_a_new_process(tmp_path: Path, database: str, folder: Path) -> None:
    more: dict[str, Any] = {"database": database, "handover": folder, "machine": "here"}
    with ExitStack() as stack:
        (first,) = servers(stack, tmp_path, 1, **more)

        async def game() -> None:
            mia = first.player("Mia")
            tables = [first.table(mia, "me", "random", start=True) for _ in range(6)]
            clients = [await first.connect(table, mia) for table in tables]
            for client in clients:
                await begun(client)
            second = stack.enter_context(served(tmp_path / "second", beat=0.2, **more))
            know_each_other(first, 2)
            homes = [owner([first, second], table) for table in tables]
            assert first in homes or second in homes
            for client, table, home in zip(clients, tables, homes, strict=True):
                async with asyncio.timeout(100):
                    while not listeners(home, table):
                        await client.next()
                await play(client, Random(1), lambda client: client.views[0]["turn"] > 3)
                await client.close()
            assert second in homes

        asyncio.run(game())


def test_a_process_that_leaves_gives_its_tables_away_at_once(
    tmp_path: Path, database: str, folder: Path
) -> None:
    more: dict[str, Any] = {"database": database, "handover": folder, "machine": "here"}
    with ExitStack() as stack:
        (first,) = servers(stack, tmp_path, 1, **more)
        with served(tmp_path / "second", beat=0.2, **more) as second:
            know_each_other(first, 2)
            know_each_other(second, 2)

            async def game() -> None:
                mia = first.player("Mia")
                table = table_of([first, second], second, mia, "me", "random", start=True)
                client = await first.connect(table, mia)
                await begun(client)
                assert listeners(second, table) == 1
                await asyncio.to_thread(second.stop)
                async with client:
                    await play(client, Random(1), lambda client: client.views[0]["turn"] > 3)
                assert first.app.state.lobby.rooms[table].table.state == "playing"

            asyncio.run(game())


def test_whoever_is_cut_off_from_the_database_sends_its_visitors_to_the_others(
    pair: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others see nothing of it but a process that has stopped to show that it lives."""
    home, other = pair

    async def cut(*_: Any, **more: Any) -> None:
        raise StoreDown("cut off")

    async def game() -> None:
        mia = other.player("Mia")
        table = table_of(pair, home, mia, "me", "random", start=True)
        async with await other.connect(table, mia) as one:
            await begun(one)
            assert listeners(home, table) == 1
            store = home.app.state.lobby.store
            for name in ("append", "execute", "fetch"):
                monkeypatch.setattr(store, name, cut)
            async with asyncio.timeout(100):
                while not listeners(other, table):
                    await one.next()
            await play(one, Random(1), lambda client: client.views[0]["turn"] > 3)
            monkeypatch.undo()

    asyncio.run(game())


def test_two_owners_at_once_lose_nothing(pair: Any, database: str) -> None:
    """Each of two processes takes the table for its own, as with an old list: numbers are given once."""

    async def game() -> Any:
        mia, ben = pair[0].player("Mia"), pair[1].player("Ben")
        table = pair[0].table(mia, "me", "open")
        for server in pair:
            monkey = server.app.state.lobby.relay.owners
            monkey.of = lambda table, me=monkey.me: me
        async with await pair[0].connect(table, mia) as one, await pair[1].connect(table, ben) as two:
            await two.next()
            await ask(two, "sit", seat=1)

            async def say(client: Any, name: str) -> None:
                for number in range(20):
                    assert (await ask(client, "chat", text=f"{name} {number}"))["type"] == "receipt"

            await asyncio.gather(say(one, "mia"), say(two, "ben"))
            await two.send("chat", text="the end")
            await until(one, lambda message: "the end" in json.dumps(message))
        return table

    log = stored_log(database, asyncio.run(game()))
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    lines = [entry.body["text"] for entry in log if entry.kind == "chat"]
    for name in ("mia", "ben"):
        assert [line for line in lines if line.startswith(name)] == [f"{name} {n}" for n in range(20)]


# the parts


def test_a_socket_and_what_was_read_arrive_together_once_it_is_let_go(folder: Path) -> None:
    async def run() -> None:
        got: asyncio.Queue[Any] = asyncio.Queue()

        async def begin(handed: Any, taken: Any) -> None:
            got.put_nowait((handed, taken))

        receiving = Receiving(folder, "other", begin)
        receiving.start()
        ours, theirs = socket.socketpair()
        early = os.urandom(30_000)
        with ours, theirs:
            assert await hand_over(folder, "other", theirs.fileno(), Taken(early, ("2001:db8::1", 4711)))
            handed, taken = await got.get()
            with handed:
                assert taken == Taken(early, ("2001:db8::1", 4711))
                handed.setblocking(True)
                handed.sendall(b"here")
                assert ours.recv(4) == b"here"
        await receiving.stop()
        with pytest.raises(Gone):
            await hand_over(folder, "other", 0, Taken(b""))

    asyncio.run(run())


def test_whoever_wakes_too_late_does_not_touch_the_connection(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "TAKE_SECONDS", 0.1)

    async def run() -> None:
        begun = []

        async def begin(handed: Any, taken: Any) -> None:
            begun.append(handed)

        receiving = Receiving(folder, "other", begin)
        accept = receiving._accept
        asleep = asyncio.Event()

        async def late() -> None:
            await asleep.wait()
            await accept()

        monkeypatch.setattr(receiving, "_accept", late)
        receiving.start()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            assert not await hand_over(folder, "other", theirs.fileno(), Taken(b"GET"))
            asleep.set()
            await asyncio.sleep(0.3)
            assert begun == []
            theirs.sendall(b"still here")
            assert ours.recv(10) == b"still here"
        await receiving.stop()

    asyncio.run(run())


def test_only_those_who_know_the_word_say_whose_connection_it_is() -> None:
    said = write_preface(WORD, ("203.0.113.7", 5000)) + b"GET / HTTP/1.1\r\n"
    preface = read_preface(said, WORD)
    assert preface is not None
    assert preface.client == ("203.0.113.7", 5000)
    assert said[preface.size :] == b"GET / HTTP/1.1\r\n"
    assert read_preface(said, "f" * 32) is None
    assert read_preface(said, "") is None
    assert read_preface(b"ROWLOCK 1 " + WORD.encode() + b" a b c\r\n", WORD) is None


def test_a_stranger_cannot_pretend_to_be_another_machine(apart: Any) -> None:
    with socket.create_connection(("127.0.0.1", apart[0].port), timeout=100) as line:
        line.sendall(
            write_preface("f" * 32, ("203.0.113.7", 1)) + b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        )
        assert line.recv(65536).startswith(b"HTTP/1.1 400")
