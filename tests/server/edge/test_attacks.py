"""One address does what it can to spoil it for the others: frames, connections, spellings of addresses."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import socket
import time
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from serving import Served, ask, served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rowlock.client import ServerRefused
from rowlock.server.config import Limits
from rowlock.server.edge import frames
from rowlock.server.edge.addresses import neighbourhood
from rowlock.server.edge.connections import Connection
from rowlock.server.edge.frames import Frames
from rowlock.server.logs import Seldom

MASK = bytes(4)
PING, PONG = b"\x89\x80" + MASK, b"\x8a\x80" + MASK
FIRST, MORE = b"\x01\x80" + MASK, b"\x00\x80" + MASK


def frame(opcode: Any, payload: Any, masked: bool = True) -> Any:
    size = len(payload)
    short = size if size < 126 else 126 if size < 1 << 16 else 127
    more = b"" if size < 126 else size.to_bytes(2 if short == 126 else 8)
    return bytes([opcode, 0x80 * masked | short]) + more + MASK * masked + payload


TEXT = frame(0x81, b'{"type":"ping"}')
FLOODS = {"pings": PING, "pongs": PONG, "fragments": MORE, "texts": TEXT}


@given(
    st.lists(st.tuples(st.sampled_from([0, 1, 5, 125, 126, 300, 70_000]), st.booleans()), max_size=12),
    st.lists(st.integers(1, 80_000), min_size=1, max_size=30),
    st.integers(1, 5),
)
def test_frames_are_counted_wherever_the_pieces_are_cut(wanted: Any, cuts: Any, most: Any) -> None:
    """Every frame once, no more than wanted at a time, and each part but the last ends where a frame ends."""
    stream = b"".join(frame(0x81, bytes(size), masked) for size, masked in wanted)
    found, counted, at = Frames(), 0, 0
    for cut in cuts * (len(stream) + 1):
        piece, place = stream[at : at + cut], 0
        if not piece:
            break
        while place < len(piece):
            place, begun = found.pass_over(piece, place, most)
            assert begun <= most
            counted += begun
        at += cut
    assert counted == len(wanted)


def flood(server: Served, table: str, source: str = "127.0.0.2", **headers: Any) -> Any:
    """A socket of somebody who watches, opened by hand."""
    line = socket.create_connection(("127.0.0.1", server.port), 60, (source, 0))
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n{more}"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b" 101 " in line.recv(4096)
    line.sendall(frame(0x81, b'{"type":"hello"}'))
    return line


def pour(line: socket.socket, begin: Any, piece: Any) -> Any:
    """Send until the other side hangs up; what came back."""
    line.sendall(begin)
    line.setblocking(False)
    heard, left, end = b"", piece, time.monotonic() + 60
    while time.monotonic() < end:
        try:
            left = left[line.send(left) :] or piece
        except BlockingIOError:
            time.sleep(0.005)
        except OSError:
            return heard
        try:
            if not (told := line.recv(1 << 16)):
                return heard
            heard += told
        except BlockingIOError:
            pass
        except OSError:
            return heard
    raise AssertionError("the connection was not closed")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Any:
    """How many frames the server has read, one entry for every time that it read some."""
    counts, pass_over = [], Frames.pass_over

    def count(self: Frames, *args: Any) -> Any:
        end, begun = pass_over(self, *args)
        counts.append(begun)
        return end, begun

    monkeypatch.setattr(Frames, "pass_over", count)
    return counts


@pytest.mark.parametrize("kind", FLOODS)
def test_nothing_but_frames_is_read_slowly_and_then_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, read: Any, kind: Any
) -> None:
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(frames, "HELD_LONGEST", 1.0)
    with served(tmp_path, limits=Limits(frames=(50, 20))) as server:
        table = server.table(server.player("Mia"), "me", "open")
        begun = time.monotonic()
        with closing(flood(server, table)) as line:
            pour(line, FIRST if kind == "fragments" else b"", FLOODS[kind] * 4000)
        allowed = 50 + 20 * (time.monotonic() - begun) + 2 * frames.AT_ONCE
        assert 20 <= sum(read) <= allowed
        assert max(read) <= frames.AT_ONCE
        assert server.call("GET", "/healthz")["status"] == "ok"
    if kind != "texts":  # who says too much is told so at the table, and leaves
        assert "too many frames" in [getattr(line, "reason", "") for line in caplog.records]


def test_all_connections_of_an_address_share_a_budget_and_others_have_their_own(
    tmp_path: Path, read: Any
) -> None:
    limits = Limits(frames=(1000, 1000), all_frames=(60, 20))
    with served(tmp_path, limits=limits) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
        begun = time.monotonic()
        lines = [flood(server, table) for _ in range(8)]
        for line in lines:
            line.sendall(PING * 500)

        async def talk() -> None:
            async with await server.connect(table, mia) as one:
                await one.next()
                for _ in range(4):
                    assert (await ask(one, "chat", text="still here"))["type"] == "receipt"

        asyncio.run(talk())
        for line in lines:
            line.close()
        own = 20  # of those who talk
        assert sum(read) <= 60 + 20 * (time.monotonic() - begun) + 8 * frames.AT_ONCE + own


def test_while_frames_pour_in_others_have_their_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even without any limit: of all that has come from one, a few frames are read in a turn of the loop."""
    many, read, pass_over = 3000, list[int](), Frames.pass_over

    def turn(loop: asyncio.AbstractEventLoop) -> None:
        read.append(0)
        loop.call_soon(turn, loop)

    def note(self: Frames, piece: bytes, at: int, most: int) -> tuple[int, int]:
        if not read:
            turn(asyncio.get_running_loop())
        end, begun = pass_over(self, piece, at, most)
        read[-1] += begun
        return end, begun

    monkeypatch.setattr(Frames, "pass_over", note)
    with served(tmp_path) as server:
        table = server.table(server.player("Mia"), "me", "open")
        with closing(flood(server, table)) as line:
            line.settimeout(100)
            line.sendall(PING * many)
            heard = b""
            while heard.count(b"\x8a\x00") < many:
                heard += line.recv(1 << 20)
    assert max(read) <= 2 * frames.AT_ONCE


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:DB8:0:1::5", "2001:db8:0:1::/64"),
        ("2001:0db8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("2001:db8:0:1::/64", "2001:db8:0:1::/64"),
        ("::1", "::1"),
        ("somewhere", "somewhere"),
        ("x" * 300, "x" * 64),
        ("", ""),
    ],
)
def test_an_address_is_counted_with_its_network(host: str, counted: Any) -> None:
    assert neighbourhood(host) == counted


