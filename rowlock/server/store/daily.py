"""The days of a server: its chain, and everybody's tries. One row for a person, day and pad."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

import orjson
from sqlalchemy import Case, ColumnElement, Executable, and_, case, func, insert, or_, select, tuple_, update

from rowlock.community.daily.answers import Found
from rowlock.community.daily.chain import Chain
from rowlock.community.daily.ranking import BIN, BINS, DailyPlace, Result, place_by_counts
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.batches import check_there, still_there
from rowlock.server.store.daily_batches import HandingIn
from rowlock.server.store.database import Conflict, Database, StoredRow
from rowlock.server.store.schema import chain_seeds, chains, games, tries

CHAIN = "daily"
CLAIM_SECONDS = 300.0
"""After this long another process may judge what one has taken on."""
PART = 200
"""Rows about one player that are read together."""


class TryRow(NamedTuple):
    """Somebody's try at a day's game, as far as it has come."""

    day: str
    pad: str
    player: str
    table: str | None
    moves: tuple[str, ...] | None
    finished: bool | None
    result: Result | None
    exact: bool | None
    found: Found | None

    @property
    def key(self) -> tuple[str, str, str]:
        return self.day, self.pad, self.player


class Days(Database):
    """Daily games in the database."""

    @cached_property
    def handing_in(self) -> HandingIn:
        """Games that are handed in, on their way."""
        return HandingIn(self)

    # the chain

    async def chain(self, first: Chain, seed: str) -> tuple[Chain, str]:
        """The chain of this server with its seed; this one, if there was none before."""
        if (known := await self.known_chain()) is not None:
            return known
        row = {"name": CHAIN, "first": first.first.isoformat(), "days": first.days, "anchor": first.anchor}

        async def make() -> None:
            async with self.connect() as connection:
                await connection.execute(insert(chains).values(**row))
                await connection.execute(insert(chain_seeds).values(name=CHAIN, seed=seed))

        try:
            await self.limited(make())
        except Conflict:  # another process was faster
            known = await self.known_chain()
            assert known is not None
            return known
        return first, seed

    async def known_chain(self) -> tuple[Chain, str] | None:
        """The chain of this server with its seed; None before its first day."""
        both = select(chains, chain_seeds.c.seed).join(chain_seeds, chain_seeds.c.name == chains.c.name)
        rows = await self.fetch(both.where(chains.c.name == CHAIN))
        if not rows:
            return None
        return Chain(date.fromisoformat(rows[0].first), rows[0].days, rows[0].anchor), str(rows[0].seed)

    # tries

    async def find_try(self, day: str, pad: str, player: str) -> TryRow | None:
        rows = await self.fetch(select(tries).where(*_one(day, pad, player)))
        return _try(rows[0]) if rows else None

    async def begin_try(self, day: str, pad: str, player: str, table: str, now: float) -> str:
        """Note that somebody has begun; the table that counts: this one, or an earlier one of theirs."""
        try:
            await self._add(player, day=day, pad=pad, begun=now, table_id=table)
        except Conflict:
            known = await self.find_try(day, pad, player)
            return known.table or table if known else table
        return table

    async def hand_in(
        self, key: tuple[str, str, str], moves: tuple[str, ...], finished: bool, now: float
    ) -> bool:
        """Store a game; whether it counts: of several one does, however often it is handed in."""
        day, pad, player = key
        handed = {"moves": " ".join(moves), "finished": finished, "handed": now}
        if not await self.handing_in.add({"day": day, "pad": pad, "player": player, "begun": now, **handed}):
            first = update(tries).where(*_one(day, pad, player), tries.c.moves.is_(None)).values(**handed)
            if not await self.fetch(first.returning(tries.c.player)):
                known = await self.find_try(day, pad, player)
                return known is not None and known.moves == moves
        return True

    async def _add(self, player: str, **values: object) -> None:
        """A new row, of somebody who is still there: nobody who was forgotten comes back by it."""

        async def work() -> None:
            async with self.connect() as connection:
                check_there({player}, await connection.execute(still_there({player})))
                await connection.execute(insert(tries).values(player=player, **values))

        await self.limited(work())

    async def tries_of(self, player: str, first: str, last: str) -> list[TryRow]:
        """Somebody's tries between two days, in order; without what was found."""
        own = select(tries).where(tries.c.player == player, tries.c.day.between(first, last))
        return [_try(row)._replace(found=None) for row in await self.fetch(own.order_by(tries.c.day))]

    async def days_of(self, player: str, pad: str) -> list[str]:
        """The days on which somebody has finished a game of this pad."""
        own = (tries.c.player == player, tries.c.pad == pad, tries.c.finished.is_(True))
        return [row.day for row in await self.fetch(select(tries.c.day).where(*own).order_by(tries.c.day))]

    async def told_tries(self, player: str) -> AsyncIterator[list[JsonObject]]:
        """All that is kept of somebody's daily games, part by part, for themselves."""
        place, after = (tries.c.day, tries.c.pad), ("", "")
        own = select(tries).where(tries.c.player == player).order_by(*place).limit(PART)
        while rows := await self.fetch(own.where(_behind(after))):
            yield [_told(row) for row in rows]
            after = (rows[-1].day, rows[-1].pad)

    # a day

    async def count(self, day: str, pad: str) -> int:
        """How many have finished."""
        rows = await self.fetch(_counted(day, pad, tries.c.moves.is_not(None)))
        return int(rows[0][0])

    async def place(self, day: str, pad: str, mine: Result) -> DailyPlace:
        """The place of a result among those of a day."""
        loss, score = tries.c.loss, tries.c.score
        better = or_(loss < mine.loss, and_(loss == mine.loss, score > mine.score))
        worse = or_(loss > mine.loss, and_(loss == mine.loss, score < mine.score))
        ranked = (tries.c.day == day, tries.c.pad == pad, loss.is_not(None))
        sums = [func.coalesce(func.sum(_one_if(one)), 0) for one in (better, worse)]
        row = tuple((await self.fetch(select(*sums, func.count()).where(*ranked)))[0])
        return place_by_counts(int(row[0]), int(row[1]), int(row[2]) - 1)

    async def hill(self, day: str, pad: str) -> list[int]:
        """The number of people by what they lost on a day."""
        step = tries.c.loss // BIN
        ranked = (tries.c.day == day, tries.c.pad == pad, tries.c.loss.is_not(None))
        counts = [0] * BINS
        for row in await self.fetch(select(step, func.count()).where(*ranked).group_by(step)):
            found, count = tuple(row)
            counts[min(int(found), BINS - 1)] += int(count)
        return counts

    # what is to be done

    async def unhanded(self, closed: str, limit: int) -> list[TryRow]:
        """Begun tries whose tables have finished, and all of the closed days, this one included."""
        over = select(games.c.table_id).where(games.c.table_id == tries.c.table_id, games.c.game == 1)
        due = or_(over.exists(), tries.c.day <= closed)
        rows = await self.fetch(select(tries).where(tries.c.moves.is_(None), due).limit(limit))
        return [_try(row) for row in rows]

    async def is_over(self, table: str) -> bool:
        """Whether the game of a table has been finished."""
        known = select(games.c.game).where(games.c.table_id == table, games.c.game == 1)
        return bool(await self.fetch(known))

    async def claim(self, now: float, without: Sequence[str], before: float) -> TryRow | None:
        """The first try that waits to be judged, for this process to do so.

        Those on the pads `without` exact values stay, but for what was handed in `before`.
        """
        free = or_(tries.c.claimed.is_(None), tries.c.claimed < now - CLAIM_SECONDS)
        due = or_(tries.c.pad.not_in(without), tries.c.handed < before)
        waiting = (tries.c.moves.is_not(None), tries.c.loss.is_(None), free, due)
        for row in await self.fetch(select(tries).where(*waiting).order_by(tries.c.handed).limit(8)):
            mine = update(tries).where(*_one(row.day, row.pad, row.player), *waiting).values(claimed=now)
            if await self.fetch(mine.returning(tries.c.day)):
                return _try(row)
        return None

    async def judged_after(self, after: tuple[str, str, str]) -> list[TryRow]:
        """Some of the tries that have a result, in order, behind one of them."""
        key = (tries.c.day, tries.c.pad, tries.c.player)
        rest = select(tries).where(tries.c.loss.is_not(None), tuple_(*key) > after)
        return [_try(row) for row in await self.fetch(rest.order_by(*key).limit(PART))]

    async def store_result(self, row: TryRow, result: Result, exact: bool, found: Found) -> None:
        told = orjson.dumps(found).decode()
        values = {"loss": result.loss, "score": result.score, "exact": exact, "found": told}
        await self.execute(update(tries).where(*_one(*row.key)).values(**values))


def _one(day: str, pad: str, player: str) -> tuple[ColumnElement[bool], ...]:
    return tries.c.day == day, tries.c.pad == pad, tries.c.player == player


def _one_if(condition: ColumnElement[bool]) -> Case[int]:
    return case((condition, 1), else_=0)


def _behind(after: tuple[str, str]) -> ColumnElement[bool]:
    day, pad = after
    return or_(tries.c.day > day, and_(tries.c.day == day, tries.c.pad > pad))


def _counted(day: str, pad: str, condition: ColumnElement[bool]) -> Executable:
    return select(func.count()).where(tries.c.day == day, tries.c.pad == pad, condition)


def _try(row: StoredRow) -> TryRow:
    moves = tuple(row.moves.split()) if row.moves is not None else None
    result = Result(row.loss, row.score) if row.loss is not None else None
    found = orjson.loads(row.found) if row.found else None
    return TryRow(row.day, row.pad, row.player, row.table_id, moves, row.finished, result, row.exact, found)


def _told(row: StoredRow) -> JsonObject:
    names = ("day", "pad", "begun", "handed", "moves", "finished", "loss", "score")
    return {name: getattr(row, name) for name in names}
