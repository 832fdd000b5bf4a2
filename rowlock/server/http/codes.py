"""Spoken codes: one is made for a table that waits for people, and leads them there. See docs/codes.md."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from rowlock.locale.spoken_codes import LONGEST, draw_code, format_code, parse_code, spoken_words
from rowlock.server.errors import NoSuchCode
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.table.errors import NotYourSeat
from rowlock.table.messages.limits import TableId, Text
from rowlock.table.shapes import answers

LIFE = 24 * 3600.0
"""Seconds after which a code ends that nobody has looked at again."""


@dataclass(frozen=True, kw_only=True)
class AskCode(ServerQuestion, ask="POST /tables/{table}/code", token="needed"):
    """The code to join a table by, for those who sit there or host it; none once its game has begun."""

    table: TableId

    async def serve(self, caller: Caller, /) -> answers.CodeMade:
        player, table = await caller.player(), (await caller.lobby.room(self.table)).table
        if player.id != table.host and not table.seats_of(player.id):
            raise NotYourSeat("only those who sit at the table may invite others to it")
        if table.state != "open" or table.has_begun:
            return {"words": {}, "until": 0.0}
        now, draw = time.time(), partial(draw_code, below=secrets.randbelow)
        code, until = await caller.lobby.store.keep_code(table.id, now, now + LIFE, draw)
        return {"words": {lang: format_code(code, lang) for lang in spoken_words()}, "until": until}


@dataclass(frozen=True, kw_only=True)
class FindCode(ServerQuestion, ask="GET /codes/{code}"):
    """The table that a code leads to, in whichever language it is typed; wrong ones are counted."""

    code: Annotated[str, Text(1, LONGEST)]

    async def serve(self, caller: Caller, /) -> answers.CodeFound:
        caller.guard.take("codes", caller.address, 0)
        known = parse_code(self.code)
        table = None if known is None else await caller.lobby.store.table_of_code(known, time.time())
        if table is None:
            caller.guard.owe("codes", caller.address)
            raise NoSuchCode("no table has this code, or its game has begun")
        return {"table": table, "link": f"/t/{table}"}
