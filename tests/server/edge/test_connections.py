"""Before any limit counts: silent connections, endless heads, slow bodies, and who keeps a connection."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import threading
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from event_playing import announced
from serving import Served, ask, served, settle

from rowlock.server.config import Limits
from rowlock.server.edge import protocols, rate_limits
from rowlock.server.edge.connections import CONNECTION
from rowlock.server.edge.headers import Door

REQUEST = b"GET /api/about HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


def dial(server: Served, source: str = "127.0.0.1") -> Any:
    line = socket.create_connection(("127.0.0.1", server.port), 60, (source, 0))
    line.settimeout(60)
    return line


def answer_on(line: socket.socket) -> Any:
    """The first line that comes back; empty if the other side hangs up without one."""
    try:
        return line.recv(4096).split(b"\r\n")[0]
    except ConnectionError:
        return b""


def is_open(line: socket.socket) -> bool:
    """Whether a connection is still open: nothing has come, not even its end."""
    line.settimeout(0.05)
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_silent_lines_make_room_and_those_who_play_keep_theirs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """More connections than allowed: the newest always gets in, and nobody at a table is disconnected."""
    caplog.set_level(logging.WARNING)

    async def scene(server: Served, crowd: Any) -> None:
        mia, ben, eve = (server.player(name) for name in ("Mia", "Ben", "Eve"))
        table = server.table(mia, "me", "open")
        one, two = await server.connect(table, mia), await server.connect(table, ben)
        watcher = await server.connect(table, eve)
        async with one, two, watcher:
            await asyncio.gather(one.next(), two.next(), watcher.next())
            await ask(two, "sit", seat=1)
            silent = [crowd.enter_context(closing(dial(server))) for _ in range(60)]
            await asyncio.to_thread(lambda: answer_on(silent[0]))  # the oldest has gone by now
            assert (await asyncio.to_thread(server.call, "GET", "/api/about"))["version"]
            for client in (one, two):
                assert (await ask(client, "chat", text="still here"))["type"] == "receipt"
            await settle(one, lambda: one.table["watchers"] == 0)
            while sum(map(is_open, silent)) > 20:  # those who had to go learn it in their own time
                await asyncio.sleep(0.05)

    with ExitStack() as crowd:
        server = crowd.enter_context(served(tmp_path, connections=20))
        asyncio.run(scene(server, crowd))
    told = [line for line in caplog.records if line.message == "connections are turned away"]
    assert (vars(told[0])["reason"], vars(told[0])["address"]) == ("all connections are in use", "127.0.0.1")


def test_one_address_has_so_many_lines_and_the_others_are_not_in_its_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with ExitStack() as crowd:
        server = crowd.enter_context(served(tmp_path, limits=Limits(connections=5)))
        first = crowd.enter_context(closing(dial(server, "127.0.0.3")))
        greedy = [crowd.enter_context(closing(dial(server, "127.0.0.2"))) for _ in range(30)]
        greedy[-1].sendall(REQUEST)
        assert answer_on(greedy[-1]) == b"HTTP/1.1 200 OK"
        assert sum(map(is_open, greedy)) <= 5
        first.settimeout(10)
        first.sendall(REQUEST)
        assert answer_on(first) == b"HTTP/1.1 200 OK"
    assert "too many of one address" in [getattr(line, "reason", "") for line in caplog.records]


def test_a_hall_of_an_event_has_more_lines_and_strangers_have_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "HALL", 2)
    hall, stranger = "127.0.0.2", "127.0.0.3"

    def kept(server: Served, crowd: Any, source: Any) -> Any:
        lines = [crowd.enter_context(closing(dial(server, source))) for _ in range(30)]
        lines[-1].sendall(REQUEST)
        assert answer_on(lines[-1]) == b"HTTP/1.1 200 OK"
        return sum(map(is_open, lines))

    with ExitStack() as crowd:
        server = crowd.enter_context(served(tmp_path, limits=Limits(connections=5)))
        event = announced(server, server.player("Rita"))
        for name in ("Ann", "Ben", "Cleo", "Dan"):
            with closing(HTTPConnection("127.0.0.1", server.port, 60, (hall, 0))) as line:
                body = json.dumps({"name": name})
                line.request("POST", f"/api/events{event}/guests", body, {"content-type": "application/json"})
                assert line.getresponse().status == 201
        assert 5 < kept(server, crowd, hall) <= 15
        assert kept(server, crowd, stranger) <= 5


@pytest.mark.parametrize("kind", ["many", "one", "address"])
def test_an_endless_head_is_cut_off(tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str) -> None:
    """In whatever form: many lines, one long line, a long address."""
    caplog.set_level(logging.WARNING)
    begin = b"GET /" if kind == "address" else b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    piece = {"many": b"x-more: " + b"y" * 990 + b"\r\n", "one": b"y" * 1000, "address": b"y" * 1000}[kind]
    with served(tmp_path) as server, closing(dial(server)) as line:
        line.sendall(begin + (b"x-one: " if kind == "one" else b""))
        sent = 0
        try:
            while sent < 20_000_000:
                line.sendall(piece * 16)
                sent += 16 * len(piece)
        except OSError:
            pass
        assert sent < 20_000_000
        assert server.call("GET", "/api/about")
    assert "the head of a request is too large" in [getattr(line, "reason", "") for line in caplog.records]


def test_a_large_body_behind_a_small_head_is_no_large_head(tmp_path: Path) -> None:
    body = b'{"text": "' + b"x" * 100_000 + b'"}'
    with served(tmp_path) as server, closing(HTTPConnection("127.0.0.1", server.port)) as line:
        for _ in range(2):  # the second on the same line
            line.request("POST", "/api/variants", body, {"content-type": "application/json"})
            answer = line.getresponse()
            assert (answer.status, b"text" in answer.read()) == (422, True)


def test_heads_and_bodies_that_never_end_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(protocols, "BODY_SECONDS", 0.2)
    slow_body = b"POST /api/players HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{"
    with served(tmp_path) as server:
        for begun in (b"", b"GET / HTTP/1.1\r\nhost: 127", slow_body):
            with closing(dial(server)) as line:
                line.sendall(begun)
                assert answer_on(line) in (b"HTTP/1.1 408 Request Timeout", b"")

        async def talk() -> None:  # a socket has all the time in the world
            mia = server.player("Mia")
            async with await server.connect(server.table(mia, "me", "open"), mia) as one:
                await one.next()
                await asyncio.sleep(0.4)
                assert (await ask(one, "chat", text="hello"))["type"] == "receipt"

        asyncio.run(talk())


def test_an_answer_that_nobody_takes_any_more_is_no_fault_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The other side hangs up while its answer is made: the connection is closing, and not lost yet."""
    caplog.set_level(logging.ERROR)
    answered = threading.Event()

    async def hang_up(app: Any, scope: Any, receive: Any, send: Any) -> None:
        if scope.get("path") == "/api/about":
            transport = scope["state"][CONNECTION].transport
            transport.write(bytes(1 << 24))  # more than is taken at once: until then it stays so
            transport.close()
        await answer(app, scope, receive, send)
        if scope.get("path") == "/api/about":
            assert transport.is_closing()
            asyncio.get_running_loop().call_later(0.1, answered.set)

    answer = Door.__call__
    monkeypatch.setattr(Door, "__call__", hang_up)
    with served(tmp_path) as server, closing(dial(server)) as line:
        line.sendall(REQUEST)
        assert answered.wait(20)
    assert not [record.message for record in caplog.records if "ASGI" in record.message]
