"""A club is closed at once, and what it had goes in small pieces: short transactions, after any of which a
server may die. How far it has come is what is left."""

from __future__ import annotations

from sqlalchemy import Row, Table, delete, insert, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.clubs import YEAR
from rowlock.community.errors import NoSuchClub
from rowlock.server.store.club_schema import (
    club_closings,
    club_games,
    club_members,
    club_played,
    club_tables,
    club_tallies,
    club_words,
    clubs,
)
from rowlock.server.store.database import Database

PIECE = 100
"""Rows that one piece deletes at most."""
AT_ONCE = 100
"""Empty clubs that are closed when somebody looks for them."""
PIECE_SECONDS = 10.0
# names first; the tables before their games, so that no further game comes to lie among those that go
PARTS = (club_members, club_words, club_tables, club_played, club_games, club_tallies)


class ClubClosing(Database):
    """The closing of clubs, in a database that others may work on too."""

    async def close_club(self, club: str, now: float) -> None:
        """From now on there is no such club; the rest comes in pieces."""

        async def work() -> None:
            async with self.connect() as connection:
                if (await connection.execute(delete(clubs).where(clubs.c.id == club))).rowcount == 0:
                    raise NoSuchClub("there is no such club")
                await connection.execute(insert(club_closings).values(club=club, asked=now))

        await self.limited(work())

    async def close_empty_clubs(self, now: float) -> int:
        """Close clubs that have had no member for a year; how many that were."""
        old = select(clubs.c.id).where(clubs.c.emptied < now - YEAR).limit(AT_ONCE)
        rows = await self.fetch(old)
        for row in rows:
            await self.close_club(row.id, now)
        return len(rows)

    async def clear_closed(self) -> bool:
        """Delete some of what a closed club had; False if there is none, or others are at it."""

        async def work() -> bool:
            async with self.connect() as connection:
                closed = select(club_closings.c.club).order_by(club_closings.c.asked).limit(1)
                row = (await connection.execute(closed.with_for_update(skip_locked=True))).first()
                if row is not None:
                    await _clear(connection, row.club)
                return row is not None

        return await self.limited(work(), PIECE_SECONDS)


async def _clear(connection: AsyncConnection, club: str) -> None:
    left = PIECE
    for part in PARTS:
        left -= await _clear_part(connection, part, club, left)
        if left <= 0:
            return
    await connection.execute(delete(club_closings).where(club_closings.c.club == club))


async def _clear_part(connection: AsyncConnection, part: Table, club: str, most: int) -> int:
    """Delete the first rows of a club in one table of the database; how many that were."""
    key = tuple_(*(column for column in part.primary_key if column is not part.c.club))
    own = select(*key.clauses).where(part.c.club == club).order_by(*key.clauses)
    rows: list[Row[tuple[object, ...]]] = list((await connection.execute(own.limit(most))).all())
    if rows:
        await connection.execute(delete(part).where(part.c.club == club, key <= tuple(rows[-1])))
    return len(rows)
