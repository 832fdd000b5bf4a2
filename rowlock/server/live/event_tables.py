"""A table of an event: opened by the house, with everybody seated, and begun."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

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
from rowlock.table.messages.play import Start
from rowlock.table.messages.seating import Sit
from rowlock.table.texts import NAME_LONGEST
from rowlock.table.views import table_summary

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby


async def open_event_table(
    lobby: Lobby, table_id: str, title: str, pad: str, seated: Sequence[tuple[str | None, str]]
) -> None:
    """Open a table for these players under these names; raises `Conflict` if it is open already.

    Nobody is its host. Everybody sits down by an entry of their own, so that each finds it among their tables
    and takes it along when they are forgotten. The game waits for the first who comes.
    """
    now = time.time()
    wish = NewTable(variant=pad, seats=[SeatWanted(kind="open")] * len(seated), timer="relaxed")
    house = house_of(lobby.bots, lobby.pads)
    begins = (parse_variant_name(pad, lobby.pads.load), "")
    first = first_entry(table_id, now, Who(None, title[:NAME_LONGEST]), wish, begins, house)
    table, _ = open_table(first)
    entries = [first]
    for seat, (player, name) in enumerate(seated):
        if player is None:
            raise NoSuchPlayer("somebody at this table has no device any more")
        sit = Sit(seat=seat, name=name[:NAME_LONGEST])
        followed = follow(table, next_entry(table, sit, now, player), next_roll)
        table, entries = followed.table, [*entries, *followed.entries]
    followed = follow(table, next_entry(table, Start(draw=True), now, None), next_roll)
    table, entries = followed.table, [*entries, *followed.entries]
    line = TableLine(table.settings.listed, table.state, table_summary(table))
    await lobby.store.append(Batch(table.id, entries, line))
