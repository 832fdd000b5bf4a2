"""Everything around the table, over HTTP: players, tables, variants."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool

from rowlock import __version__
from rowlock.engine.view import plain_variant
from rowlock.locale.rules import outline
from rowlock.server.edge.addresses import address_in
from rowlock.server.edge.rate_limits import Guard
from rowlock.server.errors import BadToken, NoSpectators
from rowlock.server.http.answers import GameKept, PlayerMade, PlayerShown, Problem, TableMade
from rowlock.server.http.bodies import GamePlayed, NewPlayer, NewTable, RecordText, Rename, VariantText
from rowlock.server.jobs.uploads import read_replay, read_upload
from rowlock.server.live.lobby import Lobby, games_of
from rowlock.server.live.room import Room
from rowlock.server.store import Player
from rowlock.table import texts
from rowlock.table.history import plain_past, view_at
from rowlock.table.outgoing import PROTOCOL
from rowlock.table.table import Plain
from rowlock.table.views import shown_commitment, table_standing, table_summary

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}
JSON = {"content": {"application/json": {"schema": {"type": "object"}}}}
LISTED_FOR = 6 * 3600
"""Seconds for which a listed table is shown after it was last used."""

bearer = HTTPBearer(auto_error=False, description="the token of `POST /api/players`")


def lobby_of(request: Request) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


def address_of(request: Request) -> str:
    return address_in(request.scope)


def limit(kind: str) -> Any:
    """A dependency that counts a request of a kind against its address."""

    def count(request: Request) -> None:
        guard: Guard = request.app.state.guard
        guard.take(kind, address_of(request))
        lobby_of(request).people.check("address", address_of(request))

    return Depends(count)


async def token_of(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    if credentials is None:
        raise BadToken("this needs a token: Authorization: Bearer …")
    return credentials.credentials


Host = Annotated[Lobby, Depends(lobby_of)]
Address = Annotated[str, Depends(address_of)]
Token = Annotated[str, Depends(token_of)]
MaybeToken = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
TableId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]
GameNumber = Annotated[int, Path(ge=1, le=100_000)]

router = APIRouter(prefix="/api", responses=PROBLEMS, dependencies=[limit("requests")])


@router.get("/about")
async def about(lobby: Host) -> Plain:
    """Version, address, bots, phrases, timers and limits of this server."""
    timers = lobby.config.pace.timers
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "address": lobby.config.address,
        "bots": await run_in_threadpool(lobby.bots.described),
        "phrases": list(texts.PHRASES),
        "timers": {name: {"nudge": t[0], "skip": t[1]} if t else None for name, t in timers.items()},
        "limits": {
            "name": texts.NAME_LONGEST,
            "chat": texts.CHAT_LONGEST,
            "seed": texts.SEED_LONGEST,
            "variant": texts.VARIANT_LONGEST,
            "record": texts.RECORD_LONGEST,
        },
    }


@router.get("/bots")
async def bots(lobby: Host) -> Plain:
    """The bots of this server, each with a line of character."""
    return {"bots": await run_in_threadpool(lobby.bots.described)}


@router.post("/players", status_code=201, dependencies=[limit("players")])
async def new_player(wanted: NewPlayer, lobby: Host) -> PlayerMade:
    """Become somebody: no account, only a name and a token to keep."""
    player, token = await lobby.people.new(wanted.name, wanted.program)
    return PlayerMade(player=player.id, name=player.name, token=token)


@router.get("/players/me")
async def me(token: Token, lobby: Host) -> PlayerShown:
    """Who this token is."""
    player = await lobby.people.find(token)
    return PlayerShown(player=player.id, name=player.name)


@router.patch("/players/me")
async def rename(wanted: Rename, token: Token, lobby: Host) -> PlayerShown:
    """Take another name, from the next seat on."""
    player = await lobby.people.rename(token, wanted.name)
    return PlayerShown(player=player.id, name=player.name)


@router.get("/variants", response_class=Response, responses={200: JSON})
async def variants(lobby: Host) -> Response:
    """All variants, those of the house too, each with everything needed to draw its sheet."""

    def tell() -> bytes:
        return orjson.dumps({"variants": [plain_variant(lobby.pads.load(name)) for name in lobby.pads.names]})

    told = await lobby.aside.once("variants", lambda: lobby.aside.run(tell))
    return Response(told, media_type="application/json")


@router.get("/variants/{name}")
async def variant(name: Annotated[str, Path(max_length=64)], lobby: Host) -> Plain:
    """One variant."""
    return dict(plain_variant(lobby.pads.find(name)))


@router.get("/variants/{name}/rules", dependencies=[limit("questions")])
async def rules(name: Annotated[str, Path(max_length=64)], lobby: Host) -> Plain:
    """The rules of a variant: the sentences that tell them, by key, with examples as sheets and facts."""
    return {"rules": await lobby.aside.run(partial(outline, lobby.pads.find(name)))}


@router.post("/variants", dependencies=[limit("uploads")])
async def check_variant(wanted: VariantText, lobby: Host) -> Plain:
    """Check a variant of one's own; every mistake is named with its line."""
    return dict(plain_variant(await read_upload(wanted.text, wanted.parents, lobby.pads)))


