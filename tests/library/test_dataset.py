"""Graded games as rows, and how games begin."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from rowlock import load_variant, parse_position, replay
from rowlock.cli import main
from rowlock.engine.errors import RowlockError
from rowlock.engine.facts import Crossed, Locked, Penalised
from rowlock.engine.game import outcome
from rowlock.library import dataset, dataset_folder
from rowlock.library.dataset import graded_games, write_dataset
from rowlock.library.dataset_folder import write_folder
from rowlock.library.decision_rows import Made, decisions_in
from rowlock.library.openings import openings
from rowlock.simulation.export import export_game


@pytest.mark.parametrize("name", ["classic", "cards"])
def test_every_row_is_a_decision_that_was_made(name: str) -> None:
    variant = load_variant(name)
    for number, rows in enumerate(graded_games(variant, ["greedy", "steady"], 3, range(2))):
        assert len(rows) > 5
        assert {row["game"] for row in rows} == {number}
        assert rows[0]["bot"] == ("greedy", "steady")[(rows[0]["seat"] + number) % 2]
        for row in rows:
            assert row["options"] > 1
            assert (row["loss"] == 0) or row["chosen"] != row["best"]
            assert row["loss"] is not None
            assert 0 <= row["loss"] <= 1
            assert row["luck"] is not None
        seated = ("greedy", "steady") if number == 0 else ("steady", "greedy")
        # by the rules alone: `rowlock export`
        made = decisions_in(export_game(variant, seated, 3, number))
        told = [{key: value for key, value in row.items() if key in Made._fields} for row in rows]
        assert [one._asdict() for one in made] == told
        if variant.turns is None:
            assert parse_position(rows[0]["position"]).turn == rows[0]["turn"]
        assert sum({row["seat"]: row["share"] for row in rows}.values()) in (0, 1)


def test_parquet_and_lines_hold_the_same_and_come_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(dataset, "PART", 2)
    variant, heard = load_variant("classic"), list[int]()
    for file in ("games.parquet", "games.jsonl"):
        count = write_dataset(tmp_path / file, variant, ["greedy", "cautious"], 3, 1, heard.append)
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    kept = parquet.ParquetFile(tmp_path / "games.parquet")
    assert kept.num_row_groups == 2
    assert kept.read().to_pylist() == lines
    assert len(lines) == count
    assert sum(heard) == 6


def test_a_folder_goes_on_where_it_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(dataset_folder, "GAMES_IN_FILE", 2)
    variant, bots, heard = load_variant("classic"), ["greedy", "cautious"], list[int]()

    def stop(count: int) -> None:
        heard.append(count)
        if sum(heard) == 3:
            raise KeyboardInterrupt

    folder, file = tmp_path / "classic", tmp_path / "whole.parquet"
    with pytest.raises(KeyboardInterrupt):
        write_folder(folder, variant, bots, 3, 1, stop)
    (folder / "_building-1.parquet").write_text("left by a kill")
    first = folder / "games-0000000.parquet"
    before = first.stat().st_mtime_ns
    assert main(["dataset", f"{folder}/", "--bots", "greedy,cautious", "--games", "3", "--seed", "1"]) == 0
    assert first.stat().st_mtime_ns == before
    write_dataset(file, variant, bots, 3, 1, lambda _: None)
    assert parquet.read_table(folder).to_pylist() == parquet.read_table(file).to_pylist()
    sums = [line.split() for line in (folder / "_CHECKSUMS").read_text().splitlines()]
    assert [name for _, name in sums] == sorted(path.name for path in folder.glob("games-*"))
    assert all(sha256((folder / name).read_bytes()).hexdigest() == digest for digest, name in sums)
    assert not list(folder.glob("_building*"))
    with pytest.raises(RowlockError, match="other settings"):
        write_folder(folder, variant, bots, 4, 1, heard.append)


def test_another_kind_of_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", str(tmp_path / "games.xls"), "--games", "1"]) == 1
    assert ".parquet or .jsonl" in capsys.readouterr().err


def test_openings_count_what_happened() -> None:
    games = [export_game(load_variant("classic"), ("greedy", "cautious"), 5, number) for number in range(6)]
    told = openings(games)["classic"]
    facts = [fact for game in games for step in replay(game) for fact in step.facts]
    scores = [end.scores[0] for game in games if (end := outcome(replay(game)[-1].game))]
    greedy = told["greedy"]
    assert greedy["sheets"] == 6
    assert greedy["points"] == pytest.approx(sum(scores) / 6)
    assert greedy["penalties"] == sum(isinstance(f, Penalised) and f.seat == 0 for f in facts) / 6
    assert sum(greedy["locks"].values()) == pytest.approx(
        sum(isinstance(f, Locked) and f.seat == 0 for f in facts) / 6
    )
    assert sum(one["share"] for one in greedy["first"].values()) == pytest.approx(1)
    first = next(f for step in replay(games[0]) for f in step.facts if isinstance(f, Crossed) and f.seat == 0)
    assert greedy["first"][f"{first.row}{first.number}"]["share"] > 0
    assert set(greedy["first"]) <= set(greedy["crossed"])


def test_the_command_tells_every_strength(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "--bots", "greedy,cautious", "--games", "2"]) == 0
    shown = capsys.readouterr().out
    assert "classic, greedy: 4 sheets" in shown
    assert "classic, cautious: 4 sheets" in shown
    assert main(["openings", "--from", "examples/classic.rowlock", "--json"]) == 0
    assert "classic" in json.loads(capsys.readouterr().out)
