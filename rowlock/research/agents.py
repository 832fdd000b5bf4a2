"""The common part of both PettingZoo environments: a table whose seats are agents, and their spaces."""

from __future__ import annotations

from typing import Any, ClassVar

from gymnasium import spaces

from rowlock.engine.variant import Variant
from rowlock.research.drawing import RENDER_MODES, RenderMode, show
from rowlock.research.play import EnvironmentGame, Reward
from rowlock.research.spaces import action_space, masked_space

Space = spaces.Space[Any]


class Agents:
    """A game whose seats are the agents `seat_0`, `seat_1` and so on."""

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
        self.play = EnvironmentGame(variant, seats, reward)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: masked_space(self.play) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.play) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        return self.action_spaces[agent]

    def render(self) -> object:
        return show(self.play.game, self.render_mode)

    def close(self) -> None:
        """Nothing needs to be closed."""
