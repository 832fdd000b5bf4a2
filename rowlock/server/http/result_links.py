"""The result and its picture that a finished game's link shows in a chat, if everybody in it agrees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import orjson
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from rowlock.engine.game import outcome
from rowlock.engine.record import Record
from rowlock.locale import load_catalogue
from rowlock.locale.words import seat_names, variant_title
from rowlock.server.http.caller import Caller
from rowlock.server.http.games import OfKeptGame
from rowlock.server.http.shared_answers import check_played, made_of_game
from rowlock.server.http.tables import Language
from rowlock.table.errors import NoSuchGame
from rowlock.table.finished import people_in
from rowlock.table.log import records
from rowlock.table.shapes.answers import Ended
from rowlock.table.table import Entry

MINUTES = "public, max-age=300"
"""Whoever agrees no longer is asked again soon."""


class ShownResult(NamedTuple):
    """The words that a messenger writes, and the picture beside them."""

    title: str
    line: str
    picture: str
    """Its path, and the language it is asked for in."""


async def shown_result(caller: Caller, table: str, game: int, lang: str) -> ShownResult:
    """The result of a game for whoever has its link; raises if it is not to be shown."""
    await check_shown(caller, table, game)
    ended = await caller.lobby.store.finished_game(table, game)
    if ended is None:
        raise NoSuchGame(f"this table has not finished a game {game}")
    pad = variant_title(load_catalogue(lang), {"name": ended["variant"], "title": ended["title"]})
    picture = f"/api/tables/{table}/games/{game}/picture.png?lang={lang}"
    return ShownResult(" · ".join(_points(lang, ended)), f"Rowlock · {pad}", picture)


def _points(lang: str, ended: Ended) -> Iterable[str]:
    """Names with points, the winners first."""
    names = seat_names(
        load_catalogue(lang), ended["seats"], ended.get("bots") or [None] * len(ended["seats"])
    )
    order = sorted(range(len(names)), key=lambda seat: (seat not in ended["winners"], -ended["scores"][seat]))
    return (f"{names[seat]} {ended['scores'][seat]}" for seat in order)


async def check_shown(caller: Caller, table: str, game: int) -> int:
    """How often the game was corrected; raises if its result is not to be shown to everybody with its link.

    Everybody in it must agree, now; its dice must be nobody else's too; and it must be open to be watched.
    """
    store, hidden = caller.lobby.store, NoSuchGame("the result of this game is not shown to others")
    if not await store.all_show(await store.holders_of(table, game)):
        raise hidden  # nobody has a table read whose people have not agreed
    room = await check_played(caller, table, game)
    if room.table.given or room.table.shared:
        raise hidden

    async def find() -> bytes:
        async with caller.lobby.queue.turn():
            log = await store.load(table)
            return await run_in_threadpool(_people, log, game)

    key = f"people of {table} {game} {room.table.corrections}"
    people = orjson.loads(await caller.lobby.queue.once(key, find))
    if not people or not await store.all_show(people):
        raise hidden
    return room.table.corrections


def _people(log: list[Entry], game: int) -> bytes:
    table, said = records.read_game(log, game)
    ended = outcome(table.game) if table.game else None
    people = people_in(table, said) if ended and ended.winners else None
    return orjson.dumps(sorted(people or ()))


@dataclass(frozen=True, kw_only=True)
class AskPicture(
    OfKeptGame, ask="GET /tables/{table}/games/{game}/picture.png", gives=bytes, counts="uploads"
):
    """The result of a finished game as a picture, 1200 by 630, if everybody in it agrees (`result_links`)."""

    lang: Language = "en"

    async def serve(self, caller: Caller, /) -> Response:
        from rowlock.printing import render_result

        def draw(played: Record) -> bytes:
            return render_result(played, self.lang)

        corrections = await check_shown(caller, self.table, self.game)
        key = f"picture of {self.table} {self.game} {self.lang} {corrections}"
        drawn = await caller.lobby.queue.once(key, lambda: made_of_game(caller, self.table, self.game, draw))
        return Response(drawn, media_type="image/png", headers={"cache-control": MINUTES})
