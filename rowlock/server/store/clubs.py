"""Clubs in the database. What happens to a club is a function of it, done in one transaction: two keepers at
once come one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import ColumnElement, Executable, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.clubs import Club, Member, left
from rowlock.community.daily.ranking import Result
from rowlock.community.errors import NoSuchClub
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.batches import check_there, still_there
from rowlock.server.store.club_order import UNTALLIED
from rowlock.server.store.club_schema import club_members, club_tallies, club_words, clubs
from rowlock.server.store.database import Database
from rowlock.server.store.schema import tries

NONE = "there is no such club, or you are not in it"


class ClubLine(NamedTuple):
    """A club in the list of somebody's clubs."""

    id: str
    name: str
    keeper: bool


class ClubBest(NamedTuple):
    """The best daily game of a club on a pad."""

    day: str
    player: str
    name: str
    moves: tuple[str, ...]


class ClubRows(Database):
    """Clubs and their members."""

    async def add_club(self, club: Club, key_hash: str, now: float) -> None:
        row = {"id": club.id, "name": club.name, "link": club.link, "key_hash": key_hash, "created": now}

        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(insert(clubs).values(**row))
                await _write(connection, Club(club.id, "", ""), club)

        await self.limited(work())

    async def find_club(self, *where: ColumnElement[bool]) -> Club:
        """A club with its members; raises `NoSuchClub`."""

        async def work() -> Club:
            async with self.connect() as connection:
                return await read_club(connection, select(clubs).where(*where))

        return await self.limited(work())

    async def club_of(self, club: str, player: str) -> Club:
        """A club, for one of its members; a stranger cannot tell it from none."""
        found = await self.find_club(clubs.c.id == club)
        if found.of_player(player) is None:
            raise NoSuchClub(NONE)
        return found

    async def club_by_link(self, link: str) -> Club:
        return await self.find_club(clubs.c.link == link)

    async def change_club(self, club: str, now: float, change: Callable[[Club], Club]) -> Club:
        """Do something to a club, after all that others do at the same time."""

        async def work() -> Club:
            async with self.connect() as connection:
                # the row is taken before it is read: nobody else changes the club until this is done
                await connection.execute(update(clubs).where(clubs.c.id == club).values(id=club))
                return await _change(connection, club, now, change)

        return await self.limited(work())

    async def take_key(self, club: str, key_hash: str) -> bool:
        """Whether this is the key of a club's keepers."""
        known = select(clubs.c.id).where(clubs.c.id == club, clubs.c.key_hash == key_hash)
        return bool(await self.fetch(known))

    async def set_key(self, club: str, key_hash: str) -> None:
        await self.execute(update(clubs).where(clubs.c.id == club).values(key_hash=key_hash))

    async def clubs_of(self, player: str) -> list[ClubLine]:
        both = select(clubs.c.id, clubs.c.name, club_members.c.keeper)
        own = both.join(club_members, club_members.c.club == clubs.c.id)
        rows = await self.fetch(own.where(club_members.c.player == player).order_by(clubs.c.name).limit(100))
        return [ClubLine(*tuple(row)) for row in rows]

    async def told_clubs(self, player: str) -> AsyncIterator[list[JsonObject]]:
        """All that is kept of somebody's clubs, for themselves."""
        named = (clubs.c.id.label("club"), clubs.c.name.label("called"))
        mine = (club_members.c.name, club_members.c.keeper, club_members.c.joined)
        own = select(*named, *mine).join(club_members, club_members.c.club == clubs.c.id)
        if rows := await self.fetch(own.where(club_members.c.player == player)):
            yield [{str(name): value for name, value in row._mapping.items()} for row in rows]

    async def club_best(self, club: str, pad: str, closed: str, without: str) -> ClubBest | None:
        """The daily game on a pad in which somebody of a club lost least, on a day that is closed."""
        inside = (club_members.c.club == club, club_members.c.player == tries.c.player)
        over = (tries.c.pad == pad, tries.c.day <= closed, tries.c.finished.is_(True))
        best = select(tries.c.day, tries.c.player, tries.c.moves, club_members.c.name)
        best = best.where(*inside, *over, tries.c.loss.is_not(None), tries.c.player != without)
        rows = await self.fetch(best.order_by(tries.c.loss, tries.c.score.desc(), tries.c.day).limit(1))
        if not rows:
            return None
        row = rows[0]
        return ClubBest(row.day, row.player, row.name, tuple(row.moves.split()))

    async def club_day(self, club: str, day: str, pad: str) -> list[tuple[str, Result]]:
        """The results of the members on a day, by their players."""
        inside = select(club_members.c.player).where(
            club_members.c.club == club, club_members.c.player.is_not(None)
        )
        ranked = (tries.c.day == day, tries.c.pad == pad, tries.c.loss.is_not(None))
        own = select(tries.c.player, tries.c.loss, tries.c.score)
        rows = await self.fetch(own.where(*ranked, tries.c.player.in_(inside)))
        return [(row.player, Result(row.loss, row.score)) for row in rows]


