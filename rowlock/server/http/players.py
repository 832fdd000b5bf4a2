"""Players and their accounts: a code for the next device, what is kept about oneself, and its end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any

import orjson
from fastapi.responses import Response, StreamingResponse

from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion, answers_to
from rowlock.server.jobs.export import data_of
from rowlock.server.store.people import Agreements
from rowlock.table.api.players import Rename
from rowlock.table.errors import NoSuchPlayer
from rowlock.table.messages.limits import Name, Text
from rowlock.table.shapes import answers


@dataclass(frozen=True, kw_only=True)
class NewPlayer(ServerQuestion, ask="POST /players", status=201, counts="players"):
    """Become somebody: no account, only a name and a token to keep."""

    name: Name
    program: bool = False
    """Whether a program plays under it."""

    async def serve(self, caller: Caller, /) -> answers.PlayerMade:
        player, token = await caller.lobby.people.new(self.name, self.program)
        return {"player": player.id, "name": player.name, "token": token}


@dataclass(frozen=True, kw_only=True)
class AskMe(ServerQuestion, ask="GET /players/me", token="needed"):
    """The owner of this token."""

    async def serve(self, caller: Caller, /) -> answers.PlayerShown:
        player = await caller.player()
        return {"player": player.id, "name": player.name}


@answers_to(Rename)
async def rename(asked: Rename, caller: Caller) -> answers.PlayerShown:
    player = await caller.lobby.people.rename(caller.token or "", asked.name)
    return {"player": player.id, "name": player.name}


@dataclass(frozen=True, kw_only=True)
class AskAgreements(ServerQuestion, ask="GET /players/me/agreements", token="needed"):
    """The uses of your games that you agree to."""

    async def serve(self, caller: Caller, /) -> answers.Agreements:
        return _plain(await caller.lobby.store.agreements((await caller.player()).id))


@dataclass(frozen=True, kw_only=True)
class Agree(ServerQuestion, ask="PATCH /players/me/agreements", token="needed", counts="players"):
    """Agree to something, or no longer; what is left out stays. See docs/open-data.md and docs/page.md."""

    open_data: bool | None = None
    """Whether your finished games may be published without names, if everybody at the table agrees."""
    result_links: bool | None = None
    """Whether a link to one shows the result with its names in a chat, if everybody at the table agrees."""

    async def serve(self, caller: Caller, /) -> answers.Agreements:
        store, player = caller.lobby.store, await caller.player()
        wished = {"open_data": self.open_data, "result_links": self.result_links}
        changed = {name: agreed for name, agreed in wished.items() if agreed is not None}
        await store.agree(player.id, (await store.agreements(player.id))._replace(**changed))
        return _plain(await store.agreements(player.id))


def _plain(agreed: Agreements) -> answers.Agreements:
    return {"open_data": agreed.open_data, "result_links": agreed.result_links}


@dataclass(frozen=True, kw_only=True)
class MakeCode(ServerQuestion, ask="POST /players/me/recovery", status=201, token="needed", counts="players"):
    """A code with which you come back on another device; it is shown once and replaces an earlier one."""

    async def serve(self, caller: Caller, /) -> answers.RecoveryMade:
        code = await caller.lobby.people.new_code(await caller.player())
        return {"code": code, "link": f"/me#{code}"}


@dataclass(frozen=True, kw_only=True)
class ComeBack(ServerQuestion, ask="POST /players/recover", counts="players"):
    """Come back with a code: the same player, a new token; code and old token stop working."""

    code: Annotated[str, Text(1, 64)]

    async def serve(self, caller: Caller, /) -> answers.PlayerMade:
        player, token = await caller.lobby.people.come_back(self.code)
        await caller.lobby.sign_out(player.id)
        return {"player": player.id, "name": player.name, "token": token}


@dataclass(frozen=True, kw_only=True)
class AskMyData(
    ServerQuestion, ask="GET /players/me/data", gives=list[Any], token="needed", counts="uploads"
):
    """All that is kept about you: who you are, your games, and what you said at every table."""

    async def serve(self, caller: Caller, /) -> Response:
        parts = data_of(caller.lobby.store, (await caller.player(banned_too=True)).id)
        name = {"content-disposition": 'attachment; filename="rowlock-my-data.json"'}
        return StreamingResponse(_as_list(parts), media_type="application/json", headers=name)


async def _as_list(parts: AsyncIterator[dict[str, object]]) -> AsyncIterator[bytes]:
    """A list that is sent as it is read: somebody may have played for years."""
    before = b"["
    async for part in parts:
        yield before + orjson.dumps(part, option=orjson.OPT_INDENT_2)
        before = b",\n"
    yield b"]\n"


@dataclass(frozen=True, kw_only=True)
class ForgetMe(ServerQuestion, ask="DELETE /players/me", status=202, token="needed", counts="uploads"):
    """Be forgotten: token and code go at once, name, words and list of games soon. It cannot be undone."""

    async def serve(self, caller: Caller, /) -> answers.ForgettingBegun:
        ticket = await caller.lobby.forget(await caller.player(banned_too=True))
        return {"ticket": ticket, "link": f"/api/forgetting/{ticket}"}


@dataclass(frozen=True, kw_only=True)
class AskForgetting(ServerQuestion, ask="GET /forgetting/{ticket}"):
    """How far the forgetting of somebody has come, by the ticket that `DELETE /api/players/me` gave."""

    ticket: Annotated[str, Text(1, 32, "[a-z0-9]+")]

    async def serve(self, caller: Caller, /) -> answers.ForgettingShown:
        shown = await caller.lobby.store.forgetting.progress(self.ticket)
        if shown is None:
            raise NoSuchPlayer("nobody is being forgotten under this ticket")
        return shown
