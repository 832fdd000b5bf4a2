"""A record turn by turn, in lines."""

from __future__ import annotations

from pathlib import Path

from rowlock.engine.record import read_record
from rowlock.terminal.replay import format_replay
from rowlock.variants import load_variant

GOLDEN = Path(__file__).parents[1] / "golden"


def test_R25_cards_that_are_taken_stand_where_a_roll_does_and_a_shuffle_is_a_sign() -> None:
    reading = read_record((GOLDEN / "cards.rowlock").read_text("utf-8"), load_variant)
    lines = format_replay(reading, turns=True, colour=False).splitlines()
    assert lines[2].startswith("  1. % @1                 r4  y4  r4  =y2:2 ")
    assert lines[15].startswith(" 14. @1 @2 @3             -  g4  g4  =r5 ")
