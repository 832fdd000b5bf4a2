"""Training: torch plays and judges as numpy does, and a few rounds of every kind of run go through.

Needs the extra `train` (PyTorch, which is large), so it is no part of `make test`: `make train-test` runs it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from rowlock.bots.net.features import Features
from rowlock.bots.net.lockstep import (
    Games,
    colour_options,
    make_rolls,
    new_games,
    next_seat,
    resolve_colour,
    resolve_white,
    white_options,
)
from rowlock.bots.net.network import read_weights
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import Policy
from rowlock.bots.net.shelf import SHELF, find_network
from rowlock.engine.errors import RowlockError
from rowlock.fast.tables import compile_variant
from rowlock.solver.dynamic import plan_solution, solve
from rowlock.train.learn import Course, Learner
from rowlock.train.network import TorchNetwork, read_into
from rowlock.variants import load_variant, variant_names


def as_tensors(parts):
    return type(parts)(*[torch.as_tensor(part).int() for part in parts])


@pytest.mark.parametrize("name", variant_names())
@pytest.mark.parametrize("seats", [2, 3])
def test_torch_judges_as_numpy_does(name, seats):
    tables = compile_variant(load_variant(name))
    plain, tensors = Pad(tables), Pad(tables, torch, "cpu")
    network = TorchNetwork(Features(tensors))
    read_into(network, SHELF / f"{name}.npz")
    ours = Policy(plain, find_network(plain)[0], foresee=True)
    theirs = Policy(tensors, network.player(), foresee=True)
    rng, state = np.random.default_rng(1), new_games(plain, 40, seats)
    for _ in range(8):
        faces = rng.integers(1, plain.faces + 1, (40, 2 + plain.R))
        dice, dice2 = make_rolls(plain, faces), make_rolls(tensors, torch.as_tensor(faces).int())
        options = white_options(plain, state, dice)
        values = ours.white(state, dice, options)
        again = theirs.white(as_tensors(state), dice2, white_options(tensors, as_tensors(state), dice2))
        assert np.allclose(values, again.numpy(), atol=1e-4)
        state, idle, over = resolve_white(plain, state, options, values.argmax(-1))
        options = colour_options(plain, state, dice, over)
        values = ours.colour(state, options, idle)
        options2 = colour_options(tensors, as_tensors(state), dice2, torch.as_tensor(over))
        again = theirs.colour(as_tensors(state), options2, torch.as_tensor(idle))
        assert np.allclose(values, again.numpy(), atol=1e-4)
        state, _ = resolve_colour(plain, state, options, values.argmax(-1), idle, over)
        state = next_seat(plain, state)


def run(tmp_path: Path, **settings) -> Learner:
    learner = Learner(Course(seconds=0.0, tables=64, **settings))
    learner.run(tmp_path)
    for _ in range(3):
        learner.round(0.5)
    learner.save(tmp_path / f"{learner.course.name}.npz")
    return learner


@pytest.mark.parametrize("name", ["classic", "longo", "bonus-a", "bonus-b"])
def test_self_play_changes_the_weights_and_keeps_them(name, tmp_path):
    learner = run(tmp_path, variant=name, seats=(2, 3), foresee=1)
    weights, fingerprint = read_weights(tmp_path / f"{name}.npz")
    assert fingerprint == learner.pad.tables.fingerprint
    assert all(np.isfinite(part).all() for part in weights.values())
    assert float(learner.loss) > 0


def test_the_same_seed_learns_the_same(tmp_path):
    found = []
    for seed in (3, 3, 4):
        path = Learner(Course("classic", 0.0, rounds=4, tables=64, seats=(2, 3), seed=seed)).run(tmp_path)
        found.append(read_weights(path)[0]["own"])
    assert np.array_equal(found[0], found[1])
    assert not np.array_equal(found[0], found[2])


def test_a_response_learns_and_its_rival_does_not(tmp_path):
    learner = run(tmp_path, variant="classic", seats=(2,), against=str(SHELF), resume=str(SHELF), foresee=1)
    frozen, _ = read_weights(SHELF / "classic.npz")
    rival = learner.plays[2].rival
    assert rival is not None
    assert np.array_equal(rival.network.own, frozen["own"])
    assert not np.array_equal(learner.network.own.detach().numpy(), frozen["own"])
    with pytest.raises(RowlockError, match="seats must divide"):
        run(tmp_path, variant="classic", seats=(3,), against=str(SHELF))


def test_the_solved_game_teaches(tmp_path, monkeypatch):
    """On a small pad the network soon comes near the exact values."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    tiny = str(Path(__file__).parent.parent / "tiny" / "tiny-lucky.toml")
    values = solve(plan_solution(load_variant(tiny)))
    learner = Learner(Course(tiny, 0.0, tables=256, seats=(1,), exact=1, rate=0.01))
    for seats in learner.plays:
        learner.steps[seats] = lambda seats=seats: learner.play_and_learn(seats)
    for step in range(150):
        learner.round(step / 150)
    fresh = Games(*[torch.as_tensor(part) for part in new_games(learner.board, 1, 1)])
    assert 100 * learner.network(fresh)[0].item() == pytest.approx(values.start, abs=1.0)
