"""Whoever judges does not contradict itself: rolls, options, hints and reviews tell the same chances."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from playing import BUNDLED
from recorded import bots_game
from tries import also, repeated

from rowlock import Game, Phase, apply, format_move, legal_moves, load_variant, outcome, view
from rowlock.analysis.hints.hint import hint
from rowlock.analysis.judges.selection import find_judge
from rowlock.analysis.position import analyse
from rowlock.analysis.review.game import review
from rowlock.analysis.review.turns import PlayedTurn, turns_of
from rowlock.bots import load_bot
from rowlock.engine.moves import Choice
from rowlock.engine.position import format_position, parse_position

WAITING_WINS = (
    "classic 17/0 white 6+6,r5,g1,b2 ?/? r2.4.6.10,y4.5.7.9.10.12+,g10.9.6,b11.10.8.6.4,p0"
    " r2.3.4.6.10,y4.5.7.8x,g11.10.8.5.4.3,b9.6,p0"
)
"""Seat 1 ends the game with r12, 62 to 59: the active seat's colour action is never played."""
BOTH_DECIDE = (
    "classic 33/0 white 6+5,r1,y3,b4 ?/? r5.6.8.9,y3.4.5.6.8.10.11,g10.9.8.7.5.4.3.2+,b10.8.5.4,p3"
    " r4.5.6.7.8.9,y3.4.6.7.8.10.11,g10.8.6.5x,b10.9.8.7.5.4.3,p3"
)
"""Whether the active seat should take its fourth penalty depends on what the other one crosses."""
THREE_DECIDE = (
    "big-points 23/0 white 1+1,r5,y5,b2 ?/?/? r3.5.6.7,o3.5.6.7.8,y2.6.7.8.9.10,g9.8.7.6.5.2+,t9.6,b9,p0"
    " r2.6.7,o6.7.9,y3.6.7.8.9.10,gx,t9.7.6.5.4,b9.7.6.5.4.3,p0"
    " r3.4.6.8.9,o3.5.6,y5.6.7.8.10,g8.7.6x,t9,b9.7.6.5.4,p0",
    "classic 34/2 white 1+3,y1,g1,b1 ?/?/? r3.5.7.8.9.10x,y5.6.7.8,g12.9.8.7.6.5.3,b10.9.8.7.4.3,p0"
    " r5.6.7.8.9.10.11.12+,y2.4.5.6.10.11,g9.7.6.5,b12.10.8.7.6.3,p2"
    " r5.6.7.8x,y4.5.6.7.8.11,g12.9.8.6.5.3,b12.9.7.6.4.3,p0",
)
"""Rolls of three seats whose luck was told as 1.0 and 0.3 another than their options are worth."""
CERTAIN_LOSS = (
    "classic 21/0 white 6+6,y2,g2,b2 ?/?/? r3.4.6.8x,y4.5.6.7.8.10,g8.7.6.5.4,b10.8.7.6,p0"
    " r3.4.6.7.8.12+,y4,g11.10.8.7.6.4.3,b12.11.10.8.7.6,p0 r3.6.7.8x,y4.5,g12.9.8.7.6.4,b11.10.9.8.6,p0"
)
"""The active seat of three ends the game with y12 and has not won it."""
COMPANY = ("steady", "greedy", "cautious", "planner", "steady")
ROLLED = [(name, 2 + place % 4) for place, name in enumerate(BUNDLED)]
ROLLED += also(pair for pair in product(BUNDLED, (2, 3, 4, 5)) if pair not in ROLLED)
"""Every pad with one number of seats, every number of seats with several pads."""
REVIEWED = [("classic", 2), ("big-points", 3), ("bonus-b", 4)]
REVIEWED += also(pair for pair in product(dict(REVIEWED), (2, 3, 4)) if pair not in REVIEWED)


def late_rolls(name: str, seats: int) -> list[Game]:
    """The last turns of a game or two, where choices decide: as rolled, and with a 2 and a 12 in white."""
    variant = load_variant(name)
    found = []
    for deal in range(repeated(1, 2)):
        for turn in turns_of(bots_game(variant, COMPANY[:seats], deal))[-3:]:
            whites = (turn.roll.white, (1, 1), (variant.faces, variant.faces))
            found += [apply(turn.before, replace(turn.roll, white=white)).game for white in whites]
    return found


def sure_wins(game: Game, seat: int) -> list[str]:
    """The white moves after which a seat alone has won, whatever the others choose; by the engine."""
    others = [other for other in range(len(game.sheets)) if other != seat]
    replies = list(product(*[legal_moves(game, other) for other in others]))

    def wins(move: Choice, reply: tuple[Choice, ...]) -> bool:
        now = apply(game, move, seat).game
        for other, answer in zip(others, reply, strict=True):
            now = apply(now, answer, other).game
        ended = outcome(now)
        return ended is not None and ended.winners == (seat,)

    moves = legal_moves(game, seat)
    return [format_move(move) for move in moves if all(wins(move, reply) for reply in replies)]


