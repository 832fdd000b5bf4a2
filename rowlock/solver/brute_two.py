"""The oracle for two players: every roll a matrix game, over the readable engine, in exact fractions.

It knows nothing but `all_rolls`, `legal_moves`, `apply` and `outcome`, and solves matrix games by the simplex
method in fractions, with Bland's rule. Fit for variants with a handful of cells; `endings` does the real
pads, and is compared with this.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from rowlock.engine.game import Game, Phase, all_rolls, apply, legal_moves, outcome
from rowlock.engine.moves import Choice, Roll
from rowlock.engine.sheet import Sheet

Matrix = list[list[Fraction]]
Key = tuple[int, tuple[Sheet, ...]]


class RollGame(NamedTuple):
    """A roll as a matrix game: both seats' choices, the active seat first, and its share of the win."""

    mine: list[Choice]
    theirs: list[Choice]
    chances: Matrix


class BruteTwo:
    """The active seat's share of the win in every position of a game for two, found as it is asked for."""

    def __init__(self) -> None:
        self.values: dict[Key, Fraction] = {}
        self.mixed = 0

    def value(self, game: Game) -> Fraction:
        """The share of the seat that rolls, before it does."""
        key = (game.active ^ game.start, game.sheets if game.active == 0 else game.sheets[::-1])
        if key not in self.values:
            rolls = Counter(_sorted(roll) for roll in all_rolls(game))
            total = sum(
                (n * self.roll_value(apply(game, roll).game) for roll, n in rolls.items()), Fraction()
            )
            self.values[key] = total / rolls.total()
        return self.values[key]

    def roll_value(self, game: Game) -> Fraction:
        """The active seat's share with the dice on the table."""
        chances = self.meeting(game).chances
        found = solve_in_fractions(chances)
        self.mixed += max(map(min, chances)) < found
        return found

    def meeting(self, game: Game) -> RollGame:
        """Both seats' choices at a roll, with the best colour action behind them."""
        mine, theirs = (list(legal_moves(game, seat)) for seat in (game.active, 1 - game.active))
        chances = [[self._met(game, own, other) for other in theirs] for own in mine]
        return RollGame(mine, theirs, chances)

    def _met(self, game: Game, own: Choice, other: Choice) -> Fraction:
        active = game.active
        after = apply(apply(game, own, active).game, other, 1 - active).game
        if after.phase is not Phase.COLOUR:
            return self.after(after, active)
        return max(self.after(apply(after, move, active).game, active) for move in legal_moves(after, active))

    def after(self, game: Game, seat: int) -> Fraction:
        """A seat's share when a turn is over."""
        if ended := outcome(game):
            return Fraction(seat in ended.winners, len(ended.winners))
        return self.value(game) if game.active == seat else 1 - self.value(game)


def solve_in_fractions(matrix: Matrix) -> Fraction:
    """The worth of a matrix game to the seat that chooses a row, exactly."""
    height, width = len(matrix), len(matrix[0])
    raised = 1 - min(map(min, matrix))
    one, zero = Fraction(1), Fraction(0)
    table = [
        [*(value + raised for value in row), *(one if n == m else zero for m in range(height)), one]
        for n, row in enumerate(matrix)
    ]
    table.append([-one] * width + [zero] * (height + 1))
    basis = [width + n for n in range(height)]
    while (enters := next((n for n, cost in enumerate(table[-1][:-1]) if cost < 0), None)) is not None:
        able = [n for n in range(height) if table[n][enters] > 0]
        leaves = min(able, key=lambda n: (table[n][-1] / table[n][enters], basis[n]))
        pivot = table[leaves][enters]
        table[leaves] = [value / pivot for value in table[leaves]]
        for n, row in enumerate(table):
            if n != leaves and (factor := row[enters]):
                table[n] = [v - factor * by for v, by in zip(row, table[leaves], strict=True)]
        basis[leaves] = enters
    return 1 / table[-1][-1] - raised


def _sorted(roll: Roll) -> Roll:
    """The same roll with its white dice in order: they are alike (R4.1, R5.1)."""
    first, second = sorted(roll.white)
    return Roll((first, second), roll.coloured)
