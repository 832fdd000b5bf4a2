"""The vector environment is equal to the engine: the same dice, the same moves, compared after every step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from playing import BUNDLED, TINY
from random_pads import mixed_pad, random_pad

from rowlock import IllegalMove, load_variant
from rowlock.engine.errors import NoSuchSeat, Unsupported
from rowlock.engine.features import carries_all
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.swaps import Swaps
from rowlock.engine.variant import Variant
from rowlock.research.play import EnvironmentGame
from rowlock.research.vector import VectorEnv

pytestmark = pytest.mark.filterwarnings("error")


class Mirror:
    """The engine's games beside those of a vector environment."""

    def __init__(self, variant: Variant, seats: int, games: int, seed: int) -> None:
        self.env = VectorEnv(variant, seats, games, seed)
        self.plays = [EnvironmentGame(variant, seats) for _ in range(games)]
        for number, play in enumerate(self.plays):
            play.seed, play.number = seed, number - 1
            play.begin()
        self.seen: set[str] = set()

    def compare(self) -> None:
        for i, play in enumerate(self.plays):
            seat = play.waiting()[0]
            assert self.env.seat[i] == seat
            assert self.env.observation[i].tolist() == play.observe(seat).tolist()
            assert self.env.mask[i].tolist() == play.mask(seat).tolist()

    def step(self, chance: np.random.Generator) -> None:
        env = self.env
        actions = np.where(env.mask > 0, chance.random(env.mask.shape), -1).argmax(axis=1)
        seats = env.seat.copy()
        rewards, done, points = env.step(actions)
        for i, play in enumerate(self.plays):
            play.act(int(seats[i]), actions[i])
            self.seen.add(play.actions.move(int(actions[i])).text)
            earned = play.rewards()
            assert play.over == done[i]
            if play.over:
                assert points[i].tolist() == play.points()
                assert rewards[i] == pytest.approx(earned if play.seats > 1 else play.points(), abs=1e-6)
                play.number += env.games - 1
                play.begin()
            else:
                assert not rewards[i].any()


def follow(variant: Variant, seats: int, steps: int, games: int = 6, seed: int = 3) -> set[str]:
    mirror, chance = Mirror(variant, seats, games, seed), np.random.default_rng(seed)
    for _ in range(steps):
        mirror.compare()
        mirror.step(chance)
    return mirror.seen


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("seats", [1, 3])
def test_every_pad_is_played_as_by_the_engine(name: str, seats: int) -> None:
    follow(load_variant(name), seats, 150)


@pytest.mark.parametrize("path", TINY, ids=lambda path: path.stem)
def test_tiny_pads_reach_every_corner(path: str) -> None:
    variant = load_variant(str(path))
    seen = follow(variant, variant.players[1], 400, games=8)
    if "lucky" in variant.features:
        assert any(text.startswith("*") for text in seen)
    if variant.may_tie:
        assert any(">" in text for text in seen)


def test_R7_5_a_die_may_stay_until_the_turn_is_over() -> None:
    follow(replace(load_variant("mixx-a", die_leaves="turn"), end_rows=3), 2, 400)


def test_R17_own_pads_of_every_kind() -> None:
    for seed in range(25):
        variant = random_pad(seed)
        follow(variant, 1 + seed % variant.players[1], 60, games=4, seed=seed)


def test_R18_R19_R23_own_pads_with_second_crosses_double_cells_and_swaps() -> None:
    pads = [pad for pad in map(mixed_pad, range(200)) if carries_all("vectors", pad)]
    both = [pad for pad in pads if pad.may_tie and pad.find(Swaps) and pad.find(BonusBar)]
    assert both
    seen = set[str]()
    for seed, pad in enumerate([*both[:2], *pads[:16]]):
        seen |= follow(pad, 1 + seed % pad.players[1], 60, games=4, seed=seed)
    assert any("~" in text for text in seen)


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    one, three = VectorEnv(games=50, seed=7), VectorEnv(games=50, seed=7, threads=3)
    chance = np.random.default_rng(1)
    for _ in range(200):
        actions = np.where(one.mask > 0, chance.random(one.mask.shape), -1).argmax(axis=1)
        for env in (one, three):
            env.step(actions)
        assert np.array_equal(one.observation, three.observation)
        assert np.array_equal(one.mask, three.mask)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = VectorEnv(games=3, seed=1)
    before = env.observation.copy()
    for actions in ([0, 0, int(np.argmin(env.mask[2]))], [0, 0, -1], [0, 0, len(env.actions)], [0, 0]):
        with pytest.raises(IllegalMove):
            env.step(actions)
    assert np.array_equal(env.observation, before)


def test_what_the_kernel_does_not_carry_is_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="cards"):
        VectorEnv("cards")
    with pytest.raises(NoSuchSeat):
        VectorEnv("classic", seats=6)
    with pytest.raises(Unsupported, match="games at once"):
        VectorEnv("classic", games=0)
