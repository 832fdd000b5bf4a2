"""The foot of a sheet: points table, penalty boxes and the line in which everything is added up (R9)."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.locale import Catalogue, text
from rowlock.locale.words import row_colours, word
from rowlock.printing.fonts import fitted, text_width
from rowlock.printing.palette import Palette
from rowlock.printing.rows import draw_ground
from rowlock.printing.score_sheet import ScoreSheet
from rowlock.printing.shapes import Box, Ink, Label, Shape, Trace, centred
from rowlock.printing.signs import draw_cross, draw_signs

LABELS = 1.6
"""Width of the labels left of the points table, in u."""


def draw_count(score_sheet: ScoreSheet, w: float, u: float) -> Iterator[Shape]:
    """The foot of a sheet; filled in if the sheet is."""
    boxes = score_sheet.variant["penalties"]["boxes"] * 0.74 * u
    right = w - max(boxes, 2.4 * u)
    yield from _draw_points(score_sheet, right - 0.4 * u, u)
    yield from _draw_penalties(score_sheet, right, w, u)
    yield from _draw_totals(score_sheet, w, u)


def _draw_points(score_sheet: ScoreSheet, w: float, u: float) -> Iterator[Shape]:
    """The points of a row by its crosses (R9.1)."""
    palette, catalogue, table = score_sheet.palette, score_sheet.catalogue, score_sheet.variant["points"]
    columns = len(table) - 1
    pitch = min((w - LABELS * u) / columns, 1.1 * u)
    top, half, right = 0.18 * u, 0.44 * u, LABELS * u + columns * pitch
    yield Box(0, top, right, 2 * half, Ink(palette.shade, palette.line, 0.022 * u), radius=0.12 * u)
    yield Trace(((0, top + half), (right, top + half)), Ink(None, palette.line, 0.018 * u))
    for line, name in enumerate(("crosses", "points")):
        label = word(catalogue, name)
        size = fitted(label, 0.27 * u, (LABELS - 0.25) * u)
        yield Label(0.14 * u, top + half * (line + 0.5) + size * 0.33, label, size, palette.faint)
    for count, points in list(enumerate(table))[1:]:
        x = LABELS * u + (count - 0.5) * pitch
        yield Trace(
            ((x - pitch / 2, top), (x - pitch / 2, top + 2 * half)), Ink(None, palette.line, 0.018 * u)
        )
        number = _signed(points)
        yield centred(
            f"{count}×", x, top + half / 2, fitted(f"{count}×", 0.26 * u, pitch * 0.9), palette.faint
        )
        size = fitted(number, 0.31 * u, pitch * 0.9, "semibold")
        yield centred(number, x, top + half * 1.5, size, palette.text, "semibold")


def _draw_penalties(score_sheet: ScoreSheet, left: float, right: float, u: float) -> Iterator[Shape]:
    """The penalty boxes, with what each costs (R9.2)."""
    palette, catalogue, penalties = (
        score_sheet.palette,
        score_sheet.catalogue,
        score_sheet.variant["penalties"],
    )
    cost = _signed(penalties["points"])
    label = text(catalogue, "print.penalties", word=word(catalogue, "penalties"), points=cost)
    size = fitted(label, 0.27 * u, right - left)
    yield Label(right, 0.34 * u, label, size, palette.faint, anchor="end")
    side, pitch = 0.6 * u, 0.74 * u
    for i in range(penalties["boxes"]):
        x = right - (penalties["boxes"] - i) * pitch + (pitch - side)
        yield Box(x, 0.46 * u, side, side, Ink(palette.paper, palette.text, 0.035 * u), radius=0.09 * u)
        if i < score_sheet.sheet["penalties"]:
            yield from draw_cross(x + side / 2, 0.46 * u + side / 2, side * 1.15, palette.pen, f"penalty {i}")


def _draw_totals(score_sheet: ScoreSheet, w: float, u: float) -> Iterator[Shape]:
    """Rows, bonus and penalties added up to the total."""
    palette, catalogue = score_sheet.palette, score_sheet.catalogue
    counted = score_sheet.sheet["score"] if score_sheet.is_filled else None
    items: list[tuple[str, str, int | None]] = [
        (row_colours(row), "+" if r else "", counted["rows"][r] if counted else None)
        for r, row in enumerate(score_sheet.variant["rows"])
        if row["row"] in row["counts_for"]
    ]
    if score_sheet.has_bonus:
        items.append(("bonus", "+", counted["bonus"] if counted else None))
    items.append(("penalties", "−", -counted["penalties"] if counted else None))
    last = 2.6 * u
    pitch = min((w - last - 0.1 * u) / len(items), 3.0 * u)
    for i, (what, operator, value) in enumerate(items):
        yield from _draw_item(catalogue, palette, what, operator, value, i * pitch, pitch, u)
    x = len(items) * pitch
    yield centred("=", x + 0.25 * u, 2.14 * u, 0.42 * u, palette.text, "semibold")
    box = min(w - x - 0.55 * u, last)
    yield Box(
        x + 0.55 * u, 1.55 * u, box, 1.0 * u, Ink(palette.paper, palette.text, 0.06 * u), radius=0.14 * u
    )
    label = word(catalogue, "total")
    yield Label(x + 0.68 * u, 1.82 * u, label, fitted(label, 0.23 * u, box * 0.5), palette.faint)
    if counted:
        yield centred(
            _signed(counted["total"]), x + 0.55 * u + box / 2, 2.14 * u, 0.66 * u, palette.pen, "bold"
        )


def _draw_item(
    catalogue: Catalogue,
    palette: Palette,
    what: str,
    operator: str,
    value: int | None,
    x: float,
    pitch: float,
    u: float,
) -> Iterator[Shape]:
    """One box of the sum; `what` is the colours of a row, or the word above the box."""
    tones = [palette.tones[colour] for colour in what] if set(what) <= set(palette.tones) else []
    if operator:
        yield centred(operator, x + 0.17 * u, 2.14 * u, 0.42 * u, palette.text, "semibold")
    left, width = x + 0.34 * u, pitch - 0.4 * u
    if not operator:
        left, width = x + 0.04 * u, pitch - 0.1 * u
    edge = tones[0].outline or tones[0].band if tones else palette.text
    grounds = [tone.cell for tone in tones] or [palette.paper]
    yield from draw_ground(left, 1.7 * u, width, 0.85 * u, 0.12 * u, grounds, Ink(None, edge, 0.05 * u))
    middle = width * 0.5
    if tones:
        wide = 0.28 * u if len(tones) == 1 else 0.2 * u * len(tones)
        yield from draw_signs(what, left + 0.12 * u + wide / 2, 1.95 * u, wide, tones[0].text)
        half = text_width(_signed(value or 0), "semibold") * 0.24 * u
        middle = max(width * 0.57, 0.16 * u + wide + half)
    else:
        label = word(catalogue, what)
        size = fitted(label, 0.22 * u, width)
        yield Label(left + (width - text_width(label) * size) / 2, 1.63 * u, label, size, palette.faint)
    if value is not None:
        yield centred(_signed(value), left + middle, 2.14 * u, 0.48 * u, palette.pen, "semibold")


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
