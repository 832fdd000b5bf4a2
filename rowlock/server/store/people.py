"""Players: their tokens and codes by hash, what is kept about them, and those who are kept out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from typing import Literal, NamedTuple

import orjson
from sqlalchemy import Insert, and_, delete, func, insert, or_, select, tuple_, update

from rowlock.engine.json_object import JsonObject
from rowlock.server.store.account_schema import tokens
from rowlock.server.store.batches import entry_of
from rowlock.server.store.database import Database, StoredRow
from rowlock.server.store.moderation_schema import decisions
from rowlock.server.store.schema import bans, entries, game_seats, games, players
from rowlock.table.errors import DamagedLog
from rowlock.table.table import Entry

SEATED = ("created", "sit")
"""The kinds of entries with which somebody comes to a table; an index finds them by player."""
PART = 200
"""Rows about one player that are read together."""


class Player(NamedTuple):
    id: str
    name: str
    program: bool


class Ban(NamedTuple):
    """Somebody who is kept out, by player or by address, or a player who may not talk."""

    kind: Literal["player", "address", "mute"]
    value: str
    reason: str = ""
    until: float | None = None
    """When it ends by itself; None if it is for good."""


class Agreements(NamedTuple):
    """Uses of somebody's finished games, if everybody in them agrees."""

    open_data: bool = False
    """Published without names."""
    result_links: bool = False
    """Their results shown, with names, where somebody puts a link to one into a chat."""


_AGREEMENTS = (players.c.open_data, players.c.result_links)


class Act(NamedTuple):
    """Something that an operator did: a line of the log."""

    id: str
    at: float
    act: str
    subject: str
    note: str = ""


def written(act: Act) -> Insert:
    """A line for the operators' log."""
    return insert(decisions).values(**act._asdict())


def plain_row(row: StoredRow) -> JsonObject:
    """A row by the names of its columns."""
    return {str(name): value for name, value in row._mapping.items()}


def _said(row: StoredRow) -> Entry:
    """An entry for its player; of a damaged one there is only when it was said."""
    try:
        return entry_of(row)
    except DamagedLog:
        return Entry(row.number, row.at, row.player, row.kind, {})


