"""`rowlock solve`, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rowlock.cli import main
from rowlock.solver import dynamic

TINY = "tests/tiny/tiny.toml"


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command with a folder of its own; status, output and complaints."""

    def run(*args: Any) -> Any:
        status = main(["solve", *args, "--folder", str(tmp_path / "values")])
        return status, *capsys.readouterr()

    return run


def test_it_solves_and_then_remembers(ask: Any) -> None:
    status, out, err = ask(TINY)
    assert status == 0
    assert "20.594442 points" in out
    assert "276 positions" in err
    status, out, err = ask(TINY)
    assert (status, err) == (0, "")
    assert "from its file" in out


def test_json_tells_everything(ask: Any) -> None:
    answer = json.loads(ask(TINY, "--json")[1])
    assert answer["value"] == pytest.approx(20.59444219310535, abs=1e-9)
    assert answer["states"] == 276
    assert answer["bits"] == 64
    assert len(answer["fingerprint"]) == 32
    assert answer["error_bound"] < 1e-9
    assert {"seconds", "peak_memory", "file", "from_file"} <= answer.keys()


def test_a_roll_lists_every_option_with_its_loss(ask: Any) -> None:
    out = ask(TINY, "--position", "r2,y,g,p1", "--roll", "1+2 r1 y1 g2")[1]
    lines = [line.split() for line in out.splitlines()]
    table = lines[lines.index(["white", "colour", "value", "loss"]) + 1 :]
    assert table[0][-1] == "0.000000"
    assert ["r3", "-"] in [line[:2] for line in table]
    assert ["-", "-"] in [line[:2] for line in table]


def test_a_position_without_roll_has_a_value(ask: Any) -> None:
    answer = json.loads(ask(TINY, "--position", "tiny 5/0 roll . . r,y,g,p0", "--json")[1])
    assert answer["position_value"] == answer["value"]
    assert "options" not in answer


def test_the_table_tells_first_crosses_penalties_and_closing(ask: Any, tmp_path: Path) -> None:
    status, out, _ = ask(TINY, "--table", "--plot", str(tmp_path / "tiny.svg"))
    assert status == 0
    for part in ("First crosses", "Penalties", "Closing early"):
        assert part in out
    assert (tmp_path / "tiny.svg").read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--position", "classic 1/0 roll . . r,y,g,b,p0"], "not of Tiny"),
        (["--position", "tiny 1/0 roll . . r,y,g,p0 r,y,g,p0"], "2 sheets"),
        (["--position", "r2.4+,y2.4+,g,p0"], "over"),
        (["--position", "r2.4x"], "is not a sheet of Tiny"),
        (["--roll", "9+9 r1 y1 g1"], "every die shows 1 to 2"),
        (["--threads", "0"], "1 or more"),
        (["--plot", "tiny.exe"], "a plot is a file ending in"),
    ],
)
def test_mistakes_are_told_in_a_sentence(ask: Any, args: Any, complaint: Any) -> None:
    status, out, err = ask(TINY, *args)
    assert (status, out) == (1, "")
    assert err.startswith("rowlock: ")
    assert complaint in err


def test_a_stop_says_how_to_go_on(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    real = dynamic._Work.solve_half

    def stop(work: Any, half: Any, tied: Any) -> None:
        if half == 0:
            raise KeyboardInterrupt
        real(work, half, tied)

    monkeypatch.setattr(dynamic._Work, "solve_half", stop)
    status, _, err = ask(TINY, "--threads", "1")
    assert status == 130
    assert "run the same command again to continue" in err
    monkeypatch.undo()
    assert "going on with an earlier run" in ask(TINY)[2]
