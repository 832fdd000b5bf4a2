"""Output of commands: on terminals that cannot spell it, as data, and into files that cannot be written."""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock.cli import main
from rowlock.commands import serve
from rowlock.commands._arguments import games, rollouts
from rowlock.commands._output import check_writable, put_json, spell_out

TESTS = Path(__file__).parents[1]
TINY = str(TESTS / "tiny" / "tiny-lucky.toml")
RECORD = str(TESTS / "golden" / "bonus-b.rowlock")
COMMANDS = [
    ["--help"],
    ["variants"],
    ["bots"],
    ["check", "bonus-a", "mixx-a"],
    ["replay", RECORD],
    ["simulate", TINY, "--games", "1e2"],
    ["arena", "greedy", "random", "--variant", TINY, "--games", "1e1", "--workers", "1"],
    ["solve", TINY, "--table"],
    ["analyse", "classic 7/0 white 4+1,r6,y2,g3,b6 ?/? r2.3,y,g,b,p0 r,y,g12,b,p1"],
    ["print", "--record", RECORD, "-o", "Gästeblätter …●.svg", "--lang", "pl"],
    ["play", "bonus-b", "--plain", "--lang", "pl", "--name", "Łucja", "--bot", "greedy", "--seed", "1"],
]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_every_terminal_is_served(words: list[str], encoding: str, tmp_path: Path) -> None:
    settings = {"PYTHONIOENCODING": encoding, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "rowlock", *words],
        cwd=tmp_path,
        env={**os.environ, **settings, "PYTHONPATH": str(TESTS.parent)},
        input=b"?\nq\n",
        capture_output=True,
    )
    told = (done.stdout + done.stderr).decode(encoding)
    assert done.returncode == 0, told
    assert "Error" not in told
    assert "??" not in told


def test_signs_stay_apart_and_columns_stay_columns() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    spell_out(stream)
    stream.write("● ▲ ■ ◆ ○ ⊗ – × · ┊ “Łucja” 7 ± 2 … Müller 漢\n")
    stream.flush()
    assert raw.getvalue().decode() == '* ^ # + o @ - x . : "Łucja" 7 +- 2 ... Muller ?\n'.replace("Ł", "L")


def test_data_is_whole_in_every_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding in ("ascii", "cp1252", "utf-8"):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
        put_json({"name": "Łucja ●"})
        sys.stdout.flush()
        assert json.loads(raw.getvalue().decode(encoding)) == {"name": "Łucja ●"}


def test_the_code_for_the_phone_is_drawn_with_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "_lan_address", lambda: "10.0.0.5")
    for encoding, drawn in (("ascii", "\x1b[7m"), ("utf-8", "▀")):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
        spell_out(sys.stdout)
        serve._announce("http://127.0.0.1:8000/", "http://192.0.2.1:8000/")
        told = raw.getvalue().decode(encoding)
        assert drawn in told
        assert "?" not in told


@pytest.mark.parametrize(("text", "count"), [("1e4", 10_000), ("2_000", 2000), ("1.5E3", 1500), ("7", 7)])
def test_games_are_counted_as_people_write_them(text: str, count: int) -> None:
    assert games(text) == count


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "1.55e1", "1e99", "nan", "many", "e"])
def test_what_is_no_number_of_games_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="games"):
        games(text)


@pytest.mark.parametrize("command", ["arena", "simulate", "join"])
def test_games_are_asked_for_in_the_same_way_everywhere(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "x", "--games", "0"])
    assert "1 to 1,000,000,000,000 games can be played, not 0" in capsys.readouterr().err


def test_games_from_a_position_are_counted_likewise() -> None:
    assert [rollouts(text) for text in ("0", "400", "1e3")] == [0, 400, 1000]
    with pytest.raises(argparse.ArgumentTypeError, match="games"):
        rollouts("-1")


@pytest.mark.parametrize("words", [["solve", TINY], ["serve", "--port", "0"]], ids=" ".join)
def test_a_home_that_is_no_folder_is_a_sentence(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.write_text("a file where a folder should be")
    for variable in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(home))
    monkeypatch.delenv("ROWLOCK_DATA", raising=False)
    assert main(words) == 1
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith(f"rowlock: {home}")
    assert told.endswith("Not a directory")


def test_trying_a_file_leaves_it_as_it_was(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("kept")
    check_writable(new)
    check_writable(old)
    assert not new.exists()
    assert old.read_text() == "kept"


@pytest.mark.parametrize(
    "words",
    [
        ["play", "classic", "--plain", "--solo", "--record", "FOLDER"],
        ["play", "classic", "--plain", "--solo", "--record", "FILE/game.rowlock"],
        ["print", "classic", "-o", "FILE/sheets.pdf"],
        ["simulate", "classic", "--games", "1e9", "--plot", "no/such/scores.png"],
        ["arena", "steady", "greedy", "--games", "1e9", "--plot", "no/such/shares.png"],
        ["arena", "steady", "greedy", "--games", "1e9", "--save", "FILE"],
        ["solve", "longo", "--plot", "no/such/table.png"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_written_is_said_before_the_work(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FOLDER").mkdir()
    Path("FILE").write_text("a file where a folder should be")
    assert main(words) == 1
    told = capsys.readouterr()
    assert "cannot be written: " in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    "words",
    [
        ["check", "VARIANT"],
        ["print", "VARIANT", "-o", "sheets.svg"],
        ["simulate", "VARIANT", "--games", "10"],
        ["arena", "greedy", "random", "--variant", "VARIANT", "--games", "2", "--workers", "1"],
        ["play", "VARIANT", "--plain", "--solo", "--seed", "1"],
    ],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("variant", ["classic;die_leaves=turn", f"{TINY};die_leaves=turn"])
def test_a_variant_is_named_in_the_same_way_everywhere(
    words: list[str],
    variant: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    named = [variant if word == "VARIANT" else word for word in words]
    assert main(named) == 0
    capsys.readouterr()
    assert main([word.replace("turn", "never") for word in named]) == 1
    assert "die_leaves" in capsys.readouterr().err
