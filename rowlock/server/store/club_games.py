"""The tables and games of clubs, and their standings.

Everybody's tallies by year are stored, up to a time; games that ended later are added when a standing is
asked for. `tally_piece` carries the time forward by a bounded number of games: they are read and added up
first, and only then is something written, for whoever writes to SQLite keeps all others waiting.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import suppress
from dataclasses import asdict
from itertools import groupby
from math import nextafter
from typing import NamedTuple

import orjson
from sqlalchemy import and_, delete, exists, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.functions import count

from rowlock.community.clubs import Club, Member
from rowlock.community.errors import NoSuchClub
from rowlock.community.standings import ENDLESS, NOTHING, ClubGame, ClubTally, added, span_of, tally, year_of
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.club_history import games_of
from rowlock.server.store.club_order import UNTALLIED, brought_in
from rowlock.server.store.club_schema import (
    club_games,
    club_members,
    club_played,
    club_tables,
    club_tallies,
    clubs,
)
from rowlock.server.store.clubs import read_club
from rowlock.server.store.database import Conflict, Database, StoredRow
from rowlock.server.store.people import plain_row
from rowlock.server.store.schema import tables

PIECE = 100
"""Games that are tallied in one transaction."""
PIECE_SECONDS = 10.0
SETTLED_SECONDS = 60.0
"""A game that ended so long ago is stored: no other comes to lie before it, unless a clock is wrong."""
VERIFY_SECONDS = 60.0

Tallies = dict[str, ClubTally]


class Changed(Conflict):
    """A club, its games or its tallies are not what they were when its next tallies were worked out."""


class TallyPiece(NamedTuple):
    """The next tallies of a club, and what they were worked out from."""

    tallied: float
    until: float
    games: int
    members: tuple[Member, ...]
    rows: list[dict[str, object]]


class ClubGames(Database):
    """The games of clubs, and their tallies."""

    async def add_club_table(self, club: str, table: str, now: float) -> None:
        async def work() -> None:
            async with self.connect() as connection:
                # nobody finishes a game there meanwhile: it would be in neither list
                await connection.execute(update(tables).where(tables.c.id == table).values(id=table))
                if not await _take(connection, club):
                    raise NoSuchClub("there is no such club")
                await connection.execute(insert(club_tables).values(club=club, table_id=table, opened=now))
                for statement in brought_in(club, table):
                    await connection.execute(statement)

        await self.limited(work())

    async def latest_club_table(self, club: str, since: float) -> str | None:
        own = select(club_tables.c.table_id).where(club_tables.c.club == club, club_tables.c.opened >= since)
        rows = await self.fetch(own.order_by(club_tables.c.opened.desc()).limit(1))
        return str(rows[0].table_id) if rows else None

    async def add_club_games(self, club: str, brought: Iterable[ClubGame]) -> None:
        rows = [
            {"club": club, "number": number, "at": one.at, "body": orjson.dumps(one._asdict()).decode()}
            for number, one in enumerate(brought)
        ]
        if not rows:
            return

        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(insert(club_games), rows)  # one by one: a long text blocks the loop

        await self.limited(work())

    async def club_played(self, club: str, first: float, last: float, limit: int) -> list[ClubGame]:
        """A club's games that ended between two times, the latest first."""

        async def work() -> list[ClubGame]:
            async with self.connect() as connection:
                return await games_of(connection, club, first, last, limit)

        return await self.limited(work())

    async def club_tally(self, club: Club, year: int | None, now: float) -> Tallies:
        """The tallies of a year, or of all, by member: stored tallies and the games since."""
        known, newer = await self._known_and_newer(club.id, year, PIECE + 1)
        if len(newer) > PIECE:
            while await self.tally_piece(club.id, now):
                pass
            known, newer = await self._known_and_newer(club.id, year, None)
        return added(known, tally(club.members, newer))

    async def _known_and_newer(
        self, club: str, year: int | None, limit: int | None
    ) -> tuple[Tallies, list[ClubGame]]:
        first, last = span_of(year)

        async def work() -> tuple[Tallies, list[ClubGame]]:
            async with self.connect() as connection:
                tallied, known = await _stored(connection, club, year)
                after = max(first, nextafter(tallied, ENDLESS))
                return known, await games_of(connection, club, after, last, limit)

        return await self.limited(work())

    async def tally_piece(self, club: str, now: float) -> bool:
        """Carry the tallies of a club forward by some games; whether there were any."""

        async def read() -> TallyPiece | None:
            async with self.connect() as connection:
                return await _next_piece(connection, club, now - SETTLED_SECONDS)

        async def write(piece: TallyPiece) -> None:
            async with self.connect() as connection:
                await _store_piece(connection, club, piece)

        piece = await self.limited(read(), PIECE_SECONDS)
        if piece is not None:
            with suppress(Changed):  # there is another one to be worked out
                await self.limited(write(piece), PIECE_SECONDS)
        return piece is not None

    async def clubs_behind(self, now: float, limit: int = 20) -> list[str]:
        """Some clubs with settled games that are not in their tallies."""
        waiting = [
            exists().where(
                one.c.club == clubs.c.id, one.c.at > clubs.c.tallied, one.c.at < now - SETTLED_SECONDS
            )
            for one in (club_played, club_games)
        ]
        rows = await self.fetch(select(clubs.c.id).where(or_(*waiting)).limit(limit))
        return [str(row.id) for row in rows]

    async def told_tallies(self, player: str) -> AsyncIterator[list[JsonObject]]:
        """The tallies of somebody in their clubs, for themselves."""
        mine = and_(club_members.c.club == club_tallies.c.club, club_members.c.id == club_tallies.c.member)
        own = select(club_tallies).join(club_members, mine).where(club_members.c.player == player)
        if rows := await self.fetch(own.order_by(club_tallies.c.club, club_tallies.c.year)):
            yield [plain_row(row) for row in rows]

    async def all_tallied(self) -> list[str]:
        """The clubs that have tallies, for `verify`."""
        rows = await self.fetch(select(clubs.c.id).where(clubs.c.tallied > UNTALLIED))
        return [str(row.id) for row in rows]

    async def tallies_and_games(self, club: str) -> tuple[Club, dict[int, Tallies], list[ClubGame]]:
        """A club, its stored tallies by year, and the games that are in them."""

        async def work() -> tuple[Club, dict[int, Tallies], list[ClubGame]]:
            async with self.connect() as connection:
                await _take(connection, club)
                read = await read_club(connection, select(clubs).where(clubs.c.id == club))
                tallied = await _tallied(connection, club)
                rows = await connection.execute(select(club_tallies).where(club_tallies.c.club == club))
                stored = dict[int, Tallies]()
                for row in rows:
                    stored.setdefault(row.year, {})[row.member] = _tally(row)
                return read, stored, await games_of(connection, club, 0.0, nextafter(tallied, ENDLESS), None)

        return await self.limited(work(), VERIFY_SECONDS)