def test_R8_3_a_waiting_seats_cross_that_ends_the_game_is_won_before_the_colour_action() -> None:
    game = parse_position(WAITING_WINS, load_variant)
    found = analyse(game)
    assert sure_wins(game, 1) == ["r12"]
    assert found["worth"] == [0, 1]
    assert found["options"][1][0]["move"] == "r12"
    moves = [format_move(move) for move in legal_moves(game, 1)]
    assert load_bot("champion", game.variant, 2).choose(view(game, 1), moves) == "r12"


def test_where_no_single_choice_is_best_both_seats_mix_and_nothing_of_the_mix_costs() -> None:
    """Seat 0 wins with the pass if seat 1 passes, and loses by it if seat 1 crosses r11."""
    game = parse_position(BOTH_DECIDE, load_variant)
    found = analyse(game)
    assert 0.5 < found["worth"][0] < 0.9
    assert sum(found["worth"]) == pytest.approx(1)
    for seat in range(2):
        assert [option["loss"] for option in found["options"][seat]] == [0, 0]


def test_a_certain_loss_is_told_as_nothing_among_three() -> None:
    found = analyse(parse_position(CERTAIN_LOSS, load_variant))
    worths = {option["move"]: option["worth"] for option in found["options"][0]}
    assert worths["y12"] == 0 < worths["-"]


@pytest.mark.parametrize("text", THREE_DECIDE)
def test_a_roll_that_may_end_the_game_is_worth_what_was_expected_and_its_luck(text: str) -> None:
    game = parse_position(text, load_variant)
    assert game.roll is not None
    before = game._replace(phase=Phase.ROLL, roll=None, choices=())
    turn = PlayedTurn(before, game.roll, game, [None] * 3)
    (said,) = find_judge(game.variant, 3).judge([turn], lambda _: None)
    for seat in range(3):
        assert said.rolled[seat] == pytest.approx(said.before[seat] + said.luck[seat], abs=1e-9)
        assert max(said.white[seat].values()) == pytest.approx(said.rolled[seat], abs=1e-5)


@pytest.mark.parametrize(("name", "seats"), ROLLED)
def test_a_roll_is_worth_what_its_best_options_are(name: str, seats: int) -> None:
    if seats > load_variant(name).players[1]:
        pytest.skip("the pad is for fewer players")
    for game in late_rolls(name, seats):
        found = analyse(game)
        assert sum(found["worth"]) == pytest.approx(1)
        for seat, options in enumerate(found["options"]):
            assert options[0]["worth"] == pytest.approx(found["worth"][seat], abs=1e-5)
            for option in options:
                assert 0 <= option["worth"] <= 1


@pytest.mark.parametrize("name", BUNDLED)
def test_certain_wins_are_one_and_certain_losses_nothing(name: str) -> None:
    met = 0
    for seats in (2, 3):
        for game in late_rolls(name, seats):
            for seat in range(seats):
                sure = sure_wins(game, seat)
                if not sure:
                    continue
                met += 1
                found = analyse(game)
                worths = {option["move"]: option["worth"] for option in found["options"][seat]}
                assert [worths[move] for move in sure] == [1] * len(sure), format_position(game)
                assert found["worth"] == [float(other == seat) for other in range(seats)]
    if name == "classic":
        assert met


@pytest.mark.parametrize("name", BUNDLED)
def test_the_champion_takes_certain_wins(name: str) -> None:
    for seats in (2, 3):
        bot = load_bot("champion", load_variant(name), seats)
        for game in late_rolls(name, seats):
            for seat in range(seats):
                moves = [format_move(move) for move in legal_moves(game, seat)]
                if sure := sure_wins(game, seat):
                    assert bot.choose(view(game, seat), moves) in sure, format_position(game)


def test_R8_3_the_champion_leaves_a_certain_loss_where_all_seems_lost() -> None:
    turns = turns_of(bots_game(load_variant("classic"), ("steady", "greedy"), 42))
    game = next(turn.rolled for turn in turns if turn.before.turn == 21)
    moves = [format_move(move) for move in legal_moves(game, 1)]
    assert "r12" in moves
    assert load_bot("champion", game.variant, 2).choose(view(game, 1), moves) != "r12"


@pytest.mark.parametrize(("name", "seats"), REVIEWED)
def test_hint_and_review_tell_the_same_chances_of_the_same_decision(name: str, seats: int) -> None:
    record = bots_game(load_variant(name), COMPANY[:seats])
    told, compared = review(record, rollouts=0), 0
    for turn in told["turns"][-6:]:
        for decision in turn["decisions"]:
            game = parse_position(decision["position"], load_variant)
            if game.phase is Phase.WHITE:
                game = game._replace(choices=(None,) * seats)
            found = hint(game.variant, view(game, decision["seat"]))
            by_move = {option["move"]: option["worth"] for option in found["options"]}
            for option in decision["options"]:
                assert by_move[option["move"]] == pytest.approx(option["worth"], abs=1e-5)
                compared += 1
    assert compared
