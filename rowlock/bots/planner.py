"""Plays as if alone, with the values of the solo game, bent by the danger that the game ends early.

Alone at the table it plays the solved game, if `rowlock solve` has solved the variant; otherwise, and in
company, it asks a network that has learnt those values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rowlock.bots import Bot
from rowlock.bots.kit.basis import HAND, SOLVED
from rowlock.bots.kit.batch import BatchBot, BestOption, Make, pad_of
from rowlock.bots.kit.hand import Hand
from rowlock.bots.kit.seat import seated
from rowlock.bots.kit.view_reading import View, game_of
from rowlock.bots.net.features import place_in_order
from rowlock.bots.net.lockstep import union
from rowlock.bots.net.network import NumpyNetwork
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import HUNDRED, Ends, Outlook, Sheets, Weigher
from rowlock.bots.net.shelf import find_network
from rowlock.engine.errors import Unsupported
from rowlock.engine.variant import Variant
from rowlock.folders import values_folder

if TYPE_CHECKING:
    from rowlock.solver.values import Values

LINE = "Knows what every sheet is worth alone, and fears only that the others will not let it finish."
RUNG = 5
PLAYS_SOLVED_GAME = True

TRUST = {1: 1.0, 2: 0.35}
"""How much of the points still to come it counts on with all rows open, by seats; else `LEAST`."""
LEAST = 0.3
HABIT = 12.0
"""In company it also listens to the steady hand: what a point of that hand's worth is to it."""
CLOSED, THREAT = 0.5, 0.85
"""The rest of that trust when a row is closed, and for every row that a rival is about to close."""
UNSURE = 1e-3
"""Points by which a network's sums differ from one machine to the next, and more."""
NEAR = 2
"""A rival with enough crosses is about to close a row if no more than this many cells lie before the last."""


class Bent(Weigher):
    """Points now, and the points to come as far as they can be trusted."""

    def __init__(self, pad: Pad, seats: int, alone: Alone) -> None:
        super().__init__(pad)
        self.trust, self.foresee = TRUST.get(seats, LEAST), seats > 1
        self.hand = Hand(pad) if seats > 1 else None
        self.alone = alone
        self.near = UNSURE if isinstance(alone, NetworkWorth) else 0.0
        last = [_last_state(pad, r) for r in range(pad.R)]
        self.dead = pad.ints([r * pad.S + state for r, state in enumerate(last)])
        """States with nothing left to cross: what a row is like that others have closed."""
        self.ready = pad.flags(self._ready().ravel())

    def _ready(self) -> Array:
        """[R, S] states from which a row can soon be closed."""
        t = self.pad.tables
        needs = np.array([row.needs for row in t.variant.rows])[:, None]
        first = np.array([row.first_closer for row in t.variant.rows])[:, None]
        closes = np.array([row.lock is not None for row in t.variant.rows])[:, None]
        return closes & (t.count >= needs) & (t.passed >= first - NEAR) & ~t.locked

    def judge(self, ends: Ends, outlook: Outlook) -> Array:
        pad, rows, fined = self.pad, ends.rows, ends.penalties
        score = pad.score(rows, ends.used, fined)
        shut = ~pad.is_open(ends.closed) & (pad.look(pad.lock_bit, rows) == 0)
        alone = np.where(shut, self.dead, rows)
        value = self.alone(alone, ends.used, fined)
        to_come = np.maximum(value - pad.score(alone, ends.used, fined), 0) * ~self.is_over(ends, outlook)
        worth = score + outlook.context[ends.seat] * to_come
        return worth + HABIT * self.hand.judge(ends, outlook) if self.hand else worth

    def context(self, sheets: Sheets) -> Array:
        """How much of the points to come each seat can trust in."""
        if sheets.used.shape[1] == 1:
            return 1.0 + 0 * sheets.used
        closed = union(sheets.closed)
        ready = self.ready.take(sheets.rows) & self.pad.is_open(closed)[:, None]
        threats = (ready.sum(1)[:, None] - ready > 0).sum(-1)
        return self.trust * THREAT**threats * np.where(closed > 0, CLOSED, 1.0)[:, None]