async def _take(connection: AsyncConnection, club: str) -> bool:
    """Members and earlier games stay as they are until this transaction ends; whether there is a club."""
    taken = update(clubs).where(clubs.c.id == club).values(id=club)
    return (await connection.execute(taken)).rowcount == 1


async def _tallied(connection: AsyncConnection, club: str) -> float:
    found = (await connection.execute(select(clubs.c.tallied).where(clubs.c.id == club))).scalar()
    return UNTALLIED if found is None else float(found)


async def _stored(connection: AsyncConnection, club: str, year: int | None) -> tuple[float, Tallies]:
    """Up to when games are tallied, and what they come to: in one statement, so that they agree."""
    its_own = club_tallies.c.club == clubs.c.id
    both = and_(its_own, club_tallies.c.year == year) if year else its_own
    query = select(clubs.c.tallied, club_tallies).join(club_tallies, both, isouter=True)
    rows = (await connection.execute(query.where(clubs.c.id == club))).all()
    tallied, found = (rows[0].tallied if rows else UNTALLIED), Tallies()
    for row in rows:
        if row.member is not None and tallied > UNTALLIED:
            found[row.member] = found.get(row.member, NOTHING) + _tally(row)
    return tallied, found


async def _next_piece(connection: AsyncConnection, club: str, settled: float) -> TallyPiece | None:
    """Add up the next games of a club; None if there are none."""
    tallied = await _tallied(connection, club)
    times = list[float]()
    for one in (club_played, club_games):
        waiting = select(one.c.at).where(one.c.club == club, one.c.at > tallied, one.c.at < settled)
        times += (await connection.execute(waiting.order_by(one.c.at).limit(PIECE))).scalars()
    if not times:
        return None
    until = sorted(times)[:PIECE][-1]
    members = (await read_club(connection, select(clubs).where(clubs.c.id == club))).members
    after, end = nextafter(tallied, ENDLESS), nextafter(until, ENDLESS)
    played = await games_of(connection, club, after, end, None)
    sums = {
        (year, who): one
        for year, some in groupby(played, lambda one: year_of(one.at))
        for who, one in tally(members, some).items()
    }
    known = await _known(connection, club, {year for year, _ in sums}) if tallied > UNTALLIED else {}
    rows = [
        {"club": club, "year": year, "member": who, **asdict(known.get((year, who), NOTHING) + one)}
        for (year, who), one in sums.items()
    ]
    return TallyPiece(tallied, until, len(played), members, rows)


async def _known(
    connection: AsyncConnection, club: str, years: Collection[int]
) -> dict[tuple[int, str], ClubTally]:
    own = select(club_tallies).where(club_tallies.c.club == club, club_tallies.c.year.in_(years))
    return {(row.year, row.member): _tally(row) for row in await connection.execute(own)}


async def _store_piece(connection: AsyncConnection, club: str, piece: TallyPiece) -> None:
    """Store the next tallies of a club, in few statements; raises `Changed` if they are not its next ones."""
    counts = [
        select(count())
        .where(one.c.club == club, one.c.at > piece.tallied, one.c.at <= piece.until)
        .scalar_subquery()
        for one in (club_played, club_games)
    ]
    same = (clubs.c.id == club, clubs.c.tallied == piece.tallied, counts[0] + counts[1] == piece.games)
    if (await connection.execute(update(clubs).where(*same).values(tallied=piece.until))).rowcount == 0:
        raise Changed
    if (await read_club(connection, select(clubs).where(clubs.c.id == club))).members != piece.members:
        raise Changed
    old = club_tallies.c.club == club
    if piece.tallied > UNTALLIED:
        parts = [(row["year"], row["member"]) for row in piece.rows]
        old = and_(old, tuple_(club_tallies.c.year, club_tallies.c.member).in_(parts))
    await connection.execute(delete(club_tallies).where(old))
    await connection.execute(insert(club_tallies), piece.rows)


def _tally(row: StoredRow) -> ClubTally:
    return ClubTally(row.games, row.wins, row.points, row.best)
