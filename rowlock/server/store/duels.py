"""Duels in the database. A person has one half of a duel, however many processes take it at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.duels.answers import HalfFound
from rowlock.community.duels.duel import Duel
from rowlock.community.errors import NoSuchDuel
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.batches import check_there, still_there
from rowlock.server.store.database import Conflict, Database
from rowlock.server.store.duel_rows import (
    DuelRow,
    HalfRow,
    JudgedHalf,
    read_duel,
    read_found,
    read_half,
    read_judged,
    row_of_duel,
    row_of_half,
    text_of_found,
)
from rowlock.server.store.duel_schema import duel_secrets, duels, halves
from rowlock.server.store.people import plain_row
from rowlock.server.store.schema import games

CLAIM_SECONDS = 300.0
"""After this long another process may judge what one has taken on."""
PART = 100
"""Rows about one player that are read together."""
MOST_SHOWN = 100
"""Halves of a duel that are shown."""
NOBODY = "—"
TOLD = (
    "duel", "name", "begun", "device", "handed", "moves", "finished", "loss", "score", "won", "luck"
)  # fmt: skip
MADE = ("id", "maker_name", "against", "created", "closes", "pad", "title", "bots")
"""The columns of a duel that its maker gets."""


class DuelRows(Database):
    """Duels and their halves."""

    async def add_duel(self, duel: Duel, maker: str, first: Sequence[HalfRow] = ()) -> None:
        """Store a new duel, with the halves that are there already."""
        row, secret = row_of_duel(duel, maker), {"duel": duel.id, "secret": duel.game.secret}

        async def work() -> None:
            async with self.connect() as connection:
                check_there({maker}, await connection.execute(still_there({maker})))
                await connection.execute(insert(duels).values(**row))
                await connection.execute(insert(duel_secrets).values(**secret))
                for half in first:
                    await connection.execute(insert(halves).values(**row_of_half(half)))

        await self.limited(work())

    async def find_duel(self, duel: str) -> Duel:
        """A duel with its secret; raises `NoSuchDuel`."""
        both = select(duels, duel_secrets.c.secret).join(duel_secrets, duel_secrets.c.duel == duels.c.id)
        rows = await self.fetch(both.where(duels.c.id == duel))
        if not rows:
            raise NoSuchDuel("there is no such duel")
        return read_duel(rows[0], rows[0].secret)

    async def made_since(self, maker: str, since: float) -> int:
        """How many duels somebody has made lately."""
        own = select(func.count()).where(duels.c.maker == maker, duels.c.created >= since)
        return int((await self.fetch(own))[0][0])

    # halves

    async def find_half(self, duel: str, side: str) -> HalfRow | None:
        rows = await self.fetch(select(halves).where(*_one(duel, side)))
        return read_half(rows[0]) if rows else None

    async def half_named(self, duel: str, half: str) -> tuple[HalfRow, HalfFound | None] | None:
        rows = await self.fetch(select(halves).where(halves.c.duel == duel, halves.c.half == half))
        return (read_half(rows[0]), read_found(rows[0])) if rows else None

    async def begin_half(self, half: HalfRow) -> HalfRow:
        """Note that somebody has begun; the half that counts: this one, or the one that they have."""

        async def work() -> None:
            async with self.connect() as connection:
                if half.player:
                    check_there({half.player}, await connection.execute(still_there({half.player})))
                await connection.execute(insert(halves).values(**row_of_half(half)))

        try:
            await self.limited(work())
        except Conflict:
            known = await self.find_half(half.duel, half.side)
            if known is None:
                raise
            return known
        return half

    async def give_table(self, half: HalfRow, table: str) -> str:
        """The table of a half: this one, if it had none."""
        free = (*_one(half.duel, half.side), halves.c.table_id.is_(None), halves.c.moves.is_(None))
        await self.execute(update(halves).where(*free).values(table_id=table))
        known = await self.find_half(half.duel, half.side)
        return (known.table if known else None) or table

    async def note_device(self, half: HalfRow) -> None:
        """Note that a device knows the dice, and may play the half."""
        await self.execute(update(halves).where(*_one(half.duel, half.side)).values(device=True))

    async def take_half(self, half: HalfRow, now: float, **values: object) -> bool:
        """Store the moves, or the record, of a half; whether they count: the first that are handed in do."""
        free = (*_one(half.duel, half.side), halves.c.moves.is_(None), halves.c.record.is_(None))
        taken = update(halves).where(*free).values(handed=now, refused=None, **values)
        return bool(await self.fetch(taken.returning(halves.c.half)))

    async def halves_of(self, duel: str) -> tuple[list[HalfRow], int]:
        """The halves of a duel, the best first, and how many there are."""
        its = select(halves).where(halves.c.duel == duel)
        order = (halves.c.judged.is_(None), halves.c.loss.is_(None), halves.c.loss, halves.c.begun)
        rows = await self.fetch(its.order_by(*order).limit(MOST_SHOWN))
        count = await self.fetch(select(func.count()).where(halves.c.duel == duel))
        return [read_half(row) for row in rows], int(count[0][0])

    async def note_seen(self, half: HalfRow, now: float) -> None:
        await self.execute(update(halves).where(*_one(half.duel, half.side)).values(seen=now))

    async def sealed_for(self, table: str, player: str | None, now: float) -> bool:
        """Whether a table's game is a half of a duel that this reader must not see yet."""
        there = select(halves.c.duel).join(duels, duels.c.id == halves.c.duel)
        its = there.where(halves.c.table_id == table, duels.c.closes > now)
        rows = await self.fetch(its.where(or_(halves.c.player.is_(None), halves.c.player != (player or ""))))
        for row in rows:
            own = await self.find_half(row.duel, player) if player else None
            if own is None or own.judged is None:
                return True
        return False

    # lists

    async def duels_of(self, player: str, before: float | None, limit: int) -> list[DuelRow]:
        """Somebody's duels, made or joined, the latest first."""
        joined = select(halves.c.duel).where(halves.c.player == player)
        own = select(duels).where(or_(duels.c.maker == player, duels.c.id.in_(joined)))
        if before is not None:
            own = own.where(duels.c.created < before)
        rows = await self.fetch(own.order_by(duels.c.created.desc()).limit(limit))
        return [await self._row(read_duel(row, ""), player) for row in rows]

    async def _row(self, duel: Duel, player: str) -> DuelRow:
        other = and_(halves.c.side != player, halves.c.judged.is_not(None))
        told = select(
            func.count(),
            func.count(halves.c.judged),
            func.max(halves.c.judged).filter(other),
        ).where(halves.c.duel == duel.id)
        people, finished, latest = tuple((await self.fetch(told))[0])
        mine = await self.find_half(duel.id, player)
        return DuelRow(duel, mine, int(people), int(finished), float(latest or 0.0))

    async def told_duels(self, player: str) -> AsyncIterator[JsonObject]:
        """All that is kept of the duels that somebody made or plays, part by part, for themselves."""
        named = select(*(duels.c[name] for name in MADE)).where(duels.c.maker == player).order_by(duels.c.id)
        last = ""
        while found := await self.fetch(named.where(duels.c.id > last).limit(PART)):
            yield {"duels_made": [plain_row(row) for row in found]}
            last = found[-1].id
        after = ("", "")
        own = select(halves).where(halves.c.player == player).order_by(halves.c.duel, halves.c.side)
        while rows := await self.fetch(own.where(_behind(after)).limit(PART)):
            yield {"duels": [{name: getattr(row, name) for name in TOLD} for row in rows]}
            after = (rows[-1].duel, rows[-1].side)

    # what is to be done

    async def unhanded_halves(self, now: float, limit: int) -> list[HalfRow]:
        """Begun halves whose tables have finished, and all of duels that are over."""
        ended = select(games.c.table_id).where(games.c.table_id == halves.c.table_id, games.c.game == 1)
        closed = select(duels.c.id).where(duels.c.closes <= now)
        open_ones = (halves.c.moves.is_(None), halves.c.record.is_(None), halves.c.handed.is_(None))
        due = or_(ended.exists(), halves.c.duel.in_(closed))
        return [
            read_half(row) for row in await self.fetch(select(halves).where(*open_ones, due).limit(limit))
        ]

    async def claim_half(self, now: float) -> HalfRow | None:
        """The first half that waits to be judged, for this process to do so."""
        free = or_(halves.c.claimed.is_(None), halves.c.claimed < now - CLAIM_SECONDS)
        waiting = (halves.c.handed.is_not(None), halves.c.judged.is_(None), free)
        for row in await self.fetch(select(halves).where(*waiting).order_by(halves.c.handed).limit(8)):
            mine = update(halves).where(*_one(row.duel, row.side), *waiting).values(claimed=now)
            if await self.fetch(mine.returning(halves.c.half)):
                return read_half(row)
        return None

    async def prune_duels(self, before: float) -> int:
        """Delete the duels that were over before a time, some in each transaction; how many there were."""
        old, count = select(duels.c.id).where(duels.c.closes < before).limit(PART), 0
        while names := [row.id for row in await self.fetch(old)]:
            await self._delete_duels(names)
            count += len(names)
        return count

    async def _delete_duels(self, names: Sequence[str]) -> None:
        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(delete(halves).where(halves.c.duel.in_(names)))
                await connection.execute(delete(duel_secrets).where(duel_secrets.c.duel.in_(names)))
                await connection.execute(delete(duels).where(duels.c.id.in_(names)))

        await self.limited(work())

    async def store_outcome(self, half: HalfRow, record: str, found: HalfFound, now: float) -> None:
        values = {name: found[name] for name in ("finished", "loss", "score", "won", "luck")}
        done = update(halves).where(*_one(half.duel, half.side))
        await self.execute(done.values(record=record, found=text_of_found(found), judged=now, **values))

    async def refuse_half(self, half: HalfRow, reason: str) -> None:
        """Note that what was handed in cannot be: it may be handed in again, and the person is told why."""
        again = {"moves": None, "handed": None, "claimed": None, "refused": reason[:200]}
        await self.execute(update(halves).where(*_one(half.duel, half.side)).values(**again))

    async def judged_halves_after(self, after: tuple[str, str]) -> list[JudgedHalf]:
        """Some of the halves that are judged, in order, behind one of them."""
        rest = select(halves).where(halves.c.judged.is_not(None), _behind(after))
        rows = await self.fetch(rest.order_by(halves.c.duel, halves.c.side).limit(PART))
        return [read_judged(row) for row in rows]


