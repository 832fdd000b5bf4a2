"""Finished games over HTTP: how they ended, their records, sheets, replays and dice.

All of it follows from a table's log and never changes, so it is worked out once, beside the event loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Path, Query
from fastapi.responses import PlainTextResponse, Response
from fastapi.security import HTTPAuthorizationCredentials
from starlette.concurrency import run_in_threadpool

from rowlock.engine.record import Record, format_record
from rowlock.server.http.tables import JSON, PROBLEMS, GameNumber, Host, MaybeToken, TableId, limit, watched
from rowlock.server.jobs.uploads import read_replay
from rowlock.server.live.lobby import Lobby
from rowlock.server.live.room import Room
from rowlock.table import finished
from rowlock.table.errors import NoSuchGame, NotOver
from rowlock.table.table import Plain

router = APIRouter(
    prefix="/api/tables/{table}/games/{game}", responses=PROBLEMS, dependencies=[limit("requests")]
)


async def check_reader(
    lobby: Lobby, table: str, game: int, credentials: HTTPAuthorizationCredentials | None
) -> Room:
    """Games are for those who may watch; a member who asks for an abandoned one has it ended first."""
    room = await watched(lobby, table, credentials)
    if room.is_abandoned and room.table.game_number == game and credentials:
        player = await lobby.people.find(credentials.credentials)
        if room.table.is_member(player.id):
            await room.break_off("abandoned")
    return room


async def check_played(
    lobby: Lobby, table: str, game: int, credentials: HTTPAuthorizationCredentials | None
) -> Room:
    """The same for a game that is over: nobody has a whole log read for one that was never played."""
    room = await check_reader(lobby, table, game, credentials)
    if not room.table.has_finished(game):
        room = await lobby.visit(table)  # another process may know more
    if game > room.table.game_number:
        raise NoSuchGame(f"this table has not played a game {game}")
    if not room.table.has_finished(game):
        raise NotOver("the record can be read when the game is over")
    return room


async def _told(
    what: str,
    make: Callable[[Lobby, str, int], Awaitable[bytes]],
    lobby: Lobby,
    table: str,
    game: int,
    credentials: HTTPAuthorizationCredentials | None,
) -> bytes:
    """What a route tells about a game, worked out once; again if the game was corrected after its end."""
    room = await check_played(lobby, table, game, credentials)
    key = f"{what} {table} {game} {room.table.corrections}"
    return await lobby.aside.once(key, lambda: make(lobby, table, game))


async def _made(lobby: Lobby, table: str, game: int, make: Callable[[Record], bytes]) -> bytes:
    """Something made from a finished game, when its turn comes."""
    async with lobby.aside.turn():
        log = await lobby.store.load(table)
        return await run_in_threadpool(lambda: make(finished.read_game(log, game)))


@router.get("")
async def game(table: TableId, game: GameNumber, lobby: Host, token: MaybeToken) -> Plain:
    """How a finished game ended."""
    await check_reader(lobby, table, game, token)
    found = await lobby.store.finished_game(table, game)
    if found is None:
        raise NoSuchGame(f"this table has not finished a game {game}")
    return found


@router.get(
    "/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    dependencies=[limit("questions")],
)
async def record(table: TableId, game: GameNumber, lobby: Host, token: MaybeToken) -> Response:
    """The record of a finished game, for download."""
    text = await _told("record", _record, lobby, table, game, token)
    name = f"{table}-{game}.rowlock"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


async def _record(lobby: Lobby, table: str, game: int) -> bytes:
    return await _made(lobby, table, game, lambda played: format_record(played).encode())


@router.get(
    "/print.{form}",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}, "image/svg+xml": {}}}},
    dependencies=[limit("uploads")],
)
async def printed_game(
    table: TableId,
    game: GameNumber,
    form: Annotated[Literal["pdf", "svg"], Path()],
    lobby: Host,
    token: MaybeToken,
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
) -> Response:
    """The sheets of a finished game, filled in, to print."""
    from rowlock.printing import MEDIA_TYPES, PrintOptions, render_record, room_for

    def render(played: Record) -> bytes:
        options = PrintOptions(form, per_page=room_for(len(played.seats)), lang=lang)
        return render_record(played, options)

    await check_played(lobby, table, game, token)
    sheets = await _made(lobby, table, game, render)
    return Response(sheets, media_type=MEDIA_TYPES[form])


@router.get("/replay", response_class=Response, responses={200: JSON}, dependencies=[limit("questions")])
async def replay(table: TableId, game: GameNumber, lobby: Host, token: MaybeToken) -> Response:
    """A finished game step by step."""
    told = await _told("replay", _replay, lobby, table, game, token)
    return Response(told, media_type="application/json")


async def _replay(lobby: Lobby, table: str, game: int) -> bytes:
    """The replay; on a stranger's pad in a process with limits, however heavy its moves are."""

    def show(played: Record) -> bytes:
        if played.variant.is_known:
            return orjson.dumps(finished.replay_of(played))
        own.append(format_record(played))
        return b""

    own = list[str]()
    told = await _made(lobby, table, game, show)
    return await read_replay(own[0]) if own else told


@router.get("/dice", response_class=Response, responses={200: JSON}, dependencies=[limit("questions")])
async def dice(table: TableId, game: GameNumber, lobby: Host, token: MaybeToken) -> Response:
    """Secret, seals, seeds and rolls of a finished game: all that is needed to verify its dice."""
    told = await _told("dice", _dice, lobby, table, game, token)
    return Response(told, media_type="application/json")


async def _dice(lobby: Lobby, table: str, game: int) -> bytes:
    return await _made(lobby, table, game, lambda played: orjson.dumps(finished.dice_of(played)))
