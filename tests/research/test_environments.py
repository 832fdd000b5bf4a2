"""The research environments pass the test suites of the projects they are made for, on every pad."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from playing import BUNDLED, CARDS, TINY
from toy import TEXT, stones

from rowlock import IllegalMove, legal_moves, load_variant, parse_move, parse_variant, replay
from rowlock.analysis.judges.card_deals import deal_hidden
from rowlock.arena.table import play_game, question
from rowlock.bots import load_bot, load_value
from rowlock.engine.errors import Unsupported
from rowlock.engine.knowledge import known_to
from rowlock.engine.position import parse_variant_name
from rowlock.fast.simulate import Simulation
from rowlock.fast.tables import compile_variant
from rowlock.research import aec, gym, parallel
from rowlock.research.actions import Actions
from rowlock.research.observation import entries, observe
from rowlock.research.play import EnvironmentGame
from rowlock.research.vector import VectorEnv
from rowlock.variants import read_known

PADS = [*BUNDLED, *CARDS, *map(str, TINY)]

# PettingZoo's own board games give a dictionary with a mask too, and are excused by name
masked = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent", "ignore:Observation is not a NumPy"
)


@masked
@pytest.mark.parametrize("pad", PADS, ids=lambda pad: Path(pad).stem)
def test_pettingzoo_accepts_the_environments(pad: Any, capsys: pytest.CaptureFixture[str]) -> None:
    seats = load_variant(pad).players[1]
    api_test(aec.env(pad, seats), 60)
    parallel_api_test(parallel.parallel_env(pad, seats), 40)
    seed_test(lambda: aec.env(pad, 2), 20)
    parallel_seed_test(lambda: parallel.parallel_env(pad, 2), 20)


def bare(env: gymnasium.Env[Any, Any]) -> Any:
    """The environment itself, which has more than every environment has."""
    return env.unwrapped


@pytest.mark.parametrize("pad", PADS, ids=lambda pad: Path(pad).stem)
def test_gymnasium_accepts_the_environments(pad: Any) -> None:
    check_env(gym.RowlockGym(pad), skip_render_check=True)
    check_env(gym.RowlockGym(pad, ("cautious", "greedy")), skip_render_check=True)


def test_gymnasium_makes_them_by_name() -> None:
    assert bare(gymnasium.make("rowlock/Solo-v0", variant="longo")).play.seats == 1
    versus = gymnasium.make("rowlock/Versus-v0", bots=("steady", "random"))
    versus.reset(seed=3)
    assert bare(versus).play.seats == 3
    assert bare(versus).action_masks()[0] == 1


def test_they_show_the_table_by_the_drawings_that_there_are() -> None:
    env = gym.RowlockGym("bonus-a", ("random",), render_mode="ansi")
    env.reset(seed=1)
    assert "seat 1" in env.render()
    assert "Bonus bar [●]" in env.render()
    env.render_mode = "rgb_array"
    picture = env.render()
    assert picture.shape[2] == 3
    assert len(set(map(tuple, picture[::9, ::9].reshape(-1, 3).tolist()))) > 10


def test_the_screen_shows_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = parallel.parallel_env("classic", 2, render_mode="human")
    env.reset(seed=1)
    env.step({"seat_0": 0, "seat_1": 0})
    assert capsys.readouterr().out.startswith("turn 1, seat 0 rolls, colour")


def random_game(env: Any, chance: Any) -> Any:
    """Play on with random legal moves; the points at the end and all rewards."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    while not env.terminations[env.agent_selection]:
        seen, *_ = env.last()
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        for agent, reward in env.rewards.items():
            total[agent] += reward
    return env.play.points(), list(total.values())


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_win_counts_one_and_a_table_adds_up_to_nothing(seats: int) -> None:
    env, chance = aec.RowlockAEC("mixx-b", seats), np.random.default_rng(seats)
    env.reset(seed=1)
    for _ in range(10):
        points, rewards = random_game(env, chance)
        best = [seat for seat, n in enumerate(points) if n == max(points)]
        assert sum(rewards) == pytest.approx(0)
        assert [seat for seat, reward in enumerate(rewards) if reward == max(rewards)] == best
        env.reset()


@pytest.mark.parametrize(("pad", "seats"), [("classic", 1), ("bonus-b", 2), ("longo", 3)])
def test_points_add_up_to_the_score(pad: Any, seats: int) -> None:
    env, chance = aec.RowlockAEC(pad, seats, reward="points"), np.random.default_rng(5)
    env.reset(seed=2)
    for _ in range(5):
        points, rewards = random_game(env, chance)
        assert rewards == points
        env.reset()


def test_R4_2_nobody_sees_what_others_have_chosen() -> None:
    """Two games that differ only in a hidden choice look the same to the seat that is asked next."""
    seen = []
    for pick in (0, -1):
        env = aec.RowlockAEC("classic", 3)
        env.reset(seed=4)
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        assert len(legal) > 1
        env.step(int(legal[pick]))
        seen.append([env.observe(agent) for agent in env.possible_agents[1:]])
    for one, other in zip(*seen, strict=True):
        assert one["observation"].tolist() == other["observation"].tolist()
        assert one["action_mask"].tolist() == other["action_mask"].tolist()


