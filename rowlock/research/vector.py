"""Thousands of games at once on the compiled kernel: arrays in, arrays out.

env = VectorEnv("classic", seats=2, games=4096, seed=1)
while True:
    actions = choose(env.observation, env.mask)   # one for each game, for the seat `env.seat` that is asked
    rewards, done, points = env.step(actions)

In every game one seat is asked at a time, in the order of `aec`; observations, actions and dice are the same
as in the other environments. Where a game is over the next one has begun: `done` says so, `points` and
`rewards` are those of the game that ended.
"""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import IllegalMove, NoSuchSeat, Unsupported
from rowlock.engine.features import refuse
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.double import DoubleCells
from rowlock.engine.mechanisms.lucky import Lucky
from rowlock.engine.mechanisms.swaps import Swap, Swaps
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.moves import Choice, Cross
from rowlock.engine.variant import Variant
from rowlock.fast import effects, steps, workspace
from rowlock.fast.chance import MASK
from rowlock.fast.flat_tables import flatten_tables
from rowlock.fast.jit import telling
from rowlock.fast.merged import Merged, merge_states
from rowlock.fast.rows import pair_bits
from rowlock.fast.tables import compile_variant
from rowlock.research.actions import Actions
from rowlock.research.observation import carried, entries
from rowlock.variants import load_variant

Ints = npt.NDArray[np.int64]
MOST_GAMES = 1 << 20
WAIT = -1000
"""The action of a game in which nothing happens in this step; no slip of a learner looks like it."""


class Stepped(NamedTuple):
    """The outcome of a step, by game: arrays that the next step overwrites."""

    rewards: npt.NDArray[np.float32]
    """[games, seats] at the end of a game, from 1 for winning alone to -1; alone, the points. 0 before."""
    done: npt.NDArray[np.bool_]
    """[games] whether a game ended with this step."""
    points: Ints
    """[games, seats] the points of the game that ended last."""


class VectorEnv:
    """Many games of one pad. `observation`, `mask` and `seat` tell what is asked in each; only read them."""

    def __init__(
        self,
        variant: str | Variant = "classic",
        seats: int = 2,
        games: int = 1024,
        seed: int | None = None,
        threads: int = 1,
    ) -> None:
        self.variant = load_variant(variant) if isinstance(variant, str) else variant
        _check(self.variant, seats, games)
        tables = compile_variant(self.variant)
        merged = merge_states(tables)
        self.seats, self.games = seats, games
        self.actions, self.entries = Actions(self.variant), entries(self.variant, seats)
        self._pad = flatten_tables(tables, merged, every_cell=not carried(self.variant)).flat
        self._guide = _make_guide(self.actions, seats, merged)
        self._memories = np.zeros((games, steps.MEMORY), np.int64)
        self.observation = np.zeros((games, len(self.entries)), np.int16)
        self.mask = np.zeros((games, len(self.actions)), np.int8)
        self.seat = np.zeros(games, np.int64)
        self._stepped = Stepped(
            np.zeros((games, seats), np.float32),
            np.zeros(games, np.bool_),
            np.zeros((games, seats), np.int64),
        )
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._parts = np.linspace(0, games, threads + 1).astype(int)
        self._lines = np.arange(games)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Start again: game n of the seed at place n, then n + games, and so on; a random seed by default."""
        self.seed = secrets.randbits(63) if seed is None else seed & MASK
        with telling():
            steps.begin_games(
                self._pad,
                self._guide,
                np.uint64(self.seed),
                self._memories,
                self.observation,
                self.mask,
                self.seat,
            )

    def step(self, actions: npt.ArrayLike) -> Stepped:
        """Make a move in every game; raises `IllegalMove` and changes nothing if one is not legal.

        A game whose action is `WAIT` stays as it is.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        self._check_legal(chosen)
        parts = list(zip(self._parts[:-1], self._parts[1:], strict=True))
        if self._pool:
            list(self._pool.map(lambda part: self._step(chosen, *part), parts))
        else:
            self._step(chosen, *parts[0])
        rewards, done, points = self._stepped
        rewards[:] = 0
        if done.any():
            rewards[done] = _rewards(points[done])
        return self._stepped

    def _step(self, chosen: Ints, first: int, last: int) -> None:
        steps.step_games(
            self._pad, self._guide, np.uint64(self.seed), first, last, chosen, self._memories,
            self.observation, self.mask, self.seat, self._stepped.done, self._stepped.points,
        )  # fmt: skip

    def _check_legal(self, chosen: Ints) -> None:
        if chosen.shape != (self.games,):
            raise IllegalMove(f"there must be one action for each of {self.games} games, not {chosen.shape}")
        inside = (chosen >= 0) & (chosen < len(self.actions))
        fine = inside & (self.mask[self._lines, chosen * inside] > 0) | (chosen == WAIT)
        if not fine.all():
            wrong = int(np.argmin(fine))
            raise IllegalMove(f"action {chosen[wrong]} is not legal in game {wrong}")


