"""One score sheet, drawn from plain forms: title, rows, strips, legend, points, penalties, totals (R1, R9).

Everything is measured in `u`, the width of a cell with its gap; `u` is as large as the box allows.
"""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.engine import view_types
from rowlock.locale.words import variant_title, word
from rowlock.printing.count import draw_count
from rowlock.printing.extras import STRIP, badges_width, draw_badges, draw_legend, draw_strip, legend_height
from rowlock.printing.fonts import shortened, text_width
from rowlock.printing.rows import BAND, HEAD, LOCK, draw_link, draw_row
from rowlock.printing.score_sheet import ScoreSheet
from rowlock.printing.shapes import Ink, Label, Shape, Trace, moved

TITLE, GAP, FOOT, LEAST_WIDTH = 0.85, 0.16, 2.75, 12.6


def draw_sheet(score_sheet: ScoreSheet, w: float, h: float) -> list[Shape]:
    """A sheet in the middle of a box, as large as fits it."""
    wide, high = proportions(score_sheet.variant)
    u = min(w / wide, h / high)
    shapes, y = list(_draw_title(score_sheet, wide * u, u)), TITLE * u
    blocks = list(_blocks(score_sheet, wide * u, u))
    # spare height goes between the blocks, within reason
    slack = min((h - high * u) / (len(blocks) + 1), 0.28 * u)
    tops = []
    for height, drawn in blocks:
        y += slack
        tops.append(y)
        shapes += [moved(shape, 0, y) for shape in drawn]
        y += height
    for link in score_sheet.sheet["links"]:
        shapes += draw_link(score_sheet, link, tops, u)
    return [moved(shape, (w - wide * u) / 2, (h - y) / 2) for shape in shapes]


def proportions(variant: view_types.Variant) -> tuple[float, float]:
    """Width and height of a sheet, in cells."""
    longest = max(len(row["cells"]) for row in variant["rows"])
    return max(longest + HEAD + LOCK, LEAST_WIDTH), _height(variant)


def _height(variant: view_types.Variant) -> float:
    rows = len(variant["rows"]) * (BAND + GAP)
    return TITLE + rows + STRIP * len(variant["strips"]) + legend_height(variant) + FOOT


def _blocks(score_sheet: ScoreSheet, w: float, u: float) -> Iterator[tuple[float, list[Shape]]]:
    """The parts of a sheet from top to bottom, each with its height."""
    variant = score_sheet.variant
    for r in range(len(variant["rows"])):
        yield (BAND + GAP) * u, list(draw_row(score_sheet, r, u))
    for i in range(len(variant["strips"])):
        yield STRIP * u, list(draw_strip(score_sheet, i, w, u))
    if variant["legend"]:
        yield legend_height(variant) * u, list(draw_legend(score_sheet, w, u))
    yield FOOT * u, list(draw_count(score_sheet, w, u))


def _draw_title(score_sheet: ScoreSheet, w: float, u: float) -> Iterator[Shape]:
    """Title, badges, and a line for the name."""
    palette, size, base = score_sheet.palette, 0.52 * u, 0.56 * u
    title = variant_title(score_sheet.catalogue, score_sheet.variant)
    title = shortened(title, size, w * 0.62 - badges_width(score_sheet) * u, "bold")
    yield Label(0.1 * u, base, title, size, palette.text, "bold")
    yield from draw_badges(score_sheet, 0.1 * u + text_width(title, "bold") * size + 0.5 * u, base, u)
    label, left, right = word(score_sheet.catalogue, "name"), w * 0.66, w - 0.1 * u
    yield Label(left, base, label, 0.26 * u, palette.faint)
    start = left + text_width(label) * 0.26 * u + 0.12 * u
    yield Trace(((start, base + 0.07 * u), (right, base + 0.07 * u)), Ink(None, palette.line, 0.022 * u))
    if score_sheet.name:
        name = shortened(score_sheet.name, 0.46 * u, right - start, "semibold")
        yield Label(start + 0.08 * u, base, name, 0.46 * u, palette.pen, "semibold")
