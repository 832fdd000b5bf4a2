"""A whole game for two is solved in steps, goes on from its file, and comes to the oracle's value."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from small_games import game

from rowlock.engine.game import new_game
from rowlock.solver.brute_two import BruteTwo
from rowlock.solver.ending_file import load_endings, save_endings, solve_whole
from rowlock.solver.endings import Endings

TWINS = replace(game("r2 r3 r4", "y2 y3 y4", boxes=2, needs=1), players=(1, 2))
OTHER = replace(game("r2 r4", "y4 y2", boxes=2, needs=1), players=(1, 2))
MOST = 5000


def test_a_whole_game_is_solved_in_steps_and_goes_on_after_a_stop(tmp_path: Path) -> None:
    file, heard = tmp_path / "whole.npz", list[int]()
    assert solve_whole(Endings(TWINS, MOST, twins=True), file, 60, 20) is None
    endings = Endings(TWINS, MOST, twins=True)
    value = solve_whole(endings, file, MOST, 50, heard.append)
    assert value == pytest.approx(float(BruteTwo().value(new_game(TWINS, 2))), abs=1e-12)
    assert heard == sorted(heard)
    assert heard[0] >= 100, "the second run began where the first one stopped"
    assert endings.count == heard[-1]
    again = Endings(TWINS, MOST, twins=True)
    assert load_endings(again, file)
    assert again.count == endings.count
    assert again.value(new_game(TWINS, 2), most=0) == pytest.approx(value, abs=1e-15)


def test_files_that_do_not_fit_are_left_alone(tmp_path: Path) -> None:
    file, endings = tmp_path / "whole.npz", Endings(OTHER, MOST)
    assert not load_endings(endings, file)
    endings.value(new_game(OTHER, 2), MOST)
    save_endings(endings, file)
    assert not load_endings(Endings(TWINS, MOST), file), "another pad's"
    assert not load_endings(Endings(OTHER, 10), file), "more than there is room for"
    file.write_bytes(file.read_bytes()[:200])
    damaged = Endings(OTHER, MOST)
    assert not load_endings(damaged, file)
    assert damaged.count == 0
