"""Value files: kept, checked, never used when damaged; a stopped run goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from small_games import SMALL

from rowlock import load_variant
from rowlock.solver import dynamic
from rowlock.solver.dynamic import TooLarge, file_of, load_values, plan_solution, solve, solve_in_memory
from rowlock.solver.store import HEAD, Damaged, open_values

GAME = SMALL["bonus bar"]


@pytest.fixture
def kept(tmp_path: Path) -> Any:
    """A folder with the value file of GAME."""
    solve(plan_solution(GAME, tmp_path), threads=2)
    return tmp_path


def test_values_are_kept_and_found_again(kept: Any) -> None:
    values = load_values(GAME, kept)
    assert values is not None
    assert values.start == solve_in_memory(GAME).start
    assert [path.name for path in kept.iterdir()] == [file_of(GAME, kept).name]


def test_another_game_has_another_file(kept: Any) -> None:
    assert load_values(SMALL["two rows"], kept) is None
    file_of(GAME, kept).rename(file_of(SMALL["lucky"], kept))
    assert load_values(SMALL["lucky"], kept) is None


@pytest.mark.parametrize("place", [HEAD, HEAD + 100, -1], ids=["extras", "values", "last byte"])
def test_a_changed_byte_is_noticed(kept: Any, place: Any) -> None:
    path = file_of(GAME, kept)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    with pytest.raises(Damaged, match="checksum"):
        open_values(path, json.loads(content[:HEAD])["fingerprint"])
    assert load_values(GAME, kept) is None


@pytest.mark.parametrize("size", [0, 10, HEAD, HEAD + 8, -1])
def test_a_truncated_file_is_noticed_and_solved_again(kept: Any, size: Any) -> None:
    path = file_of(GAME, kept)
    path.write_bytes(path.read_bytes()[:size])
    assert load_values(GAME, kept) is None
    assert solve(plan_solution(GAME, kept)).start == solve_in_memory(GAME).start
    assert load_values(GAME, kept) is not None


@pytest.mark.parametrize(
    "head", [b"", b"no JSON", b"[]", b'{"rowlock": "values", "format": 99}', b"\x00" * 50]
)
def test_a_foreign_head_is_noticed(kept: Any, head: bytes) -> None:
    path = file_of(GAME, kept)
    path.write_bytes(head.ljust(HEAD) + path.read_bytes()[HEAD:])
    assert load_values(GAME, kept) is None


class Stop(KeyboardInterrupt):
    """Ctrl-C, as it reaches the solver."""


def stop_after(reports: int) -> Any:
    heard = []

    def hear(done: Any, total: Any) -> None:
        heard.append(done)
        if len(heard) > reports:
            raise Stop

    return hear


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(Stop):
        solve(plan_solution(GAME, tmp_path), threads=1, heard=stop_after(20))
    assert load_values(GAME, tmp_path) is None
    plan, heard = plan_solution(GAME, tmp_path), []
    assert plan.resumed
    values = solve(plan, threads=1, heard=lambda done, total: heard.append((done, total)))
    assert sum(done for done, _ in heard) == heard[0][1] < plan.shape.places * plan.layout.board.boxes
    assert values.start == solve_in_memory(GAME).start
    assert load_values(GAME, tmp_path) is not None


def test_a_damaged_draft_costs_time_and_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(Stop):
        solve(plan_solution(GAME, tmp_path), threads=1, heard=stop_after(20))
    part = next(tmp_path.glob("*.part"))
    content = part.read_bytes()
    part.write_bytes(content[:-64] + bytes(64))
    assert solve(plan_solution(GAME, tmp_path)).start == solve_in_memory(GAME).start


def test_too_little_memory_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dynamic, "free_memory", lambda: 10**8)
    with pytest.raises(TooLarge, match=r"102,010,000 positions and needs 816 MB of memory; 100 MB are free"):
        plan_solution(load_variant("longo"), tmp_path)


def test_too_little_disk_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 10**7}))
    with pytest.raises(TooLarge, match="61 MB of disk space"):
        plan_solution(load_variant("classic"), tmp_path / "new")
