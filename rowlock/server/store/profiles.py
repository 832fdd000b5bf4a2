"""Profiles: who wishes to be seen under which name, and what reviews say of everybody's games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import orjson
from sqlalchemy import ColumnElement, Table, and_, bindparam, delete, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.progress import Digest
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.database import Database, StoredRow
from rowlock.server.store.people import plain_row
from rowlock.server.store.schema import (
    digests,
    game_seats,
    games,
    profiles,
    rated_seats,
    rating_days,
    ratings,
    reviews,
)

NOBODY = "—"
"""The word that logs and lists show in place of the name of somebody who was deleted."""
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
        """The people who wish to be seen, under a name."""
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
        """Keep what a review says of its people: of those who still hold their seats in the lists.

        Forgetting somebody deletes the review: what was read of it before names them, and is not kept.
        """
        its_review = (reviews.c.table_id == of.table, reviews.c.game == of.game)
        done = update(reviews).where(*its_review).values(digested=True).returning(reviews.c.game)

        async def work() -> None:
            async with self.connect() as connection:
                if (await connection.execute(done)).first() is None:
                    return
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

        await self.limited(work())

    async def told_ratings(self, player: str) -> AsyncIterator[list[JsonObject]]:
        """All that is kept of somebody's ratings, rated games and progress, for themselves."""
        if handle := await self.handle_of(player):
            yield [{"profile": handle}]
        kept = (("rating", ratings), ("rating_day", rating_days), ("rated", rated_seats))
        for name, part in kept:
            async for rows in self._paged(part, part.c.who == player):
                yield [{name: plain_row(row)} for row in rows]
        async for rows in self._paged(digests, digests.c.player == player):
            yield [
                {"table": row.table_id, "game": row.game, "progress": orjson.loads(row.body)} for row in rows
            ]

    async def _paged(self, part: Table, own: ColumnElement[bool]) -> AsyncIterator[Sequence[StoredRow]]:
        """Rows in the order of their keys, some at a time."""
        key = tuple(part.primary_key)
        some, after = select(part).where(own).order_by(*key).limit(PART), None
        while rows := await self.fetch(some if after is None else some.where(tuple_(*key) > after)):
            yield rows
            after = tuple_(*(getattr(rows[-1], column.name) for column in key))


async def forget_ratings(connection: AsyncConnection, player: str, nobody: str, limit: int) -> int:
    """Delete some rows of a player; how many that were.

    In rated games `nobody` stands in their place, so that the ratings of the others stay true.
    """
    for part in (profiles, digests, ratings, rated_seats, rating_days):
        whose = part.c.player if "player" in part.c else part.c.who
        own = select(*part.primary_key).where(whose == player).limit(limit)
        if rows := (await connection.execute(own)).all():
            these = tuple_(*part.primary_key).in_([tuple(row) for row in rows])
            changed = update(part).values(who=nobody) if part in (rated_seats, rating_days) else delete(part)
            await connection.execute(changed.where(these))
            return len(rows)
    return 0


async def blank_digests(
    connection: AsyncConnection, table: str, theirs: Mapping[int, Collection[tuple[int, str]]]
) -> int:
    """Take a name from what reviews of a table's games say of the others; how much was looked at.

    `theirs` has for each game the seats that somebody held, with the names they had there.
    """
    held = and_(*(digests.c[column.name] == column for column in game_seats.primary_key))
    theirs_at = (game_seats.c.table_id == table, game_seats.c.game.in_(list(theirs)))
    rows = (await connection.execute(select(digests).join(game_seats, held).where(*theirs_at))).all()
    changed = list[JsonObject]()
    for row in rows:
        body = read_whole(row.body, {"seats", "others"})
        if body is None:
            continue
        seats = (seat for seat in range(body["seats"]) if seat != row.seat)
        others = without(theirs[row.game], zip(seats, body["others"], strict=False))
        if others != body["others"]:
            at = {f"of_{column.name}": getattr(row, column.name) for column in digests.primary_key}
            changed.append({**at, "text": orjson.dumps({**body, "others": others}).decode()})
    if changed:
        one = (column == bindparam(f"of_{column.name}") for column in digests.primary_key)
        await connection.execute(update(digests).where(*one).values(body=bindparam("text")), changed)
    return len(rows) + len(changed)


def read_whole(text: str, keys: Collection[str]) -> JsonObject | None:
    """Stored text as plain data with these keys; None if damaged: that keeps nobody from being forgotten."""
    try:
        read = orjson.loads(text)
    except ValueError:
        return None
    return read if isinstance(read, dict) and read.keys() >= set(keys) else None


def without(theirs: Collection[tuple[int, str]], places: Iterable[tuple[int, str]]) -> list[str]:
    """The names at some seats, but for theirs."""
    return [NOBODY if place in theirs else place[1] for place in places]
