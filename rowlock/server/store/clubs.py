"""Clubs in the database. What happens to a club is a function of it, done in one transaction: two keepers at
once come one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Row, Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.clubs import YEAR, Club, Member, left
from rowlock.community.daily.ranking import Result
from rowlock.community.errors import NoSuchClub
from rowlock.community.standings import Played
from rowlock.server.store.batches import check_there, still_there
from rowlock.server.store.database import Database
from rowlock.server.store.schema import (
    club_games,
    club_members,
    club_tables,
    clubs,
    game_seats,
    games,
    tries,
)
from rowlock.table.table import Plain

NONE = "there is no such club, or you are not in it"


class ClubLine(NamedTuple):
    """A club in the list of somebody's clubs."""

    id: str
    name: str
    keeper: bool


class ClubRows(Database):
    """Clubs, their members, their games."""

    async def add_club(self, club: Club, key_hash: str, now: float) -> None:
        row = {"id": club.id, "name": club.name, "link": club.link, "key_hash": key_hash, "created": now}

        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(insert(clubs).values(**row))
                await _write(connection, Club(club.id, "", ""), club)

        await self.limited(work())

    async def find_club(self, *where: Any) -> Club:
        """A club with its members; raises `NoSuchClub`."""

        async def work() -> Club:
            async with self.connect() as connection:
                return await _read(connection, select(clubs).where(*where))

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

    async def delete_club(self, club: str) -> None:
        async def work() -> None:
            async with self.connect() as connection:
                await _delete(connection, club)

        await self.limited(work())

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

    async def told_clubs(self, player: str) -> AsyncIterator[list[Plain]]:
        """All that is kept of somebody's clubs, for themselves."""
        named = (clubs.c.id.label("club"), clubs.c.name.label("called"))
        mine = (club_members.c.name, club_members.c.keeper, club_members.c.joined)
        own = select(*named, *mine).join(club_members, club_members.c.club == clubs.c.id)
        if rows := await self.fetch(own.where(club_members.c.player == player)):
            yield [{str(name): value for name, value in row._mapping.items()} for row in rows]

    async def delete_empty_clubs(self, now: float) -> int:
        """Delete the clubs that have had no member for a year."""
        old = select(clubs.c.id).where(clubs.c.emptied < now - YEAR).limit(100)
        rows = await self.fetch(old)
        for row in rows:
            await self.delete_club(row.id)
        return len(rows)

    # tables and games

    async def add_club_table(self, club: str, table: str, now: float) -> None:
        await self.execute(insert(club_tables).values(club=club, table_id=table, opened=now))

    async def latest_club_table(self, club: str, since: float) -> str | None:
        own = select(club_tables.c.table_id).where(club_tables.c.club == club, club_tables.c.opened >= since)
        rows = await self.fetch(own.order_by(club_tables.c.opened.desc()).limit(1))
        return str(rows[0].table_id) if rows else None

    async def add_club_games(self, club: str, brought: Iterable[Played]) -> None:
        rows = [
            {"club": club, "number": number, "at": one.at, "body": orjson.dumps(one._asdict()).decode()}
            for number, one in enumerate(brought)
        ]
        if rows:
            await self.execute(insert(club_games).values(rows))

    async def club_played(self, club: str, first: float, last: float, limit: int) -> list[Played]:
        """A club's games that ended between two times, the latest first."""
        whole = select(games).join(club_tables, club_tables.c.table_id == games.c.table_id)
        span = (club_tables.c.club == club, games.c.finished >= first, games.c.finished < last)
        rows = await self.fetch(whole.where(*span).order_by(games.c.finished.desc()).limit(limit))
        held = await self._held(club, rows)
        old = select(club_games).where(
            club_games.c.club == club, club_games.c.at >= first, club_games.c.at < last
        )
        brought = await self.fetch(old.order_by(club_games.c.at.desc()).limit(limit))
        found = [_played(row, held) for row in rows] + [_brought(row) for row in brought]
        return sorted(found, key=lambda one: -one.at)[:limit]

    async def _held(self, club: str, rows: Sequence[Row[Any]]) -> dict[tuple[str, int, int], str]:
        """Whose seats they were, by table, game and seat."""
        if not rows:
            return {}
        seats = select(game_seats).join(club_tables, club_tables.c.table_id == game_seats.c.table_id)
        span = (
            club_tables.c.club == club,
            game_seats.c.finished.between(rows[-1].finished, rows[0].finished),
        )
        found = await self.fetch(seats.where(*span))
        return {(row.table_id, row.game, row.seat): row.player for row in found}

    async def club_day(self, club: str, day: str, pad: str) -> list[tuple[str, Result]]:
        """What the members have come to on a day, by their players."""
        inside = select(club_members.c.player).where(
            club_members.c.club == club, club_members.c.player.is_not(None)
        )
        ranked = (tries.c.day == day, tries.c.pad == pad, tries.c.loss.is_not(None))
        own = select(tries.c.player, tries.c.loss, tries.c.score)
        rows = await self.fetch(own.where(*ranked, tries.c.player.in_(inside)))
        return [(row.player, Result(row.loss, row.score)) for row in rows]


