"""The recipes of CONTRIBUTING.md, followed in a copy of the repository: the quick suite holds afterwards.

It takes some minutes, so `make deep` does it; tests/test_recipes.py tries every recipe in place.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tries import repeated

REPOSITORY = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".venv", "node_modules", "build", "dist", ".*_cache", "__pycache__", ".hypothesis"),
    *("*.egg-info", "page", "fixtures"),
)
ADDED = {
    "Add a bot": ("python", 0, "rowlock/bots/hasty.py"),
    "Add a command": ("python", 0, "rowlock/commands/chance.py"),
    "Add a message": ("python", 0, "rowlock/table/messages/wave.py"),
    "Add a question": ("python", 0, "rowlock/table/api/leaders.py"),
    "Add a mechanism": ("python", 0, "rowlock/engine/mechanisms/golden.py"),
}
"""By recipe: which of its samples goes where."""
WRITTEN = (
    ["-m", "rowlock.server.http.protocol_document", "docs/protocol.md"],
    ["web/make_types.py"],
)


def sample(recipe: str, language: str, number: int) -> str:
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {recipe}\n")[1].split("\n## ")[0]
    return str(re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)[number])


def run_in(folder: Path, *words: str) -> None:
    """Run Python in the copy; what it says is told if it fails."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, *words]
    done = subprocess.run(
        command, cwd=folder, env=env | {"PYTHONPATH": str(folder)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def quick_tests() -> list[str]:
    """The paths of `make quick`."""
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    found = re.search(r"^QUICK := (.*)$", makefile, re.MULTILINE)
    assert found
    return found[1].split()


@pytest.mark.timeout(1200)
@pytest.mark.skipif(not repeated(0, 1), reason="some minutes: `make deep` follows the recipes in a copy")
def test_every_recipe_leaves_the_quick_suite_green(tmp_path: Path) -> None:
    copy = tmp_path / "rowlock"
    shutil.copytree(REPOSITORY, copy, ignore=LEFT_OUT, symlinks=True)
    for recipe, (language, number, place) in ADDED.items():
        assert not (copy / place).exists(), place
        (copy / place).write_text(sample(recipe, language, number), encoding="utf-8")
    for words in WRITTEN:
        run_in(copy, *words)
    run_in(copy, "-c", f"import rowlock; assert rowlock.__file__.startswith({str(copy)!r}), rowlock.__file__")
    run_in(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=quick", *quick_tests())
