"""Texts: what they look like, and what is said when they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import say, table

from rowlock import (
    BadNotation,
    BadRecord,
    Cross,
    Lucky,
    Record,
    RowlockError,
    format_position,
    format_record,
    load_variant,
    make_roll,
    new_game,
    parse_move,
    parse_position,
    parse_record,
    parse_roll,
    parse_sheet,
    read_record,
)
from rowlock.engine.moves import PASS, WITHDRAW
from rowlock.engine.notation import NOTATION


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("r8", Cross("r", 8)),
        ("g12", Cross("g", 12)),
        ("r8>y", Cross("r", 8, ("y",))),
        ("r8>y>g", Cross("r", 8, ("y", "g"))),
        ("*g", Lucky("g")),
        ("*g>r", Lucky("g", ("r",))),
        ("-", PASS),
        ("<", WITHDRAW),
        (" r8 ", Cross("r", 8)),
    ],
)
def test_moves(text: str, move: object) -> None:
    assert parse_move(text) == move


@pytest.mark.parametrize("text", ["", "r", "8", "r8>", "r 8", "R8", "r123", "*", "*8", "--", "r8 y8", "р8"])
def test_bad_moves_say_what_a_move_looks_like(text: str) -> None:
    with pytest.raises(BadNotation, match="a move looks like 'r8'"):
        parse_move(text)


def test_rolls_accept_dice_in_any_order() -> None:
    assert parse_roll("4+1 b6 r6 g3 y2") == make_roll((4, 1), {"r": 6, "y": 2, "g": 3, "b": 6})


@pytest.mark.parametrize("text", ["", "4", "4+", "4+1r6", "4+1 x6", "4+1 r6 r5", "4 + 1", "4+1 r"])
def test_bad_rolls(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_roll(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("r,y,g,b", "5 parts"),
        ("y,r,g,b,p0", "row r looks like"),
        ("r3.2,y,g,b,p0", "out of order"),
        ("r13,y,g,b,p0", "no number 13"),
        ("r12,y,g,b,p0", "needs 5 crosses"),
        ("r2.3.4.5.6.12,y,g,b,p0", "locked"),
        ("r2+,y,g,b,p0", "locked"),
        ("r,y,g,b,p5", "p0 to p4"),
    ],
)
def test_bad_sheets_say_why(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        parse_sheet(load_variant("classic"), text)


def test_a_position_reads_as_documented() -> None:
    text = "classic 7/0 white 4+1,r6,y2,g3,b6 r5/? r2.3,y,g,b,p0 r,y,g12,b,p1"
    game = parse_position(text, load_variant)
    assert (game.turn, game.active) == (7, 0)
    assert game.choices == (Cross("r", 5), None)
    assert format_position(game) == text


def test_an_option_is_part_of_the_variants_name() -> None:
    game = new_game(load_variant("mixx-a", die_leaves="turn"), 2)
    text = format_position(game)
    assert text.startswith("mixx-a;die_leaves=turn ")
    assert parse_position(text, load_variant) == game


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("classic 1/0 roll . .", "is not a position"),
        ("classic 0/0 roll . . r,y,g,b,p0", "look like '7/0'"),
        ("classic 1/1 roll . . r,y,g,b,p0", "start seat"),
        ("classic 1/0 dance . . r,y,g,b,p0", "is not a phase"),
        ("classic 1/0 white . ? r,y,g,b,p0", "needs a roll"),
        ("classic 1/0 roll 1+1,r1,y1,g1,b1 . r,y,g,b,p0", "has no roll"),
        ("classic 1/0 white 1+1,r1,y1,g1 ? r,y,g,b,p0", "dice in play are r y g b"),
        ("classic 1/0 white 7+1,r1,y1,g1,b1 ? r,y,g,b,p0", "1 to 6"),
        ("classic 1/0 white 1+1,r1,y1,g1,b1 r3 r,y,g,b,p0", "one choice per seat"),
        ("classic 1/0 white 1+1,r1,y1,g1,b1 r3/? r,y,g,b,p0 r,y,g,b,p0", "R4.1"),
        ("classic 1/0 roll . r3 r,y,g,b,p0", "white action only"),
        ("classic 1/0 roll . . rx,y,g,b,p0", "one '\\+' at least"),
        ("classic 1/0 roll . . r,y,g,b,p4", "but the game is over"),
        ("classic 1/0 over . . r,y,g,b,p0", "but the game is not over"),
        ("chess 1/0 roll . . r,y,g,b,p0", "chess"),
        ("classic;x 1/0 roll . . r,y,g,b,p0", "options look like"),
    ],
)
def test_bad_positions_say_why(text: str, reason: str) -> None:
    with pytest.raises(RowlockError, match=reason):
        parse_position(text, load_variant)


RECORD = """\
rowlock game 1
variant: classic
seat: Mia
seat: Ben
start: 1
date: 2026-11-15

