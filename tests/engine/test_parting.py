"""Giving up and breaking off (R8.5, R8.6): what follows in the game, in the record and in the position."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock import load_variant
from rowlock.engine.errors import BadNotation, BadRecord, NotNow
from rowlock.engine.facts import Ended, Fact, Passed, Penalised, Resigned
from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, outcome, waiting_for
from rowlock.engine.moves import ABORT, PASS, RESIGN, Cross, make_roll
from rowlock.engine.notation import parse_move, parse_roll
from rowlock.engine.pad import apply_on_pad, new_pad, pad_moves
from rowlock.engine.position import format_position, parse_position
from rowlock.engine.record import Input, Record, format_record, parse_record, replay

CLASSIC = load_variant("classic")
ROLL = parse_roll("4+1 r6 y2 g3 b6")


def rolled(seats: int, start: int = 0) -> Game:
    return apply(new_game(CLASSIC, seats, start), ROLL).game


def test_R8_5_with_two_the_game_ends_and_the_other_wins() -> None:
    step = apply(rolled(2), RESIGN, 0)
    assert step.facts == (Resigned(0), Ended("resigned"))
    result = outcome(step.game)
    assert result is not None
    assert (result.winners, result.reason) == ((1,), "resigned")


def test_R8_5_who_gives_up_cannot_win_with_more_points() -> None:
    game = apply(apply(rolled(3), parse_move("r5"), 1).game, PASS, 2).game
    game = apply(apply(game, PASS, 0).game, parse_move("b10"), 0).game
    game = apply(apply(game, ROLL).game, RESIGN, 1).game
    result = outcome(apply(game, RESIGN, 2).game)
    assert result is not None
    assert (result.scores, result.winners) == ((1, 1, 0), (0,))


def test_R8_5_a_solo_player_who_gives_up_wins_nothing() -> None:
    result = outcome(apply(rolled(1), RESIGN, 0).game)
    assert result is not None
    assert (result.winners, result.reason) == ((), "resigned")


def test_R8_5_the_others_play_on_without_waiting() -> None:
    step = apply(rolled(3), RESIGN, 1)
    assert step.facts == (Resigned(1),)
    assert waiting_for(step.game) == (0, 2)
    assert legal_moves(step.game, 1) == ()
    with pytest.raises(NotNow, match=r"R8\.5"):
        apply(step.game, PASS, 1)
    with pytest.raises(NotNow, match=r"R8\.5"):
        apply(step.game, RESIGN, 1)


def test_R8_5_the_last_who_is_awaited_may_give_up_instead_of_choosing() -> None:
    game = apply(apply(rolled(3), parse_move("r5"), 0).game, PASS, 2).game
    step = apply(game, RESIGN, 1)
    assert step.game.phase is Phase.COLOUR
    assert not any(isinstance(fact, Passed) and fact.seat == 1 for fact in step.facts)


def test_R8_5_a_turn_of_who_gave_up_is_the_white_action_alone() -> None:
    """The dice are rolled for the others; there is no colour action and no penalty."""
    game, facts = apply(rolled(3), RESIGN, 0).game, list[Fact]()
    for seat in (1, 2):
        step = apply(game, PASS, seat)
        game, facts = step.game, [*facts, *step.facts]
    assert (game.turn, game.phase, game.active) == (2, Phase.ROLL, 1)
    assert not any(isinstance(fact, Penalised) for fact in facts)


def test_R8_5_giving_up_in_ones_colour_action_costs_no_penalty() -> None:
    game = rolled(3)
    for seat in range(3):
        game = apply(game, PASS, seat).game
    step = apply(game, RESIGN, 0)
    assert (step.game.turn, step.game.phase) == (2, Phase.ROLL)
    assert step.game.sheets[0].penalties == 0


def test_R8_6_a_game_that_is_broken_off_has_no_winner() -> None:
    step = apply(rolled(2), ABORT)
    assert step.facts == (Ended("aborted"),)
    result = outcome(step.game)
    assert result is not None
    assert (result.winners, result.reason) == ((), "aborted")
    for parting in (ABORT, RESIGN):
        with pytest.raises(NotNow):
            apply(step.game, parting, 0)


def test_R8_5_on_a_score_pad_whoever_gave_up_crosses_no_more() -> None:
    pad = new_pad(CLASSIC, 3)
    pad = pad._replace(game=apply(pad.game, RESIGN, 1).game)
    assert pad_moves(pad, 1) == ()
    with pytest.raises(NotNow):
        apply_on_pad(pad, 1, Cross("r", 5))
    assert apply_on_pad(pad, 0, Cross("r", 5))[0].game.out == (1,)


def play_with_parting(seats: int, start: int, chance: random.Random) -> list[Input]:
    """A random game in which seats give up at any moment, and which may be broken off."""
    game, inputs = new_game(CLASSIC, seats, start), list[Input]()
    for _ in range(60):
        stayed = [seat for seat in range(seats) if seat not in game.out]
        if game.phase is Phase.OVER:
            break
        if chance.random() < 0.01:
            said = Input(None, ABORT)
        elif chance.random() < 0.06:
            said = Input(chance.choice(stayed), RESIGN)
        elif game.phase is Phase.ROLL:
            values = {colour: chance.randint(1, 6) for colour in game.dice}
            said = Input(None, make_roll((chance.randint(1, 6), chance.randint(1, 6)), values))
        else:
            seat = chance.choice(waiting_for(game))
            said = Input(seat, chance.choice(legal_moves(game, seat)))
        game = apply(game, said.move, said.seat).game
        inputs.append(said)
    return inputs


@given(st.integers(1, 5), st.integers(0, 4), st.randoms(use_true_random=False))
def test_R8_5_records_and_positions_keep_who_gave_up(seats: int, start: int, chance: random.Random) -> None:
    start %= seats
    record = Record(CLASSIC, tuple("ABCDE"[:seats]), start, tuple(play_with_parting(seats, start, chance)))
    steps = replay(record)
    again = parse_record(format_record(record), load_variant)
    assert format_record(again) == format_record(record)
    end = steps[-1].game if steps else record.new_game()
    assert (replay(again)[-1].game if steps else end) == end
    for step in steps:
        if step.game.out:
            assert parse_position(format_position(step.game), load_variant) == step.game
    if result := outcome(end):
        assert set(result.winners).isdisjoint(end.out)


def test_R8_5_a_record_says_who_gave_up_and_when() -> None:
    text = """rowlock game 1
