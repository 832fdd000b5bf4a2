"""Alone at the table: planner and champion play the solved game where it has been solved."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playing import random_roll

import rowlock.bots.planner as planner
from rowlock import Phase, apply, format_move, legal_moves, load_variant, new_game, parse_move, view
from rowlock.arena.batched import play
from rowlock.bots import load_batch_bot, load_bot
from rowlock.bots.net.pad import Pad
from rowlock.fast.tables import compile_variant
from rowlock.solver.dynamic import solve_in_memory

TINY = load_variant(Path(__file__).parent.parent / "tiny" / "tiny-lucky.toml")


def choose(bot, game):
    seen = view(game, 0)
    return parse_move(bot.choose(seen, [move["move"] for move in seen["moves"]]))


@pytest.mark.parametrize("name", ["planner", "champion"])
def test_what_is_solved_is_played_without_loss(name, monkeypatch):
    values = solve_in_memory(TINY)
    monkeypatch.setattr(planner, "solved_values", lambda _: values)
    bot, rng, decisions = load_bot(name, TINY, 1), random.Random(4), 0
    for _ in range(25):
        game = new_game(TINY, 1)
        while game.phase is not Phase.OVER:
            game = apply(game, random_roll(game, rng)).game
            while game.phase in (Phase.WHITE, Phase.COLOUR):
                best, move = values.value_of(game), choose(bot, game)
                game = apply(game, move, 0).game
                assert values.value_of(game) == pytest.approx(best)
                decisions += 1
    assert decisions > 100


@pytest.mark.parametrize("name", ["planner", "champion"])
def test_in_step_the_solved_game_is_played_too(name, monkeypatch):
    """Many games at once score what the values promise; the same dice with a worse teacher score less."""
    values, pad = solve_in_memory(TINY), Pad(compile_variant(TINY))
    monkeypatch.setattr(planner, "solved_values", lambda _: values)
    scores = play(pad, [load_batch_bot(name, pad, 1)], 1, 0, 4000).scores[:, 0]
    assert scores.mean() == pytest.approx(values.start, abs=4 * scores.std() / len(scores) ** 0.5)
    simple = play(pad, [load_batch_bot("greedy", pad, 1)], 1, 0, 4000).scores[:, 0]
    assert simple.mean() < scores.mean() - 1


@pytest.mark.parametrize("name", ["steady", "planner", "champion"])
@pytest.mark.parametrize("seats", [1, 3])
def test_a_variant_of_somebodys_own_is_played_too(name, seats):
    game = apply(new_game(TINY, seats), random_roll(new_game(TINY, seats), random.Random(1))).game
    assert choose(load_bot(name, TINY, seats), game) in legal_moves(game, 0)
    assert format_move(choose(load_bot(name, TINY, seats), game))
