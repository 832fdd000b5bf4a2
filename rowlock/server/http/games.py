"""Finished games that a server keeps: how they ended, their records and sheets, and a player's list of them.

All of it follows from a table's log and never changes, so it is worked out once, beside the event loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from fastapi.responses import PlainTextResponse, Response

from rowlock.engine.record import Record
from rowlock.server.http.caller import Caller
from rowlock.server.http.shared_answers import answer_of_game, check_played, check_reader, made_of_game
from rowlock.server.http.surface import ServerQuestion, answers_to
from rowlock.server.http.tables import Language, PrintForm
from rowlock.server.jobs.uploads import read_replay
from rowlock.server.live.lobby import games_of
from rowlock.table.api.games import AskRecord, BringGame
from rowlock.table.api.question import Token
from rowlock.table.errors import NoSuchGame
from rowlock.table.messages.limits import Between, GameNumber, TableId
from rowlock.table.shapes import answers


@answers_to(AskRecord)
async def record(asked: AskRecord, caller: Caller) -> Response:
    text = await answer_of_game(asked, caller)
    name = f"{asked.table}-{asked.game}.rowlock"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@answers_to(BringGame)
async def bring_game(asked: BringGame, caller: Caller) -> answers.GameKept:
    player = await caller.player()
    await read_replay(asked.text)  # in a process with tight limits
    return {"table": await caller.lobby.bring(player, asked.text, asked.seats), "game": 1}


@dataclass(frozen=True, kw_only=True)
class OfKeptGame(ServerQuestion):
    """A question about a finished game that a server alone answers."""

    token: ClassVar[Token] = "maybe"

    table: TableId
    game: GameNumber


@dataclass(frozen=True, kw_only=True)
class AskGame(OfKeptGame, ask="GET /tables/{table}/games/{game}"):
    """How a finished game ended."""

    async def serve(self, caller: Caller, /) -> answers.Ended:
        await check_reader(caller, self.table, self.game)
        found = await caller.lobby.store.finished_game(self.table, self.game)
        if found is None:
            raise NoSuchGame(f"this table has not finished a game {self.game}")
        return found


@dataclass(frozen=True, kw_only=True)
class PrintGame(
    OfKeptGame, ask="GET /tables/{table}/games/{game}/print.{form}", gives=bytes, counts="uploads"
):
    """The sheets of a finished game, filled in, to print."""

    form: PrintForm
    lang: Language = "en"

    async def serve(self, caller: Caller, /) -> Response:
        from rowlock.printing import MEDIA_TYPES, PrintOptions, render_record, room_for

        def render(played: Record) -> bytes:
            options = PrintOptions(self.form, per_page=room_for(len(played.seats)), lang=self.lang)
            return render_record(played, options)

        await check_played(caller, self.table, self.game)
        sheets = await made_of_game(caller, self.table, self.game, render)
        return Response(sheets, media_type=MEDIA_TYPES[self.form])


@dataclass(frozen=True, kw_only=True)
class AskHistory(ServerQuestion, ask="GET /games", token="needed"):
    """One's finished games, the latest first."""

    before: float | None = None
    """`at` of the last game seen"""
    limit: Annotated[int, Between(1, 100)] = 20

    async def serve(self, caller: Caller, /) -> answers.Games:
        return {"games": await games_of(caller.lobby, await caller.player(), self.before, self.limit)}
