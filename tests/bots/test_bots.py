"""Bots are found by being there, and answer with one of the moves they are given."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest
from playing import EVERY_VARIANT, random_roll

import rowlock.bots
from rowlock import Phase, apply, format_move, legal_moves, load_variant, new_game, parse_move, view
from rowlock.bots import NoSuchBot, bot_line, bot_names, ladder, load_bot, load_value

SIMPLE = ("cautious", "greedy", "random")
CLASSIC = load_variant("classic")


def test_simple_bots_are_there_and_tell_their_character() -> None:
    assert set(SIMPLE) <= set(bot_names())
    for name in SIMPLE:
        bot = load_bot(name, CLASSIC, 2)
        assert bot.name == name
        assert 10 < len(bot.line) < 100
        assert load_value(name) is not None


def test_a_new_file_is_a_new_bot_with_its_own_place_on_the_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bold.py").write_text(
        'LINE = "Likes gaps."\nRUNG = 2.5\n\n\ndef value(crosses, skips, gain):\n    return float(skips)\n'
    )
    (tmp_path / "shy.py").write_text(
        'LINE = "Says nothing."\n\n\ndef value(crosses, skips, gain):\n    return float(not crosses)\n'
    )
    monkeypatch.setattr(rowlock.bots, "__path__", [*rowlock.bots.__path__, str(tmp_path)])
    for name in ("bold", "shy"):
        monkeypatch.delitem(sys.modules, f"rowlock.bots.{name}", raising=False)
    names = bot_names()
    assert names.index("greedy") + 1 == names.index("bold") == names.index("cautious") - 1
    assert names[-1] == "shy"
    assert "shy" not in ladder()
    assert bot_line("bold") == "Likes gaps."
    seen = told(("r5", 8, 9), ("y5", 0, 4), ("-", 0, 0))
    assert load_bot("bold", CLASSIC, 2).choose(seen, ["r5", "y5", "-"]) == "r5"


def test_an_unknown_bot_is_named_with_a_hint() -> None:
    with pytest.raises(NoSuchBot, match="did you mean cautious"):
        load_bot("cautous", CLASSIC, 2)
    with pytest.raises(NoSuchBot, match="the bots are"):
        load_bot("../net", CLASSIC, 2)
    assert NoSuchBot.code == "no_such_bot"


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda text: text.split("/")[-1])
def test_simple_bots_finish_a_game_of_every_variant(name: str, variant: str) -> None:
    rules = load_variant(variant)
    game, rng = new_game(rules, 2), random.Random(1)
    bot = load_bot(name, rules, 2, seed=5)
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ROLL:
            game = apply(game, random_roll(game, rng)).game
            continue
        for seat in (0, 1) if game.phase is Phase.WHITE else (game.active,):
            moves = [format_move(move) for move in legal_moves(game, seat)]
            chosen = bot.choose(view(game, seat), moves)
            assert chosen == load_bot(name, rules, 2, seed=5).choose(view(game, seat), moves)
            game = apply(game, parse_move(chosen), seat).game


def told(*moves: tuple[str, int, int]) -> Any:
    """A view with these moves: text, skipped cells, points."""
    listed = [
        {"move": text, "cell": None if text == "-" else [text[0], 5], "skips": skips, "gain": gain}
        for text, skips, gain in moves
    ]
    return {"turn": 1, "seat": 0, "phase": "colour", "moves": listed}


def test_cautious_skips_as_little_as_it_can_and_rather_passes() -> None:
    bot = load_bot("cautious", CLASSIC, 2)
    assert bot.choose(told(("r5", 3, 9), ("y5", 1, 1), ("-", 0, 0)), ["r5", "y5", "-"]) == "y5"
    assert bot.choose(told(("r5", 3, 9), ("-", 0, 0)), ["r5", "-"]) == "-"
    assert bot.choose(told(("r5", 3, 9), ("-", 0, -5)), ["r5", "-"]) == "r5"


def test_greedy_takes_the_points() -> None:
    bot = load_bot("greedy", CLASSIC, 2)
    assert bot.choose(told(("r5", 8, 9), ("y5", 0, 4), ("-", 0, 0)), ["r5", "y5", "-"]) == "r5"
    assert bot.choose(told(("r5", 3, 4), ("y5", 2, 4), ("-", 0, 0)), ["r5", "y5", "-"]) == "y5"


def test_random_draws_lots_and_the_seed_decides() -> None:
    moves = told(("r5", 0, 1), ("y5", 0, 1), ("-", 0, 0))
    chosen = [load_bot("random", CLASSIC, 2, seed).choose(moves, ["r5", "y5", "-"]) for seed in range(300)]
    assert all(chosen.count(text) > 70 for text in ("r5", "y5", "-"))
