"""A table of a server, played from here: the same screen as a local game, through the server's client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import cast

from rowlock.client import Client, ServerRefused, Unreachable, call, split_link
from rowlock.engine import view_types
from rowlock.engine.errors import NotNow, RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.engine.record import Record, parse_record
from rowlock.engine.variant import Variant
from rowlock.locale import Catalogue
from rowlock.locale.words import seat_names
from rowlock.table.errors import HintsOff
from rowlock.variants import load_variant


class OnlineTable:
    """A table on a server: its messages, and a voice at it. Nobody is asked before the game has begun."""

    def __init__(self, link: str, name: str, tokens: Tokens) -> None:
        self.base, self.table_id = split_link(link)
        self.link = link
        self.name, self.tokens = name, tokens
        self.told_variant: JsonObject = {}
        self.facts: list[JsonObject] = []
        self.problem: RowlockError | None = None
        self.client: Client | None = None
        self.code: dict[str, str] = {}
        """The spoken code of a table of ours, in every language."""
        self._sent: set[Future[str]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heard_until = 0
        self._welcomed = asyncio.Event()
        self._ended = 0

    @property
    def bases(self) -> dict[str, str]:
        """The basis of the bots' play is known to the server only."""
        return {}

    @property
    def rules(self) -> Variant:
        assert self.client is not None
        return self.client.variant

    @property
    def table(self) -> JsonObject:
        return self.client.table if self.client else {}

    @property
    def views(self) -> list[JsonObject]:
        return self.client.views if self.client else []

    @property
    def is_open(self) -> bool:
        """Whether the table still waits for its game to begin."""
        return not self.views or self.table.get("state") == "open"

    @property
    def is_over(self) -> bool:
        return self.table.get("state") == "over"

    @property
    def is_host(self) -> bool:
        return bool(self.client and self.client.you.get("host"))

    @property
    def is_connected(self) -> bool:
        return bool(self.client and self.client.is_connected)

    @property
    def names(self) -> list[str]:
        return [seat["name"] or "…" for seat in self.table.get("seats", [])]

    def names_in(self, catalogue: Catalogue) -> list[str]:
        """Everybody's name, bots in this language: the server tells them in no language."""
        bots = [seat["bot"] for seat in self.table.get("seats", [])]
        return seat_names(catalogue, self.names, bots)

    @property
    def seat(self) -> int | None:
        """The first of our seats that is asked."""
        asked = self.client.asked if self.client else []
        return asked[0]["seat"] if asked else None

    @property
    def variant(self) -> view_types.Variant:
        """The pad as the server has told it."""
        return cast(view_types.Variant, self.told_variant)

    def look(self) -> view_types.View:
        found = next((view for view in self.views if view["seat"] == self.seat), self.views[0])
        return cast(view_types.View, found)

    def say(self, move: str) -> None:
        if self.client is None or self.seat is None:
            raise NotNow("nobody has to choose now")
        self._send(self.client.move(move, self.seat))

    def take_back(self) -> bool:
        """Withdraw a choice of ours while others are still choosing (R4.3)."""
        chosen = [view for view in self.views if view["choice"] and view["phase"] == "white"]
        if not chosen or self.client is None:
            return False
        self._send(self.client.move("<", chosen[-1]["seat"]))
        return True

    def note_hint(self) -> None:
        """Tell the table that we take a hint; raises `HintsOff` where it allows none."""
        if not self.table.get("settings", {}).get("hints"):
            raise HintsOff("there are no hints at this table")
        if self.seat is not None:
            self.ask("hint", seat=self.seat)

    def record(self) -> Record:
        """The finished game."""
        return parse_record(self.fetch_record(), load_variant)

    def resign(self) -> None:
        """Give up with the seat that is asked, else with the first of ours (R8.5)."""
        own = [view["seat"] for view in self.views if view["seat"] is not None]
        if own:
            self.ask("resign", seat=own[0] if self.seat is None else self.seat)

    def abort(self) -> None:
        """Ask to break the game off; it ends when all players agree (R8.6)."""
        self.ask("abort")

    def ask(self, kind: str, **fields: object) -> None:
        """Something that is not a move: start, rematch, a bot for a seat."""
        if self.client:
            self._send(self.client.send(kind, **fields))

    def _send(self, message: Coroutine[object, object, str]) -> None:
        """Send, from whatever thread the player's message comes."""
        assert self._loop is not None
        sent = asyncio.run_coroutine_threadsafe(message, self._loop)
        self._sent.add(sent)
        sent.add_done_callback(self._sent.discard)

    async def run(self, changed: Callable[[], None]) -> None:
        """Sit down and follow the table until it cannot be reached any more."""
        self._loop = asyncio.get_running_loop()
        token = await asyncio.to_thread(self.tokens.get, self.base, self.name)
        self.client = await Client.connect(self.base, self.table_id, token)
        async with self.client:
            learning = asyncio.create_task(self._learn_code(token, changed))
            try:
                async for message in self.client:
                    await self._hear(message)
                    changed()
                    self._welcomed.set()
            finally:
                learning.cancel()

    async def _hear(self, message: JsonObject) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.told_variant = message["variant"]
            await self._sit()
        elif kind == "table":
            if any(fact["kind"] == "started" for fact in message["facts"]):
                self.facts = []
            self.facts += message["facts"]
        elif kind == "receipt":
            self._heard_until = message["number"]
        elif kind == "refusal" and message["code"] != "stale":
            self.problem = ServerRefused(message["code"], message["reason"])

    async def _sit(self) -> None:
        """Take the first open seat, unless we have one; at a full table we watch."""
        assert self.client is not None
        if self.client.open_seats and not self.client.you["seats"] and self.table["state"] == "open":
            await self.client.sit(name=self.name)

    async def _learn_code(self, token: str, changed: Callable[[], None]) -> None:
        """Ask for the spoken code of a table that waits for people; without one there is the link."""
        await self._welcomed.wait()
        if self.is_host and self.is_open:
            path = f"/api/tables/{self.table_id}/code"
            with suppress(ServerRefused, Unreachable):
                self.code = (await asyncio.to_thread(call, self.base, "POST", path, {}, token))["words"]
                changed()

    @property
    def can_start(self) -> bool:
        """Whether we are the host and every seat is taken."""
        taken = all(seat["kind"] != "open" for seat in self.table.get("seats", []))
        return self.is_host and taken and self.table["state"] == "open"

    @property
    def is_waiting(self) -> bool:
        """Whether something we said is unanswered, or its consequence has not arrived."""
        if self.client is None or self._sent or self.client.has_unanswered:
            return True
        return self.client.number < self._heard_until

    def has_just_ended(self) -> bool:
        """True once for every game, when it is over."""
        ended = self.is_over and self._ended != self.table["game"]
        self._ended = self.table["game"] if ended else self._ended
        return ended

    def fetch_record(self) -> str:
        """The text of the finished game's record."""
        path = f"/api/tables/{self.table_id}/games/{self.table['game']}/record"
        return str(call(self.base, "GET", path, token=self.tokens.get(self.base, self.name)))


