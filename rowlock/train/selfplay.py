"""Endless self-play: tables start a new game when one is over, and what is learnt from them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch

from rowlock.bots.net.lockstep import (
    Games,
    Rolls,
    colour_options,
    make_rolls,
    new_games,
    next_seat,
    resolve_colour,
    resolve_white,
    shares,
    white_options,
)
from rowlock.bots.net.pad import Array, Options, Pad
from rowlock.bots.net.policy import HUNDRED, Policy
from rowlock.train.network import margin


class TurnYield(NamedTuple):
    """The yield of one turn of all tables for learning."""

    tables: Games
    """At the start of the turn."""
    over: torch.Tensor
    share: torch.Tensor
    """[N, P] shares of the win, true where the game is over."""
    margin: torch.Tensor
    learner: int
    """The learner's position where it has a rival."""


class SelfPlay:
    """Games with a fixed number of seats, played by one policy, or one seat by it and the others by a rival.

    Play happens in the pad's library: torch on an accelerator, numpy on the CPU, where only legal options
    cost anything. What is learnt from is torch in both.
    """

    def __init__(self, pad: Pad, seats: int, tables: int, rival: Policy | None = None, seed: int = 1) -> None:
        self.pad, self.seats, self.rival = pad, seats, rival
        self.learner = 0
        """The learner's position in this turn, the same at all tables; who begins a new game thus varies."""
        self.chance = np.random.default_rng(seed)
        self.fresh = new_games(pad, tables, seats)
        self.tables = Games(*[1 * part for part in self.fresh])
        self.games, self.points, self.won = (
            torch.zeros((), dtype=torch.float64, device=pad.device) for _ in range(3)
        )
        """`won` counts the learner's shares of the wins."""

    def turn(self, policy: Policy, temperature: torch.Tensor) -> TurnYield:
        """Play one turn at every table; finished games make room for new ones."""
        pad, before, learner = self.pad, self.tables, self.learner
        dice = make_rolls(pad, self._roll(before.rows.shape[0]))
        options = white_options(pad, before, dice)
        choice = self._white(policy, temperature, before, dice, options)
        after, idle, over = resolve_white(pad, before, options, choice)
        options = colour_options(pad, after, dice, over)
        if self.rival is not None and learner != 0:
            choice = self.rival.colour(after, options, idle).argmax(-1)
        else:
            choice = self._sample(policy.colour(after, options, idle), temperature)
        after, over = resolve_colour(pad, after, options, choice, idle, over)
        self.tables = _deal(pad.xp, over, self.fresh, next_seat(pad, after))
        self.learner = (learner - 1) % self.seats
        share, score = (torch.as_tensor(part) for part in shares(pad, after))
        ended = torch.as_tensor(over)
        share = score / HUNDRED if policy.points else share.float()
        self.games += ended.sum()
        self.points += (score * ended[:, None]).sum()
        self.won += (share[:, learner] * ended).sum()
        return TurnYield(as_torch(before), ended, share, margin(score), learner)

    def _white(
        self, policy: Policy, temperature: torch.Tensor, tables: Games, dice: Rolls, options: Options
    ) -> Array:
        if self.rival is None:
            return self._sample(policy.white(tables, dice, options), temperature)
        choice = self.rival.white(tables, dice, options).argmax(-1)
        own = policy.white(tables, dice, options, (self.learner,))
        choice[:, self.learner] = self._sample(own, temperature)[:, 0]
        return choice

    def _roll(self, tables: int) -> Array:
        shape, faces, device = (tables, 2 + self.pad.R), self.pad.faces, self.pad.device
        if self.pad.xp is np:
            return self.chance.integers(1, faces + 1, shape)
        return torch.randint(1, faces + 1, shape, dtype=torch.int32, device=device)

    def _sample(self, values: Array, temperature: torch.Tensor) -> Array:
        """The best option, with noise so small that only near equals change places."""
        if self.pad.xp is np:
            noise = self.chance.gumbel(size=values.shape)
            return (values + float(temperature) * noise).argmax(-1)
        noise = -torch.log(-torch.log(torch.rand_like(values).clamp_(1e-9, 1 - 1e-7)))
        return (values + temperature * noise).argmax(-1)


def as_torch(tables: Games) -> Games:
    """Games to learn from, wherever they were played."""
    return Games(*[torch.as_tensor(part) for part in tables])


def returns(turns: list[TurnYield], values: list[torch.Tensor], trace: float) -> torch.Tensor:
    """Targets `[T, N, P]`: the share where the game ends, else a blend of the next value and target.

    `values` has one more entry than there are turns. Positions move up by one each turn.
    """
    target = values[-1]
    found = []
    for turn, value in zip(reversed(turns), reversed(values[1:]), strict=True):
        onward = torch.roll((1 - trace) * value + trace * target, 1, 1)
        target = torch.where(turn.over[:, None], turn.share.to(value.dtype), onward)
        found.append(target)
    return torch.stack(found[::-1])


def _deal(xp: Any, over: Array, fresh: Games, tables: Games) -> Games:
    """New games where the old ones are over."""
    return Games(
        *[
            xp.where(over.reshape(-1, *[1] * (new.ndim - 1)), new, old)
            for new, old in zip(fresh, tables, strict=True)
        ]
    )
