"""The samples in docs/library.md run unchanged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "library.md").read_text(), re.DOTALL)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda text: text.splitlines()[0])
def test_a_sample_runs(sample: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    exec(compile(sample, "docs/library.md", "exec"), {})


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 5
