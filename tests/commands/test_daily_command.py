"""`rowlock daily` and `rowlock verify daily`: today's game in the terminal, its result, its chain."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from serving import Served, served

from rowlock.cli import main
from rowlock.terminal import storage


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("daily")) as running:
        yield running


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A keyboard at which somebody only ever passes, and folders of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("-\n" * 40))
    assert storage


def test_a_servers_day_is_played_judged_and_verified(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["daily", server.base, "--name", "Mia", "--plain", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"^-?−?20 points$", told, re.MULTILINE), told
    assert re.search(r"^\d+\.\d points lost$", told, re.MULTILINE)
    assert "Your costliest choices" in told
    assert re.search(r"^[■▪□]{1,5}$", told, re.MULTILINE)
    assert main(["daily", server.base, "--result", "--lang", "de"]) == 0
    assert "Punkte verloren" in capsys.readouterr().out
    assert main(["daily", server.base, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["found"]["game"]["score"] == -20
    assert main(["daily", "--json"]) == 1
    assert "go with a server" in capsys.readouterr().err
    assert main(["verify", "daily", server.base]) == 0
    told = capsys.readouterr().out
    anchor = server.call("GET", "/api/daily")["anchor"]
    assert anchor in told
    assert main(["verify", "daily", server.base, "--anchor", anchor]) == 0
    capsys.readouterr()
    assert main(["verify", "daily", server.base, "--anchor", "0" * 64]) != 0
    assert "anchor" in capsys.readouterr().err


def test_a_household_has_a_day_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "--second", "--name", "Mia", "--plain", "--lang", "pl"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"^strata: \d+,\d pkt$", told, re.MULTILINE), told
