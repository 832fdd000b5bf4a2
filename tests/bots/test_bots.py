"""Bots are found by being there, and answer with one of the moves they are given."""

import random

import pytest
from playing import EVERY_VARIANT, random_roll

from rowlock import Phase, apply, format_move, legal_moves, load_variant, new_game, parse_move, view
from rowlock.bots import NoSuchBot, bot_names, load_bot, load_value

SIMPLE = ("cautious", "greedy", "random")


def test_simple_bots_are_there_and_tell_their_character() -> None:
    assert set(SIMPLE) <= set(bot_names())
    for name in SIMPLE:
        bot = load_bot(name)
        assert bot.name == name
        assert 10 < len(bot.line) < 100
        assert load_value(name) is not None


def test_an_unknown_bot_is_named_with_a_hint() -> None:
    with pytest.raises(NoSuchBot, match="did you mean cautious"):
        load_bot("cautous")
    with pytest.raises(NoSuchBot, match="the bots are"):
        load_bot("../net")
    assert NoSuchBot.code == "no_such_bot"


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda text: text.split("/")[-1])
def test_simple_bots_finish_a_game_of_every_variant(name: str, variant: str) -> None:
    game, rng = new_game(load_variant(variant), 2), random.Random(1)
    bot = load_bot(name, seed=5)
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            game = apply(game, random_roll(game, rng)).game
            continue
        for seat in (0, 1) if game.phase is Phase.WHITE else (game.active,):
            moves = [format_move(move) for move in legal_moves(game, seat)]
            chosen = bot.choose(view(game, seat), moves)
            assert chosen == load_bot(name, seed=5).choose(view(game, seat), moves)
            game = apply(game, parse_move(chosen), seat).game


def told(*moves: tuple[str, int, int]) -> dict:
    """A view with these moves: text, skipped cells, points."""
    listed = [
        {"move": text, "cell": None if text == "-" else [text[0], 5], "skips": skips, "gain": gain}
        for text, skips, gain in moves
    ]
    return {"turn": 1, "seat": 0, "phase": "colour", "moves": listed}


def test_cautious_skips_as_little_as_it_can_and_rather_passes() -> None:
    bot = load_bot("cautious")
    assert bot.choose(told(("r5", 3, 9), ("y5", 1, 1), ("-", 0, 0)), ["r5", "y5", "-"]) == "y5"
    assert bot.choose(told(("r5", 3, 9), ("-", 0, 0)), ["r5", "-"]) == "-"
    assert bot.choose(told(("r5", 3, 9), ("-", 0, -5)), ["r5", "-"]) == "r5"


def test_greedy_takes_the_points() -> None:
    bot = load_bot("greedy")
    assert bot.choose(told(("r5", 8, 9), ("y5", 0, 4), ("-", 0, 0)), ["r5", "y5", "-"]) == "r5"
    assert bot.choose(told(("r5", 3, 4), ("y5", 2, 4), ("-", 0, 0)), ["r5", "y5", "-"]) == "y5"


def test_random_draws_lots_and_the_seed_decides() -> None:
    moves = told(("r5", 0, 1), ("y5", 0, 1), ("-", 0, 0))
    chosen = [load_bot("random", seed).choose(moves, ["r5", "y5", "-"]) for seed in range(300)]
    assert all(chosen.count(text) > 70 for text in ("r5", "y5", "-"))
