"""The small drawings: signs of the colours, locks, frames of bonus cells, and a pen's crosses."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from rowlock.engine.mechanisms.bonus_pairs import PairKind
from rowlock.printing.shapes import Box, Disc, Ink, Shape, Trace, centred


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


def draw_lock(x: float, y: float, size: float, line: str, ground: str) -> Iterator[Shape]:
    """An open padlock around a centre."""
    w, h, width = size * 0.62, size * 0.44, size * 0.09
    top = y - size * 0.02
    radius = w * 0.30
    arch = [
        (x + radius * math.cos(angle), top - radius * 0.9 - radius * math.sin(angle))
        for angle in (math.pi * step / 10 for step in range(11))
    ]
    # the right leg of the shackle stands in the body, the left one is lifted out of it
    yield Trace(((arch[0][0], top), *arch, (arch[-1][0], top - radius * 0.55)), Ink(None, line, width))
    yield Box(x - w / 2, top, w, h, Ink(line), radius=size * 0.07)
    yield Disc(x, top + h * 0.45, size * 0.065, Ink(ground))


def draw_frame(kind: PairKind | None, x: float, y: float, size: float, ink: Ink) -> Iterator[Shape]:
    """The frame of a bonus cell; None is the frame of cells that belong to the bonus bar."""
    r = size / 2
    if kind is None or kind == "two-in-fewest":
        yield Disc(x, y, r, ink)
        if kind:
            yield Disc(x, y, r * 0.86, Ink(None, ink.stroke, ink.width * 0.6))
    elif kind == "one-in-each":
        side = r * 1.72
        yield Box(x - side / 2, y - side / 2, side, side, ink)
    elif kind == "double-fewest":
        yield _polygon(4, x, y, r * 1.12, ink)
    elif kind == "thirteen":
        yield _polygon(6, x, y, r * 1.05, ink)
    else:
        yield _toothed(x, y, r, ink)


def _polygon(corners: int, x: float, y: float, r: float, ink: Ink) -> Trace:
    turn = 2 * math.pi / corners
    points = [(x + r * math.sin(turn * i), y - r * math.cos(turn * i)) for i in range(corners)]
    return Trace(tuple(points), ink, closed=True)


def _toothed(x: float, y: float, r: float, ink: Ink) -> Trace:
    teeth = 12
    points = []
    for i in range(2 * teeth):
        reach = r * (1.07 if i % 2 else 0.9)
        angle = math.pi * i / teeth
        points.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return Trace(tuple(points), ink, closed=True)


PAIR_MARKS: dict[PairKind, str] = {
    "two-in-fewest": "+2",
    "one-in-each": "1×",
    "double-fewest": "×2",
    "thirteen": "13",
    "no-penalties": "0",
}
"""What the legend writes into the frame of each kind of bonus pair."""


def draw_pair_mark(kind: PairKind, x: float, y: float, size: float, ink: Ink, fill: str) -> Iterator[Shape]:
    yield from draw_frame(kind, x, y, size, ink)
    yield centred(PAIR_MARKS[kind], x, y, size * 0.46, fill, "bold")


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
