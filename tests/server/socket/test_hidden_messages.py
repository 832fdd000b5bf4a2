"""The messages to a seat or a spectator of a running card game are the same, whatever is hidden from them.

The games that cannot be told apart are those of `tests/engine/test_hidden_cards.py`; here they are played at
a table of the house, and all that goes out is looked at: facts, views, the table, what lists say of it.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playing import CARDS, play_out
from unseen import exchanged

from rowlock import Record, load_variant, new_game
from rowlock.engine.cards.deck import Shuffle
from rowlock.engine.record import Input
from rowlock.table.bot_game import start_table
from rowlock.table.facts import fact_json
from rowlock.table.history import plain_past
from rowlock.table.house import chance_for
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Seat, Table
from rowlock.table.views import (
    PackedParts,
    Present,
    plain_table,
    plain_you,
    seat_view,
    table_standing,
    table_summary,
)

PLAYERS, SECRET = ("a", "b", "c"), "5e" * 16


def entry_of(table: Table, said: Input) -> Entry:
    """An input as it is said at the table: by the house, or by the player of the seat."""
    if isinstance(said.move, Shuffle):
        return chance_for(table, said.move)
    assert table.game is not None
    assert said.seat is not None
    move: Any = said.move
    body = {"seat": said.seat, "turn": table.game.turn, "phase": table.game.phase.value}
    return Entry(table.number + 1, 0.0, PLAYERS[said.seat], "move", {**body, "move": move.text})


def told(record: Record, seat: int | None) -> list[str]:
    """Everything that goes out to one listener, message by message."""
    seats = [Seat("human", name, PLAYERS[i]) for i, name in enumerate(record.seats)]
    table = start_table(record.variant, seats, record.start, "a")._replace(secret=SECRET)
    player = None if seat is None else PLAYERS[seat]
    out = []
    for said in record.inputs:
        table, facts = say(table, entry_of(table, said))
        you = plain_you(table, player, player)
        views = [seat_view(table, PackedParts())(one) for one in you["seats"] or [None]]
        whole = [plain_table(table, Present(), None), table_summary(table), table_standing(table)]
        out.append(json.dumps([list(map(fact_json, facts)), you, views, whole, plain_past(table)]))
    assert SECRET not in "".join(out)
    return out


@pytest.mark.parametrize("name", CARDS)
def test_R24_4_messages_of_a_running_game_give_nothing_away(name: str) -> None:
    variant, rng, differed, noticed = load_variant(name), random.Random(name), 0, 0
    for seats in (2, 3):
        inputs = [Input(seat, move) for seat, move, _ in play_out(new_game(variant, seats), rng)][:-1]
        for seat in (None, *range(seats)):
            end = rng.randint(len(inputs) // 2, len(inputs))
            record = Record(variant, ("Ann", "Ben", "Cyd")[:seats], 0, tuple(inputs[:end]))
            other = exchanged(record, seat, rng)
            differed += other != record
            assert told(record, seat) == told(other, seat)
            noticed += any(told(record, one) != told(other, one) for one in range(seats) if one != seat)
    assert differed
    assert noticed  # those who hold the other cards are told so
