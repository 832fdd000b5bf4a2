"""Events in the database: a log of what was said, who takes part, and the tables of the rounds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict
from typing import NamedTuple

import orjson
from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.errors import NoSuchEvent
from rowlock.community.events.kit.event import Plan
from rowlock.community.events.kit.file import StoredEvent
from rowlock.community.events.kit.sayings import Close, Saying, read_saying
from rowlock.engine.json_object import JsonObject
from rowlock.server.store.batches import check_there, still_there
from rowlock.server.store.database import Conflict, Database, StoredRow
from rowlock.server.store.event_schema import event_people, event_said, event_seeds, event_tables, events
from rowlock.server.store.schema import entries, games, tables

NOBODY = "—"
"""Shown in place of the name of somebody who was deleted, with their number."""
PART = 200
"""Events that are looked up at once."""


class Taking(NamedTuple):
    """A player's part in an event."""

    person: int | None
    referee: bool


class Stored(NamedTuple):
    """An event as the database has it."""

    id: str
    kept: StoredEvent
    at: tuple[float, ...]
    """When each thing was said."""
    by: tuple[str | None, ...]
    """The speaker of each; None for the house."""
    players: Mapping[str, Taking]
    tables: Mapping[tuple[int, int], str]
    """The tables that are not on paper, by round and number."""
    version: tuple[int, int]
    """How much was said, and how often something else has changed: who takes part, who was forgotten."""

    def after(self, added: Addition, now: float) -> Stored:
        """The event as the database has it after an addition."""
        count, (number, edits) = len(added.said), self.version
        players = {**self.players, **added.players}
        tables = {place: one for place, one in self.tables.items() if place[0] != added.withdrawn}
        return self._replace(
            kept=self.kept._replace(said=(*self.kept.said, *added.said)),
            at=(*self.at, *[now] * count),
            by=(*self.by, *[added.by] * count),
            players={player: taking for player, taking in players.items() if taking is not None},
            tables={**tables, **added.opened},
            version=(number + count, edits + 1),
        )


class Addition(NamedTuple):
    """New sayings, and all that is stored with them."""

    said: Sequence[Saying]
    by: str | None
    running: bool
    """Whether the house has something to do afterwards."""
    players: Mapping[str, Taking | None] = {}
    """New parts of players; None for one who has none any more."""
    opened: Mapping[tuple[int, int], str] = {}
    withdrawn: int | None = None
    """A round whose tables count no longer."""
    sealed: bool = False
    """Whether the tables that are opened share dice, which nobody may know before the round is over."""
    told: bool = False
    """Whether no round runs any more: all dice may be told."""


class EventLine(NamedTuple):
    """An event in the list of somebody's events."""

    id: str
    plan: Plan
    created: float
    referee: bool
    running: bool
    closed: bool


