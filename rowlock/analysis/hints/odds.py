"""The odds of the dice for a sheet: how many rolls of a player's own turn let it cross given cells."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from rowlock.engine.facts import BonusCrossed, Crossed, Fact
from rowlock.engine.game import Game, Phase, legal_moves, preview
from rowlock.engine.moves import PASS, Roll
from rowlock.engine.variant import Place, Variant


class Reach:
    """The cells that every white sum and every sum with a coloured die let a seat cross.

    A cell counts if a legal move crosses it, directly or by what the move earns: swap fields, lucky numbers,
    bonuses and links are in it. In the colour action the sheet is taken as it was before the roll.
    """

    def __init__(self, game: Game, seat: int) -> None:
        turn = (seat - game.start) % len(game.sheets) + 1
        free = game._replace(turn=turn, phase=Phase.ROLL, roll=None, choices=(), crossed=False)
        self.faces, self.dice = game.variant.faces, free.dice
        sums = range(2, 2 * self.faces + 1)
        self._white = {total: _crossed(_white(free, total), seat) for total in sums}
        self._colour = {
            (die, total): _crossed(_colour(free, die, total), seat) for die in self.dice for total in sums
        }

    def percent(self, cells: Iterable[Place]) -> float:
        """How many of all rolls, in percent, let the seat cross one of these cells."""
        wanted, side, missed = frozenset(cells), range(1, self.faces + 1), 0.0
        for first, second in product(side, repeat=2):
            if self._white[first + second] & wanted:
                continue
            chance = 1.0
            for die in self.dice:
                sums = (
                    (self._colour[die, first + value], self._colour[die, second + value]) for value in side
                )
                chance *= sum(not (one | other) & wanted for one, other in sums) / self.faces
            missed += chance
        return 100 * (1 - missed / self.faces**2)


def places_in(variant: Variant, facts: Iterable[Fact], *kinds: type[Crossed | BonusCrossed]) -> set[Place]:
    """The cells that these facts cross."""
    crossed = [fact for fact in facts if isinstance(fact, kinds or (Crossed, BonusCrossed))]
    return {variant.places[fact.row, fact.number] for fact in crossed}


def _white(free: Game, total: int) -> Game:
    first = max(1, total - free.variant.faces)
    thinking = (None,) * len(free.sheets)
    return free._replace(phase=Phase.WHITE, roll=Roll((first, total - first), ()), choices=thinking)


def _colour(free: Game, die: str, total: int) -> Game:
    first = max(1, total - free.variant.faces)
    return free._replace(phase=Phase.COLOUR, roll=Roll((first, first), ((die, total - first),)))


def _crossed(game: Game, seat: int) -> frozenset[Place]:
    """The cells that any legal move of this seat crosses."""
    found: set[Place] = set()
    for move in legal_moves(game, seat):
        if move is not PASS:
            found |= places_in(game.variant, preview(game, seat, move)[1])
    return frozenset(found)
