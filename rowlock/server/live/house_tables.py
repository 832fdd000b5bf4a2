"""A table that the house opens: with everybody seated, and begun."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rowlock.engine.position import parse_variant_name
from rowlock.server.live.room import house_of
from rowlock.server.store import Batch, TableLine
from rowlock.table.api.tables import NewTable, SeatWanted
from rowlock.table.dice import next_roll
from rowlock.table.errors import NoSuchPlayer
from rowlock.table.house import follow
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opening import first_entry
from rowlock.table.messages import Who, next_entry
from rowlock.table.messages.limits import Timer
from rowlock.table.messages.play import Start
from rowlock.table.messages.seating import Sit
from rowlock.table.texts import NAME_LONGEST
from rowlock.table.views import table_summary

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby


class Guest(NamedTuple):
    """Somebody for whom a seat is kept: a player under a name, or a bot."""

    player: str | None = None
    name: str = ""
    bot: str | None = None

    @property
    def wanted(self) -> SeatWanted:
        return SeatWanted(kind="bot", bot=self.bot) if self.bot else SeatWanted(kind="open")


async def open_house_table(
    lobby: Lobby,
    table_id: str,
    title: str,
    pad: str,
    guests: Sequence[Guest],
    *,
    timer: Timer = "relaxed",
    rated: bool = False,
) -> None:
    """Open a table for these guests; raises `Conflict` if it is open already.

    Nobody is its host. Everybody sits down by an entry of their own, so that each finds it among their tables
    and takes it along when they are forgotten. The game waits for the first who comes.
    """
    now = time.time()
    wish = NewTable(variant=pad, seats=[guest.wanted for guest in guests], timer=timer, rated=rated)
    house = house_of(lobby.bots, lobby.pads)
    begins = (parse_variant_name(pad, lobby.pads.load), "")
    first = first_entry(table_id, now, Who(None, title[:NAME_LONGEST]), wish, begins, house)
    table, _ = open_table(first)
    entries = [first]
    for seat, guest in enumerate(guests):
        if guest.bot:
            continue
        if guest.player is None:
            raise NoSuchPlayer("somebody at this table has no device any more")
        sit = Sit(seat=seat, name=guest.name[:NAME_LONGEST])
        followed = follow(table, next_entry(table, sit, now, guest.player), next_roll)
        table, entries = followed.table, [*entries, *followed.entries]
    followed = follow(table, next_entry(table, Start(draw=True), now, None), next_roll)
    table, entries = followed.table, [*entries, *followed.entries]
    line = TableLine(table.settings.listed, table.state, table_summary(table))
    await lobby.store.append(Batch(table.id, entries, line))
