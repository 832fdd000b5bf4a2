"""Passkeys: made, listed, removed, and the way back with one. See docs/accounts.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rowlock.server.errors import BadPasskey
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.passkeys import NOT_OURS
from rowlock.server.store.accounts import Passkey
from rowlock.table.messages.limits import Text
from rowlock.table.shapes import answers

CredentialText = Annotated[str, Text(2, 20_000)]
"""The answer of a browser (`PublicKeyCredential.toJSON`), as JSON in a text."""
PasskeyId = Annotated[str, Text(1, 32, "[a-z0-9]+")]


def plain_passkey(one: Passkey) -> answers.PasskeyShown:
    return {"passkey": one.id, "synced": one.synced, "created": one.created, "used": one.used}


@dataclass(frozen=True, kw_only=True)
class AskPasskeys(ServerQuestion, ask="GET /players/me/passkeys", token="needed"):
    """Your passkeys."""

    async def serve(self, caller: Caller, /) -> answers.PasskeysShown:
        found = await caller.lobby.store.passkeys_of((await caller.player()).id)
        return {"passkeys": [plain_passkey(one) for one in found]}


@dataclass(frozen=True, kw_only=True)
class PrepareNewPasskey(
    ServerQuestion, ask="POST /players/me/passkeys/options", token="needed", counts="players"
):
    """The request by which a browser makes a passkey for you."""

    async def serve(self, caller: Caller, /) -> answers.PasskeyAsked:
        options = await caller.lobby.passkeys.ask_for_new(await caller.player(), caller.host)
        return {"options": options}


@dataclass(frozen=True, kw_only=True)
class NewPasskey(
    ServerQuestion, ask="POST /players/me/passkeys", status=201, token="needed", counts="players"
):
    """Keep a passkey that a browser has made for you: ten at most."""

    credential: CredentialText

    async def serve(self, caller: Caller, /) -> answers.PasskeyShown:
        made = await caller.lobby.passkeys.add(await caller.player(), caller.host, self.credential)
        return plain_passkey(made)


@dataclass(frozen=True, kw_only=True)
class RemovePasskey(ServerQuestion, ask="DELETE /players/me/passkeys/{passkey}", status=204, token="needed"):
    """Remove this passkey; devices that are signed in stay so."""

    passkey: PasskeyId

    async def serve(self, caller: Caller, /) -> None:
        player = await caller.player()
        if not await caller.lobby.store.remove_passkey(player.id, self.passkey):
            raise BadPasskey(NOT_OURS)


@dataclass(frozen=True, kw_only=True)
class PrepareKnownPasskey(ServerQuestion, ask="POST /players/passkey/options", counts="players"):
    """The request by which a browser shows a passkey that it has."""

    async def serve(self, caller: Caller, /) -> answers.PasskeyAsked:
        return {"options": await caller.lobby.passkeys.ask_for_known(caller.host)}


@dataclass(frozen=True, kw_only=True)
class ComeBackByPasskey(ServerQuestion, ask="POST /players/passkey", counts="players"):
    """Come back with a passkey: the same player on one more device; other devices stay signed in."""

    credential: CredentialText

    async def serve(self, caller: Caller, /) -> answers.PlayerMade:
        player, token = await caller.lobby.passkeys.come_back(caller.host, self.credential)
        caller.lobby.people.check("player", player.id)
        return {"player": player.id, "name": player.name, "token": token}
