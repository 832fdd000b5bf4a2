"""Bots that choose for many tables at once, and the way from one seat's view to such a bot.

A batch bot works on arrays (`net.lockstep`). The arena gives it thousands of tables; `Seat` gives it the one
table that a view shows, and says its choice as a move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Any, Protocol

import numpy as np

from rowlock.bots.net.lockstep import Dice, Tables, colour_options, make_dice, white_options
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Array, Options, Pad
from rowlock.bots.net.policy import Weigher
from rowlock.engine.errors import RowlockError
from rowlock.engine.variant import Row
from rowlock.fast.tables import compile_variant
from rowlock.variants import load_variant

View = dict[str, Any]


class BatchBot(Protocol):
    """A bot that chooses for many tables at once; options are by number, see `Pad`."""

    def white(self, tables: Tables, dice: Dice, options: Options, positions: tuple[int, ...]) -> Array:
        """The option of each of these seats: `[N, positions]`."""

    def colour(self, tables: Tables, dice: Dice, options: Options, idle: Array) -> Array:
        """The option of the seat in position 0: `[N]`."""


class Best:
    """Takes what a weigher values most."""

    def __init__(self, weigher: Weigher) -> None:
        self.weigher = weigher

    def white(self, tables: Tables, dice: Dice, options: Options, positions: tuple[int, ...]) -> Array:
        return self.weigher.white(tables, dice, options, positions).argmax(-1)

    def colour(self, tables: Tables, dice: Dice, options: Options, idle: Array) -> Array:
        return self.weigher.colour(tables, options, idle).argmax(-1)


class Likes:
    """A bot that is a value function (see `rowlock.bots`), for many tables; equals are decided by lot."""

    def __init__(self, pad: Pad, value: Callable[[bool, int, int], float], seed: int) -> None:
        self.pad, self.value = pad, lru_cache(maxsize=None)(value)
        self.lots = np.random.default_rng(seed)

    def white(self, tables: Tables, dice: Dice, options: Options, positions: tuple[int, ...]) -> Array:
        pad, at = self.pad, list(positions)
        cell = pad.look(pad.cell_of, pad.row_index * pad.numbers + dice.called[:, None, None])
        skips = cell - pad.look(pad.passed, tables.rows[:, at])
        rows = options.rows[:, at]
        gain = pad.score(rows, tables.penalties[:, at][..., None])
        gain = gain - pad.score(tables.rows[:, at], tables.penalties[:, at])[..., None]
        return self._choose(self._wide(skips, rows.shape[-2]), gain, options.legal[:, at])

    def colour(self, tables: Tables, dice: Dice, options: Options, idle: Array) -> Array:
        pad, mine = self.pad, tables.rows[:, 0]
        place = np.tile(pad.row_index, 2) * pad.numbers + dice.sums
        row, cell = pad.look(pad.reach_row, place), pad.look(pad.reach_cell, place)
        skips = cell - pad.look(pad.passed, np.take_along_axis(mine, np.maximum(row, 0), 1))
        penalties = tables.penalties[:, :1] + 0 * options.used
        penalties[:, -1] += idle
        gain = pad.score(options.rows, penalties) - pad.score(mine, tables.penalties[:, 0])[:, None]
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
def pad_of(name: str) -> Pad:
    """The pad of a variant that comes with the package; raises for any other."""
    return Pad(compile_variant(load_variant(name)))


class Seat:
    """One seat's bot, played by a batch bot. Where that cannot play, by what a move skips and gains."""

    def __init__(self, name: str, line: str, make: Make) -> None:
        self.name, self.line, self.make = name, line, make
        self.made: dict[tuple[str, int], tuple[Pad, BatchBot] | None] = {}
        self.thinking = Lock()

    def choose(self, view: View, moves: list[str]) -> str:
        if len(moves) == 1:
            return moves[0]
        found = self._bot(view["variant"], len(view["sheets"]))
        if found is None:
            return _plainly(view, moves)
        with self.thinking, one_core():
            chosen = Question(found[0], view).chosen_by(found[1])
        return chosen if chosen in moves else _plainly(view, moves)

    def _bot(self, variant: str, seats: int) -> tuple[Pad, BatchBot] | None:
        key = (variant, seats)
        if key not in self.made:
            try:
                pad = pad_of(variant)
                self.made[key] = (pad, self.make(pad, seats))
            except RowlockError:  # a variant of somebody's own, or one with something new in it
                self.made[key] = None
        return self.made[key]


