"""Tables go on when the process in which they live is killed, frozen or cut off: with real workers."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tries import repeated

REPOSITORY = Path(__file__).parents[3]
KINDS = ["frozen", "killed", "cut off"][: repeated(1, 3)]
"""Killed processes and cut lines are tested in less time elsewhere; all of them together by `make deep`."""


@pytest.mark.skipif(sys.platform != "linux", reason="workers are found and stopped by /proc and signals")
def test_tables_go_on_elsewhere_after_each_fault_and_nothing_told_is_lost() -> None:
    """Three workers; one is stopped, another killed, another reaches the database no more."""
    command = [sys.executable, "-m", "bench.faults.takeover", "--tables", "4", "--kinds", *KINDS]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=600)
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert re.findall(r"^\d\. ([a-z ]+): every table went on", told, re.MULTILINE) == KINDS, told
    assert re.search(r"[1-9]\d* told states at 4 tables, lost: 0", told), told
