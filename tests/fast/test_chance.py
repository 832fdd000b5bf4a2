"""Chance in bulk: fair, and the same in Python and in the kernel."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numba
import numpy as np

from rowlock.fast import chance, effects, random_words
from rowlock.fast import workspace as places


@numba.njit
def drawn(seed: Any, game: int, turn: int, slot: int, faces: int, count: int, memory: Any) -> Any:
    """The draws of the kernel, where only compiled functions can call it."""
    key = random_words.game_key(seed, game)
    word = random_words.turn_word(key, turn, slot)
    places.roll_dice(key, turn, faces, effects.FOUR, memory)  # type: ignore[arg-type]
    return key, word, random_words.choose(word, count)


def test_python_and_kernel_draw_the_same_numbers() -> None:
    memory = np.zeros(places.MEMORY, np.int64)
    for seed, game, turn in [(0, 0, 1), (7, 123_456_789, 40), (2**64 - 1, 2**40, 3), (2**63, 5, 17)]:
        key = chance.game_key(seed, game)
        for faces, slot in [(6, 1), (8, 5), (20, 6)]:
            word = chance.turn_word(key, turn, slot)
            found = drawn(np.uint64(seed), game, turn, slot, faces, 7, memory)
            assert tuple(map(int, found)) == (key, word, chance.choose(word, 7))
            dice = memory[places.DICE :][: 2 + effects.FOUR]
            assert chance.roll_dice(key, turn, faces, 4) == tuple(dice)


def test_many_games_at_once_draw_the_numbers_of_each() -> None:
    games = [0, 1, 5, 2**40, 2**63 + 7]
    keys = chance.game_key(7, np.array(games, np.uint64))
    assert keys.tolist() == [chance.game_key(7, game) for game in games]
    for turn, faces in [(1, 6), (40, 8), (2**30, 20)]:
        rolls = np.stack(chance.roll_dice(keys, turn, faces, 4), axis=1).tolist()
        assert rolls == [list(chance.roll_dice(key, turn, faces, 4)) for key in keys.tolist()]


def test_dice_are_fair_and_independent() -> None:
    rolls = [chance.roll_dice(chance.game_key(3, game), 5, 6, 4) for game in range(36_000)]
    for one in range(6):
        for other in range(one):
            pairs = Counter((roll[one], roll[other]) for roll in rolls)
            squares = sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7))
            assert squares < 80  # 35 degrees of freedom: exceeded once in 50,000


def test_neighbouring_games_turns_and_slots_have_nothing_in_common() -> None:
    words = [
        chance.turn_word(chance.game_key(seed, game), turn, slot)
        for seed in (0, 1)
        for game in range(40)
        for turn in range(1, 30)
        for slot in range(7)
    ]
    assert len(set(words)) == len(words)
    ones = np.array([[word >> bit & 1 for bit in range(64)] for word in words])
    assert abs(ones.mean(axis=0) - 0.5).max() < 5 * 0.5 / len(words) ** 0.5
    flips = np.array([(words[i] ^ words[i + 1]).bit_count() for i in range(len(words) - 1)])
    assert abs(flips.mean() - 32) < 0.2


def test_every_choice_has_its_chance() -> None:
    words = [chance.turn_word(chance.game_key(1, game), 1, 1) for game in range(30_000)]
    for count in (1, 2, 3, 5, 9):
        chosen = Counter(chance.choose(word, count) for word in words)
        assert sorted(chosen) == list(range(count))
        assert max(abs(n - 30_000 / count) for n in chosen.values()) < 450
