"""The moves of a pad as whole numbers: what an agent answers with.

Action 0 is the pass; then come the cells, row by row from the left; then the moves that mechanisms add: with
cards one for every slot, then every play of a colour, with every choice of crosses. At the end
stands every move again with each answer to the ties that it may meet (R16.4). The numbers depend on the pad
alone, so that an action means the same all through a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import IllegalMove, Unsupported
from rowlock.engine.game import Game, legal_moves, waiting_for
from rowlock.engine.moves import PASS, Choice, Cross
from rowlock.engine.variant import Place, Variant

Mask = npt.NDArray[np.int8]


class Actions:
    """The moves of a pad, numbered."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.moves: tuple[Choice, ...] = tuple(_every_move(variant))
        self.number_of: dict[Choice, int] = {move: number for number, move in enumerate(self.moves)}

    def __len__(self) -> int:
        return len(self.moves)

    def __deepcopy__(self, _: object) -> Actions:
        """The same: nothing here ever changes, and OpenSpiel copies states with all that they hold."""
        return self

    def mask(self, game: Game, seat: int) -> Mask:
        """1 for every action that is legal for this seat now; all 0 while it is not asked."""
        mask = np.zeros(len(self.moves), np.int8)
        if seat in waiting_for(game):
            mask[[self.number_of[move] for move in legal_moves(game, seat)]] = 1
        return mask

    def move(self, action: int) -> Choice:
        """The move that a number stands for, legal or not."""
        if not 0 <= action < len(self.moves):
            raise IllegalMove(f"there is no action {action}; the actions are 0 to {len(self.moves) - 1}")
        return self.moves[action]


def _every_move(variant: Variant) -> Iterator[Choice]:
    plain: list[Any] = list(_moves_without_ties(variant))
    yield PASS
    yield from plain
    if variant.may_tie:
        for move in plain:
            yield from (replace(move, picks=picks) for picks in _answers(variant, move))


def _moves_without_ties(variant: Variant) -> Iterator[Choice]:
    for row in variant.rows:
        yield from (Cross(row.name, cell.number) for cell in row.cells)
    for mechanism in variant.mechanisms:
        found = list(mechanism.every_move(variant))
        if mechanism.moves and not found:
            raise Unsupported(
                f"environments cannot number the moves of {variant.title}: "
                f"{mechanism.key} does not list every_move"
            )
        yield from found


def _answers(variant: Variant, move: Choice) -> Iterator[tuple[str, ...]]:
    """Every list of rows that may be chosen on ties after this move, short ones first."""
    if isinstance(move, Cross) and _place(variant, move) in variant.quiet:
        return
    for ties in range(1, variant.most_ties + 1):
        yield from product([row.name for row in variant.rows], repeat=ties)


def _place(variant: Variant, move: Cross) -> Place:
    row = variant.row_of[move.row]
    return Place(row, variant.rows[row].index_of[move.number])
