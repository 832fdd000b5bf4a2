"""The oracle: expectimax over the readable engine, in exact fractions.

It knows nothing but `all_rolls`, `legal_moves` and `apply`, so it is right when the engine is. Fit for
variants with a handful of cells; `dynamic` does the real pads, and is compared with this.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from rowlock.engine.game import Game, Phase, all_rolls, apply, legal_moves, new_game
from rowlock.engine.moves import Roll
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Variant


class Brute:
    """Exact values of every position of a variant's solo game, found as they are asked for."""

    def __init__(self, variant: Variant) -> None:
        self.start = new_game(variant, 1)
        self.values: dict[Sheet, Fraction] = {}

    def value(self, game: Game) -> Fraction:
        """The expected final score with best play from here on."""
        if game.phase is Phase.OVER:
            return Fraction(score(game.variant, game.sheets[0]).total)
        if game.phase is not Phase.ROLL:
            return max(self.value(apply(game, move, 0).game) for move in legal_moves(game, 0))
        sheet = game.sheets[0]
        if sheet not in self.values:
            rolls = Counter(_sorted(roll) for roll in all_rolls(game))
            total = sum((n * self.value(apply(game, roll).game) for roll, n in rolls.items()), Fraction())
            self.values[sheet] = total / rolls.total()
        return self.values[sheet]


def solve_brute(variant: Variant) -> Fraction:
    """The greatest expected score of the solo game, exactly."""
    brute = Brute(variant)
    return brute.value(brute.start)


def _sorted(roll: Roll) -> Roll:
    """The same roll with its white dice in order: they are alike (R4.1, R5.1)."""
    first, second = sorted(roll.white)
    return Roll((first, second), roll.coloured)
