"""The later pads as text and on the screen of a terminal."""

from __future__ import annotations

import pytest

from rowlock import load_variant
from rowlock.engine.sheet import empty_sheet
from rowlock.engine.view import plain_sheet_of, plain_variant
from rowlock.locale import load_catalogue
from rowlock.terminal.draw import draw_sheet
from rowlock.terminal.foot import paint_foot
from rowlock.terminal.paint import measure, paint_rows


def drawn(name: str, dealt: int = 0) -> str:
    variant = load_variant(name)
    sheet = plain_sheet_of(variant, empty_sheet(variant, dealt), dealt)
    return draw_sheet(plain_variant(variant), sheet, colour=False)


def painted(name: str) -> str:
    variant = load_variant(name)
    pad, sheet = plain_variant(variant), plain_sheet_of(variant, empty_sheet(variant), 0)
    rows = paint_rows(pad, sheet, (), None, measure(pad, 80, 12)).lines
    return "\n".join(line.plain for line in [*rows, *paint_foot(load_catalogue("en"), pad, sheet)])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("double-a", "105 120 136"),
        ("double-b", "( 3)  4 ( 5)"),
        ("big-points", "Total      r 0 + y 0 + g 0 + b 0 = 0"),
        ("connected-steps", "[ 7]"),
        ("connected-chain", "r6–y6"),
        ("x-change", "8/5  9/7  11/3"),
    ],
)
def test_a_sheet_as_text_shows_what_is_new_on_it(name: str, told: str) -> None:
    assert told in drawn(name)


def test_R21_1_every_seat_has_another_sheet() -> None:
    assert len({drawn("connected-steps", dealt) for dealt in range(5)}) == 5


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("double-b", " 3²"),
        ("big-points", "Total  ● 0  +  ▲ 0  +  ■ 0  +  ◆ 0  =  0"),
        ("connected-steps", " 7°"),
        ("connected-chain", " 6ᵃ"),
        ("x-change", "Swap fields  8/5"),
    ],
)
def test_the_screen_shows_it_too(name: str, told: str) -> None:
    assert told in painted(name)
