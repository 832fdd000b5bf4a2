"""Who plays here: their tokens and codes by hash, what is kept about them, and who is kept out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import orjson
from sqlalchemy import Row, delete, insert, select, update

from rowlock.server.store.database import LIMIT_SECONDS, Database
from rowlock.server.store.schema import bans, entries, game_seats, games, players, reviews, tables
from rowlock.table.table import Entry, Plain

SEATED = ("created", "sit")
"""The kinds of entries with which somebody comes to a table; an index finds them by player."""
FORGET_SECONDS = 10.0


class Player(NamedTuple):
    id: str
    name: str
    program: bool


class Ban(NamedTuple):
    """Somebody who is kept out, by player or by address."""

    kind: Literal["player", "address"]
    value: str
    reason: str = ""


class Rewritten(NamedTuple):
    """A table's log without somebody's words, and what the lists say of it then."""

    table: str
    entries: Sequence[Entry]
    summary: Plain
    games: Sequence[Plain]


def plain_row(row: Row[Any]) -> Plain:
    """A row by the names of its columns."""
    return {str(name): value for name, value in row._mapping.items()}


class People(Database):
    """Players, and who is kept out."""

    async def add_player(self, player: Player, token_hash: str, now: float) -> None:
        await self.execute(insert(players).values(**player._asdict(), token_hash=token_hash, created=now))

    async def find_player(self, token_hash: str) -> tuple[Player, str] | None:
        """The player with this token, and the stored hash for a last comparison."""
        columns = (players.c.id, players.c.name, players.c.program, players.c.token_hash)
        rows = await self.fetch(select(*columns).where(players.c.token_hash == token_hash))
        return (Player(*tuple(rows[0])[:3]), str(rows[0].token_hash)) if rows else None

    async def rename_player(self, player: str, name: str) -> None:
        await self.execute(update(players).where(players.c.id == player).values(name=name))

    async def set_recovery(self, player: str, recovery_hash: str) -> None:
        """The code with which a player comes back, by its hash; an earlier one is good no longer."""
        changed = update(players).where(players.c.id == player)
        await self.execute(changed.values(recovery_hash=recovery_hash))

    async def recover(self, recovery_hash: str, token_hash: str) -> Player | None:
        """Give the player with this code another token; code and old token are good no longer."""
        taken = (
            update(players)
            .where(players.c.recovery_hash == recovery_hash)
            .values(token_hash=token_hash, recovery_hash=None)
            .returning(players.c.id, players.c.name, players.c.program)
        )
        rows = await self.fetch(taken)
        return Player(*tuple(rows[0])) if rows else None

    async def about_player(self, player: str) -> Plain:
        """What the list of players says about one."""
        known = select(players.c.id, players.c.name, players.c.program, players.c.created)
        rows = await self.fetch(known.where(players.c.id == player))
        return plain_row(rows[0]) if rows else {}

    async def tables_of(self, player: str) -> list[str]:
        """Every table at which this player has ever sat, or that they opened."""
        where = (entries.c.player == player, entries.c.kind.in_(SEATED))
        rows = await self.fetch(select(entries.c.table_id).where(*where).distinct())
        return sorted(str(row[0]) for row in rows)

    async def forget(self, player: str, rewritten: Sequence[Rewritten]) -> None:
        """Delete a player, with their list of games; logs stay whole, without their name and words."""

        async def work() -> None:
            async with self.connect() as connection:
                for table, changed, summary, ended in rewritten:
                    for entry in changed:
                        where = (entries.c.table_id == table, entries.c.number == entry.number)
                        body = orjson.dumps(entry.body).decode()
                        await connection.execute(update(entries).where(*where).values(body=body))
                    told = orjson.dumps(summary).decode()
                    await connection.execute(update(tables).where(tables.c.id == table).values(summary=told))
                    await connection.execute(delete(reviews).where(reviews.c.table_id == table))
                    for game in ended:
                        where = (games.c.table_id == table, games.c.game == game["game"])
                        told = orjson.dumps(game).decode()
                        await connection.execute(update(games).where(*where).values(summary=told))
                await connection.execute(delete(game_seats).where(game_seats.c.player == player))
                await connection.execute(delete(players).where(players.c.id == player))

        await self.limited(work(), FORGET_SECONDS)

    # who is kept out

    async def banned(self) -> list[Ban]:
        rows = await self.fetch(select(bans.c.kind, bans.c.value, bans.c.reason).order_by(bans.c.created))
        return [Ban(*tuple(row)) for row in rows]

    async def ban(self, ban: Ban, now: float) -> None:
        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(
                    delete(bans).where(bans.c.kind == ban.kind, bans.c.value == ban.value)
                )
                await connection.execute(insert(bans).values(**ban._asdict(), created=now))

        await self.limited(work(), LIMIT_SECONDS)

    async def unban(self, kind: str, value: str) -> bool:
        gone = delete(bans).where(bans.c.kind == kind, bans.c.value == value).returning(bans.c.value)
        return bool(await self.fetch(gone))
