"""The worked examples and the rulings, one test each, named by the number in docs/rules.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from extras import bonus_pairs, with_extras
from playing import BUNDLED, say, table, texts

from rowlock import (
    BadRoll,
    IllegalMove,
    NoSuchSeat,
    NotNow,
    NotYourTurn,
    Phase,
    apply,
    format_move,
    format_sheet,
    legal_moves,
    load_variant,
    new_game,
    outcome,
    parse_roll,
    parse_sheet,
    score,
    waiting_for,
)
from rowlock.engine.facts import (
    BonusCrossed,
    BonusLost,
    Closed,
    DieRemoved,
    Ended,
    Locked,
    Passed,
    Penalised,
)
from rowlock.engine.mechanisms.bonus_bar import BarCrossed, Struck
from rowlock.engine.mechanisms.bonus_pairs import PairCompleted
from rowlock.engine.mechanisms.lucky import LuckyNumbers
from rowlock.engine.state import Game

CLASSIC = "classic"


def sheet(game: Game, seat: int = 0) -> Any:
    return format_sheet(game.variant, game.sheets[seat])


def moves(game: Game, seat: int = 0) -> Any:
    return [format_move(move) for move in legal_moves(game, seat)]


def total(variant: str, text: str) -> Any:
    found = load_variant(variant)
    return score(found, parse_sheet(found, text)).total


# R2 Left to right


def test_R2_1_after_r5_and_r7_the_skipped_cells_are_lost() -> None:
    game = table(CLASSIC, "r5.7,y,g,b,p0")
    for first, second in [(1, 1), (1, 2), (2, 2), (2, 4), (1, 4), (3, 4)]:
        rolled = say(game, f"{first}+{second} r6 y6 g6 b6").game
        assert f"r{first + second}" not in moves(rolled)
    assert "r8" in moves(say(game, "4+4 r1 y1 g1 b1").game)


def test_R2_1_yellow_at_ten_leaves_only_eleven_and_twelve() -> None:
    game = table(CLASSIC, "r,y2.3.4.5.10,g,b,p0")
    reachable = {
        number
        for number in range(2, 13)
        for half in [max(1, number - 6)]
        if f"y{number}" in moves(say(game, f"{half}+{number - half} r1 y1 g1 b1").game)
    }
    assert reachable == {11, 12}


# R3 A turn


def test_R3_1_the_turn_passes_clockwise_from_the_start_seat() -> None:
    game = new_game(load_variant(CLASSIC), 3, start=2)
    seen = []
    for _ in range(4):
        seen.append(game.active)
        game = say(game, "1+1 r1 y1 g1 b1", "0 -", "1 -", "2 -", f"{game.active} -").game
    assert seen == [2, 0, 1, 2]


@pytest.mark.parametrize(
    "roll", ["4+1 r6 y2 g3", "4+1 r6 y2 g3 b7", "0+1 r6 y2 g3 b6", "4+1", "9+1 r1 y1 g1 b1"]
)
def test_R3_2_a_roll_shows_exactly_the_dice_in_play(roll: str) -> None:
    game = new_game(load_variant(CLASSIC), 2)
    with pytest.raises(BadRoll):
        apply(game, parse_roll(roll))


def test_R3_3_dice_come_first_and_only_once() -> None:
    game = new_game(load_variant(CLASSIC), 2)
    with pytest.raises(NotNow):
        say(game, "0 -")
    with pytest.raises(NotNow):
        say(game, "1+1 r1 y1 g1 b1", "1+1 r1 y1 g1 b1")


# R4 The white action


def test_R4_1_whites_four_and_one_call_five() -> None:
    game = say(new_game(load_variant(CLASSIC), 2), "4+1 r6 y2 g3 b6").game
    assert moves(game, 0) == moves(game, 1) == ["r5", "y5", "g5", "b5", "-"]


def test_R4_2_choices_wait_for_the_last_seat_and_resolve_together() -> None:
    game = say(new_game(load_variant(CLASSIC), 3), "4+1 r6 y2 g3 b6").game
    step = say(game, "2 g5", "0 r5")
    assert waiting_for(step.game) == (1,)
    assert [sheet(step.game, seat) for seat in range(3)] == ["r,y,g,b,p0"] * 3
    done = say(step.game, "1 -").game
    assert [sheet(done, seat) for seat in range(3)] == ["r5,y,g,b,p0", "r,y,g,b,p0", "r,y,g5,b,p0"]


def test_R4_3_a_choice_may_be_replaced_and_withdrawn_until_the_last_has_chosen() -> None:
    game = say(new_game(load_variant(CLASSIC), 2), "4+1 r6 y2 g3 b6", "0 r5", "0 y5").game
    assert waiting_for(game) == (1,)
    game = say(game, "0 <").game
    assert waiting_for(game) == (0, 1)
    with pytest.raises(NotNow):
        say(game, "0 <")
    game = say(game, "0 g5", "1 b5").game
    assert sheet(game, 0) == "r,y,g5,b,p0"
    with pytest.raises(NotNow):
        say(game, "0 <")


# R5 The colour action


def test_R5_1_white_four_with_blue_six_crosses_b10() -> None:
    game = say(new_game(load_variant(CLASSIC), 2), "4+1 r6 y2 g3 b6", "0 -", "1 -").game
    assert "b10" in moves(game)
    assert sheet(say(game, "0 b10").game) == "r,y,g,b10,p0"


def test_R5_1_each_coloured_die_joins_either_white_die() -> None:
    game = say(new_game(load_variant(CLASSIC), 2), "4+1 r6 y2 g3 b6", "0 -", "1 -").game
    assert moves(game) == ["r7", "r10", "y3", "y6", "g7", "g4", "b10", "b7", "-"]


def test_R5_2_the_colour_action_belongs_to_the_active_seat() -> None:
    game = say(new_game(load_variant(CLASSIC), 2), "4+1 r6 y2 g3 b6", "0 -", "1 -").game
    assert moves(game, 1) == []
    with pytest.raises(NotYourTurn):
        say(game, "1 b10")


def test_R5_3_both_crosses_of_a_turn_may_fall_in_one_row() -> None:
    game = say(new_game(load_variant(CLASSIC), 1), "4+1 r6 y2 g3 b6", "0 r5", "0 r7").game
    assert sheet(game) == "r5.7,y,g,b,p0"
    with pytest.raises(IllegalMove, match=r"R2\.1"):
        say(new_game(load_variant(CLASSIC), 1), "5+1 r1 y2 g3 b6", "0 r6", "0 r2")


# R6 Penalties


def test_R6_1_an_active_seat_without_a_cross_takes_a_penalty() -> None:
    step = say(new_game(load_variant(CLASSIC), 2), "4+1 r6 y2 g3 b6", "0 -", "1 r5", "0 -")
    assert texts(step, Penalised) == [Penalised(0, 1)]
    assert sheet(step.game) == "r,y,g,b,p1"


def test_R6_1_one_cross_in_either_action_is_enough() -> None:
    for white, colour in [("r5", "-"), ("-", "b10"), ("r5", "b10")]:
        step = say(new_game(load_variant(CLASSIC), 2), "4+1 r6 y2 g3 b6", f"0 {white}", "1 -", f"0 {colour}")
        assert not texts(step, Penalised)


def test_R6_2_others_never_take_penalties() -> None:
    step = say(new_game(load_variant(CLASSIC), 3), "4+1 r6 y2 g3 b6", "0 r5", "1 -", "2 -", "0 -")
    assert [found.penalties for found in step.game.sheets] == [0, 0, 0]
    assert texts(step, Passed) == [Passed(1), Passed(2), Passed(0)]


# R7 Closing


def test_R7_1_the_last_cell_needs_five_crosses() -> None:
    four = say(table(CLASSIC, "r2.3.4.5,y,g,b,p0"), "6+6 r1 y1 g1 b1").game
    five = say(table(CLASSIC, "r2.3.4.5.6,y,g,b,p0"), "6+6 r1 y1 g1 b1").game
    assert "r12" not in moves(four)
    assert "r12" in moves(five)
    with pytest.raises(IllegalMove, match=r"needs 5 crosses first and has 4 \(R7\.1\); legal: g12 b12 -"):
        say(four, "0 r12")


def test_R7_2_two_seats_lock_together() -> None:
    game = table(CLASSIC, "r2.3.4.5.6,y,g,b,p0", "r4.5.6.7.8,y,g,b,p0", "r,y,g,b,p0")
    step = say(game, "6+6 r1 y1 g1 b1", "1 r12", "2 g12", "0 r12")
    assert texts(step, Locked) == [Locked(0, "r"), Locked(1, "r")]
    assert texts(step, Closed) == [Closed("r", (0, 1))]
    assert [sheet(step.game, seat) for seat in range(3)] == [
        "r2.3.4.5.6.12+,y,g,b,p0",
        "r4.5.6.7.8.12+,y,g,b,p0",
        "rx,y,g12,b,p0",
    ]


def test_R7_3_fewer_than_five_crosses_get_nothing_when_others_close() -> None:
    game = say(table(CLASSIC, "r2.3.4.5.6,y,g,b,p0", "r2.3.4.5,y,g,b,p0"), "6+6 r1 y1 g1 b1", "0 r12").game
    with pytest.raises(IllegalMove, match=r"R7\.1"):
        say(game, "1 r12")
    after = say(game, "1 -").game
    assert sheet(after, 1) == "r2.3.4.5x,y,g,b,p0"


def test_R7_4_the_lock_counts_as_a_cross() -> None:
    game = say(table(CLASSIC, "r2.3.4.5.6,y,g,b,p0"), "6+6 r1 y1 g1 b1", "0 r12").game
    assert score(game.variant, game.sheets[0]).rows == (28, 0, 0, 0)


def test_R7_5_the_row_is_closed_for_all_and_its_die_leaves_at_once() -> None:
    game = table(CLASSIC, "r2.3.4.5.6,y,g,b,p0", "r7,y,g,b,p0")
    step = say(game, "6+6 r4 y1 g1 b1", "0 r12", "1 -")
    assert texts(step, DieRemoved) == [DieRemoved("r")]
    assert step.game.dice == "ygb"
    assert not [move for move in moves(step.game) if move.startswith("r")]
    after = say(step.game, "0 -", "4+4 y1 g1 b1").game
    assert "r8" not in moves(after, 1)
    with pytest.raises(IllegalMove, match=r"R7\.5"):
        say(after, "1 r8")


def test_R7_5_closing_in_the_colour_action_ends_the_row_for_the_next_turn() -> None:
    step = say(table(CLASSIC, "r2.3.4.5.6,y,g,b,p0", "r,y,g,b,p0"), "6+5 r6 y1 g1 b1", "0 -", "1 -", "0 r12")
    assert texts(step, Closed) == [Closed("r", (0,))]
    assert step.game.phase is Phase.ROLL
    assert step.game.dice == "ygb"


def test_R7_5_option_the_die_leaves_after_the_turn() -> None:
    # on the mixed pad the red die still reaches red cells of other rows in the same turn
    sheets = ("r2.3.4.5.6,y,g,b,p0", "r,y,g,b,p0")
    inputs = ("6+6 r4 y1 g1 b1", "0 r12", "1 -")
    at_once = say(table("mixx-a", *sheets), *inputs)
    later = say(table(load_variant("mixx-a", die_leaves="turn"), *sheets), *inputs)
    assert at_once.game.dice == "ygb"
    assert "b10" not in moves(at_once.game)
    assert later.game.dice == "rygb"
    assert "b10" in moves(later.game)
    assert not texts(later, DieRemoved)
    end = say(later.game, "0 -")
    assert texts(end, DieRemoved) == [DieRemoved("r")]
    assert end.game.dice == "ygb"


# R8 The end


def test_R8_1_the_fourth_penalty_ends_the_game_at_once() -> None:
    step = say(table(CLASSIC, "r,y,g,b,p3", "r2,y,g,b,p0"), "4+1 r6 y2 g3 b6", "0 -", "1 -", "0 -")
    assert texts(step, Ended) == [Ended("penalties")]
    assert outcome(step.game) == ((-20, 1), (1,), "penalties")
    with pytest.raises(NotNow):
        say(step.game, "4+1 r6 y2 g3 b6")


def test_R8_2_two_rows_closed_by_different_seats_end_the_game() -> None:
    game = table(CLASSIC, "r2.3.4.5.6.12+,y,g,b,p0", "rx,y2.3.4.5.6,g,b,p0", turn=2)
    step = say(game, "6+6 y1 g1 b1", "0 -", "1 y12")
    assert texts(step, Ended) == [Ended("rows")]
    end = outcome(step.game)
    assert end is not None
    assert end.reason == "rows"


def test_R8_3_an_end_in_the_white_action_skips_colour_action_and_penalty() -> None:
    game = table(CLASSIC, "r2.3.4.5.6.12+,y,g,b,p0", "rx,y2.3.4.5.6,g,b,p0")
    step = say(game, "6+6 y1 g1 b1", "0 -", "1 y12")
    assert step.game.phase is Phase.OVER
    assert not texts(step, Penalised)
    with pytest.raises(NotNow):
        say(step.game, "0 -")


def test_R8_4_green_closed_then_red_and_yellow_close_together() -> None:
    game = table(CLASSIC, "r2.3.4.5.6,y,gx,b,p0", "r,y2.3.4.5.6,gx,b,p0", "r,y,g12.11.10.9.8.2+,b,p0")
    step = say(game, "6+6 r1 y1 b1", "0 r12", "1 y12", "2 -")
    assert texts(step, Closed) == [Closed("r", (0,)), Closed("y", (1,))]
    assert step.game.closed.bit_count() == 3
    assert texts(step, Ended) == [Ended("rows")]


# R9 The score


def test_R9_1_points_by_crosses() -> None:
    assert load_variant(CLASSIC).points == (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)


def test_R9_worked_example_scores_seventy() -> None:
    assert total(CLASSIC, "r2.3.4.5,y2.3.4,g12.11.10.9.8.7.6,b12.11.10.9.8.7.6.5,p2") == 70


def test_R9_3_equal_totals_share_the_win() -> None:
    step = say(table(CLASSIC, "r2.3.4.5.6.7,y,g,b,p3", "r2,y,g,b,p0"), "4+1 r6 y2 g3 b6", "0 -", "1 -", "0 -")
    assert outcome(step.game) == ((1, 1), (0, 1), "penalties")


# R10 Solo


@pytest.mark.parametrize("variant", BUNDLED)
def test_R10_one_seat_is_always_active(variant: Any) -> None:
    game = new_game(load_variant(variant), 1)
    dice = " ".join(f"{colour}1" for colour in game.dice)
    for turn in range(1, 4):
        assert (game.active, game.turn) == (0, turn)
        game = say(game, f"1+1 {dice}", "0 -", "0 -").game
    assert game.sheets[0].penalties == 3


@pytest.mark.parametrize("seats", [0, 6, -1])
def test_R10_only_one_to_five_seats(seats: int) -> None:
    with pytest.raises(NoSuchSeat, match="1 to 5 players"):
        new_game(load_variant(CLASSIC), seats)


# R11 Longo


def test_R11_2_either_of_the_last_two_cells_closes_with_six_crosses() -> None:
    six = table("longo", "r2.3.4.5.6.7,y,g16.15.14.13.12.11,b,p0")
    assert "r15" in moves(say(six, "8+7 r1 y1 g1 b1").game)
    assert "r16" in moves(say(six, "8+8 r1 y1 g1 b1").game)
    assert "g3" in moves(say(six, "2+1 r1 y1 g1 b1").game)
    assert "g2" in moves(say(six, "1+1 r1 y1 g1 b1").game)
    five = table("longo", "r2.3.4.5.6,y,g,b,p0")
    assert "r15" not in moves(say(five, "8+7 r1 y1 g1 b1").game)
    assert "r16" not in moves(say(five, "8+8 r1 y1 g1 b1").game)


def test_R11_2_after_the_last_but_one_the_last_can_never_follow() -> None:
    step = say(table("longo", "r2.3.4.5.6.7,y,g,b,p0"), "8+7 r8 y1 g1 b1", "0 r15")
    assert texts(step, Locked) == [Locked(0, "r")]
    assert "r16" not in moves(step.game)


def test_R11_2_a_called_sixteen_closes_red_and_yellow_together() -> None:
    game = table("longo", "r2.3.4.5.6.7,y,g,b,p0", "r,y2.3.4.5.6.7,g,b,p0")
    step = say(game, "8+8 r1 y1 g1 b1", "0 r16", "1 y16")
    assert texts(step, Closed) == [Closed("r", (0,)), Closed("y", (1,))]
    assert step.game.phase is Phase.OVER


def test_R11_3_a_row_holds_fifteen_crosses_at_most() -> None:
    full = "r2.3.4.5.6.7.8.9.10.11.12.13.14.15+,y,g,b,p0"
    assert total("longo", full) == 120


def test_R11_worked_example_scores_eighty_seven() -> None:
    text = "r2.3.4.5,y2.3.4,g16.15.14.13.12.11.10.9.8,b16.15.14.13.12.11.10.9,p2"
    assert total("longo", text) == 87


def test_R11_1_white_five_with_blue_eight_crosses_b13() -> None:
    assert "b13" in moves(say(new_game(load_variant("longo"), 1), "5+1 r1 y1 g1 b8", "0 -").game)


# R12 Lucky numbers


def test_R12_1_pairs_are_dealt_from_the_start_seat_on() -> None:
    game = new_game(load_variant("longo"), 5, start=3)
    lucky = game.variant.find(LuckyNumbers)
    assert lucky is not None
    assert [lucky.of_seat(game, seat) for seat in (3, 4, 0, 1, 2)] == [
        (5, 10),
        (6, 11),
        (7, 12),
        (8, 13),
        (4, 9),
    ]


def test_R12_2_a_called_six_crosses_g16_in_an_empty_green_row() -> None:
    game = table("longo", "r,y,g,b,p0", "r2,y2,g,b16,p0")
    rolled = say(game, "4+2 r1 y1 g1 b1").game
    assert moves(rolled, 1) == ["r6", "y6", "g6", "b6", "*g", "-"]
    assert moves(rolled, 0) == ["r6", "y6", "g6", "b6", "-"]
    after = say(rolled, "0 -", "1 *g").game
    assert sheet(after, 1) == "r2,y2,g16,b16,p0"


def test_R12_2_on_a_tie_the_player_chooses_among_the_tied_rows() -> None:
    game = say(table("longo", "r2.3,y4,g12,b16.15,p0"), "4+1 r1 y1 g1 b1").game
    assert [move for move in moves(game) if move.startswith("*")] == ["*y", "*g"]
    assert sheet(say(game, "0 *g").game) == "r2.3,y4,g12.11,b16.15,p0"
    with pytest.raises(IllegalMove, match=r"R12\.2"):
        say(game, "0 *r")


def test_R12_3_only_open_rows_are_compared() -> None:
    game = table("longo", "rx,y4,g12.11,b16.15,p0", "r2.3.4.5.6.7.16+,y,g,b,p0")
    rolled = say(game, "4+1 y1 g1 b1").game
    assert [move for move in moves(rolled) if move.startswith("*")] == ["*y"]


def test_R12_4_a_barred_next_cell_offers_no_lucky_move() -> None:
    game = say(table("longo", "r14,y2.3,g16.15,b16.15,p0"), "4+1 r1 y1 g1 b1").game
    assert not [move for move in moves(game) if move.startswith("*")]


def test_R12_5_lucky_in_the_white_action_only() -> None:
    game = say(table("longo", "r,y,g,b,p0"), "4+1 r4 y1 g1 b1", "0 -").game
    with pytest.raises(IllegalMove, match=r"R12\.5"):
        say(game, "0 *g")


def test_R12_5_a_lucky_cross_may_close_a_row() -> None:
    six = "r2.3.4.5.6.14,y2.3.4.5.6.7.8,g16.15.14.13.12.11.10,b16.15.14.13.12.11.10,p0"
    step = say(table("longo", six), "4+1 r1 y1 g1 b1", "0 *r")
    assert texts(step, Locked) == [Locked(0, "r")]
    assert sheet(step.game).startswith("r2.3.4.5.6.14.15+")


# R13, R14 The mixed pads


def test_R13_2_a_coloured_sum_goes_to_the_cell_of_that_colour() -> None:
    game = say(new_game(load_variant("mixx-a"), 1), "4+1 r6 y2 g3 b6", "0 -").game
    # r7 stands in row b, r10 in row b; y3 in row r, y6 in row b; g4, g7 in row y; b7 in row r, b10 in row g
    assert moves(game) == ["r3", "r7", "y4", "y7", "g10", "b10", "b7", "b6", "-"]


def test_R13_2_the_white_sum_goes_to_any_row() -> None:
    assert moves(say(new_game(load_variant("mixx-a"), 2), "4+1 r6 y2 g3 b6").game, 1) == [
        "r5",
        "y5",
        "g5",
        "b5",
        "-",
    ]


def test_R13_3_closing_a_row_leaves_cells_of_its_colour_to_the_white_dice() -> None:
    game = table("mixx-a", "r2.3.4.5.6.12+,y,g,b,p0")
    rolled = say(game, "1+1 y1 g1 b1").game
    assert "y2" in moves(rolled)  # a red cell in row y
    after = say(rolled, "0 -").game
    assert after.dice == "ygb"


@pytest.mark.parametrize(("row", "last"), [("r", 11), ("y", 10), ("g", 3), ("b", 4)])
def test_R14_1_rows_close_with_their_last_cell(row: Any, last: Any) -> None:
    variant = load_variant("mixx-b")
    pad = variant.rows[variant.row_of[row]]
    assert pad.cells[-1].number == last
    crosses = ".".join(str(cell.number) for cell in pad.cells[:5])
    text = ",".join(other.name + (crosses if other is pad else "") for other in variant.rows) + ",p0"
    low = max(1, last - 6)
    step = say(table(variant, text), f"{low}+{last - low} r1 y1 g1 b1", f"0 {row}{last}")
    assert texts(step, Locked) == [Locked(0, row)]


def test_R14_1_left_to_right_is_by_position() -> None:
    game = say(table("mixx-b", "r8,y,g,b,p0"), "1+2 r1 y1 g1 b1").game
    assert "r3" in moves(game)  # behind the 8
    assert "r6" not in moves(say(table("mixx-b", "r8,y,g,b,p0"), "5+1 r1 y1 g1 b1").game)


# R15 The bonus bar


def test_R15_1_g11_with_an_untouched_bar_crosses_r5() -> None:
    step = say(table("bonus-a", "r4,y,g,b,p0,*"), "6+5 r1 y1 g1 b1", "0 g11")
    assert texts(step, BarCrossed) == [BarCrossed(0, 1, "r")]
    assert texts(step, BonusCrossed) == [BonusCrossed(0, "r", 5, "bar")]
    assert sheet(step.game) == "r4.5,y,g11,b,p0,*1"


def test_R15_2_the_chain_goes_on_from_bonus_cell_to_bonus_cell() -> None:
    # fields 1-6 are crossed: next are blue (7) and yellow (8)
    game = table("bonus-a", "r2,y2,g,b6,p0,*1.2.3.4.5.6")
    step = say(game, "6+3 r1 y1 g1 b1", "0 r9")
    assert texts(step, BarCrossed) == [BarCrossed(0, 7, "b"), BarCrossed(0, 8, "y")]
    assert texts(step, BonusCrossed) == [BonusCrossed(0, "b", 5, "bar"), BonusCrossed(0, "y", 3, "bar")]


def test_R15_3_free_fields_of_a_closed_row_are_struck_and_skipped() -> None:
    game = table("bonus-a", "r2.4.5.7.8,y,g,b,p0,*1", "r,y,g,b,p0,*")
    step = say(game, "6+6 r1 y1 g1 b1", "0 r12", "1 -")
    assert texts(step, Struck) == [Struck(0, "r", (6, 9)), Struck(1, "r", (1, 6, 9))]
    after = say(step.game, "0 -", "6+5 y1 g1 b1", "0 -", "1 g11")
    assert texts(after, BarCrossed) == [BarCrossed(1, 2, "y")]


def test_R15_3_a_chain_treats_a_row_just_closed_as_closed() -> None:
    # b5 gives field 1 (red): R12 closes red; the second bonus must skip the red field 6
    game = table("bonus-a", "r2.4.5.7.11,y4,g,b6,p0,*")
    step = say(game, "4+1 r1 y1 g1 b1", "0 b5")
    assert texts(step, Locked) == [Locked(0, "r")]
    assert step.game.sheets[0].is_closed(0)
    later = say(step.game, "0 -", "5+6 y1 g1 b1", "0 g11")
    assert texts(later, BarCrossed)[0] == BarCrossed(0, 2, "y")


def test_R15_3_in_the_white_action_others_fields_are_struck_after_all_choices() -> None:
    # seat 0's chain closes red while seat 1's bonus, of the same called eight, still uses the red field
    game = table("bonus-a", "r2.4.5.7.11,y,g,b,p0,*", "r4,y,g,b,p0,*")
    step = say(game, "6+2 r1 y1 g1 b1", "0 y8", "1 b8")
    assert texts(step, BonusCrossed) == [BonusCrossed(0, "r", 12, "bar"), BonusCrossed(1, "r", 5, "bar")]
    assert texts(step, Closed) == [Closed("r", (0,))]
    assert texts(step, Struck) == [Struck(0, "r", (6, 9)), Struck(1, "r", (6, 9))]


def test_R15_4_a_barred_cell_uses_up_the_field_and_loses_the_cross() -> None:
    step = say(table("bonus-a", "r11,y,g,b,p0,*"), "6+5 r1 y1 g1 b1", "0 g11")
    assert texts(step, BarCrossed) == [BarCrossed(0, 1, "r")]
    assert texts(step, BonusLost) == [BonusLost(0, "r", "bar")]
    assert sheet(step.game) == "r11,y,g11,b,p0,*1"


def test_R15_5_a_bonus_cross_may_close_a_row_and_end_the_game() -> None:
    game = table("bonus-a", "r2.4.5.7.11,y2.3.4.6.7.12+,g,b,p0,*")
    step = say(game, "6+5 r1 g1 b1", "0 g11")
    assert texts(step, BonusCrossed) == [BonusCrossed(0, "r", 12, "bar")]
    assert texts(step, Ended) == [Ended("rows")]


# R16 Bonus pairs


def test_R16_1_both_cells_earn_the_bonus() -> None:
    one = say(table("bonus-b", "r,y7,g,b,p0"), "6+2 r1 y1 g1 b1", "0 b8")
    assert not texts(one, PairCompleted)
    both = say(table("bonus-b", "r,y7,g,b,p0"), "6+1 r1 y1 g1 b1", "0 b7")
    assert texts(both, PairCompleted) == [PairCompleted(0, "one-in-each")]
    assert sheet(both.game) == "r2,y7.8,g12,b7.6,p0"


def test_R16_2_two_in_fewest_crosses_two_cells_of_one_row() -> None:
    game = table("bonus-b", "r2.3,y9.11,g12,b12.11,p0")
    step = say(game, "6+3 r1 y1 g1 b1", "0 g9>b")
    assert texts(step, PairCompleted) == [PairCompleted(0, "two-in-fewest")]
    assert sheet(step.game) == "r2.3,y9.11,g12.9,b12.11.10.9,p0"


def test_R16_2_end_bonuses_count() -> None:
    assert total("bonus-b", "r6,y,g,b4,p0") == 1 + 1 + 13
    assert total("bonus-b", "r,y3,g5,b,p3") == 2
    assert total("bonus-b", "r8.9,y2,g12,b10,p1") == 3 + 1 + 1 + 1 + 1 - 5


def test_R16_2_without_penalty_costs_the_fourth_still_ends_the_game() -> None:
    step = say(table("bonus-b", "r,y3,g5,b,p3"), "4+1 r6 y2 g3 b6", "0 -", "0 -")
    assert outcome(step.game) == ((2,), (0,), "penalties")


def test_R16_3_crosses_that_cannot_be_made_are_lost() -> None:
    game = table("bonus-b", "r10,y7,g12.11,b12.11,p0")
    step = say(game, "6+1 r1 y1 g1 b1", "0 b7")
    assert sheet(step.game) == "r10.11,y7.8,g12.11.10,b12.11.7.6,p0"
    barred = say(table("bonus-b", "r11,y7,g12.11,b12.11,p0"), "6+1 r1 y1 g1 b1", "0 b7")
    assert texts(barred, BonusLost) == [BonusLost(0, "r", "one-in-each")]


def test_R16_3_bonus_crosses_complete_further_pairs() -> None:
    # one-in-each reaches y11, which completes two-in-fewest with g9
    game = table("bonus-b", "r5,y7.10,g12.9,b8,p0")
    step = say(game, "6+1 r1 y1 g1 b1", "0 b7")
    kinds = [fact.pair for fact in texts(step, PairCompleted)]
    assert kinds == ["one-in-each", "two-in-fewest"]
    assert sheet(step.game) == "r5.6.7.8,y7.10.11,g12.9.8,b8.7.6,p0"


def test_R16_4_a_tie_is_the_players_choice_and_closed_rows_count() -> None:
    game = table("bonus-b", "r2.3,y11,g,bx,p0", "r,y,g,b12.11.9.8.6.2+,p0")
    rolled = say(game, "6+3 r1 y1 g1").game
    # after g9: r 2, y 1, g 1, b 0 (closed): the single fewest row is the closed one
    assert moves(rolled) == ["r9", "g9", "-"]
    lost = say(rolled, "0 g9", "1 -")
    assert texts(lost, BonusLost) == [BonusLost(0, "b", "two-in-fewest")] * 2


def test_R16_4_the_choice_is_part_of_the_move() -> None:
    game = say(table("bonus-b", "r2,y11,g,b12,p0"), "6+3 r1 y1 g1 b1").game
    assert [move for move in moves(game) if move.startswith("g9")] == ["g9>r", "g9>y", "g9>g", "g9>b"]
    with pytest.raises(IllegalMove, match=r"tied for the fewest crosses"):
        say(game, "0 g9")
    with pytest.raises(IllegalMove, match=r"no tie"):
        say(game, "0 g9>r>y")
    with pytest.raises(IllegalMove, match=r"R16\.4"):
        say(game, "0 r9>y")


def test_R16_5_fewest_is_looked_up_when_the_bonus_begins_and_both_crosses_go_there() -> None:
    game = table("bonus-b", "r,y2.11,g12.11,b12.11,p0")
    step = say(game, "6+3 r1 y1 g1 b1", "0 g9")
    assert sheet(step.game) == "r2.3,y2.11,g12.11.9,b12.11,p0"


def test_R16_5_one_bonus_is_finished_before_the_next_begins() -> None:
    # b7 completes one-in-each: its yellow cross y11 completes two-in-fewest, which waits for green and blue
    game = table("bonus-b", "r2.3.4,y7.10,g12.11.9,b12.11.9,p0")
    step = say(game, "6+1 r1 y1 g1 b1", "0 b7")
    assert [fact.row for fact in texts(step, BonusCrossed)] == ["r", "y", "g", "b"]
    assert texts(step, BonusLost) == [BonusLost(0, "y", "two-in-fewest")] * 2


def test_R16_6_all_bonuses_of_the_move_that_ends_the_game_are_carried_out() -> None:
    game = table("bonus-b", "r2.3.4.5.11,y7,gx,b8,p0", "r,y,g12.11.9.8.6.2+,b,p0")
    step = say(game, "6+1 r1 y1 b1", "0 b7", "1 -")
    assert sheet(step.game) == "r2.3.4.5.11.12+,y7.8,gx,b8.7.6,p0"
    end = outcome(step.game)
    assert end is not None
    assert end.reason == "rows"


# R17 Own variants


def test_R17_a_kind_in_several_pairs_brings_its_bonus_for_each() -> None:
    # y3 and g5 complete all three pairs; the row with the fewest crosses is y or g, worth 1
    for kind, bonus in (("thirteen", 39), ("double-fewest", 3)):
        pair = replace(bonus_pairs(load_variant("bonus-b"))[-1], kind=cast(Any, kind))
        own = with_extras(load_variant("bonus-b"), pairs=(pair,) * 3)
        found = score(own, parse_sheet(own, "r2.3,y3,g5,b12.11,p0"))
        assert found.bonus == bonus
