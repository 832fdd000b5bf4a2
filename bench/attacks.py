"""The cost of a hostile address for others: a real server, attacked on loopback while somebody plays.

    python -m bench.attacks                       every attack in turn
    python -m bench.attacks pings page --seconds 4
    python -m bench.attacks --code ../older       the server of another checkout, to compare

The server runs as it is installed, with its usual limits. A player on one address sends a ping every
eighth of a second while another address attacks; at the same time a second player does so on a server
that nobody attacks, so that what belongs to the machine is seen beside it. Told are the median and the
longest wait for a pong of both, how long both took to come in, just when the attack begins, how much of a
processor the attacked server used, and how often its own watchdog saw the event loop blocked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

import websockets.asyncio.client as dialling
from websockets.exceptions import WebSocketException

from bench.server.__main__ import cpu_seconds, free_port, running
from rowlock.client import call

FROM = "127.0.0.2"
"""Where attackers come from: an address on loopback that is not trusted as a proxy."""
PACE = 0.125
MASK = bytes(4)
PING, PONG = b"\x89\x80" + MASK, b"\x8a\x80" + MASK
FIRST, MORE = b"\x01\x80" + MASK, b"\x00\x80" + MASK
SAID = b'{"type":"ping"}'
TEXT = b"\x81" + bytes([0x80 | len(SAID)]) + MASK + SAID
HELLO = b'{"type":"hello"}'
WASM = "pyodide.asm.wasm"
TOKEN = "only-for-this-test"
BLOCKED = "rowlock_loop_blocks_total"


def dial(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 10, (FROM, 0))


def open_socket(port: int, table: str) -> socket.socket:
    """A WebSocket of an anonymous watcher, made by hand."""
    line = dial(port)
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    if b" 101 " not in line.recv(4096):
        line.close()
        raise ConnectionError
    line.sendall(b"\x81" + bytes([0x80 | len(HELLO)]) + MASK + HELLO)
    return line


def pour(port: int, table: str, begin: bytes, piece: bytes) -> Iterator[None]:
    """One socket over which frames are sent as fast as they are taken; a new one when it is closed."""
    while True:
        try:
            line = open_socket(port, table)
            line.setblocking(False)
            left = begin + piece
            while True:
                with suppress(BlockingIOError):
                    left = left[line.send(left) :] or piece
                with suppress(BlockingIOError):
                    if not line.recv(1 << 16):
                        raise ConnectionError
                yield
        except OSError:
            yield


def fetch(port: int, path: str, read: bool, **headers: str) -> Iterator[None]:
    """One connection that asks for a file again and again; or once, and never reads the answer."""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode()
    while True:
        try:
            line = dial(port)
            line.sendall(request)
            line.setblocking(False)
            while True:
                with suppress(BlockingIOError):
                    if read and not line.recv(1 << 16):
                        raise ConnectionError
                    if read:
                        line.send(request)
                yield
        except OSError:
            yield


def ask_again(port: int, requests: list[bytes]) -> Iterator[None]:
    """One connection over which questions are asked in turn, as fast as they are answered."""
    turn = 0
    while True:
        try:
            line = dial(port)
            while True:
                line.setblocking(True)
                line.sendall(requests[turn % len(requests)])
                turn += 1
                line.setblocking(False)
                while True:
                    with suppress(BlockingIOError):
                        if not line.recv(1 << 16):
                            raise ConnectionError
                        break
                    yield
        except OSError:
            yield


def request(method: str, path: str, token: str, body: Any = None) -> bytes:
    sent = b"" if body is None else json.dumps(body).encode()
    head = f"{method} /api{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
    return head.encode() + sent


def crowded_event(port: int) -> list[bytes]:
    """As many people as an event takes, three rounds played on paper; the questions about it."""
    base = f"http://127.0.0.1:{port}"
    token = call(base, "POST", "/api/players", {"name": "Eve"})["token"]
    event = call(base, "POST", "/api/events", {"title": "Crowd", "rounds": 3}, token)["event"]
    for part in range(5):
        names = [f"Person {200 * part + one}" for one in range(200)]
        call(base, "POST", f"/api/events/{event}/people", {"names": names}, token)
    call(base, "POST", f"/api/events/{event}/rounds", {"round": 1}, token)
    result = {"round": 1, "table": 1, "points": [50, 40, 30, 20]}
    paths = ("", "/standing.csv", "/draw.pdf", "/standing.pdf", "/file")
    asked = [request("GET", f"/events/{event}{path}", token) for path in paths]
    return [*asked, request("POST", f"/events/{event}/results", token, result)]


def large_club(port: int) -> list[bytes]:
    """A club that is brought along with as many games as a file has; the questions about it."""
    base = f"http://127.0.0.1:{port}"
    token = call(base, "POST", "/api/players", {"name": "Eve"})["token"]
    names = ["Eve", "Ann", "Bob"]
    game = {"pad": "classic", "title": "Classic", "names": names, "scores": [50, 40, 7], "winners": [0]}
    games = [{**game, "at": 1.7e9 + 60 * number} for number in range(2000)]
    file = {"rowlock": "club 1", "name": "Many", "members": names, "games": games}
    club = call(base, "POST", "/api/clubs/file", file, token)["club"]
    paths = ("standing", "standing?season=2023", "games?limit=100", "file", "members", "wall")
    asked = [request("GET", f"/clubs/{club}/{path}", token) for path in paths]
    return [*asked, request("POST", "/clubs/file", token, file)]


def large_file(code: Path) -> str:
    found = next((code / "rowlock" / "server" / "page" / "python").glob(f"*/{WASM}.gz"))
    return f"/python/{found.parent.name}/{WASM}"


Attack = Callable[[int, str, Path], list[Iterator[None]]]
ATTACKS: dict[str, Attack] = {
    "pings": lambda port, table, _: [pour(port, table, b"", PING * 8000)],
    "pongs": lambda port, table, _: [pour(port, table, b"", PONG * 8000)],
    "fragments": lambda port, table, _: [pour(port, table, FIRST, MORE * 8000)],
    "texts": lambda port, table, _: [pour(port, table, b"", TEXT * 2000) for _ in range(20)],
    "sockets": lambda port, table, _: [pour(port, table, b"", PING * 8000) for _ in range(100)],
    "page": lambda port, _, code: [
        fetch(port, large_file(code), True, accept_encoding="gzip") for _ in range(20)
    ],
    "plain page": lambda port, _, code: [fetch(port, large_file(code), True) for _ in range(20)],
    "unread": lambda port, _, code: [
        fetch(port, large_file(code), False, accept_encoding="gzip") for _ in range(280)
    ],
    "nonsense": lambda port, _, code: [fetch(port, "/%00", True) for _ in range(20)],
    "event": lambda port, _, code: [ask_again(port, asked) for asked in [crowded_event(port)] * 20],
    "club": lambda port, _, code: [ask_again(port, asked) for asked in [large_club(port)] * 20],
}


def attack(name: str, port: int, table: str, code: Path, seconds: float) -> None:
    lines = ATTACKS[name](port, table, code)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for line in lines:
            next(line)
        time.sleep(0.001)


async def waits(port: int, table: str, token: str, seconds: float) -> list[float]:
    """How long a player waits for each of their pongs; the first wait is for the connection too."""
    found, end, begun = list[float](), time.monotonic() + seconds, time.perf_counter()
    while time.monotonic() < end:
        with suppress(OSError, WebSocketException):  # thrown out: the wait goes on until there is a pong
            async with dialling.connect(f"ws://127.0.0.1:{port}/api/tables/{table}/socket") as line:
                await line.send(json.dumps({"type": "hello", "token": token}))
                while time.monotonic() < end:
                    await line.send(json.dumps({"type": "ping", "id": "p"}))
                    while json.loads(await line.recv())["type"] != "pong":
                        pass
                    found.append(time.perf_counter() - begun)
                    await asyncio.sleep(max(0.0, PACE - found[-1]))
                    begun = time.perf_counter()
    return [*found, time.perf_counter() - begun] if len(found) < 3 else found


@contextmanager
def a_server(code: Path) -> Iterator[tuple[int, int]]:
    """A server with its usual limits: its port and its process."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="rowlock-attacks-") as folder:
        command = [sys.executable, "-P", "-m", "rowlock", "serve", "--exact", "--log-level", "error"]
        command += ["--host", "127.0.0.1", "--port", str(port), "--data", folder, "--metrics-token", TOKEN]
        os.environ["PYTHONPATH"] = str(code)
        with running(command, port) as server:
            yield port, server.pid