class EventRows(Database):
    """Events, what was said in them, their people and tables."""

    async def add_event(self, event: str, kept: StoredEvent, now: float, referee: str) -> None:
        plan = orjson.dumps(asdict(kept.plan)).decode()
        row = {"id": event, "plan": plan, "created": now, "number": 0, "running": False, "edits": 0}
        host = {referee: Taking(None, True)}
        first = Addition(kept.said, None, kept.event.is_running, host)

        async def work() -> None:
            async with self.connect() as connection:
                await connection.execute(insert(events).values(**row))
                sources = {"event": event, "seed": kept.seed, "dice": kept.dice}
                await connection.execute(insert(event_seeds).values(**sources))
                await _add(connection, event, 0, first, now)

        await self.limited(work())

    async def event_version(self, event: str) -> tuple[int, int]:
        """How new an event is; raises `NoSuchEvent`."""
        rows = await self.fetch(select(events.c.number, events.c.edits).where(events.c.id == event))
        if not rows:
            raise NoSuchEvent("there is no such event")
        return rows[0].number, rows[0].edits

    async def read_event(self, event: str) -> Stored:
        async def work() -> Stored:
            async with self.connect() as connection:
                return await _read(connection, event)

        return await self.limited(work())

    async def say_in_event(self, event: Stored, added: Addition, now: float) -> None:
        """Append, if nothing else was said since the event was read; else raises `Conflict`."""

        async def work() -> None:
            async with self.connect() as connection:
                await _add(connection, event.id, event.version[0], added, now)

        await self.limited(work())

    async def running_events(self) -> AsyncIterator[str]:
        """The events in which the house has something to do: a round runs, or luck is taken off its games."""
        running, after = select(events.c.id).where(events.c.running).order_by(events.c.id).limit(PART), ""
        while rows := await self.fetch(running.where(events.c.id > after)):
            for row in rows:
                yield row.id
            after = rows[-1].id

    async def events_of(self, player: str) -> list[EventLine]:
        last = (event_said.c.event == events.c.id) & (event_said.c.number == events.c.number)
        own = select(events, event_people.c.referee, event_said.c.body).outerjoin(event_said, last)
        own = own.join(event_people, event_people.c.event == events.c.id)
        latest = own.where(event_people.c.player == player).order_by(events.c.created.desc()).limit(100)
        return [_line_of(row) for row in await self.fetch(latest)]

    async def delete_event(self, event: str) -> None:
        async def work() -> None:
            async with self.connect() as connection:
                for part in (event_tables, event_people, event_said, event_seeds):
                    await connection.execute(delete(part).where(part.c.event == event))
                await connection.execute(delete(events).where(events.c.id == event))

        await self.limited(work())

    async def states_of(self, table_ids: Sequence[str]) -> dict[str, str]:
        """Those of these tables that there are, and whether they play."""
        rows = await self.fetch(select(tables.c.id, tables.c.state).where(tables.c.id.in_(table_ids)))
        return {row.id: row.state for row in rows}

    async def first_results(self, table_ids: Sequence[str]) -> dict[str, list[int]]:
        """The points of the first game of these tables, where it is over."""
        over = (games.c.table_id.in_(table_ids), games.c.game == 1)
        rows = await self.fetch(select(games.c.table_id, games.c.summary).where(*over))
        return {row.table_id: orjson.loads(row.summary)["scores"] for row in rows}

    async def is_sealed(self, table: str) -> bool:
        """Whether a table has dice in common with others of a round that is still running."""
        sealed = exists().where(event_tables.c.table_id == table, event_tables.c.sealed)
        return bool((await self.fetch(select(sealed)))[0][0])

    async def movers_at(self, table: str) -> set[str]:
        """The players who have made a move of their own at a table."""
        own = (entries.c.table_id == table, entries.c.kind == "move", entries.c.player.is_not(None))
        return {row.player for row in await self.fetch(select(entries.c.player).where(*own).distinct())}

    async def told_events(self, player: str) -> AsyncIterator[list[JsonObject]]:
        """All that is kept of somebody's events, for themselves: their part, and what they said."""
        for line in await self.events_of(player):
            stored = await self.read_event(line.id)
            mine = stored.players.get(player)
            said = [
                {"at": at, **one.to_json()}
                for at, by, one in zip(stored.at, stored.by, stored.kept.said, strict=True)
                if by == player
            ]
            name = stored.kept.event.name(mine.person) if mine and mine.person else None
            part = {"event": line.id, "title": line.plan.title, "name": name, "referee": line.referee}
            yield [{**part, "said": said}]


def _line_of(row: StoredRow) -> EventLine:
    """An event in a list; it is closed if that was said last, for then nothing else can be."""
    closed = row.body is not None and orjson.loads(row.body)["kind"] == Close.kind
    plan = Plan(**orjson.loads(row.plan))
    return EventLine(row.id, plan, row.created, row.referee, row.running, closed)


async def _read(connection: AsyncConnection, event: str) -> Stored:
    row = (await connection.execute(select(events).where(events.c.id == event))).first()
    sources = select(event_seeds.c.seed, event_seeds.c.dice).where(event_seeds.c.event == event)
    source = (await connection.execute(sources)).first()
    if row is None or source is None:
        raise NoSuchEvent("there is no such event")
    log = select(event_said).where(event_said.c.event == event, event_said.c.number <= row.number)
    said = (await connection.execute(log.order_by(event_said.c.number))).all()
    part = await connection.execute(select(event_people).where(event_people.c.event == event))
    lines = await connection.execute(select(event_tables).where(event_tables.c.event == event))
    plan = Plan(**orjson.loads(row.plan))
    return Stored(
        event,
        StoredEvent(
            plan, source.seed, tuple(read_saying(orjson.loads(one.body)) for one in said), source.dice
        ),
        tuple(one.at for one in said),
        tuple(one.player for one in said),
        {one.player: Taking(one.person, one.referee) for one in part},
        {(one.round, one.number): one.table_id for one in lines},
        (row.number, row.edits),
    )


