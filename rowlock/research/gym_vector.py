"""Rowlock as a vector environment of Gymnasium: one agent in each of many games, on the compiled kernel.

env = RowlockVector("classic", seats=2, num_envs=1024, opponent=my_network)
observation, info = env.reset(seed=1)
observation, rewards, terminated, truncated, info = env.step(actions)

The agent has seat 0. The other seats are played by `opponent(observation, mask)`, which gets arrays with a
line for each game and answers with an action for each; without one they play at random. Give it the agent's
own network for self-play. `info["action_mask"]` says what is legal; an illegal action raises `IllegalMove`.

Where a game ends, the next one has begun in the same step: `terminated` says so, the observation is the new
game's, and `info["points"]` has every seat's points of the game that ended.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from rowlock.engine.variant import Variant
from rowlock.research.vector import WAIT, VectorEnv

AGENT = 0
Opponent = Callable[[npt.NDArray[np.int16], npt.NDArray[np.int8]], npt.ArrayLike]
Told = dict[str, Any]


class RowlockVector(gymnasium.vector.VectorEnv[npt.NDArray[np.int16], npt.NDArray[np.int64], Any]):
    """Many games with one agent in each, against a policy; alone without anybody."""

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        variant: str | Variant = "classic",
        seats: int = 2,
        num_envs: int = 1024,
        opponent: Opponent | None = None,
        threads: int = 1,
    ) -> None:
        self.games = VectorEnv(variant, seats, num_envs, threads=threads)
        self.num_envs, self.opponent = num_envs, opponent or self._any_legal
        low = np.array([entry.low for entry in self.games.entries], np.int16)
        high = np.array([entry.high for entry in self.games.entries], np.int16)
        self.single_observation_space = spaces.Box(low, high, dtype=np.int16)
        self.single_action_space = spaces.Discrete(len(self.games.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._chance = np.random.default_rng()
        self._points = np.zeros((num_envs, seats), np.int64)

    def reset(self, *, seed: int | list[int | None] | None = None, options: Told | None = None) -> Any:
        """Begin again; the games have their dice from one seed, the first if there are several."""
        first = seed[0] if isinstance(seed, list) else seed
        self._chance = np.random.default_rng(first)
        self.games.reset(first)
        self._answer(np.zeros(self.num_envs), np.zeros(self.num_envs, bool))
        return self.games.observation.copy(), self._info()

    def step(self, actions: npt.ArrayLike) -> Any:
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        self._move(np.asarray(actions, np.int64), rewards, ended)
        self._answer(rewards, ended)
        return self.games.observation.copy(), rewards, ended, np.zeros(self.num_envs, bool), self._info()

    def action_masks(self) -> npt.NDArray[np.int8]:
        """1 for every legal action, by the name under which maskable learners ask for it."""
        return self.games.mask.copy()

    def _answer(self, rewards: npt.NDArray[np.float64], ended: npt.NDArray[np.bool_]) -> None:
        """Let the opponent choose wherever it is asked, until the agent is asked in every game."""
        games = self.games
        while len(others := np.flatnonzero(games.seat != AGENT)):
            actions = np.full(self.num_envs, WAIT)
            actions[others] = self.opponent(games.observation[others], games.mask[others])
            self._move(actions, rewards, ended)

    def _move(
        self,
        actions: npt.NDArray[np.int64],
        rewards: npt.NDArray[np.float64],
        ended: npt.NDArray[np.bool_],
    ) -> None:
        earned, done, points = self.games.step(actions)
        rewards += earned[:, AGENT]
        ended |= done
        self._points[done] = points[done]

    def _info(self) -> Told:
        return {"action_mask": self.games.mask.copy(), "points": self._points.copy()}

    def _any_legal(self, observation: npt.NDArray[np.int16], mask: npt.NDArray[np.int8]) -> Any:
        return np.where(mask > 0, self._chance.random(mask.shape), -1).argmax(axis=1)
