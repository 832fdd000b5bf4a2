"""Exact endings for two: what positions are worth to both seats where few joint positions can follow.

The white action of two seats is a simultaneous game, with all dice on the table (R4.2). A position is worth
the mean over all rolls of a matrix game over both seats' choices, with the active seat's best colour action
behind them. Each seat's value is its share of the win, ties shared, so that both add up to one.

How many joint positions can follow is foretold before anything is solved. What was found is kept, up to a
bound, for whoever asks next: a game's later positions follow from its earlier ones.
"""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.engine.game import Game
from rowlock.engine.position import parse_position
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Variant
from rowlock.fast.tables import Tables, compile_variant
from rowlock.solver.ending_board import ROWS, EndingBoard, make_ending_board
from rowlock.solver.ending_games import LARGE, MIXED, WORST
from rowlock.solver.ending_kernel import solve_after, solve_position
from rowlock.solver.ending_size import FIRST, logs_of
from rowlock.solver.ending_store import COUNT, LIMIT, make_room, make_store, store_bytes, width_of
from rowlock.variants import load_variant

AT_TABLE = 10_000
"""Joint positions that a seat at the table may wait for: some 50 to 100 ms."""
IN_REVIEW = 1_000_000
"""Joint positions of a whole game in a review: some ten seconds of one core."""
KEPT = 200_000
"""Joint positions that are kept for the next question, where no more were asked for."""
GAP = 1e-9
"""By how much the two seats' promises of a matrix game may differ."""
PENALTIES = 5

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Joint(NamedTuple):
    """Two sheets after a turn: the seat that has had it first. Rows' states, used, penalties."""

    sheets: Ints
    """[2, 6]"""
    closed: int
    deal: int
    """Which of the sheets that differ the first one is: 0 for the start player's."""


class RollGame(NamedTuple):
    """A roll as a matrix game of two seats, the active one first."""

    mine: Ints
    """The numbers of its options, as `bots.net.pad` counts them; the pass is the last."""
    theirs: Ints
    chances: Floats
    """[mine, theirs] the active seat's share of the win."""


class Endings:
    """Exact values of one variant for two, found as they are asked for."""

    def __init__(self, variant: Variant, kept: int = KEPT, twins: bool = False) -> None:
        self.tables: Tables = compile_variant(variant)
        self.board: EndingBoard = make_ending_board(self.tables, twins)
        self.store, self.kept = make_store(kept), kept
        self.room, self.matrices = make_room(self.board)
        self.width = width_of(self.board)
        self._logs = logs_of(self.board)
        self._lock = Lock()

    @property
    def count(self) -> int:
        """How many joint positions are known."""
        return int(self.store.counts[COUNT])

    @property
    def bytes(self) -> int:
        """How much memory the values take at most."""
        return store_bytes(self.kept)

    @property
    def notes(self) -> tuple[int, int, float]:
        """Of all matrix games so far: those that are mixed, those by the simplex method, the largest gap."""
        notes = self.matrices.notes
        return int(notes[MIXED]), int(notes[LARGE]), float(notes[WORST])

    def foretell(self, joint: Joint) -> float:
        """About how many joint positions can follow; log₁₀ is off by 0.13, in single cases by 0.5."""
        rows, boxes = self._logs
        total = 0.0
        for sheet in joint.sheets:
            total += boxes[min(int(sheet[PENALTIES]), len(boxes) - 1)]
            total += sum(rows[row, sheet[row]] for row in self._open(joint.closed))
        return float(10 ** (FIRST + total))

    def _open(self, closed: int) -> list[int]:
        return [row for row in range(self.board.rows) if not closed >> row & 1]

    def after(self, joint: Joint, most: int = AT_TABLE) -> float | None:
        """The share of the seat whose turn is over; None if more positions than this had to be solved."""
        with self._lock:
            return self._after(joint, most)

    def value(self, game: Game, most: int = AT_TABLE) -> float | None:
        """The share of the seat that rolls, before it does."""
        found = self.after(joint_of(self.tables, game, 1 - game.active), most)
        return None if found is None else 1.0 - found

    def meeting(self, joint: Joint, called: int, sums: Ints, most: int = AT_TABLE) -> RollGame | None:
        """Both seats' options at a roll; `joint` is the table before it, the seat that waits first.

        `sums` are those of every row's die with either white die, `[2, rows]`; of a die that has left they
        may be anything.
        """
        with self._lock:
            if self._after(joint, most) is None:
                return None
            first, second = self._key(joint)
            self.store.counts[LIMIT] = self.store.counts[COUNT] + most
            solve_position(self.board, self.store, self.room, self.matrices, first, second, called)
            return self._meeting(sums)

    def _meeting(self, sums: Ints) -> RollGame:
        room, numbers = self.room, self.board.cell_of.shape[1]
        height, width = (int(count) for count in room.counts[0])
        best = room.best[0, : height * width]
        places = 1 + np.arange(self.board.rows) * numbers + sums
        chances = np.maximum(best[:, 0], best[:, places.ravel()].max(-1))
        mine, theirs = room.numbers[0, 0, :height].copy(), room.numbers[0, 1, :width].copy()
        return RollGame(mine, theirs, chances.reshape(height, width))

    def _after(self, joint: Joint, most: int) -> float | None:
        if self.count + most > self.kept:
            self._make_room(most)
        self.store.counts[LIMIT] = self.store.counts[COUNT] + most
        found = solve_after(self.board, self.store, self.room, self.matrices, *joint)
        if self.notes[2] > GAP:
            raise ArithmeticError(f"a matrix game is not solved: its gap is {self.notes[2]}")
        return None if found < 0 else float(found)

    def _key(self, joint: Joint) -> tuple[np.uint64, np.uint64]:
        """The words of the position that follows; the game must go on."""
        self.store.counts[LIMIT] = 0
        solve_after(self.board, self.store, self.room, self.matrices, *joint)
        first, second = self.room.keys[0]
        return first, second

    def _make_room(self, most: int) -> None:
        """Forget everything rather than grow beyond the bound, or grow to what is asked for."""
        self.kept = max(self.kept, most)
        if self.count or len(self.store.words) * 8 < store_bytes(self.kept):
            self.store = make_store(self.kept)


LAST = (
    "classic 33/0 roll . . r5.6.8.9,y3.4.5.6.8.10.11,g10.9.8.7.5.4.3.2+,b10.8.5.4,p3 "
    "r4.5.6.7.8.9,y3.4.6.7.8.10.11,g10.8.6.5x,b10.9.8.7.5.4.3,p3"
)
"""A game of classic that is nearly over."""


def joint_of(tables: Tables, game: Game, first: int) -> Joint:
    """The table of a game, this seat's sheet first."""
    sheets = np.zeros((2, ROWS + 2), np.int64)
    for place, seat in enumerate((first, 1 - first)):
        sheets[place] = sheet_numbers(tables, game.sheets[seat])
    return Joint(sheets, game.closed, (first - game.start) % 2)


def sheet_numbers(tables: Tables, sheet: Sheet) -> list[int]:
    """Rows' states, used, penalties."""
    states = tables.states_of(sheet)
    return [*states, *[0] * (ROWS - len(states)), tables.used_of(sheet), sheet.penalties]


def load_kernels() -> None:
    """Compile the kernels, or load them from the disk, by solving the end of a game."""
    variant = load_variant("classic")
    Endings(variant, kept=1000).value(parse_position(LAST, load_variant), most=100)