async def _add(connection: AsyncConnection, event: str, number: int, added: Addition, now: float) -> None:
    """Append in one piece: the line of the event is taken first, so that others come before or after."""
    its_own = (events.c.id == event, events.c.number == number)
    line = {"number": number + len(added.said), "running": added.running, "edits": events.c.edits + 1}
    if (await connection.execute(update(events).where(*its_own).values(**line))).rowcount == 0:
        raise Conflict
    named = {player for player, taking in added.players.items() if taking}
    named |= {added.by} if added.by else set()
    if named:
        check_there(named, await connection.execute(still_there(named)))
    rows = [
        {
            "event": event,
            "number": at,
            "at": now,
            "player": added.by,
            "body": orjson.dumps(one.to_json()).decode(),
        }
        for at, one in enumerate(added.said, number + 1)
    ]
    if rows:
        await connection.execute(insert(event_said), rows)
    await _add_players(connection, event, added.players)
    if added.withdrawn is not None:
        gone = (event_tables.c.event == event, event_tables.c.round == added.withdrawn)
        await connection.execute(delete(event_tables).where(*gone))
    if added.told:
        sealed = (event_tables.c.event == event, event_tables.c.sealed)
        await connection.execute(update(event_tables).where(*sealed).values(sealed=False))
    for (round_number, table), table_id in added.opened.items():
        place = {"event": event, "round": round_number, "number": table}
        await connection.execute(insert(event_tables).values(**place, table_id=table_id, sealed=added.sealed))


async def _add_players(connection: AsyncConnection, event: str, players: Mapping[str, Taking | None]) -> None:
    for player, taking in players.items():
        own = (event_people.c.event == event, event_people.c.player == player)
        await connection.execute(delete(event_people).where(*own))
        if taking is not None:
            row = {"event": event, "player": player, **taking._asdict()}
            await connection.execute(insert(event_people).values(**row))


async def leave_event(connection: AsyncConnection, player: str) -> bool:
    """Take a player out of one of their events, with their name; False if there is none."""
    own = select(event_people.c.event, event_people.c.person).where(event_people.c.player == player)
    row = (await connection.execute(own.limit(1))).first()
    if row is None:
        await connection.execute(update(event_said).where(event_said.c.player == player).values(player=None))
        return False
    if row.person is not None:
        await _blank(connection, row.event, row.person)
    its_own = (event_people.c.event == row.event, event_people.c.player == player)
    await connection.execute(delete(event_people).where(*its_own))
    await _find_heir(connection, row.event)
    changed = update(events).where(events.c.id == row.event).values(edits=events.c.edits + 1)
    await connection.execute(changed)
    return True


async def _blank(connection: AsyncConnection, event: str, person: int) -> None:
    """The name of a person in the log: that of the join which brought their number."""
    log = select(event_said.c.number, event_said.c.body).where(event_said.c.event == event)
    rows = (await connection.execute(log.order_by(event_said.c.number))).all()
    joins = [(row.number, body) for row in rows if (body := orjson.loads(row.body))["kind"] == "join"]
    number, body = joins[person - 1]
    text = orjson.dumps({**body, "name": f"{NOBODY} {person}"}).decode()
    one = (event_said.c.event == event, event_said.c.number == number)
    await connection.execute(update(event_said).where(*one).values(body=text))


async def _find_heir(connection: AsyncConnection, event: str) -> None:
    """An event without a referee gets the one who joined first."""
    its_own = event_people.c.event == event
    if (await connection.execute(select(exists().where(its_own, event_people.c.referee)))).scalar():
        return
    oldest = select(event_people.c.player).where(its_own).order_by(event_people.c.person).limit(1)
    heir = (await connection.execute(oldest)).scalar()
    if heir is not None:
        one = update(event_people).where(its_own, event_people.c.player == heir)
        await connection.execute(one.values(referee=True))
