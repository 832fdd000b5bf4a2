"""The later pads: Double A and B, Big Points, Connected, X-Change (R18 to R23)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import say, table, texts

from rowlock import (
    BadNotation,
    BadVariant,
    IllegalMove,
    format_move,
    format_sheet,
    legal_moves,
    load_variant,
    new_game,
    parse_sheet,
    parse_variant,
    score,
    view,
)
from rowlock.engine.facts import BonusCrossed, Closed, Locked
from rowlock.engine.mechanisms.swaps import Swapped
from rowlock.engine.state import Game
from rowlock.variants import read_known

PADS = {
    name: load_variant(name)
    for name in ("double-a", "double-b", "big-points", "connected-steps", "connected-chain", "x-change")
}


def pad(name: str) -> Any:
    return PADS[name]


def moves(game: Game, seat: int = 0) -> Any:
    return [format_move(move) for move in legal_moves(game, seat)]


def sheet(game: Game, seat: int = 0) -> Any:
    return format_sheet(game.variant, game.sheets[seat])


def total(name: str, text: str) -> int:
    return score(pad(name), parse_sheet(pad(name), text)).total


# R18 Double A


def test_R18_1_the_rightmost_cross_may_be_crossed_again_when_its_number_comes_again() -> None:
    game = table(pad("double-a"), "r5,y,g,b,p0,=")
    rolled = say(game, "4+1 r6 y6 g6 b6").game
    assert "r5" in moves(rolled)
    after = say(rolled, "0 r5", "0 -").game
    assert sheet(after) == "r5,y,g,b,p0,=r5"
    assert "r5" not in moves(say(after, "4+1 r6 y6 g6 b6").game)


def test_R18_1_also_in_the_colour_action_of_the_turn_in_which_it_was_first_crossed() -> None:
    after = say(table(pad("double-a"), ""), "4+1 r4 y6 g6 b6", "0 r5", "0 r5").game
    assert sheet(after) == "r5,y,g,b,p0,=r5"


def test_R18_1_only_the_rightmost_cross_and_not_the_last_cell() -> None:
    game = table(pad("double-a"), "r5.7,y,g,b,p0,=")
    assert "r5" not in moves(say(game, "4+1 r6 y6 g6 b6").game)
    with pytest.raises(IllegalMove, match="left of a cross"):
        say(game, "4+1 r6 y6 g6 b6", "0 r5")
    closed = table(pad("double-a"), "r2.3.4.5.6.7.8.12+,y,g,b,p0,=")
    assert "r12" not in moves(say(closed, "6+6 y6 g6 b6").game)


def test_R18_2_second_crosses_count_towards_the_seven_before_the_last_cell() -> None:
    game = say(table(pad("double-a"), "r2.3.4.5,y,g,b,p0,=r2.3.5"), "6+6 r1 y1 g1 b1").game
    assert "r12" in moves(game)
    assert "r12" not in moves(say(table(pad("double-a"), "r2.3.4.5,y,g,b,p0,=r2.3"), "6+6 r1 y1 g1 b1").game)


def test_R18_3_points_go_to_sixteen_crosses() -> None:
    assert total("double-a", "r2.3.4,y,g,b,p0,=r2.3") == 15
    every = "r2.3.4.5.6.7.8.9.10.11,y,g,b,p0,=r2.3.4.5.6.7.8.9.10.11"
    assert total("double-a", every) == 136


def test_R18_a_second_cross_is_shown() -> None:
    game = table(pad("double-a"), "r5,y,g,b,p0,=r5")
    row = view(game, 0)["sheets"][0]["rows"][0]
    assert (row["crossed"], row["again"], row["count"]) == ([5], [5], 2)


@pytest.mark.parametrize("note", ["=r12", "=q5", "=r7.5", "r5"])
def test_R18_bad_second_crosses_are_refused(note: str) -> None:
    with pytest.raises(BadNotation):
        parse_sheet(pad("double-a"), f"r5.7,y,g,b,p0,{note}")


# R19 Double B


def test_R19_1_a_double_cell_brings_two_crosses() -> None:
    assert total("double-b", "r3,y,g,b,p0") == 3
    assert total("double-b", "r3.5,y2,g,b,p0") == 10 + 1


def test_R19_2_both_count_towards_the_seven_before_the_last_cell() -> None:
    game = say(table(pad("double-b"), "r3.5.9.10,y,g,b,p0"), "6+6 r1 y1 g1 b1").game
    assert "r12" in moves(game)
    game = say(table(pad("double-b"), "r2.4.6.7.8.10,y,g,b,p0"), "6+6 r1 y1 g1 b1").game
    assert "r12" not in moves(game)


def test_R19_3_a_full_row_has_sixteen_crosses() -> None:
    assert total("double-b", "r2.3.4.5.6.7.8.9.10.11.12+,y,g,b,p0") == 136


# R20 Big Points


def test_R20_2_the_white_sum_needs_one_neighbour() -> None:
    rolled = say(table(pad("big-points"), "r7,o,y,g,t,b,p0"), "3+4 r1 y1 g1 b1").game
    assert moves(rolled) == ["o7", "y7", "g7", "b7", "-"]
    with pytest.raises(IllegalMove, match=r"it needs g7 or b7 crossed first"):
        say(rolled, "0 t7")


def test_R20_2_a_die_needs_the_neighbour_of_its_colour() -> None:
    game = say(table(pad("big-points"), "r5,o,y,g,t,b,p0"), "1+2 r4 y6 g6 b6", "0 -").game
    assert "o5" in moves(game)
    other = say(table(pad("big-points"), "r5,o,y,g,t,b,p0"), "1+2 r6 y4 g6 b6", "0 -").game
    assert "o5" not in moves(other)
    with pytest.raises(IllegalMove, match="of a die that reaches it"):
        say(other, "0 o5")


def test_R20_2_a_neighbour_crossed_in_the_white_action_serves_in_the_same_turn() -> None:
    game = say(table(pad("big-points"), ""), "2+3 r3 y6 g6 b6", "0 r5").game
    assert "o5" in moves(game)
    assert sheet(say(game, "0 o5").game) == "r5,o5,y,g,t,b,p0"


def test_R20_3_left_to_right_holds_and_the_last_cell_needs_nothing() -> None:
    game = say(table(pad("big-points"), "r2,o12,y2,g,t,b,p0"), "1+1 r1 y1 g1 b1").game
    assert "o2" not in moves(game)
    game = say(table(pad("big-points"), "r2.3.4.5.6.12+,o,y,g,t,b,p0"), "6+6 y1 g1 b1").game
    assert "o12" in moves(game)
    step = say(game, "0 o12")
    assert not texts(step, Closed)


def test_R20_3_a_row_between_stays_open_when_a_neighbour_closes_and_the_die_is_gone() -> None:
    game = table(pad("big-points"), "r2.3.4.5.6.12+,o,y,g,t,b,p0")
    rolled = say(game, "1+2 y6 g6 b6").game
    assert "o3" in moves(rolled)


def test_R20_4_each_counts_for_both_neighbours_up_to_fifteen() -> None:
    assert total("big-points", "r2.3,o2,y2,g,t,b,p0") == 6 + 3
    full = "2.3.4.5.6.7.8.9.10.11.12"
    assert total("big-points", f"r{full}+,o{full},y,g,t,b,p0") == 120 + 66


# R21 Connected, steps


def test_R21_1_every_seat_has_another_sheet_from_the_start_player_on() -> None:
    game = new_game(pad("connected-steps"), 3, start=1)
    assert [sheet(game, seat)[-2:] for seat in range(3)] == ["#C", "#A", "#B"]
    assert ["y", 2, "step"] in view(game, 0)["sheets"][1]["frames"]
    assert len(view(game, 0)["sheets"][0]["frames"]) == 11


def test_R21_2_framed_cells_count_like_a_fifth_row() -> None:
    assert total("connected-steps", "r7,y2,g,b,p0,#A") == 1 + 1 + 3
    assert total("connected-steps", "r7,y2,g,b,p0,#E") == 2
    every = "r7,y2.6.8,g11.9.5.3,b10.4,p0,#A"
    assert total("connected-steps", every) == 1 + 6 + 10 + 3 + 55


def test_R21_1_one_framed_cell_stands_in_every_column() -> None:
    steps = pad("connected-steps").mechanisms[0]
    for framed in steps.sheets:
        assert sorted(place.cell for place in framed) == list(range(11))


# R22 Connected, chain


def test_R22_1_crossing_one_crosses_its_partner_at_once() -> None:
    step = say(table(pad("connected-chain"), ""), "3+3 r1 y1 g1 b1", "0 r6")
    assert texts(step, BonusCrossed) == [BonusCrossed(0, "y", 6, "chain")]
    assert sheet(step.game) == "r6,y6,g,b,p0,#A"


def test_R22_1_even_left_of_other_crosses_and_even_in_a_closed_row() -> None:
    step = say(table(pad("connected-chain"), "r,y8,g,b,p0,#A"), "3+3 r1 y1 g1 b1", "0 r6")
    assert sheet(step.game) == "r6,y6.8,g,b,p0,#A"
    closed = table(pad("connected-chain"), "r2.3.4.5.7.12+,y2,g,b,p0,#A")
    assert sheet(say(closed, "3+3 y1 g1 b1", "0 y6").game) == "r2.3.4.5.6.7.12+,y2.6,g,b,p0,#A"


def test_R22_2_there_is_no_chain_beyond_the_partner_and_crosses_count() -> None:
    step = say(table(pad("connected-chain"), "r,y2,g,b,p0,#A"), "1+2 r1 y1 g1 b1", "0 y3")
    assert sheet(step.game) == "r,y2.3,g11,b,p0,#A"
    five = say(table(pad("connected-chain"), "r,y2.3.4.5,g,b,p0,#A"), "3+3 r1 y1 g1 b1", "0 r6", "0 -").game
    assert "y12" in moves(say(five, "6+6 r1 y1 g1 b1").game)


def test_R22_links_are_shown() -> None:
    assert [["r", 6], ["y", 6]] in view(new_game(pad("connected-chain"), 2), 0)["sheets"][0]["links"]


# R23 X-Change


def test_R23_1_a_swap_field_lets_its_other_number_be_crossed() -> None:
    rolled = say(table(pad("x-change"), "", ""), "4+4 r1 y1 g1 b1").game
    assert "1~r5" in moves(rolled)
    step = say(rolled, "0 1~r5", "1 r8")
    assert texts(step, Swapped) == [Swapped(0, 1)]
    assert sheet(step.game, 0) == "r5,y,g,b,p0,~1"
    assert sheet(step.game, 1) == "r8,y,g,b,p0,~"


def test_R23_1_both_directions_and_the_white_action_only() -> None:
    rolled = say(table(pad("x-change"), ""), "4+1 r1 y1 g1 b1").game
    assert "1~r8" in moves(rolled)
    with pytest.raises(IllegalMove, match="white action only"):
        say(rolled, "0 -", "0 1~r8")


def test_R23_2_fields_go_from_left_to_right_and_may_be_skipped() -> None:
    rolled = say(table(pad("x-change"), "r,y,g,b,p0,~2"), "4+4 r1 y1 g1 b1").game
    assert "1~r5" not in moves(rolled)
    assert "6~r6" in moves(rolled)
    with pytest.raises(IllegalMove, match="or is passed"):
        say(rolled, "0 1~r5")


def test_R23_3_a_field_is_crossed_only_with_a_cross_that_the_rules_allow() -> None:
    rolled = say(table(pad("x-change"), "r6,y,g,b,p0,~"), "4+4 r1 y1 g1 b1").game
    assert "1~r5" not in moves(rolled)
    assert "1~y5" in moves(rolled)


def test_R23_3_a_swap_may_close_a_row() -> None:
    own = parse_variant(
        'parent = "classic"\ntitle = "Twelve"\nrules = 1\n[swaps]\nfields = [[12, 2]]\n',
        "own",
        None,
        read_known,
    )
    step = say(table(own, "r2.3.4.5.6,y,g,b,p0,~"), "1+1 r1 y1 g1 b1", "0 1~r12")
    assert texts(step, Locked) == [Locked(0, "r")]


# What a pad writer gets wrong


@pytest.mark.parametrize(
    ("table_text", "told"),
    [
        ('[double]\ncells = "r12"', "double.cells: r12 closes its row"),
        ('[twice]\nrows = "r q"', "twice.rows: there is no row 'q'"),
        ('[[between]]\nrow = "r"\nof = "r y"', "between[1].row: this is not a row without a lock"),
        ('[steps]\nsheets = ["r2 y3"]', "steps.sheets: sheets for 1, and 5 may play"),
        (
            '[chain]\nsheets = ["r2", "r2 y3", "", "", ""]',
            "chain.sheets[1]: an odd number of cells",
        ),
        ("[swaps]\nfields = [[8, 8]]", "swaps.fields[1]: both numbers are 8"),
        ("[swaps]\nfields = [[8, 99]]", "swaps.fields[1][2]: 99 is out of range"),
    ],
)
def test_mistakes_are_told_with_their_place(table_text: Any, told: Any) -> None:
    text = f'parent = "classic"\ntitle = "Own"\nrules = 1\n{table_text}\n'
    with pytest.raises(BadVariant) as caught:
        parse_variant(text, "own", None, read_known)
    assert any(told in mistake for mistake in caught.value.mistakes), caught.value.mistakes
