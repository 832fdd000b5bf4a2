"""The browser's Python, run by Node: bots move there as on a server, on every pad; judges say the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from node import find_node

from rowlock import load_variant, variant_names
from rowlock.bots import ladder
from rowlock.bots.kit.batch import pad_of
from rowlock.bots.net.shelf import SHELF

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OWN = ("shuffled", "stairs-and-swaps", "short")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The answers there, and here."""
    home = tmp_path_factory.mktemp("home")
    plant_network(home / "rowlock" / "networks")
    there = [find_node(), str(HERE / "run.mjs"), str(HERE / "answers.py").replace(str(ROOT), "/checkout")]
    here = [sys.executable, str(HERE / "answers.py")]
    env = os.environ | {"XDG_DATA_HOME": str(home), "XDG_CACHE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        for command in (there, here)
    ]
    told = [run.communicate() for run in running]
    assert [run.returncode for run in running] == [0, 0], told
    return [json.loads(out) for out, _ in told]


def plant_network(folder: Path) -> None:
    """A network of one's own: weights of a pad of the same size, with the fingerprint of this one."""
    folder.mkdir(parents=True)
    fingerprint = pad_of(load_variant(ROOT / "examples/shuffled.toml")).tables.fingerprint
    for solo in ("", "-solo"):
        with np.load(SHELF / f"mixx-b{solo}.npz") as found:
            weights = {name: found[name] for name in found.files if name != "fingerprint"}
        np.savez(folder / f"{fingerprint}{solo}.npz", fingerprint=np.array(fingerprint), **weights)


def alike(one: Any, other: Any) -> bool:
    """Whether answers are the same, but for the last digits of sums."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float):
        return bool(abs(one - other) < 1e-4)
    return bool(one == other)


@pytest.mark.parametrize("name", [*variant_names(), *OWN])
def test_every_bot_moves_as_on_a_server(answers: Any, name: Any) -> None:
    there, here = (found[name]["moves"] for found in answers)
    assert there == here
    assert all(list(moves) == list(ladder()) for moves in there)
    assert len(there) >= 4


def test_they_play_by_what_they_play_by_on_a_server(answers: Any) -> None:
    there, here = ({name: found[name]["by"] for name in [*variant_names(), *OWN]} for found in answers)
    assert there == here
    assert there["classic"]["champion"] == "network"
    assert [there[name]["champion"] for name in OWN] == ["own_network", "hand", "hand"]


@pytest.mark.parametrize("name", [*variant_names(), *OWN])
def test_hints_and_tutor_say_the_same(answers: Any, name: Any) -> None:
    there, here = (found[name]["told"] for found in answers)
    assert there["hint"]["move"]
    assert there["hint"]["reasons"] or name.startswith("cards")  # taking a card may have none
    assert alike(there, here)


@pytest.mark.parametrize("name", ["puzzle", "review"])
def test_puzzles_and_reviews_say_the_same(answers: Any, name: str) -> None:
    there, here = (found[name] for found in answers)
    assert alike(there, here)


def test_endings_are_judged_the_same_but_solved_by_servers_alone(answers: Any) -> None:
    """A browser has no compiled kernels, so it does not offer to solve what a server would."""
    there, here = (found["endings"] for found in answers)
    assert [one.pop("joint") for one in there] == [None] * len(there)
    assert all(one.pop("joint") > 0 for one in here)
    assert alike(there, here)


def test_what_takes_thousands_of_games_is_left_to_a_server(answers: Any) -> None:
    there, here = (found["unlearnt"] for found in answers)
    assert "a server" in there
    assert here is None


def test_the_page_did_the_sums(answers: Any) -> None:
    assert [found["sums"] for found in answers] == ["Layers", "NoneType"]
