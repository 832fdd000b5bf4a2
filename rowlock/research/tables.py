"""Many tables in step on one device: torch on an accelerator, or numpy. Nothing leaves the device.

env = TableEnv("classic", seats=2, tables=65536, device="cuda")
while True:
    stepped = env.step(choose(env.observation, env.mask))

All tables are in the same action. In the white action every seat chooses: `observation[N, P, F]` and
`mask[N, P, W]`. In the colour action the active seat does: `observation[N, 1, F]` and `mask[N, 1, K]`. A
choice is the place of an option, the pass is the last one. Seats are kept in the order of play: position 0
is the active seat, and after a turn the positions move up by one; `seat[N, P]` says who sits where. A table
whose game is over begins the next one with the next turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

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
from rowlock.engine.errors import IllegalMove, NoSuchSeat
from rowlock.engine.variant import Variant
from rowlock.fast.tables import compile_variant
from rowlock.variants import find_variant


class TableStep(NamedTuple):
    """The reward of a step; by position, before the positions move up."""

    rewards: Array
    """[N, P] at the end of a game, from 1 for winning alone to -1; alone, the points. 0 before."""
    done: Array
    """[N] whether a game ended with this step."""
    points: Array
    """[N, P] the points of every sheet now."""


class TableEnv:
    """N tables of one pad with P seats; `observation`, `mask` and `seat` tell what is asked."""

    dice: Rolls
    _options: Options
    _idle: Array | None
    """A mask of the games in which position 0 crossed nothing in the white action, once it is over."""
    _over: Array

    def __init__(
        self,
        variant: str | Variant = "classic",
        seats: int = 2,
        tables: int = 4096,
        device: str | None = None,
        seed: int = 1,
    ) -> None:
        self.variant = find_variant(variant) if isinstance(variant, str) else variant
        least, most = self.variant.players
        if not least <= seats <= most:
            raise NoSuchSeat(f"{self.variant.title} is for {least} to {most} players, not {seats}")
        self.seats, self.tables = seats, tables
        self.pad, self._chance = _on_device(self.variant, device, seed)
        self._fresh = new_games(self.pad, tables, seats)
        self.games = Games(*[1 * part for part in self._fresh])
        self.seat = self._fresh.deal + 0
        self._begin_turn()

    @property
    def is_white(self) -> bool:
        """Whether the white action is on; if not, it is the colour action."""
        return self._idle is None

    @property
    def features(self) -> tuple[str, ...]:
        """The name of every number of an observation: those of other sheets begin with `+1`, `+2`."""
        rows = [f"{row.name} {what}" for what in ("passed", "crosses") for row in self.variant.rows]
        sheet = [*rows, "penalties", "used", "points"]
        others = [f"+{n} {name}" for n in range(1, self.seats) for name in sheet]
        closed = [f"{row.name} closed" for row in self.variant.rows]
        sums = [f"sum {n}" for n in range(self.dice.sums.shape[1])]
        return (*sheet, *others, *closed, "white sum", *sums, "colour action", "active", "crossed")

    def step(self, choice: Array) -> TableStep:
        """One choice for every seat that is asked: `[N, P]`, or `[N, 1]` in the colour action.

        On an accelerator choices are not checked: that would wait for it.
        """
        pad = self.pad
        if pad.xp is np:
            self._check(choice)
        if self._idle is None:
            self.games, self._idle, self._over = resolve_white(pad, self.games, self._options, choice)
            self._options = colour_options(pad, self.games, self.dice, self._over)
            self.mask = self._options.legal[:, None]
            self.observation = self._observe(1)
            points = pad.score(self.games.rows, self.games.used, self.games.penalties)
            return TableStep(0.0 * points, self._over & False, points)
        after, over = resolve_colour(pad, self.games, self._options, choice[:, 0], self._idle, self._over)
        share, points = shares(pad, after)
        earned = (self.seats * share - 1) / max(1, self.seats - 1) if self.seats > 1 else points * 1.0
        self._next_turn(after, over)
        return TableStep(earned * over[:, None], over, points)

    def _next_turn(self, after: Games, over: Array) -> None:
        xp, following = self.pad.xp, next_seat(self.pad, after)
        parts = zip(self._fresh, following, strict=True)
        self.games = Games(*[xp.where(over[(...,) + (None,) * (a.ndim - 1)], a, b) for a, b in parts])
        self.seat = xp.roll(self.seat, -1, 1)
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._idle = None
        self.dice = make_rolls(self.pad, self._roll())
        self._options = white_options(self.pad, self.games, self.dice)
        self.mask = self._options.legal
        self.observation = self._observe(self.seats)

    def _roll(self) -> Array:
        shape, faces = (self.tables, 2 + self.pad.R), self.pad.faces
        if self.pad.xp is np:
            return self._chance.integers(1, faces + 1, shape)
        kind = {"dtype": self.pad.xp.int32, "device": self.pad.device, "generator": self._chance}
        return self.pad.xp.randint(1, faces + 1, shape, **kind)

    def _observe(self, positions: int) -> Array:
        return observe_tables(self.pad, self.games, self.dice, self._idle, positions)

    def _check(self, choice: Array) -> None:
        wanted = self.mask.shape[:2]
        if np.shape(choice) != wanted:
            raise IllegalMove(f"there must be a choice for each of {wanted} seats, not {np.shape(choice)}")
        if not np.take_along_axis(self.mask, np.asarray(choice)[..., None], -1).all():
            raise IllegalMove("one of these choices is not legal")


def observe_tables(pad: Pad, games: Games, dice: Rolls, idle: Array | None, positions: int) -> Array:
    """[N, positions, F] what the seats in these positions see, their own sheet first (`TableEnv.features`).

    `idle` is None in the white action; after it, where position 0 crossed nothing.
    """
    xp, seats = pad.xp, games.used.shape[1]
    sheet = xp.concatenate([pad.look(pad.passed, games.rows), pad.look(pad.count, games.rows)], -1)
    counted = pad.score(games.rows, games.used, games.penalties)
    sheet = xp.concatenate([sheet, xp.stack([games.penalties, games.used, counted], -1)], -1)
    turned = [xp.roll(sheet, -n, 1)[:, :positions] for n in range(seats)]
    closed = (games.closed[:, None] & pad.row_bit) > 0
    first = 0 * games.closed
    crossed = first if idle is None else 1 * ~idle
    there = xp.stack([1 * ~closed[:, row] for row in pad.dice] * 2, -1)  # a closed row's die has left
    table = [1 * closed, dice.called[:, None], dice.sums * there, (first + (idle is not None))[:, None]]
    shared = xp.concatenate(table, -1)[:, None] + 0 * sheet[:, :positions, :1]
    active = (first[:, None] - pad.upto(seats)[:positions]) % seats
    last = xp.stack([active, crossed[:, None] + 0 * active], -1)
    return xp.concatenate([*turned, shared, last], -1)


def _on_device(variant: Variant, device: str | None, seed: int) -> tuple[Pad, Any]:
    if device is None:
        return Pad(compile_variant(variant)), np.random.default_rng(seed)
    import torch

    chance = torch.Generator(device)
    chance.manual_seed(seed)
    return Pad(compile_variant(variant), torch, device), chance