async def forget_duels(connection: AsyncConnection, player: str, limit: int) -> int:
    """Some of somebody's halves go; duels that they made stay without a name, unless nobody is left."""
    own = select(halves.c.duel, halves.c.side).where(halves.c.player == player).limit(limit)
    rows = (await connection.execute(own)).all()
    for row in rows:
        await connection.execute(delete(halves).where(*_one(row.duel, row.side)))
    if rows:
        return len(rows)
    made = select(duels.c.id).where(duels.c.maker == player).limit(limit)
    names = [row.id for row in (await connection.execute(made)).all()]
    for name in names:
        left = await connection.execute(select(halves.c.side).where(halves.c.duel == name).limit(1))
        if left.first() is None:
            await connection.execute(delete(duel_secrets).where(duel_secrets.c.duel == name))
            await connection.execute(delete(duels).where(duels.c.id == name))
        else:
            blank = update(duels).where(duels.c.id == name).values(maker=None, maker_name=NOBODY)
            await connection.execute(blank)
    return len(names)


def _one(duel: str, side: str) -> tuple[ColumnElement[bool], ...]:
    return halves.c.duel == duel, halves.c.side == side


def _behind(after: tuple[str, str]) -> ColumnElement[bool]:
    duel, side = after
    return or_(halves.c.duel > duel, and_(halves.c.duel == duel, halves.c.side > side))