def _last_state(pad: Pad, row: int) -> int:
    """The state of a row in which nothing but the last cell before the lock is crossed."""
    step, cell = pad.tables.step[row], pad.tables.variant.rows[row].first_closer - 1
    once = int(step[0, cell])
    return max(once, int(step[once, cell]))  # crossed twice, where that is allowed


class NetworkWorth:
    """The worth of sheets `[K]` alone, in points, as a network has learnt it."""

    def __init__(self, pad: Pad, network: NumpyNetwork) -> None:
        self.pad, self.network = pad, network

    def __call__(self, rows: Array, used: Array, penalties: Array) -> Array:
        features, zero = self.network.features, 0 * used
        sheets = Sheets(rows, used, penalties, self.pad.locks(rows), zero, place_in_order(1, zero))
        places = [*features.sheet(*sheets), features.gap(zero + 10_000)]
        nobody = self.network.contexts(Sheets(*[part[:1, None] for part in sheets]))
        return self.network.win(places, nobody[0], zero, zero) * HUNDRED


Alone = Callable[[Array, Array, Array], Array]
"""The worth of sheets alone, in points, by their rows, what is used, and penalties."""


class SolvedBot:
    """Plays the solved game, alone."""

    by = SOLVED

    def __init__(self, name: str, line: str, variant: Variant, values: Values) -> None:
        self.name, self.line, self.variant, self.values = name, line, variant, values

    def choose(self, view: View, moves: list[str]) -> str:
        return str(self.values.options(game_of(self.variant, view))[0].moves[0])


def solved_values(variant: Variant) -> Values | None:
    """The exact values of a variant's solo game; None where nobody has solved it on this machine."""
    try:
        folder = values_folder()
        if not folder.exists():
            return None
        file = _value_file(variant, folder)
        return _read_values(variant, file.parent, file.stat().st_mtime_ns)
    except (Unsupported, OSError):
        return None


@lru_cache(maxsize=32)
def _value_file(variant: Variant, folder: Path) -> Path:
    from rowlock.solver.dynamic import file_of

    return file_of(variant, folder)


@lru_cache(maxsize=2)
def _read_values(variant: Variant, folder: Path, changed: int) -> Values | None:
    """Every byte of a value file is checked, once until it changes."""
    from rowlock.solver.dynamic import load_values

    return load_values(variant, folder)


def make_batch(pad: Pad, seats: int) -> BatchBot:
    """In company everybody's planner plays by the network, whatever has been solved on this machine."""
    values = solved_values(pad.tables.variant) if seats == 1 else None
    if values is not None:
        from rowlock.bots.net.solved import ByValues

        return BestOption(Bent(pad, seats, ByValues(pad, values)), SOLVED)
    if found := find_network(pad, 1):
        return BestOption(Bent(pad, seats, NetworkWorth(pad, found[0])), found[1])
    return BestOption(Hand(pad), HAND)


def alone_or_seated(name: str, line: str, variant: Variant, seats: int, seed: int, make: Make) -> Bot:
    """The solved game where it is solved and there are no rivals, else whatever `make` makes."""
    values = solved_values(variant) if seats == 1 else None
    if values is not None and not _in_arrays(variant):
        return SolvedBot(name, line, variant, values)
    return seated(name, line, variant, seats, seed, make)


def _in_arrays(variant: Variant) -> bool:
    """Whether `make_batch` can play the pad at all; a solved one may have several mechanisms at once."""
    try:
        pad_of(variant)
    except Unsupported:
        return False
    return True


def make_bot(variant: Variant, seats: int, seed: int) -> Bot:
    return alone_or_seated("planner", LINE, variant, seats, seed, make_batch)
