"""The judge in company, and alone where nothing is solved: a network's verdict, for a whole game at once.

In company every seat's chance comes from a look of its own at the table. They need not add up to one, and
are made to. The worth of an option is changed by as much as the chance of its seat, so that the order of the
options stays the network's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rowlock.analysis import plain
from rowlock.analysis.judged import Heard, Judged, Worths
from rowlock.analysis.rolls import Floats, end_worth, look_at_rolls
from rowlock.analysis.turns import Turn
from rowlock.bots._reading import as_arrays, table_arrays
from rowlock.bots._seat import name_option
from rowlock.bots.net.lockstep import Games, Rolls, colour_options, white_options
from rowlock.bots.net.network import one_core
from rowlock.bots.net.pad import Array, Pad
from rowlock.bots.net.policy import Weigher
from rowlock.engine.game import Game, Phase, legal_moves
from rowlock.engine.notation import format_move

PART = 16
"""Turns judged at once: few enough to stay in the cache."""


class ByNetwork:
    """Judges by what a weigher thinks of the table at the end of a turn."""

    def __init__(self, pad: Pad, weigher: Weigher, by: plain.JudgedBy, seats: int) -> None:
        self.pad, self.weigher, self.seats = pad, weigher, seats
        self.variant = pad.tables.variant
        self.about: plain.Judge = {
            "by": by,
            "unit": "chance" if seats > 1 else "points",
            "exact": False,
            "rollouts": 0,
            "error": 0.0,
        }

    def judge(self, turns: Sequence[Turn], heard: Heard, processes: int = 1) -> list[Judged]:
        found: list[Judged] = []
        with one_core():
            for first in range(0, len(turns), PART):
                part = turns[first : first + PART]
                found += self._part(part)
                heard(len(part))
        return found

    def _part(self, turns: Sequence[Turn]) -> list[Judged]:
        games, dice = stack(self.pad, [turn.rolled for turn in turns])
        looked = look_at_rolls(self.weigher, games, faces_of(self.pad, turns), self.level)
        before, came = looked.mean, looked.came
        scale = odds(came) / odds(looked.said)
        white = self._white(turns, games, dice, scale)
        colour = self._colour(turns, scale[:, 0])
        after = self._after(turns)
        return [
            Judged(
                _by_seat(before[n], turn.active),
                _by_seat(came[n], turn.active),
                after[n],
                white[n],
                colour[n],
            )
            for n, turn in enumerate(turns)
        ]

    def level(self, worth: Floats) -> Floats:
        """Chances that add up to one; points as they are."""
        return worth / worth.sum(-1, keepdims=True) if self.seats > 1 else worth

    def scaled(self, values: Floats, scale: Floats) -> Floats:
        """Chances with their odds multiplied: certain ones stay certain."""
        return values * scale / (values * scale + 1 - values) if self.seats > 1 else values

    def _white(self, turns: Sequence[Turn], games: Games, dice: Rolls, scale: Floats) -> list[list[Worths]]:
        options = white_options(self.pad, games, dice)
        values = np.asarray(self.weigher.white(games, dice, options), np.float64)
        found = []
        for n, turn in enumerate(turns):
            by_seat = []
            for seat in range(self.seats):
                p = (seat - turn.active) % self.seats
                worth = self.scaled(values[n, p], scale[n, p])
                by_seat.append(self._named(turn.rolled, seat, worth, options.legal[n, p], None))
            found.append(by_seat)
        return found

    def _colour(self, turns: Sequence[Turn], scale: Floats) -> list[Worths]:
        acting = [(n, turn.acting) for n, turn in enumerate(turns) if turn.acting]
        found: list[Worths] = [{} for _ in turns]
        if not acting:
            return found
        games, dice = stack(self.pad, [game for _, game in acting])
        options = colour_options(self.pad, games, dice, np.zeros(len(acting), bool))
        idle = np.array([not game.crossed for _, game in acting])
        values = np.asarray(self.weigher.colour(games, options, idle), np.float64)
        for k, (n, game) in enumerate(acting):
            worth = self.scaled(values[k], scale[n])
            found[n] = self._named(game, game.active, worth, options.legal[k], dice.sums[k])
        return found

    def _named(self, game: Game, seat: int, worth: Floats, legal: Array, sums: Array | None) -> Worths:
        return {move: float(worth[n]) for move, n in self._numbered(game, seat, legal, sums).items()}

    def numbers(self, game: Game, seat: int) -> dict[str, int]:
        """The number of every move among the options of the arrays."""
        games, dice = stack(self.pad, [game])
        if game.phase is Phase.WHITE:
            legal = white_options(self.pad, games, dice).legal[0, (seat - game.active) % self.seats]
            return self._numbered(game, seat, legal, None)
        legal = colour_options(self.pad, games, dice, np.zeros(1, bool)).legal[0]
        return self._numbered(game, seat, legal, dice.sums[0])

    def _numbered(self, game: Game, seat: int, legal: Array, sums: Array | None) -> dict[str, int]:
        moves = [format_move(move) for move in legal_moves(game, seat)]
        total = game.roll.total if game.roll else 0
        known = {
            name_option(self.pad, int(option), len(legal), moves, total, sums): int(option)
            for option in np.flatnonzero(legal)
        }
        return {move: known[move] for move in moves}

    def _after(self, turns: Sequence[Turn]) -> list[list[float] | None]:
        """Worth when the turn is over, seen from the seat that has had it."""
        done = [(n, turn, turn.after) for n, turn in enumerate(turns) if turn.after]
        found: list[list[float] | None] = [None] * len(turns)
        if not done:
            return found
        ended = [game._replace(turn=turn.before.turn) for _, turn, game in done]
        worth = self.level(end_worth(self.weigher, stack_tables(self.pad, ended)))
        for k, (n, turn, _) in enumerate(done):
            found[n] = _by_seat(worth[k], turn.active)
        return found


def stack(pad: Pad, games: Sequence[Game]) -> tuple[Games, Rolls]:
    """Games with their rolls as arrays, in each of them the active seat first."""
    dice = [as_arrays(pad, game)[1] for game in games]
    return stack_tables(pad, games), Rolls(*[np.concatenate(parts) for parts in zip(*dice, strict=True)])


def stack_tables(pad: Pad, games: Sequence[Game]) -> Games:
    """The sheets of games as arrays, in each of them the active seat first."""
    tables = [table_arrays(pad, game) for game in games]
    return Games(*[np.concatenate(parts) for parts in zip(*tables, strict=True)])


def faces_of(pad: Pad, turns: Sequence[Turn]) -> Array:
    """What the dice show, one column for every row's die; 1 where a die has left."""
    colours = [row.lock or "" for row in pad.tables.variant.rows]
    shown = [(turn.roll.white, dict(turn.roll.coloured)) for turn in turns]
    return np.array([[*white, *[dice.get(colour, 1) for colour in colours]] for white, dice in shown])


def odds(chances: Floats) -> Floats:
    """Chances as odds, kept away from 0 and 1, where nothing can be scaled."""
    inside = np.clip(chances, 1e-6, 1 - 1e-6)
    return inside / (1 - inside)


def _by_seat(worth: Floats, active: int) -> list[float]:
    return [float(value) for value in np.roll(worth, active)]
