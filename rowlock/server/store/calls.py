"""Calls in the database: wishes, devices, and what is due; each call is taken by one process alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.community.calls import CallKind, Wishes, next_daily, wished_kinds
from rowlock.engine.json_object import JsonObject
from rowlock.server.errors import BadToken
from rowlock.server.store.call_schema import call_devices, call_keys, call_wishes, calls
from rowlock.server.store.database import Conflict, Database, StoredRow
from rowlock.server.store.people import plain_row
from rowlock.server.store.schema import players
from rowlock.table.shapes.answers import CallDevice

MOST_DEVICES = 5
"""One more drops the earliest."""
MOST_CALLS = 100
"""How much somebody can be called about at the same time."""
LEASE_SECONDS = 120.0
"""For how long a process that has taken a call has it to itself."""
KEPT_SECONDS = 14 * 86400.0
"""After this long nobody is called about the same thing any more."""


class CalledDevice(NamedTuple):
    """The address of a device, and the keys by which it reads."""

    id: str
    player: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    created: float
    failures: int = 0


class Call(NamedTuple):
    """Something that somebody is called about."""

    player: str
    kind: str
    subject: str
    link: str
    about: str
    created: float
    due: float | None
    sent: int = 0
    tries: int = 0


class CallRows(Database):
    """Calls in the database."""

    async def call_key(self, fresh: str) -> str:
        """The server's secret; the first of all processes decides it."""
        known = select(call_keys.c.secret).where(call_keys.c.name == "vapid")
        if rows := await self.fetch(known):
            return str(rows[0].secret)
        with suppress(Conflict):
            await self.execute(insert(call_keys).values(name="vapid", secret=fresh))
        return str((await self.fetch(known))[0].secret)

    # wishes

    async def wishes_of(self, player: str) -> Wishes:
        rows = await self.fetch(select(call_wishes).where(call_wishes.c.player == player))
        return _wishes(rows[0]) if rows else Wishes()

    async def keep_wishes(self, player: str, wishes: Wishes, now: float) -> None:
        """Store wishes; what is no longer wished for is called no more."""
        daily_at = next_daily(wishes, now) if CallKind.DAILY in wishes.kinds else None
        row = {
            "kinds": " ".join(sorted(wishes.kinds)),
            "quiet_from": wishes.quiet_from,
            "quiet_to": wishes.quiet_to,
            "zone": wishes.zone,
            "daily_at": daily_at,
        }

        async def work() -> None:
            async with self.connect() as connection:
                await _check_there(connection, player)
                await connection.execute(delete(call_wishes).where(call_wishes.c.player == player))
                await connection.execute(insert(call_wishes).values(player=player, **row))
                wanted = [*wishes.kinds, CallKind.TRIAL]
                dropped = (calls.c.player == player, calls.c.kind.not_in(wanted))
                await connection.execute(delete(calls).where(*dropped))

        await self.limited(work())

    async def daily_due(self, now: float, limit: int) -> list[tuple[str, float, Wishes]]:
        """Some of those to whom today's game is to be called out, and since when."""
        rows = await self.fetch(select(call_wishes).where(call_wishes.c.daily_at <= now).limit(limit))
        return [(row.player, row.daily_at, _wishes(row)) for row in rows]

    async def move_daily(self, player: str, since: float, next_at: float) -> bool:
        """Whether this process, and no other, is to call them out today."""
        own = (call_wishes.c.player == player, call_wishes.c.daily_at == since)
        moved = update(call_wishes).where(*own).values(daily_at=next_at)
        return bool(await self.fetch(moved.returning(call_wishes.c.player)))

    # devices

    async def add_device(self, device: CalledDevice) -> None:
        """Keep a device; whoever has it now is its owner, and the earliest of too many is dropped."""

        async def work() -> None:
            async with self.connect() as connection:
                await _check_there(connection, device.player)
                same = call_devices.c.endpoint == device.endpoint
                await connection.execute(delete(call_devices).where(same))
                own = call_devices.c.player == device.player
                latest = select(call_devices.c.id).where(own).order_by(call_devices.c.created.desc())
                kept = [row.id for row in await connection.execute(latest.limit(MOST_DEVICES - 1))]
                await connection.execute(delete(call_devices).where(own, call_devices.c.id.not_in(kept)))
                await connection.execute(insert(call_devices).values(**device._asdict()))

        await self.limited(work())

    async def devices_of(self, player: str) -> list[CalledDevice]:
        own = select(*(call_devices.c[name] for name in CalledDevice._fields))
        rows = await self.fetch(
            own.where(call_devices.c.player == player).order_by(call_devices.c.created, call_devices.c.id)
        )
        return [CalledDevice(*tuple(row)) for row in rows]

    async def remove_device(self, player: str, device: str) -> bool:
        gone = delete(call_devices).where(call_devices.c.id == device, call_devices.c.player == player)
        return bool(await self.fetch(gone.returning(call_devices.c.id)))

    async def note_failures(self, device: str, failures: int) -> None:
        await self.execute(update(call_devices).where(call_devices.c.id == device).values(failures=failures))

    # calls

    async def add_call(self, call: Call) -> bool:
        """Store a call to somebody who wishes for its kind and has a device; whether it is new."""

        async def work() -> bool:
            async with self.connect() as connection:
                own = select(call_wishes.c.kinds).where(call_wishes.c.player == call.player)
                kinds = (await connection.execute(own)).scalar()
                wished = call.kind == CallKind.TRIAL or call.kind in (kinds or "").split()
                device = select(call_devices.c.id).where(call_devices.c.player == call.player).limit(1)
                if not wished or (await connection.execute(device)).first() is None:
                    return False
                counted = select(func.count()).where(calls.c.player == call.player)
                if (await connection.execute(counted)).scalar_one() >= MOST_CALLS:
                    return False
                await _check_there(connection, call.player)
                await connection.execute(insert(calls).values(**call._asdict()))
                return True

        try:
            return await self.limited(work())
        except (Conflict, BadToken):  # they are called about it already, or gone
            return False

    async def settle_calls(self, kind: CallKind, subject: str, waiting: Collection[str] = ()) -> None:
        """Nobody is called about this any more, but for those who are still waited for."""
        about = (calls.c.kind == kind, calls.c.subject == subject)
        await self.execute(delete(calls).where(*about, calls.c.player.not_in(list(waiting))))

    async def due_calls(self, now: float, limit: int) -> list[Call]:
        """Take some calls that are due: no other process gets them before the lease ends."""
        due = select(*(calls.c[name] for name in Call._fields)).where(calls.c.due <= now)
        rows = await self.fetch(due.order_by(calls.c.due).limit(limit))
        taken = []
        for call in (Call(*tuple(row)) for row in rows):
            lease = update(calls).where(*_same(call), calls.c.due == call.due)
            if await self.fetch(lease.values(due=now + LEASE_SECONDS).returning(calls.c.player)):
                taken.append(call)
        return taken

    async def note_call(self, call: Call) -> None:
        """Store how often a call was sent and tried, and when it is due again; it may be settled already."""
        state = {"due": call.due, "sent": call.sent, "tries": call.tries}
        await self.execute(update(calls).where(*_same(call)).values(**state))

    async def drop_call(self, call: Call) -> None:
        await self.execute(delete(calls).where(*_same(call)))

    async def drop_old_calls(self, now: float) -> None:
        await self.execute(delete(calls).where(calls.c.created < now - KEPT_SECONDS))

    async def open_calls(self, player: str) -> int:
        """How many tables wait for somebody who is called about it: the number on the page's icon."""
        own = (calls.c.player == player, calls.c.kind == CallKind.TURN)
        return int((await self.fetch(select(func.count()).where(*own)))[0][0])

    async def told_calls(self, player: str) -> AsyncIterator[JsonObject]:
        """All that is kept about somebody's calls, for them: no keys, and of an address only whose it is."""
        wished = select(
            call_wishes.c.kinds, call_wishes.c.quiet_from, call_wishes.c.quiet_to, call_wishes.c.zone
        )
        if rows := await self.fetch(wished.where(call_wishes.c.player == player)):
            yield {"call_wishes": [plain_row(row) for row in rows]}
        if devices := await self.devices_of(player):
            yield {"call_devices": [plain_device(one) for one in devices]}
        due = select(calls.c.kind, calls.c.subject, calls.c.created, calls.c.sent)
        if rows := await self.fetch(due.where(calls.c.player == player)):
            yield {"calls": [plain_row(row) for row in rows]}


def plain_device(device: CalledDevice) -> CallDevice:
    """A device as its owner is told of it."""
    service = urlsplit(device.endpoint).hostname or ""
    return {
        "device": device.id,
        "language": device.language,
        "created": device.created,
        "service": service,
    }


def _wishes(row: StoredRow) -> Wishes:
    return Wishes(wished_kinds(row.kinds.split()), row.quiet_from, row.quiet_to, row.zone)


def _same(call: Call) -> tuple[ColumnElement[bool], ...]:
    return (calls.c.player == call.player, calls.c.kind == call.kind, calls.c.subject == call.subject)


async def _check_there(connection: AsyncConnection, player: str) -> None:
    own = select(players.c.id).where(players.c.id == player).with_for_update()
    if (await connection.execute(own)).first() is None:
        raise BadToken("nobody holds this token; make a new player")


async def forget_calls(connection: AsyncConnection, player: str) -> None:
    """Nobody is called any more."""
    for kept in (calls, call_devices, call_wishes):
        await connection.execute(delete(kept).where(kept.c.player == player))