def _plainly(view: View, moves: list[str]) -> str:
    """The move with the best gain for the cells it skips; good enough where nothing better is known."""
    told = {move["move"]: move for move in view["moves"]}

    def worth(text: str) -> float:
        move = told[text]
        return float(move["gain"] - 2 * move["skips"] if move["cell"] else move["gain"] + 1)

    return max(moves, key=worth)


class Question:
    """What a view asks its seat, as arrays: table, dice and options, and what each option is called."""

    def __init__(self, pad: Pad, view: View) -> None:
        self.pad = pad
        self.tables, self.dice = read_view(pad, view)
        self.moves = [move["move"] for move in view["moves"]]
        self.is_white = view["phase"] == "white"
        self.idle = np.array([not view["crossed"]])
        self.total = view["roll"]["total"]
        position = (view["seat"] - view["active"]) % len(view["sheets"])
        self.positions = (position,)
        if self.is_white:
            self.options = white_options(pad, self.tables, self.dice)
            self.legal = self.options.legal[0, position]
        else:
            self.options = colour_options(pad, self.tables, self.dice, np.zeros(1, bool))
            self.legal = self.options.legal[0]

    def chosen_by(self, bot: BatchBot) -> str:
        """A bot's answer."""
        if self.is_white:
            return self.name(int(bot.white(self.tables, self.dice, self.options, self.positions)[0, 0]))
        return self.name(int(bot.colour(self.tables, self.dice, self.options, self.idle)[0]))

    def worth_to(self, weigher: Weigher) -> dict[str, float]:
        """What every legal move is worth."""
        if self.is_white:
            values = weigher.white(self.tables, self.dice, self.options, self.positions)[0, 0]
        else:
            values = weigher.colour(self.tables, self.options, self.idle)[0]
        found = {self.name(int(option)): float(values[option]) for option in np.flatnonzero(self.legal)}
        return {move: found[move] for move in self.moves}

    def name(self, option: int) -> str:
        """An option as a move; their order is that of `Pad.white` and `Pad.colour`."""
        pad = self.pad
        colours = [row.colour for row in pad.tables.variant.rows]
        if option == len(self.legal) - 1:
            return "-"
        if self.is_white and pad.has_lucky and option >= pad.R:
            return f"*{colours[option - pad.R]}"
        slot, answer = divmod(option, pad.R) if pad.has_pairs else (option, 0)
        row, number = slot, self.total
        if not self.is_white:
            number = int(self.dice.sums[0, slot])
            row = int(pad.reach_row[slot % pad.R * pad.numbers + number])
        text = f"{colours[row]}{number}"
        return text if text in self.moves else f"{text}>{colours[answer]}"


def read_view(pad: Pad, view: View) -> tuple[Tables, Dice]:
    """The one table of a view as arrays, the active seat first."""
    variant, seats = pad.tables.variant, len(view["sheets"])
    order = [(view["active"] + p) % seats for p in range(seats)]
    sheets = [view["sheets"][seat] for seat in order]
    rows = [
        [
            r * pad.S + pad.tables.state_of(r, crosses_of(row, shown))
            for r, (row, shown) in enumerate(zip(variant.rows, sheet["rows"], strict=True))
        ]
        for sheet in sheets
    ]
    closed = sum(1 << r for r, row in enumerate(sheets[0]["rows"]) if row["closed"])
    tables = Tables(
        np.array([rows]),
        np.array([[max(sheet["bar"], default=0) for sheet in sheets]]),
        np.array([[sheet["penalties"] for sheet in sheets]]),
        np.array([closed]),
        np.array([[(seat - view["start"]) % seats for seat in order]]),
    )
    roll = view["roll"]
    faces = [*roll["white"], *[roll["coloured"].get(row.colour, 1) for row in variant.rows]]
    return tables, make_dice(pad, np.array([faces]))


def crosses_of(row: Row, shown: View) -> int:
    """A row of crosses as on `Sheet`, from what a view shows of it."""
    crosses = sum(1 << row.index_of[number] for number in shown["crossed"])
    return crosses | (row.lock_bit if shown["locked"] else 0)
