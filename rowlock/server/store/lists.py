"""Which tables and games there are: what is looked up beside the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Row, delete, func, insert, literal, select, text, update

from rowlock.engine.json_object import JsonObject
from rowlock.server.store.club_order import tallied_again
from rowlock.server.store.club_schema import club_played, club_tables
from rowlock.server.store.people import People, plain_row
from rowlock.server.store.schema import entries, game_seats, games, players, reviews, secrets, tables
from rowlock.table.shapes.answers import Ended, Finished, Listed

TOUCH_SECONDS = 60.0
"""How often a table in memory is marked as used."""
IN_USE_SECONDS = 5 * TOUCH_SECONDS
"""For this long after it was touched, a table may be in memory somewhere."""
COUNT_SECONDS = 10.0
"""How long the operator waits for a count."""
PG_SIZE = "SELECT pg_database_size(current_database())"
SQLITE_SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
AT_ONCE = 256
"""How many tables one statement names at most."""
_FORGETS = select(tables.c.id, tables.c.forgets)


class Lists(People):
    """The lists that follow from the logs."""

    async def listed(self, since: float, limit: int) -> list[Listed]:
        """The listed tables that were used lately, the latest first."""
        query = (
            select(tables.c.summary)
            .where(tables.c.listed, tables.c.state != "over", tables.c.updated >= since)
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        return [orjson.loads(row[0]) for row in await self.fetch(query)]

    async def finished_game(self, table: str, game: int) -> Ended | None:
        rows = await self.fetch(
            select(games.c.summary).where(games.c.table_id == table, games.c.game == game)
        )
        return orjson.loads(rows[0][0]) if rows else None

    async def history(self, player: str, before: float | None, limit: int) -> list[tuple[int, Finished]]:
        """A player's finished games with their seats there, the latest first."""
        query = (
            select(games.c.summary, game_seats.c.seat, game_seats.c.finished)
            .join(
                games,
                (games.c.table_id == game_seats.c.table_id) & (games.c.game == game_seats.c.game),
            )
            .where(game_seats.c.player == player)
            .order_by(game_seats.c.finished.desc(), game_seats.c.seat)
            .limit(limit)
        )
        if before is not None:
            query = query.where(game_seats.c.finished < before)
        return [(row.seat, _finished(row)) for row in await self.fetch(query)]

    # reviews, which follow from the logs too

    async def find_review(self, table: str, game: int, analysis: int) -> bytes | None:
        """The review of a game by this version of the analysis, as JSON."""
        mine = (reviews.c.table_id == table, reviews.c.game == game, reviews.c.analysis == analysis)
        rows = await self.fetch(select(reviews.c.body).where(*mine))
        return str(rows[0][0]).encode() if rows else None

    async def forgets(self, some: Sequence[str]) -> dict[str, int]:
        """How often the logs of these tables were rewritten, for somebody to be forgotten."""
        found = dict[str, int]()
        for first in range(0, len(some), AT_ONCE):
            named = tables.c.id.in_(some[first : first + AT_ONCE])
            found |= {row.id: row.forgets for row in await self.fetch(_FORGETS.where(named))}
        return found

    async def keep_review(self, table: str, game: int, analysis: int, body: bytes, forgets: int) -> None:
        """Keep a review in place of an older one, unless its log was rewritten since it was read."""
        older = delete(reviews).where(reviews.c.table_id == table, reviews.c.game == game)
        known = (tables.c.id == table, tables.c.forgets == forgets)
        row = select(*map(literal, (table, game, analysis, body.decode(), False))).where(*known)
        columns = [column.name for column in reviews.columns]

        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(_FORGETS.where(*known).with_for_update(read=True))
                await connection.execute(older)
                await connection.execute(insert(reviews).from_select(columns, row))

        await self.limited(work())

    # for the operator

    async def storage(self) -> JsonObject:
        """The kind of database, its size, and the number of everything in it."""
        kept = {"tables": tables, "entries": entries, "games": games, "players": players}
        counts = {}
        for name, table in kept.items():
            found = await self.fetch(select(func.count()).select_from(table), COUNT_SECONDS)
            counts[name] = int(found[0][0])
        size = await self.fetch(text(PG_SIZE if self.shared else SQLITE_SIZE))
        return {"database": self.engine.dialect.name, "bytes": int(size[0][0]), **counts}

    async def all_tables(self, before: float | None, limit: int) -> list[JsonObject]:
        """Tables, the latest used first."""
        query = select(tables.c.summary, tables.c.created, tables.c.updated, tables.c.listed)
        if before is not None:
            query = query.where(tables.c.updated < before)
        rows = await self.fetch(query.order_by(tables.c.updated.desc()).limit(limit))
        return [
            {
                **orjson.loads(row.summary),
                "created": row.created,
                "updated": row.updated,
                "listed": row.listed,
            }
            for row in rows
        ]

    async def all_players(self, name: str, before: float | None, limit: int) -> list[JsonObject]:
        """Players whose names contain this, the latest first."""
        query = select(players.c.id, players.c.name, players.c.program, players.c.created)
        if name:
            query = query.where(players.c.name.icontains(name, autoescape=True))
        if before is not None:
            query = query.where(players.c.created < before)
        rows = await self.fetch(query.order_by(players.c.created.desc()).limit(limit))
        return [plain_row(row) for row in rows]

    async def touch(self, used: Sequence[str], now: float) -> None:
        """Mark tables as used: they are in memory somewhere, though nothing may be said at them."""
        for first in range(0, len(used), AT_ONCE):
            some = (tables.c.id.in_(used[first : first + AT_ONCE]), tables.c.updated < now - TOUCH_SECONDS)
            if await self.fetch(select(tables.c.id).where(*some).limit(1)):
                await self.execute(update(tables).where(*some).values(updated=now))

    async def prune(self, before: float, now: float) -> int:
        """Forget the tables at which nothing was said since, and players without any table or game left.

        A table that is in memory anywhere is touched again and again, and stays.
        """
        lately = select(entries.c.number).where(entries.c.table_id == tables.c.id, entries.c.at >= before)
        unused = tables.c.updated < min(before, now - IN_USE_SECONDS)
        # whoever loads one of them meanwhile waits for us, and finds it gone altogether
        old = select(tables.c.id).where(unused, ~lately.exists()).with_for_update()
        async with self.connect() as connection:
            gone = [row.id for row in await connection.execute(old)]
            for first in range(0, len(gone), AT_ONCE):
                some = gone[first : first + AT_ONCE]
                await connection.execute(tallied_again(club_tables.c.table_id.in_(some)))
                for part in (entries, secrets, games, game_seats, reviews, club_tables, club_played):
                    await connection.execute(delete(part).where(part.c.table_id.in_(some)))
                await connection.execute(delete(tables).where(tables.c.id.in_(some)))
            seen = select(entries.c.player).where(entries.c.player.is_not(None))
            await connection.execute(
                delete(players).where(players.c.created < before, players.c.id.not_in(seen))
            )
        return len(gone)


def _finished(row: Row[Any]) -> Finished:
    told: Ended = orjson.loads(row.summary)
    return {**told, "at": row.finished, "seats_of_mine": []}