async def _read(connection: AsyncConnection, query: Select[Any]) -> Club:
    row = (await connection.execute(query)).first()
    if row is None:
        raise NoSuchClub(NONE)
    inside = select(club_members).where(club_members.c.club == row.id)
    rows = await connection.execute(inside.order_by(club_members.c.joined, club_members.c.id))
    members = tuple(Member(one.id, one.name, one.player, one.keeper, one.joined) for one in rows)
    return Club(row.id, row.name, row.link, members)


async def _change(connection: AsyncConnection, club: str, now: float, change: Callable[[Club], Club]) -> Club:
    before = await _read(connection, select(clubs).where(clubs.c.id == club))
    after = change(before)
    await _write(connection, before, after)
    emptied = None if after.members else now
    changed = {"name": after.name, "link": after.link, "emptied": emptied}
    await connection.execute(update(clubs).where(clubs.c.id == club).values(**changed))
    return after


async def _write(connection: AsyncConnection, before: Club, after: Club) -> None:
    """Store who came, went or changed."""
    known, now = ({one.id: one for one in club.members} for club in (before, after))
    added = {one.player for one in after.members if one.player and known.get(one.id) != one}
    if added:
        check_there(added, await connection.execute(still_there(added)))
    own = club_members.c.club == after.id
    for gone in known.keys() - now.keys():
        await connection.execute(delete(club_members).where(own, club_members.c.id == gone))
    for member in after.members:
        if member.id not in known:
            await connection.execute(insert(club_members).values(club=after.id, **asdict(member)))
        elif known[member.id] != member:
            one = update(club_members).where(own, club_members.c.id == member.id)
            await connection.execute(one.values(**asdict(member)))


async def _delete(connection: AsyncConnection, club: str) -> None:
    for kept in (club_games, club_tables, club_members):
        await connection.execute(delete(kept).where(kept.c.club == club))
    await connection.execute(delete(clubs).where(clubs.c.id == club))


async def leave_clubs(connection: AsyncConnection, player: str, now: float, limit: int) -> int:
    """Take a player out of some of their clubs; how many that were."""
    own = select(club_members.c.club).where(club_members.c.player == player).limit(max(limit, 1))
    rows = (await connection.execute(own)).all()
    for row in rows:

        def go(club: Club) -> Club:
            return left(club, [one for one in club.members if one.player == player])

        await _change(connection, row.club, now, go)
    return len(rows)


def _played(row: Row[Any], held: dict[tuple[str, int, int], str]) -> Played:
    told = orjson.loads(row.summary)
    names = tuple(name or "" for name in told["seats"])
    players = tuple(held.get((row.table_id, row.game, seat)) for seat in range(len(names)))
    result = (tuple(told["scores"]), tuple(told["winners"]))
    return Played(
        row.finished, told["variant"], told["title"], names, players, *result, row.table_id, row.game
    )


def _brought(row: Row[Any]) -> Played:
    told = orjson.loads(row.body)
    lists = {name: tuple(told[name]) for name in ("names", "players", "scores", "winners")}
    return Played(**{**told, **lists})
