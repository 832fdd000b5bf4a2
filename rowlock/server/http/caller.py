"""Whoever asks over HTTP: where from, with which token; and the server that answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from fastapi import Request
from fastapi.security import HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param

from rowlock.engine.variant import Variant
from rowlock.server.edge.addresses import address_in
from rowlock.server.edge.rate_limits import Guard
from rowlock.server.errors import BadToken
from rowlock.server.live.lobby import Lobby
from rowlock.server.store import Player
from rowlock.table.messages import Who
from rowlock.table.shapes.answers import Bot

NOBODY = Who(None, None)
bearer = HTTPBearer(auto_error=False, description="the token of `POST /api/players`")


@dataclass(frozen=True)
class Caller:
    """A request's sender. Who that is, is looked up when it matters."""

    lobby: Lobby
    address: str
    token: str | None
    host: str
    """By which name and port the server was reached."""
    guard: Guard

    async def player(self, banned_too: bool = False) -> Player:
        """The player whose token was shown; raises `BadToken` if there is none.

        Whoever is banned is refused, but for what is kept about them and its end.
        """
        if self.token is None:
            raise BadToken("this needs a token: Authorization: Bearer …")
        return await self.lobby.people.find(self.token, banned_too)

    @property
    def here(self) -> ServerHere:
        return ServerHere(self.lobby)


def caller_of(request: Request) -> Caller:
    scheme, token = get_authorization_scheme_param(request.headers.get("authorization"))
    shown = token if scheme.lower() == "bearer" and token else None
    host = request.headers.get("host", "")
    return Caller(request.app.state.lobby, address_in(request.scope), shown, host, request.app.state.guard)


@dataclass(frozen=True)
class ServerHere:
    """The server's answers to questions (`table.api.Here`)."""

    lobby: Lobby

    @property
    def pads(self) -> Sequence[str]:
        return self.lobby.pads.names

    def load_pad(self, name: str, /, **options: str) -> Variant:
        return self.lobby.pads.load(name, **options)

    def bots(self, variant: Variant | None = None, seats: int = 0) -> list[Bot]:
        return self.lobby.bots.described(variant, seats)

    def today(self) -> date:
        return datetime.now(UTC).date()

    def prepare_judge(self, variant: Variant, seats: int = 0) -> None:
        """Everything that judges is installed; whole games are judged in processes of their own."""
