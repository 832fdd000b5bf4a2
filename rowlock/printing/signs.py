"""The small drawings: signs of the colours, locks, and a pen's crosses."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from rowlock.printing.shapes import Box, Disc, Ink, Point, Shape, Trace


def draw_sign(colour: str, x: float, y: float, size: float, fill: str) -> Shape:
    """Circle, triangle, square or diamond, about equally large to the eye, around a centre."""
    ink, half = Ink(fill), size / 2
    if colour == "y":
        top, foot = y - half * 0.95, y + half * 0.75
        return Trace(((x, top), (x + half, foot), (x - half, foot)), ink, closed=True)
    if colour == "g":
        side = size * 0.86
        return Box(x - side / 2, y - side / 2, side, side, ink)
    if colour == "b":
        reach = half * 1.08
        return Trace(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), ink, closed=True)
    return Disc(x, y, half * 0.95, ink)


def draw_signs(colours: str, x: float, y: float, size: float, fill: str) -> Iterator[Shape]:
    """The signs of one or more colours side by side, within the same width."""
    each = size / len(colours)
    for i, colour in enumerate(colours):
        yield draw_sign(colour, x + (i + 0.5) * each - size / 2, y, each, fill)


def draw_stripes(
    x: float, y: float, w: float, h: float, radius: float, fills: Sequence[str]
) -> Iterator[Shape]:
    """A box with round corners in several colours, one above the other."""
    each = h / len(fills)
    for i, fill in enumerate(fills):
        top, foot = y + i * each, y + (i + 1) * each
        above, below = radius if i == 0 else 0, radius if i == len(fills) - 1 else 0
        points = [
            *_corner(x + above, top + above, above, math.pi),
            *_corner(x + w - above, top + above, above, math.pi * 1.5),
            *_corner(x + w - below, foot - below, below, 0),
            *_corner(x + below, foot - below, below, math.pi / 2),
        ]
        yield Trace(tuple(points), Ink(fill), closed=True)


def _corner(x: float, y: float, radius: float, start: float) -> list[Point]:
    """A quarter of a circle, clockwise; only its centre if there is no radius."""
    angles = [start + math.pi / 2 * step / 6 for step in range(7)] if radius else [start]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def draw_lock(x: float, y: float, size: float, line: str, ground: str) -> Iterator[Shape]:
    """An open padlock around a centre."""
    w, h, width = size * 0.62, size * 0.44, size * 0.09
    top = y - size * 0.02
    radius = w * 0.30
    arch = [
        (x + radius * math.cos(angle), top - radius * 0.9 - radius * math.sin(angle))
        for angle in (math.pi * step / 10 for step in range(11))
    ]
    # the right leg of the shackle is inside the body, the left one is lifted out of it
    yield Trace(((arch[0][0], top), *arch, (arch[-1][0], top - radius * 0.55)), Ink(None, line, width))
    yield Box(x - w / 2, top, w, h, Ink(line), radius=size * 0.07)
    yield Disc(x, top + h * 0.45, size * 0.065, Ink(ground))


def draw_cross(x: float, y: float, size: float, pen: str, place: str) -> Iterator[Shape]:
    """A pen's two quick strokes, slightly different in every place but always the same in one."""
    hand = random.Random(place)
    reach = size * 0.33

    def near(a: float, b: float) -> tuple[float, float]:
        return (
            x + reach * a + hand.uniform(-0.06, 0.06) * size,
            y + reach * b + hand.uniform(-0.06, 0.06) * size,
        )

    def middle() -> tuple[float, float]:
        return (x + hand.uniform(-0.04, 0.04) * size, y + hand.uniform(-0.04, 0.04) * size)

    ink = Ink(None, pen, size * 0.08)
    yield Trace((near(-1, -1), middle(), near(1, 1)), ink)
    yield Trace((near(1, -1), middle(), near(-1, 1)), ink)


def draw_dash(x: float, y: float, size: float, pen: str) -> Shape:
    """The thin stroke through a cell that is lost."""
    return Trace(((x - size * 0.3, y), (x + size * 0.3, y)), Ink(None, pen, size * 0.045))
