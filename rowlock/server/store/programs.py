"""The ladder of programs in the database: who takes part, who waits, and the tables they play at."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import NamedTuple

import orjson
from sqlalchemy import Select, and_, case, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.pairing import Pairing, WaitingProgram
from rowlock.community.ratings.constants import Ladder, ladder_of, parse_ladder
from rowlock.community.ratings.results import BOT, Skill
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.batches import check_there, still_there
from rowlock.server.store.database import Conflict, Database, StoredRow
from rowlock.server.store.people import plain_row
from rowlock.server.store.program_schema import program_games, programs
from rowlock.server.store.schema import entries, games, rated_seats, ratings

MOST_DOUBLED = 6
ADDRESS = func.coalesce(programs.c.address, programs.c.player)
"""Whose turns a program shares; where everybody may come through one address each has its own."""
GAMES_PAGE = 200
"""Games of a program that are read together."""


class Program(NamedTuple):
    """A program that takes part."""

    player: str
    name: str
    pads: tuple[str, ...]
    joined: float
    table: str | None
    rests: float
    games: int
    faults: int


class OpenGame(NamedTuple):
    """A table that was opened for programs and is not over."""

    table: str
    opened: float
    pad: str
    players: tuple[str, ...]
    """Programs by id, bots as `bot:NAME`; without those who were deleted."""


class GameOfProgram(NamedTuple):
    """A game of a program."""

    table: str
    opened: float
    pad: str
    other: str | None
    """The other program's name, or `bot:NAME`; None if it takes part no longer."""
    scores: list[int] | None
    """Its own points first; None while nobody has any."""


class Rests(NamedTuple):
    """How long programs rest after a game, in seconds."""

    now: float
    usual: float
    pause: float
    """After a game that was left; twice as long for each one in a row."""


class Ranked(NamedTuple):
    """A line of the board."""

    program: Program
    skill: Skill | None


