"""The number of decision sequences is what it was, for every bundled variant."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playing import BUNDLED, CARDS

sys.path.insert(0, str(Path(__file__).parent))
from perft import count, parse

FILES = sorted(Path(__file__).parent.glob("*.perft"))


def test_every_variant_has_a_perft_file() -> None:
    assert {parse(path.read_text(encoding="utf-8"))[0].variant.name for path in FILES} >= {*BUNDLED, *CARDS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    game, rolls, counts = parse(path.read_text(encoding="utf-8"))
    assert counts, "a perft file without counts proves nothing"
    assert {depth: count(game, rolls, depth) for depth in counts} == counts
