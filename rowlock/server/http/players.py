"""A player's own account over HTTP: a code for the next device, what is kept about oneself, and its end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

import orjson
from fastapi import APIRouter, Path
from fastapi.responses import Response, StreamingResponse

from rowlock.server.http.answers import ForgettingBegun, ForgettingShown, PlayerMade, RecoveryMade
from rowlock.server.http.bodies import RecoveryCode
from rowlock.server.http.tables import PROBLEMS, Host, Token, limit
from rowlock.server.jobs.export import data_of
from rowlock.table.errors import NoSuchPlayer

router = APIRouter(prefix="/api", responses=PROBLEMS, dependencies=[limit("requests")])


@router.post("/players/me/recovery", status_code=201, dependencies=[limit("players")])
async def recovery(token: Token, lobby: Host) -> RecoveryMade:
    """A code with which you come back on another device; it is shown once and replaces an earlier one."""
    code = await lobby.people.new_code(await lobby.people.find(token))
    return RecoveryMade(code=code, link=f"/me#{code}")


@router.post("/players/recover", dependencies=[limit("players")])
async def recover(wanted: RecoveryCode, lobby: Host) -> PlayerMade:
    """Come back with a code: the same player, a new token; code and old token are good no longer."""
    player, token = await lobby.people.come_back(wanted.code)
    await lobby.sign_out(player.id)
    return PlayerMade(player=player.id, name=player.name, token=token)


@router.get(
    "/players/me/data",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "array"}}}}},
    dependencies=[limit("uploads")],
)
async def my_data(token: Token, lobby: Host) -> Response:
    """All that is kept about you: who you are, your games, and what you said at every table."""
    parts = data_of(lobby.store, (await lobby.people.find(token)).id)
    name = {"content-disposition": 'attachment; filename="rowlock-my-data.json"'}
    return StreamingResponse(_as_list(parts), media_type="application/json", headers=name)


async def _as_list(parts: AsyncIterator[dict[str, object]]) -> AsyncIterator[bytes]:
    """A list that is sent as it is read: somebody may have played for years."""
    before = b"["
    async for part in parts:
        yield before + orjson.dumps(part, option=orjson.OPT_INDENT_2)
        before = b",\n"
    yield b"]\n"


@router.delete("/players/me", status_code=202, dependencies=[limit("uploads")])
async def forget_me(token: Token, lobby: Host) -> ForgettingBegun:
    """Be forgotten: token and code go at once, name, words and list of games soon. It cannot be undone."""
    ticket = await lobby.forget(await lobby.people.find(token))
    return ForgettingBegun(ticket=ticket, link=f"/api/forgetting/{ticket}")


@router.get("/forgetting/{ticket}")
async def forgetting(
    ticket: Annotated[str, Path(pattern="^[a-z0-9]{1,32}$")], lobby: Host
) -> ForgettingShown:
    """How far the forgetting of somebody has come, by the ticket that `DELETE /api/players/me` gave."""
    shown = await lobby.store.forgetting.progress(ticket)
    if shown is None:
        raise NoSuchPlayer("nobody is being forgotten under this ticket")
    return ForgettingShown(**shown)