async def read_club(connection: AsyncConnection, query: Executable) -> Club:
    """A club with its members, in a transaction; raises `NoSuchClub`."""
    row = (await connection.execute(query)).first()
    if row is None:
        raise NoSuchClub(NONE)
    inside = select(club_members).where(club_members.c.club == row.id)
    rows = await connection.execute(inside.order_by(club_members.c.joined, club_members.c.id))
    members = tuple(Member(one.id, one.name, one.player, one.keeper, one.joined) for one in rows)
    return Club(row.id, row.name, row.link, members)


async def _change(connection: AsyncConnection, club: str, now: float, change: Callable[[Club], Club]) -> Club:
    before = await read_club(connection, select(clubs).where(clubs.c.id == club))
    after = change(before)
    await _write(connection, before, after)
    emptied = None if after.members else now
    changed: dict[str, object] = {"name": after.name, "link": after.link, "emptied": emptied}
    if _seated(before) != _seated(after):  # earlier games may be others' now
        await connection.execute(delete(club_tallies).where(club_tallies.c.club == club))
        changed["tallied"] = UNTALLIED
    await connection.execute(update(clubs).where(clubs.c.id == club).values(**changed))
    return after


def _seated(club: Club) -> set[tuple[str, str, str | None]]:
    """By what the seats of games are given to members."""
    return {(one.id, one.name, one.player) for one in club.members}


async def _write(connection: AsyncConnection, before: Club, after: Club) -> None:
    """Store who came, went or changed."""
    known, now = ({one.id: one for one in club.members} for club in (before, after))
    added = {one.player for one in after.members if one.player and known.get(one.id) != one}
    if added:
        check_there(added, await connection.execute(still_there(added)))
    own = club_members.c.club == after.id
    for gone in known.keys() - now.keys():
        await connection.execute(delete(club_members).where(own, club_members.c.id == gone))
        words = (club_words.c.club == after.id, club_words.c.member == gone)
        await connection.execute(delete(club_words).where(*words))
    came = [{"club": after.id, **asdict(one)} for one in after.members if one.id not in known]
    if came:
        await connection.execute(insert(club_members), came)
    for member in after.members:
        if known.get(member.id, member) != member:
            one = update(club_members).where(own, club_members.c.id == member.id)
            await connection.execute(one.values(**asdict(member)))


async def leave_clubs(connection: AsyncConnection, player: str, now: float, limit: int) -> int:
    """Take a player out of some of their clubs; how many that were."""
    own = select(club_members.c.club).where(club_members.c.player == player).limit(max(limit, 1))
    rows = (await connection.execute(own)).all()
    for row in rows:

        def go(club: Club) -> Club:
            return left(club, [one for one in club.members if one.player == player])

        try:
            await _change(connection, row.club, now, go)
        except NoSuchClub:  # it is being closed
            its_own = (club_members.c.club == row.club, club_members.c.player == player)
            await connection.execute(delete(club_members).where(*its_own))
    return len(rows)
