"""A small pad as text, for tests that put mistakes into it."""

from __future__ import annotations

import re

import pytest

from rowlock.engine.errors import BadVariant, NoSuchVariant
from rowlock.engine.variant_document import Parents
from rowlock.engine.variant_text import parse_variant

GOOD = """\
title = "Small"
rules = 1
players = [1, 3]
points = [0, 1, 3, 6, 10]

[dice]
faces = 2

[closing]
needs = 1
cells = 1

[penalties]
boxes = 3
points = -5

[end]
closed_rows = 2

[options]
die_leaves = "action"

[[rows]]
lock = "r"
cells = "r2 r3 r4"

[[rows]]
lock = "y"
cells = "y4 y3 y2"
"""
BAR = """
[bonus_bar]
fields = "r y"
cells = "r2 y3"
"""
PAIR = """
[[bonus_pairs]]
kind = "thirteen"
cells = "r3 y3"
"""
LUCKY = """
[lucky]
numbers = [
    [2, 3],
    [3],
    [4],
]
"""
FULL = GOOD + BAR + PAIR + LUCKY

ONE_MISTAKE = re.compile(r"[^:]+:\d+: [^:]+: .+; .+")


def mistakes_in(text: str, parents: Parents | None = None) -> tuple[str, ...]:
    with pytest.raises(BadVariant) as caught:
        parse_variant(text, "small", "small.toml", parents)
    assert all(ONE_MISTAKE.fullmatch(mistake) for mistake in caught.value.mistakes)
    return caught.value.mistakes


def family(**texts: str) -> Parents:
    def parents(name: str) -> tuple[str, str]:
        if name not in texts:
            raise NoSuchVariant(f"there is no variant '{name}'; did you mean 'small'?")
        return texts[name], f"{name}.toml"

    return parents
