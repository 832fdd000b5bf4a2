"""Opponents of every kind in Gymnasium, many games as its vector environment, bounds, information states."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import rowlock.research.gym
import rowlock.research.spiel  # noqa: F401  (registers the game)
from rowlock import IllegalMove, load_variant, variant_names
from rowlock.research.gym import Policy, RowlockGym
from rowlock.research.gym_vector import RowlockVector
from rowlock.research.observation import entries
from rowlock.research.play import EnvironmentGame

pytestmark = pytest.mark.filterwarnings("ignore:.*:UserWarning")


def patient(crosses: bool, skips: int, gain: int) -> float:
    return -skips if crosses else -1.5


class Loyal:
    def choose(self, view: Any, moves: Any) -> Any:
        return moves[-1]


def first_legal(observation: Any, mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize(
    "opponent",
    [patient, lambda view, moves: moves[0], Loyal(), Policy(first_legal), "greedy"],
    ids=["value", "choose", "object", "policy", "name"],
)
def test_opponents_of_every_kind_play(opponent: Any) -> None:
    env = gymnasium.make("rowlock/Versus-v0", bots=(opponent, "random"))
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert len(info["points"]) == 3


def test_a_policy_is_asked_for_its_own_seat_and_may_not_cheat() -> None:
    seen = []

    def note(observation: Any, mask: Any) -> Any:
        seen.append(observation)
        return first_legal(observation, mask)

    env = RowlockGym("classic", (Policy(note),))
    env.reset(seed=1)
    active = [entry.name for entry in env.play.entries].index("active")
    assert seen[0][active] == 1  # from seat 1 the active seat 0 is one further on
    env = RowlockGym("classic", (Policy(lambda observation, mask: int(np.argmin(mask))),))
    with pytest.raises(IllegalMove, match="seat 1 chose action"):
        env.reset(seed=1)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_many_games_are_a_vector_environment_of_gymnasium(seats: int) -> None:
    """Game by game the same as one environment with the same opponents and choices."""
    env = RowlockVector("classic", seats, 4, opponent=lambda seen, mask: mask.argmax(axis=1))
    alone = [RowlockGym("classic", (Policy(first_legal),) * (seats - 1)) for _ in range(4)]
    assert isinstance(env, gymnasium.vector.VectorEnv)
    seen, info = env.reset(seed=7)
    for n, one in enumerate(alone):
        one.play.seed, one.play.number = 7, n - 1
        assert (one.reset()[0] == seen[n]).all()
    chance, ended = np.random.default_rng(2), 0
    for _ in range(120):
        actions = np.where(info["action_mask"], chance.random(info["action_mask"].shape), -1).argmax(axis=1)
        seen, rewards, over, cut, info = env.step(actions)
        assert env.observation_space.contains(seen)
        assert not cut.any()
        for n, one in enumerate(alone):
            single, reward, done, _, told = one.step(int(actions[n]))
            assert done == over[n]
            if done:
                ended += 1
                assert info["points"][n].tolist() == told["points"]
                assert rewards[n] == pytest.approx(told["points"][0] if seats == 1 else reward)
                one.play.number += 3
                single, told = one.reset()
            elif seats > 1:
                assert rewards[n] == 0
            assert (single == seen[n]).all()
            assert (told["action_mask"] == info["action_mask"][n]).all()
    assert ended > 3


def test_an_illegal_action_in_one_game_is_refused_for_all() -> None:
    env = RowlockVector("classic", 2, 3)
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(info["action_mask"].argmin(axis=1))


@pytest.mark.parametrize("name", variant_names())
def test_observations_can_be_scaled_by_their_bounds(name: str) -> None:
    variant = load_variant(name)
    low, high = np.array([(entry.low, entry.high) for entry in entries(variant, 2)]).T
    assert (high > low).all()
    assert (high - low).max() < 5000
    play, chance = EnvironmentGame(variant, 2), np.random.default_rng(1)
    for seed in range(3):
        play.begin(seed)
        while not play.over:
            seat = play.waiting()[0]
            seen = play.observe(seat)
            assert ((low <= seen) & (seen <= high)).all()
            play.act(seat, chance.choice(np.flatnonzero(play.mask(seat))))


def test_the_points_of_a_plain_pad_are_bounded_by_its_full_rows() -> None:
    points = next(entry for entry in entries(load_variant("classic"), 2) if entry.name == "points")
    assert (points.low, points.high) == (-20, 312)


@pytest.mark.parametrize("name", ["classic", "cards"])
def test_information_states_recall_the_players_own_moves(name: str) -> None:
    game = pyspiel.load_game("rowlock", {"variant": name, "players": 2})
    state, chance = game.new_initial_state(), np.random.default_rng(3)
    seen, made = set(), [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(chance.choice([action for action, _ in state.chance_outcomes()])))
            continue
        asked = [0, 1] if state.is_simultaneous_node() else [state.current_player()]
        for player in asked:
            tensor = np.array(state.information_state_tensor(player))
            assert tensor[-game.num_distinct_actions() :].sum() == made[player]
            text = f"{player} {state.information_state_string(player)}"
            assert text not in seen
            seen.add(text)
        moves = [int(chance.choice(state.legal_actions(player))) for player in asked]
        if state.is_simultaneous_node():
            state.apply_actions(moves)
        else:
            state.apply_action(moves[0])
        for player in asked:
            made[player] += 1
    assert min(made) > 5
