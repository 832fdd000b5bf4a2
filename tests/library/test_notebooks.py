"""The notebooks run from their first cell to the last, with fewer games than people would play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "examples" / "notebooks"
FEWER: dict[str, dict[str, Any]] = {
    "locking_early": {"PAD": str(ROOT / "tests" / "tiny" / "tiny.toml"), "GAMES": 4},
    "a_pad_of_ones_own": {"GAMES": 500},
    "how_games_begin": {"GAMES": 3},
    "train_a_bot": {"GAMES": 100, "ROUNDS": 2, "CANDIDATES": 4},
}


def test_all_are_tried() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(FEWER)


@pytest.mark.parametrize("name", FEWER)
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.syspath_prepend(str(NOTEBOOKS))
    from run import run_notebook

    done = run_notebook(NOTEBOOKS / f"{name}.ipynb", **FEWER[name])
    shown = [output for cell in done["cells"] for output in cell.get("outputs", ())]
    assert any(output["output_type"] == "display_data" for output in shown)
    assert any(output["output_type"] == "stream" for output in shown)
    sys.modules.pop("run", None)