def test_all_at_once_and_one_by_one_are_the_same_game() -> None:
    together, turns = parallel.parallel_env("bonus-b", 3), aec.RowlockAEC("bonus-b", 3)
    seen, _ = together.reset(seed=9)
    turns.reset(seed=9)
    chance = np.random.default_rng(1)
    while together.agents:
        actions = {a: int(chance.choice(np.flatnonzero(told["action_mask"]))) for a, told in seen.items()}
        for _ in together.play.waiting():
            agent = turns.agent_selection
            assert turns.observe(agent)["observation"].tolist() == seen[agent]["observation"].tolist()
            turns.step(actions[agent])
        seen, rewards, *_ = together.step(actions)
        assert rewards == turns.rewards
    assert together.play.points() == turns.play.points()


def test_the_dice_are_those_of_the_simulator() -> None:
    """Cautious has the scores that `rowlock simulate` counts for the same seed."""
    value = load_value("cautious")
    assert value is not None
    simulated = Simulation(compile_variant(load_variant("classic")), [value, value], seed=6).scores(0, 3)
    env = gym.RowlockGym("classic", ("cautious",))
    for number in range(3):
        env.reset(seed=None if number else 6)
        own, over = load_bot("cautious", env.play.variant, 2, 6, number), False
        while not over:
            move = parse_move(own.choose(*question(env.play.game, 0)))
            numbers: dict[Any, int] = {**env.play.actions.number_of}
            _, _, over, _, info = env.step(numbers[move])
        assert info["points"] == simulated[number].tolist()


def test_an_illegal_action_ends_the_game_and_costs_one() -> None:
    env = gym.RowlockGym("classic", ("random",))
    _, info = env.reset(seed=1)
    _, reward, over, _, info = env.step(int(np.argmin(info["action_mask"])))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    together = parallel.parallel_env("classic", 2)
    seen, _ = together.reset(seed=1)
    wrong = int(np.argmin(seen["seat_1"]["action_mask"]))
    _, rewards, ends, _, infos = together.step({"seat_0": 0, "seat_1": wrong})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0}
    assert ends == {"seat_0": True, "seat_1": True}
    assert infos["seat_1"]["illegal"]
    bare = aec.RowlockAEC()
    bare.reset(seed=1)
    with pytest.raises(IllegalMove, match="no action 999"):
        bare.step(999)


def test_observations_are_told_by_name() -> None:
    play = EnvironmentGame("bonus-b", 2)
    play.begin(1)
    named = dict(zip([entry.name for entry in play.entries], play.observe(1).tolist(), strict=True))
    assert named["active"] == 1
    assert named["+1 dealt"] == 0
    assert play.game.roll is not None
    assert named["white 1"] + named["white 2"] == play.game.roll.total
    assert len(named) == len(observe(play.game, 0)) == len(entries(play.variant, 2))


def test_a_mechanism_that_lists_no_moves_is_refused_by_name() -> None:
    with stones():
        variant = parse_variant(TEXT, "stones", parents=read_known)
        with pytest.raises(Unsupported, match="stones does not list every_move"):
            Actions(variant)


@pytest.mark.parametrize("pad", CARDS)
def test_R24_4_an_observation_with_cards_is_what_the_seat_sees(pad: Any) -> None:
    """Two games that differ only in hidden cards are observed alike, and masked alike."""
    play, other, chance, differ = EnvironmentGame(pad, 3), EnvironmentGame(pad, 3), Random(1), 0
    play.begin(4)
    while not play.over:
        for seat in range(play.seats):
            other.game = deal_hidden(known_to(play.game, seat), chance)._replace(choices=play.game.choices)
            differ += other.game != play.game
            assert other.observe(seat).tolist() == play.observe(seat).tolist()
            assert other.mask(seat).tolist() == play.mask(seat).tolist()
        seat = play.waiting()[0]
        play.act(seat, chance.choice(np.flatnonzero(play.mask(seat)).tolist()))
    assert differ


@pytest.mark.parametrize("pad", [*CARDS, "cards;jokers=on"])
def test_every_move_with_cards_has_a_number(pad: Any) -> None:
    variant = parse_variant_name(pad, load_variant)
    play, chance = EnvironmentGame(variant, 2), Random(2)
    play.begin(1)
    while not play.over:
        for seat in play.waiting():
            legal = {move.text for move in legal_moves(play.game, seat)}
            assert {play.actions.move(n).text for n in np.flatnonzero(play.mask(seat)).tolist()} == legal
        seat = play.waiting()[0]
        play.act(seat, chance.choice(np.flatnonzero(play.mask(seat)).tolist()))


@pytest.mark.parametrize("pad", CARDS)
def test_the_shuffles_are_those_of_the_arena(pad: Any) -> None:
    variant = load_variant(pad)
    record = play_game(
        variant, [load_bot("steady", variant, 2) for _ in range(2)], 7, 0, lambda *_: None
    ).record
    play = EnvironmentGame(pad, 2)
    play.begin(7)
    numbers: dict[Any, int] = {**play.actions.number_of}
    for seat, move in record.inputs:
        if seat is not None:
            play.act(seat, numbers[move])
    assert play.over
    assert play.game == replay(record)[-1].game


def test_many_games_at_once_are_refused_by_name_with_cards() -> None:
    with pytest.raises(Unsupported, match="cards"):
        VectorEnv("cards", 2, 4)


def test_rewards_that_do_not_exist_are_refused() -> None:
    with pytest.raises(Unsupported, match="'win' is not a reward for 1 seats"):
        EnvironmentGame("classic", 1, "win")


def test_random_agents_play_many_games(benchmarks: Any) -> None:
    """`python bench/rl.py --play 10000` plays ten thousand in each environment."""
    for kind, games in benchmarks.KINDS.items():
        assert len(list(islice(games("classic", 2), 20))) == 20, kind
