"""The values of all positions of a variant's solo game, and what every choice is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.errors import BadNotation
from rowlock.engine.game import Game, Phase, apply, legal_moves
from rowlock.engine.moves import Choice
from rowlock.engine.notation import format_move, format_sheet
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, empty_sheet
from rowlock.fast.tables import Tables
from rowlock.solver.board import Array
from rowlock.solver.layout import Layout, Words


class Ticks(NamedTuple):
    """How scores are written as whole numbers: `(score - low) * scale`."""

    low: int
    scale: int

    def score(self, ticks: int) -> float:
        return ticks / self.scale + self.low


def make_ticks(tables: Tables, bits: int) -> Ticks:
    """The finest ticks with which every score fits into this many bits."""
    spans = [(row[:n].min(), row[:n].max()) for row, n in zip(tables.points, tables.states, strict=True)]
    spans += [(points, points) for points in tables.pair_points]
    spans += [(tables.row_points.min(), tables.row_points.max()) for _ in tables.pair_points]
    low = sum(min(0, int(span[0])) for span in spans) + tables.penalty_boxes * tables.penalty_points
    high = sum(max(0, int(span[1])) for span in spans)
    # in 64 bits, a value shares its word with a die and a number while they are ranked
    size = (1 << 32) - 1 if bits == 32 else 1 << 55
    return Ticks(low, 1 << min(40, (size // (high - low + 1)).bit_length() - 1))


class Option(NamedTuple):
    """A way to play a roll: the moves left to make, what they lead to, and what they cost."""

    moves: tuple[str, ...]
    value: float
    loss: float


@dataclass(frozen=True)
class Values:
    """The expected final score of every position, with best play. `value(sheet)` looks one up."""

    layout: Layout
    ticks: Ticks
    bits: int
    reached: Words
    first: Array
    """[frames + 1] where the places of each frame begin."""
    table: npt.NDArray[Any]
    """[places, lanes] ticks by place and penalties."""

    @property
    def start(self) -> float:
        """The value of the empty sheet: the greatest expected score of the solo game."""
        return self.value(empty_sheet(self.layout.tables.variant))

    @property
    def error_bound(self) -> float:
        """How far off a value can be: half a tick for every turn that may follow, doubles included."""
        variant = self.layout.tables.variant
        turns = sum(len(row.cells) for row in variant.rows) + variant.penalty_boxes
        return turns * max(0.5 / self.ticks.scale, 2**-40)

    @cached_property
    def states(self) -> int:
        """How many positions with a decision there are, penalties told apart."""
        return count_states(self.layout, self.first)

    def place_of(self, sheet: Sheet) -> int:
        """The place of a sheet that awaits a roll; refuses one that no solo game reaches."""
        frame, extra, words = (
            self.layout.frame_of(sheet),
            self.layout.extra_of(sheet),
            self.layout.index.words,
        )
        if words == 0:
            return frame
        *before, word = (int(bits) for bits in self.reached[frame * words : frame * words + extra // 64 + 1])
        if not word >> extra % 64 & 1:
            text = format_sheet(self.layout.tables.variant, sheet)
            raise BadNotation(f"no solo game comes to {text}: its bonuses do not fit its crosses")
        below = word & ((1 << extra % 64) - 1)
        return int(self.first[frame]) + sum(bits.bit_count() for bits in (*before, below))

    def value(self, sheet: Sheet) -> float:
        """The expected final score of a sheet that awaits a roll, or its score if it is the last."""
        variant = self.layout.tables.variant
        locks = 0
        for r, row in enumerate(variant.rows):
            locks |= bool(sheet.crosses[r] & row.lock_bit) << r
        if locks != sheet.closed:
            raise BadNotation("in a solo game nobody else closes a row: 'x' cannot be on the sheet")
        if sheet.penalties >= variant.penalty_boxes:
            return float(score(variant, sheet).total)
        return self.ticks.score(int(self.table[self.place_of(sheet), sheet.penalties]))

    @property
    def is_plain(self) -> bool:
        """Whether rows and penalties are all there is to a position: no bonuses to remember."""
        return self.layout.index.words == 0

    def value_of(self, game: Game) -> float:
        """The expected final score of a solo game, whatever it waits for."""
        if game.phase is Phase.OVER:
            return float(score(game.variant, game.sheets[0]).total)
        if game.phase is Phase.ROLL:
            return self.value(game.sheets[0])
        return max(self.value_of(apply(game, move, 0).game) for move in legal_moves(game, 0))

    def options(self, game: Game) -> list[Option]:
        """Every way to play the roll that lies, best first, with what each loses against the best."""
        found = [
            (tuple(format_move(move) for move in moves), self.value_of(after))
            for moves, after in _ways(game, ())
        ]
        best = max(value for _, value in found)
        options = [Option(moves, value, best - value) for moves, value in found]
        return sorted(options, key=lambda option: option.loss)


def _ways(game: Game, said: tuple[Choice, ...]) -> list[tuple[tuple[Choice, ...], Game]]:
    if game.phase not in (Phase.WHITE, Phase.COLOUR):
        return [(said, game)]
    return [way for move in legal_moves(game, 0) for way in _ways(apply(game, move, 0).game, (*said, move))]


def count_states(layout: Layout, first: Array) -> int:
    """The positions in which the game goes on, penalties told apart."""
    board, index = layout.board, layout.index
    left, right = (
        sum(board.locked[row + i, states[:, i]].astype(np.int64) for i in (0, 1))
        for row, states in ((0, index.left_states), (2, index.right_states))
    )
    total = 0
    for half, locked in enumerate(left):
        begin = half if index.mirror else 0
        places = np.ones(len(right) - begin, np.int64)
        if index.words:
            frame = int(index.start[half])
            places = np.diff(first[frame : frame + len(right) + 1])
        total += int(places[locked + right[begin:] < board.end_rows].sum())
    return total * board.boxes
