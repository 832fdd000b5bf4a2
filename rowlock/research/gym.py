"""Rowlock for Gymnasium: one seat, alone or against bots.

gymnasium.make("rowlock/Solo-v0", variant="longo")
gymnasium.make("rowlock/Versus-v0", variant="classic", bots=("cautious", "steady"))
gymnasium.make("rowlock/Versus-v0", bots=(lambda view, moves: moves[0], Policy(my_network)))

The seat of the agent is 0; who starts goes round from game to game. `info["action_mask"]` and
`env.unwrapped.action_masks()` say which actions are legal. An illegal action ends the game and costs 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium

from rowlock.engine.variant import Variant
from rowlock.research.actions import Mask
from rowlock.research.drawing import RENDER_MODES, RenderMode, show
from rowlock.research.observation import Observation
from rowlock.research.opponents import Opponent, Rival, make_rival
from rowlock.research.opponents import Policy as Policy
from rowlock.research.play import EnvironmentGame, Reward
from rowlock.research.spaces import action_space, observation_space

AGENT = 0
Told = dict[str, Any]


class RowlockGym(gymnasium.Env[Observation, int]):
    """One seat against bots, or alone without any."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  (as Gymnasium wants it)

    def __init__(
        self,
        variant: str | Variant = "classic",
        bots: Sequence[Opponent] = (),
        reward: Reward | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        self.play = EnvironmentGame(variant, 1 + len(bots), reward)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.play)  # type: ignore[assignment]
        self.action_space = action_space(self.play)  # type: ignore[assignment]
        self._opponents, self._rivals = list(bots), list[Rival]()

    def reset(self, *, seed: int | None = None, options: Told | None = None) -> tuple[Observation, Told]:
        super().reset(seed=seed)
        self.play.begin(seed)
        self._rivals = [make_rival(opponent, self.play) for opponent in self._opponents]
        self._answer()
        return self.play.observe(AGENT), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Told]:
        if not self.play.mask(AGENT)[action]:
            return self.play.observe(AGENT), -1.0, True, False, {**self._info(), "illegal": True}
        self.play.act(AGENT, action)
        self._answer()
        if self.render_mode == "human":
            self.render()
        reward = self.play.rewards()[AGENT]
        return self.play.observe(AGENT), reward, self.play.over, False, self._info()

    def action_masks(self) -> Mask:
        """1 for every legal action, by the name under which maskable learners ask for it."""
        return self.play.mask(AGENT)

    def _answer(self) -> None:
        """Let the bots choose until the agent is asked again; in a white action they choose first, unseen."""
        while not self.play.over and (others := [seat for seat in self.play.waiting() if seat != AGENT]):
            chosen = {seat: self._rivals[seat - 1].action(self.play, seat) for seat in others}
            for seat, action in chosen.items():
                self.play.act(seat, action)

    def _info(self) -> Told:
        return {"action_mask": self.play.mask(AGENT), "points": self.play.points()}

    def render(self) -> Any:
        return show(self.play.game, self.render_mode)


def register() -> None:
    """Make the environments known to `gymnasium.make`; importing this file has done so."""
    gymnasium.register("rowlock/Solo-v0", f"{__name__}:RowlockGym")
    gymnasium.register("rowlock/Versus-v0", f"{__name__}:RowlockGym", kwargs={"bots": ("cautious",)})


register()