def seated(port: int) -> tuple[int, str, str]:
    """Somebody at a table: where, which, and their token."""
    base = f"http://127.0.0.1:{port}"
    token = call(base, "POST", "/api/players", {"name": "Mia"})["token"]
    return port, call(base, "POST", "/api/tables", {"seats": [{"kind": "me"}]}, token)["table"], token


def blocks(port: int) -> int:
    """How often the watchdog of a server has seen its event loop blocked."""
    text = call(f"http://127.0.0.1:{port}", "GET", "/metrics", None, TOKEN)
    found = [line for line in str(text).splitlines() if line.startswith(BLOCKED)]
    return int(sum(float(line.split()[-1]) for line in found))


def measure(name: str, code: Path, seconds: float) -> None:
    """Play on a server that is attacked, and on one that is not, at the same time."""
    with a_server(code) as (quiet, _), a_server(code) as (port, pid):
        attacked, control = seated(port), seated(quiet)
        begun = cpu_seconds(pid)
        given = (name, port, attacked[1], code, seconds)
        attacker = multiprocessing.get_context("fork").Process(target=attack, args=given)
        attacker.start()
        with ThreadPoolExecutor(1) as beside:  # a loop of its own: neither waits for the other
            other = beside.submit(lambda: asyncio.run(waits(*control, seconds)))
            during = asyncio.run(waits(*attacked, seconds))
            undisturbed = other.result()
        attacker.join()
        used, blocked = (cpu_seconds(pid) - begun) / seconds, blocks(port)
    tell(name, undisturbed, during, used, blocked)


def tell(name: str, quiet: list[float], during: list[float], used: float, blocked: int) -> None:
    print(
        f"{name:12} quiet {_waits(quiet)}   attacked {_waits(during)}   "
        f"of a processor {100 * used:4.0f} %   blocked {blocked} times",
        flush=True,
    )


def _waits(found: list[float]) -> str:
    """The median and the longest wait, and after how long somebody was in."""
    in_after, *waits = [1000 * seconds for seconds in found]
    waits = waits or [in_after]
    return f"{median(waits):7.1f} {max(waits):8.1f} ms (in after {in_after:6.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    names = ", ".join(ATTACKS)
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS), metavar="ATTACK", help=names)
    parser.add_argument("--seconds", type=float, default=5.0)
    own = Path(__file__).parents[1]
    parser.add_argument("--code", type=Path, default=own, help="a checkout with its page")
    args = parser.parse_args()
    for name in args.attacks:
        measure(name, args.code.resolve(), args.seconds)


if __name__ == "__main__":
    main()
