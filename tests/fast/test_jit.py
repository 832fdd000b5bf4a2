"""Compiled kernels: kept on disk until any of the files changes that they are made of."""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba

import rowlock
from rowlock.fast.jit import SOURCES, hearing

PACKAGE = Path(rowlock.__file__).parent
ASK = """
from rowlock import load_variant
from rowlock.bots import load_value
from rowlock.fast.jit import SOURCES, hearing
from rowlock.fast.simulate import Simulation
from rowlock.fast.tables import compile_variant

simulation = Simulation(compile_variant(load_variant("classic")), [load_value("cautious")] * 2, seed=3)
with hearing(lambda: print("compiling")):
    print(simulation.scores(0, 3).tolist())
"""


def ask(folder: Path) -> list[str]:
    """The scores of three games by the kernel in this folder, and whether it was compiled for them."""
    env = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "kept")}
    command = [sys.executable, "-c", ASK]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_kernel_is_compiled_once_and_again_when_a_file_changes_that_it_calls(tmp_path: Path) -> None:
    heavy = shutil.ignore_patterns("__pycache__", "page", "docs", "weights")
    shutil.copytree(PACKAGE, tmp_path / "rowlock", ignore=heavy)
    first, *scores = ask(tmp_path)
    assert first == "compiling"
    assert ask(tmp_path) == scores
    words = tmp_path / "rowlock" / "fast" / "random_words.py"
    text = words.read_text(encoding="utf-8")
    changed = text.replace("word >> U(27)", "word >> U(26)")
    assert changed != text
    words.write_text(changed, encoding="utf-8")
    again, *more = ask(tmp_path)
    assert again == "compiling", "what was kept is out of date"
    assert more != scores


def test_garbage_is_collected_again_after_compiling_and_not_meanwhile() -> None:
    collects: list[bool] = []
    njit: Any = numba.njit

    twice = njit(lambda number: 2 * number)
    four_times = njit(lambda number: twice(twice(number)))
    with hearing(lambda: collects.append(gc.isenabled())):
        assert four_times(3) == 12
    assert collects == [False]
    assert gc.isenabled()


def test_every_file_with_compiled_functions_is_among_those_that_are_watched() -> None:
    needed = re.compile(r"^from rowlock\.fast\.jit import .*\b(compiled|inlined|kernel)\b", re.MULTILINE)
    files = [path for path in PACKAGE.rglob("*.py") if needed.search(path.read_text(encoding="utf-8"))]
    assert {path.relative_to(PACKAGE).as_posix() for path in files} <= set(SOURCES)
    assert len(files) > 5
