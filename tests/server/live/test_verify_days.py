"""Stored results of daily games are computed again from their moves."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from serving import served
from test_daily import judged, whole_game

from rowlock.cli import main
from rowlock.community.daily.days import parse_day


def test_a_result_that_was_changed_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as server:
        token, today = server.player("Mia"), server.call("GET", "/api/daily")
        path = f"/api/daily/{today['day']}/classic"
        server.call("POST", path, {"moves": whole_game(today["link"], parse_day(today["day"]))}, token)
        judged(server, token, path)
    assert main(["verify", "daily", "--data", str(tmp_path)]) == 0
    assert "1 results of daily games follow from their moves." in capsys.readouterr().out
    with sqlite3.connect(tmp_path / "rowlock.db") as database:
        database.execute("UPDATE tries SET loss = loss - 1")
    assert main(["verify", "daily", "--data", str(tmp_path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verified"], told["same"], len(told["different"])) == (False, 0, 1)
