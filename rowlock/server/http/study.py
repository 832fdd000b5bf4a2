"""Reviews and analyses: they are worked out in processes of their own, and kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256

from fastapi.responses import Response

from rowlock.analysis.api.positions import Analyse, read_position
from rowlock.analysis.api.reviews import AskReview, ReviewRecord
from rowlock.engine.game import Game
from rowlock.engine.record import Record, parse_record
from rowlock.server.http.caller import NOBODY, Caller
from rowlock.server.http.shared_answers import check_played
from rowlock.server.http.surface import JSON, answers_to, pack
from rowlock.server.jobs.reviews import WorkKind
from rowlock.server.jobs.uploads import own_pad, read_replay
from rowlock.table import finished
from rowlock.table.api.question import Asking
from rowlock.table.shapes.answers import Waiting
from rowlock.variants import load_named


def _answer(told: bytes | None, ahead: int) -> Response:
    """The answer; or, while it is being worked out, how much lies before it: ask again."""
    if told is not None:
        return Response(told, media_type=JSON)
    return Response(pack(Waiting(state="waiting", ahead=ahead)), 202, media_type=JSON)


@answers_to(AskReview)
async def review(asked: AskReview, caller: Caller) -> Response:
    lobby, who = caller.lobby, caller.address
    room = await check_played(caller, asked.table, asked.game)

    async def find() -> Callable[[], Record]:
        return partial(finished.read_game, await lobby.store.load(asked.table), asked.game)

    kind = WorkKind.HOUSE if lobby.pads.knows(room.table.variant) else WorkKind.BROUGHT
    told = await lobby.reviews.of_game(asked.table, asked.game, who, find, room.table.corrections, kind)
    return _answer(told, lobby.reviews.ahead(who, kind))


@answers_to(ReviewRecord)
async def review_record(asked: ReviewRecord, caller: Caller) -> Response:
    async def find() -> Callable[[], Record]:
        await read_replay(asked.text)  # in a process with tight limits
        return partial(parse_record, asked.text, load_named)

    told = await caller.lobby.reviews.of_record(_key(asked.text), caller.address, find)
    return _answer(told, caller.lobby.reviews.ahead(caller.address, WorkKind.BROUGHT))


@answers_to(Analyse)
async def analyse(asked: Analyse, caller: Caller) -> Response:
    lobby, files = caller.lobby, asked.files

    async def read() -> Game:
        own = await own_pad(files.text, files.parents, lobby.pads) if files else None
        return await lobby.queue.run(partial(read_position, asked.position, Asking(own, NOBODY, caller.here)))

    key = _key(f"{asked.most} {asked.position}\n{asked.variant_text or ''}")
    kind = WorkKind.BROUGHT if files else WorkKind.HOUSE
    told = await lobby.reviews.of_position(key, caller.address, kind, read, asked.most)
    return _answer(told, lobby.reviews.ahead(caller.address, kind))


def _key(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
