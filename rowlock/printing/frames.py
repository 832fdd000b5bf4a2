"""The frames of cells, by the names that plain forms give them. An unknown name gets a frame too.

Where several lines of a legend are drawn with the same frame, small figures tell their cells apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from rowlock.engine import view_types
from rowlock.printing.shapes import Box, Disc, Ink, Shape, Trace, centred

Drawing = Callable[[float, float, float, Ink], Iterator[Shape]]


def draw_frame(name: str, x: float, y: float, size: float, ink: Ink) -> Iterator[Shape]:
    """A frame around a centre."""
    yield from FRAMES.get(name, _dashed)(x, y, size / 2, ink)


def draw_mark(name: str, x: float, y: float, size: float, ink: Ink, fill: str) -> Iterator[Shape]:
    """A frame with what the legend writes into it."""
    yield from draw_frame(name, x, y, size, ink)
    yield centred(MARKS.get(name, name[:1].upper()), x, y, size * 0.46, fill, "bold")


def figures(variant: view_types.Variant) -> dict[str, str]:
    """The figure of every legend line that shares its frame, by the line's identity."""
    drawn = [_drawing(line) for line in variant["legend"]]
    often, count = Counter(drawn), Counter[str]()
    found = {}
    for line, frame in zip(variant["legend"], drawn, strict=True):
        count[frame] += 1
        if often[frame] > 1:
            found[line["id"]] = str(count[frame])
    return found


def figure_at(variant: view_types.Variant, row: str, number: int) -> str:
    """The small numbers on a cell; empty for most."""
    found = figures(variant)
    lines = [line["id"] for line in variant["legend"] if [row, number] in line["cells"]]
    return "+".join(found[name] for name in lines if name in found)


def _drawing(line: view_types.LegendLine) -> str:
    """The look of a line's frame: all unknown ones look the same."""
    return line["frame"] if line["frame"] in FRAMES else ""


def _ring(x: float, y: float, r: float, ink: Ink) -> Iterator[Shape]:
    yield Disc(x, y, r, ink)


def _two_rings(x: float, y: float, r: float, ink: Ink) -> Iterator[Shape]:
    yield Disc(x, y, r, ink)
    yield Disc(x, y, r * 0.86, Ink(None, ink.stroke, ink.width * 0.6))


def _square(x: float, y: float, r: float, ink: Ink) -> Iterator[Shape]:
    side = r * 1.72
    yield Box(x - side / 2, y - side / 2, side, side, ink)


def _diamond(x: float, y: float, r: float, ink: Ink) -> Iterator[Shape]:
    yield _polygon(4, x, y, r * 1.12, ink)


def _hexagon(x: float, y: float, r: float, ink: Ink) -> Iterator[Shape]:
    yield _polygon(6, x, y, r * 1.05, ink)


def _polygon(corners: int, x: float, y: float, r: float, ink: Ink) -> Trace:
    turn = 2 * math.pi / corners
    points = [(x + r * math.sin(turn * i), y - r * math.cos(turn * i)) for i in range(corners)]
    return Trace(tuple(points), ink, closed=True)


def _toothed(x: float, y: float, r: float, ink: Ink) -> Iterator[Shape]:
    teeth = 12
    points = []
    for i in range(2 * teeth):
        reach = r * (1.07 if i % 2 else 0.9)
        angle = math.pi * i / teeth
        points.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    yield Trace(tuple(points), ink, closed=True)


def _rounded(x: float, y: float, r: float, ink: Ink) -> Iterator[Shape]:
    """Bold, and close to the edge of the cell."""
    side = r * 2.06
    yield Box(x - side / 2, y - side / 2, side, side, replace(ink, width=ink.width * 1.7), radius=r * 0.4)


def _dashed(x: float, y: float, r: float, ink: Ink) -> Iterator[Shape]:
    yield Disc(x, y, r, replace(ink, dash=(ink.width * 2.4, ink.width * 2.4)))


FRAMES: dict[str, Drawing] = {
    "bar": _ring,
    "two-in-fewest": _two_rings,
    "one-in-each": _square,
    "double-fewest": _diamond,
    "thirteen": _hexagon,
    "no-penalties": _toothed,
    "double": _two_rings,
    "step": _rounded,
}
MARKS: dict[str, str] = {
    "two-in-fewest": "+2",
    "one-in-each": "1×",
    "double-fewest": "×2",
    "thirteen": "13",
    "no-penalties": "0",
}
"""The sign in a frame of the legend; into others the first letter of their name."""
