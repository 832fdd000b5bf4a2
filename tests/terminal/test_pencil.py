"""Marking a move in pencil: along, across, by pointing, by typing."""

from __future__ import annotations

from typing import Any

from rowlock.terminal.pencil import Pencil


def move(text: str, cell: list[Any] | None) -> dict[str, Any]:
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