@router.post("/tables", status_code=201, dependencies=[limit("tables")])
async def new_table(wanted: NewTable, token: Token, lobby: Host) -> TableMade:
    """Open a table, and start at once if that is wanted and no seat is open."""
    player = await lobby.people.find(token)
    table = await lobby.create(player, wanted)
    if wanted.start:
        await lobby.start(table.id, player)
    return TableMade(table=table.id, link=f"/t/{table.id}", commitment=shown_commitment(table))


@router.get("/tables")
async def listed_tables(lobby: Host) -> Plain:
    """The listed tables that were used lately."""
    return {"tables": await lobby.listed(LISTED_FOR)}


@router.get("/tables/{table}")
async def one_table(table: TableId, lobby: Host) -> Plain:
    """A table in a few words, and how its game stands, for whoever holds its link."""
    found = (await lobby.room(table)).table
    return {**table_summary(found), **table_standing(found)}


@router.get("/tables/{table}/bots", dependencies=[limit("questions")])
async def bots_at_table(table: TableId, lobby: Host) -> Plain:
    """The bots, each with what it plays this table's pad by: a network, solved values, a hand."""
    there = (await lobby.room(table)).table
    return {"bots": await lobby.aside.run(partial(lobby.bots.described, there.variant, len(there.seats)))}


@router.get("/tables/{table}/variant")
async def variant_of_table(table: TableId, lobby: Host) -> Plain:
    """The sheet that is played at a table."""
    return dict(plain_variant((await lobby.room(table)).table.variant))


@router.get("/tables/{table}/rules", dependencies=[limit("questions")])
async def rules_of_table(table: TableId, lobby: Host) -> Plain:
    """The rules of the pad that is played at a table; strangers' pads come without examples."""
    there = (await lobby.room(table)).table.variant
    return {"rules": await lobby.aside.run(partial(outline, there, there.is_known))}


async def watched(lobby: Lobby, table: str, credentials: HTTPAuthorizationCredentials | None) -> Room:
    """A table's room, for those who may see what is played there."""
    room = await lobby.room(table)
    if not room.table.settings.spectators:
        player: Player | None = await lobby.people.find(credentials.credentials) if credentials else None
        if not room.table.is_member(player.id if player else None):
            raise NoSpectators("this table does not want to be watched")
    return room


@router.get("/tables/{table}/past", dependencies=[limit("questions")])
async def past(table: TableId, lobby: Host, token: MaybeToken) -> Plain:
    """What was rolled and marked lately at a table with real dice: all that can be put right by consent."""
    room = await watched(lobby, table, token)
    return {"past": await lobby.aside.run(partial(plain_past, room.table))}


@router.get("/tables/{table}/past/{place}", dependencies=[limit("questions")])
async def past_view(
    table: TableId, place: Annotated[int, Path(ge=0, le=100_000)], lobby: Host, token: MaybeToken
) -> Plain:
    """The view of the seat that marked one of these, as it was then, with the moves that it had."""
    room = await watched(lobby, table, token)
    return await lobby.aside.run(partial(view_at, room.table, place))


@router.post(
    "/replay",
    response_class=Response,
    responses={200: JSON},
    dependencies=[limit("uploads")],
)
async def replay_text(wanted: RecordText) -> Response:
    """Any record step by step, as far as it is whole."""
    return Response(await read_replay(wanted.text), media_type="application/json")


@router.post("/games", status_code=201, dependencies=[limit("uploads")])
async def bring_game(wanted: GamePlayed, token: Token, lobby: Host) -> GameKept:
    """Keep a finished game that was played on a device without a server; it is marked as played offline.

    The same game again is kept once.
    """
    player = await lobby.people.find(token)
    await read_replay(wanted.text)  # in a process with tight limits
    return GameKept(table=await lobby.bring(player, wanted.text, wanted.seats), game=1)


@router.get("/games")
async def history(
    token: Token,
    lobby: Host,
    before: Annotated[float | None, Query(description="`at` of the last game seen")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Plain:
    """One's finished games, the latest first."""
    return {"games": await games_of(lobby, await lobby.people.find(token), before, limit)}


@router.get(
    "/print/{name}.{form}",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}, "image/svg+xml": {}}}},
    dependencies=[limit("uploads")],
)
async def printed(
    name: Annotated[str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$")],
    form: Annotated[Literal["pdf", "svg"], Path()],
    lobby: Host,
    per_page: Annotated[int, Query(ge=1, le=8)] = 2,
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
    paper: Annotated[Literal["a4", "letter"], Query()] = "a4",
    grey: Annotated[bool, Query()] = False,
    rules: Annotated[bool, Query()] = False,
) -> Response:
    """Score sheets to print."""
    from rowlock.printing import MEDIA_TYPES, PrintOptions, render

    chosen = lobby.pads.find(name)
    options = PrintOptions(form, paper, per_page, grey=grey, lang=lang, rules=rules)
    sheets = await lobby.aside.run(partial(render, chosen, options))
    return Response(sheets, media_type=MEDIA_TYPES[form])
