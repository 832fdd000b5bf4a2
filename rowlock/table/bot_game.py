"""A game of bots from its start to its end: what the arena plays, one table at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rowlock.engine.game import Game, waiting_for
from rowlock.engine.variant import Variant
from rowlock.table.house import Rolls, move_for, next_of_house
from rowlock.table.messages import next_entry
from rowlock.table.messages.play import Start
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Seat, Table

Choose = Callable[[Game, int], str | None]
"""A seat's answer as text; None if there is none, which stops the game."""


class BotGame(NamedTuple):
    """A table, and what was said at it since the start of its game."""

    table: Table
    entries: list[Entry]


def start_table(variant: Variant, seats: Sequence[Seat], start: int, host: str = "here") -> Table:
    """A table in this process whose game has begun."""
    table = Table(variant, tuple(seats), host=host)
    return say(table, next_entry(table, Start(start=start), 0.0, host))[0]


def play_out(variant: Variant, names: Sequence[str], start: int, rolls: Rolls, choose: Choose) -> BotGame:
    """Let bots play: every awaited seat answers from the same moment, the house says the rest."""
    table = start_table(variant, [Seat("bot", name, bot=name) for name in names], start)
    said: list[Entry] = []
    while table.state == "playing":
        while entry := next_of_house(table, rolls):
            table, _ = say(table, entry)
            said.append(entry)
        answers = _ask(table, choose)
        if answers is None:
            break
        for seat, move in answers:
            entry = move_for(table, seat, move, "bot")
            table, _ = say(table, entry)
            said.append(entry)
    return BotGame(table, said)


def _ask(table: Table, choose: Choose) -> list[tuple[int, str]] | None:
    """Every awaited seat's answer; None as soon as there is none."""
    game = table.game
    assert game is not None
    answers = []
    for seat in waiting_for(game):
        move = choose(game, seat)
        if move is None:
            return None
        answers.append((seat, move))
    return answers
