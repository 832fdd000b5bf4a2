"""Hints are given outside; the table counts who has asked for one, so that the record can say it."""

from __future__ import annotations

from rowlock.engine.errors import NotNow
from rowlock.engine.game import waiting_for
from rowlock.table.errors import HintsOff
from rowlock.table.parting import game_on
from rowlock.table.rights import own_seat
from rowlock.table.table import Entry, Said, Table


def ask_hint(table: Table, entry: Entry) -> Said:
    """A player asks for a hint for a seat of theirs that is to choose."""
    number, game = own_seat(table, entry), game_on(table)
    if not table.settings.hints:
        raise HintsOff("there are no hints at this table")
    if table.settings.dice == "none":
        raise HintsOff("nobody knows the dice of a score pad: there are no hints for it")
    if number not in waiting_for(game):
        raise NotNow(f"seat {number} has nothing to choose now")
    asked = table.hints or (0,) * len(table.seats)
    counted = (*asked[:number], asked[number] + 1, *asked[number + 1 :])
    return table._replace(hints=counted), []
