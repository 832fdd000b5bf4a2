"""Nobody gets in where they don't belong, and nothing that is sent brings the server down."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import sqlite3
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, ask, asked, begun, play, served, settle, until
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from rowlock.client import ServerRefused, call
from rowlock.server.config import Limits


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("intruders")) as running:
        yield running


def address(server: Served, table: str) -> str:
    return f"ws{server.base.removeprefix('http')}/api/tables/{table}/socket"


async def hello(websocket: Any, token: str | None = None) -> Any:
    await websocket.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
    return json.loads(await websocket.recv())


async def wait_for(websocket: Any, kind: str) -> Any:
    async with asyncio.timeout(100):
        while True:
            message = json.loads(await websocket.recv())
            if message["type"] == kind:
                return message


def test_the_seat_comes_from_the_token_never_from_the_message(server: Served) -> None:
    async def game() -> None:
        mia, ben, eve = server.player("Mia"), server.player("Ben"), server.player("Eve")
        table = server.table(mia, "me", "open", auto_pass=False)
        async with (
            await server.connect(table, mia) as one,
            await server.connect(table, ben) as two,
            await server.connect(table, eve) as intruder,
        ):
            await two.next()
            await ask(two, "sit", seat=1)
            await ask(one, "start")
            await settle(intruder, lambda: intruder.table.get("state") == "playing")
            for client, seat in ((intruder, 0), (two, 0), (one, 1)):
                refused = await ask(client, "move", turn=1, phase="white", move="-", seat=seat)
                assert refused["code"] == "not_your_seat"
            sayings: list[tuple[str, dict[str, Any]]] = [
                ("leave", {"seat": 0}),
                ("back", {"seat": 0}),
                ("bot", {"seat": 0, "bot": "random"}),
                ("nudge", {"seat": 0}),
                ("rematch", {}),
            ]
            for kind, more in sayings:
                assert (await ask(intruder, kind, **more))["code"] in ("not_your_seat", "not_over")
            wishes: list[tuple[str, dict[str, Any]]] = [
                ("kick", {"player": one.you["player"]}),
                ("settings", {"chat": False}),
                ("start", {}),
                ("seats", {"count": 3}),
                ("open", {"seat": 0}),
            ]
            for kind, more in wishes:
                assert (await ask(two, kind, **more))["code"] == "not_host"

    asyncio.run(game())


def test_a_message_with_fields_of_others_is_no_message(server: Served) -> None:
    async def game() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", auto_pass=False, start=True)
        async with await server.connect(table, mia) as one:
            await begun(one)
            for more in ({"player": "p1"}, {"why": "skip"}, {"at": 0}, {"number": 7}):
                refused = await ask(one, "move", turn=1, phase="white", move="-", seat=0, **more)
                assert refused["code"] == "bad_message"
            for kind in ("stand_in", "host", "created", "welcome", ""):
                assert (await ask(one, kind, seat=0))["code"] == "bad_message"

    asyncio.run(game())


def test_a_stolen_message_is_of_no_use_to_another(server: Served) -> None:
    async def game() -> None:
        mia, eve = server.player("Mia"), server.player("Eve")
        table = server.table(mia, "me", "me", auto_pass=False, start=True)
        async with await server.connect(table, mia) as one, await server.connect(table, eve) as thief:
            await begun(one)
            await thief.next()
            message = {"turn": 1, "phase": "white", "move": "-", "seat": 0, "id": "m1"}
            await ask(one, "move", **message)
            assert (await ask(thief, "move", **message))["code"] == "not_your_seat"

    asyncio.run(game())


def test_a_secret_is_nowhere_before_the_end(server: Served) -> None:
    async def game() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", start=True)
        log = []
        async with await server.connect(table, mia) as one:
            while one.table.get("state") != "over":
                log += [json.dumps(m) for m in await play(one, Random(2), lambda c: c.number > 20) if m] or [
                    json.dumps(await one.next())
                ]
                if one.number > 20:
                    break
        secret = await server_secret(server, table)
        assert not any(secret in line for line in log)
        for part in ("record", "dice", "replay"):
            with pytest.raises(ServerRefused) as refused:
                server.call("GET", f"/api/tables/{table}/games/1/{part}")
            assert refused.value.kind == "not_over"

    async def server_secret(server: Served, table: str) -> Any:
        return server.app.state.lobby.rooms[table].table.secret

    asyncio.run(game())


def test_unknown_tokens_and_tables_are_turned_away(server: Served) -> None:
    mia = server.player("Mia")
    table = server.table(mia, "me", "open")
    for token in ("0" * 32, "", "x", "ä" * 8):
        with pytest.raises((ServerRefused, UnicodeEncodeError)) as refused:
            server.call("GET", "/api/players/me", token=token)
        if isinstance(refused.value, ServerRefused):
            assert refused.value.kind == "bad_token"

    async def knock() -> None:
        for where, who, code in (
            (table, "0" * 32, "bad_token"),
            (table, "short", "bad_message"),
            ("nosuchtable", mia, "no_such_table"),
            ("%00", mia, "no_such_table"),
        ):
            async with connect(address(server, where)) as websocket:
                bye = await hello(websocket, who)
                assert (bye["type"], bye["code"]) == ("bye", code)
                with pytest.raises(ConnectionClosed):
                    await websocket.recv()

    asyncio.run(knock())


def test_who_does_not_say_hello_is_not_let_wait(tmp_path: Path) -> None:
    async def knock(server: Served) -> None:
        table = server.table(server.player("Mia"), "me", "open")
        async with connect(address(server, table)) as websocket:
            assert json.loads(await websocket.recv())["code"] == "bad_message"
        async with connect(address(server, table)) as websocket:
            await websocket.send(json.dumps({"type": "start"}))
            assert json.loads(await websocket.recv())["code"] == "bad_message"

    with served(tmp_path, hello=0.5) as server:
        asyncio.run(knock(server))


def test_pages_of_other_sites_cannot_connect(server: Served) -> None:
    async def knock(origin: str) -> Any:
        table = server.table(server.player("Mia"), "me", "open")
        async with connect(address(server, table), origin=Origin(origin)) as websocket:
            return (await hello(websocket))["type"]

    assert asyncio.run(knock(server.base)) == "welcome"
    for origin in ("https://elsewhere.example", "null", server.base.replace("127.0.0.1", "127.0.0.2")):
        with pytest.raises(InvalidStatus) as refused:
            asyncio.run(knock(origin))
        assert refused.value.response.status_code == 403


def test_tokens_are_stored_as_hashes_and_appear_in_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with served(tmp_path) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", start=True)

        async def game() -> None:
            async with await server.connect(table, mia) as one:
                await settle(one, lambda: asked(one))

        asyncio.run(game())
    logged = [record for record in caplog.records if not record.name.startswith("websockets.client")]
    assert not any(mia in record.getMessage() for record in logged)
    with contextlib.closing(sqlite3.connect(tmp_path / "rowlock.db")) as database:
        stored = "".join(database.iterdump())
    assert mia not in stored


def test_strange_messages_are_refused_and_the_connection_lives(server: Served) -> None:
    async def knock() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
        async with connect(address(server, table)) as websocket:
            await hello(websocket, mia)
            strange: list[Any] = [
                "",
                "nonsense",
                "[" * 3000,
                '{"type":' * 500,
                "{}",
                "[]",
                "null",
                '"x"',
                "1e999",
                '{"type":"chat","text":"\\ud800"}',
                '{"type":"chat","text":"a\\u0000b"}',
                '{"type":"chat","text":"\\u202eabc"}',
                '{"type":"move","turn":1e99,"phase":"white","move":"-"}',
                '{"type":"move","turn":true,"phase":"white","move":"-"}',
                '{"type":"sit","seat":"0"}',
                '{"type":"hello","protocol":1}',
                b"\x00\xff\x00",
                "x" * 5000,
            ]
            for text in strange:
                await websocket.send(text)
                refusal = await wait_for(websocket, "refusal")
                assert refusal["code"] == "bad_message", text
                assert "Traceback" not in refusal["reason"]
            await websocket.send(json.dumps({"type": "ping", "id": "still"}))
            assert (await wait_for(websocket, "pong"))["id"] == "still"

    asyncio.run(knock())


def test_a_message_beyond_all_measure_ends_the_connection_only(server: Served) -> None:
    async def knock() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
        async with connect(address(server, table)) as websocket:
            await hello(websocket, mia)
            await websocket.send("x" * 1_000_000)
            with pytest.raises(ConnectionClosed):
                await wait_for(websocket, "never")
        async with connect(address(server, table)) as websocket:
            assert (await hello(websocket, mia))["type"] == "welcome"

    asyncio.run(knock())


def test_half_messages_and_broken_handshakes_hurt_nobody(server: Served) -> None:
    host, port = server.base.removeprefix("http://").split(":")
    table = server.table(server.player("Mia"), "me", "open")
    request = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    for raw in (
        request[:60],
        request,
        request + "\x81",
        request + "\x81\xfe\xff",
        request.replace("13", "99"),
        request + "\xc1\x05hello",
        "\x16\x03\x01\x02\x00",
    ):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(raw.encode("latin-1"))
            line.settimeout(0.05)
            with contextlib.suppress(TimeoutError):
                line.recv(4096)
    assert server.call("GET", "/healthz")["status"] == "ok"


def test_a_flood_is_slowed_and_then_cut(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(messages=(5, 1), players=(3, 0.001), tables=(2, 0.001))) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")

        async def flood() -> None:
            async with connect(address(server, table)) as websocket:
                await hello(websocket, mia)
                for _ in range(40):
                    await websocket.send('{"type":"ping"}')
                refusal = await wait_for(websocket, "refusal")
                assert refusal["code"] == "too_fast"
                assert refusal["wait"] > 0
                assert (await wait_for(websocket, "bye"))["code"] == "too_fast"

        asyncio.run(flood())
        for kind in ("players", "tables"):
            body = {"name": "X"} if kind == "players" else {"seats": [{"kind": "me"}]}
            refused = []
            for _ in range(4):
                with contextlib.suppress(ServerRefused):
                    server.call("POST", f"/api/{kind}", body, mia)
                    continue
                refused.append(kind)
            assert refused


def test_chat_is_rate_limited_per_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.client.connection.LATER", ())  # a client that does not wait
    with served(tmp_path, limits=Limits(chat=(2, 0.001))) as server:

        async def talk() -> None:
            mia = server.player("Mia")
            table = server.table(mia, "me", "open")
            async with await server.connect(table, mia) as one:
                await one.next()
                answers = [await ask(one, "chat", text=f"line {number}") for number in range(4)]
                assert [answer.get("code") for answer in answers] == [None, None, "too_fast", "too_fast"]

        asyncio.run(talk())


def test_every_answer_carries_the_security_headers(server: Served) -> None:
    import urllib.error
    import urllib.request

    for path in ("/", "/t/abc", "/api/about", "/api/nothing", "/healthz", "/api/tables/none"):
        try:
            with urllib.request.urlopen(server.base + path) as answer:
                headers = answer.headers
        except urllib.error.HTTPError as error:
            with error:
                headers = error.headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["server"] is None


def test_large_bodies_and_slow_variants_are_refused(server: Served) -> None:
    line = HTTPConnection(server.base.removeprefix("http://"))
    line.putrequest("POST", "/api/replay")
    line.putheader("content-length", "600000000")
    line.endheaders()
    answer = line.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (413, "too_large")
    line.close()
    line = HTTPConnection(server.base.removeprefix("http://"))
    line.request("POST", "/api/replay", (b"x" * 70_000 for _ in range(8)), encode_chunked=True)
    answer = line.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (413, "too_large")
    line.close()
    with pytest.raises(ServerRefused) as refused:
        server.call("POST", "/api/variants", {"text": "x" * 40_000})
    assert refused.value.kind == "bad_message"
    rows = "\n".join(
        f'[[bonus_pairs]]\nkind = "two-in-fewest"\ncells = "{row}{number} {row}{number + 1}"'
        for row in "ry"
        for number in range(2, 11)
    )
    text = f'parent = "classic"\ntitle = "Ties without end"\nrules = 1\n{rows}\n'
    try:
        server.call("POST", "/api/variants", {"text": text})
    except ServerRefused as error:
        assert error.kind == "bad_variant"


def test_a_file_of_the_machine_cannot_be_named_as_a_variant(server: Served) -> None:
    mia = server.player("Mia")
    for name in ("/etc/passwd", "../../x.toml", "rowlock/variants/classic.toml", "classic.toml", "./classic"):
        with pytest.raises(ServerRefused) as refused:
            server.table(mia, "me", variant=name)
        assert refused.value.kind == "no_such_variant"
    text = "rowlock game 1\nvariant: /etc/passwd\nseat: A\n\n1. 1+1 r1 y1 g1 b1 | - | -\n"
    with pytest.raises(ServerRefused):
        server.call("POST", "/api/replay", {"text": text})


@pytest.mark.parametrize("option", ["name=x", "name_or_path=x", "self=x", "die_leaves=never", "=", "x=y=z"])
def test_an_option_that_a_record_invents_is_a_mistake_in_it(server: Served, option: str) -> None:
    text = f"rowlock game 1\nvariant: classic;{option}\nseat: A\n\n1. 1+1 r1 y1 g1 b1 | - | -\n"
    with pytest.raises(ServerRefused) as refused:
        server.call("POST", "/api/replay", {"text": text})
    assert refused.value.kind == "bad_record"


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\u115f\u1160", "\u0301", "\ufe0f"])
def test_a_name_can_be_seen(server: Served, name: str) -> None:
    with pytest.raises(ServerRefused) as refused:
        server.player(name)
    assert refused.value.kind == "bad_message"
    for fine in ("Zoë", "李", "👩‍👧", "Ann\u3164"):
        assert server.player(fine)


def test_an_id_is_text_that_every_database_takes(server: Served) -> None:
    async def say() -> Any:
        mia = server.player("Mia")
        async with await server.connect(server.table(mia, "me", "open"), mia) as one:
            await one.next()
            await one.send("settings", listed=True, id="a\0b")
            return await until(
                one, lambda m: m["type"] in ("receipt", "refusal") and m["id"] in (None, "a\0b")
            )

    assert asyncio.run(say())["code"] == "bad_message"


def ask_as(server: Served, host: str, path: str) -> Any:
    line = HTTPConnection(server.base.removeprefix("http://"))
    line.request("GET", path, headers={"host": host})
    answer = line.getresponse()
    status = (answer.status, answer.read().decode())
    line.close()
    return status


def test_a_name_that_others_made_point_here_is_not_ours(tmp_path: Path) -> None:
    """A page of evil.example whose name leads to this machine is our own for the browser, not for us."""

    async def knock(server: Served, host: str, table: str) -> Any:
        port = server.port
        address = f"ws://{host}:{port}/api/tables/{table}/socket"
        origin = Origin(f"http://{host}:{port}")
        async with connect(address, host="127.0.0.1", port=port, origin=origin) as line:
            await line.send(json.dumps({"type": "hello"}))
            return json.loads(await line.recv())["type"]

    with served(tmp_path, names=("play.example.org",)) as server:
        table = server.table(server.player("Mia"), "me", "open")
        for host in ("evil.example", "evil.example:8000", "127.0.0.1.evil.example"):
            assert ask_as(server, host, "/api/variants")[0] == 403
        assert ask_as(server, "evil.example", "/healthz")[0] == 200
        for host in (
            "play.example.org",
            "localhost",
            "127.0.0.1:9",
            "[::1]:9",
            "printer",
            "mias-laptop.local",
        ):
            assert ask_as(server, host, "/api/variants")[0] == 200, host
        assert asyncio.run(knock(server, "play.example.org", table)) == "welcome"
        with pytest.raises(InvalidStatus):
            asyncio.run(knock(server, "evil.example", table))


def test_call_says_so_when_nobody_answers() -> None:
    from rowlock.client import Unreachable

    with pytest.raises(Unreachable):
        call("http://127.0.0.1:9", "GET", "/healthz")
