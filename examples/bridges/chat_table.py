"""Tables for a chat: `!rowlock new` opens one on a server, and the chat hears what happens there.

People play in their browsers, by the link; the chat sees who sits down, who locks a row and how it ends. This
file knows no chat: `discord_table.py` and `matrix_table.py` bring the lines, and a way to answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rowlock import load_variant, variant_names
from rowlock.client import Client, ServerRefused, Unreachable, call
from rowlock.engine.errors import RowlockError
from rowlock.engine.view import plain_variant
from rowlock.locale import load_catalogue
from rowlock.locale.words import tell_result
from rowlock.terminal.telling import tell_event

Say = Callable[[str], Awaitable[None]]
"""Write one line into the room."""
PREFIX = "!rowlock"
TOLD = ("sat", "left", "locked", "bot_sat")
"""The facts that a chat hears of; every roll and cross would be noise."""
HELP = f"""{PREFIX} new [PAD] [BOT …]   open a table, e.g. {PREFIX} new bonus-a steady
{PREFIX} start             begin, once everybody has a seat
{PREFIX} table             the link, and how it stands
{PREFIX} close             stop telling of this table
{PREFIX} pads              the pads there are"""


@dataclass
class Watched:
    """The table of one room, and the task that listens to it."""

    client: Client
    link: str
    say: Say
    task: asyncio.Task[None] | None = None
    ended: set[int] = field(default_factory=set)
    """Games whose result the room has heard."""

    @property
    def names(self) -> list[str]:
        return [seat["name"] or "…" for seat in self.client.table["seats"]]


class ChatTables:
    """At most one table for each room of a chat; the bridge is its host, and has no seat."""

    def __init__(self, server: str, language: str = "en", name: str = "Chat") -> None:
        self.server, self.name = server.rstrip("/"), name
        self.words = load_catalogue(language)
        self.rooms: dict[str, Watched] = {}
        self._token: str | None = None

    async def hear(self, room: str, line: str, say: Say) -> None:
        """Answer a line; lines that do not begin with the prefix are none of ours."""
        prefix, *rest = line.split() or [""]
        if prefix.lower() != PREFIX:
            return
        order, *names = rest or ["help"]
        orders: dict[str, Callable[..., Awaitable[None]]] = {
            "new": self._new,
            "start": self._start,
            "table": self._table,
            "close": self._close,
            "pads": self._pads,
        }
        try:
            await orders.get(order.lower(), self._help)(room, say, *names)
        except (ServerRefused, Unreachable, RowlockError) as error:
            await say(str(error))

    async def close(self) -> None:
        """Let go of every table; they stay on the server."""
        for room in list(self.rooms):
            await self._let_go(room)

    async def _help(self, room: str, say: Say, *_: str) -> None:
        await say(HELP)

    async def _pads(self, room: str, say: Say, *_: str) -> None:
        await say(" ".join(variant_names()))

    async def _new(self, room: str, say: Say, pad: str = "classic", *bots: str) -> None:
        load_variant(pad)  # a mistyped name is answered with those there are
        await self._let_go(room)
        seats = [{"kind": "open"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        wanted = {"variant": pad, "seats": seats, "grows": not bots}
        token = await self._identity()
        made = await asyncio.to_thread(call, self.server, "POST", "/api/tables", wanted, token)
        client = await Client.connect(self.server, made["table"], token)
        while not client.table:
            await client.next()
        watched = self.rooms[room] = Watched(client, self.server + made["link"], say)
        watched.task = asyncio.create_task(self._listen(watched))
        await say(f"{watched.link}\nTake a seat there, then: {PREFIX} start")

    async def _start(self, room: str, say: Say, *_: str) -> None:
        if watched := await self._watched(room, say):
            await watched.client.send("start")

    async def _table(self, room: str, say: Say, *_: str) -> None:
        if watched := await self._watched(room, say):
            scores = [view["scores"] for view in watched.client.views if view.get("scores")]
            points = [f" {score}" for score in scores[0]] if scores else [""] * len(watched.names)
            seated = ", ".join(name + score for name, score in zip(watched.names, points, strict=True))
            await say(f"{watched.link}\n{seated}")

    async def _close(self, room: str, say: Say, *_: str) -> None:
        if await self._watched(room, say):
            await self._let_go(room)
            await say("This room has no table now.")

    async def _watched(self, room: str, say: Say) -> Watched | None:
        if room not in self.rooms:
            await say(f"This room has no table; open one with: {PREFIX} new")
        return self.rooms.get(room)

    async def _identity(self) -> str:
        """Who opens the tables: one player of the server, who says that it is a program."""
        if self._token is None:
            body = {"name": self.name, "program": True}
            self._token = (await asyncio.to_thread(call, self.server, "POST", "/api/players", body))["token"]
        return self._token

    async def _let_go(self, room: str) -> None:
        watched = self.rooms.pop(room, None)
        if watched is None:
            return
        if watched.task:
            watched.task.cancel()
            with suppress(asyncio.CancelledError):
                await watched.task
        await watched.client.close()

    async def _listen(self, watched: Watched) -> None:
        """Tell the room of every event, until the table is gone."""
        try:
            while True:
                for line in self._lines(watched, await watched.client.next()):
                    await watched.say(line)
        except (ServerRefused, Unreachable) as error:
            await watched.say(str(error))

    def _lines(self, watched: Watched, message: dict[str, Any]) -> list[str]:
        """What a message of the server means to a chat."""
        if message["type"] == "refusal":
            return [str(message["reason"])]
        client, names = watched.client, watched.names
        pad = plain_variant(client.variant)
        facts = [fact for fact in message.get("facts", ()) if fact["kind"] in TOLD]
        lines = [tell_event(self.words, pad, names, fact) for fact in facts]
        over = next((view["over"] for view in client.views if view.get("over")), None)
        if over and client.table["game"] not in watched.ended:
            watched.ended.add(client.table["game"])
            places = sorted(zip(over["scores"], names, strict=True), reverse=True)
            table = "\n".join(f"{score:4d}  {name}" for score, name in places)
            lines.append(f"{tell_result(self.words, names, over)}\n{table}")
        return [line for line in lines if line]
