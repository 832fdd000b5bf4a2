"""Bots that choose for many tables at once, on arrays (`net.lockstep`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

import numpy as np

from rowlock.bots.kit.basis import ITSELF, Basis
from rowlock.bots.net.lockstep import (
    Games,
    Lots,
    Rolls,
    colour_options,
    resolve_colour,
    resolve_white,
    white_options,
)
from rowlock.bots.net.pad import Array, Options, Pad
from rowlock.bots.net.policy import Weigher
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant
from rowlock.fast import chance
from rowlock.fast.tables import compile_variant


class BatchBot(Protocol):
    """A bot that chooses for many tables at once; options are by number, see `Pad`."""

    by: Basis

    def white(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...], lots: Lots
    ) -> Array:
        """The option of each of these seats: `[N, positions]`."""

    def colour(self, games: Games, dice: Rolls, options: Options, idle: Array, lots: Lots) -> Array:
        """The option of the seat in position 0: `[N]`."""


class BestOption:
    """Takes what a weigher values most."""

    def __init__(self, weigher: Weigher, by: Basis = ITSELF) -> None:
        self.weigher, self.by = weigher, by

    def white(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...], lots: Lots
    ) -> Array:
        return self.weigher.choose(games, dice, options, positions, lots)

    def colour(self, games: Games, dice: Rolls, options: Options, idle: Array, lots: Lots) -> Array:
        return self.weigher.best(self.weigher.colour(games, options, idle))


class Likes:
    """A bot that is a value function (see `rowlock.bots`), for many games; equals are decided at random."""

    def __init__(self, pad: Pad, value: Callable[[bool, int, int], float]) -> None:
        self.pad, self.value, self.by = pad, lru_cache(maxsize=None)(value), ITSELF

    def white(
        self, games: Games, dice: Rolls, options: Options, positions: tuple[int, ...], lots: Lots
    ) -> Array:
        pad, at = self.pad, list(positions)
        row, cell = pad.white_places(dice.called[:, None])
        skips = self._skips(games.rows[:, at], np.broadcast_to(row, cell.shape), cell)
        rows, legal = options.rows[:, at], options.legal[:, at]
        gain = pad.score(rows, options.used[:, at], games.penalties[:, at][..., None])
        before = pad.score(games.rows[:, at], games.used[:, at], games.penalties[:, at])
        gain = gain - before[..., None]
        best = self._best(self._wide(skips, rows.shape[-2]), gain, legal)
        return draw(best, np.arange(legal.shape[-1]), lots.white(positions))

    def colour(self, games: Games, dice: Rolls, options: Options, idle: Array, lots: Lots) -> Array:
        pad, mine, width = self.pad, games.rows[:, 0], options.rows.shape[-2]
        row, cell = pad.colour_places(dice.sums)
        skips = self._skips(mine, np.maximum(row, 0), cell)
        penalties = games.penalties[:, :1] + 0 * options.used
        penalties[:, -1] += idle
        before = pad.score(mine, games.used[:, 0], games.penalties[:, 0])
        gain = pad.score(options.rows, options.used, penalties) - before[:, None]
        best = self._best(self._wide(skips, width), gain, options.legal)
        picks = np.arange(width) % pad.R if pad.has_pairs else 0
        order = self._wide(row * pad.C + cell, width) * width + picks
        order[:, -1] = pad.R * pad.C * width
        return draw(best, order, lots.colour())

    def _skips(self, rows: Array, row: Array, cell: Array) -> Array:
        """How many cells a cross skips; none if it repeats the rightmost one."""
        shape = (*rows.shape[:-1], row.shape[-1])
        state = np.take_along_axis(rows, np.broadcast_to(row, shape), -1)
        return np.maximum(cell - self.pad.look(self.pad.passed, state), 0)

    def _wide(self, told: Array, width: int) -> Array:
        """Numbers about crosses, by option: crosses first (once per pick), then 0 for all others."""
        if self.pad.has_pairs:
            told = np.repeat(told, self.pad.R, -1)
        return np.concatenate([told, np.zeros((*told.shape[:-1], width - told.shape[-1]), int)], -1)

    def _best(self, skips: Array, gain: Array, legal: Array) -> Array:
        """A mask of the options that the bot likes best."""
        crosses = np.arange(legal.shape[-1]) < legal.shape[-1] - 1
        told = np.stack([np.broadcast_to(crosses, legal.shape), skips, gain], -1)[legal]
        kinds, which = np.unique(told, axis=0, return_inverse=True)
        values = np.array([self.value(bool(c), int(s), int(g)) for c, s, g in kinds])
        liked = np.full(legal.shape, -np.inf)
        liked[legal] = values[which.ravel()]
        return legal & (liked == liked.max(-1, keepdims=True))


def draw(best: Array, order: Array, words: Array) -> Array:
    """One of the best options at random: equal words pick what a single table picks (`_by_value`).

    `order` puts options in the order of the engine's moves; two dice that lead to the same cell are one move.
    """
    none = np.iinfo(np.int64).max
    places = np.where(best, order, none)
    ranked = np.sort(places, -1)
    fresh = (ranked < none) & (np.diff(ranked, prepend=-1, axis=-1) > 0)
    count = fresh.sum(-1).astype(np.uint64)
    drawn = chance.choose(words, count).astype(np.int64)[..., None]
    at = (fresh & (fresh.cumsum(-1) == drawn + 1)).argmax(-1)[..., None]
    return (places == np.take_along_axis(ranked, at, -1)).argmax(-1)


def play_turn(pad: Pad, now: Games, dice: Rolls, bots: list[BatchBot], lots: Lots) -> tuple[Games, Array]:
    """One turn of many tables, a bot in every position; also which games are over."""
    options = white_options(pad, now, dice)
    choice = np.zeros(options.legal.shape[:2], int)
    for bot, positions in _runs(bots):
        choice[:, positions] = bot.white(now, dice, options, positions, lots)
    now, idle, over = resolve_white(pad, now, options, choice)
    options = colour_options(pad, now, dice, over)
    chosen = bots[0].colour(now, dice, options, idle, lots)
    return resolve_colour(pad, now, options, chosen, idle, over)


def _runs(bots: list[BatchBot]) -> list[tuple[BatchBot, tuple[int, ...]]]:
    """Each bot with the neighbouring positions that it plays."""
    runs: list[tuple[BatchBot, tuple[int, ...]]] = []
    for position, bot in enumerate(bots):
        if runs and runs[-1][0] is bot:
            runs[-1] = (bot, (*runs[-1][1], position))
        else:
            runs.append((bot, (position,)))
    return runs


Make = Callable[[Pad, int], BatchBot]
"""Makes a batch bot for a pad and a number of seats."""


def pad_of(variant: Variant) -> Pad:
    """A variant's arrays; raises `Unsupported` for one that they cannot hold."""
    pad = _pad_or_why_not(variant)
    if isinstance(pad, str):
        raise Unsupported(pad)
    return pad


@lru_cache(maxsize=32)
def _pad_or_why_not(variant: Variant) -> Pad | str:
    """Worked out once, the refusal too: a second of work may come before it."""
    try:
        return Pad(compile_variant(variant))
    except Unsupported as error:
        return str(error)