class ProgramRows(Database):
    """Programs, and the tables that were opened for them."""

    # taking part

    async def join_programs(self, player: str, name: str, pads: Sequence[str], now: float) -> None:
        """Take part, or change the pads; raises `Conflict` if another program has the name.

        One that left in the middle of a game and comes back is still at its table.
        """
        told = {"name": name, "pads": orjson.dumps(list(pads)).decode(), "seen": now}
        new = {"player": player, "joined": now, "rests": 0.0, "games": 0, "faults": 0, "streak": 0}

        async def work() -> None:
            async with self.connect() as connection:
                check_there({player}, await connection.execute(still_there({player})))
                changed = update(programs).where(programs.c.player == player).values(**told)
                if (await connection.execute(changed)).rowcount == 0:
                    table = (await connection.execute(_open_table(player))).scalar()
                    await connection.execute(insert(programs).values(**told, **new, table_id=table))

        await self.limited(work())

    async def leave_programs(self, player: str) -> bool:
        """Stop taking part; a game that is on is played to its end. False if it did not take part."""
        gone = delete(programs).where(programs.c.player == player).returning(programs.c.player)
        return bool(await self.fetch(gone))

    async def ask_to_play(
        self, player: str, now: float, gone: float, address: str | None = None
    ) -> Program | None:
        """Note that a program is there and, unless it plays or rests, that it waits; None if it has left.

        One that has not asked since `gone` begins to wait anew.
        """
        anew = or_(programs.c.since.is_(None), programs.c.seen < gone)
        busy = or_(programs.c.table_id.is_not(None), programs.c.rests > now)
        since = case((busy, None), (anew, now), else_=programs.c.since)
        own = update(programs).where(programs.c.player == player)
        told = own.values(seen=now, since=since, address=address)
        rows = await self.fetch(told.returning(*programs.c))
        return _program(rows[0]) if rows else None

    async def program(self, player: str) -> Program | None:
        rows = await self.fetch(select(programs).where(programs.c.player == player))
        return _program(rows[0]) if rows else None

    async def program_named(self, name: str) -> Program | None:
        rows = await self.fetch(select(programs).where(programs.c.name == name))
        return _program(rows[0]) if rows else None

    # pairing

    async def waiting_programs(self, seen: float, most: int, of_one: int) -> list[WaitingProgram]:
        """Those that wait and have asked lately, the longest first; only so many of one address."""
        own = (programs.c.since.is_not(None), programs.c.table_id.is_(None), programs.c.seen >= seen)
        place = func.row_number().over(partition_by=ADDRESS, order_by=(programs.c.since, programs.c.player))
        line = select(programs, ADDRESS.label("home"), place.label("place")).where(*own).subquery()
        some = select(line).where(line.c.place <= of_one).order_by(line.c.since).limit(most)
        return [
            WaitingProgram(row.player, tuple(orjson.loads(row.pads)), row.since, row.home, row.streak == 0)
            for row in await self.fetch(some)
        ]

    async def busy_addresses(self) -> dict[str, int]:
        """At how many tables the programs of each address are playing."""
        tables = func.count(programs.c.table_id.distinct()).label("tables")
        playing = select(ADDRESS.label("home"), tables).where(programs.c.table_id.is_not(None))
        rows = await self.fetch(playing.group_by(ADDRESS))
        return {row.home: row.tables for row in rows}

    async def skills_by_pad(self, waiting: Sequence[WaitingProgram]) -> dict[tuple[str, str], Skill]:
        """The ratings of those who wait, by program and pad."""
        own = select(ratings).where(ratings.c.who.in_([one.who for one in waiting]))
        own = own.order_by(ratings.c.season)  # the last season has the last word
        known = {
            (row.who, parse_ladder(row.ladder)): Skill(row.mu, row.sigma) for row in await self.fetch(own)
        }
        return {
            (one.who, pad): known[one.who, ladder]
            for one in waiting
            for pad in one.pads
            if (ladder := ladder_of(pad, 2)) and (one.who, ladder) in known
        }

    async def met_since(self, who: Sequence[str], since: float) -> dict[frozenset[str], int]:
        """How often these programs have met each other since then."""
        both = (program_games.c.first.in_(who), program_games.c.second.in_(who))
        pairs = (program_games.c.first, program_games.c.second)
        counted = select(*pairs, func.count()).where(*both, program_games.c.opened >= since).group_by(*pairs)
        found: dict[frozenset[str], int] = {}
        for row in await self.fetch(counted):
            one, other, times = tuple(row)
            met = frozenset((one, other))
            found[met] = found.get(met, 0) + int(times)
        return found

    async def keep_pairing(self, table: str, pairing: Pairing, now: float) -> None:
        """Seat two at a table that is to be opened; raises `Conflict` if one of them waits no longer."""
        people = [one for one in (pairing.first, pairing.second) if not one.startswith(BOT)]
        free = (programs.c.player.in_(people), programs.c.table_id.is_(None), programs.c.since.is_not(None))
        game = {"table_id": table, "opened": now, "over": False, **pairing._asdict()}

        async def work() -> None:
            async with self.connect() as connection:
                taken = update(programs).where(*free).values(table_id=table, since=None)
                if (await connection.execute(taken)).rowcount != len(people):
                    raise Conflict
                await connection.execute(insert(program_games).values(**game))

        await self.limited(work())

    # games

    async def open_program_games(self) -> list[OpenGame]:
        rows = await self.fetch(select(program_games).where(program_games.c.over.is_(False)).limit(1000))
        return [
            OpenGame(row.table_id, row.opened, row.pad, tuple(one for one in (row.first, row.second) if one))
            for row in rows
        ]

    async def last_said(self, tables: Sequence[str]) -> dict[str, float]:
        """The time at which something was last said at these tables."""
        own = select(entries.c.table_id, func.max(entries.c.at).label("at")).where(
            entries.c.table_id.in_(tables)
        )
        rows = await self.fetch(own.group_by(entries.c.table_id))
        return {row.table_id: row.at for row in rows}

    async def who_left(self, table: str) -> set[str]:
        """The players who left the rated game of a table."""
        gone = (rated_seats.c.table_id == table, rated_seats.c.game == 1, rated_seats.c.gone)
        return {row.who for row in await self.fetch(select(rated_seats.c.who).where(*gone))}

    async def end_program_game(self, table: str, stayed: Collection[str], rests: Rests) -> None:
        """Free the programs of a game that is over: those that stayed to its end, and those that left it."""

        async def work() -> None:
            async with self.connect() as connection:
                done = update(program_games).where(program_games.c.table_id == table)
                await connection.execute(done.values(over=True))
                here = select(programs).where(programs.c.table_id == table).with_for_update()
                for row in (await connection.execute(here)).all():
                    own = update(programs).where(programs.c.player == row.player)
                    await connection.execute(own.values(**_after_game(row, row.player in stayed, rests)))

        await self.limited(work())

    # what is told

    async def program_board(self, ladder: Ladder, first: int, limit: int) -> list[Ranked]:
        """A page of the board: the best first, and behind them those without a game on this ladder."""
        last = select(ratings.c.who, func.max(ratings.c.season).label("season"))
        latest = last.where(ratings.c.ladder == str(ladder)).group_by(ratings.c.who).subquery()
        own = and_(
            ratings.c.who == programs.c.player,
            ratings.c.ladder == str(ladder),
            ratings.c.season == latest.c.season,
        )
        lines = select(programs, ratings.c.mu, ratings.c.sigma).select_from(programs)
        lines = lines.join(latest, latest.c.who == programs.c.player, isouter=True)
        lines = lines.join(ratings, own, isouter=True)
        best = (ratings.c.number.is_(None), ratings.c.number.desc(), programs.c.name)
        rows = await self.fetch(lines.order_by(*best).offset(first).limit(limit))
        return [Ranked(_program(row), None if row.mu is None else Skill(row.mu, row.sigma)) for row in rows]

    async def games_of_program(self, player: str, before: float, limit: int) -> list[GameOfProgram]:
        """The latest games of a program that were opened before a time."""
        own = or_(program_games.c.first == player, program_games.c.second == player)
        lines = select(program_games, games.c.summary).join(
            games, and_(games.c.table_id == program_games.c.table_id, games.c.game == 1), isouter=True
        )
        latest = lines.where(own, program_games.c.opened < before).order_by(program_games.c.opened.desc())
        rows = await self.fetch(latest.limit(limit))
        others = {other for row in rows if (other := _other(row, player))}
        named = await self.fetch(
            select(programs.c.player, programs.c.name).where(programs.c.player.in_(others))
        )
        names = {one.player: one.name for one in named}
        return [_played(row, player, names) for row in rows]

    async def told_programs(self, player: str) -> AsyncIterator[list[JsonObject]]:
        """All that is kept of somebody's part in the ladder of programs, for themselves."""
        if rows := await self.fetch(select(programs).where(programs.c.player == player)):
            yield [plain_row(row) for row in rows]
        before = float("inf")
        while found := await self.games_of_program(player, before, GAMES_PAGE):
            yield [one._asdict() for one in found]
            before = found[-1].opened


