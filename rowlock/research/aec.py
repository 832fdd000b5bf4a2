"""Rowlock for PettingZoo, one agent after the other: `aec.env("classic", seats=3)`.

In the white action every agent is asked in turn, from the active one on, and sees nothing of what the others
have chosen; their choices take effect together when the last has come. Then the active agent is asked for the
colour action.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rowlock.engine.variant import Variant
from rowlock.research.agents import Agents


def env(variant: str | Variant = "classic", seats: int = 2, **options: Any) -> Any:
    """The environment in PettingZoo's usual wrappers: an illegal action ends the game and costs 1."""
    wrapped = wrappers.TerminateIllegalWrapper(RowlockAEC(variant, seats, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class RowlockAEC(Agents, AECEnv):  # type: ignore[misc]
    """The bare environment: it raises `IllegalMove` for an illegal action."""

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