def _check(variant: Variant, seats: int, games: int) -> None:
    refuse(variant, "vectors")
    least, most = variant.players
    if not least <= seats <= most:
        raise NoSuchSeat(f"{variant.title} is for {least} to {most} players, not {seats}")
    if not 1 <= games <= MOST_GAMES:
        raise Unsupported(f"there can be 1 to {MOST_GAMES} games at once, not {games}")
    longest = max(len(row.cells) for row in variant.rows)
    if longest > workspace.MOST_CELLS:
        raise Unsupported(
            f"{variant.title} has a row of {longest} cells; the kernel has room for {workspace.MOST_CELLS}"
        )


def _rewards(points: Ints) -> Any:
    """As `play.win_rewards`, for many games; alone, the points themselves."""
    seats = points.shape[1]
    if seats == 1:
        return points
    winners = points == points.max(axis=1, keepdims=True)
    shares: npt.NDArray[np.float64] = winners / winners.sum(axis=1, keepdims=True)
    return (seats * shares - 1) / (seats - 1)


def _make_guide(actions: Actions, seats: int, merged: Merged) -> Ints:
    """The arguments of the stepping kernel beside the pad's tables: see `steps.SEATS`."""
    variant = actions.variant
    choices = np.array([_choice(variant, move) for move in actions.moves], np.int64)
    swaps = variant.find(Swaps)
    fields = len(swaps.fields) if swaps else 0
    plain = np.zeros((fields + 1) << int(workspace.AT_TIES), np.int64)
    answered = np.zeros(len(actions), np.int64)
    for number, move in enumerate(actions.moves):
        picks = getattr(move, "picks", ())
        if number and not picks:
            plain[_bare(choices[number])] = number
        elif number and picks == (variant.rows[0].name,):
            answered[plain[_bare(choices[number])]] = number
    cells = np.array([[len(row.cells)] for row in variant.rows])
    passed = np.tile(np.where(merged.locked, cells, merged.passed), 2)  # for open rows, then for closed ones
    locked = np.tile(merged.locked, 2)
    dice = [variant.locks[colour] for colour in variant.colours]
    has = [variant.find(kind) is not None for kind in (BonusBar, Swaps, Twice)]
    numbers = [seats, variant.may_tie, *has, len(pair_bits(variant)), not carried(variant), len(dice)]
    parts = (plain, answered, passed, locked, dice, choices, cells, _double_cells(variant))
    sections = [np.asarray(part, np.int64).ravel() for part in parts]
    starts = np.cumsum([len(numbers) + len(sections), *map(len, sections)])[:-1]
    return np.concatenate([np.array(numbers, np.int64), starts, *sections])


def _double_cells(variant: Variant) -> list[int]:
    """By row, a bit for every cell that counts two crosses at once (R19)."""
    found = variant.find(DoubleCells)
    places = found.cells if found else ()
    return [sum(1 << place.cell for place in places if place.row == row) for row in range(len(variant.rows))]


def _choice(variant: Variant, move: Choice) -> int:
    """A move as the kernels write it (`workspace.PASS`), a lucky one without its cell."""
    if not isinstance(move, Cross | Lucky | Swap):
        return int(workspace.PASS)
    row = variant.row_of[move.row]
    bits = int(effects.AT_CELL)
    if isinstance(move, Lucky):
        cell = int(workspace.BY_LUCK)
    else:
        cell = variant.rows[row].index_of[move.number] << bits
    field = move.field << int(workspace.BY_SWAP) if isinstance(move, Swap) else 0
    picks = sum(variant.row_of[pick] << bits * tie for tie, pick in enumerate(move.picks))
    ties = len(move.picks) << int(workspace.AT_TIES)
    return int(row + cell + ties + (picks << int(workspace.AT_ANSWERS)) + field)


def _bare(choice: int) -> int:
    """A choice without its answers to ties, the swap field next to the rest."""
    bits = int(workspace.AT_TIES)
    return int(choice & (1 << bits) - 1 | choice >> int(workspace.BY_SWAP) << bits)
