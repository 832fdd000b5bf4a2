"""Mutes, blocks and reports of players, and the decisions of operators."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.strangers.answers import OperatorDecision, ReportShown, WordSaid
from rowlock.community.strangers.apart import Pair
from rowlock.community.strangers.reports import A_DAY, DAY, KEPT, MOST_AVOIDED, Reason, State
from rowlock.engine.json_object import JsonObject
from rowlock.server.errors import TooFast, TooMany
from rowlock.server.store.batches import entry_of
from rowlock.server.store.database import Database, StoredRow
from rowlock.server.store.moderation_schema import avoided, decisions, reports
from rowlock.server.store.people import Act, plain_row, written
from rowlock.server.store.schema import bans, entries, game_seats, games, players
from rowlock.table.errors import DamagedLog, NoSuchPlayer

AT_ONCE = 500
PART = 200
SAID = 50
"""The latest lines of somebody's talk that are shown with a report."""


class Avoided(NamedTuple):
    """Somebody whom a player mutes or blocks, by the name they had then."""

    other: str
    name: str
    muted: bool
    blocked: bool


class Report(NamedTuple):
    """A report that is to be kept."""

    id: str
    reporter: str
    player: str
    reason: Reason
    table_id: str
    game: int
    at: float


class Moderation(Database):
    """Muted and blocked people, reports, the operators' log."""

    # muting and blocking

    async def avoid(self, player: str, one: Avoided, now: float) -> None:
        """Mute or block somebody; raises `TooMany` if a player has muted or blocked too many."""
        row = {"player": player, **one._asdict(), "at": now}
        made = (postgresql if self.shared else sqlite).insert(avoided).values(**row)
        changed = {"muted": one.muted, "blocked": one.blocked, "at": now}
        put = made.on_conflict_do_update(index_elements=["player", "other"], set_=changed)
        others = select(func.count()).where(avoided.c.player == player, avoided.c.other != one.other)

        async def work() -> None:
            async with self.connect() as connection:
                await _hold(connection, {player, one.other})
                if (await connection.execute(others)).scalar_one() >= MOST_AVOIDED:
                    raise TooMany(f"at most {MOST_AVOIDED} people can be muted or blocked")
                await connection.execute(put)

        await self.limited(work())

    async def stop_avoiding(self, player: str, other: str) -> bool:
        """Unmute or unblock somebody; whether they were muted or blocked."""
        gone = delete(avoided).where(avoided.c.player == player, avoided.c.other == other)
        return bool(await self.fetch(gone.returning(avoided.c.other)))

    async def avoided_by(self, player: str) -> list[Avoided]:
        rows = await self.fetch(
            select(avoided).where(avoided.c.player == player).order_by(avoided.c.name, avoided.c.other)
        )
        return [Avoided(row.other, row.name, row.muted, row.blocked) for row in rows]

    async def apart(self, people: Collection[str]) -> frozenset[Pair]:
        """The pairs among these people of whom one has blocked the other."""
        known, found = sorted(people), set[Pair]()
        for first in range(0, len(known), AT_ONCE):
            some = avoided.c.player.in_(known[first : first + AT_ONCE])
            rows = await self.fetch(select(avoided.c.player, avoided.c.other).where(some, avoided.c.blocked))
            found |= {frozenset((row.player, row.other)) for row in rows if row.other in people}
        return frozenset(found)

    # reports

    async def people_of(self, table: str) -> set[str]:
        """Everybody who has finished a game at a table."""
        rows = await self.fetch(select(game_seats.c.player).where(game_seats.c.table_id == table).distinct())
        return {row.player for row in rows}

    async def add_report(self, report: Report) -> str:
        """Keep a report, and return its name; the same one again changes nothing.

        Raises `TooFast` if its maker has reported too often, `NoSuchPlayer` if somebody was deleted.
        """
        once = and_(*(reports.c[key] == getattr(report, key) for key in ONCE))
        lately = and_(reports.c.reporter == report.reporter, reports.c.at > report.at - DAY)
        old = and_(reports.c.state != "open", reports.c.at < report.at - KEPT)

        async def work() -> str:
            async with self.connect() as connection:
                await _hold(connection, {report.reporter, report.player})
                same = (await connection.execute(select(reports.c.id).where(once))).scalar()
                if same is not None:
                    return str(same)
                made = (await connection.execute(select(func.count()).where(lately))).scalar_one()
                if made >= A_DAY:
                    raise TooFast(f"{A_DAY} reports a day are enough", DAY)
                await connection.execute(delete(reports).where(old))
                await connection.execute(insert(reports).values(**report._asdict(), state="open"))
                return report.id

        return await self.limited(work())

    async def reports(self, state: State | None, before: float | None, limit: int) -> list[ReportShown]:
        """Reports in a state, or all of them, the latest first."""
        query = _shown()
        if state is not None:
            query = query.where(reports.c.state == state)
        if before is not None:
            query = query.where(reports.c.at < before)
        return [_report(row) for row in await self.fetch(query.order_by(reports.c.at.desc()).limit(limit))]

    async def reports_about(self, player: str, limit: int) -> list[ReportShown]:
        query = _shown().where(reports.c.player == player).order_by(reports.c.at.desc())
        return [_report(row) for row in await self.fetch(query.limit(limit))]

    async def report(self, report: str) -> ReportShown | None:
        rows = await self.fetch(_shown().where(reports.c.id == report))
        return _report(rows[0]) if rows else None

    async def words_of(self, player: str, table: str) -> list[WordSaid]:
        """The latest lines that somebody said at a table, in order."""
        own = (entries.c.table_id == table, entries.c.player == player)
        talk = select(entries).where(*own, entries.c.kind.in_(("chat", "phrase")))
        rows = await self.fetch(talk.order_by(entries.c.number.desc()).limit(SAID))
        return [_word(row) for row in reversed(rows)]

    async def decide(self, report: str, state: State, act: Act) -> bool:
        """Note what became of a report, and in the log; whether there is such a report."""

        async def work() -> bool:
            async with self.connect() as connection:
                changed = update(reports).where(reports.c.id == report).values(state=state)
                if not (await connection.execute(changed.returning(reports.c.id))).first():
                    return False
                await connection.execute(written(act))
                return True

        return await self.limited(work())

    # the operators' log

    async def write_down(self, act: Act) -> None:
        await self.execute(written(act))

    async def decisions(self, before: float | None, limit: int) -> list[OperatorDecision]:
        """The deeds of operators, the latest first."""
        query = select(decisions).order_by(decisions.c.at.desc(), decisions.c.id).limit(limit)
        rows = await self.fetch(query if before is None else query.where(decisions.c.at < before))
        return [{"at": row.at, "act": row.act, "subject": row.subject, "note": row.note} for row in rows]

    # for the person themselves

    async def told_moderation(self, player: str) -> AsyncIterator[JsonObject]:
        """The mutes, blocks and reports of a player, and the decisions of operators about them.

        Not what others have reported about them: at a table for two that would say who did.
        """
        if people := await self.avoided_by(player):
            yield {"avoided": [one._asdict() for one in people]}
        after = ""
        own = select(reports).where(reports.c.reporter == player).order_by(reports.c.id).limit(PART)
        while rows := await self.fetch(own.where(reports.c.id > after)):
            yield {"reports": [plain_row(row) for row in rows]}
            after = rows[-1].id
        kept = select(bans.c.kind, bans.c.created, bans.c.until)
        if rows := await self.fetch(kept.where(_of_person(player))):
            yield {"bans": [plain_row(row) for row in rows]}


