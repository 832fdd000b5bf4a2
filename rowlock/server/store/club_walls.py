"""The walls of clubs in the database: fixed phrases, a few of every member."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

from sqlalchemy import and_, delete, insert, select

from rowlock.community.clubs import MOST_PHRASES
from rowlock.community.errors import NoSuchClub
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.club_schema import club_members, club_words
from rowlock.server.store.clubs import NONE
from rowlock.server.store.database import Database
from rowlock.server.store.people import plain_row


class WallWord(NamedTuple):
    """A phrase on a wall, and which member put it there."""

    at: float
    member: str
    phrase: str


class ClubWalls(Database):
    """The phrases on the walls."""

    async def put_on_wall(self, club: str, word: WallWord) -> None:
        """One more phrase; of the member's earlier ones the oldest go. `NoSuchClub` for whoever has left."""
        own = and_(club_words.c.club == club, club_words.c.member == word.member)
        putting = (club_members.c.club == club, club_members.c.id == word.member)
        # of two processes at once the second waits here, and then sees what the first has done: it has put a
        # phrase there, or has removed the member
        in_turn = select(club_members.c.id).where(*putting).with_for_update()
        kept = select(club_words.c.at).where(own).order_by(club_words.c.at.desc()).limit(MOST_PHRASES)

        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(insert(club_words).values(club=club, **word._asdict()))
                if (await connection.execute(in_turn)).first() is None:
                    raise NoSuchClub(NONE)
                times = (await connection.execute(kept)).scalars().all()
                await connection.execute(delete(club_words).where(own, club_words.c.at < times[-1]))

        await self.limited(work())

    async def wall_of(self, club: str, limit: int) -> list[WallWord]:
        """The latest phrases of a club."""
        own = select(club_words).where(club_words.c.club == club)
        rows = await self.fetch(own.order_by(club_words.c.at.desc()).limit(limit))
        return [WallWord(row.at, row.member, row.phrase) for row in rows]

    async def told_words(self, player: str) -> AsyncIterator[list[JsonObject]]:
        """Everything that somebody has on the walls of their clubs, for themselves."""
        mine = and_(club_members.c.club == club_words.c.club, club_members.c.id == club_words.c.member)
        own = select(club_words).join(club_members, mine).where(club_members.c.player == player)
        if rows := await self.fetch(own.order_by(club_words.c.club, club_words.c.at)):
            yield [plain_row(row) for row in rows]
