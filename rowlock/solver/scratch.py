"""Room to work in for the solver's kernels.

A sheet is five numbers in a row of an array: the states of four rows and the extra. Where a cross may bring
more, it is laid out in a memory as `fast.effects` wants it.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rowlock.fast.effects import MOST_TIES, QUEUE_SIZE, WIDTH, Array, whole
from rowlock.fast.tables import PAIR_KINDS
from rowlock.solver.layout import Layout

EXTRA = whole(4)
"""The column of a sheet after its row states."""
BEFORE, AFTER, LIVING, TIES, MEMORY = map(whole, np.cumsum([QUEUE_SIZE, WIDTH, WIDTH, 1, 4 * MOST_TIES + 1]))
"""Places in the memory behind the queue of bonuses: the sheet before a cross and after it, the pairs that are
alive before it, answers to ties that are still to be followed; and its size."""
TWO = whole(2)

Whole = Any
"""Whole numbers in kernels are of several widths, as the compiler finds them."""


class Scratch(NamedTuple):
    """Room to work in, for one thread. N numbers, K penalty boxes filled up to lanes, D dice."""

    pad: Array
    """The variant's, for `fast.effects`."""
    memory: Array
    before: Array
    """[3, 5] the position that is being solved; in play, also the choice and the empty sheet."""
    once: Array
    """[outcomes + 1, 5] what one cross leads to; the last line is for a sheet with a swap field used."""
    twice: Array
    """[outcomes, 5] what a second cross leads to."""
    source: Array
    """[outcomes, 3] row and cell of the first cross, and the place to which it leads."""
    white: Array
    """[N, K] the best value after the white action alone, by white sum; -1 without a cross."""
    both: Array
    """[N × D × N × K] the best value after both actions, by white sum, die and sum with it, where `filled`
    says that there is one. White sum 0 stands for no white cross."""
    filled: Array
    """[N × D] a bit for every sum with a die that has values in `both`."""
    table: Array
    """[N] the first index into `both`: 0 for a white sum that nothing can be crossed with."""
    ranked: Array
    """Values of a white sum's options, best first, with the die and the sum with it in the lowest bits."""
    unseen: Array
    """[D] a bit for every face that has brought nothing yet."""
    means: Array
    """[faces + 1, faces + 1] what the roll is worth, by both white dice."""
    shares: Array
    """[faces + 1] (n - 1) / n"""


def make_scratch(layout: Layout) -> Scratch:
    board, tables = layout.board, layout.tables
    numbers, lanes = 2 * board.faces + 1, board.lanes
    ties = int((tables.pair_kind == PAIR_KINDS.index("two-in-fewest")).sum())
    outcomes = board.number_of.size * board.rows**ties
    return Scratch(
        pad=layout.pad,
        memory=np.zeros(MEMORY, np.int64),
        before=np.zeros((3, 5), np.uint32),
        once=np.zeros((outcomes + 1, 5), np.uint32),
        twice=np.zeros((outcomes, 5), np.uint32),
        source=np.zeros((outcomes, 3), np.int64),
        white=np.zeros((numbers, lanes), np.int64),
        both=np.zeros(numbers * board.table_width, np.int64),
        filled=np.zeros(numbers * 4, np.int64),
        table=np.zeros(numbers, np.int64),
        ranked=np.zeros(4 * numbers, np.int64),
        unseen=np.zeros(4, np.int64),
        means=np.zeros((board.faces + 1, board.faces + 1)),
        shares=np.array([(n - 1) / max(n, 1) for n in range(board.faces + 1)]),
    )
