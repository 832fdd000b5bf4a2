"""The drawing model: a page is a list of shapes in millimetres, y pointing down; two back ends render it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Point = tuple[float, float]
Weight = Literal["regular", "semibold", "bold"]
Anchor = Literal["start", "middle", "end"]
CAP_HEIGHT = 0.66
"""Height of capitals and figures as a part of the size of the letters."""


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is painted: fill and stroke as `#rrggbb`, None for none; width of the line in mm."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.2
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    w: float
    h: float
    ink: Ink
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around a centre."""

    x: float
    y: float
    r: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Trace:
    """Straight strokes from point to point, closed to a polygon or open."""

    points: tuple[Point, ...]
    ink: Ink
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; `y` is its base line."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    weight: Weight = "regular"
    anchor: Anchor = "start"


Shape = Box | Disc | Trace | Label


@dataclass(frozen=True, slots=True)
class Page:
    """A page of paper, in millimetres."""

    w: float
    h: float
    shapes: tuple[Shape, ...]


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The same shape somewhere else."""
    if isinstance(shape, Trace):
        return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    return replace(shape, x=shape.x + dx, y=shape.y + dy)


def centred(text: str, x: float, y: float, size: float, fill: str, weight: Weight = "regular") -> Label:
    """Text whose middle is at a point."""
    return Label(x, y + size * CAP_HEIGHT / 2, text, size, fill, weight, "middle")
