"""Lists of tables and games: what is looked up beside the log."""

from __future__ import annotations

from collections.abc import Sequence

import orjson
from sqlalchemy import delete, func, insert, literal, select, text, update

from rowlock.engine.json_object import JsonObject
from rowlock.server.store.database import StoredRow
from rowlock.server.store.people import People, plain_row
from rowlock.server.store.schema import entries, game_seats, games, players, reviews, tables
from rowlock.table.log.opened import KIND
from rowlock.table.messages.hosting import HandOn
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

    async def open_lines(self, since: float, limit: int) -> list[Listed]:
        """The listed tables at which no game has begun, of those in use since then; the latest first."""
        here = (tables.c.listed, tables.c.state == "open", tables.c.updated >= since)
        query = select(tables.c.summary).where(*here).order_by(tables.c.created.desc()).limit(limit)
        return [orjson.loads(row[0]) for row in await self.fetch(query)]

    async def hosts_of(self, some: Sequence[str]) -> dict[str, str]:
        """The hosts of tables, by id: whoever opened one, or was made its host later."""
        kinds = entries.c.kind.in_([KIND, HandOn.kind])
        query = select(entries.c.table_id, entries.c.player, entries.c.kind, entries.c.body)
        query = query.where(entries.c.table_id.in_(some), kinds).order_by(entries.c.number)
        rows = await self.fetch(query)
        found = {row.table_id: row.player if row.kind == KIND else _new_host(row.body) for row in rows}
        return {table: host for table, host in found.items() if host}

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

    async def due_tables(self, now: float, after: float, limit: int) -> list[tuple[str, float]]:
        """Games that go on though nobody is there, and that the house must look at by now; from a time on."""
        query = select(tables.c.id, tables.c.due).where(tables.c.due > after, tables.c.due <= now)
        return [(row.id, row.due) for row in await self.fetch(query.order_by(tables.c.due).limit(limit))]

    async def take_due(self, table: str, due: float, later: float) -> bool:
        """Whether this process may look at such a table; if nothing comes of it, it is due later again."""
        its_own = (tables.c.id == table, tables.c.due == due)
        taken = update(tables).where(*its_own).values(due=later).returning(tables.c.id)
        return bool(await self.fetch(taken))

    async def touch(self, used: Sequence[str], now: float) -> None:
        """Mark tables as used: they are in memory somewhere, though nothing may be said at them."""
        for first in range(0, len(used), AT_ONCE):
            some = (tables.c.id.in_(used[first : first + AT_ONCE]), tables.c.updated < now - TOUCH_SECONDS)
            if await self.fetch(select(tables.c.id).where(*some).limit(1)):
                await self.execute(update(tables).where(*some).values(updated=now))


def _new_host(body: str) -> str | None:
    return HandOn.of(orjson.loads(body)).player


def _finished(row: StoredRow) -> Finished:
    told: Ended = orjson.loads(row.summary)
    return {**told, "at": row.finished, "seats_of_mine": []}