class People(Database):
    """Players, and who is kept out."""

    async def add_player(self, player: Player, token_hash: str, now: float) -> None:
        await self.execute(insert(players).values(**player._asdict(), token_hash=token_hash, created=now))

    async def find_player(self, token_hash: str) -> tuple[Player, str] | None:
        """The player with this token, and the stored hash for a last comparison."""
        columns = (players.c.id, players.c.name, players.c.program)
        first = select(*columns, players.c.token_hash).where(players.c.token_hash == token_hash)
        further = select(*columns, tokens.c.token_hash).join(tokens, tokens.c.player == players.c.id)
        rows = await self.fetch(first.union_all(further.where(tokens.c.token_hash == token_hash)))
        return (Player(*tuple(rows[0])[:3]), str(rows[0].token_hash)) if rows else None

    async def rename_player(self, player: str, name: str) -> None:
        await self.execute(update(players).where(players.c.id == player).values(name=name))

    async def agreements(self, player: str) -> Agreements:
        """The uses of a player's games that they agree to."""
        rows = await self.fetch(select(*_AGREEMENTS).where(players.c.id == player))
        return Agreements(*map(bool, rows[0])) if rows else Agreements()

    async def agree(self, player: str, to: Agreements) -> None:
        await self.execute(update(players).where(players.c.id == player).values(**to._asdict()))

    async def all_show(self, people: Collection[str]) -> bool:
        """Whether each of these is still a player here, and lets links show results."""
        showing = select(func.count()).where(players.c.id.in_(people), players.c.result_links)
        return bool(people) and int((await self.fetch(showing))[0][0]) == len(set(people))

    async def holders_of(self, table: str, game: int) -> list[str]:
        """The holders of the seats of a finished game, as its list has them."""
        own = (game_seats.c.table_id == table, game_seats.c.game == game)
        return [row.player for row in await self.fetch(select(game_seats.c.player).where(*own))]

    async def set_recovery(self, player: str, recovery_hash: str) -> None:
        """The code with which a player comes back, by its hash; an earlier one stops working."""
        changed = update(players).where(players.c.id == player)
        await self.execute(changed.values(recovery_hash=recovery_hash))

    async def recover(self, recovery_hash: str, token_hash: str) -> Player | None:
        """Give the player with this code another token; code and all old tokens stop working."""
        taken = (
            update(players)
            .where(players.c.recovery_hash == recovery_hash)
            .values(token_hash=token_hash, recovery_hash=None)
            .returning(players.c.id, players.c.name, players.c.program)
        )

        async def work() -> Player | None:
            async with self.connect() as connection:
                row = (await connection.execute(taken)).first()
                if row is None:
                    return None
                await connection.execute(delete(tokens).where(tokens.c.player == row.id))
                return Player(*tuple(row))

        return await self.limited(work())

    async def about_player(self, player: str) -> JsonObject:
        """The line of a player in the list of players."""
        known = select(players.c.id, players.c.name, players.c.program, players.c.created, *_AGREEMENTS)
        rows = await self.fetch(known.where(players.c.id == player))
        return plain_row(rows[0]) if rows else {}

    async def tables_of(self, player: str, after: str = "") -> AsyncIterator[str]:
        """Every table at which this player has ever sat, or that they opened, in order of their names."""
        own = (entries.c.player == player, entries.c.kind.in_(SEATED))
        while True:
            rest = select(func.min(entries.c.table_id)).where(*own, entries.c.table_id > after)
            found = (await self.fetch(rest))[0][0]
            if found is None:
                return
            yield (after := str(found))

    async def said_by(self, player: str, table: str) -> AsyncIterator[list[Entry]]:
        """The words of a player at a table, part by part; nothing that the house keeps to itself."""
        own = select(entries).where(entries.c.table_id == table, entries.c.player == player)
        after = 0
        while rows := await self.fetch(
            own.where(entries.c.number > after).order_by(entries.c.number).limit(PART)
        ):
            yield [_said(row) for row in rows]
            after = rows[-1].number

    async def games_of(self, player: str) -> AsyncIterator[list[JsonObject]]:
        """A player's finished games, part by part."""
        seat = (game_seats.c.table_id, game_seats.c.game, game_seats.c.seat)
        its_game = (games.c.table_id == game_seats.c.table_id) & (games.c.game == game_seats.c.game)
        held = select(games.c.summary, game_seats).join(games, its_game).where(game_seats.c.player == player)
        after: tuple[object, ...] = ("", 0, 0)
        while rows := await self.fetch(held.where(tuple_(*seat) > after).order_by(*seat).limit(PART)):
            yield [{**orjson.loads(row.summary), "seat": row.seat, "at": row.finished} for row in rows]
            after = (rows[-1].table_id, rows[-1].game, rows[-1].seat)

    # who is kept out

    async def banned(self, now: float) -> list[Ban]:
        """The bans that have not ended."""
        columns = [bans.c[name] for name in Ban._fields]
        lasting = or_(bans.c.until.is_(None), bans.c.until > now)
        rows = await self.fetch(select(*columns).where(lasting).order_by(bans.c.created))
        return [Ban(*tuple(row)) for row in rows]

    async def ban(self, ban: Ban, act: Act) -> None:
        """Keep somebody out, with a line in the operators' log."""

        async def work() -> None:
            async with self.connect() as connection:
                same = (bans.c.kind == ban.kind, bans.c.value == ban.value)
                ended = bans.c.until < act.at
                await connection.execute(delete(bans).where(or_(and_(*same), ended)))
                await connection.execute(insert(bans).values(**ban._asdict(), created=act.at))
                await connection.execute(written(act))

        await self.limited(work())

    async def unban(self, kind: str, value: str, act: Act) -> bool:
        """Let somebody in again, with a line in the operators' log; whether they were kept out."""
        gone = delete(bans).where(bans.c.kind == kind, bans.c.value == value).returning(bans.c.value)

        async def work() -> bool:
            async with self.connect() as connection:
                if (await connection.execute(gone)).first() is None:
                    return False
                await connection.execute(written(act))
                return True

        return await self.limited(work())
