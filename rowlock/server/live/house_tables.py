"""A table that the house opens: with everybody seated, and begun."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rowlock.community.events.kit.shared_dice import SharedDice
from rowlock.engine.position import parse_variant_name
from rowlock.server.live.room import house_of
from rowlock.server.store import Batch, TableLine
from rowlock.table.api.tables import NewTable, SeatWanted
from rowlock.table.dice import dice_of, next_roll, start_seat
from rowlock.table.errors import NoSuchPlayer
from rowlock.table.house import follow
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opened import Opened
from rowlock.table.log.opening import first_entry
from rowlock.table.messages import Who, next_entry
from rowlock.table.messages.limits import Timer
from rowlock.table.messages.play import Start
from rowlock.table.messages.seating import Sit
from rowlock.table.table import Table
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
    shared: SharedDice | None = None,
    watched: bool = True,
    phrases: bool = False,
) -> None:
    """Open a table for these guests; raises `Conflict` if it is open already.

    Nobody is its host. Everybody sits down by an entry of their own, so that each finds it among their tables
    and takes it along when they are forgotten. The game waits for the first who comes.
    Dice that it shares with other tables are there already; then nobody adds a seed. With `phrases` nothing
    else is said there.
    """
    now, seats = time.time(), [guest.wanted for guest in guests]
    hints = False if shared else None
    wish = NewTable(variant=pad, seats=seats, timer=timer, rated=rated, hints=hints, spectators=watched)
    house = house_of(lobby.bots, lobby.pads)
    begins = (parse_variant_name(pad, lobby.pads.load), "")
    first = first_entry(table_id, now, Who(None, title[:NAME_LONGEST]), wish, begins, house)
    if shared is not None:
        first = Opened.of(first.body)._replace(shared=shared.label).entry(now, None, shared.secret)
    if phrases:
        opened = Opened.of(first.body)
        settings = opened.settings._replace(phrases=True)
        first = opened._replace(settings=settings).entry(now, None, first.secret or "")
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
    followed = follow(table, next_entry(table, _start(table), now, None), next_roll)
    table, entries = followed.table, [*entries, *followed.entries]
    line = TableLine(table.settings.listed, table.state, table_summary(table))
    await lobby.store.append(Batch(table.id, entries, line))


def _start(table: Table) -> Start:
    """How its game begins: shared dice are there already, all others are drawn by everybody."""
    if not table.shared:
        return Start(draw=True)
    without_seeds = dice_of(table)._replace(seeds=("",) * len(table.seats))
    return Start(start=start_seat(without_seeds, len(table.seats)))
