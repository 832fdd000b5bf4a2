"""The worked example of docs/research.md learns, in small."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from rowlock.research.vector import VectorEnv


@pytest.fixture(scope="module")
def example() -> SimpleNamespace:
    path = Path(__file__).parents[2] / "examples" / "train_policy.py"
    return SimpleNamespace(**runpy.run_path(str(path)))


def test_a_policy_chooses_legal_actions_and_learns_what_went_well(example: SimpleNamespace) -> None:
    env, chance, policy = VectorEnv("classic", 2, 16, 1), np.random.default_rng(1), example.Policy(1)
    seen, mask, actions, results = example.play_round(env, policy, 1, chance)
    assert mask[np.arange(len(actions)), actions].all()
    assert len(seen) == len(results) > 16 * 20
    crossing = (actions > 0).astype(np.float32)  # as if every cross had gone well, and every pass badly
    before = (policy.choose(seen, mask) > 0).mean()
    for _ in range(30):
        policy.learn(seen, mask, actions, crossing)
    assert (policy.choose(seen, mask) > 0).mean() > max(before, 0.8 * (mask.sum(axis=1) > 1).mean())


def test_it_is_measured_in_games_against_a_bot(example: SimpleNamespace) -> None:
    share, points = example.measure(example.Policy(1), "cautious", 2, 1)
    assert 0 <= share <= 1
    assert -20 <= points <= 150


def test_the_curve_is_drawn(example: SimpleNamespace, tmp_path: Path) -> None:
    example.draw([(0.0, 0.1, 20.0), (1.0, 0.6, 70.0)], "cautious", tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 1000
