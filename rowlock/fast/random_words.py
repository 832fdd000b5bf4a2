"""Random words for kernels: the numbers of `chance`, compiled."""

# mypy: disable-error-code="no-any-return, return-value, assignment, arg-type"
# the integers here are numba's: np.int64 and int are one
from __future__ import annotations

import numpy as np

from rowlock.fast.jit import inlined

Word = np.uint64
U = np.uint64
STRIDE = U(0x9E3779B97F4A7C15)
"""As `chance.STRIDE`."""


@inlined
def mix(word: Word) -> Word:
    """As `chance.mix`."""
    word = (word ^ (word >> U(30))) * U(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U(27))) * U(0x94D049BB133111EB)
    return word ^ (word >> U(31))


@inlined
def game_key(seed: Word, game: int) -> Word:
    """As `chance.game_key`."""
    return mix(mix(seed) + U(game) * STRIDE)


@inlined
def turn_word(key: Word, turn: int, slot: int) -> Word:
    """As `chance.turn_word`."""
    return mix(key + U(16 * turn + slot) * STRIDE)


@inlined
def choose(word: Word, count: int) -> int:
    """As `chance.choose`."""
    return (np.int64(word >> U(32)) * count) >> 32
