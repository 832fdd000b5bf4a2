"""Bots that choose for many tables at once, on arrays (`net.lockstep`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

import numpy as np

from rowlock.bots.net.lockstep import Games, Rolls
from rowlock.bots.net.pad import Array, Options, Pad
from rowlock.bots.net.policy import Weigher
from rowlock.engine.variant import Variant
from rowlock.fast.tables import compile_variant


class BatchBot(Protocol):
    """A bot that chooses for many tables at once; options are by number, see `Pad`."""

    def white(self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...]) -> Array:
        """The option of each of these seats: `[N, positions]`."""

    def colour(self, games: Games, dice: Rolls, options: Options, idle: Array) -> Array:
        """The option of the seat in position 0: `[N]`."""


class Best:
    """Takes what a weigher values most."""

    def __init__(self, weigher: Weigher) -> None:
        self.weigher = weigher

    def white(self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...]) -> Array:
        return self.weigher.white(games, dice, options, positions).argmax(-1)

    def colour(self, games: Games, dice: Rolls, options: Options, idle: Array) -> Array:
        return self.weigher.colour(games, options, idle).argmax(-1)


class Likes:
    """A bot that is a value function (see `rowlock.bots`), for many tables; equals are decided by lot."""

    def __init__(self, pad: Pad, value: Callable[[bool, int, int], float], seed: int) -> None:
        self.pad, self.value = pad, lru_cache(maxsize=None)(value)
        self.lots = np.random.default_rng(seed)

    def white(self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...]) -> Array:
        pad, at = self.pad, list(positions)
        cell = pad.look(pad.cell_of, pad.row_index * pad.numbers + dice.called[:, None, None])
        skips = cell - pad.look(pad.passed, games.rows[:, at])
        rows = options.rows[:, at]
        gain = pad.score(rows, games.penalties[:, at][..., None])
        gain = gain - pad.score(games.rows[:, at], games.penalties[:, at])[..., None]
        return self._choose(self._wide(skips, rows.shape[-2]), gain, options.legal[:, at])

    def colour(self, games: Games, dice: Rolls, options: Options, idle: Array) -> Array:
        pad, mine = self.pad, games.rows[:, 0]
        place = np.tile(pad.row_index, 2) * pad.numbers + dice.sums
        row, cell = pad.look(pad.reach_row, place), pad.look(pad.reach_cell, place)
        skips = cell - pad.look(pad.passed, np.take_along_axis(mine, np.maximum(row, 0), 1))
        penalties = games.penalties[:, :1] + 0 * options.used
        penalties[:, -1] += idle
        gain = pad.score(options.rows, penalties) - pad.score(mine, games.penalties[:, 0])[:, None]
        return self._choose(self._wide(skips, options.rows.shape[-2]), gain, options.legal)

    def _wide(self, skips: Array, width: int) -> Array:
        """The cells skipped by every option: crosses first (once per pick), then lucky ones and the pass."""
        if self.pad.has_pairs:
            skips = np.repeat(skips, self.pad.R, -1)
        return np.concatenate([skips, np.zeros((*skips.shape[:-1], width - skips.shape[-1]), int)], -1)

    def _choose(self, skips: Array, gain: Array, legal: Array) -> Array:
        crosses = np.arange(legal.shape[-1]) < legal.shape[-1] - 1
        told = np.stack([np.broadcast_to(crosses, legal.shape), skips, gain], -1)[legal]
        kinds, which = np.unique(told, axis=0, return_inverse=True)
        values = np.array([self.value(bool(c), int(s), int(g)) for c, s, g in kinds])
        ranks = np.full(legal.shape, -1.0)
        ranks[legal] = np.unique(values, return_inverse=True)[1].ravel()[which.ravel()]
        return (ranks + self.lots.random(legal.shape) * (ranks >= 0)).argmax(-1)


Make = Callable[[Pad, int], BatchBot]
"""Makes a batch bot for a pad and a number of seats."""


@lru_cache(maxsize=32)
def pad_of(variant: Variant) -> Pad:
    """A variant's arrays; raises `Unsupported` for one with something in it that they do not hold."""
    return Pad(compile_variant(variant))
