"""Those whom a table waits for and who are not there: they are called, once a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.community.calls import CallKind
from rowlock.engine.game import waiting_for
from rowlock.table.table import Table
from rowlock.table.views import people_at

if TYPE_CHECKING:
    from rowlock.server.live.calls import Calls
    from rowlock.server.live.room import Room

GRACE_SECONDS = 20.0
"""Seconds of absence before somebody is called: a train may be in a tunnel."""
DAY_GRACE_SECONDS = 120.0
"""The same at a table where everybody has a day to think."""


def awaited_people(table: Table) -> frozenset[str]:
    """The people a game of several waits for; nobody is called to a game alone or of one device."""
    people = people_at(table)
    if table.state != "playing" or table.game is None or len(people) < 2:
        return frozenset()
    seats = (table.seats[number] for number in waiting_for(table.game))
    asked = {seat.player for seat in seats if not seat.is_played_by_bot and seat.player}
    return people & asked


class TurnCalls:
    """The calls of one room, kept in step with whose turn it is."""

    def __init__(self, room: Room, calls: Calls | None) -> None:
        self._room, self._calls = room, calls
        self._looked = False
        self._called = frozenset[str]()

    def look(self) -> None:
        """Something changed: call who is newly missed, and stop calling who has answered."""
        if self._calls is None or not self._calls.are_possible or not self._room.steward.is_owner:
            return
        table, awaited = self._room.table, awaited_people(self._room.table)
        is_first = not self._looked and table.state == "playing"
        self._looked = True
        if is_first or self._called - awaited:  # an earlier process may have left calls
            self._called &= awaited
            self._room.spawn(self._calls.settle(CallKind.TURN, table.id, awaited))
        missing = awaited - self._room.present.players - self._called
        self._called |= missing
        if missing:
            self._room.spawn(self._call(table, missing))

    async def _call(self, table: Table, missing: frozenset[str]) -> None:
        assert self._calls is not None
        wait = DAY_GRACE_SECONDS if table.settings.timer == "day" else GRACE_SECONDS
        for player in sorted(missing):
            await self._calls.call(
                player, CallKind.TURN, table.id, f"/t/{table.id}", table.variant.name, wait
            )
