"""The store of the values of joint positions: an open hash table of a fixed size, and room to work in.

Entries are three words: both words of a position, and its value. No entry is ever changed, and the table is
never filled beyond its limit, so that memory is bounded and a position is found in a few steps.
"""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.effects import Array, U, whole
from rowlock.fast.jit import inlined
from rowlock.solver.ending_board import EndingBoard
from rowlock.solver.ending_games import Matrices, make_matrices
from rowlock.solver.scratch import Whole

COUNT, LIMIT = whole(0), whole(1)
ENTRY = 3
ENTRY_BYTES = 24
FILLED = 0.7
"""The share of the table that may be used."""
MIX, STIR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
SHIFT = np.uint64(29)
TAKEN = np.uint64(1 << 63)
"""Set in the first word of every position, so that an empty entry is none."""
CLOSED, DIFFERENCE, DEAL = whole(6), whole(7), whole(8)
"""Places on the first sheet behind four rows, `used` and penalties."""


class EndingStore(NamedTuple):
    """The table: the same memory as words and as numbers."""

    words: Array
    values: Array
    counts: Array
    """How many positions are known, and how many may be before the kernel stops."""
    mask: np.uint64


class Workspace(NamedTuple):
    """Room to work in, by depth. W white options of a seat, N numbers."""

    sheets: Array
    """[depth, 2, 9] both sheets of a position: four rows, used, penalties, and what both share."""
    options: Array
    """[depth, 2, W, 6] the sheets after each white option: four rows, used, the rows that it locks."""
    numbers: Array
    """[depth, 2, W] which option each of them is."""
    counts: Array
    """[depth, 2]"""
    after: Array
    """[depth, 6] the active seat's sheet after its colour action."""
    keys: Array
    """[depth, 2]"""
    best: Array
    """[depth, W × W, 1 + 4 N] the chance without a colour action, then at least that, by die and sum."""
    touched: Array
    """[depth, 4 N + 1] the same places: whether a colour action is better than none for some pair."""
    passed: Array
    """[depth, 1 + 4 N] the chances when both pass, whatever is called."""
    rivals: Array
    """[depth, W, 3] the other seat's options: rows as bits, what is settled, and for which closed rows."""
    kept: Array
    """[2, W] the options that are not dominated."""
    kinds: Array
    """[4, faces, 3] faces that lead to the same: two sums with the die, and how many faces."""
    levels: Array
    """[5, W × W] the game as the dice come in, one by one."""
    ranked: Array
    """[4 × faces, 2]"""
    dice: Array
    """[3, 4] dice that matter; last in the second line, the size of the game; how many kinds each has."""
    turn: Array
    """[4] which kind of each die is looked at."""
    weights: Array
    """[5] how often the kinds of the dice so far come."""


def make_store(most: int) -> EndingStore:
    """A table for this many positions."""
    size = 1 << max(10, int(most / FILLED).bit_length())
    words = np.zeros(size * ENTRY, np.uint64)
    return EndingStore(words, words.view(np.float64), np.array([0, most], np.int64), np.uint64(size - 1))


def store_bytes(most: int) -> int:
    """How many bytes a table for this many positions takes."""
    return (1 << max(10, int(most / FILLED).bit_length())) * ENTRY_BYTES


def width_of(board: EndingBoard) -> int:
    """How many white options a seat may have at most, legal or not, the pass among them."""
    return board.rows * board.slots.shape[1] + board.rows * int(board.lucky.any()) + 1


def make_room(board: EndingBoard) -> tuple[Workspace, Matrices]:
    """Room for the longest game."""
    cells = int((board.step >= 0).any(1).sum()) * 2
    depth, wide, numbers = 2 * (cells + board.boxes) + 2, width_of(board), board.cell_of.shape[1]
    room = Workspace(
        sheets=np.zeros((depth, 2, 9), np.int64),
        options=np.zeros((depth, 2, wide, 6), np.int64),
        numbers=np.zeros((depth, 2, wide), np.int64),
        counts=np.zeros((depth, 2), np.int64),
        after=np.zeros((depth, 6), np.int64),
        keys=np.zeros((depth, 2), np.uint64),
        best=np.zeros((depth, wide * wide, 1 + 4 * numbers)),
        touched=np.zeros((depth, 1 + 4 * numbers), np.bool_),
        passed=np.zeros((depth, 1 + 4 * numbers)),
        rivals=np.zeros((depth, wide, 3), np.int64),
        kept=np.zeros((2, wide), np.int64),
        kinds=np.zeros((4, board.faces, 3), np.int64),
        levels=np.zeros((5, wide * wide)),
        ranked=np.zeros((4 * board.faces, 2)),
        dice=np.zeros((3, 4), np.int64),
        turn=np.zeros(4, np.int64),
        weights=np.zeros(5),
    )
    return room, make_matrices(wide)


@inlined
def place_of(store: EndingStore, first: Whole, second: Whole) -> Whole:
    """Where the search for a position begins."""
    mixed = (first ^ (second * STIR)) * MIX
    mixed ^= mixed >> SHIFT
    return (mixed * STIR >> U(20)) & store.mask


@inlined
def find(store: EndingStore, first: Whole, second: Whole) -> float:
    """The value of a position, or -1."""
    place = place_of(store, first, second)
    while True:
        at = place * U(ENTRY)
        word = store.words[at]
        if word == U(0):
            return -1.0
        if word == first and store.words[at + U(1)] == second:
            return store.values[at + U(2)]
        place = (place + U(1)) & store.mask


@inlined
def keep(store: EndingStore, first: Whole, second: Whole, value: float) -> None:
    """Write down the value of a position that is not there yet."""
    place = place_of(store, first, second)
    while store.words[place * U(ENTRY)] != U(0):
        place = (place + U(1)) & store.mask
    at = place * U(ENTRY)
    store.words[at] = first
    store.words[at + U(1)] = second
    store.values[at + U(2)] = value
    store.counts[COUNT] += 1