class Tokens:
    """Our tokens at each server, so that we find our seat again; only the owner may read the file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, base: str, name: str) -> str:
        """The token for a server; a new player where there is none, or where it is forgotten."""
        token = self._read().get(base)
        if token and self._is_known(base, token):
            return token
        token = str(call(base, "POST", "/api/players", {"name": name})["token"])
        self.keep(base, token)
        return token

    def of_program(self, base: str, name: str) -> str | None:
        """The token of a program of ours that plays at a server under this name, if it is known there."""
        token = self._read().get(_key(base, name))
        return token if token and self._is_known(base, token) else None

    def keep(self, base: str, token: str, program: str | None = None) -> None:
        """Note who we are at a server, or who a program of ours is."""
        self._write({**self._read(), (_key(base, program) if program else base): token})

    def _is_known(self, base: str, token: str) -> bool:
        try:
            call(base, "GET", "/api/players/me", token=token)
        except ServerRefused:
            return False
        return True

    def _read(self) -> dict[str, str]:
        with suppress(OSError, ValueError):
            found = json.loads(self.path.read_text(encoding="utf-8"))
            if isinstance(found, dict):
                return {str(base): str(token) for base, token in found.items()}
        return {}

    def _write(self, tokens: dict[str, str]) -> None:
        with suppress(OSError):  # without the file we are a new player next time, nothing worse
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(mode=0o600)
            self.path.write_text(json.dumps(tokens), encoding="utf-8")


def _key(base: str, program: str) -> str:
    return f"{base} {program}"
