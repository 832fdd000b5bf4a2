"""Nobody but the mechanisms knows which cells are out of reach: rules, displays, reasons and bots ask."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from both_ways import both_ways
from playing import EVERY_VARIANT, eager_choice, play_out, table
from toy import stones

from rowlock import Variant, format_variant, load_variant, new_game, parse_sheet, parse_variant, view
from rowlock.analysis.hints.consequences import After, SheetOutlook
from rowlock.bots.kit.basis import HAND
from rowlock.bots.kit.slow_hand import SlowHand
from rowlock.engine.game import apply, legal_moves
from rowlock.engine.mechanisms.lucky import lucky_places
from rowlock.engine.notation import parse_roll
from rowlock.engine.reach import next_cell, out_of_reach
from rowlock.engine.sheet import can_cross
from rowlock.engine.variant import Place
from rowlock.engine.view import plain_sheet_of, plain_variant
from rowlock.locale import load_catalogue
from rowlock.locale.cell_reasons import tell_why
from rowlock.terminal.draw import draw_sheet

CROSSED = "r5.8,y,g,b,p0"
"""Red 5 and 8: from there outward 4, 3, 2 and 9 to 12 are open, and 6 and 7 are gone."""


@pytest.fixture
def pad() -> Iterator[Variant]:
    with both_ways() as variant:
        yield variant


def never_crossed_again(variant: Variant, seed: int) -> int:
    """Play a game; what is out of reach stays so, unless a bonus goes anywhere (R22.1)."""
    game, seen = new_game(variant, 2), 0
    gone = [[0] * len(variant.rows) for _ in range(2)]
    for _, _, step in play_out(game, random.Random(seed), eager_choice):
        for seat, sheet in enumerate(step.game.sheets):
            for row in range(len(variant.rows)):
                now = out_of_reach(variant, sheet, row)
                assert not gone[seat][row] & ~now & ~sheet.crosses[row], "it comes back"
                assert not any(
                    can_cross(variant, sheet, row, cell)
                    for cell in range(len(variant.rows[row].cells))
                    if now >> cell & 1
                )
                gone[seat][row] = now
                seen += now.bit_count()
    return seen


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_what_is_out_of_reach_is_never_crossed(name: str) -> None:
    assert sum(never_crossed_again(load_variant(name), seed) for seed in range(3))


def test_what_is_out_of_reach_is_never_crossed_on_the_pads_of_the_tests(pad: Variant) -> None:
    assert sum(never_crossed_again(pad, seed) for seed in range(20))
    with stones() as variant:
        assert sum(never_crossed_again(variant, seed) for seed in range(20))


def test_it_is_read_and_written(pad: Variant) -> None:
    assert parse_variant(format_variant(pad), pad.name) == pad


def test_a_view_shows_as_skipped_what_is_out_of_reach(pad: Variant) -> None:
    assert plain_sheet_of(pad, parse_sheet(pad, CROSSED))["rows"][0]["skipped"] == [6, 7]
    plain = load_variant("classic")
    assert plain_sheet_of(plain, parse_sheet(plain, CROSSED))["rows"][0]["skipped"] == [2, 3, 4, 6, 7]


def test_a_move_skips_what_it_puts_out_of_reach(pad: Variant) -> None:
    game = apply(table(pad, CROSSED, ""), parse_roll("1+1 r1 y1 g1 b1")).game
    skips = {move["move"]: move["skips"] for move in view(game, 0)["moves"]}
    assert skips["r2"] == 2, "3 and 4, and not 0 as left of the last cross"
    standing = SheetOutlook(game, 0)
    assert After(standing, "r2").skipped == {Place(0, 1), Place(0, 2)}
    assert After(standing, "-").skipped == set()


def test_the_terminal_and_the_reasons_show_what_is_open(pad: Variant) -> None:
    drawn = draw_sheet(plain_variant(pad), plain_sheet_of(pad, parse_sheet(pad, CROSSED)), colour=False)
    red = next(line for line in drawn.splitlines() if " r " in line)
    numbers = red.split()
    assert {"2", "3", "4", "9", "10", "11"} <= set(numbers)
    assert not {"6", "7"} & set(numbers)
    game = apply(table(pad, CROSSED, ""), parse_roll("6+6 r1 y1 g1 b1")).game
    shown, words = view(game, 0), load_catalogue("en")
    assert "lost" in (tell_why(words, plain_variant(pad), shown, "r", 6) or "")
    assert "lost" not in (tell_why(words, plain_variant(pad), shown, "r", 3) or "")


def test_a_bonus_takes_the_next_cell_in_reach(pad: Variant) -> None:
    full = parse_sheet(pad, "r4.5.6.7.8.9.10.11,y2,g12,b12,p0")
    assert Place(0, 10) not in lucky_places(pad, full), "other rows have fewer crosses"
    last = pad.rows[0].cells[10].number
    sheet = full._replace(crosses=(full.crosses[0] | 1 << 10, *full.crosses[1:]))
    assert last == 12
    assert next_cell(pad, full, 0) == 10
    assert next_cell(pad, sheet, 0) == 1, "nothing is left on the right"


def test_steady_hopes_for_what_is_in_reach(pad: Variant) -> None:
    """A wide jump costs nothing where the cells behind it stay open."""
    plain = load_variant("classic")
    worth = []
    for variant in (pad, plain):
        game = table(variant, "r7,y,g,b,p0", "")
        worth.append(SlowHand("steady", "", variant, HAND).judge(game, 0))
    assert worth[0] > worth[1]


def test_every_legal_move_is_played_by_steady(pad: Variant) -> None:
    bot, rng, game = SlowHand("steady", "", pad, HAND), random.Random(2), table(pad, CROSSED, "")
    for _ in range(20):
        roll = parse_roll(f"{rng.randint(1, 6)}+{rng.randint(1, 6)} r1 y2 g3 b4")
        shown = view(apply(game, roll).game, 0)
        moves = [move["move"] for move in shown["moves"]]
        assert bot.choose(shown, moves) in moves
        assert len(moves) == len(legal_moves(apply(game, roll).game, 0))
