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
    "Add a format of events": ("python", 0, "rowlock/community/events/winner_stays.py"),
    "Add a mechanism": ("python", 0, "rowlock/engine/mechanisms/golden.py"),
}
"""By recipe: which of its samples goes where."""
PAD, LANGUAGE = "short-rows", "eo"
WRITTEN = (
    ["tests/golden/golden.py"],
    ["tests/perft/perft.py", f"tests/perft/{PAD}.perft"],
    ["-m", "rowlock.server.http.protocol_document", "docs/protocol.md"],
    ["web/make_types.py"],
)


def sample(recipe: str, language: str, number: int) -> str:
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {recipe}\n")[1].split("\n## ")[0]
    return str(re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)[number])


def add_pad(copy: Path) -> None:
    """The first pad of docs/pads.md, with its title in every catalogue and a position to count from."""
    guide = (REPOSITORY / "docs" / "pads.md").read_text(encoding="utf-8")
    text = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)[0]
    (copy / f"rowlock/variants/{PAD}.toml").write_text(text, encoding="utf-8")
    add_words(copy, "variants", f'"{PAD}": {{ "title": "Short rows", "line": "Nine cells in a row." }}')
    perft = f"# the first turn\n{PAD} 1/0 roll . . r,y,g,b,p0 r,y,g,b,p0\nroll 4+1 r6 y2 g3 b6\n1 0\n2 0\n"
    (copy / f"tests/perft/{PAD}.perft").write_text(perft, encoding="utf-8")


def add_words(copy: Path, room: str, entry: str) -> None:
    """An entry in every catalogue."""
    for catalogue in (copy / "rowlock/locale").glob("*.json"):
        known = catalogue.read_text(encoding="utf-8")
        assert known.count(f'"{room}": {{') == 1
        catalogue.write_text(known.replace(f'"{room}": {{', f'"{room}": {{\n{entry},'), encoding="utf-8")


def add_language(copy: Path) -> None:
    """English words under another code: whether they are Esperanto no test can say."""
    room = copy / "rowlock/locale"
    shutil.copy(room / "en.json", room / f"{LANGUAGE}.json")
    for words in ("glossary", "spoken_words"):
        shutil.copy(room / f"{words}/en.toml", room / f"{words}/{LANGUAGE}.toml")
    plural = (room / "plural.py").read_text(encoding="utf-8")
    forms = f'    "{LANGUAGE}": ("one", "other"),\n'
    (room / "plural.py").write_text(plural.replace('    "it": ', f'{forms}    "it": ', 1), encoding="utf-8")


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
    add_words(copy, "formats", '"winner_stays": "The winner stays"')
    add_pad(copy)
    add_language(copy)
    for words in WRITTEN:
        run_in(copy, *words)
    protocol = (copy / "docs/protocol.md").read_text(encoding="utf-8")
    assert "| `wave` |" in protocol
    assert "/leaders` |" in protocol
    run_in(copy, "-c", f"import rowlock; assert rowlock.__file__.startswith({str(copy)!r}), rowlock.__file__")
    run_in(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=quick", *quick_tests())