async def forget_programs(connection: AsyncConnection, player: str, limit: int) -> int:
    """Take a player out of the ladder, and out of some of its games; how many rows that were."""
    own = select(program_games.c.table_id).where(
        or_(program_games.c.first == player, program_games.c.second == player)
    )
    found = (await connection.execute(own.limit(limit))).scalars().all()
    for side in (program_games.c.first, program_games.c.second):
        theirs = update(program_games).where(program_games.c.table_id.in_(found), side == player)
        await connection.execute(theirs.values({side: None}))
    if not found:
        await connection.execute(delete(programs).where(programs.c.player == player))
    return len(found)


def _open_table(player: str) -> Select[tuple[str]]:
    """The table at which a player's program is still playing."""
    own = or_(program_games.c.first == player, program_games.c.second == player)
    return select(program_games.c.table_id).where(program_games.c.over.is_(False), own).limit(1)


def _program(row: StoredRow) -> Program:
    pads = tuple(orjson.loads(row.pads))
    return Program(row.player, row.name, pads, row.joined, row.table_id, row.rests, row.games, row.faults)


def _after_game(row: StoredRow, stayed: bool, rests: Rests) -> dict[str, object]:
    """The changes that a game brings for one of its programs."""
    common = {"table_id": None, "since": None, "games": row.games + 1}
    if stayed:
        return {**common, "rests": rests.now + rests.usual, "streak": 0}
    longer = rests.pause * 2 ** min(row.streak, MOST_DOUBLED)
    return {**common, "rests": rests.now + longer, "streak": row.streak + 1, "faults": row.faults + 1}


def _other(row: StoredRow, player: str) -> str | None:
    other: str | None = row.second if row.first == player else row.first
    return other


def _played(row: StoredRow, player: str, names: Mapping[str, str]) -> GameOfProgram:
    other = _other(row, player)
    shown = other if other and other.startswith(BOT) else names.get(other or "")
    scores: list[int] | None = orjson.loads(row.summary)["scores"] if row.summary else None
    if scores and row.first != player:
        scores = scores[::-1]
    return GameOfProgram(row.table_id, row.opened, row.pad, shown, scores)
