"""The game in a real terminal, which tmux provides: keys go in, and what can be read comes out."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE = 60.0
"""Seconds until something must have come; a busy machine takes its time."""


class Terminal:
    """A window of 80 × 24 in which one command runs."""

    def __init__(self, folder: Path, command: str) -> None:
        assert shutil.which("tmux"), "the test in a real terminal needs tmux: `make tools`"
        folder.mkdir()
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "HOME": str(folder),
            "TMUX_TMPDIR": str(folder),
            "LANG": "C.UTF-8",
        }
        told = f"{command}; echo status $?; cat"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", told)

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-u", *arguments]
        return subprocess.check_output(command, env=self.environment, text=True, timeout=PATIENCE)

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def wait_for(self, words: str) -> str:
        """The contents of the window as soon as these words are in it."""
        end = time.monotonic() + PATIENCE
        while words not in (shown := self.tmux("capture-pane", "-p")):
            assert time.monotonic() < end, f"{words!r} never came:\n{shown}"
            time.sleep(0.1)
        return shown


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    arguments = ["play", "classic", "--seed", "7", "--name", "Mia", "--name", "Ben"]
    found = Terminal(tmp_path / "t", shlex.join([sys.executable, "-m", "rowlock", *arguments]))
    yield found
    found.tmux("kill-server")


def test_a_game_in_a_real_terminal(terminal: Terminal) -> None:
    shown = terminal.wait_for("Mia: White dice: 9 for everybody")
    assert "●r   2   3   4   5   6   7   8 ▸ 9  10  11  12  ○" in shown
    terminal.press("Down", "Down", "Right")
    terminal.wait_for("green 9 [g9]: skips 3 cells · +1 point")
    terminal.press("u")
    terminal.press("b", "9")
    terminal.wait_for("blue 9 [b9]: skips 3 cells · +1 point")
    terminal.press("Enter")
    terminal.wait_for("Ben: White dice: 9 for everybody")
    terminal.press("u")
    terminal.wait_for("Mia: White dice: 9 for everybody")
    terminal.tmux("resize-window", "-x", "60", "-y", "20")
    terminal.wait_for("The window is too small for the table: 60 × 20.")
    terminal.tmux("resize-window", "-x", "80", "-y", "24")
    terminal.wait_for("Mia: White dice: 9 for everybody")
    terminal.press("C-c")
    shown = terminal.wait_for("status 0")
    assert "Saved. `rowlock play --resume` continues this game." in shown
    assert "Traceback" not in shown
