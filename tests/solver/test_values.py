"""The worth of choices: options, simulated games and insights from exact values."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest
from small_games import SMALL
from solved import solved

from rowlock import (
    BadNotation,
    Phase,
    apply,
    new_game,
    parse_move,
    parse_roll,
    parse_sheet,
    score,
)
from rowlock.engine.game import all_rolls
from rowlock.solver.brute import Brute
from rowlock.solver.insight import insights
from rowlock.solver.playing import play_by_values


@pytest.mark.parametrize("name", ["colours mixed", "pairs at once", "bar, pairs and lucky"])
def test_every_option_of_a_roll_has_the_value_that_the_oracle_finds(name: str) -> None:
    variant = SMALL[name]
    brute, values = Brute(variant), solved(variant)
    for roll in list(all_rolls(new_game(variant, 1)))[::5]:
        game = apply(new_game(variant, 1), roll).game
        options = values.options(game)
        for option in options:
            after = game
            for move in option.moves:
                after = apply(after, parse_move(move), 0).game
            assert after.phase in (Phase.ROLL, Phase.OVER)
            assert option.value == pytest.approx(float(brute.value(after)), abs=1e-9)
        assert options[0].loss == 0
        assert options[0].value == pytest.approx(float(brute.value(game)), abs=1e-9)


@pytest.mark.parametrize("name", ["two closing cells", "bonus bar", "pairs at the end"])
def test_games_played_by_the_values_score_what_they_promise(name: str) -> None:
    variant, rng, scores = SMALL[name], random.Random(5), []
    values = solved(variant)
    for _ in range(400):
        game = new_game(variant, 1)
        while game.phase is not Phase.OVER:
            game = apply(game, rng.choice(list(all_rolls(game)))).game
            for move in values.options(game)[0].moves:
                game = apply(game, parse_move(move), 0).game
        scores.append(score(variant, game.sheets[0]).total)
    assert fmean(scores) == pytest.approx(values.start, abs=4 * stdev(scores) / len(scores) ** 0.5)


def test_a_sheet_that_solo_play_cannot_reach_is_refused() -> None:
    values = solved(SMALL["bonus bar"])
    with pytest.raises(BadNotation, match="nobody else closes a row"):
        values.value(parse_sheet(SMALL["bonus bar"], "rx,y,p0,*"))
    with pytest.raises(BadNotation, match="bonuses do not fit"):
        values.value(parse_sheet(SMALL["bonus bar"], "r,y,p0,*1.2"))


def test_insights_are_differences_of_values() -> None:
    variant = SMALL["numbers mixed"]
    values, found = solved(variant), insights(solved(variant))
    first = found["first_crosses"][0]
    assert (first["row"], first["number"]) == ("r", 5)
    assert first["gain"] == pytest.approx(values.value(parse_sheet(variant, "r5,y,p0")) - values.start)
    assert found["penalties"][0]["gain"] == pytest.approx(
        values.value(parse_sheet(variant, "r,y,p1")) - values.start
    )
    closed = values.value(parse_sheet(variant, "r5.2.3+,y,p0"))
    assert found["closing"][0]["crosses"] == 2
    assert found["closing"][0]["gain"] == pytest.approx(
        closed - values.value(parse_sheet(variant, "r5.2,y,p0"))
    )


def test_the_white_cross_that_ends_the_game_leaves_no_colour_action() -> None:
    variant = SMALL["two rows"]
    sheet = parse_sheet(variant, "r2.4+,y4,p0")
    game = apply(new_game(variant, 1)._replace(sheets=(sheet,)), parse_roll("1+1 y1")).game
    assert ("y2",) in [option.moves for option in solved(variant).options(game)]


@pytest.mark.parametrize("name", ["lucky", "die stays", "bar, pairs and lucky", "four rows, all symmetries"])
def test_many_games_played_by_the_values_score_what_they_promise(name: str) -> None:
    values = solved(SMALL[name])
    scores = play_by_values(values, 100_000, seed=3)
    assert scores.mean() == pytest.approx(values.start, abs=4 * scores.std() / len(scores) ** 0.5)
    assert (play_by_values(values, 20_000, seed=3) == scores[:20_000]).all()
