"""`rowlock event`: a referee's afternoon on one file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pdfplumber
import pytest

from rowlock.cli import main
from rowlock.locale import languages

PEOPLE = ["Anna", "Ben", "Carla", "Dora", "Emil", "Fritz", "Gül"]


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["event", *map(str, words), "--lang", "en"]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["event", *map(str, words)]) == 1
    return capsys.readouterr().err


@pytest.fixture
def file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "sunday.json"
    said(capsys, "new", path, "--title", "Sunday cup", "--rounds", 2, "--final", 3, "--seed", "one")
    assert "7 people have joined" in said(capsys, "join", path, *PEOPLE)
    return path


def tables(shown: str) -> list[list[str]]:
    return [
        line.partition(": ")[2].split(", ") for line in shown.splitlines() if re.match(r"  Table \d", line)
    ]


def play_round(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    for at, people in enumerate(tables(said(capsys, "start", file)), 1):
        points = [f"{name}={80 - 10 * place - at}" for place, name in enumerate(people)]
        said(capsys, "result", file, at, *points)


def test_a_whole_afternoon(file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for _ in range(3):
        play_round(capsys, file)
    closed = said(capsys, "close", file)
    assert closed.startswith("This event is closed.")
    shown = said(capsys, "standing", file)
    assert re.search(r"^\s+1  \w+ ", shown, re.MULTILINE)
    plain = json.loads(said(capsys, "standing", file, "--json"))
    assert [one["stage"] for one in plain["rounds"]] == ["round", "round", "final"]
    assert {row["name"] for row in plain["standing"]} == set(PEOPLE)
    assert said(capsys, "standing", file, "--csv").splitlines()[0].startswith("Place,Name,Table points")
    assert "All draws (3) follow from the seed one" in said(capsys, "verify", file)
    assert "closed" in refused(capsys, "join", file, "Late")


def test_cards_and_standing_are_printed_in_every_language(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "no tables are drawn" in refused(capsys, "print", file, "-o", tmp_path / "cards.pdf")
    said(capsys, "start", file)
    for lang in languages():
        for more in ([], ["--standing"]) if lang == "pl" else ([],):
            out = tmp_path / f"{lang}{len(more)}.pdf"
            assert main(["event", "print", str(file), "-o", str(out), "--lang", lang, *more]) == 0
            capsys.readouterr()
            with pdfplumber.open(out) as pdf:
                words = " ".join(page.extract_text() for page in pdf.pages)
            assert all(name in words for name in PEOPLE)
            assert "Sunday cup" in words
    assert ".pdf" in refused(capsys, "print", file, "-o", tmp_path / "cards.svg")


def test_mistakes_are_refused_and_change_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "start", file)
    before = file.read_bytes()
    first, *_ = tables(said(capsys, "standing", file))
    assert "all of them need points" in refused(capsys, "result", file, 1, f"{first[0]}=70")
    assert "did you mean Carla?" in refused(capsys, "result", file, 1, "Karla=70")
    assert "names no points" in refused(capsys, "result", file, 1, "Anna=many")
    assert "there is no round 7" in refused(capsys, "result", file, 1, "Anna=1", "--round", 7)
    assert "is missing" in refused(capsys, "start", file)
    assert "exists already" in refused(capsys, "new", file)
    assert file.read_bytes() == before
    file.write_text("{}")
    assert "not the file of an event" in refused(capsys, "standing", file)
    assert "does not exist" in refused(capsys, "standing", file.with_name("none.json"))


def test_open_play_has_no_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.json"
    said(capsys, "new", path, "--format", "open_stage")
    said(capsys, "join", path, *PEOPLE)
    assert said(capsys, "start", path) == "Open play\n"
    assert "no tables are drawn" in refused(capsys, "print", path, "-o", tmp_path / "cards.pdf")
    said(capsys, "result", path, 0, "Anna=70", "Ben=60")
    assert "Round" not in said(capsys, "standing", path)


def test_impossible_plans_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.json"
    assert "2 to 5 people" in refused(capsys, "new", path, "--final", 9)
    assert "smaller final" in refused(capsys, "new", path, "--semifinal", 4, "--final", 4)
    assert "1 to 50 rounds" in refused(capsys, "new", path, "--rounds", 0)
    assert "clasic" in refused(capsys, "new", path, "--pad", "clasic")
    assert not path.exists()


def test_two_referees_at_once_lose_nothing(file: Path) -> None:
    """Each command is a process of its own; all of them write the same file."""
    command = [sys.executable, "-m", "rowlock", "event", "join", str(file)]
    running = [subprocess.Popen([*command, f"Guest {n}"], stdout=subprocess.DEVNULL) for n in range(6)]
    assert [one.wait(60) for one in running] == [0] * 6
    names = {one["name"] for one in json.loads(file.read_text())["said"]}
    assert names == {*PEOPLE, *(f"Guest {n}" for n in range(6))}
    assert not [*file.parent.glob("*.part")]
