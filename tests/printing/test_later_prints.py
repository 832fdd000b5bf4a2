"""The later pads on paper."""

from __future__ import annotations

import pytest
from drawn import assert_printable

from rowlock import load_variant
from rowlock.printing import PrintOptions, render
from rowlock.printing.pages import lay_out
from rowlock.printing.shapes import Box, Disc, Label

PADS = ("double-a", "double-b", "big-points", "connected-steps", "connected-chain", "x-change")


def labels(name: str) -> list[str]:
    (page,) = lay_out(load_variant(name), PrintOptions(per_page=1))
    return [shape.text for shape in page.shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("name", PADS)
@pytest.mark.parametrize("lang", ["en", "de", "fr", "it", "pl"])
def test_they_are_printed_with_their_rules(name: str, lang: str) -> None:
    variant = load_variant(name)
    for page in lay_out(variant, PrintOptions(per_page=2, lang=lang, rules=True)):
        assert_printable(page)
    assert b"</svg>" in render(variant, PrintOptions(form="svg", lang=lang))


def test_R19_1_double_cells_bear_a_double_ring() -> None:
    rings = [
        sum(
            isinstance(shape, Disc)
            for shape in lay_out(load_variant(name), PrintOptions(per_page=1))[0].shapes
        )
        for name in ("double-b", "double-a")
    ]
    assert rings[0] - rings[1] == 2 * 16


def test_R20_4_rows_between_have_no_points_of_their_own() -> None:
    assert "Bonus" not in labels("big-points")
    (page,) = lay_out(load_variant("big-points"), PrintOptions(per_page=1))
    (classic,) = lay_out(load_variant("classic"), PrintOptions(per_page=1))
    pluses = [
        sum(isinstance(shape, Label) and shape.text == "+" for shape in one.shapes) for one in (page, classic)
    ]
    assert pluses == [3, 3]


def test_R21_1_sheets_are_dealt_with_other_frames_each() -> None:
    pages = lay_out(load_variant("connected-steps"), PrintOptions(per_page=1, pages=2))
    frames = [
        {
            (round(shape.x), round(shape.y))
            for shape in page.shapes
            if isinstance(shape, Box) and not shape.ink.fill and shape.radius
        }
        for page in pages
    ]
    assert frames[0] != frames[1]
    assert "Bonus" in labels("connected-steps")


def test_R23_1_swap_fields_show_their_numbers() -> None:
    assert {"8/5", "11/9", "Swap fields"} <= set(labels("x-change"))
