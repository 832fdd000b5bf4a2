"""What games and positions teach, over HTTP: reviews, analyses. See docs/review.md for what they hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game
from rowlock.engine.record import Record, parse_record
from rowlock.engine.view import plain_variant, view
from rowlock.server.http.bodies import HintWanted, PositionText, RecordText, TutorWanted
from rowlock.server.http.games import check_played
from rowlock.server.http.tables import (
    JSON,
    PROBLEMS,
    Address,
    GameNumber,
    Host,
    MaybeToken,
    TableId,
    Token,
    limit,
)
from rowlock.server.jobs.reviews import Kind
from rowlock.server.jobs.uploads import own_pad, read_position, read_replay
from rowlock.server.live.hub import Listener
from rowlock.server.live.room import Room
from rowlock.server.store import Player
from rowlock.table import finished
from rowlock.table.messages.play import AskHint, seat_for_hint
from rowlock.table.table import Plain
from rowlock.variants import load_named

router = APIRouter(prefix="/api", responses=PROBLEMS, dependencies=[limit("requests")])
Answer = Annotated[str | None, Query(max_length=32)]
"""A move, as somebody answered a puzzle."""
PuzzleNumber = Annotated[int, Path(ge=1, le=1_000_000)]
ANSWERS: dict[int | str, dict[str, Any]] = {200: JSON, 202: JSON}


def _answer(told: bytes | None, ahead: int) -> Response:
    """What was asked for; or, while it is being worked out, how much lies before it: ask again."""
    if told is None:
        return Response(
            orjson.dumps({"state": "waiting", "ahead": ahead}), 202, media_type="application/json"
        )
    return Response(told, media_type="application/json")


@router.get("/tables/{table}/games/{game}/review", response_class=Response, responses=ANSWERS)
async def review(table: TableId, game: GameNumber, lobby: Host, token: MaybeToken, who: Address) -> Response:
    """The review of a finished game; 202 with `ahead` as long as it is being worked out."""
    room = await check_played(lobby, table, game, token)

    async def find() -> Callable[[], Record]:
        return partial(finished.read_game, await lobby.store.load(table), game)

    kind = Kind.HOUSE if lobby.pads.knows(room.table.variant) else Kind.BROUGHT
    told = await lobby.reviews.of_game(table, game, who, find, room.table.corrections, kind)
    return _answer(told, lobby.reviews.ahead(who, kind))


@router.post("/review", response_class=Response, responses=ANSWERS, dependencies=[limit("uploads")])
async def review_text(wanted: RecordText, lobby: Host, who: Address) -> Response:
    """The review of any record; 202 as long as it is being worked out: send it again."""

    async def find() -> Callable[[], Record]:
        await read_replay(wanted.text)  # in a process with tight limits
        return partial(parse_record, wanted.text, load_named)

    told = await lobby.reviews.of_record(_key(wanted.text), who, find)
    return _answer(told, lobby.reviews.ahead(who, Kind.BROUGHT))


@router.post("/analyse", response_class=Response, responses=ANSWERS, dependencies=[limit("questions")])
async def analyse(wanted: PositionText, lobby: Host, who: Address) -> Response:
    """What a position of any pad is worth, and every option of the seats that are asked."""

    async def read() -> Game:
        own = await own_pad(wanted.variant_text) if wanted.variant_text is not None else None
        return await lobby.aside.run(partial(read_position, wanted.position, own))

    key = _key(f"{wanted.position}\n{wanted.variant_text or ''}")
    kind = Kind.HOUSE if wanted.variant_text is None else Kind.BROUGHT
    return _answer(await lobby.reviews.of_position(key, who, kind, read), lobby.reviews.ahead(who, kind))


def _key(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()


@router.post("/tables/{table}/hint", dependencies=[limit("questions")])
async def give_hint(table: TableId, wanted: HintWanted, lobby: Host, token: Token) -> Plain:
    """A hint for a seat of yours that is to choose: best move, all options, why. The table notes it."""
    room, player = await lobby.room(table), await lobby.people.find(token)
    game, seat = seat_for_hint(room.table, player.id, wanted.seat)
    found = await lobby.aside.run(partial(_hint, game, seat))
    await _note_hint(room, player, seat)
    return found


@router.post("/tables/{table}/tutor", dependencies=[limit("questions")])
async def ask_tutor(table: TableId, wanted: TutorWanted, lobby: Host, token: Token) -> Plain:
    """What is `better` than a move that you are about to make, null if little is lost by it.

    The table notes a hint only if there is something better.
    """
    room, player = await lobby.room(table), await lobby.people.find(token)
    game, seat = seat_for_hint(room.table, player.id, wanted.seat)
    found = await lobby.aside.run(partial(_better, game, seat, wanted))
    if found:
        await _note_hint(room, player, seat)
    return {"better": found}


async def _note_hint(room: Room, player: Player, seat: int) -> None:
    answer = await room.request(Listener(player), AskHint(seat=seat))
    if isinstance(answer, RowlockError):
        raise answer


def _hint(game: Game, seat: int) -> Plain:
    from rowlock.analysis.hints.hint import hint

    return dict(hint(game.variant, view(game, seat)))


def _better(game: Game, seat: int, wanted: TutorWanted) -> Plain | None:
    from rowlock.analysis.hints.hint import better

    found = better(game.variant, view(game, seat), wanted.move, wanted.grade)
    return dict(found) if found else None


@router.get("/puzzles")
async def puzzles(lobby: Host) -> Plain:
    """How many puzzles there are, by pad, level and theme, and the numbers of today's."""
    from rowlock.analysis.puzzles.puzzle import overview

    return await lobby.aside.run(lambda: overview(datetime.now(UTC).date()))


@router.get("/puzzles/{number}", dependencies=[limit("questions")])
async def one_puzzle(number: PuzzleNumber, lobby: Host) -> Plain:
    """A puzzle: the view of the seat that is asked; `grade` is the weakest bot that solves it."""
    from rowlock.analysis.puzzles.puzzle import puzzle

    def read() -> Plain:
        one = puzzle(number)
        game = one.game
        return {
            "number": number,
            "variant": plain_variant(game.variant),
            "position": one.position,
            "seat": one.seat,
            "grade": one.grade,
            "view": view(game, one.seat),
        }

    return await lobby.aside.run(read)


@router.get("/puzzles/{number}/solution", dependencies=[limit("questions")])
async def solve_puzzle(number: PuzzleNumber, lobby: Host, answer: Answer = None) -> Plain:
    """The best move of a puzzle, all options with their worth, and why it beats the answer or the next."""
    from rowlock.analysis.puzzles.puzzle import puzzle, solution

    return dict(await lobby.aside.run(lambda: solution(puzzle(number), answer)))
