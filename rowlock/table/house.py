"""Words of the house by itself: the draw of the dice, the next roll, the pass of a seat that can do nothing
else, and the end of a game that all want to break off.

All of it follows from the table alone, so whoever says something at the table says this along with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rowlock.engine.cards.moves import Play
from rowlock.engine.facts import Fact
from rowlock.engine.game import Chance, Game, legal_moves, waiting_for
from rowlock.engine.moves import PASS, Choice
from rowlock.table.dice import dice_of, start_seat
from rowlock.table.messages import Saying, next_entry
from rowlock.table.messages.dice import CloseSeals, Drawn, chance_said
from rowlock.table.messages.play import BreakOff, MakeMove
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Table

Rolls = Callable[[Table], Chance]
"""Chance at a table: the roll for the turn that has begun, or the shuffle it awaits."""


class Followed(NamedTuple):
    """An entry with all that the house adds to it, and the table after them."""

    table: Table
    entries: tuple[Entry, ...]
    facts: tuple[Fact, ...]


def follow(table: Table, entry: Entry, rolls: Rolls) -> Followed:
    """Say something, and what the house says to it; raises if it is not allowed."""
    entries, facts = list[Entry](), list[Fact]()
    following: Entry | None = entry
    while following:
        table, followed = say(table, following)
        entries.append(following)
        facts += followed
        following = next_of_house(table, rolls)
    return Followed(table, tuple(entries), tuple(facts))


def next_of_house(table: Table, rolls: Rolls | None) -> Entry | None:
    """The entry that must come next without anybody's doing, if there is one; without `rolls` no roll."""
    if table.drawing:
        return None if table.seats_to_draw else next_of_draw(table)
    game = table.game
    if game is None or table.state != "playing":
        return None
    if is_to_be_aborted(table):
        return _house(table, BreakOff(why="agreed"))
    if game.phase.is_chance:
        if table.settings.dice != "server" or rolls is None:
            return None
        return chance_for(table, rolls(table))
    if table.settings.auto_pass:
        for seat in waiting_for(game):
            if is_forced(game, seat):
                return pass_for(table, seat, "auto")
    return None


def next_of_draw(table: Table) -> Entry:
    """How the draw goes on with the parts that are there: the seals are closed, or the game begins."""
    if table.drawing == "seals":
        return _house(table, CloseSeals())
    return _house(table, Drawn(start=start_seat(dice_of(table), len(table.seats))))


def is_to_be_aborted(table: Table) -> bool:
    """Whether everybody who plays wants to break the game off; nobody who is away or gave up is asked."""
    if not table.ending or table.game is None:
        return False
    return {table.seats[seat].player for seat in table.people} <= table.ending


def is_forced(game: Game, seat: int) -> bool:
    """Whether a seat can only pass, at the cost of a penalty or without."""
    return legal_moves(game, seat) == (PASS,)


def pass_for(table: Table, seat: int, why: str) -> Entry:
    """The house passes for a seat: nothing else is legal, or the time is up.

    Where cards must be taken or played it does the least that is legal.
    """
    assert table.game is not None
    legal = legal_moves(table.game, seat)
    return move_for(table, seat, "-" if PASS in legal else min(legal, key=_effort).text, why)


def _effort(move: Choice) -> tuple[int, int]:
    """How much a move does: cards and crosses of a play; nothing else costs any."""
    return (len(move.cards), len(move.crosses)) if isinstance(move, Play) else (0, 0)


def chance_for(table: Table, given: Chance) -> Entry:
    """The house rolls, or shuffles."""
    return _house(table, chance_said(given, table.game.turn if table.game else 0))


def move_for(table: Table, seat: int, move: str, why: str) -> Entry:
    """The house moves for a seat: a bot's choice, or a pass."""
    if table.game is None:
        raise ValueError("there is no game to move in")
    return _house(table, MakeMove.now(table.game, seat, move, why))


def _house(table: Table, said: Saying) -> Entry:
    return next_entry(table, said, table.at, None)
