"""The drawing, before any file is made: nothing runs over, nothing overlaps, grey is grey."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from drawn import assert_printable, bounds
from playing import BUNDLED, EVERY_VARIANT

from rowlock import load_variant, variant_names
from rowlock.engine.view import plain_variant
from rowlock.locale import languages, load_catalogue, text
from rowlock.printing import BadPrint, PrintOptions
from rowlock.printing.fonts import shortened, text_width, wrapped
from rowlock.printing.pages import lay_out, page_size, slots
from rowlock.printing.shapes import Disc, Label, Page, Trace

CROWDED = str(Path(__file__).with_name("crowded.toml"))
"""Long rows, a long title, every mechanism, ten penalty boxes."""


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", [*EVERY_VARIANT, CROWDED])
def test_no_text_overlaps_another_or_the_edge(name: str, lang: str) -> None:
    variant = load_variant(name)
    for per_page in (1, 4):  # the others have the same sheets, smaller
        for page in lay_out(variant, PrintOptions(per_page=per_page, lang=lang, rules=True)):
            assert_printable(page)
            labels = [(bounds(shape), shape) for shape in page.shapes if isinstance(shape, Label)]
            for (one, first), (other, second) in combinations(labels, 2):
                apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
                assert apart, (first, second)


@pytest.mark.parametrize("name", BUNDLED)
def test_grey_is_grey(name: str) -> None:
    for page in lay_out(load_variant(name), PrintOptions(grey=True, rules=True)):
        for shape in page.shapes:
            inks = [shape.fill] if isinstance(shape, Label) else [shape.ink.fill, shape.ink.stroke]
            for ink in inks:
                cut_mark = isinstance(shape, Trace) and ink == "#8a8f96"
                assert ink is None or cut_mark or re.fullmatch(r"#(..)\1\1", ink), shape


def test_grey_still_tells_mixed_colours_apart() -> None:
    """In greyscale every cell of a mixed row has the sign of its colour (R13.1)."""
    plain = lay_out(load_variant("classic"), PrintOptions(per_page=1, grey=True))[0]
    mixed = lay_out(load_variant("mixx-a"), PrintOptions(per_page=1, grey=True))[0]
    assert len(mixed.shapes) - len(plain.shapes) == 44


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", [1, 2, 4, 8])
def test_sheets_lie_wide_and_fill_the_page(paper: str, per_page: int) -> None:
    options = PrintOptions(paper=paper, per_page=per_page)
    w, h = page_size(options)
    places = slots(options)
    assert len(places) == per_page
    assert sum(slot.w * slot.h for slot in places) == pytest.approx(w * h)
    assert all(slot.w > slot.h for slot in places)


def test_R12_1_lucky_numbers_are_dealt_over_the_sheets() -> None:
    variant = load_variant("longo")
    pages = lay_out(variant, PrintOptions(per_page=4, pages=2))
    badges = [
        shape.text
        for page in pages
        for shape, before in zip(page.shapes[1:], page.shapes, strict=False)
        if isinstance(shape, Label) and isinstance(before, Disc) and shape.text.isdigit()
    ]
    (badge,) = plain_variant(variant)["badges"]
    dealt = [str(number) for pair in (*badge["sheets"], *badge["sheets"][:3]) for number in pair]
    assert badges == dealt


def told_on(page: Page) -> int:
    """How many times a page tells the rules."""
    return sum(1 for shape in page.shapes if isinstance(shape, Label) and shape.text == "The score")


def test_the_rules_stand_behind_every_sheet() -> None:
    for name, per_page in (("classic", 1), ("classic", 2), ("classic", 4), ("bonus-a", 2), ("double-b", 4)):
        pages = lay_out(load_variant(name), PrintOptions(per_page=per_page, pages=2, rules=True))
        assert [told_on(page) for page in pages] == [0, per_page, 0, per_page]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_rules_too_long_for_small_sheets_go_once_to_a_paper_that_is_not_cut(count: int) -> None:
    for name, per_page in (("classic", 8), ("bonus-a", 4)):
        plain = PrintOptions(per_page=per_page, pages=count)
        pages = lay_out(load_variant(name), PrintOptions(per_page=per_page, pages=count, rules=True))
        assert pages[:count] == lay_out(load_variant(name), plain)
        *blank, rules = pages[count:]
        assert [page.shapes for page in blank] == [()] * (count % 2)
        assert told_on(rules) == 1
        assert not any(isinstance(one, Trace) and one.ink.stroke == "#8a8f96" for one in rules.shapes)


def test_sheets_of_the_usual_size_have_examples_on_the_back_in_every_language() -> None:
    for lang in languages():
        example = text(load_catalogue(lang), "rules.example")
        for name in variant_names():
            back = lay_out(load_variant(name), PrintOptions(per_page=2, lang=lang, rules=True))[1]
            said = [shape.text for shape in back.shapes if isinstance(shape, Label)]
            assert any(line.startswith(example) for line in said), (name, lang)


def test_cut_marks_stand_between_sheets_only() -> None:
    def marks(per_page: int) -> int:
        page = lay_out(load_variant("classic"), PrintOptions(per_page=per_page))[0]
        return sum(1 for shape in page.shapes if isinstance(shape, Trace) and shape.ink.stroke == "#8a8f96")

    assert [marks(per_page) for per_page in (1, 2, 4, 8)] == [0, 2, 6, 14]


@pytest.mark.parametrize(
    "wish", [{"paper": "a3"}, {"per_page": 3}, {"pages": 0}, {"pages": 1000}, {"form": "png"}]
)
def test_what_no_print_can_do_is_said(wish: dict[str, object]) -> None:
    with pytest.raises(BadPrint, match=r"known: |1 to 100 pages"):
        PrintOptions(**wish)  # type: ignore[arg-type]


def test_texts_are_wrapped_and_shortened_by_their_width() -> None:
    lines = wrapped("one two three four five six", 10, text_width("three four") * 10 + 0.1)
    assert lines == ["one two", "three four", "five six"]
    assert shortened("Maximilian", 10, text_width("Maxi…") * 10 + 0.1) == "Maxi…"
