"""Mechanisms combine: random pads with several at once go through engine, paper and terminal.

What is faster plays them as the engine does, or refuses them by name. The naive rules are compared with them
in `tests/differential`, the page draws some of them (`web/tests/make_fixtures.py`), and they are played in a
browser (`tests/browser/test_page_own_pads.py`).
"""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from company import Asked, keeper_in
from drawn import assert_printable
from following import follow
from random_pads import card_pad, mixed_pad, wide_pad

from rowlock import Variant, format_variant, load_variant, new_game, parse_record, plain_variant, replay
from rowlock.engine.errors import Unsupported
from rowlock.engine.view import plain_sheet
from rowlock.fast.tables import compile_variant
from rowlock.locale import load_catalogue
from rowlock.printing import PrintOptions
from rowlock.printing.cards import lay_out_cards
from rowlock.printing.pages import lay_out
from rowlock.printing.shapes import Label
from rowlock.terminal.draw import draw_sheet
from rowlock.terminal.lines import Lines
from rowlock.terminal.paint import measure, paint_rows

SEEDS = range(24)
PADS = [(mixed_pad, wide_pad)[seed % 2](seed) for seed in SEEDS] + [card_pad(seed) for seed in range(12)]
any_of = pytest.mark.parametrize("pad", PADS, ids=lambda pad: str(pad.name))


@any_of
def test_they_are_drawn_on_paper_and_in_the_terminal(pad: Variant) -> None:
    for page in lay_out(pad, PrintOptions(per_page=2, rules=True)):
        assert_printable(page)
    plain, game = plain_variant(pad), new_game(pad, pad.players[1])
    for seat in range(pad.players[1]):
        sheet = plain_sheet(game, seat)
        assert pad.title in draw_sheet(plain, sheet, colour=False)
        assert len(paint_rows(plain, sheet, (), None, measure(plain, 80, 24)).lines) >= len(pad.rows)


@pytest.mark.parametrize("seed", range(12))
def test_R24_2_the_cards_to_cut_out_are_those_of_the_deck(seed: int) -> None:
    pad = card_pad(seed)
    assert pad.turns is not None
    pages = lay_out_cards(pad, PrintOptions())
    for page in pages:
        assert_printable(page)
    large = [
        sorted(int(shape.text) for shape in page.shapes if isinstance(shape, Label) and shape.size > 20)
        for page in pages
    ]
    assert large[::2] == large[1::2], "behind every front is its back"
    deck = pad.turns.to_shuffle(new_game(pad, 1))
    assert sorted(number for page in large[::2] for number in page) == sorted(card.number for card in deck)


@any_of
def test_they_are_played_to_the_end_in_the_terminal(pad: Variant, tmp_path: Path) -> None:
    file = tmp_path / f"{pad.name}.toml"
    file.write_text(format_variant(pad), encoding="utf-8")
    keeper, output, catalogue = keeper_in(tmp_path, seed="9"), io.StringIO(), load_catalogue("en")
    table = keeper.new_table(str(file), 1, ["eager"] * (pad.players[1] > 1), catalogue)
    assert Lines(table, keeper, catalogue, Asked(output), output).play() == 0
    (kept,) = (tmp_path / "games").glob("*.rowlock")
    record = parse_record(kept.read_text("utf-8"), load_variant)
    assert record.variant == pad
    assert replay(record)[-1].game.phase.value == "over"


def test_what_is_faster_plays_them_as_the_engine_does_or_refuses_them_by_name() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        pad = wide_pad(seed)
        try:
            seen += follow(compile_variant(pad), ["greedy", "random"][: 1 + seed % 2], seed, range(2))
            seen["played"] += 1
        except Unsupported as refused:
            assert pad.title in str(refused)
            assert any(feature in str(refused) for feature in pad.features)
            seen["refused"] += 1
    assert seen["played"] >= 20
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
