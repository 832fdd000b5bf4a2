"""The worth of every move: the best one is what the champion plays, and the numbers mean what they say."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playing import BUNDLED, play_out, random_roll
from solved import solved

import rowlock.analysis.judges.selection as judging
from rowlock import Phase, apply, format_move, legal_moves, load_variant, new_game, view
from rowlock.analysis.judges.move_values import weigh, weigh_all
from rowlock.bots import load_bot

TINY = load_variant(Path(__file__).parents[2] / "tiny" / "tiny-lucky.toml")


@pytest.fixture(autouse=True)
def nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine has solved, the networks are asked."""
    monkeypatch.setattr(judging, "solved_values", lambda _: None)
    monkeypatch.setattr("rowlock.bots.planner.solved_values", lambda _: None)


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("name", BUNDLED)
def test_the_champion_plays_what_is_worth_most(name: str, seats: int) -> None:
    variant = load_variant(name)
    champion, rng = load_bot("champion", variant, seats), random.Random(seats)
    said = [step.game for _ in range(3) for _, _, step in play_out(new_game(variant, seats), rng)]
    asked = [(game, seat) for game in said for seat in range(seats) if len(legal_moves(game, seat)) > 1]
    for phase in (Phase.WHITE, Phase.COLOUR):
        for game, seat in rng.sample([(g, s) for g, s in asked if g.phase is phase], 12):
            moves = [format_move(move) for move in legal_moves(game, seat)]
            worth, _, exact = weigh_all(variant, view(game, seat))
            assert list(worth) == moves
            chosen = champion.choose(view(game, seat), moves)
            # what differs by less is equal to the champion; chances are stretched so that they add up to one
            # where an ending is solved, the judge knows more than the champion
            assert exact or worth[chosen] == pytest.approx(max(worth.values()), abs=1e-3)
            assert seats == 1 or all(0 <= chance <= 1 for chance in worth.values())


def test_alone_the_worth_is_the_score_to_expect() -> None:
    classic = load_variant("classic")
    game = new_game(classic, 1)
    rng = random.Random(5)
    rolled = [apply(game, random_roll(game, rng)).game for _ in range(200)]
    mean = sum(max(weigh(classic, view(game, 0)).values()) for game in rolled) / len(rolled)
    assert mean == pytest.approx(115.48, abs=3)


def test_what_is_solved_is_weighed_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    values = solved(TINY)
    monkeypatch.setattr(judging, "solved_values", lambda _: values)
    rng = random.Random(2)
    game = apply(new_game(TINY, 1), random_roll(new_game(TINY, 1), rng)).game
    worth = weigh(TINY, view(game, 0))
    assert max(worth.values()) == pytest.approx(values.value_of(game))


def test_nobody_has_learnt_a_variant_of_ones_own() -> None:
    game = apply(new_game(TINY, 2), random_roll(new_game(TINY, 2), random.Random(1))).game
    assert weigh(TINY, view(game, 0)) == {}
