"""Mechanisms combine: random pads with several at once go through engine, paper and terminal.

What is faster plays them as the engine does, or refuses them by name. The naive rules are compared with them
in `tests/differential`, and the page draws some of them (`web/tests/make_fixtures.py`).
"""

from __future__ import annotations

from collections import Counter

import pytest
from drawn import assert_printable
from fast.following import follow
from random_pads import mixed_pad, wide_pad

from rowlock import new_game, plain_variant
from rowlock.engine.errors import Unsupported
from rowlock.engine.view import plain_sheet
from rowlock.fast.tables import compile_variant
from rowlock.printing import PrintOptions
from rowlock.printing.pages import lay_out
from rowlock.terminal.draw import draw_sheet
from rowlock.terminal.paint import measure, paint_rows

SEEDS = range(24)


@pytest.mark.parametrize("seed", SEEDS)
def test_they_are_drawn_on_paper_and_in_the_terminal(seed: int) -> None:
    pad = (mixed_pad, wide_pad)[seed % 2](seed)
    for page in lay_out(pad, PrintOptions(per_page=2, rules=True)):
        assert_printable(page)
    plain, game = plain_variant(pad), new_game(pad, 5)
    for seat in range(5):
        sheet = plain_sheet(game, seat)
        assert pad.title in draw_sheet(plain, sheet, colour=False)
        assert len(paint_rows(plain, sheet, (), None, measure(plain, 80, 24)).lines) >= len(pad.rows)


def test_what_is_faster_plays_them_as_the_engine_does_or_refuses_them_by_name() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        pad = mixed_pad(seed)
        try:
            seen += follow(compile_variant(pad), ["greedy", "random"][: 1 + seed % 2], seed, range(2))
            seen["played"] += 1
        except Unsupported as refused:
            assert pad.title in str(refused)
            assert any(feature in str(refused) for feature in pad.features)
            seen["refused"] += 1
    assert seen["played"] >= 5
    assert seen["refused"] >= 5


def test_all_kinds_meet_in_them() -> None:
    features = Counter(feature for seed in SEEDS for feature in mixed_pad(seed).features)
    kinds = {"lucky", "bonus_bar", "bonus_pairs", "double", "twice", "between", "steps", "chain", "swaps"}
    assert kinds <= features.keys()
    assert max(len(mixed_pad(seed).mechanisms) for seed in SEEDS) >= 5
    assert {len(mixed_pad(seed).rows) for seed in SEEDS} >= {2, 3, 4, 5, 6}
    assert {mixed_pad(seed).faces for seed in SEEDS} == {4, 5, 6, 7, 8}
    rarer = {feature for seed in SEEDS for feature in wide_pad(seed).features}
    assert rarer >= {"two-coloured cells", "rows that close for their owner", "die_stays"}
