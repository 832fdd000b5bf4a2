"""What games and positions teach, over HTTP: reviews, analyses. See docs/review.md for what they hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path
from fastapi.responses import Response

from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game
from rowlock.engine.record import Record, parse_record
from rowlock.engine.view import plain_variant, view
from rowlock.server.games import check_reader
from rowlock.server.hub import Listener
from rowlock.server.protocol import AskHint
from rowlock.server.protocol_http import HintWanted, PositionText, RecordText, TutorWanted
from rowlock.server.room import Room
from rowlock.server.routes import JSON, PROBLEMS, Address, GameNumber, Host, MaybeToken, TableId, Token, limit
from rowlock.server.store import Player
from rowlock.server.uploads import own_pad, read_position, read_replay
from rowlock.table import finished
from rowlock.table.errors import NotYourSeat
from rowlock.table.hints import ask_hint
from rowlock.table.table import Entry, Plain, Table
from rowlock.variants import load_named

router = APIRouter(prefix="/api", responses=PROBLEMS, dependencies=[limit("requests")])
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
    room = await check_reader(lobby, table, game, token)

    async def find() -> Callable[[], Record]:
        return partial(finished.read_game, await lobby.store.load(table), game)

    told = await lobby.reviews.of_game(table, game, who, find, room.table.corrections)
    return _answer(told, lobby.reviews.waiting)


@router.post("/review", response_class=Response, responses=ANSWERS, dependencies=[limit("uploads")])
async def review_text(wanted: RecordText, lobby: Host, who: Address) -> Response:
    """The review of any record; 202 as long as it is being worked out: send it again."""

    async def find() -> Callable[[], Record]:
        await read_replay(wanted.text)  # in a process with tight limits
        return partial(parse_record, wanted.text, load_named)

    return _answer(await lobby.reviews.of_record(_key(wanted.text), who, find), lobby.reviews.waiting)


@router.post("/analyse", response_class=Response, responses=ANSWERS, dependencies=[limit("questions")])
async def analyse(wanted: PositionText, lobby: Host, who: Address) -> Response:
    """What a position of any pad is worth, and every option of the seats that are asked."""

    async def read() -> Game:
        own = await own_pad(wanted.variant_text) if wanted.variant_text is not None else None
        return await lobby.aside.run(partial(read_position, wanted.position, own))

    key = _key(f"{wanted.position}\n{wanted.variant_text or ''}")
    return _answer(await lobby.reviews.of_position(key, who, read), lobby.reviews.waiting)


def _key(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()


@router.post("/tables/{table}/hint", dependencies=[limit("questions")])
async def give_hint(table: TableId, wanted: HintWanted, lobby: Host, token: Token) -> Plain:
    """A hint for a seat of yours that is to choose: best move, all options, why. The table notes it."""
    room, player = await lobby.room(table), await lobby.people.find(token)
    game, seat = _asked(room.table, player.id, wanted.seat)
    found = await lobby.aside.run(partial(_hint, game, seat))
    await _note_hint(room, player, seat)
    return found


@router.post("/tables/{table}/tutor", dependencies=[limit("questions")])
async def ask_tutor(table: TableId, wanted: TutorWanted, lobby: Host, token: Token) -> Plain:
    """What is `better` than a move that you are about to make, null if little is lost by it.

    The table notes a hint only if there is something better.
    """
    room, player = await lobby.room(table), await lobby.people.find(token)
    game, seat = _asked(room.table, player.id, wanted.seat)
    found = await lobby.aside.run(partial(_better, game, seat, wanted))
    if found:
        await _note_hint(room, player, seat)
    return {"better": found}


def _asked(table: Table, player: str, seat: int | None) -> tuple[Game, int]:
    """The game and the seat of this player that may have a hint now."""
    own = table.seats_of(player)
    if seat is None and len(own) != 1:
        raise NotYourSeat("say which of your seats it is for" if own else "no seat here is yours")
    asked = own[0] if seat is None else seat
    ask_hint(table, Entry(0, 0.0, player, "hint", {"seat": asked}))  # raises what speaks against it
    assert table.game is not None
    return table.game, asked


async def _note_hint(room: Room, player: Player, seat: int) -> None:
    answer = await room.request(Listener(player), AskHint(type="hint", seat=seat))
    if isinstance(answer, RowlockError):
        raise answer


def _hint(game: Game, seat: int) -> Plain:
    from rowlock.analysis.hints import hint

    return dict(hint(game.variant, view(game, seat)))


def _better(game: Game, seat: int, wanted: TutorWanted) -> Plain | None:
    from rowlock.analysis.hints import better

    found = better(game.variant, view(game, seat), wanted.move, wanted.grade)
    return dict(found) if found else None


@router.get("/puzzles")
async def puzzles(lobby: Host) -> Plain:
    """How many puzzles there are, of which pads, and the number of today's."""
    from rowlock.analysis.puzzles import number_of_day, shipped

    known = await lobby.aside.run(shipped)
    pads: dict[str, list[int]] = {}
    for number, one in enumerate(known, 1):
        pads.setdefault(one.variant, []).append(number)
    return {"count": len(known), "today": number_of_day(datetime.now(UTC).date()), "pads": pads}


@router.get("/puzzles/{number}", dependencies=[limit("questions")])
async def one_puzzle(number: PuzzleNumber, lobby: Host) -> Plain:
    """A puzzle: the view of the seat that is asked; `grade` is the weakest bot that solves it."""
    from rowlock.analysis.puzzles import puzzle

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
async def solve_puzzle(number: PuzzleNumber, lobby: Host) -> Plain:
    """The best move of a puzzle, all options with their worth, and why."""
    from rowlock.analysis.puzzles import puzzle, solution

    return dict(await lobby.aside.run(lambda: solution(puzzle(number))))
