"""Mistakes to practise again: the worths of a review decide, and every pad has its solution."""

from __future__ import annotations

from random import Random

import pytest

from rowlock.analysis.puzzles.practice import seat_asked, solution_of
from rowlock.analysis.puzzles.puzzle import NoPuzzle
from rowlock.engine.game import Game, apply, legal_moves, new_game, waiting_for
from rowlock.engine.position import parse_position
from rowlock.engine.view import view
from rowlock.table.dice import SecretDice, given
from rowlock.variants import load_variant, variant_names

POSITION = "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y4,g,b12.9,p0 r,y,g12,b,p1"
GAME = parse_position(POSITION, load_variant)
WORTHS = {"r5": 0.5, "y5": 0.7, "g5": 0.1, "b5": 0.2, "-": 0.4}


def test_what_a_review_found_is_the_solution() -> None:
    told = solution_of(GAME, 0, WORTHS, "r5")
    assert (told["move"], told["other"]) == ("y5", "r5")
    assert {option["move"]: option["worth"] for option in told["options"]} == WORTHS
    assert solution_of(GAME, 0, WORTHS, "y5")["other"] == "r5", "right: compared with the next best"
    assert solution_of(GAME, 0, WORTHS, "")["move"] == "y5"
    turned = solution_of(GAME, 0, {**WORTHS, "r5": 0.9}, "-")
    assert (turned["move"], turned["other"]) == ("r5", "-")


def test_without_worths_the_moves_are_weighed_anew() -> None:
    for worths in ({}, {"r5": 1.0}, {**WORTHS, "q9": 5.0}):
        told = solution_of(GAME, 0, worths, "-")
        assert {option["move"] for option in told["options"]} == WORTHS.keys()
        assert told["options"][0]["worth"] < 1


def test_who_has_nothing_to_choose_has_nothing_to_practise() -> None:
    assert seat_asked(GAME, 1) == 1
    for seat in (2, 9):
        with pytest.raises(NoPuzzle):
            seat_asked(GAME, seat)


@pytest.mark.parametrize("name", variant_names())
def test_every_pad_has_solutions(name: str) -> None:
    game, chance, rolls, said = new_game(load_variant(name), 2), Random(name), 0, 0
    dice = SecretDice("00" * 32, "practice", ("", ""), None)
    while len(_asked(game)) == 0 or len(legal_moves(game, _asked(game)[0])) < 2 or said < 8:
        seats = _asked(game)
        if not seats:
            rolls += 1
            game = apply(game, given(dice, rolls, game)).game
        else:
            said += 1
            game = apply(game, chance.choice(list(legal_moves(game, seats[0]))), seats[0]).game
    seat = _asked(game)[0]
    moves = [move["move"] for move in view(game, seat)["moves"]]
    worths = {move: 0.9 - 0.1 * place for place, move in enumerate(moves)}
    told = solution_of(game, seat, worths, moves[-1])
    assert (told["move"], told["other"]) == (moves[0], moves[-1])


def _asked(game: Game) -> list[int]:
    return sorted(waiting_for(game))
