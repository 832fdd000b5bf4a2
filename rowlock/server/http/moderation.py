"""The ways to deal with other people: mute, block, report. See docs/moderation.md."""

from __future__ import annotations

import time
from dataclasses import dataclass

from rowlock.community.strangers import answers as told
from rowlock.community.strangers.reports import Reason
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.people import new_id
from rowlock.server.store import Player
from rowlock.server.store.moderation import Avoided, Report
from rowlock.table.errors import NoSuchGame, NoSuchPlayer, NotYourSeat
from rowlock.table.messages.limits import GameNumber, PlayerId, TableId
from rowlock.table.table import Table


@dataclass(frozen=True, kw_only=True)
class AskAvoided(ServerQuestion, ask="GET /players/me/avoided", token="needed"):
    """The people whom you have muted or blocked on this server."""

    async def serve(self, caller: Caller, /) -> told.AvoidedPeople:
        return await _avoided(caller, await caller.player())


@dataclass(frozen=True, kw_only=True)
class Avoid(ServerQuestion, ask="POST /tables/{table}/avoid", token="needed", counts="questions"):
    """Mute or block somebody at a table where you sit; they are not told.

    You no longer see what muted people say. The house never seats you with anybody you have blocked at a
    table for strangers; tables by link are not affected.
    """

    table: TableId
    player: PlayerId
    muted: bool
    blocked: bool

    async def serve(self, caller: Caller, /) -> told.AvoidedPeople:
        me, _ = await _met(caller, self.table, self.player)
        if self.muted or self.blocked:
            name = str((await caller.lobby.store.about_player(self.player)).get("name", ""))
            one = Avoided(self.player, name, self.muted, self.blocked)
            await caller.lobby.store.avoid(me.id, one, time.time())
        else:
            await caller.lobby.store.stop_avoiding(me.id, self.player)
        return await _avoided(caller, me)


@dataclass(frozen=True, kw_only=True)
class StopAvoiding(ServerQuestion, ask="DELETE /players/me/avoided/{player}", token="needed"):
    """Unmute or unblock somebody."""

    player: PlayerId

    async def serve(self, caller: Caller, /) -> told.AvoidedPeople:
        me = await caller.player()
        if not await caller.lobby.store.stop_avoiding(me.id, self.player):
            raise NoSuchPlayer("you have neither muted nor blocked anybody of that name")
        return await _avoided(caller, me)


@dataclass(frozen=True, kw_only=True)
class MakeReport(
    ServerQuestion, ask="POST /tables/{table}/reports", status=201, token="needed", counts="questions"
):
    """Report somebody at a table where you sit, with the record of the game: ten times a day at most.

    The operator reads it and is not told who made it; nobody else hears of it.
    """

    table: TableId
    player: PlayerId
    reason: Reason
    game: GameNumber | None = None
    """Which game of the table; without it the present or the last one."""

    async def serve(self, caller: Caller, /) -> told.ReportMade:
        me, table = await _met(caller, self.table, self.player)
        game = self.game or table.game_number
        if game > table.game_number:
            raise NoSuchGame(f"there is no game {game} at this table")
        report = Report(new_id(16), me.id, self.player, self.reason, table.id, game, time.time())
        return {"report": await caller.lobby.store.add_report(report)}


async def _avoided(caller: Caller, player: Player) -> told.AvoidedPeople:
    found = await caller.lobby.store.avoided_by(player.id)
    people: list[told.AvoidedPerson] = [
        {"player": one.other, "name": one.name, "muted": one.muted, "blocked": one.blocked} for one in found
    ]
    return {"people": people}


async def _met(caller: Caller, table_id: str, other: str) -> tuple[Player, Table]:
    """Whoever asks, and the table at which both are or were; raises if that is not so."""
    me, room = await caller.player(), await caller.lobby.visit(table_id)
    there = people_at(room.table) | await caller.lobby.store.people_of(room.table.id)
    if me.id not in there:
        raise NotYourSeat("only those at the table may do that")
    if other not in there or other == me.id:
        raise NoSuchPlayer("nobody else of that name is at this table")
    return me, room.table


def people_at(table: Table) -> set[str]:
    """Everybody who sits at a table, has opened it, or was sent away from it."""
    held = {person for seat in table.seats for person in (seat.player, seat.owner) if person}
    return held | {table.host} | set(table.banned)
