"""The files, read back as a reader would: pages, sizes, and every number at its place."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pdfplumber
import pytest
from playing import BUNDLED, EVERY_VARIANT

from rowlock import load_variant, parse_record, score
from rowlock.engine.record import replay
from rowlock.printing import PrintOptions, render, render_record

MM = 72 / 25.4
GOLDEN = Path(__file__).parents[1] / "golden"
SVG = "{http://www.w3.org/2000/svg}"


def pages_of(content: bytes) -> list[Any]:
    return list(pdfplumber.open(io.BytesIO(content)).pages)


def words_of(page: Any) -> list[dict[str, Any]]:
    return list(page.extract_words(x_tolerance=1.0, y_tolerance=1.0, extra_attrs=["fontname", "size"]))


def assert_rows_in_place(variant: Any, words: list[dict[str, Any]], slots: int) -> None:
    """Every row of every sheet is one line of bold numbers, evenly spaced, in order."""
    lines: dict[float, list[dict[str, Any]]] = {}
    for word in words:
        if "Bold" in word["fontname"] and word["text"].isdigit():
            near = [y for y in lines if abs(y - (word["top"] + word["bottom"]) / 2) < word["size"] * 0.3]
            lines.setdefault(near[0] if near else (word["top"] + word["bottom"]) / 2, []).append(word)
    texts = [[word["text"] for word in sorted(line, key=lambda word: word["x0"])] for line in lines.values()]
    across = 2 if slots in (4, 8) else 1
    for row in variant.rows:
        numbers = [str(cell.number) for cell in row.cells]
        found = [line for line in texts if line == numbers * across]
        alike = sum(
            [cell.number for cell in other.cells] == [int(n) for n in numbers] for other in variant.rows
        )
        assert len(found) == alike * slots // across, (row.name, texts)
    for line in lines.values():
        middles = sorted((word["x0"] + word["x1"]) / 2 for word in line)
        if len(middles) == len(variant.rows[0].cells):
            steps = [b - a for a, b in pairwise(middles)]
            assert max(steps) - min(steps) < 1


@pytest.mark.parametrize("name", EVERY_VARIANT)
def test_pdf_pages_sizes_and_numbers(name: str) -> None:
    variant = load_variant(name)
    index = EVERY_VARIANT.index(name)
    slots, paper = (1, 2, 4, 8)[index % 4], ("a4", "letter")[index % 2]
    options = PrintOptions(per_page=slots, paper=paper, pages=2, grey=bool(index % 3))
    pages = pages_of(render(variant, options))
    assert len(pages) == 2
    short, long = {"a4": (210, 297), "letter": (215.9, 279.4)}[paper]
    wanted = (long, short) if slots in (1, 4) else (short, long)
    for page in pages:
        assert (page.width / MM, page.height / MM) == pytest.approx(wanted, abs=0.1)
        if not variant.asked("legend") and not variant.asked("badges"):  # they are bold numbers too
            assert_rows_in_place(variant, words_of(page), slots)


@pytest.mark.parametrize("name", BUNDLED)
def test_nothing_leaves_the_printable_area(name: str) -> None:
    for page in pages_of(render(load_variant(name), PrintOptions(per_page=8, rules=True))):
        margin = 4.8 * MM
        for thing in (*page.chars, *page.rects, *page.curves, *page.lines):
            assert thing["x0"] >= margin
            assert thing["top"] >= margin
            assert thing["x1"] <= page.width - margin
            assert thing["bottom"] <= page.height - margin


@pytest.mark.parametrize("name", ["longo", "bonus-b"])
def test_every_number_is_there_as_often_as_on_the_sheets(name: str) -> None:
    variant = load_variant(name)
    words = [word["text"] for word in words_of(pages_of(render(variant, PrintOptions(per_page=2)))[0])]
    for number in {cell.number for row in variant.rows for cell in row.cells}:
        cells = sum(cell.number == number for row in variant.rows for cell in row.cells)
        assert words.count(str(number)) >= 2 * cells


def test_text_is_text_and_fonts_are_embedded() -> None:
    content = render(load_variant("classic"), PrintOptions(lang="pl", rules=True))
    assert content.startswith(b"%PDF")
    front, back = pages_of(content)
    assert "Klasyczny" in front.extract_text()
    assert "Nietrafienia" in front.extract_text()
    assert "Zamykanie rzędu" in back.extract_text()
    assert {char["fontname"].split("+")[-1] for char in front.chars} == {
        "SourceSansPro",
        "SourceSansProSemibold",
        "SourceSansProBold",
    }
    fonts = front.page_obj.resources["Font"]
    for font in fonts.values():
        descriptor = font.resolve()["DescendantFonts"][0].resolve()["FontDescriptor"].resolve()
        assert "FontFile2" in descriptor


@pytest.mark.parametrize(
    ("lang", "words"), [("de", "Fehlwürfe je −5"), ("fr", "Coups manqués"), ("it", "Nome")]
)
def test_languages(lang: str, words: str) -> None:
    page = pages_of(render(load_variant("longo"), PrintOptions(lang=lang, per_page=1)))[0]
    assert words in page.extract_text()


@pytest.mark.parametrize("name", BUNDLED)
def test_a_record_fills_the_sheets_in(name: str) -> None:
    record = parse_record((GOLDEN / f"{name}.rowlock").read_text("utf-8"), load_variant)
    variant, sheets = record.variant, replay(record)[-1].game.sheets
    options = PrintOptions(per_page=4, form="svg")
    drawn = ElementTree.fromstring(render_record(record, options))
    pen = [line for line in drawn.iter(f"{SVG}polyline") if line.get("stroke") == "#1b2a6b"]
    strokes = [line for line in pen if len((line.get("points") or "").split()) == 3]
    crosses = sum(row.bit_count() for sheet in sheets for row in sheet.crosses)
    second = sum(
        len(mechanism.again(variant, sheet, row))
        for mechanism in variant.asked("again")
        for sheet in sheets
        for row in range(len(variant.rows))
    )
    fields = sum(
        state == "crossed"
        for mechanism in variant.asked("strips")
        for sheet in sheets
        for strip in mechanism.strip_states(variant, sheet)
        for state in strip
    )
    boxes = sum(sheet.penalties for sheet in sheets)
    assert len(strokes) == 2 * (crosses + second + fields + boxes)
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    for seat, name_of_seat in enumerate(record.seats):
        assert name_of_seat in texts
        assert str(score(record.variant, sheets[seat]).total) in texts


def test_svg_is_complete_in_itself() -> None:
    content = render(load_variant("mixx-b"), PrintOptions(form="svg", per_page=2))
    root = ElementTree.fromstring(content)
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    numbers = [int(t.text) for t in root.iter(f"{SVG}text") if t.text and t.text.isdigit()]
    rows = [[cell.number for cell in row.cells] for row in load_variant("mixx-b").rows]
    assert re.search(rb"font-weight:700;src:url\(.data:font/woff;base64,", content)
    assert b"http" not in content.replace(b"http://www.w3.org/2000/svg", b"")
    for row in rows:
        assert any(numbers[i : i + len(row)] == row for i in range(len(numbers)))


def test_names_with_odd_letters_stay_text() -> None:
    text = (GOLDEN / "classic.rowlock").read_text("utf-8")
    first = parse_record(text, load_variant).seats[0]
    record = parse_record(text.replace(f"seat: {first}", 'seat: <b>&"Zoë" 猫'), load_variant)
    root = ElementTree.fromstring(render_record(record, PrintOptions(form="svg", per_page=4)))
    assert '<b>&"Zoë" 猫' in [text.text for text in root.iter(f"{SVG}text")]
    assert render_record(record, PrintOptions(per_page=4)).startswith(b"%PDF")
