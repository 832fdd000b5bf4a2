"""Views: plain data, complete for the seat, silent about others' pending choices."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playing import EVERY_VARIANT, eager_choice, random_chance, say, table

from rowlock import load_variant, new_game, plain_variant, view
from rowlock.engine.game import Game, apply, waiting_for
from rowlock.engine.pad import apply_on_pad, new_pad, pad_moves, pad_view


def test_a_view_shows_the_seats_own_choice_and_only_that_others_have_chosen() -> None:
    game = say(table("classic", "", "", ""), "4+1 r6 y2 g3 b6", "0 r5", "1 y5").game
    assert [view(game, seat)["choice"] for seat in (0, 1, 2, None)] == ["r5", "y5", None, None]
    assert all(view(game, seat)["waiting"] == [2] for seat in (0, 1, 2, None))
    assert "y5" not in json.dumps(view(game, None))


def test_moves_say_what_they_would_do() -> None:
    game = say(table("classic", "r2.3.4.5.6,y2,g,b,p0"), "6+6 r1 y1 g1 b1").game
    moves = {move["move"]: move for move in view(game, 0)["moves"]}
    assert moves["r12"]["locks"] == ["r"]
    assert moves["r12"]["skips"] == 5
    assert moves["r12"]["gain"] == 28 - 15
    assert moves["g12"]["cell"] == ["g", 12]
    assert moves["-"]["gain"] == 0


def test_a_pass_that_costs_a_penalty_says_so() -> None:
    game = say(table("classic", ""), "6+6 r1 y1 g1 b1", "0 -").game
    passing = view(game, 0)["moves"][-1]
    assert passing["gain"] == -5
    assert passing["facts"][-1] == {"kind": "penalised", "seat": 0, "count": 1}


def test_a_bonus_chain_is_foretold() -> None:
    game = say(table("bonus-a", "r2,y2,g,b6,p0,*1.2.3.4.5.6"), "6+3 r1 y1 g1 b1").game
    r9 = next(move for move in view(game, 0)["moves"] if move["move"] == "r9")
    assert [fact["kind"] for fact in r9["facts"]] == ["crossed"] + ["bar_crossed", "bonus_crossed"] * 2


def test_spectators_have_no_moves() -> None:
    game = say(table("classic", "", ""), "6+6 r1 y1 g1 b1").game
    seen = view(game, None)
    assert (seen["seat"], seen["moves"], seen["choice"]) == (None, [], None)


def test_the_end_is_in_the_view() -> None:
    step = say(table("classic", "r,y,g,b,p3", "r2,y,g,b,p0"), "4+1 r6 y2 g3 b6", "0 -", "1 -", "0 -")
    assert view(step.game, 1)["over"] == {"scores": [-20, 1], "winners": [1], "reason": "penalties"}


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_views_and_variants_are_plain_data(name: str) -> None:
    variant = load_variant(name)
    game = new_game(variant, 2)
    for thing in (view(game, 0), view(game, None), plain_variant(variant)):
        assert json.loads(json.dumps(thing)) == thing
    assert sum(len(row["cells"]) for row in plain_variant(variant)["rows"]) == sum(
        len(row.cells) for row in variant.rows
    )


def played(game: Game, rng: random.Random, steps: int = 80) -> Iterator[Game]:
    """A game at many moments, so that much of it recurs."""
    for _ in range(steps):
        if game.phase.is_chance:
            game = apply(game, random_chance(game, rng)).game
        elif asked := waiting_for(game):
            game = apply(game, eager_choice(game, asked[0], rng), asked[0]).game
        yield game


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_what_was_told_before_is_told_as_if_for_the_first_time(name: str) -> None:
    """Sheets, rows and moves are kept with the pad; a copy of the pad has kept nothing."""
    variant, rng = load_variant(name), random.Random(7)
    for seats in (2, 3):
        for game in played(new_game(variant, seats), rng):
            fresh = game._replace(variant=replace(variant))
            assert [view(game, seat) for seat in (None, *range(seats))] == [
                view(fresh, seat) for seat in (None, *range(seats))
            ]


def test_the_score_pad_tells_marks_as_if_for_the_first_time() -> None:
    variant, rng = load_variant("classic"), random.Random(7)
    pad = new_pad(variant, 3)
    for _ in range(60):
        for seat in (0, 1, 2):
            fresh = pad._replace(game=pad.game._replace(variant=replace(variant)))
            assert pad_view(pad, seat) == pad_view(fresh, seat)
        seat = rng.randrange(3)
        if moves := pad_moves(pad, seat):
            pad, _ = apply_on_pad(pad, seat, rng.choice(moves[:4]))
