"""A test run has folders of its own: nothing that the user keeps at home is read or changed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from own_folders import MOVED

from rowlock import folders

ROOT = Path(__file__).parents[1]
TOUCHING = Path(__file__).parent / "watched"
HOME = Path(os.environ["HOME"])
ANSWERS = ("values_folder", "networks_folder", "server_folder", "games_folder", "saved_folder")
TELL = f"from rowlock import folders; print(*(getattr(folders, name)() for name in {ANSWERS}), sep='\\n')"
KEPT = ("values/classic.values", "networks/classic.npz", "rowlock.db", "games/1.rowlock", "players.json")


def test_this_run_has_moved() -> None:
    assert HOME.name.startswith("rowlock-home-")
    assert [
        getattr(folders, name)() for name in ANSWERS if HOME not in getattr(folders, name)().parents
    ] == []


def test_processes_that_tests_start_have_moved_too() -> None:
    told = subprocess.run([sys.executable, "-c", TELL], capture_output=True, text=True, check=True).stdout
    assert [place for place in told.splitlines() if HOME not in Path(place).parents] == []


def users_home(folder: Path) -> Path:
    """The home of somebody who has played, solved and hosted; what is there would mislead a test."""
    for place in KEPT:
        for kind in list(MOVED.values())[1:]:
            file = folder / kind / "rowlock" / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b"rubbish")
    return folder


def everything_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {str(file): (file.stat().st_mtime_ns, file.read_bytes()) for file in files}


def run_at(home: Path, log: Path, *options: str) -> str:
    """A test run of somebody with this home, in which every process is watched."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env |= {variable: str(home / place) for variable, place in MOVED.items()}
    env |= {"WATCHED": str(home), "WATCHED_LOG": str(log), "ROWLOCK_DATA": str(home / ".local/share/rowlock")}
    env["PYTHONPATH"] = os.pathsep.join([str(TOUCHING), str(ROOT)])
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plugins = ("-p", "pytest_timeout", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *plugins, *options, str(TOUCHING / "touching.py")]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_nothing_at_home_is_read_or_written(tmp_path: Path) -> None:
    home, log = users_home(tmp_path / "home"), tmp_path / "log"
    before = everything_in(home)
    assert "2 passed" in (out := run_at(home, log)), out
    assert log.read_text() == ""
    assert everything_in(home) == before


def test_the_watch_sees_what_a_run_without_folders_of_its_own_does(tmp_path: Path) -> None:
    home, log = tmp_path / "home", tmp_path / "log"
    home.mkdir()
    assert "2 passed" in (out := run_at(home, log, "--noconftest")), out
    seen = log.read_text()
    assert f"open {home / '.cache/rowlock/values/touched/file'}" in seen  # by the test
    assert len(set(re.findall(r"open .*values/(\S+)", seen))) > 1  # and by what it started
