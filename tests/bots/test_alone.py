"""Alone at the table: planner and champion play the solved game where it has been solved."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playing import random_roll
from small_games import SMALL
from solved import solved

import rowlock.bots.planner as planner
from rowlock import Phase, apply, format_move, legal_moves, load_variant, new_game, parse_move, view
from rowlock.arena.batched import play
from rowlock.bots import load_batch_bot, load_bot
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.solved import ByValues
from rowlock.engine.errors import Unsupported
from rowlock.engine.state import Game
from rowlock.engine.variant import Variant
from rowlock.fast.tables import compile_variant


def pads() -> Iterator[Any]:
    """The small games that are played in step, by name."""
    for name, variant in sorted(SMALL.items()):
        try:
            yield name, Pad(compile_variant(variant))
        except Unsupported:
            continue


IN_STEP = dict(pads())
TINY = load_variant(Path(__file__).parent.parent / "tiny" / "tiny-lucky.toml")


def choose(bot: Any, game: Game) -> Any:
    seen = view(game, 0)
    return parse_move(bot.choose(seen, [move["move"] for move in seen["moves"]]))


@pytest.mark.parametrize("name", ["planner", "champion"])
def test_what_is_solved_is_played_without_loss(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values = solved(TINY)
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
def test_in_step_the_solved_game_is_played_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games at once score what the values promise; the same dice with a worse teacher score less."""
    values, pad = solved(TINY), Pad(compile_variant(TINY))
    monkeypatch.setattr(planner, "solved_values", lambda _: values)
    scores = play(pad, [load_batch_bot(name, pad, 1)], 1, 0, 4000).scores[:, 0]
    assert scores.mean() == pytest.approx(values.start, abs=4 * scores.std() / len(scores) ** 0.5)
    simple = play(pad, [load_batch_bot("greedy", pad, 1)], 1, 0, 4000).scores[:, 0]
    assert simple.mean() < scores.mean() - 1


@pytest.mark.parametrize("name", ["steady", "planner", "champion"])
@pytest.mark.parametrize("seats", [1, 3])
def test_a_variant_of_somebodys_own_is_played_too(name: str, seats: int) -> None:
    game = apply(new_game(TINY, seats), random_roll(new_game(TINY, seats), random.Random(1))).game
    assert choose(load_bot(name, TINY, seats), game) in legal_moves(game, 0)
    assert format_move(choose(load_bot(name, TINY, seats), game))


def sheets_on_the_way(variant: Variant, games: int = 40) -> Iterator[Any]:
    rng = random.Random(3)
    for _ in range(games):
        game = new_game(variant, 1)
        while game.phase is not Phase.OVER:
            if game.phase is Phase.ROLL:
                yield game.sheets[0]
                game = apply(game, random_roll(game, rng)).game
            game = apply(game, rng.choice(legal_moves(game, 0)), 0).game


@pytest.mark.parametrize("name", IN_STEP)
def test_many_sheets_are_looked_up_as_one_is(name: Any) -> None:
    """Rows, bar, pairs and swap strip: a sheet among many has the value that it has by itself."""
    pad, values = IN_STEP[name], solved(SMALL[name])
    sheets = list(sheets_on_the_way(SMALL[name]))
    tables = pad.tables
    rows = np.array([tables.states_of(sheet) for sheet in sheets]) + pad.empty
    used = np.array([tables.used_of(sheet) if pad.has_bar or pad.has_swaps else 0 for sheet in sheets])
    found = ByValues(pad, values)(rows, used, np.array([sheet.penalties for sheet in sheets]))
    assert list(found) == pytest.approx([values.value(sheet) for sheet in sheets])
    assert len(set(found)) > 4


def test_extras_of_several_words_are_counted_word_by_word() -> None:
    """64 extras and more: a bit in a later word comes after all bits of the earlier ones."""
    from rowlock.bots.net.solved import _below, _count_bits

    words = np.array([2**64 - 1, 0b1011, 1 << 63, 2**64 - 2], np.uint64).view(np.int64)
    assert list(_count_bits(words)) == [64, 3, 1, 63]
    for extra in (0, 1, 31, 32, 33, 63, 64, 65, 127):
        below = sum(
            _count_bits(-1 & _below(np, np.array([extra - 64 * word]), np.array([0]))) for word in (0, 1)
        )
        assert list(below) == [extra]
