"""Passkeys and the tokens of several devices in the database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.engine.json_object import JsonObject
from rowlock.server.errors import BadToken, TooMany
from rowlock.server.store.account_schema import challenges, passkeys, tokens
from rowlock.server.store.calls import forget_calls
from rowlock.server.store.database import Database
from rowlock.server.store.people import Player, plain_row
from rowlock.server.store.schema import players

CHALLENGE_SECONDS = 300.0
"""For how long a challenge can be answered."""
MOST_PASSKEYS = 10
MOST_TOKENS = 4
"""Further devices that are signed in at the same time; one more signs the earliest of them out."""


class Passkey(NamedTuple):
    """A public key by which a player is known."""

    id: str
    credential: str
    """As the authenticator names it, in base64url."""
    player: str
    public_key: str
    uses: int
    synced: bool
    """Whether it is copied among its owner's devices."""
    created: float
    used: float | None = None


class Accounts(Database):
    """How players prove who they are, besides the token that they began with."""

    async def add_challenge(self, challenge: str, player: str | None, now: float) -> None:
        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(delete(challenges).where(challenges.c.at < now - CHALLENGE_SECONDS))
                await connection.execute(
                    insert(challenges).values(challenge=challenge, player=player, at=now)
                )

        await self.limited(work())

    async def take_challenge(self, challenge: str, player: str | None, now: float) -> bool:
        """Whether this was asked of this player, or of anybody, not long ago: it is good once."""
        own = challenges.c.player.is_(None) if player is None else challenges.c.player == player
        late = challenges.c.at < now - CHALLENGE_SECONDS
        taken = delete(challenges).where(challenges.c.challenge == challenge, own, ~late)
        return bool(await self.fetch(taken.returning(challenges.c.challenge)))

    async def add_passkey(self, passkey: Passkey) -> None:
        """Keep a public key; raises if its player is gone or has as many as anybody may have."""

        async def work() -> None:
            async with self.connect() as connection:
                own = select(players.c.id).where(players.c.id == passkey.player).with_for_update()
                if (await connection.execute(own)).first() is None:
                    raise BadToken("nobody holds this token; make a new player")
                counted = select(func.count()).where(passkeys.c.player == passkey.player)
                if (await connection.execute(counted)).scalar_one() >= MOST_PASSKEYS:
                    raise TooMany(f"at most {MOST_PASSKEYS} passkeys; remove one first")
                await connection.execute(insert(passkeys).values(**passkey._asdict()))

        await self.limited(work())

    async def passkeys_of(self, player: str) -> list[Passkey]:
        own = select(*(passkeys.c[name] for name in Passkey._fields)).where(passkeys.c.player == player)
        rows = await self.fetch(own.order_by(passkeys.c.created, passkeys.c.id))
        return [Passkey(*tuple(row)) for row in rows]

    async def find_passkey(self, credential: str) -> tuple[Passkey, Player] | None:
        """A passkey as its authenticator names it, and whose it is."""
        columns = [passkeys.c[name] for name in Passkey._fields]
        person = (players.c.id, players.c.name, players.c.program)
        known = select(*columns, *person).join(players, players.c.id == passkeys.c.player)
        rows = await self.fetch(known.where(passkeys.c.credential == credential))
        if not rows:
            return None
        values = tuple(rows[0])
        return Passkey(*values[: len(columns)]), Player(*values[len(columns) :])

    async def remove_passkey(self, player: str, passkey: str) -> bool:
        gone = delete(passkeys).where(passkeys.c.id == passkey, passkeys.c.player == player)
        return bool(await self.fetch(gone.returning(passkeys.c.id)))

    async def use_passkey(self, passkey: Passkey, uses: int, token_hash: str, now: float) -> bool:
        """Sign a device in; False if the passkey was removed or used by somebody else at the same moment."""

        async def work() -> bool:
            async with self.connect() as connection:
                same = (passkeys.c.id == passkey.id, passkeys.c.uses == passkey.uses)
                used = update(passkeys).where(*same).values(uses=uses, used=now)
                if (await connection.execute(used.returning(passkeys.c.id))).first() is None:
                    return False
                await _make_room(connection, passkey.player)
                new = {"token_hash": token_hash, "player": passkey.player, "created": now}
                await connection.execute(insert(tokens).values(**new))
                return True

        return await self.limited(work())

    async def told_accounts(self, player: str) -> AsyncIterator[JsonObject]:
        """A player's passkeys and devices, for the player: when, and of what kind; no keys and no tokens."""
        shown = select(passkeys.c.id, passkeys.c.synced, passkeys.c.created, passkeys.c.used)
        if rows := await self.fetch(shown.where(passkeys.c.player == player)):
            yield {"passkeys": [plain_row(row) for row in rows]}
        if rows := await self.fetch(select(tokens.c.created).where(tokens.c.player == player)):
            yield {"devices": [plain_row(row) for row in rows]}


async def _make_room(connection: AsyncConnection, player: str) -> None:
    """Leave room for one more token."""
    own = select(tokens.c.token_hash).where(tokens.c.player == player).order_by(tokens.c.created.desc())
    kept = [row.token_hash for row in await connection.execute(own.limit(MOST_TOKENS - 1))]
    old = (tokens.c.player == player, tokens.c.token_hash.not_in(kept))
    await connection.execute(delete(tokens).where(*old))


async def forget_account(connection: AsyncConnection, player: str) -> None:
    """Nothing by which a player could come back is left, and nobody is called any more."""
    await forget_calls(connection, player)
    for kept in (tokens, passkeys, challenges):
        await connection.execute(delete(kept).where(kept.c.player == player))
