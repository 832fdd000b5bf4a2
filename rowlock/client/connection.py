"""One self-recovering connection to one table, for `asyncio`; small enough to be read as documentation.

    async with await Client.open("http://127.0.0.1:8000/t/k3v9x2m7qabc", name="Mia") as client:
        await client.sit()
        async for message in client:
            for view in client.asked:
                await client.move(view["moves"][0]["move"], view["seat"])

It keeps the latest table and views, sends again what was not answered, waits when the server asks it to,
reconnects automatically, and adds its own part to the dice without being asked.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.protocol import State

from rowlock.client.http import LEAST_WAIT, ServerRefused, Unreachable, call, plain_reason, split_link
from rowlock.client.luck import Luck, LuckNote
from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant import Variant
from rowlock.engine.variant_text import parse_variant

PROTOCOL = 1
NAME_LONGEST = 24
PATIENCE = 120.0
"""Seconds to wait for a server that has too much to do."""
LATER = ("too_fast", "store_down")
"""Refusals after which the same message may be sent again."""


class Client:
    """A connection to one table that recovers by itself."""

    def __init__(self, base: str, table: str, token: str | None) -> None:
        self.base, self.table_id, self.token = base, table, token
        self.table: JsonObject = {}
        self.views: list[JsonObject] = []
        self.you: JsonObject = {}
        self._variant_text = ""
        self.number = 0
        self.luck = Luck()
        self._parts: dict[str, LuckNote] = {}
        """Messages about the dice that are not yet answered, by id."""
        self.pause = 1.0
        """Seconds before the first try to come back; later ones wait longer."""
        self._n = 0
        self._mark = secrets.token_hex(4)  # ids must not repeat those of an earlier run
        self._ids = count(1)
        self._open: dict[str, JsonObject] = {}
        self._sit: JsonObject | None = None
        self._quiet_until = 0.0
        self._sending = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection | None = None

    @classmethod
    async def connect(cls, base: str, table: str, token: str | None = None) -> Self:
        client = cls(base, table, token)
        try:
            await client._dial()
        except BaseException:
            await client.close()  # nobody else has seen it, so nobody else could close it
            raise
        return client

    @classmethod
    async def open(cls, link: str, *, name: str, program: bool = True) -> Self:
        """A new player at the table of an invite link; the client's `token` is what it comes back by.

        A program says that it is one: it never keeps a table of people awake by itself.
        """
        return await cls.connect(*await asyncio.to_thread(cls.introduce, link, name, program))

    @staticmethod
    def introduce(link: str, name: str, program: bool = True) -> tuple[str, str, str]:
        """Server, table and token of a new player; waits where the server has too many."""
        base, table = split_link(link)
        body = {"name": name[:NAME_LONGEST], "program": program}
        return base, table, str(call(base, "POST", "/api/players", body, patience=PATIENCE)["token"])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Say goodbye and hang up; whoever cancels that leaves no open line behind."""
        for task in self._tasks:
            task.cancel()
        if self._socket:
            try:
                await self._socket.close()
            except BaseException:
                self._socket.transport.abort()
                raise

    @property
    def variant(self) -> Variant:
        """The pad of the table, options and all."""
        return parse_variant(self._variant_text, self.table["variant"])

    @property
    def open_seats(self) -> list[int]:
        """The seats that anybody may take."""
        return [place["seat"] for place in self.table.get("seats", []) if place["kind"] == "open"]

    @property
    def asked(self) -> list[JsonObject]:
        """The views of our own seats that have to choose now."""
        if self.table.get("state") != "playing":
            return []
        return [view for view in self.views if view["seat"] in view["waiting"] and view["moves"]]

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
            raise Unreachable(f"{self.base} does not answer: {plain_reason(error)}") from None
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

    async def _send(self, message: JsonObject) -> None:
        """Send in order, not before the server wants to hear from us again."""
        async with self._sending:
            await asyncio.sleep(max(0.0, self._quiet_until - monotonic()))
            if self._socket:
                with suppress(ConnectionClosed):
                    await self._socket.send(json.dumps(message))

    async def sit(self, seat: int | None = None, name: str | None = None) -> None:
        """Take a seat, or the first that is open; if somebody was quicker, the next one.

        Raises `ServerRefused` where none is open. A refusal comes as a message, like any other.
        """
        while not self.table:
            await self.next()
        free = self.open_seats if seat is None else [seat]
        if not free:
            raise ServerRefused("seat_taken", "no seat is open at this table")
        named = {} if name is None else {"name": name}
        sent = await self.send("sit", seat=free[0], **named)
        self._sit = {"id": sent, "tried": {free[0]}, "any": seat is None, "named": named}

    async def _sit_elsewhere(self, refusal: JsonObject) -> bool:
        """Try the next seat if the refusal is about the one that we wanted; False if that cannot be."""
        wish = self._sit
        if wish is None or refusal["id"] != wish["id"] or refusal["code"] != "seat_taken" or not wish["any"]:
            return False
        free = [seat for seat in self.open_seats if seat not in wish["tried"]]
        if not free:
            return False
        wish["tried"].add(free[0])
        wish["id"] = await self.send("sit", seat=free[0], **wish["named"])
        return True

    async def move(self, move: str, seat: int | None = None) -> str:
        """A move for the present turn and action of a seat."""
        seen = next(view for view in self.views if seat is None or view["seat"] == seat)
        more = {} if seat is None else {"seat": seat}
        return await self.send("move", turn=seen["turn"], phase=seen["phase"], move=move, **more)

    async def next(self) -> JsonObject:
        """The next message, after it has been processed; reconnects when the connection breaks."""
        while True:
            try:
                assert self._socket is not None
                message: JsonObject = json.loads(await self._socket.recv())
            except ConnectionClosed:
                await self._come_back(self.pause)
                continue
            if await self._take(message):
                return message

    async def __aiter__(self) -> AsyncIterator[JsonObject]:
        while True:
            yield await self.next()

    async def _take(self, message: JsonObject) -> bool:
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
            await self._add_to_dice()
        elif kind == "presence":
            self.table |= {"watchers": message["watchers"], "parked": message["parked"]}
            for seat, online in zip(self.table["seats"], message["online"], strict=True):
                seat["online"] = online
        elif kind == "refusal" and message["code"] in LATER and message["id"] in self._open:
            self._quiet_until = monotonic() + max(message.get("wait", self.pause), LEAST_WAIT)
            self._say_again(message["id"])
            return False
        elif kind in ("receipt", "refusal", "pong"):
            self._open.pop(message["id"] or "", None)
            is_part = self._parts.pop(message["id"] or "", None) is not None
            # messages about the dice are our own: no caller has asked for them
            return kind != "refusal" or not (is_part or await self._sit_elsewhere(message))
        elif kind == "bye":
            if message["come_back"] is None:
                raise ServerRefused(message["code"], message["reason"])
            await self._come_back(message["come_back"])
        return True

    async def _add_to_dice(self) -> None:
        for part in self.luck.parts(self.table, self.you["seats"]):
            if part not in self._parts.values():
                self._parts[await self.send(part.kind, **part.fields)] = part

    def _say_again(self, message_id: str) -> None:
        """Once it is time, while messages go on arriving."""
        task = asyncio.create_task(self._send(self._open[message_id]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _come_back(self, wait: float) -> None:
        await self.close()
        for attempt in range(30):
            await asyncio.sleep(min(wait * 1.3**attempt, 10.0))
            with suppress(Unreachable):
                await self._dial()
                return
        raise Unreachable(f"{self.base} has not come back")
