"""Rowlock for PettingZoo, one agent after the other: `aec.env("classic", seats=3)`.

In the white action every agent is asked in turn, from the active one on, and sees nothing of what the others
have chosen; their choices take effect together when the last has come. Then the active agent is asked for the
colour action.
"""

from __future__ import annotations

from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rowlock.engine.variant import Variant
from rowlock.research.drawing import RENDER_MODES, RenderMode, show
from rowlock.research.play import Play, Reward
from rowlock.research.spaces import action_space, masked_space

Space = spaces.Space[Any]


def env(variant: str | Variant = "classic", seats: int = 2, **options: Any) -> Any:
    """The environment in PettingZoo's usual wrappers: an illegal action ends the game and costs 1."""
    wrapped = wrappers.TerminateIllegalWrapper(RowlockAEC(variant, seats, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class RowlockAEC(AECEnv):  # type: ignore[misc]
    """The bare environment: it raises `IllegalMove` for an illegal action."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rowlock_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        variant: str | Variant = "classic",
        seats: int = 2,
        reward: Reward | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.play = Play(variant, seats, reward)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: masked_space(self.play) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.play) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.play.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._awaited()

    def _awaited(self) -> str:
        waiting = self.play.waiting()
        return self.possible_agents[waiting[0] if waiting else self.play.game.active]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = self.play.mask(seat)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self.play.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.play.act(self.possible_agents.index(agent), action)
        self.rewards = dict(zip(self.possible_agents, self.play.rewards(), strict=True))
        if self.play.over:
            self.terminations = dict.fromkeys(self.agents, True)
            points = self.play.points()
            self.infos = {a: {"points": points[s]} for s, a in enumerate(self.possible_agents)}
        self.agent_selection = self._awaited()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return show(self.play.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
