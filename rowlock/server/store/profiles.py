"""Profiles: who wishes to be seen under which name, and what reviews say of everybody's games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import NamedTuple

import orjson
from sqlalchemy import and_, delete, insert, select, update

from rowlock.community.progress import Digest
from rowlock.server.store.database import Database
from rowlock.server.store.people import plain_row
from rowlock.server.store.schema import digests, game_seats, games, profiles, rated_seats, ratings, reviews
from rowlock.table.table import Plain

SHOWN = 500
"""The latest games that progress is told from."""
PART = 200


class Undigested(NamedTuple):
    """A stored review of which nothing is kept for the people in it yet."""

    table: str
    game: int
    body: str
    finished: float
    seats: list[tuple[str, int]]


class Profiles(Database):
    """Profiles in the database."""

    async def handle_of(self, player: str) -> str | None:
        rows = await self.fetch(select(profiles.c.handle).where(profiles.c.player == player))
        return str(rows[0].handle) if rows else None

    async def shown_player(self, handle: str) -> str | None:
        """Who wishes to be seen under a name."""
        rows = await self.fetch(select(profiles.c.player).where(profiles.c.handle == handle))
        return str(rows[0].player) if rows else None

    async def show_profile(self, player: str, handle: str | None) -> None:
        """Be seen under a name, or no longer; raises `Conflict` if somebody else has it."""

        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(delete(profiles).where(profiles.c.player == player))
                if handle is not None:
                    await connection.execute(insert(profiles).values(player=player, handle=handle))

        await self.limited(work())

    async def digests_of(self, player: str) -> list[tuple[float, Digest]]:
        """The latest games of a player, in order."""
        own = select(digests).where(digests.c.player == player).order_by(digests.c.finished.desc())
        rows = await self.fetch(own.limit(SHOWN))
        return [(row.finished, orjson.loads(row.body)) for row in reversed(rows)]

    async def undigested(self) -> Undigested | None:
        """A stored review that nothing was made of yet."""
        own = and_(games.c.table_id == reviews.c.table_id, games.c.game == reviews.c.game)
        waiting = select(reviews, games.c.finished).join(games, own, isouter=True)
        rows = await self.fetch(waiting.where(reviews.c.digested.is_(False)).limit(1))
        if not rows:
            return None
        row = rows[0]
        held = select(game_seats).where(game_seats.c.table_id == row.table_id, game_seats.c.game == row.game)
        seats = [(one.player, one.seat) for one in await self.fetch(held)]
        return Undigested(row.table_id, row.game, row.body, row.finished or 0.0, seats)

    async def keep_digests(self, of: Undigested, found: Iterable[tuple[str, int, Digest]]) -> None:
        """Keep what a review says of its people: of those who still hold their seats in the lists."""

        async def work() -> None:
            async with self.connect() as connection:
                its_own = (digests.c.table_id == of.table, digests.c.game == of.game)
                await connection.execute(delete(digests).where(*its_own))
                held = select(game_seats.c.player, game_seats.c.seat).where(
                    game_seats.c.table_id == of.table, game_seats.c.game == of.game
                )
                there = {(row.player, row.seat) for row in await connection.execute(held.with_for_update())}
                for player, seat, one in found:
                    if (player, seat) in there:
                        key = {"player": player, "table_id": of.table, "game": of.game, "seat": seat}
                        body = orjson.dumps(one).decode()
                        await connection.execute(
                            insert(digests).values(**key, finished=of.finished, body=body)
                        )
                done = update(reviews).where(reviews.c.table_id == of.table, reviews.c.game == of.game)
                await connection.execute(done.values(digested=True))

        await self.limited(work())

    async def told_ratings(self, player: str) -> AsyncIterator[list[Plain]]:
        """All that is kept of somebody's ratings, rated games and progress, for themselves."""
        if handle := await self.handle_of(player):
            yield [{"profile": handle}]
        own = await self.fetch(select(ratings).where(ratings.c.who == player))
        if own:
            yield [{"rating": plain_row(row)} for row in own]
        place, after = (rated_seats.c.table_id, rated_seats.c.game), ("", 0)
        played = select(rated_seats).where(rated_seats.c.who == player).order_by(*place).limit(PART)
        while rows := await self.fetch(
            played.where((place[0] > after[0]) | and_(place[0] == after[0], place[1] > after[1]))
        ):
            yield [{"rated": plain_row(row)} for row in rows]
            after = (rows[-1].table_id, rows[-1].game)
        known, last = select(digests).where(digests.c.player == player), ("", 0, -1)
        key = (digests.c.table_id, digests.c.game, digests.c.seat)
        while rows := await self.fetch(
            known.where(
                (key[0] > last[0])
                | and_(key[0] == last[0], key[1] > last[1])
                | and_(key[0] == last[0], key[1] == last[1], key[2] > last[2])
            )
            .order_by(*key)
            .limit(PART)
        ):
            yield [
                {"table": row.table_id, "game": row.game, "progress": orjson.loads(row.body)} for row in rows
            ]
            last = (rows[-1].table_id, rows[-1].game, rows[-1].seat)
