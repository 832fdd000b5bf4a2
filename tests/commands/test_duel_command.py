"""`rowlock duel` and `rowlock verify duel`: made, played in the terminal, compared, computed again."""

from __future__ import annotations

import io
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from serving import Served, served

from rowlock.cli import main


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("duel")) as running:
        yield running


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A keyboard at which somebody only ever passes, and folders of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("-\n" * 40))


def test_a_duel_is_made_played_compared_and_verified(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    def say(*words: str) -> str:
        assert main(["duel", *words]) == 0
        return capsys.readouterr().out

    link = say(server.base, "--new", "--champion", "--name", "Mia", "--lang", "en").split()[-1]
    assert "/d/" in link
    assert "your turn" in say(server.base, "--lang", "en")
    assert "Champion" in say(link, "--result", "--lang", "en")
    told = say(link, "--name", "Mia", "--plain", "--lang", "en")
    assert re.search(r"^ +2 Mia · \d+\.\d points lost · −?-?20 points", told, re.MULTILINE), told
    shown, mine = json.loads(say(link, "--json")), json.loads(say(server.base, "--json"))
    assert [half["place"] for half in shown["halves"] if half["me"]] == [2]
    assert [server.base + one["link"] for one in mine] == [link]
    made = json.loads(say(server.base, "--new", "longo", "--json"))
    assert json.loads(say(f"{server.base}{made['link']}", "--json"))["pad"] == "longo"
    turns = say(link, "--turns", "--lang", "de")
    assert "Punkte verloren" in turns
    assert re.search(r"^  4 \d\+\d .*- .*\(-20\)", turns, re.MULTILINE), turns
    assert main(["verify", "duel", "--data", str(server.folder)]) == 0
    assert "2 halves of duels follow" in capsys.readouterr().out
    with sqlite3.connect(server.folder / "rowlock.db") as database:
        whole = database.execute("SELECT loss, score, found FROM halves WHERE name = 'Mia'").fetchone()
    less = str(whole[0] - 1)
    kept, forged = f'"loss":{whole[0]},', f'"loss":{less},'
    assert whole[2].count(kept) == 1
    for change, word in (
        ("score = 99", "the list has another result"),
        (f"loss = {less}", "the list has another result"),
        (f"loss = {less}, found = replace(found, '{kept}', '{forged}')", f"stored ({less}, -20"),
    ):
        with sqlite3.connect(server.folder / "rowlock.db") as database:
            database.execute(f"UPDATE halves SET {change} WHERE name = 'Mia'")
        assert main(["verify", "duel", "--data", str(server.folder)]) == 1
        assert word in capsys.readouterr().out, change
        with sqlite3.connect(server.folder / "rowlock.db") as database:
            back = "UPDATE halves SET loss = ?, score = ?, found = ? WHERE name = 'Mia'"
            database.execute(back, whole)


def test_arguments_that_make_no_sense(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", server.base, "--bot", "steady"]) != 0
    assert "--new" in capsys.readouterr().err
    assert main(["duel", f"{server.base}/d/nosuchduel"]) != 0
    assert "no such duel" in capsys.readouterr().err
