"""The rules in brief, set in two columns for the back of a sheet."""

from __future__ import annotations

from typing import NamedTuple

from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale import Catalogue
from rowlock.locale.rules import Part, rules_in_brief
from rowlock.locale.words import variant_title, word
from rowlock.printing.fonts import fitted, wrapped
from rowlock.printing.palette import Palette
from rowlock.printing.shapes import Ink, Label, Shape, Trace

LARGEST, SMALLEST = 5.4, 2.1
"""Sizes of the letters in mm; text that would have to be smaller than this is not set."""
LEADING, SPACE = 1.28, 0.75


def draw_summary(
    variant: Variant, catalogue: Catalogue, palette: Palette, w: float, h: float
) -> list[Shape] | None:
    """The rules in two columns, in letters as large as fit; None if they would be too small to read."""
    parts = list(rules_in_brief(catalogue, variant))
    size = LARGEST
    while size >= SMALLEST:
        head, gutter = 2.3 * size, 1.8 * size
        column = (w - gutter) / 2
        columns = _fill(parts, size, column, h - head)
        if columns:
            return _draw(variant, catalogue, palette, columns, size, w, column + gutter)
        size *= 0.97
    return None


class _Set(NamedTuple):
    """A part set in lines of a column's width."""

    heading: str
    lines: list[str]
    height: float


def _fill(parts: list[Part], size: float, column: float, h: float) -> list[list[_Set]] | None:
    """The parts in two columns, or None if they do not fit."""
    ready = []
    for part in parts:
        lines = [line for text_line in part.lines for line in wrapped(text_line, size, column)]
        ready.append(_Set(part.heading, lines, (len(lines) + 1.1) * size * LEADING + SPACE * size))
    columns: list[list[_Set]] = [[], []]
    used, half = [0.0, 0.0], sum(block.height for block in ready) / 2
    for block in ready:
        first = not columns[1] and used[0] + block.height / 2 <= half
        columns[0 if first else 1].append(block)
        used[0 if first else 1] += block.height
    return columns if max(used) <= h else None


def _draw(
    variant: Variant,
    catalogue: Catalogue,
    palette: Palette,
    columns: list[list[_Set]],
    size: float,
    w: float,
    second: float,
) -> list[Shape]:
    title = f"{variant_title(catalogue, plain_variant(variant))} · {word(catalogue, 'rules')}"
    large = fitted(title, size * 1.6, w, "bold")
    shapes: list[Shape] = [
        Label(0, large * 0.8, title, large, palette.text, "bold"),
        Trace(((0, size * 1.75), (w, size * 1.75)), Ink(None, palette.line, size * 0.06)),
    ]
    for x, column in zip((0.0, second), columns, strict=True):
        y = 2.3 * size
        for part in column:
            shapes.append(Label(x, y + size, part.heading, size * 1.08, palette.text, "bold"))
            for i, line in enumerate(part.lines, 1):
                shapes.append(Label(x, y + size + i * size * LEADING, line, size, palette.text))
            y += part.height
    return shapes
