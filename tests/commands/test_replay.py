"""`rowlock replay`: a recorded game, told and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playing import BUNDLED

from rowlock.cli import main

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize("name", BUNDLED)
def test_every_golden_game_can_be_watched(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN / f"{name}.rowlock")]) == 0
    out = capsys.readouterr().out
    assert "wins with" in out or "win with" in out
    assert all(seat in out for seat in ("Ada", "Ben", "Cleo"))


def test_turns_name_the_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN.parent.parent / "examples" / "classic.rowlock")]) == 0
    out = capsys.readouterr().out
    assert "row b closed by Zoe, die b leaves" in out
    assert "penalty 1 for Ben" in out
    assert "row r closed by Mia and Zoe" in out


def test_a_turn_can_be_picked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN / "classic.rowlock"), "--turn", "3"]) == 0
    assert "classic 4/" in capsys.readouterr().out


@pytest.mark.parametrize("turn", ["-1", "999"])
def test_a_turn_that_is_not_there(turn: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN / "classic.rowlock"), "--turn", turn]) == 1
    assert "the game has turns 1 to" in capsys.readouterr().err


def test_json_has_every_fact(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN / "bonus-b.rowlock"), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    facts = [fact for frame in plain["frames"] for fact in frame["facts"]]
    expected = (GOLDEN / "bonus-b.facts").read_text(encoding="utf-8").splitlines()
    assert facts == [json.loads(line) for line in expected]
    assert plain["outcome"]["scores"] == plain["frames"][-1]["view"]["over"]["scores"]


def test_a_damaged_record_is_shown_up_to_the_damage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (GOLDEN / "classic.rowlock").read_text(encoding="utf-8")
    path = tmp_path / "damaged.rowlock"
    path.write_text(text.replace("\n5. ", "\n5. x"), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    shown = capsys.readouterr()
    assert "  4. " in shown.out
    assert "  5. " not in shown.out
    line = text[: text.index("\n5. ")].count("\n") + 2
    assert f"line {line}: " in shown.err


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "cannot be read"), (b"\xff\xfe\x00", "not UTF-8"), (b"x" * 5_000_000, "larger")],
)
def test_files_that_are_no_records(
    content: bytes | None, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game"
    if content is not None:
        path.write_bytes(content)
    assert main(["replay", str(path)]) == 1
    assert reason in capsys.readouterr().err
