"""The operator's side, for `rowlock admin`: tables, players, storage, bans.

It is there only for a server that was given an operator's token, and for whoever shows it.
"""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from rowlock import __version__
from rowlock.community.strangers.reports import DAY
from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.server.edge.addresses import neighbourhood, read_address
from rowlock.server.errors import BadToken, NotAvailable
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.lobby import Lobby
from rowlock.server.live.people import new_act
from rowlock.server.store import Ban
from rowlock.table.api.question import Token
from rowlock.table.errors import BadMessage, NoSuchPlayer
from rowlock.table.messages.limits import Between, TableId, Text
from rowlock.table.texts import plain_id

BEGUN = time.monotonic()
PAGE = 100
"""How many lines of a list are told at most."""
BanKind = Literal["player", "address", "mute"]
Lines = JsonObject
"""An answer for an operator; the database decides which keys it has."""


@dataclass(frozen=True, kw_only=True)
class OperatorQuestion(ServerQuestion):
    """A question of whoever runs the server."""

    token: ClassVar[Token] = "maybe"

    @classmethod
    def check(cls, caller: Caller) -> None:
        token = caller.lobby.config.admin_token
        if token is None:
            raise NotAvailable("this server has no operator's token (--admin-token)")
        if caller.token is None or not hmac.compare_digest(caller.token.encode(), token.encode()):
            raise BadToken("this is not the operator's token")


@dataclass(frozen=True, kw_only=True)
class AskServer(OperatorQuestion, ask="GET /admin"):
    """The server at a glance (operator): version, what this process holds, what is stored."""

    async def serve(self, caller: Caller, /) -> Lines:
        lobby = caller.lobby
        return {
            "version": __version__,
            "seconds": round(time.monotonic() - BEGUN),
            "rooms": len(lobby.rooms),
            "listeners": sum(len(room.listeners) for room in lobby.rooms.values()),
            "storage": await lobby.store.storage(),
        }


@dataclass(frozen=True, kw_only=True)
class AskAllTables(OperatorQuestion, ask="GET /admin/tables"):
    """All tables, the latest used first (operator)."""

    before: float | None = None

    async def serve(self, caller: Caller, /) -> Lines:
        found = await caller.lobby.store.all_tables(self.before, PAGE)
        return {"tables": [{**line, "here": _here(caller.lobby, line["table"])} for line in found]}


def _here(lobby: Lobby, table: str) -> int:
    """How many listen to a table through this process."""
    room = lobby.rooms.get(table)
    return len(room.listeners) if room else 0


@dataclass(frozen=True, kw_only=True)
class AskAllPlayers(OperatorQuestion, ask="GET /admin/players"):
    """Players, the latest first, by part of their name (operator)."""

    name: Annotated[str, Text(0, 64)] = ""
    before: float | None = None

    async def serve(self, caller: Caller, /) -> Lines:
        return {"players": await caller.lobby.store.all_players(self.name, self.before, PAGE)}


@dataclass(frozen=True, kw_only=True)
class AbortGame(OperatorQuestion, ask="POST /admin/tables/{table}/abort", status=204):
    """Break a game off (operator)."""

    table: TableId

    async def serve(self, caller: Caller, /) -> None:
        room = await caller.lobby.visit(self.table)
        answer = await room.break_off("operator")
        if isinstance(answer, RowlockError):
            raise answer
        await caller.lobby.store.write_down(new_act("abort", self.table))


@dataclass(frozen=True, kw_only=True)
class AskBans(OperatorQuestion, ask="GET /admin/bans"):
    """Who is kept out, or may not talk, and until when (operator)."""

    async def serve(self, caller: Caller, /) -> Lines:
        return {"bans": [ban._asdict() for ban in await caller.lobby.people.read_bans()]}


@dataclass(frozen=True, kw_only=True)
class KeepOut(OperatorQuestion, ask="POST /admin/bans", status=204):
    """Keep a player or an address out, or a player from talking (`mute`), from now on (operator).

    With `days` for so long, otherwise for good. Of an IPv6 address it is the whole /64 network. The reason
    is a note for the operator, and stays in the log of what operators did.
    """

    kind: BanKind
    value: Annotated[str, Text(1, 64, clean=plain_id)]
    reason: Annotated[str, Text(0, 200)] = ""
    days: Annotated[int, Between(1, 3650)] | None = None

    async def serve(self, caller: Caller, /) -> None:
        value = self.value.strip()
        if self.kind == "address":
            try:
                value = read_address(value)
            except ValueError:
                raise BadMessage("value: one address, such as 203.0.113.7 or 2001:db8::7") from None
        until = None if self.days is None else time.time() + self.days * DAY
        await caller.lobby.ban(Ban(self.kind, value, self.reason, until))


@dataclass(frozen=True, kw_only=True)
class LetIn(OperatorQuestion, ask="DELETE /admin/bans/{kind}/{value:path}", status=204):
    """Let a player or an address in again, or a player talk again (operator)."""

    kind: BanKind
    value: Annotated[str, Text(1, 64)]

    async def serve(self, caller: Caller, /) -> None:
        value = neighbourhood(self.value) if self.kind == "address" else self.value
        if not await caller.lobby.unban(self.kind, value):
            raise NoSuchPlayer("no such player or address is banned")
