"""Sources of dice: the engine is only told what the dice show."""

from __future__ import annotations

import random
import secrets

from rowlock.engine.cards.deck import shuffled
from rowlock.engine.game import Chance, Game
from rowlock.engine.moves import Roll
from rowlock.table.dice import SecretDice, given
from rowlock.table.table import Table


class LocalDice:
    """Dice that nobody can predict or, with a seed, the same ones every time.

    A seeded roll depends on the seed and the turn alone, so that a resumed game goes on with the same dice.
    """

    def __init__(self, seed: str | None = None) -> None:
        self.seed = seed

    def next_roll(self, table: Table) -> Chance:
        """The roll for the turn that has begun at a table, or the shuffle that is awaited."""
        game = table.game
        assert game is not None
        if game.variant.turns is None:
            return self.roll(game)
        chance = self._chance(f"shuffle {table.rolls + 1}")
        return shuffled(game.variant.turns.to_shuffle(game), chance.randrange)

    def roll(self, game: Game) -> Roll:
        chance, faces = self._chance(f"roll {game.turn}"), game.variant.faces
        white = (chance.randint(1, faces), chance.randint(1, faces))
        return Roll(white, tuple((colour, chance.randint(1, faces)) for colour in game.dice))

    def draw_start(self, seats: int) -> int:
        """The seat that starts, at random (R3.1)."""
        return self._chance("start").randrange(seats)

    def _chance(self, purpose: str) -> random.Random:
        return secrets.SystemRandom() if self.seed is None else random.Random(f"{self.seed} {purpose}")


class DayDice(LocalDice):
    """The dice of a day: everybody who plays it has the same."""

    def __init__(self, dice: SecretDice) -> None:
        super().__init__()
        self._dice = dice

    def next_roll(self, table: Table) -> Chance:
        assert table.game is not None
        return given(self._dice, table.game.turn, table.game)
