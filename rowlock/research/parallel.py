"""Rowlock for PettingZoo, all agents at once: `parallel.parallel_env("classic", seats=3)`.

In the white action everybody chooses at once, as at a real table. In the colour action it is the active
agent's turn alone: the masks of the others leave them the pass, and their answers are ignored.
An illegal action ends the game and costs 1.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from rowlock.engine.variant import Variant
from rowlock.research.agents import Agents

Infos = dict[str, dict[str, Any]]


class RowlockParallel(Agents, ParallelEnv):  # type: ignore[misc]
    """A table of agents who choose at once."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.play.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        agents, awaited = self.possible_agents, self.play.waiting()
        illegal = [seat for seat in awaited if not self.play.mask(seat)[actions[agents[seat]]]]
        for seat in () if illegal else awaited:
            self.play.act(seat, actions[agents[seat]])
        rewards = dict(zip(agents, self.play.rewards(), strict=True))
        infos: Infos = {
            agent: {"points": points} for agent, points in zip(agents, self.play.points(), strict=True)
        }
        for seat in illegal:
            rewards[agents[seat]] = -1.0
            infos[agents[seat]]["illegal"] = True
        over = self.play.over or bool(illegal)
        self.agents = [] if over else agents[:]
        if self.render_mode == "human":
            self.render()
        ends = dict.fromkeys(agents, over)
        return self._observations(), rewards, ends, dict.fromkeys(agents, False), infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observe(self, seat: int) -> dict[str, Any]:
        mask = self.play.mask(seat)
        if not mask.any():
            mask[0] = 1  # the pass, which is ignored
        return {"observation": self.play.observe(seat), "action_mask": mask}


def parallel_env(variant: str | Variant = "classic", seats: int = 2, **options: Any) -> RowlockParallel:
    return RowlockParallel(variant, seats, **options)