ONCE = ("reporter", "player", "table_id", "game")


def _of_person(player: str) -> ColumnElement[bool]:
    """The bans that are about a person."""
    return and_(bans.c.value == player, bans.c.kind != "address")


async def _hold(connection: AsyncConnection, people: Collection[str]) -> None:
    """Nothing is kept about somebody who is being deleted, and of one person one thing at a time."""
    there = select(players.c.id).where(players.c.id.in_(people)).order_by(players.c.id).with_for_update()
    if len((await connection.execute(there)).all()) < len(people):
        raise NoSuchPlayer("there is no such player")


def _shown() -> Select[Any]:
    """Reports with the name of whom they are about, and how much there is in other reports of their maker."""
    others = reports.alias()
    by = others.c.reporter == reports.c.reporter
    made = select(func.count()).where(by).scalar_subquery()
    dismissed = select(func.count()).where(by, others.c.state == "dismissed").scalar_subquery()
    finished = and_(games.c.table_id == reports.c.table_id, games.c.game == reports.c.game)
    return (
        select(reports, players.c.name, made.label("made"), dismissed.label("dismissed"), games.c.finished)
        .join(players, players.c.id == reports.c.player, isouter=True)
        .join(games, finished, isouter=True)
    )


def _report(row: StoredRow) -> ReportShown:
    return {
        "report": row.id,
        "player": row.player,
        "name": row.name or "—",
        "reason": row.reason,
        "table": row.table_id,
        "game": row.game,
        "at": row.at,
        "state": row.state,
        "over": row.finished is not None,
        "made": row.made,
        "dismissed": row.dismissed,
    }


def _word(row: StoredRow) -> WordSaid:
    try:
        said = entry_of(row).body
    except DamagedLog:
        said = {}
    return {"at": row.at, "text": said.get("text"), "phrase": said.get("phrase")}


async def forget_moderation(connection: AsyncConnection, player: str, limit: int) -> int:
    """Delete some of what a player reported and blocked, and of what others did about them; how much."""
    about: Sequence[tuple[Table, ColumnElement[bool]]] = (
        (avoided, or_(avoided.c.player == player, avoided.c.other == player)),
        (reports, or_(reports.c.reporter == player, reports.c.player == player)),
        (bans, _of_person(player)),
    )
    for table, own in about:
        key = tuple(table.primary_key)
        rows = (await connection.execute(select(*key).where(own).limit(limit))).all()
        for row in rows:
            same = (column == value for column, value in zip(key, row, strict=True))
            await connection.execute(delete(table).where(*same))
        if rows:
            return len(rows)
    return 0
