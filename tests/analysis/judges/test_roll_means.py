"""Means over all rolls: counting all at once gives the same as looking at every roll."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from playing import TINY
from recorded import bots_game

from rowlock import load_variant
from rowlock.analysis.judges.by_network import ByNetwork, faces_of, stack
from rowlock.analysis.judges.meetings import mean_worths
from rowlock.analysis.judges.roll_means import look_at_rolls, luck_of
from rowlock.analysis.review.turns import turns_of
from rowlock.bots import load_batch_bot
from rowlock.bots.kit.batch import BestOption, pad_of
from rowlock.bots.net.features import Features
from rowlock.bots.net.lockstep import Games, make_rolls, white_options
from rowlock.bots.net.meeting import Meeting
from rowlock.bots.net.network import NumpyNetwork
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import Weigher

IN_ARRAYS = [path for path in TINY if path.stem not in {"tiny-all", "tiny-bar-pairs", "tiny-mixed"}]


def weigher_of(pad: Pad, seats: int) -> Weigher:
    bot = load_batch_bot("champion", pad, seats)
    assert isinstance(bot, BestOption)
    return bot.weigher


def every_roll(pad: Pad) -> np.ndarray:
    return np.array(list(product(range(1, pad.faces + 1), repeat=2 + pad.R)))


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("path", IN_ARRAYS, ids=lambda path: path.stem)
def test_the_mean_is_the_mean_of_what_all_rolls_lead_to(path: Path, seats: int) -> None:
    variant = load_variant(path)
    pad = pad_of(variant)
    weigher, rolls = weigher_of(pad, seats), every_roll(pad)
    turns = turns_of(bots_game(variant, ("random",) * seats))[-3:]
    tables = stack(pad, [turn.rolled for turn in turns])[0]
    looked = look_at_rolls(weigher, tables, faces_of(pad, turns))
    for n in range(len(turns)):
        many = Games(*[np.repeat(part[n : n + 1], len(rolls), 0) for part in tables])
        every = look_at_rolls(weigher, many, rolls)
        assert every.came.mean(0) == pytest.approx(looked.mean[n], abs=1e-9)
        for position in range(seats):
            assert luck_of(weigher, many, rolls, position).mean() == pytest.approx(0, abs=1e-9)


def any_meeting(pad: Pad) -> Meeting:
    """Whoever weighs choices against each other, by a network that has learnt nothing."""
    features, rng = Features(pad), np.random.default_rng(3)
    shapes = {"own": (features.size, 8), "rival": (features.size, 4), "mix": (4, 8), "bias": (8,)}
    shapes |= {"second": (8, 4), "second_bias": (4,), "last": (4,), "last_bias": ()}
    weights = {name: (0.3 * rng.normal(size=shape)).astype(np.float32) for name, shape in shapes.items()}
    return Meeting(pad, NumpyNetwork(features, weights))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("path", IN_ARRAYS, ids=lambda path: path.stem)
def test_settled_choices_have_the_mean_of_all_rolls_with_a_sum(path: Path, seats: int) -> None:
    variant = load_variant(path)
    pad = pad_of(variant)
    weigher, rolls = any_meeting(pad), every_roll(pad)
    level = ByNetwork(pad, weigher, "network", seats).level
    turn = turns_of(bots_game(variant, ("random",) * seats))[-1]
    table = stack(pad, [turn.rolled])[0]
    for total in range(2, 2 * pad.faces + 1):
        faces = rolls[rolls[:, 0] + rolls[:, 1] == total]
        many, dice = Games(*[np.repeat(part, len(faces), 0) for part in table]), make_rolls(pad, faces)
        values = weigher.settled(many, dice, white_options(pad, many, dice))
        said = level(np.amax(values, -1).astype(np.float64))
        found = mean_worths(weigher, table, np.array([total]), level)[0]
        assert found == pytest.approx(said.mean(0), abs=1e-6)


@pytest.mark.parametrize("path", IN_ARRAYS[:3], ids=lambda path: path.stem)
def test_luck_is_nothing_on_average_where_a_roll_may_end_the_game(path: Path) -> None:
    variant = load_variant(path)
    pad = pad_of(variant)
    weigher, rolls = any_meeting(pad), every_roll(pad)
    table = stack(pad, [turns_of(bots_game(variant, ("random",) * 3))[-1].rolled])[0]
    many = Games(*[np.repeat(part, len(rolls), 0) for part in table])
    assert look_at_rolls(weigher, many, rolls).met.any()
    for position in range(3):
        assert luck_of(weigher, many, rolls, position).mean() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("name", ["classic", "mixx-a", "longo", "bonus-a", "bonus-b"])
def test_alone_best_play_of_a_roll_is_the_best_option(name: str) -> None:
    variant = load_variant(name)
    pad = pad_of(variant)
    weigher, turns = weigher_of(pad, 1), turns_of(bots_game(variant, ("cautious",)))
    tables, dice = stack(pad, [turn.rolled for turn in turns])
    values = weigher.white(tables, dice, white_options(pad, tables, dice))
    came = look_at_rolls(weigher, tables, faces_of(pad, turns)).came
    assert came[:, 0] == pytest.approx(values.max(-1)[:, 0], abs=1e-4)


def test_a_sample_of_rolls_agrees_with_all_of_them() -> None:
    classic = load_variant("classic")
    pad = pad_of(classic)
    weigher, turns = weigher_of(pad, 3), turns_of(bots_game(classic, ("steady", "cautious", "greedy")))
    rng = np.random.default_rng(1)
    table = stack(pad, [turns[12].rolled])[0]
    mean = look_at_rolls(weigher, table, rng.integers(1, 7, (1, 6))).mean[0]
    many = Games(*[np.repeat(part, 100, 0) for part in table])
    came = look_at_rolls(weigher, many, rng.integers(1, 7, (100, 6))).came
    assert np.all(np.abs(came.mean(0) - mean) < 4 * came.std(0) / 10)


def test_two_identical_looks_at_a_table_at_the_end_of_a_turn_are_equal() -> None:
    classic = load_variant("classic")
    pad = pad_of(classic)
    turns = turns_of(bots_game(classic, ("steady", "cautious")))
    tables = stack(pad, [turn.rolled for turn in turns])[0]
    worth = weigher_of(pad, 2).after(tables)
    assert worth.shape == (len(turns), 2)
    assert np.all((worth > 0) & (worth < 1))
    assert make_rolls(pad, faces_of(pad, turns)).called.tolist() == [turn.roll.total for turn in turns]
