"""Chance in bulk: numbers that depend on nothing but (seed, game, turn, purpose).

A counter-based generator: there is no state to carry along, so any game of a run can be played alone,
on any thread or machine, with the dice it had in the run. `kernel` computes the same numbers; a test
keeps the two together.

    key(seed, game)        = mix(mix(seed) + game × STRIDE)
    word(key, turn, slot)  = mix(key + (16 × turn + slot) × STRIDE)

with everything modulo 2^64 and `mix` the finaliser of SplitMix64, so that a game's words are a SplitMix64
stream that begins at its key. Slot 0 holds the dice, slots 1 to 5 the white choices of seats 0 to 4, slot 6
the colour choice.

Dice: the upper 56 bits of the word are a fraction; each die takes `faces` of it and leaves the rest to the
next one: the white dice first, then the coloured ones by row from the top, closed rows included. No roll
of six dice is off its fair chance by more than 2^-56. A choice among n takes the upper 32 bits as a
fraction; no choice is off by more than 2^-32.

A word is a whole number, or an array of `uint64`: then the answers are those of many games at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy.typing as npt

MASK = (1 << 64) - 1
STRIDE = 0x9E3779B97F4A7C15
"""The odd number nearest to 2^64 over the golden ratio: multiples of it are spread evenly."""
SLOTS = 16
DICE, WHITE, COLOUR = 0, 1, 6
"""Slots of a turn: the dice, the white choice of seat 0, the colour choice."""
Word = TypeVar("Word", int, "npt.NDArray[Any]")


def mix(word: Word) -> Word:
    """Scramble 64 bits so that every bit of the result depends on every bit of the input."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
    word ^= word >> 31
    return word


def game_key(seed: int, game: Word) -> Word:
    return mix(mix(seed & MASK) + game * STRIDE & MASK)


def turn_word(key: Word, turn: int, slot: int) -> Word:
    return mix(key + ((SLOTS * turn + slot) * STRIDE & MASK) & MASK)


def roll_dice(key: Word, turn: int, faces: int, rows: int) -> tuple[Word, ...]:
    """Two white dice, then the coloured die of every row, whether it is still in play or not."""
    fraction = turn_word(key, turn, DICE) >> 8
    dice = []
    for _ in range(2 + rows):
        fraction = fraction * faces
        dice.append((fraction >> 56) + 1)
        fraction = fraction & (1 << 56) - 1
    return tuple(dice)


def choose(word: Word, count: Word) -> Word:
    """One of `count` equals, from 0."""
    word = (word >> 32) * count
    word >>= 32
    return word
