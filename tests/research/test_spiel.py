"""The game in OpenSpiel: its own tests, and its exact solvers beside ours.

OpenSpiel has wheels for Linux and macOS; where it cannot be installed these tests fail loudly.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.minimax import expectiminimax
from playing import CARDS, TINY
from small_games import SMALL, game

from rowlock import format_variant
from rowlock.engine.variant import Variant
from rowlock.research import spiel
from rowlock.solver.brute import Brute, solve_brute

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def load(variant: str | Path, players: int, **more: str) -> Any:
    return pyspiel.load_game("rowlock", {"variant": str(variant), "players": players, **more})


@pytest.mark.parametrize("path", TINY, ids=lambda path: path.stem)
@pytest.mark.parametrize("players", [1, 3])
def test_openspiels_random_simulation_passes(path: Path, players: int) -> None:
    pyspiel.random_sim_test(load(path, players), num_sims=2, serialize=False, verbose=False)


def test_states_can_be_written_and_read_again() -> None:
    pyspiel.random_sim_test(load(TINY[0], 2), num_sims=1, serialize=True, verbose=False)


def test_a_real_pad_has_chance_nodes_and_a_simultaneous_white_action() -> None:
    state = load("classic", 2).new_initial_state()
    for face in (3, 0, 5, 1, 2, 5):
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == 6
        state.apply_action(face)
    assert state.is_simultaneous_node()
    assert str(state) == "classic 1/0 white 4+1,r6,y2,g3,b6 ?/? r,y,g,b,p0 r,y,g,b,p0"
    texts = [state.action_to_string(1, action) for action in state.legal_actions(1)]
    assert texts == ["-", "r5", "y5", "g5", "b5"]
    state.apply_actions([state.legal_actions(0)[1], 0])
    assert state.current_player() == 0
    assert not state.is_terminal()


def test_a_whole_game_of_a_real_pad() -> None:
    pyspiel.random_sim_test(load("classic", 2), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("pad", CARDS)
@pytest.mark.parametrize("players", [1, 3])
def test_openspiels_random_simulation_passes_with_cards(pad: str, players: int) -> None:
    pyspiel.random_sim_test(load(pad, players), num_sims=1, serialize=False, verbose=False)


def test_with_cards_every_card_is_a_chance_node_and_hands_are_hidden() -> None:
    game = load("cards", 2)
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    state, other = game.new_initial_state(), game.new_initial_state()
    for n in range(44):
        assert len(state.chance_outcomes()) == 44 - n
        state.apply_action(n)
        other.apply_action(n ^ 1 if n >= 12 else n)  # the same hands, another pile
    assert state.current_player() == 0
    texts = [state.action_to_string(0, action) for action in state.legal_actions()]
    assert texts == ["@1", "@2", "@3", "@4"]
    observer = game.make_py_observer()
    state.apply_action(state.legal_actions()[0])
    assert state.is_simultaneous_node()
    assert "r2" in str(state)
    assert observer.string_from(state, 0) != observer.string_from(state, 1)


MICRO = {
    "one row": game("r2 r3", end=1, boxes=1),
    "no crosses needed": game("r3 r4", end=1, boxes=1, needs=0),
    "the last cell first": game("r4 r2", end=1, boxes=1, needs=0),
}


@pytest.mark.parametrize("name", MICRO)
def test_openspiels_expectiminimax_agrees_with_our_solver(name: str, tmp_path: Path) -> None:
    state = load(written(MICRO[name], tmp_path), 1).new_initial_state()
    value, _ = expectiminimax(state, depth=-1, value_function=None, maximizing_player_id=0)
    assert value == pytest.approx(float(solve_brute(MICRO[name])), abs=1e-9)


@pytest.mark.parametrize("name", ["lucky", "bonus bar", "die stays", "pairs at the end"])
def test_one_turn_of_expectiminimax_over_our_values_gives_our_value(name: str, tmp_path: Path) -> None:
    """Where whole trees are too large: our values must be what OpenSpiel's search makes of them."""
    brute, state = Brute(SMALL[name]), load(written(SMALL[name], tmp_path), 1).new_initial_state()
    value, _ = expectiminimax(state, 2, lambda found: float(brute.value(found.table)), 0)
    assert value == pytest.approx(float(brute.value(brute.start)), abs=1e-9)


def written(variant: Variant, folder: Path) -> str:
    file = folder / "small.toml"
    file.write_text(format_variant(variant), encoding="utf-8")
    return str(file)


def test_returns_are_points_alone_and_wins_in_company() -> None:
    assert load("classic", 1).get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert load("classic", 3).utility_sum() == 0
    assert spiel.PARAMETERS["variant"] == "classic"
