"""Self-play without end: tables that are dealt anew when a game is over, and what is learnt from them."""

from __future__ import annotations

from typing import NamedTuple

import torch

from rowlock.bots.net.lockstep import (
    Tables,
    colour_options,
    make_dice,
    new_tables,
    next_seat,
    resolve_colour,
    resolve_white,
    shares,
    white_options,
)
from rowlock.bots.net.pad import Pad
from rowlock.bots.net.policy import HUNDRED, ILLEGAL, Policy
from rowlock.train.network import margin


class Turn(NamedTuple):
    """What one turn of all tables leaves for learning."""

    tables: Tables
    """At the start of the turn."""
    over: torch.Tensor
    share: torch.Tensor
    """[N, P] shares of the win, true where the game is over."""
    margin: torch.Tensor


class SelfPlay:
    """Tables with a fixed number of seats, all played by one policy."""

    def __init__(self, pad: Pad, seats: int, tables: int, rival: Policy | None = None) -> None:
        self.pad, self.seats, self.rival = pad, seats, rival
        self.home = pad.ints([table % seats for table in range(tables)])
        """With a rival at the other seats: the learner's place in the order of play."""
        self.fresh = new_tables(pad, tables, seats)
        self.tables = Tables(*[part.clone() for part in self.fresh])
        self.games = torch.zeros((), dtype=torch.int64, device=pad.device)
        self.points = torch.zeros((), dtype=torch.int64, device=pad.device)
        self.won = torch.zeros((), dtype=torch.float64, device=pad.device)
        """The learner's shares of the wins, against a rival."""

    def turn(self, policy: Policy, temperature: torch.Tensor) -> Turn:
        """Play one turn at every table; finished games make room for new ones."""
        pad, before = self.pad, self.tables
        shape = (before.rows.shape[0], 2 + pad.R)
        dice = make_dice(pad, torch.randint(1, pad.faces + 1, shape, dtype=torch.int32, device=pad.device))
        options = white_options(pad, before, dice)
        choice = sample(policy.white(before, dice, options), temperature)
        if self.rival is not None:
            choice = torch.where(self.own(before), choice, self.rival.white(before, dice, options).argmax(-1))
        after, idle, over = resolve_white(pad, before, options, choice)
        options = colour_options(pad, after, dice, over)
        choice = sample(policy.colour(after, options, idle), temperature)
        if self.rival is not None:
            answer = self.rival.colour(after, options, idle).argmax(-1)
            choice = torch.where(self.own(before)[:, 0], choice, answer)
        after, over = resolve_colour(pad, after, options, choice, idle, over)
        share, score = shares(pad, after)
        if policy.points:
            share = score / HUNDRED
        self.games += over.sum()
        self.points += (score * over[:, None]).sum()
        self.won += (share * over[:, None] * self.own(before)).sum()
        lead = margin(pad, after)
        self.tables = _deal(over, self.fresh, next_seat(pad, after))
        return Turn(before, over, share, lead)

    def own(self, tables: Tables) -> torch.Tensor:
        """[N, P] the seats of the learner."""
        mine: torch.Tensor = tables.deal == self.home[:, None]
        return mine


def sample(values: torch.Tensor, temperature: torch.Tensor) -> torch.Tensor:
    """The best option, with noise so small that only near equals change places."""
    noise = -torch.log(-torch.log(torch.rand_like(values).clamp_(1e-9, 1 - 1e-7)))
    return torch.where(values > ILLEGAL, values + temperature * noise, values - 100).argmax(-1)


def returns(turns: list[Turn], values: list[torch.Tensor], trace: float) -> torch.Tensor:
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


def _deal(over: torch.Tensor, fresh: Tables, tables: Tables) -> Tables:
    """New games where the old ones are over."""
    return Tables(
        *[
            torch.where(over.view(-1, *[1] * (new.dim() - 1)), new, old)
            for new, old in zip(fresh, tables, strict=True)
        ]
    )
