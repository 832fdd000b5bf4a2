"""`rowlock play` as people call it, with the bundled bots."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock.cli import main


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "ROWLOCK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def play(monkeypatch: pytest.MonkeyPatch, script: str, *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(script))
    return main(["play", *arguments])


def test_a_whole_game_through_a_pipe(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = home / "game.rowlock"
    script = "-\n" * 400
    arguments = ("classic", "--name", "Mia", "--bot", "cautious", "--seed", "4", "--record", str(target))
    assert play(monkeypatch, script, *arguments) == 0
    out = capsys.readouterr().out
    assert "Careful wins with" in out
    assert str(target) in out
    assert "seed: 4" in target.read_text("utf-8")
    assert main(["replay", str(target)]) == 0


def test_a_pad_of_ones_own_may_bear_a_known_name(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its record carries its rules, and bots that have learnt the pad of that name do not mistake it."""
    own, target = home / "classic.toml", home / "game.rowlock"
    own.write_text('parent = "longo"\ntitle = "Own"\n', encoding="utf-8")
    arguments = (str(own), "--bot", "steady", "--seed", "4", "--record", str(target))
    assert play(monkeypatch, "-\n" * 400, *arguments) == 0
    assert main(["replay", str(target)]) == 0


def test_left_and_resumed(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "-\n", "longo", "--lang", "de") == 0
    assert "Gespeichert." in capsys.readouterr().out
    assert play(monkeypatch, "", "--resume") == 0
    assert "Longo" in capsys.readouterr().out


def test_games_that_were_left_are_listed(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, none in (
        ("en", "There is no unfinished game.\n"),
        ("de", "Es gibt kein angefangenes Spiel.\n"),
    ):
        assert play(monkeypatch, "", "--left", "--lang", lang) == 0
        assert capsys.readouterr() == (none, "")
    for pad in ("classic", "longo"):
        assert play(monkeypatch, "", pad, "--name", "Mia", "--bot", "greedy") == 0
    capsys.readouterr()
    assert play(monkeypatch, "", "--left") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("  1  ")
    assert "· Longo · Mia, Greedy · Turn 1" in first
    assert "· Classic · Mia, Greedy · Turn 1" in second
    assert play(monkeypatch, "", "--resume", "2") == 0
    assert "Classic" in capsys.readouterr().out
    assert play(monkeypatch, "", "--resume", "0") == 1
    assert "there is no unfinished game 0" in capsys.readouterr().err


def test_without_arguments_classic_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "") == 0
    assert capsys.readouterr().out.startswith("Classic.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["clasic"], "there is no variant 'clasic'"),
        (["classic", "--bot", "nobody"], "there is no bot 'nobody'"),
        (["classic", "--solo", "--bot", "random"], "--solo is for one person"),
        (["classic", "--resume"], "give no other options with it"),
        (["--resume"], "there is no unfinished game"),
        (["classic", "--name", ""], "a name has 1 to 24 letters"),
        (["classic", "--name", "a#b"], "a name has 1 to 24 letters"),
        (["classic", "--name", "x" * 25], "a name has 1 to 24 letters"),
        (["classic", *["--bot", "random"] * 5], "1 to 5 players, not 6"),
        (["classic", "--lang", "xx"], "no texts for language 'xx'"),
    ],
)
def test_bad_arguments_end_in_a_sentence(
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert play(monkeypatch, "", *arguments) == 1
    error = capsys.readouterr().err
    assert sentence in error
    assert "Traceback" not in error


def test_help_is_quick_because_the_screen_is_not_loaded() -> None:
    code = "import rowlock.commands.play, sys; assert not {'textual', 'numba', 'fastapi'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)