variant: classic
seat: A
seat: B
seat: C

1. 4+1 r6 y2 g3 b6 | r5 ! - | b10
2. 6+6 r1 y1 g4 b2 | - ! g12
3. !0
"""
    record = parse_record(text, load_variant)
    assert format_record(record) == text
    result = outcome(replay(record)[-1].game)
    assert result is not None
    assert (result.winners, result.reason) == ((2,), "resigned")


def test_R8_6_a_record_says_that_the_game_was_broken_off() -> None:
    text = "rowlock game 1\nvariant: classic\nseat: A\nseat: B\n\n1. 4+1 r6 y2 g3 b6 | r5 ?\naborted\n"
    record = parse_record(text, load_variant)
    assert format_record(record) == text
    with pytest.raises(BadRecord, match="over"):
        parse_record(text + "2. 4+1 r6 y2 g3 b6\n", load_variant)


@pytest.mark.parametrize("turn", ["1/0!2", "1/0!1!0", "1/0!0!0", "1/0!"])
def test_a_position_names_the_seats_that_gave_up_in_order(turn: str) -> None:
    with pytest.raises(BadNotation):
        parse_position(f"classic {turn} over . . r,y,g,b,p0 r,y,g,b,p0", load_variant)


def test_a_position_must_not_end_for_nothing() -> None:
    sheets = "r,y,g,b,p0 r,y,g,b,p0"
    assert parse_position(f"classic 1/0!1 over . . {sheets}", load_variant).out == (1,)
    assert parse_position(f"classic 1/0 aborted . . {sheets}", load_variant).aborted
    for wrong in ("1/0 over", "1/0!1 roll"):
        with pytest.raises(BadNotation):
            parse_position(f"classic {wrong} . . {sheets}", load_variant)
