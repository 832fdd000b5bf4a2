"""The additions of some pads to the rows: strips of fields, the legend of the frames, badges with numbers."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.engine import view_types
from rowlock.locale.words import legend_line, legend_title, part_name
from rowlock.printing.fonts import fitted, text_width, wrapped
from rowlock.printing.frames import draw_frame, draw_mark, figures
from rowlock.printing.palette import Palette
from rowlock.printing.score_sheet import ScoreSheet
from rowlock.printing.shapes import Box, Disc, Ink, Label, Shape, Trace, centred
from rowlock.printing.signs import draw_cross, draw_dash, draw_sign

LINES_ACROSS = 5
LEAST_LETTERS = 1.25
"""Letters below this size, in mm, are unreadable: they are left out."""
STRIP = 1.25
"""Height of a strip, in u."""


def draw_strip(score_sheet: ScoreSheet, index: int, w: float, u: float) -> Iterator[Shape]:
    """A strip: the frame of the cells that belong to it, if any do, then its fields from left to right."""
    strip, palette = score_sheet.variant["strips"][index], score_sheet.palette
    y, label, x = 0.55 * u, part_name(score_sheet.catalogue, strip["name"]), 0.14 * u
    if _has_frame(score_sheet.variant, strip["name"]):
        yield from draw_frame(strip["name"], 0.42 * u, y, 0.56 * u, Ink(None, palette.text, 0.05 * u))
        tip = ((0.8 * u, y - 0.09 * u), (0.95 * u, y), (0.8 * u, y + 0.09 * u))
        yield Trace(tip, Ink(palette.text), closed=True)
        x = 1.1 * u
    size = fitted(label, 0.28 * u, 3.1 * u - x, "semibold")
    yield Label(x, y + size * 0.33, label, size, palette.text, "semibold")
    left = 3.25 * u
    pitch = min((w - left) / max(len(strip["fields"]), 1), 0.92 * u)
    for i, (field, state) in enumerate(zip(strip["fields"], score_sheet.sheet["strips"][index], strict=True)):
        x = left + (i + 0.5) * pitch
        yield from _draw_field(palette, field, x, y, pitch * 0.9, u)
        if state == "crossed":
            yield from draw_cross(x, y, pitch, palette.pen, f"{strip['name']} {i}")
        elif state == "struck":
            yield draw_dash(x, y, pitch, palette.pen)


def _has_frame(variant: view_types.Variant, name: str) -> bool:
    return any(name in cell["frames"] for row in variant["rows"] for cell in row["cells"])


def _draw_field(
    palette: Palette, field: view_types.Field, x: float, y: float, side: float, u: float
) -> Iterator[Shape]:
    """A field: in its colour with the colour's sign, or with a text of its own."""
    tone = palette.tones.get(field["colour"])
    border = Ink(tone.band, tone.outline, 0.03 * u) if tone else Ink(palette.paper, palette.text, 0.03 * u)
    yield Box(x - side / 2, y - side / 2, side, side, border, radius=0.12 * u)
    letters = tone.sign if tone else palette.text
    if field["text"]:
        size = fitted(field["text"], side * 0.5, side * 0.86, "bold")
        yield centred(field["text"], x, y, size, letters, "bold")
    elif tone:
        yield draw_sign(field["colour"], x, y, side * 0.5, letters)


def legend_height(variant: view_types.Variant) -> float:
    """Height of the legend, in u."""
    lines = -(-len(variant["legend"]) // LINES_ACROSS)
    return 1.2 * lines


def draw_legend(score_sheet: ScoreSheet, w: float, u: float) -> Iterator[Shape]:
    """Every line with its frame and what it says; rings and dashes where a pen has been."""
    palette, catalogue, wide = score_sheet.palette, score_sheet.catalogue, w / LINES_ACROSS
    numbered = figures(score_sheet.variant)
    for i, (line, state) in enumerate(
        zip(score_sheet.variant["legend"], score_sheet.sheet["legend"], strict=True)
    ):
        x, y = (i % LINES_ACROSS) * wide, (i // LINES_ACROSS) * 1.2 * u
        ink = Ink(None, palette.text, 0.045 * u)
        yield from draw_mark(line["frame"], x + 0.4 * u, y + 0.5 * u, 0.66 * u, ink, palette.text)
        if figure := numbered.get(line["id"]):
            yield centred(figure, x + 0.76 * u, y + 0.86 * u, 0.19 * u, palette.text, "semibold")
        title, room = legend_title(catalogue, line), wide - 0.95 * u
        size = fitted(title, 0.27 * u, room, "semibold")
        yield Label(x + 0.85 * u, y + 0.26 * u, title, size, palette.text, "semibold")
        yield from _draw_effect(legend_line(catalogue, line), x + 0.85 * u, y + 0.3 * u, room, u, palette)
        if state == "done":
            yield Disc(x + 0.4 * u, y + 0.5 * u, 0.39 * u, Ink(None, palette.pen, 0.05 * u))
        elif state == "lost":
            yield draw_dash(x + 0.4 * u, y + 0.5 * u, u, palette.pen)


def _draw_effect(line: str, x: float, y: float, room: float, u: float, palette: Palette) -> Iterator[Shape]:
    size = 0.2 * u
    if size < LEAST_LETTERS or not line:
        return
    while len(lines := wrapped(line, size, room)) > 3:
        size *= 0.96
    for i, part in enumerate(lines):
        yield Label(x, y + (i + 1) * size * 1.14, part, size, palette.faint)


def draw_badges(score_sheet: ScoreSheet, x: float, base: float, u: float) -> Iterator[Shape]:
    """The numbers of this sheet alone, each in a badge (R12.1)."""
    palette = score_sheet.palette
    for label, numbers in _badges(score_sheet):
        yield Label(x, base, label, 0.26 * u, palette.faint)
        x += text_width(label) * 0.26 * u + 0.42 * u
        for number in numbers:
            middle = base - 0.17 * u
            yield Disc(x, middle, 0.33 * u, Ink(palette.paper, palette.text, 0.05 * u))
            yield centred(str(number), x, middle, 0.38 * u, palette.text, "bold")
            x += 0.82 * u


def badges_width(score_sheet: ScoreSheet) -> float:
    """Room for the badges with a space before them, in u."""
    widths = [text_width(label) * 0.26 + 0.82 * len(numbers) for label, numbers in _badges(score_sheet)]
    return sum(widths) + 0.42 * len(widths) + 0.48 if widths else 0


def _badges(score_sheet: ScoreSheet) -> list[tuple[str, list[int]]]:
    names = [part_name(score_sheet.catalogue, badge["name"]) for badge in score_sheet.variant["badges"]]
    dealt = zip(names, score_sheet.sheet["badges"], strict=True)
    return [(name, numbers) for name, numbers in dealt if numbers]
