"""Bots play a whole championship while a server is killed: one on SQLite, one of three on PostgreSQL."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tries import repeated

REPOSITORY = Path(__file__).parents[3]
PEOPLE, ROUNDS = repeated(20, 200), repeated(3, 5)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_of_a_championship_is_lost_when_a_server_is_killed(kind: str) -> None:
    command = [sys.executable, "-m", "bench.community.championship", "--on", kind]
    command += ["--people", str(PEOPLE), "--rounds", str(ROUNDS)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=1700)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{PEOPLE} people on {kind}" in done.stdout
