"""Attendance: the people at a table, through this process or another, and since when the others are gone."""

from __future__ import annotations

import time

from rowlock.server.live.audience import Audience
from rowlock.table.table import Table
from rowlock.table.views import Present, is_parked


class Attendance(Present):
    """The people who are at the table right now, kept up to date from those who listen."""

    def __init__(self) -> None:
        super().__init__()
        self.elsewhere: dict[str, frozenset[str]] = {}
        """Players connected through other processes, by process."""
        self.left_at: dict[str, float] = {}
        """When players were last seen (`time.monotonic`), for those who were here and are gone."""

    def hear(self, process: str, players: frozenset[str] | None) -> bool:
        """Note who is connected through another process, None for nobody; True if that is new."""
        if self.elsewhere.get(process) == players:
            return False
        self.elsewhere.pop(process, None)
        if players is not None:
            self.elsewhere[process] = players
        return True

    def update(self, table: Table, audience: Audience) -> bool:
        """Note who is here now; True if that has changed."""
        players = audience.players().union(*self.elsewhere.values())
        before, gone = (self.players, self.watchers, self.parked), self.players - players
        self.players, self.watchers = players, audience.watchers(table)
        self.parked = is_parked(table, players)
        self.left_at |= dict.fromkeys(gone, time.monotonic())
        return before != (self.players, self.watchers, self.parked)
