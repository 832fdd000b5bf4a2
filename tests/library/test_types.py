"""Users' scripts are checked by mypy and by pyright, as strictly as either can."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from node import find_node

ROOT = Path(__file__).parents[2]
SCRIPT = """
from typing import assert_type

import numpy as np
import numpy.typing as npt

import rowlock
from rowlock import Game, Variant, View, apply, contest, hint, load_variant, new_game, parse_roll
from rowlock import simulate, view


def patient(crosses: bool, skips: int, gain: int) -> float:
    return float(-skips) if crosses else -1.5


def first(seen: View, moves: list[str]) -> str:
    told = {move["move"]: move["skips"] for move in seen["moves"]}
    return min(moves, key=lambda move: told[move])


game = apply(new_game(load_variant("classic"), 2), parse_roll("4+1 r6 y2 g3 b6")).game
assert_type(game, Game)
assert_type(game.variant, Variant)
seen = view(game, 0)
assert_type(seen, View)
assert_type(hint(seen)["move"], str)
assert_type(rowlock.analyse(game)["worth"], list[float])
run = simulate("classic", [patient, "greedy"], games=10)
scores: npt.NDArray[np.int64] = run.scores.astype(np.int64)
held = contest([first, "steady"], games=2)
assert_type(str(held), str)
"""
WRONG = """
from rowlock import load_variant, new_game, view

seen = view(new_game(load_variant("classic"), "two"), 0)
seen["mvoes"]
"""


def by_mypy(file: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(ROOT / ".mypy_cache"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    return done.returncode, done.stdout + done.stderr


def by_pyright(file: Path) -> tuple[int, str]:
    settings = {"include": [file.name], "typeCheckingMode": "strict", "extraPaths": [str(ROOT)]}
    (file.parent / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    program = ROOT / "web" / "node_modules" / "pyright" / "index.js"
    command = [find_node(), str(program), "--pythonpath", sys.executable, "-p", str(file.parent)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("check", [by_mypy, by_pyright])
def test_a_users_script_is_typed(check, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    good, wrong = tmp_path / "good" / "script.py", tmp_path / "wrong" / "script.py"
    for file, text in ((good, SCRIPT), (wrong, WRONG)):
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
    status, told = check(good)
    assert status == 0, told
    status, told = check(wrong)
    assert status == 1
    assert "mvoes" in told
    assert "two" in told or "int" in told
