"""Where drawn shapes are on their page."""

from __future__ import annotations

from rowlock.printing.fonts import text_width
from rowlock.printing.pages import PRINTABLE
from rowlock.printing.shapes import CAP_HEIGHT, Box, Disc, Label, Page, Shape, Trace

Bounds = tuple[float, float, float, float]


def bounds(shape: Shape) -> Bounds:
    """Left, top, right and bottom of a shape, its line included."""
    if isinstance(shape, Label):
        width = text_width(shape.text, shape.weight) * shape.size
        left = shape.x - {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
        return left, shape.y - shape.size * CAP_HEIGHT, left + width, shape.y
    half = shape.ink.width / 2 if shape.ink.stroke else 0
    match shape:
        case Box(x, y, w, h):
            return x - half, y - half, x + w + half, y + h + half
        case Disc(x, y, r):
            return x - r - half, y - r - half, x + r + half, y + r + half
        case Trace(points):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def assert_printable(page: Page) -> None:
    for shape in page.shapes:
        left, top, right, bottom = bounds(shape)
        inside = left >= PRINTABLE - 0.1 and top >= PRINTABLE - 0.1
        assert inside, shape
        assert right <= page.w - PRINTABLE + 0.1, shape
        assert bottom <= page.h - PRINTABLE + 0.1, shape
