"""A player's own account over HTTP: a code for the next device, what is kept about oneself, and its end."""

from __future__ import annotations

from collections.abc import AsyncIterator

import orjson
from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse

from rowlock.server.protocol_http import RecoveryCode
from rowlock.server.routes import PROBLEMS, Host, Token, limit
from rowlock.server.told_http import PlayerMade, RecoveryMade

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
    parts = lobby.people.data_of(await lobby.people.find(token))
    name = {"content-disposition": 'attachment; filename="rowlock-my-data.json"'}
    return StreamingResponse(_as_list(parts), media_type="application/json", headers=name)


async def _as_list(parts: AsyncIterator[dict[str, object]]) -> AsyncIterator[bytes]:
    """A list that is sent as it is read: somebody may have played for years."""
    before = b"["
    async for part in parts:
        yield before + orjson.dumps(part, option=orjson.OPT_INDENT_2)
        before = b",\n"
    yield b"]\n"


@router.delete("/players/me", status_code=204, dependencies=[limit("uploads")])
async def forget_me(token: Token, lobby: Host) -> Response:
    """Be forgotten: token, code and list of games go, and tables name you no longer. It cannot be undone."""
    await lobby.forget(await lobby.people.find(token))
    return Response(status_code=204)
