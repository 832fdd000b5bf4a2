"""Installing as a user does: a clone of HEAD, new environments, none of our variables."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from rowlock import __version__

REPOSITORY = Path(__file__).parents[2]
USE = Path(__file__).parent / "use.py"
WORKFLOWS = REPOSITORY / ".github" / "workflows"
PARTS = ["Pyodide", "CPython", "svelte", "source-sans"]
"""Some of the works of others in every page that is built."""


def plain_environment() -> dict[str, str]:
    """The environment of a shell outside the project: no variables of ours, no virtual environment."""
    ours = re.compile(r"ROWLOCK_|PYTHON|PYTEST|VIRTUAL_ENV|COV_|npm_|MAKE|MFLAGS")
    kept = {name: value for name, value in os.environ.items() if not ours.match(name)}
    own = Path(sys.prefix) / "bin"
    kept["PIP_NO_COMPILE"] = "1"  # Python compiles what it imports
    kept["PATH"] = os.pathsep.join(p for p in kept["PATH"].split(os.pathsep) if Path(p) != own)
    return kept


def run(*command: str | Path, cwd: Path, **env: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=plain_environment() | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-6000:]}"
    return done.stdout


def path_without_node(folder: Path) -> str:
    """A search path with all that a small machine has, but no Node."""
    folder.mkdir()
    for place in reversed(plain_environment()["PATH"].split(os.pathsep)):
        for program in Path(place).glob("*"):
            (folder / program.name).unlink(missing_ok=True)
            (folder / program.name).symlink_to(program)
    for name in ("node", "npm", "npx", "corepack"):
        (folder / name).unlink(missing_ok=True)
    return str(folder)


def clone(target: Path) -> Path:
    """HEAD in a new folder; what is not committed is not there."""
    assert (REPOSITORY / ".git").exists(), "these tests clone the repository: run them in a git checkout"
    run(
        "git",
        "clone",
        "--quiet",
        "--no-hardlinks",
        "--depth",
        "1",
        f"file://{REPOSITORY}",
        target,
        cwd=REPOSITORY,
    )
    return target


def new_environment(folder: Path) -> Path:
    """A new environment's Python."""
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def borrow(python: Path, lender: Path) -> Path:
    """Let a Python import the packages of another one too, so that they need not be installed once more."""
    (site_packages(python) / "borrowed.pth").write_text(f"{site_packages(lender)}\n", encoding="utf-8")
    return python


def site_packages(python: Path) -> Path:
    found = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=python.parent)
    return Path(found.strip())


def use(python: Path, folder: Path) -> str:
    """Do with an installed Rowlock what a user does first; see use.py."""
    folder.mkdir(parents=True, exist_ok=True)
    home = folder / "home"
    home.mkdir()
    return run(python, "-I", USE, cwd=folder, HOME=str(home), XDG_CACHE_HOME=str(home / "cache"))


@contextmanager
def untouched(folder: Path) -> Iterator[None]:
    """Whatever is done inside leaves no new file in the clone that git would show."""
    yield
    assert run("git", "status", "--porcelain", cwd=folder) == ""


def check_use(told: str, package: Path, docs: int) -> None:
    found: dict[str, Any] = {}
    for line in told.splitlines():
        found |= json.loads(line)
    assert Path(found.pop("package")).resolve() == (package / "rowlock").resolve()
    assert found == {
        "version": __version__,
        "variants": len(list((REPOSITORY / "rowlock" / "variants").glob("*.toml"))),
        "page": 200,
        "script": 200,
        "notices": PARTS,
        "docs": docs,
        "played": 2,
        "printed": "%PDF-",
    }


def jobs_of(workflow: str) -> dict[str, Any]:
    jobs: dict[str, Any] = yaml.safe_load((WORKFLOWS / workflow).read_text(encoding="utf-8"))["jobs"]
    return jobs


def steps_of(workflow: str, job: str) -> list[str]:
    """The commands of a job, as they are written."""
    return [step["run"] for step in jobs_of(workflow)[job]["steps"] if "run" in step]
