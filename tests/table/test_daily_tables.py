"""A table for a day's game: the dice of the day, nobody's help, and its game once."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from rowlock import load_variant
from rowlock.community.daily.game import Day, moves_of, play_whole
from rowlock.engine.game import legal_moves
from rowlock.engine.notation import format_move
from rowlock.table import finished
from rowlock.table.dice import next_roll
from rowlock.table.errors import HintsOff, NoBotsHere
from rowlock.table.house import follow
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opening import shared_entry
from rowlock.table.messages import Who
from rowlock.table.sayings import say
from rowlock.table.table import Entry, Table

DAY = Day(date(2026, 11, 17), "classic", "5a" * 32)
MIA = Who("p1", "Mia")


def started() -> tuple[Table, list[Entry]]:
    first = shared_entry("t1", 1.0, MIA, DAY.shared(load_variant(DAY.pad)))
    table, _ = open_table(first)
    after = follow(table, Entry(2, 2.0, "p1", "start", {"start": 0}), next_roll)
    return after.table, [first, *after.entries]


def said(table: Table, kind: str, **body: object) -> Entry:
    return Entry(table.number + 1, 3.0, "p1", kind, body)


def played(table: Table, log: list[Entry]) -> tuple[Table, list[Entry]]:
    lots = Random(3)
    while table.state == "playing":
        assert table.game
        move = format_move(lots.choice(legal_moves(table.game, 0)))
        entry = said(table, "move", seat=0, turn=table.game.turn, phase=table.game.phase.value, move=move)
        after = follow(table, entry, next_roll)
        table, log = after.table, [*log, *after.entries]
    return table, log


def test_a_table_plays_the_dice_of_its_day() -> None:
    _, log = played(*started())
    record = finished.read_game(log, 1)
    again = play_whole(DAY, load_variant(DAY.pad), moves_of(record), "Mia")
    assert again.record.inputs == record.inputs
    assert dict(record.headers)["label"] == "daily 2026-11-17 classic"


def test_it_begins_without_a_draw() -> None:
    table, log = started()
    assert [entry.kind for entry in log][:3] == ["created", "start", "roll"]
    assert table.state == "playing"


@pytest.mark.parametrize(
    ("kind", "body", "error"),
    [
        ("bot", {"seat": 0, "bot": "champion"}, NoBotsHere),
        ("settings", {"hints": True}, HintsOff),
        ("settings", {"timer": "fast"}, HintsOff),
        ("settings", {"spectators": True}, HintsOff),
    ],
)
def test_nobody_helps(kind: str, body: dict[str, object], error: type[Exception]) -> None:
    table, _ = started()
    with pytest.raises(error):
        say(table, said(table, kind, **body))


def test_who_leaves_leaves_no_bot_behind() -> None:
    table, _ = started()
    left, _ = say(table, said(table, "leave", seat=0, bot="steady"))
    assert left.seats[0].bot is None
    assert left.state == "playing"


def test_another_game_at_the_same_table_has_other_dice() -> None:
    table, _ = played(*started())
    entry = said(table, "rematch", draw=True)._replace(secret="77" * 32)
    again, _ = say(table, entry)
    assert again.label == "t1/2"
    assert again.drawing
