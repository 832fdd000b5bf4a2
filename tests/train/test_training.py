"""Training: torch plays and judges as numpy does, and a few rounds of every kind of run go through.

Needs the extra `train` (PyTorch, which is large), so it is no part of `make test`: `make train-test` runs it.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from playing import BUNDLED

from rowlock.bots import plays_by
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
from rowlock.bots.net.shelf import SHELF
from rowlock.engine.errors import RowlockError
from rowlock.fast.tables import compile_variant
from rowlock.solver.dynamic import plan_solution, solve
from rowlock.train.course import Course
from rowlock.train.means import learn_means
from rowlock.train.network import TorchNetwork
from rowlock.train.own_pad import train_own
from rowlock.train.training import Learner
from rowlock.variants import load_variant

TINY = Path(__file__).parents[1] / "tiny" / "tiny.toml"


def as_tensors(parts: Any) -> Any:
    return type(parts)(*[torch.as_tensor(part).int() for part in parts])


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("seats", [2, 3])
def test_torch_judges_as_numpy_does(name: Any, seats: int) -> None:
    tables = compile_variant(load_variant(name))
    plain, tensors = Pad(tables), Pad(tables, torch, "cpu")
    torch.manual_seed(1)
    network = TorchNetwork(Features(tensors))
    ours = Policy(plain, network.in_numpy(Features(plain)), foresee=True)
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


def run(tmp_path: Path, **settings: Any) -> Learner:
    learner = Learner(Course(seconds=0.0, tables=64, **settings))
    learner.run(tmp_path / f"{learner.course.name}.npz")
    for _ in range(3):
        learner.round(0.5)
    learner.save(tmp_path / f"{learner.course.name}.npz")
    return learner


@pytest.mark.parametrize("name", ["classic", "longo", "bonus-a", "bonus-b"])
def test_self_play_changes_the_weights_and_keeps_them(name: str, tmp_path: Path) -> None:
    learner = run(tmp_path, variant=load_variant(name), seats=(2, 3), foresee=1)
    weights, fingerprint = read_weights(tmp_path / f"{name}.npz")
    assert fingerprint == learner.pad.tables.fingerprint
    assert all(np.isfinite(part).all() for part in weights.values())
    assert float(learner.loss) > 0


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    found = []
    for seed in (3, 3, 4):
        path = tmp_path / "classic.npz"
        Learner(Course(load_variant("classic"), 0.0, rounds=4, tables=64, seats=(2, 3), seed=seed)).run(path)
        found.append(read_weights(path)[0]["own"])
    assert np.array_equal(found[0], found[1])
    assert not np.array_equal(found[0], found[2])


def test_a_response_learns_and_its_rival_does_not(tmp_path: Path) -> None:
    learner = run(
        tmp_path,
        variant=load_variant("classic"),
        seats=(2,),
        against=str(SHELF),
        resume=str(SHELF),
        foresee=1,
    )
    frozen, _ = read_weights(SHELF / "classic.npz")
    rival = learner.plays[2].rival
    assert rival is not None
    assert np.array_equal(getattr(rival.network, "own"), frozen["own"])  # noqa: B009
    assert not np.array_equal(learner.network.own.detach().numpy(), frozen["own"])
    with pytest.raises(RowlockError, match="seats must divide"):
        run(tmp_path, variant=load_variant("classic"), seats=(3,), against=str(SHELF))


def test_the_solved_game_teaches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a small pad the network soon comes near the exact values."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    tiny = str(Path(__file__).parent.parent / "tiny" / "tiny-lucky.toml")
    values = solve(plan_solution(load_variant(tiny)))
    learner = Learner(Course(load_variant(tiny), 0.0, tables=256, seats=(1,), exact=1, rate=0.01))
    for seats in learner.plays:
        learner.steps[seats] = partial(learner.play_and_learn, seats)
    for step in range(150):
        learner.round(step / 150)
    fresh = Games(*[torch.as_tensor(part) for part in new_games(learner.board, 1, 1)])
    assert 100 * learner.network(fresh)[0].item() == pytest.approx(values.start, abs=1.0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rowlock" / "networks"


def train(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rowlock", "train", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


def test_a_pad_of_ones_own_gets_networks_that_champion_finds(folder: Path, tmp_path: Path) -> None:
    """It is near enough to classic that classic's networks are a good beginning."""
    file = tmp_path / "mild.toml"
    file.write_text('parent = "classic"\ntitle = "Mild"\n[penalties]\npoints = -4\n', encoding="utf-8")
    own = load_variant(file)
    assert plays_by("champion", own, 2) == plays_by("champion", own, 1) == "hand"
    told = train(str(file), "--rounds", "2", "--tables", "64")
    assert told.returncode == 0, told.stderr
    assert "Mild: begins with the network of " in told.stdout
    assert "from now on champion plays by it" in told.stdout
    assert "more than steady" in told.stdout
    assert plays_by("champion", own, 2) == plays_by("planner", own, 1) == "own_network"
    assert len(list(folder.iterdir())) == 2


def test_what_does_not_beat_steady_stays_a_draft_to_go_on_with(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pad with rows like no other's begins from nothing, and a round is not enough."""
    tiny = load_variant(TINY)
    for words in ("nothing", "what an earlier run has learnt"):
        course = Course(tiny, 0.0, rounds=1, tables=16, seats=(2,))
        assert train_own(course, folder) is None
        told = capsys.readouterr().out
        assert f"begins with {words}" in told
        assert "not enough yet" in told
    assert plays_by("champion", tiny, 2) == "hand"
    assert [file.name.partition(".")[2] for file in folder.iterdir()] == ["draft.npz"]


def test_what_arrays_do_not_hold_cannot_be_trained(folder: Path) -> None:
    told = train("classic;die_leaves=turn", "--seats", "2", "--rounds", "1")
    assert told.returncode == 1
    assert "rowlock: networks cannot play Classic" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_network_learns_the_means_of_its_own_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = str(SHELF / "classic-two.npz")
    course = Course(variant=load_variant("classic"), seconds=0.0, rounds=12, tables=8, seats=(2,))
    learn_means(replace(course, means=1, begin=begin, rate=3e-4), tmp_path / "classic.npz")
    assert read_weights(tmp_path / "classic.npz")[1] == read_weights(Path(begin))[1]
    assert "after 12 steps off by 0.00" in capsys.readouterr().out
    with pytest.raises(RowlockError, match="one number of seats"):
        learn_means(replace(course, means=1, begin=begin, seats=(2, 3)), tmp_path / "both.npz")