1. 4+1 r6 y2 g3 b6 | r5 y5 | b10
2. 6+6 r1 y1 g4 b2 | - g12 | -
3. 1+1 r1 y1 g4 b2 | - ?
"""


def test_a_record_written_by_hand() -> None:
    text = RECORD.replace("\n1.", "\n# Ben begins\n1.").replace("b10\n", "b10  # a good start\n\n")
    reading = read_record(text, load_variant)
    assert reading.damage is None
    assert reading.record.seats == ("Mia", "Ben")
    assert reading.record.headers == (("date", "2026-11-15"),)
    assert format_record(reading.record) == RECORD
    assert reading.steps[-1].game == parse_position(
        "classic 3/1 white 1+1,r1,y1,g4,b2 -/? r5,y,g,b,p1 r,y5,g12,b10,p0", load_variant
    )


@pytest.mark.parametrize(
    ("line", "damaged", "reason"),
    [
        (8, "1. 4+1 r6 y2 g3 b6 | r6 y5 | b10", r"line 8: r6 is not legal: the white dice call 5 \(R4.1\)"),
        (8, "1. 4+1 r6 y2 g3 | r5 y5 | b10", "line 8: the dice in play"),
        (9, "3. 6+6 r1 y1 g4 b2 | - g12 | -", "line 9: turn 2 is expected"),
        (9, "2. 6+6 r1 y1 g4 b2 | - | -", "line 9: 2 white choices are expected"),
        (9, "2. 6+6 r1 y1 g4 b2 | - ? | -", "line 9: a colour move follows only"),
        (9, "2. 6+6 r1 y1 g4 b2 | - - | - | -", "line 9: a turn has three parts"),
        (9, "well done", "line 9: 'well done' is not a turn"),
        (9, "2. 6+6 r1 y1 g4 b2 | - g12", "line 10: the turn before is not finished"),
    ],
)
def test_damage_is_reported_with_line_and_reason(line: int, damaged: str, reason: str) -> None:
    lines = RECORD.splitlines()
    lines[line - 1] = damaged
    with pytest.raises(BadRecord, match=reason):
        parse_record("\n".join(lines), load_variant)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rowlock game 1", "rowlock game 2", "line 1: a record begins with 'rowlock game 1'"),
        ("variant: classic\n", "", "'variant: NAME' is missing"),
        ("variant: classic", "variant: clasic", "line 2: .*classic"),
        ("seat: Mia\nseat: Ben\n", "", "every seat needs a header"),
        ("seat: Mia", "seat:", "every seat needs a header"),
        ("start: 1", "start: 2", "line 3: the start seat"),
        ("start: 1", "start: one", "line 3: the start seat"),
        ("date:", "variant {\ndate:", "never closed"),
    ],
)
def test_damaged_headers(old: str, new: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        parse_record(RECORD.replace(old, new), load_variant)


def test_messages_quote_no_control_characters_and_not_too_much() -> None:
    with pytest.raises(BadNotation) as caught:
        parse_move("\x1b[31m" + "x" * 500)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_record_may_begin_with_the_mark_of_some_editors_and_prints_as_its_text() -> None:
    record = parse_record("\ufeff" + RECORD.replace("\n", "\r\n"), load_variant)
    assert record == parse_record(RECORD, load_variant)
    assert str(record) == format_record(record)


def test_a_choice_taken_back_leaves_no_trace_in_the_record() -> None:
    game = table("classic", "", "")
    step = say(game, "4+1 r6 y2 g3 b6", "0 r5", "0 <", "0 y5", "1 -")
    assert step.game.sheets[0].crosses == (0, 8, 0, 0)


def test_records_and_the_documentation_name_the_same_version() -> None:
    text = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    assert text.startswith(f"# Notation, version {NOTATION}\n")
    record = Record(load_variant("classic"), ("Mia",))
    assert format_record(record).startswith(f"rowlock game {NOTATION}\n")
