"""The command that measures the ladder: any number of players, stopped by the clock, merged."""

from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from rowlock.arena.ladder import read_measured
from rowlock.bots import bot_line
from rowlock.locale import languages, load_catalogue, text

BENCH = str(Path(__file__).parents[2] / "bench" / "bots" / "ladder.py")


def measure(monkeypatch: pytest.MonkeyPatch, out: Path, options: str) -> dict[str, dict[str, Any]]:
    monkeypatch.setattr(sys, "argv", [BENCH, *options.split(), "--out", str(out)])
    runpy.run_path(BENCH, run_name="__main__")
    found: dict[str, dict[str, Any]] = json.loads(out.read_text())["variants"]
    return found


def test_shares_are_measured_for_any_number_of_players_and_merged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    asked = "--variants cards --steps greedy:random cautious:greedy --games 2"
    small = measure(monkeypatch, one, f"{asked} --seats 1 2 3")["cards"]
    large = measure(monkeypatch, other, f"{asked} --seats 5 3 --seed 2")["cards"]
    assert small["games"] == 2
    assert [step["bot"] for step in small["alone"]][:3] == ["random", "greedy", "cautious"]
    merged = measure(monkeypatch, one, f"--merge {other}")["cards"]
    seats = [(step["seats"], step["bot"]) for step in merged["steps"]]
    assert seats == [(n, bot) for n in (2, 3, 5) for bot in ("greedy", "cautious")]
    assert merged["steps"][2:] == large["steps"]
    assert merged["alone"] == small["alone"]


def test_the_clock_stops_it_and_what_was_played_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = "--variants cards --steps greedy:random --seats 2 --games 4000 --minutes 0.001"
    (step,) = measure(monkeypatch, tmp_path / "stopped.json", asked)["cards"]["steps"]
    assert 0 < step["games"] < 4000
    assert "an equal 50.0%" in capsys.readouterr().out


@pytest.mark.parametrize("lang", languages())
def test_what_is_said_of_champion_is_what_was_measured(lang: str) -> None:
    """In every language, and in its own line: how often it wins against steady, two at the table."""
    steps = read_measured()["variants"]["classic"]["steps"]
    (share,) = [
        step["mean"]
        for step in steps
        if (step["bot"], step["among"], step["seats"]) == ("champion", "steady", 2)
    ]
    catalogue = load_catalogue(lang)
    for line in (text(catalogue, "page.bots.champion.line"), bot_line("champion")):
        assert re.findall(r"\d+", line) == [f"{100 * share:.0f}", "100"]
    assert text(catalogue, "page.bots.steady.name") in text(catalogue, "page.bots.champion.line")
