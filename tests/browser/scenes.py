"""The scenes, screen by screen: every scene sets itself up and names the pictures to take."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scenes_at_table import (
    alone,
    away,
    first_minute,
    five_people,
    for_everyone,
    one_device,
    pads,
    rematch,
    with_bots,
)
from scenes_of_study import analysis, hint, puzzle, review
from scenes_of_words import words
from scenes_real_dice import free_pad, tie, with_real_dice
from stage import Picture, Stage

Scene = Callable[[Stage], Iterator[Picture]]

SCENES: list[Scene] = [
    first_minute, with_bots, five_people, away, rematch, one_device, with_real_dice, free_pad, tie, alone,
    pads, review, analysis, puzzle, hint, for_everyone, words,
]  # fmt: skip
