"""What the house says by itself: the next roll, and the pass of a seat that can do nothing else.

Both follow from the table alone, so whoever says something at the table says these along with it.
"""

from __future__ import annotations

from typing import NamedTuple

from rowlock.engine.game import Phase, legal_moves, waiting_for
from rowlock.engine.notation import format_roll
from rowlock.server import dice
from rowlock.server.sayings import say
from rowlock.server.table import Entry, Plain, Table


class Plan(NamedTuple):
    """An entry with all that the house adds to it, and the table after them."""

    table: Table
    entries: tuple[Entry, ...]
    facts: tuple[Plain, ...]


def plan(table: Table, entry: Entry) -> Plan:
    """Say something, and what the house says to it; raises if it is not allowed."""
    entries, facts = list[Entry](), list[Plain]()
    following: Entry | None = entry
    while following:
        table, followed = say(table, following)
        entries.append(following)
        facts += followed
        following = next_of_house(table)
    return Plan(table, tuple(entries), tuple(facts))


def next_of_house(table: Table) -> Entry | None:
    """The entry that must come next without anybody's doing, if there is one."""
    game = table.game
    if game is None or table.state != "playing":
        return None
    if game.phase is Phase.ROLL:
        if table.settings.dice != "server":
            return None
        shown = dice.roll(table.dice, table.rolls + 1, game.dice, game.variant.faces)
        return _house(table, "roll", {"dice": format_roll(shown)})
    if table.settings.auto_pass:
        for seat in waiting_for(game):
            if len(legal_moves(game, seat)) == 1:
                return pass_for(table, seat, "auto")
    return None


def pass_for(table: Table, seat: int, why: str) -> Entry:
    """The house passes for a seat: nothing else is legal, or the time is up."""
    return move_for(table, seat, "-", why)


def move_for(table: Table, seat: int, move: str, why: str) -> Entry:
    """The house moves for a seat: a bot's choice, or a pass."""
    if table.game is None:
        raise ValueError("there is no game to move in")
    body = {
        "seat": seat,
        "turn": table.game.turn,
        "phase": table.game.phase.value,
        "move": move,
        "why": why,
    }
    return _house(table, "move", body)


def _house(table: Table, kind: str, body: Plain) -> Entry:
    return Entry(table.number + 1, table.at, None, kind, body)
