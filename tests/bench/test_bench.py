"""Every command under bench/ starts: each is run to its end with the smallest sizes that it takes."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from tries import repeated

REPOSITORY = Path(__file__).parents[2]
BENCH = REPOSITORY / "bench"
TINY = {
    "community/draws.py": "--people 8 16 --rounds 2",
    "analysis/calibration.py": "--games 2 --variants classic --seats 2",
    "analysis/certainties.py": "--games 1 --variants classic --seats 2",
    "analysis/card_calibration.py": "--games 1 --variants cards --seats 2",
    "analysis/consistency.py": "--games 1 --variants classic --seats 2 --processes 1 --most 100",
    "analysis/luck.py": "--games 2",
    "analysis/reasons.py": "--positions 4 --variant classic",
    "attacks.py": "pings --seconds 0.5",
    "bots/alone.py": "classic --games 5",
    "bots/browser.py": "classic",
    "bots/ladder.py": "--games 2 --variants classic --seats 2 --steps cautious:random --out {folder}/l.json",
    "bots/own_pad.py": "--minutes 0.01 --games 2",
    "bots/response.py": "{weights}/classic.npz --games 4 --workers 1",
    "bots/share.py": "--games 2 --variants classic",
    "bots/speed.py": "--variants classic --games 10",
    "community/anchors.py": "--games 2 --pads classic --out {folder}/m.py",
    "community/championship.py": "--people 6 --rounds 2",
    "community/ratings.py": "--people 6 --games 5",
    "community/boards.py": "--people 50 --games 100 --times 2 --results 10",
    "community/export.py": "--games 2 4",
    "community/list_watchers.py": "--watchers 20 --seconds 2",
    "community/small_host.py": "--pads --games 0 --seconds 1",
    "endings.py": "--games 1 --most 200",
    "bots/endings.py": "--games 2 --processes 1",
    "engine.py": "--games 2 --variant classic",
    "faults": "--minutes 0.05 --only sqlite --tables 1",
    "hosting.py": "",
    "interaction.py": "--rounds 1",
    "offline.py": "--slow 1 --kilobytes 100000 --rounds 1",
    "ownership.py": "--processes 5 --tables 50 --minutes 600",
    "page.py": "--loads 1",
    "peers/versus.py": "--games 2",
    "rl.py": "--variants classic --games 4 --seconds 0.01",
    "server": "--tables 2 --rate 10 --seconds 1",
    "simulate.py": "--games 40 --variant classic --variant big-points",
    "size.py": "--packages {packages}",
    "solver.py": "{tiny}",
    "start.py": "",
    "two_rows.py": "--pad {tiny} --file {folder}/two.npz --most 300000 --games 2 --picture {folder}/two.svg",
}
"""The smallest arguments of every command; a new one needs a line here."""
REFUSED = {
    "bots/alone.py": "solve",  # classic has to be solved before, which takes a minute
    "bots/own_pad.py": "needs PyTorch",
    "hosting.py": "NOT RUN",
}
"""Requirements that a plain machine may lack: then the command says so and ends, without a traceback."""
LONG = {"bots/browser.py", "community/list_watchers.py", "faults", "hosting.py", "interaction.py"} | {
    *("offline.py", "page.py", "start.py"),
}
"""They drive browsers, proxies or servers for a while, or compile everything anew: run by `make deep`."""


def commands() -> list[str]:
    """Scripts that can be run, and packages with a `__main__`."""
    files = [
        file for file in BENCH.rglob("*.py") if '__name__ == "__main__"' in file.read_text(encoding="utf-8")
    ]
    packages = {file.parent for file in files if file.name == "__main__.py"}
    names = {file for file in files if file.parent not in packages} | packages
    return sorted(file.relative_to(BENCH).as_posix() for file in names)


def start(name: str, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    module = ["-m", "bench." + name.removesuffix(".py")]
    plain = [str(BENCH / name)]
    alone = name.endswith(".py") and name != "hosting.py"
    command = [sys.executable, *(plain if alone else module), *arguments]
    cached = {"XDG_DATA_HOME": str(folder)}
    return subprocess.run(
        command, cwd=REPOSITORY, env=os.environ | cached, capture_output=True, text=True, timeout=600
    )


def test_every_command_is_known() -> None:
    assert set(commands()) == set(TINY), "tests/bench: TINY has a line for every command under bench/"


@pytest.mark.parametrize("name", commands())
def test_it_starts(name: str, tmp_path: Path) -> None:
    places = {
        "folder": tmp_path,
        "packages": sysconfig.get_path("purelib"),
        "tiny": REPOSITORY / "tests" / "tiny" / "tiny.toml",
        "weights": REPOSITORY / "rowlock" / "bots" / "net" / "weights",
    }
    short = name in LONG and repeated(0, 1) == 0
    arguments = ["--help"] if short else TINY[name].format(**places).split()
    done = start(name, arguments, tmp_path)
    told = done.stdout + done.stderr
    assert "Traceback" not in told, told
    if done.returncode:
        assert REFUSED.get(name, "never") in told, told
    else:
        assert done.stdout.strip()
