"""Pads with what no bundled pad has are drawn, described and told from their plain form alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playing import say, table
from strange_pads import Tickled, mixed_in_two_colours, six_rows, toy_pad, twins

from rowlock import Variant, load_variant
from rowlock.engine.facts import plain_fact
from rowlock.engine.notation import parse_sheet
from rowlock.engine.sheet import empty_sheet
from rowlock.engine.variant_text import choose_options
from rowlock.engine.view import plain_sheet_of, plain_variant, view
from rowlock.locale import languages, load_catalogue
from rowlock.terminal.describe import describe, mechanisms
from rowlock.terminal.draw import draw_sheet
from rowlock.terminal.foot import paint_foot
from rowlock.terminal.help_screen import help_text
from rowlock.terminal.paint import Spacing, measure, paint_rows, paint_small
from rowlock.terminal.telling import tell_event

ENGLISH = load_catalogue("en")


def toys() -> Variant:
    with toy_pad() as pad:
        return pad


def draw(variant: Variant, sheet: str) -> list[str]:
    shown = plain_sheet_of(variant, parse_sheet(variant, sheet))
    return draw_sheet(plain_variant(variant), shown, colour=False).splitlines()


def paint(variant: Variant, sheet: str, frame: Spacing) -> list[str]:
    seen = view(table(variant, sheet), 0)
    return [
        line.plain for line in paint_rows(plain_variant(variant), seen["sheets"][0], (), None, frame).lines
    ]


def words(line: str) -> str:
    return " ".join(line.split())


def test_lines_of_rows_without_a_lock() -> None:
    lines = draw(six_rows(), "r2,o2.5,y,g,t,b,p0")
    assert words(lines[2]) == "● r × 3 4 5 6 7 8 9 10 11 ┊ 12 ○ 1× 1"
    assert words(lines[3]) == "●▲ o × · · × 6 7 8 9 10 11 12 2× 3"
    assert len({len(line) for line in lines[2:8]}) == 1


def test_a_cell_of_two_colours_bears_both_signs_where_colours_are_mixed() -> None:
    lines = draw(mixed_in_two_colours(), "a,y,g,p0")
    assert words(lines[2]) == "● a ● 2 ●▲ 3 ●▲ 4 ▲ 5 ▲ 6 ▲■ 7 ■ 8 ■ 9 ■●10 ● 11 ┊● 12 ○ 0× 0"
    first = paint(mixed_in_two_colours(), "a,y,g,p0", measure(plain_variant(mixed_in_two_colours()), 56, 8))[
        0
    ]
    assert "●▲ 3" in first
    assert "■●10" in first


def test_two_pairs_of_one_kind_are_two_lines() -> None:
    lines = draw(twins(), "r6,y,g,b4,p0")
    assert " (r×) (b×)   At the end: 13 points more. (won)" in lines
    assert " (y5) (g9)   At the end: 13 points more." in lines
    assert words(paint_foot(ENGLISH, plain_variant(twins()), _sheet(twins(), "r6,y,g,b4,p0"))[0].plain) == (
        "Bonus ᵗ✓ ᵗ ⁰"
    )


def _sheet(variant: Variant, text: str) -> Any:
    return dict(plain_sheet_of(variant, parse_sheet(variant, text)))


def test_a_mechanism_that_no_drawing_knows_is_drawn() -> None:
    with toy_pad() as pad:
        lines = draw(pad, "r2.4,y,g,b,p0")
        assert words(lines[2]).startswith("● r ×× · ‹ ×› 5")
        assert " treats      ×    –  [11/3] 7/4" in lines
        assert " swing     [●] ▲  ■  ◆" in lines
        assert " ‹r×› ‹g10›  swing" in lines
        assert " ‹y4› ‹g10›  slide (won)" in lines
        assert words(lines[12]) == "pets 3"


def test_the_same_on_the_screen() -> None:
    with toy_pad() as pad:
        seen = view(say(table(pad, "r2,y,g,b,p0"), "1+3 r1 y1 g1 b1").game, 0)
        variant, sheet = plain_variant(pad), seen["sheets"][0]
        rows = paint_rows(variant, sheet, tuple(seen["moves"]), None, Spacing(5)).lines
        assert rows[0].plain.startswith(" ●r  ××    3  ▸ 4⁺ ")
        assert "10⁺⁺" in rows[2].plain
        foot = [words(line.plain) for line in paint_foot(ENGLISH, variant, sheet)]
        assert foot[:4] == [
            "treats × – [11/3] 7/4",
            "swing [●] ▲ ■ ◆",
            "Bonus ⁺½ ⁺✓",
            "Penalties [ ][ ][ ][ ] pets 3",
        ]


def test_small_sheets_of_six_rows() -> None:
    lines = [
        line.plain for line in paint_small(plain_variant(six_rows()), _sheet(six_rows(), "r,o3,y,g,t,b,p0"))
    ]
    assert lines[1] == "●▲ ·×_________ "
    assert len(lines) == 6


@pytest.mark.parametrize("pad", [six_rows, mixed_in_two_colours, twins, toys])
@pytest.mark.parametrize(("width", "height"), [(60, 8), (100, 30)])
def test_every_cell_can_be_pointed_at(pad: Callable[[], Variant], width: int, height: int) -> None:
    variant = plain_variant(pad())
    sheet = view(table(pad(), ""), 0)["sheets"][0]
    picture = paint_rows(variant, sheet, (), None, measure(variant, width, height))
    assert max(line.cell_len for line in picture.lines) <= width
    spots = {picture.cell_at(x, y) for y, line in enumerate(picture.lines) for x in range(line.cell_len)}
    assert spots - {None} == {
        (row["row"], cell["number"]) for row in variant["rows"] for cell in row["cells"]
    }


def test_what_a_pad_has_is_listed_by_its_mechanisms() -> None:
    with toy_pad() as pad:
        assert list(mechanisms(pad)) == [("toy box", "swings and slides")]
    found = [word for word, _ in mechanisms(six_rows())]
    assert found == ["two-coloured cells", "rows without a lock", "more than four rows"]
    told = [fact for name, fact in describe(six_rows()) if name == "closing"]
    assert told == ["r y g b: with the last cell, after 5 crosses", "o t: never, without a lock"]
    stays = choose_options(load_variant("bonus-a"), {"die_leaves": "turn"})
    assert list(mechanisms(stays)) == [("bonus bar", "12 fields, 12 cells")]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("pad", [six_rows, mixed_in_two_colours, twins, toys])
def test_the_help_explains_every_pad(pad: Callable[[], Variant], lang: str) -> None:
    assert "{" not in help_text(load_catalogue(lang), pad()).plain


def test_the_help_tells_marks_closing_end_and_scoring() -> None:
    told = help_text(ENGLISH, twins()).plain
    assert "ᵗ Thirteen – At the end: 13 points more. (yellow 5, green 9)" in told
    for heading in ("Bonus pairs", "Closing a row", "The end", "The score"):
        assert f"\n{heading}\n" in told
    with toy_pad() as pad:
        assert "⁺ swing (red 4, green 10)" in help_text(ENGLISH, pad).plain


def test_a_fact_without_words_is_passed_over() -> None:
    with toy_pad() as pad:
        fact = plain_fact(Tickled(0, "swing"))
        assert tell_event(ENGLISH, plain_variant(pad), ["Mia"], fact) == ""


def test_frames_and_links_of_single_sheets_are_drawn() -> None:
    steps, chain = (load_variant(f"connected-{name}") for name in ("steps", "chain"))
    second = plain_sheet_of(steps, empty_sheet(steps, 1))
    assert "[12]" in draw_sheet(plain_variant(steps), second, colour=False).splitlines()[5]
    rows = paint_rows(plain_variant(steps), second, (), None, Spacing(4)).lines
    assert "12°" in rows[3].plain
    linked = plain_sheet_of(chain, empty_sheet(chain, 1))
    drawn = draw_sheet(plain_variant(chain), linked, colour=False)
    assert " Linked cells r4–y4  r9–y9  y6–g8  y11–g3  g11–b11  g6–b6" in drawn.splitlines()
    red, yellow, *_ = [
        line.plain for line in paint_rows(plain_variant(chain), linked, (), None, Spacing(4)).lines
    ]
    assert " 4ᵃ" in red
    assert " 4ᵃ" in yellow
    assert paint_foot(ENGLISH, plain_variant(chain), linked)[0].plain.startswith("Linked cells r4ᵃy4 r9ᵇy9")
