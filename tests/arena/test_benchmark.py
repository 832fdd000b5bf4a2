"""The benchmark: fixed deals, opponents and pads, one table with intervals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rowlock.arena import benchmark
from rowlock.arena.benchmark import GAMES, OPPONENTS, PADS, format_benchmark, measure
from rowlock.bots import NoSuchBot
from rowlock.cli import main

BOT = "def value(crosses, skips, gain):\n    return 10.0 * crosses - skips\n"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "OPPONENTS", ("random", "cautious"))
    monkeypatch.setattr(benchmark, "PADS", ("classic", "longo"))


@pytest.mark.usefixtures("quick")
def test_it_is_the_same_every_time_and_has_intervals(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(BOT, encoding="utf-8")
    measured = measure([str(mine), "cautious"], games=200)
    assert measured == measure([str(mine), "cautious"], games=200)
    assert [(cell["pad"], cell["opponent"]) for cell in measured.cells[:4]] == [
        ("classic", "random"),
        ("classic", "cautious"),
        ("longo", "random"),
        ("longo", "cautious"),
    ]
    first = measured.cells[0]
    assert first["games"] == 200
    assert first["share"]["low"] < first["share"]["mean"] < first["share"]["high"]
    assert first["share"]["mean"] > 0.5
    assert "share" not in measured.cells[5]  # cautious against itself


@pytest.mark.usefixtures("quick")
def test_the_table_says_whether_it_can_be_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "greedy", "greedy", "--games", "20"]) == 0
    shown = capsys.readouterr().out
    assert "compare with nothing" in shown
    rows = [line for line in shown.splitlines() if line.startswith("| greedy")]
    assert len(rows) == 2
    assert rows[0].count("±") == 2
    assert main(["benchmark", "greedy", "--games", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["standard"] is False
    assert "compare with nothing" not in format_benchmark(benchmark.Benchmark(1, GAMES, []))


@pytest.mark.usefixtures("quick")
def test_faults_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def choose(view, moves):\n    return 'r99'\n", encoding="utf-8")
    assert main(["benchmark", str(bad), "--games", "2", "--workers", "1"]) == 0
    assert "8 games were lost by faults" in capsys.readouterr().out


def test_an_agent_that_is_none_is_refused_before_the_work() -> None:
    with pytest.raises(NoSuchBot):
        measure(["steady", "nobody"])


def test_the_standard_is_written_down() -> None:
    """Whoever changes it changes the version."""
    standard = (benchmark.VERSION, benchmark.SEED, PADS, OPPONENTS, GAMES)
    pads, others = ("classic", "longo", "bonus-b"), ("random", "cautious", "steady", "champion")
    assert standard == (1, 20_260, pads, others, 2000)