class FromAfar(asyncio.Transport):
    """A connection to a server of IPv4 and IPv6."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("::ffff:127.0.0.1", 4321, 0, 0) if name == "peername" else default


def test_a_proxy_that_comes_by_ipv4_to_a_server_of_both_is_known_as_one() -> None:
    """Else all who come through it would share the limits of one address."""
    connection = Connection(FromAfar())
    assert connection.client == ("127.0.0.1", 4321)
    assert connection.is_proxy


def test_limits_and_bans_count_a_network_of_ipv6_addresses_as_one(tmp_path: Path) -> None:
    """Whichever of its addresses somebody comes from, and however it is spelled."""
    token = "0123456789abcdef"

    async def come(server: Served, table: str, address: str) -> Any:
        where = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        return await connect(where, additional_headers={"X-Forwarded-For": address})

    async def refused(server: Served, table: str, address: str) -> Any:
        with pytest.raises(InvalidStatus) as answer:
            await come(server, table, address)
        return json.loads(answer.value.response.body)["code"]

    async def scene(server: Served) -> None:
        table = server.table(server.player("Mia"), "me", "open")
        one = await come(server, table, "2001:db8:0:1::1")
        two = await come(server, table, "2001:0DB8:0:1:2:3:4:5")
        assert await refused(server, table, "2001:db8:0:1:ffff::") == "too_many"
        three = await come(server, table, "2001:db8:0:2::1")
        await asyncio.gather(one.close(), two.close(), three.close())
        ban = {"kind": "address", "value": "2001:DB8:0:2::77"}
        await asyncio.to_thread(server.call, "POST", "/api/admin/bans", ban, token)
        assert await refused(server, table, "2001:db8:0:2:5::1") == "banned"
        await (await come(server, table, "2001:db8:0:3::1")).close()
        bans = (await asyncio.to_thread(server.call, "GET", "/api/admin/bans", None, token))["bans"]
        assert [ban["value"] for ban in bans] == ["2001:db8:0:2::/64"]
        lift = "/api/admin/bans/address/2001:db8:0:2::%2F64"
        await asyncio.to_thread(server.call, "DELETE", lift, None, token)
        await (await come(server, table, "2001:db8:0:2:5::1")).close()

    with served(tmp_path, limits=Limits(open_sockets=2), admin_token=token) as server:
        asyncio.run(scene(server))


def test_an_address_that_fills_the_house_with_its_seats_makes_room_for_others(tmp_path: Path) -> None:
    """Seats at tables do not lock newcomers out; whoever has few connections keeps them."""

    async def sit(server: Served, table: str, token: str, source: Any) -> Any:
        where = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        line = await connect(where, local_addr=(source, 0))
        await line.send(json.dumps({"type": "hello", "token": token}))
        assert json.loads(await line.recv())["type"] == "welcome"
        return line

    async def scene(server: Served, crowd: Any) -> Any:
        eve, mia, ben = map(server.player, ("Eve", "Mia", "Ben"))
        hers, ours = [server.table(eve, "me") for _ in range(4)], server.table(mia, "me", "open")
        one = await crowd.enter_async_context(await sit(server, ours, mia, "127.0.0.3"))
        greedy = []
        with suppress(InvalidStatus):  # until the house is full
            for number in range(40):
                line = await sit(server, hers[number % 4], eve, "127.0.0.2")
                greedy.append(await crowd.enter_async_context(line))
        assert 20 < len(greedy) < 30
        new = await crowd.enter_async_context(await sit(server, ours, ben, "127.0.0.4"))
        for line in (one, new):
            await line.send(json.dumps({"type": "ping", "id": "here"}))
            while (told := json.loads(await line.recv()))["type"] != "pong":
                pass
            assert told["id"] == "here"
        gone = 0
        for line in greedy:
            try:
                await line.send(json.dumps({"type": "ping"}))
                while json.loads(await asyncio.wait_for(line.recv(), 100))["type"] != "pong":
                    pass
            except ConnectionClosed:
                gone += 1
        return gone

    async def run(server: Served) -> Any:
        async with AsyncExitStack() as crowd:
            return await scene(server, crowd)

    with served(tmp_path, connections=30) as server:
        assert asyncio.run(run(server)) == 1


STRANGE = {
    "/%00": "400 Bad Request",
    "/t/%00": "400 Bad Request",
    "/api/tables/%00": "400 Bad Request",
    "/" + "x" * 3000: "400 Bad Request",
    "/python/" + "x" * 300: "200 OK",  # the page's own address, which it does not know
    "/python/abc/" + "x" * 300: "200 OK",
}


def test_addresses_that_nobody_means_are_refused_in_a_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with served(tmp_path) as server:
        assert {path: status_of(server, path) for path in STRANGE} == STRANGE
    assert not caplog.records


def status_of(server: Served, path: str, host: str = "127.0.0.1", **headers: Any) -> str:
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    with closing(socket.create_connection(("127.0.0.1", server.port), 10)) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n".encode())
        line.settimeout(10)
        return line.recv(65536).split(b"\r\n")[0].decode().removeprefix("HTTP/1.1 ")


def test_a_host_that_is_none_is_refused_in_a_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    with served(tmp_path) as server:
        for host in ("[", "[::1", "a]b", "\x01"):
            assert status_of(server, "/", host) == "400 Bad Request", host
        with pytest.raises(ServerRefused):
            server.call("GET", "/api/tables/none")
    assert not [line for line in caplog.records if line.exc_info]


def test_a_text_that_is_none_closes_its_socket_and_leaves_no_fault_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with served(tmp_path) as server:
        table = server.table(server.player("Mia"), "me", "open")
        with closing(flood(server, table)) as line:
            line.settimeout(60)
            line.sendall(frame(0x01, b"\xff") + frame(0x80, b"\xfe"))
            heard = b""
            while told := line.recv(1 << 16):
                heard += told
        assert heard.endswith(b"\x88\x02" + (1007).to_bytes(2))
        assert server.call("GET", "/healthz")["status"] == "ok"
    assert not caplog.records


@pytest.mark.parametrize("after", [b"nonsense\r\n\r\n", b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", b""])
def test_whoever_breaks_off_in_the_middle_of_an_answer_leaves_no_fault_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, after: bytes
) -> None:
    """With something unreadable, with a further request, or just so: nobody logs what nobody can mend."""
    caplog.set_level(logging.WARNING)
    with served(tmp_path) as server:
        page = server.app.state.page
        page.folder, page._built = page_of(8 << 20, tmp_path), -1.0
        for _ in range(3):
            with closing(socket.create_connection(("127.0.0.1", server.port), 10)) as line:
                line.sendall(b"GET /python/x/large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert line.recv(1 << 16).startswith(b"HTTP/1.1 200 OK")
                line.sendall(after)
        for _ in range(2000):
            if not server.connections:
                break
            time.sleep(0.05)
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert not told


def page_of(size: Any, folder: Path) -> Any:
    """A built page with one large file that lies packed."""
    (folder / "page" / "python" / "x").mkdir(parents=True)
    (folder / "page" / "index.html").write_text("<html></html>")
    packed = gzip.compress(b"large " * (size // 6))
    (folder / "page" / "python" / "x" / "large.bin.gz").write_bytes(packed)
    return folder / "page"


def test_the_same_fault_fills_no_log(tmp_path: Path) -> None:
    """A few in full, then one a minute that says how many there were; other faults are told beside it."""
    told: list[Any] = []
    lines = logging.Handler()
    lines.emit = told.append  # type: ignore[assignment, method-assign]
    lines.addFilter(Seldom(often=2, seconds=0.2))
    log = logging.getLogger("seldom")
    log.propagate = False
    log.addHandler(lines)

    def fail(kind: type[Exception]) -> None:
        try:
            raise kind("whatever it is about: " + str(len(told)))
        except kind:
            log.exception("defect")

    for _ in range(10):
        fail(ValueError)
    fail(KeyError)
    time.sleep(0.3)
    fail(ValueError)
    assert [line.exc_info[0] for line in told] == [ValueError, ValueError, KeyError, ValueError]
    assert told[-1].repeated == 8
