"""A real server in a thread, and people who play on it over real sockets."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest

from rowlock.client import Client, ServerRefused, call
from rowlock.engine.json_object import JsonObject
from rowlock.server.app import create_app
from rowlock.server.config import Config, Limits, TablePace
from rowlock.server.jobs import apart, reviews, workers
from rowlock.server.serve import Server, uvicorn_config
from rowlock.server.store import Store, database, database_url, store
from rowlock.server.store.reading import read_log
from rowlock.table.table import Entry

workers.NICE = apart.NICE = 0  # tests wait for this work, and nobody plays beside them
reviews.JOINT_POSITIONS = 10_000  # endings are solved whole by tests/analysis
# a busy disk is no fault of what is tested; tests/server/store and live/test_processes.py have one
database.LIMIT_SECONDS = store.LIMIT_SECONDS = 60.0  # type: ignore[attr-defined]

QUICK = TablePace(
    draw=0.3, timers={"off": None, "relaxed": (0.6, 1.2), "fast": (0.15, 0.3)}, away=0.3, idle=60.0
)
"""Waiting times for tests: short, but long enough to look in between."""
HANGING = 100.0
"""Seconds after which whatever is waited for counts as hanging, on the busiest machine."""


def patient_call(base: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """A request, made again while the database does not answer: on a busy machine it may take its time."""
    for _ in range(60):
        try:
            return call(base, method, path, body, token)
        except ServerRefused as refused:
            if refused.kind != "store_down":
                raise
        time.sleep(0.5)
    raise AssertionError("the database does not answer")


class Served:
    """A running server; `base` is its address."""

    def __init__(self, folder: Path, port: int = 0, **more: Any) -> None:
        self.folder = folder
        heartbeat = more.pop("heartbeat", 20.0)
        config = Config(data=folder, **{"limits": Limits(factor=0), "pace": QUICK, **more})
        self.app = create_app(config)
        self._server = Server(uvicorn_config(self.app, port, heartbeat))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    @property
    def connections(self) -> int:
        """How many connections are open, of every kind."""
        return len(self._server.server_state.connections)

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        return call(self.base, method, path, body, token)

    def refused(self, *request: Any) -> str:
        """The code with which a request is refused."""
        with pytest.raises(ServerRefused) as problem:
            self.call(*request)
        return problem.value.kind

    def player(self, name: str, program: bool = False) -> str:
        """A new player's token."""
        wish = {"name": name, "program": program}
        return str(patient_call(self.base, "POST", "/api/players", wish)["token"])

    def table(self, token: str, *kinds: str, **settings: Any) -> str:
        """A new table; a kind is me, open or the name of a bot."""
        seats = [{"kind": kind} if kind in ("me", "open") else {"kind": "bot", "bot": kind} for kind in kinds]
        wish = {"seats": seats, **settings}
        return str(patient_call(self.base, "POST", "/api/tables", wish, token)["table"])

    def connect(self, table: str, token: str | None = None) -> Any:
        return Client.connect(self.base, table, token)


def forgotten(server: Served, token: str) -> None:
    """Ask to be forgotten, and wait until it is done."""
    begun = server.call("DELETE", "/api/players/me", None, token)
    for _ in range(2000):
        if patient_call(server.base, "GET", begun["link"])["state"] == "done":
            return
        time.sleep(0.05)
    raise AssertionError("nobody is forgotten")


@contextmanager
def served(folder: Path, **more: Any) -> Any:
    server = Served(folder, **more)
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """A port for a server that goes and comes back: none that an outgoing connection could get meanwhile."""
    for port in Random().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def played_log(server: Served, table: str) -> list[Entry]:
    """A table's log in the server's file."""
    return log_in(server.folder / "rowlock.db", table)


def log_in(file: Path, table: str) -> list[Entry]:
    """A table's log, read past any server."""
    return read_log(file, table)


def lines_of(process: subprocess.Popen[str]) -> IO[str]:
    """The standard output of a process that was started with a pipe for it."""
    assert process.stdout is not None
    return process.stdout


def stored_log(database: str, table: str) -> list[Entry]:
    """A table's log as the database has it, beside the server."""

    async def load() -> list[Entry]:
        store = await Store.open(database_url(database, Path()))
        try:
            return await store.load(table)
        finally:
            await store.close()

    return asyncio.run(load())


async def settle(client: Client, holds: Callable[[], Any]) -> None:
    """Take messages in until this holds; it may hold already."""
    async with asyncio.timeout(HANGING):
        while not holds():
            await client.next()


async def until(client: Client, wanted: Callable[[JsonObject], Any], seconds: float = HANGING) -> JsonObject:
    """The first message for which this holds."""
    async with asyncio.timeout(seconds):
        while True:
            message = await client.next()
            if wanted(message):
                return message


async def answer_to(client: Client, message_id: str) -> JsonObject:
    """Receipt or refusal of a message."""
    return await until(client, lambda m: m["type"] in ("receipt", "refusal") and m["id"] == message_id)


async def ask(client: Client, kind: str, **fields: Any) -> JsonObject:
    return await answer_to(client, await client.send(kind, **fields))


@asynccontextmanager
async def two_at(server: Served, *bots: str, **settings: Any) -> AsyncIterator[tuple[str, Client, Client]]:
    """A new table with Mia, its host, and Ben, who has taken the open seat."""
    mia, ben = server.player("Mia"), server.player("Ben")
    table = server.table(mia, "me", "open", *bots, **settings)
    async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
        await two.next()
        assert (await ask(two, "sit", seat=1))["type"] == "receipt"
        yield table, one, two


async def begin(host: Client, *others: Client) -> JsonObject:
    """Start a game, with everybody's part of the dice; the answer to the start."""
    answer = await ask(host, "start")
    await asyncio.gather(*map(begun, (host, *others)))
    return answer


async def begun(client: Client) -> None:
    """Wait until the dice are drawn and the game is on."""
    await settle(client, lambda: client.table.get("state") == "playing")


def asked(client: Client) -> list[JsonObject]:
    """The views of our own seats that still have to choose."""
    if client.table.get("state") != "playing":
        return []
    return [view for view in client.views if view["seat"] is not None and view["seat"] in view["waiting"]]


async def play(
    client: Client, chance: Random, stop: Callable[[Client], Any] | None = None
) -> list[JsonObject]:
    """Move at random until the game is over (or `stop` holds); all messages that came by."""
    seen, done = [], set()
    async with asyncio.timeout(2 * HANGING):
        while client.table.get("state") != "over" and not (stop and stop(client)):
            for view in asked(client):
                held = (
                    len(view["cards"]["hand"]) if view["cards"] else 0
                )  # several cards are taken one by one
                key = (view["seat"], view["turn"], view["phase"], held)
                if key not in done:
                    done.add(key)
                    await client.move(chance.choice([move["move"] for move in view["moves"]]), view["seat"])
            seen.append(await client.next())
    return seen


def facts(messages: Iterable[JsonObject]) -> list[JsonObject]:
    return [fact for message in messages for fact in message.get("facts", [])]
