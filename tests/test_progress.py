"""Progress: drawn on a terminal, silent elsewhere."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from rowlock.progress import Progress, format_seconds


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")


def test_a_terminal_sees_share_speed_and_remaining_time() -> None:
    stream = Terminal()
    with Progress(1000, "games", stream) as progress:
        progress.add(100)
        progress.add(400)
        assert progress._bar
        progress._bar.refresh()
        assert progress.done == 500
    assert "50%" in stream.getvalue()
    assert "games/s" in stream.getvalue()
    assert " left" in stream.getvalue()


def test_the_total_can_be_corrected() -> None:
    stream = Terminal()
    with Progress(1000, "positions", stream) as progress:
        progress.add(100, 400)
        assert progress._bar
        progress._bar.refresh()
    assert "25%" in stream.getvalue()


def test_elsewhere_nothing_is_said_and_nothing_is_imported() -> None:
    code = "import io, sys; from rowlock.progress import Progress; stream = io.StringIO()\n"
    code += "with Progress(9, 'games', stream) as progress: progress.add(9)\n"
    code += "assert progress.done == 9 and stream.getvalue() == '' and 'rich' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_seconds() -> None:
    assert [format_seconds(s) for s in (5, 65, 7800)] == ["5 s", "1 min 05 s", "2 h 10 min"]
