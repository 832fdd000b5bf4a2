"""The server about itself, new tables, and the list of tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from rowlock import __version__
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion, answers_to
from rowlock.server.live.passkeys import are_taken
from rowlock.table import texts
from rowlock.table.api.pads import AskAbout
from rowlock.table.api.tables import NewTable
from rowlock.table.messages.limits import Between, Text
from rowlock.table.outgoing import PROTOCOL
from rowlock.table.shapes import answers
from rowlock.table.views import shown_commitment

LISTED_FOR = 6 * 3600
"""Seconds for which a listed table is shown after it was last used."""
Language = Annotated[str, Text(2, 2, "[a-z]+")]
PrintForm = Literal["pdf", "svg"]


@answers_to(AskAbout)
async def about(asked: AskAbout, caller: Caller) -> answers.About:
    lobby = caller.lobby
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
        "passkeys": are_taken(caller.host),
        "calls": await lobby.calls.public_key(),
        "public": lobby.config.public,
    }


@answers_to(NewTable)
async def new_table(asked: NewTable, caller: Caller) -> answers.TableMade:
    player = await caller.player()
    table = await caller.lobby.create(player, asked)
    if asked.start:
        await caller.lobby.start(table.id, player, asked.first)
    return {"table": table.id, "link": f"/t/{table.id}", "commitment": shown_commitment(table)}


@dataclass(frozen=True, kw_only=True)
class AskTables(ServerQuestion, ask="GET /tables"):
    """The listed tables that were used lately."""

    async def serve(self, caller: Caller, /) -> answers.Tables:
        return {"tables": await caller.lobby.listed(LISTED_FOR)}


@dataclass(frozen=True, kw_only=True)
class PrintPad(ServerQuestion, ask="GET /print/{name}.{form}", gives=bytes, counts="uploads"):
    """Score sheets to print."""

    name: Annotated[str, Text(1, 64, "[A-Za-z0-9_-]+")]
    form: PrintForm
    per_page: Annotated[int, Between(1, 8)] = 2
    lang: Language = "en"
    paper: Literal["a4", "letter"] = "a4"
    grey: bool = False
    rules: bool = False

    async def serve(self, caller: Caller, /) -> Response:
        from rowlock.printing import MEDIA_TYPES, PrintOptions, render

        chosen = caller.lobby.pads.find(self.name)
        options = PrintOptions(
            self.form, self.paper, self.per_page, grey=self.grey, lang=self.lang, rules=self.rules
        )
        sheets = await caller.lobby.queue.run(partial(render, chosen, options))
        return Response(sheets, media_type=MEDIA_TYPES[self.form])
