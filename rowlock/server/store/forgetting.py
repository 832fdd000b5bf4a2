"""Somebody is forgotten in small pieces: short transactions, each of which also stores how far it has come.

The player is deleted first, and nothing that names somebody is appended without its player (`Batch.named`):
nothing new is said in their name while their tables are gone through one after the other. A table's log is
rewritten before its lists; then `tables.forgets` is counted up, and a room that still knows the name must
read the log again before it writes to the lists.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Update, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.ratings.results import GONE
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.accounts import forget_account
from rowlock.server.store.batches import NAMING
from rowlock.server.store.club_order import tallied_again
from rowlock.server.store.club_schema import club_tables
from rowlock.server.store.clubs import leave_clubs
from rowlock.server.store.database import Database, StoredRow
from rowlock.server.store.duels import forget_duels
from rowlock.server.store.events import leave_event
from rowlock.server.store.moderation import forget_moderation
from rowlock.server.store.peers import Peers
from rowlock.server.store.people import SEATED
from rowlock.server.store.profiles import NOBODY, blank_digests, forget_ratings, read_whole, without
from rowlock.server.store.programs import forget_programs
from rowlock.server.store.schema import (
    entries,
    forgettings,
    game_seats,
    games,
    players,
    reviews,
    tables,
    tries,
)
from rowlock.table.shapes.answers import ForgettingShown

PIECE = 150
"""How much one piece of the work may cost: one for each row that is read or written."""
HOLD_SECONDS = 0.02
"""After this long no further step of a piece is begun: others want to write, on a busy machine too."""
STATEMENT = 20
"""The cost of a statement besides: it keeps the database waiting as long as so many rows."""
CLUB = 100
"""The cost of leaving a club, all of whose members are read."""
PIECE_SECONDS = 10.0
KEPT_SECONDS = 30 * 86400.0
"""For how long one can look up that somebody was forgotten; it says no longer who."""


class Job(NamedTuple):
    """How far the forgetting of somebody has come."""

    ticket: str
    player: str
    stage: str
    """next (which table), log, lists and games of the present table; what follows in `STAGES`; done."""
    table: str
    place: int
    """The last entry, or game, that was looked at."""
    names: list[tuple[int, str]]
    """The seats that they held at the present table, and their names there; -1 stands for the host."""
    tables: int
    """How many tables are done."""


class ForgottenPiece(NamedTuple):
    """The result of a piece of the work: whose it was, and the tables whose logs have another text now."""

    player: str
    rewritten: list[str]


class Forgetting:
    """The forgetting of players, in a database that others may work on too."""

    def __init__(self, database: Database, peers: Peers) -> None:
        self._database, self._peers = database, peers

    async def begin(self, player: str, ticket: str, now: float) -> None:
        """Delete a player with all ways to come back; the rest comes in pieces."""
        row = {"ticket": ticket, "player": player, "asked": now, "stage": "next", "table_id": ""}

        async def work() -> None:
            async with self._database.connect() as connection:
                await connection.execute(delete(players).where(players.c.id == player))
                await forget_account(connection, player)
                await connection.execute(insert(forgettings).values(**row, place=0, names="[]", tables=0))
                old = forgettings.c.finished < now - KEPT_SECONDS
                await connection.execute(delete(forgettings).where(old))
                await self._tell(connection, player, [])

        await self._database.limited(work())

    async def progress(self, ticket: str) -> ForgettingShown | None:
        """How far it has come, by the ticket that was given for it."""
        known = select(forgettings.c.finished, forgettings.c.tables).where(forgettings.c.ticket == ticket)
        rows = await self._database.fetch(known)
        if not rows:
            return None
        return {"state": "running" if rows[0].finished is None else "done", "tables": rows[0].tables}

    async def do_piece(self, now: float) -> ForgottenPiece | None:
        """Do the next piece of what is to be done; None if there is nothing, or others are at it."""
        return await self._database.limited(self._do_piece(now), PIECE_SECONDS)

    async def _do_piece(self, now: float) -> ForgottenPiece | None:
        open_jobs = select(forgettings).where(forgettings.c.finished.is_(None)).order_by(forgettings.c.asked)
        async with self._database.connect() as connection:
            row = (await connection.execute(open_jobs.limit(1).with_for_update(skip_locked=True))).first()
            if row is None:
                return None
            job, left, rewritten = _job(row), PIECE, list[str]()
            end = time.monotonic() + HOLD_SECONDS
            while job.stage != "done" and left > 0 and (left == PIECE or time.monotonic() < end):
                rewritten += [job.table] if job.stage == "lists" else []
                job, cost = await STAGES[job.stage](connection, job, left)
                left -= cost
            await connection.execute(_noted(job, now))
            await self._tell(connection, job.player, rewritten)
            return ForgottenPiece(job.player, rewritten)

    async def _tell(self, connection: AsyncConnection, player: str, rewritten: Sequence[str]) -> None:
        """The other processes hear of it when it is stored, and not before."""
        if self._database.shared:
            await connection.execute(self._peers.notice({"signed_out": player, "reread": list(rewritten)}))


def _job(row: StoredRow) -> Job:
    names = [(seat, name) for seat, name in orjson.loads(row.names)]
    return Job(row.ticket, row.player, row.stage, row.table_id, row.place, names, row.tables)


def _noted(job: Job, now: float) -> Update:
    """How far it has come; at its end nothing is left that says of whom."""
    noted = update(forgettings).where(forgettings.c.ticket == job.ticket)
    names, place = orjson.dumps(job.names).decode(), {"table_id": job.table, "place": job.place}
    noted = noted.values(**place, names=names, stage=job.stage, tables=job.tables)
    return noted.values(player=None, table_id="", finished=now) if job.stage == "done" else noted


async def _find_table(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """The next table at which they have ever sat, or that they opened."""
    own = (entries.c.player == job.player, entries.c.kind.in_(SEATED), entries.c.table_id > job.table)
    found = (await connection.execute(select(func.min(entries.c.table_id)).where(*own))).scalar()
    if found is None:
        await connection.execute(delete(game_seats).where(game_seats.c.player == job.player))
        return job._replace(stage="days", names=[]), STATEMENT
    return job._replace(stage="log", table=str(found), place=0, names=[]), STATEMENT


async def _rewrite_log(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """Some entries of the log, without their name and words."""
    columns = (entries.c.number, entries.c.player, entries.c.kind, entries.c.body)
    log = select(*columns).where(entries.c.table_id == job.table, entries.c.number > job.place)
    rows = (await connection.execute(log.order_by(entries.c.number).limit(left))).all()
    changed, names = list[JsonObject](), set(job.names)
    for row in rows:
        body = _read(row.kind, row.body) if row.kind in NAMING else None
        if body is not None:
            names |= _names_in(row, body, job.player)
            blank = _blanked(row, body, job.player)
            if blank != body:
                changed.append({"of_number": row.number, "text": orjson.dumps(blank).decode()})
    if changed:
        one = (entries.c.table_id == job.table, entries.c.number == bindparam("of_number"))
        await connection.execute(update(entries).where(*one).values(body=bindparam("text")), changed)
    place, stage = (rows[-1].number, "log") if len(rows) == left else (0, "lists")
    return job._replace(stage=stage, place=place, names=sorted(names)), len(rows) + len(changed) + STATEMENT


async def _rewrite_lists(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """Rewrite the line in the list of tables; whoever knows the log from before must read it again."""
    its_own = tables.c.id == job.table
    row = (await connection.execute(select(tables.c.summary).where(its_own).with_for_update())).first()
    if row is not None:
        known = read_whole(row.summary, {"seats", "host"})
        line = {} if known is None else {"summary": orjson.dumps(_blanked_table(known, job.names)).decode()}
        counted = update(tables).where(its_own).values(forgets=tables.c.forgets + 1, **line)
        await connection.execute(counted)
    await connection.execute(delete(reviews).where(reviews.c.table_id == job.table))
    return job._replace(stage="games", place=0), 3 * STATEMENT


async def _rewrite_games(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """Some finished games of the table, in which a seat may have been another's before or after."""
    own = select(games.c.game, games.c.summary).where(games.c.table_id == job.table, games.c.game > job.place)
    most = max(left // 4, 1)  # a game may have been reviewed for four others
    rows = (await connection.execute(own.order_by(games.c.game).limit(most))).all()
    seats = (game_seats.c.game, game_seats.c.seat)
    held = select(*seats).where(game_seats.c.table_id == job.table, game_seats.c.player != job.player)
    last = rows[-1].game if rows else 0
    span = held.where(game_seats.c.game > job.place, game_seats.c.game <= last)
    others = {(row.game, row.seat) for row in await connection.execute(span)}
    theirs = {row.game: {at for at in job.names if (row.game, at[0]) not in others} for row in rows}
    changed = list[JsonObject]()
    for row in rows:
        summary = read_whole(row.summary, {"seats"})
        if summary is None:
            continue
        blank = without(theirs[row.game], enumerate(summary["seats"]))
        if blank != summary["seats"]:
            told = orjson.dumps({**summary, "seats": blank}).decode()
            changed.append({"of_game": row.game, "text": told})
    if changed:
        one = (games.c.table_id == job.table, games.c.game == bindparam("of_game"))
        await connection.execute(update(games).where(*one).values(summary=bindparam("text")), changed)
        await connection.execute(tallied_again(club_tables.c.table_id == job.table))
    told_of = await blank_digests(connection, job.table, theirs)
    cost = len(rows) + len(changed) + told_of + 4 * STATEMENT
    if len(rows) == most:
        return job._replace(place=last), cost
    gone = delete(game_seats).where(game_seats.c.player == job.player, game_seats.c.table_id == job.table)
    await connection.execute(gone)
    return job._replace(stage="next", place=0, names=[], tables=job.tables + 1), cost


async def _forget_days(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """Some of their daily games, the earliest first."""
    own = tries.c.player == job.player
    days = select(tries.c.day).where(own).order_by(tries.c.day).limit(max(left, 1))
    rows = (await connection.execute(days)).all()
    if not rows:
        return job._replace(stage="duels"), STATEMENT
    await connection.execute(delete(tries).where(own, tries.c.day <= rows[-1].day))
    return job, len(rows) + 2 * STATEMENT


async def _forget_duels(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """Some of their halves, then the name under duels that they made."""
    gone = await forget_duels(connection, job.player, max(left // 4, 1))
    return (job if gone else job._replace(stage="clubs")), 2 * gone + 2 * STATEMENT


async def _leave_clubs(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """One of their clubs after the other: another keeper is found where they were the last."""
    gone = await leave_clubs(connection, job.player, time.time(), 1)
    return (job if gone else job._replace(stage="events")), CLUB + STATEMENT


async def _leave_events(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """One of their events after the other: results stay, without a name."""
    gone = await leave_event(connection, job.player)
    return (job if gone else job._replace(stage="programs")), CLUB + STATEMENT


async def _forget_programs(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """Their part in the ladder of programs; of its games some at a time."""
    gone = await forget_programs(connection, job.player, max(left, 1))
    return (job if gone else job._replace(stage="ratings")), gone + 3 * STATEMENT


async def _forget_ratings(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """Some of their profile and progress; in rated games nobody is left."""
    nobody = f"{GONE}{sha256(job.ticket.encode()).hexdigest()[:24]}"
    gone = await forget_ratings(connection, job.player, nobody, max(left, 1))
    return (job if gone else job._replace(stage="strangers")), 2 * gone + 5 * STATEMENT


async def _forget_moderation(connection: AsyncConnection, job: Job, left: int) -> tuple[Job, int]:
    """Some of what they reported and blocked, and of what others did about them."""
    gone = await forget_moderation(connection, job.player, max(left // 2, 1))
    return (job if gone else job._replace(stage="done")), 2 * gone + 3 * STATEMENT


STAGES = {
    "next": _find_table,
    "log": _rewrite_log,
    "lists": _rewrite_lists,
    "games": _rewrite_games,
    "days": _forget_days,
    "duels": _forget_duels,
    "clubs": _leave_clubs,
    "events": _leave_events,
    "programs": _forget_programs,
    "ratings": _forget_ratings,
    "strangers": _forget_moderation,
}


def _read(kind: str, body: str) -> JsonObject | None:
    """An entry's body; None if it is damaged."""
    return read_whole(body, {"created": {"seats", "name"}, "sit": {"seat", "name"}}.get(kind, set()))


def _names_in(row: Any, body: JsonObject, player: str) -> set[tuple[int, str]]:
    """The seats that an entry gives to a player, and by what name; -1 for the host of the table."""
    if row.kind == "created":
        held = {(n, seat["name"]) for n, seat in enumerate(body["seats"]) if seat["player"] == player}
        return held | ({(-1, body["name"])} if row.player == player else set())
    return {(body["seat"], body["name"])} if row.kind == "sit" and row.player == player else set()


def _blanked(row: Any, body: JsonObject, player: str) -> JsonObject:
    """An entry's body in which somebody has no name and has said nothing in words of their own."""
    body, own = dict(body), row.player == player
    if own and row.kind == "chat" and "text" in body:
        body["text"] = NOBODY
    if "name" in body and (own if row.kind in SEATED else body.get("player") == player):
        body["name"] = NOBODY
    if row.kind == "created":
        seats = [{**seat, "name": NOBODY} if seat["player"] == player else seat for seat in body["seats"]]
        body["seats"] = seats
    return body


def _blanked_table(summary: JsonObject, names: Sequence[tuple[int, str]]) -> JsonObject:
    """A table in a few words; where somebody else has the same name in the same place, better too little."""
    seats = [
        {**seat, "name": NOBODY} if (number, seat["name"]) in names else seat
        for number, seat in enumerate(summary["seats"])
    ]
    host = NOBODY if summary["host"] in {name for _, name in names} else summary["host"]
    return {**summary, "seats": seats, "host": host}
