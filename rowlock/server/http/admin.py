"""The operator's side over HTTP, for `rowlock admin`: tables, players, storage, bans.

It is there only for a server that was given an operator's token, and for whoever shows it.
"""

from __future__ import annotations

import hmac
import time
from ipaddress import ip_interface
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response

from rowlock import __version__
from rowlock.engine.errors import RowlockError
from rowlock.server.edge.addresses import neighbourhood
from rowlock.server.errors import BadToken, NotAvailable
from rowlock.server.http.bodies import NewBan
from rowlock.server.http.tables import PROBLEMS, Host, MaybeToken, TableId, limit
from rowlock.server.live.lobby import Lobby
from rowlock.server.store import Ban
from rowlock.table.errors import BadMessage, NoSuchPlayer
from rowlock.table.table import Plain

BEGUN = time.monotonic()
PAGE = 100
"""How many lines of a list are told at most."""


def check_operator(request: Request, shown: MaybeToken) -> None:
    token = request.app.state.config.admin_token
    if token is None:
        raise NotAvailable("this server has no operator's token (--admin-token)")
    if shown is None or not hmac.compare_digest(shown.credentials.encode(), token.encode()):
        raise BadToken("this is not the operator's token")


router = APIRouter(
    prefix="/api/admin",
    responses=PROBLEMS,
    dependencies=[limit("requests"), Depends(check_operator)],
)


@router.get("")
async def overview(lobby: Host) -> Plain:
    """The server at a glance (operator): version, what this process holds, what is stored."""
    listeners = sum(len(room.listeners) for room in lobby.rooms.values())
    return {
        "version": __version__,
        "seconds": round(time.monotonic() - BEGUN),
        "rooms": len(lobby.rooms),
        "listeners": listeners,
        "storage": await lobby.store.storage(),
    }


@router.get("/tables")
async def tables(lobby: Host, before: Annotated[float | None, Query()] = None) -> Plain:
    """All tables, the latest used first (operator)."""
    found = await lobby.store.all_tables(before, PAGE)
    return {"tables": [{**line, "here": _here(lobby, line["table"])} for line in found]}


def _here(lobby: Lobby, table: str) -> int:
    """How many listen to a table through this process."""
    room = lobby.rooms.get(table)
    return len(room.listeners) if room else 0


@router.get("/players")
async def players(
    lobby: Host,
    name: Annotated[str, Query(max_length=64)] = "",
    before: Annotated[float | None, Query()] = None,
) -> Plain:
    """Players, the latest first, by part of their name (operator)."""
    return {"players": await lobby.store.all_players(name, before, PAGE)}


@router.post("/tables/{table}/abort", status_code=204)
async def abort(table: TableId, lobby: Host) -> Response:
    """Break a game off (operator)."""
    room = await lobby.visit(table)
    answer = await room.break_off("operator")
    if isinstance(answer, RowlockError):
        raise answer
    return Response(status_code=204)


@router.get("/bans")
async def bans(lobby: Host) -> Plain:
    """Who is kept out (operator)."""
    return {"bans": [ban._asdict() for ban in await lobby.people.read_bans()]}


@router.post("/bans", status_code=204)
async def ban(wanted: NewBan, lobby: Host) -> Response:
    """Keep a player or an address out, from now on and for good (operator).

    Of an IPv6 address it is the whole /64 network.
    """
    value = wanted.value.strip()
    if wanted.kind == "address":
        try:
            ip_interface(value)
        except ValueError:
            raise BadMessage("value: an address such as 203.0.113.7") from None
        value = neighbourhood(value)
    await lobby.ban(Ban(wanted.kind, value, wanted.reason))
    return Response(status_code=204)


@router.delete("/bans/{kind}/{value:path}", status_code=204)
async def unban(
    kind: Literal["player", "address"], value: Annotated[str, Path(max_length=64)], lobby: Host
) -> Response:
    """Let a player or an address in again (operator)."""
    if not await lobby.unban(kind, neighbourhood(value) if kind == "address" else value):
        raise NoSuchPlayer("no such player or address is banned")
    return Response(status_code=204)
