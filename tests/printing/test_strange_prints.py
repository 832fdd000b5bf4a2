"""Pads with what no bundled pad has are printed from their plain form alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from drawn import assert_printable, bounds
from strange_pads import mixed_in_two_colours, six_rows, toy_pad, twins

from rowlock import Variant, load_variant
from rowlock.engine.notation import parse_sheet
from rowlock.engine.view import plain_sheet_of
from rowlock.printing import Filled, PrintOptions, render
from rowlock.printing.pages import lay_out
from rowlock.printing.palette import COLOUR
from rowlock.printing.shapes import Box, Disc, Label, Page, Shape, Trace


def toys() -> Variant:
    with toy_pad() as pad:
        return pad


PADS = (six_rows, mixed_in_two_colours, twins, toys)


def page_of(variant: Variant, sheet: str = "", **options: object) -> Page:
    filled = [Filled("Mia", plain_sheet_of(variant, parse_sheet(variant, sheet)))] if sheet else []
    return lay_out(variant, PrintOptions(per_page=1, **options), filled)[0]  # type: ignore[arg-type]


def texts(shapes: tuple[Shape, ...]) -> list[str]:
    return [shape.text for shape in shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("pad", PADS)
@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_no_text_overlaps_another_or_the_edge(pad: Callable[[], Variant], lang: str) -> None:
    for page in lay_out(pad(), PrintOptions(per_page=4, lang=lang, rules=True)):
        assert_printable(page)
        labels = [(bounds(shape), shape) for shape in page.shapes if isinstance(shape, Label)]
        for (one, first), (other, second) in combinations(labels, 2):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (first, second)


@pytest.mark.parametrize("pad", PADS)
def test_they_become_files(pad: Callable[[], Variant]) -> None:
    assert render(pad(), PrintOptions(rules=True)).startswith(b"%PDF")
    assert b"</svg>" in render(pad(), PrintOptions(form="svg"))


def test_rows_without_a_lock_have_none() -> None:
    labels = texts(page_of(six_rows()).shapes)
    assert labels.count("≥5") == 4
    for number in range(2, 13):
        assert labels.count(str(number)) >= 6
    assert labels.count("red") == labels.count("yellow") == 2  # the row of both is called by both


def test_a_cell_of_two_colours_shows_both() -> None:
    grounds = {colour: tone.cell for colour, tone in COLOUR.tones.items()}
    stripes = [s.ink.fill for s in page_of(six_rows()).shapes if isinstance(s, Trace) and s.closed]
    for colour in "rygb":
        assert stripes.count(grounds[colour]) == 11 + 1  # its cells, and the box of the sum


def test_two_pairs_of_one_kind_are_told_apart_by_figures() -> None:
    labels = texts(page_of(twins()).shapes)
    assert labels.count("Thirteen") == 2
    small = [s for s in page_of(twins()).shapes if isinstance(s, Label) and s.text in ("1", "2")]
    sizes = {label.size for label in small}
    figures = [label.text for label in small if label.size == min(sizes)]
    assert sorted(figures) == ["1"] * 3 + ["2"] * 3  # two cells and the legend each


def test_a_mechanism_that_no_drawing_knows_is_drawn() -> None:
    with toy_pad() as pad:
        page = page_of(pad, "r2.4,y,g,b,p0")
        labels = texts(page.shapes)
        for told in ("treats", "8/5", "11/3", "swing", "slide", "pets", "3"):
            assert told in labels
        dashed = [shape for shape in page.shapes if isinstance(shape, Disc) and shape.ink.dash]
        assert len(dashed) == 4 + 1 + 2  # on the cells, before the strip of that name, in the legend
        pen = [s for s in page.shapes if isinstance(s, Trace) and s.ink.stroke == COLOUR.pen]
        assert len([s for s in pen if len(s.points) == 3]) == 2 * (
            3 + 1
        )  # r2 twice, r4, a field of the strip


def test_the_rules_on_the_back_name_every_mechanism() -> None:
    with toy_pad() as pad:
        back = lay_out(pad, PrintOptions(per_page=1, rules=True))[1]
        labels = texts(back.shapes)
        assert "Toy box" in labels
        assert "swings and slides" in labels
        assert "swing" in labels
    labels = texts(lay_out(six_rows(), PrintOptions(per_page=1, rules=True))[1].shapes)
    assert "Rows without a lock" in labels
    assert "Cells of several colours" in labels


def test_frames_and_links_of_single_sheets_are_drawn() -> None:
    """Sheets that differ are dealt in turn over the page."""
    steps = lay_out(load_variant("connected-steps"), PrintOptions(per_page=2))[0]
    plain = lay_out(load_variant("classic"), PrintOptions(per_page=2))[0]
    boxes = [[shape for shape in page.shapes if isinstance(shape, Box)] for page in (steps, plain)]
    assert len(boxes[0]) - len(boxes[1]) == 2 * (11 + 1)  # the framed cells, and the box of their points
    chain = lay_out(load_variant("connected-chain"), PrintOptions(per_page=2))[0]
    assert len(chain.shapes) - len(plain.shapes) == 2 * 6 * 4  # a line on a lighter one, with its two ends
