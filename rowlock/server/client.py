"""The reference client: a token, a table, a seat, and moves; small enough to be read as documentation.

    base, table = split_link("http://127.0.0.1:8000/t/k3v9x2m7qabc")
    token = call(base, "POST", "/api/players", {"name": "Mia"})["token"]
    async with await Client.connect(base, table, token) as client:
        await client.send("sit", seat=1)
        async for message in client:
            ...

It keeps the latest table and views, sends again what was not answered, and comes back by itself.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.protocol import State

from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant

Plain = dict[str, Any]
PROTOCOL = 1


class Unreachable(RowlockError):
    """No server answers there."""

    code = "unreachable"


class ServerRefused(RowlockError):
    """The server's own refusal; `kind` is its code."""

    code = "refused"

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def call(base: str, method: str, path: str, body: Plain | None = None, token: str | None = None) -> Any:
    """One request to the HTTP side; raises `ServerRefused` or `Unreachable`."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    content = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(base + path, content, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read().decode()
            is_json = answer.headers.get_content_type() == "application/json"
            return json.loads(text) if is_json else text
    except urllib.error.HTTPError as error:
        with error:
            problem = _problem(error.read())
        raise ServerRefused(problem["code"], problem["reason"]) from None
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise Unreachable(f"{base} does not answer: {error}") from None


def _problem(body: bytes) -> Plain:
    with suppress(ValueError):
        problem = json.loads(body)
        if isinstance(problem, dict) and "code" in problem:
            return {"code": problem["code"], "reason": problem.get("reason", "")}
    return {"code": "unknown", "reason": "the server answered with an error"}


def split_link(link: str) -> tuple[str, str]:
    """Server and table of an invite link such as http://host:8000/t/k3v9x2m7qabc."""
    parts = urlsplit(link)
    path = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or not parts.netloc or path[-2:-1] != ["t"]:
        raise Unreachable(f"{link!r} is not an invite link; one looks like http://host:8000/t/k3v9x2m7qabc")
    prefix = "/".join(path[:-2])
    return f"{parts.scheme}://{parts.netloc}" + (f"/{prefix}" if prefix else ""), path[-1]


class Client:
    """A connection to one table that heals itself."""

    def __init__(self, base: str, table: str, token: str | None) -> None:
        self.base, self.table_id, self.token = base, table, token
        self.table: Plain = {}
        self.views: list[Plain] = []
        self.you: Plain = {}
        self._variant_text = ""
        self.number = 0
        self.pause = 1.0
        """Seconds before the first try to come back; later ones wait longer."""
        self._n = 0
        self._mark = secrets.token_hex(4)  # ids must not repeat those of an earlier run
        self._ids = count(1)
        self._open: dict[str, Plain] = {}
        self._socket: ClientConnection | None = None

    @classmethod
    async def connect(cls, base: str, table: str, token: str | None = None) -> Self:
        client = cls(base, table, token)
        try:
            await client._dial()
        except BaseException:
            await client.close()  # whoever could close it has never seen it
            raise
        return client

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Say goodbye and hang up; whoever cancels that leaves no open line behind."""
        if self._socket:
            try:
                await self._socket.close()
            except BaseException:
                self._socket.transport.abort()
                raise

    @property
    def variant(self) -> Variant:
        """What is played at the table, options and all."""
        return parse_variant(self._variant_text, self.table["variant"])

    @property
    def has_unanswered(self) -> bool:
        """Whether the server owes us an answer."""
        return bool(self._open)

    @property
    def is_connected(self) -> bool:
        """Whether messages arrive now; otherwise the client is coming back."""
        return self._socket is not None and self._socket.state is State.OPEN

    async def _dial(self) -> None:
        address = "ws" + self.base.removeprefix("http") + f"/api/tables/{self.table_id}/socket"
        await self.close()  # what is left of an earlier connection
        try:
            self._socket = await connect(address, max_size=2**20, compression=None, close_timeout=1)
        except (OSError, InvalidHandshake, TimeoutError) as error:
            raise Unreachable(f"{self.base} does not answer: {error}") from None
        self._n = 0
        hello = {"type": "hello", "protocol": PROTOCOL, "token": self.token}
        await self._socket.send(json.dumps(hello))
        for message in self._open.values():  # the same id gets the same answer: nothing happens twice
            await self._socket.send(json.dumps(message))

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a message without waiting for its answer; gives its id."""
        message = {"type": kind, "id": f"{self._mark}-{next(self._ids)}", **fields}
        self._open[message["id"]] = message
        await self._send(message)
        return str(message["id"])

    async def _send(self, message: Plain) -> None:
        if self._socket:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(message))

    async def move(self, move: str, seat: int | None = None) -> str:
        """A move for the present turn and action of a seat."""
        seen = next(view for view in self.views if seat is None or view["seat"] == seat)
        more = {} if seat is None else {"seat": seat}
        return await self.send("move", turn=seen["turn"], phase=seen["phase"], move=move, **more)

    async def next(self) -> Plain:
        """The next message, after it was taken in; comes back by itself when the connection breaks."""
        while True:
            try:
                assert self._socket is not None
                message: Plain = json.loads(await self._socket.recv())
            except ConnectionClosed:
                await self._come_back(self.pause)
                continue
            if await self._take(message):
                return message

    async def __aiter__(self) -> AsyncIterator[Plain]:
        while True:
            yield await self.next()

    async def _take(self, message: Plain) -> bool:
        """Accept n+1, ignore what is older, ask for everything on a gap."""
        kind, n = message["type"], message["n"]
        if kind != "welcome" and n > self._n + 1 and self._socket:
            await self._socket.send(json.dumps({"type": "sync"}))
            self._n = n
            return False
        if n <= self._n:
            return False
        self._n = n
        if kind in ("welcome", "table"):
            self.table, self.views, self.you = message["table"], message["views"], message["you"]
            self.number = message["number"]
            self._variant_text = message.get("variant_text", self._variant_text)
        elif kind == "presence":
            self.table |= {"watchers": message["watchers"], "parked": message["parked"]}
            for seat, online in zip(self.table["seats"], message["online"], strict=True):
                seat["online"] = online
        elif kind == "refusal" and message["code"] == "store_down" and message["id"] in self._open:
            await asyncio.sleep(self.pause)
            await self._send(self._open[message["id"]])
        elif kind in ("receipt", "refusal"):
            self._open.pop(message["id"] or "", None)
        elif kind == "bye":
            if message["come_back"] is None:
                raise ServerRefused(message["code"], message["reason"])
            await self._come_back(message["come_back"])
        return True

    async def _come_back(self, wait: float) -> None:
        await self.close()
        for attempt in range(30):
            await asyncio.sleep(min(wait * 1.3**attempt, 10.0))
            with suppress(Unreachable):
                await self._dial()
                return
        raise Unreachable(f"{self.base} does not come back")
