"""Marking a move in pencil: along, across, by pointing, by typing."""

from __future__ import annotations

from typing import Any

from rowlock.terminal.pencil import Pencil


def move(text: str, cell: list[Any] | None) -> Any:
    return {"move": text, "cell": cell}


MOVES = (
    move("r5", ["r", 5]),
    move("r6", ["r", 6]),
    move("g5>r", ["g", 5]),
    move("g5>y", ["g", 5]),
    move("-", None),
)


def marked(choice: Pencil) -> str | None:
    return choice.marked["move"] if choice.marked else None


def test_along_goes_around() -> None:
    choice = Pencil(MOVES)
    assert marked(choice) is None
    assert marked(choice.along(1)) == "r5"
    assert marked(choice.along(-1)) == "-"
    assert marked(choice.along(1).along(-1)) == "-"
    assert Pencil().along(1).marked is None


def test_across_goes_from_row_to_row() -> None:
    choice = Pencil(MOVES).along(1)
    assert marked(choice.across(1)) == "g5>r"
    assert marked(choice.across(1).across(1)) == "-"
    assert marked(choice.across(1).across(1).across(1)) == "r5"
    assert marked(choice.across(-1).across(-1)) == "g5>r"


def test_pointing_again_takes_the_next_move_of_a_cell() -> None:
    choice = Pencil(MOVES).point("g", 5)
    assert marked(choice) == "g5>r"
    assert marked(choice.point("g", 5)) == "g5>y"
    assert marked(choice.point("g", 5).point("g", 5)) == "g5>r"
    assert marked(choice.point("b", 12)) == "g5>r"


def test_typing_marks_what_is_complete() -> None:
    choice = Pencil(MOVES)
    for letter, expected in (("g", None), ("5", None), (">", None), ("Y", "g5>y")):
        choice = choice.type(letter)
        assert marked(choice) == expected
    assert choice.typed == "g5>y"
    assert marked(choice.erase()) is None
    assert choice.erase().typed == "g5>"
    assert marked(Pencil(MOVES).type("-")) == "-"


def test_new_moves_rub_the_mark_out() -> None:
    choice = Pencil(MOVES).along(1)
    assert marked(choice.fresh(list(MOVES))) == "r5"
    assert marked(choice.fresh(MOVES[1:])) is None


def test_R25_1_the_number_of_a_slot_is_enough_to_take_a_card() -> None:
    choice = Pencil((move("@1", None), move("@3", None)))
    assert marked(choice.type("3")) == "@3"
    assert marked(choice.type("@").type("3")) == "@3"
    assert marked(choice.type("2")) is None
    assert marked(choice.type("3").type("1").erase()) == "@3"
    assert marked(Pencil(MOVES).type("5")) is None


def test_R27_2_the_name_of_a_card_plays_and_crosses_it() -> None:
    choice = Pencil((move("=r1:1", None), move("=r12:12", None), move("=r12", None), move("=b9", None)))
    assert marked(choice.type("r").type("1")) == "=r1:1"
    assert marked(choice.type("r").type("1").type("2")) == "=r12:12"
    assert marked(choice.type("b").type("9")) is None
