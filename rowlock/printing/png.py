"""A page as a picture of points, for programs that show neither SVG nor PDF: messengers."""

from __future__ import annotations

import struct
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

from rowlock.printing.fonts import font_file
from rowlock.printing.shapes import Box, Disc, Ink, Label, Page, Shape, Trace, Weight

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

FINE = 2
"""How many times finer it is drawn than shown: that makes edges smooth."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
"""Where a text stands, in Pillow's words; its base line is given."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = (8, 2, 0, 0, 0)
"""Eight bits each of red, green and blue, in the terms of the format."""


def render_png(page: Page, scale: float = 1.0) -> bytes:
    """The page as PNG, with so many points for each of its units."""
    from PIL import Image, ImageDraw

    size = (round(page.w * scale), round(page.h * scale))
    image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), "#ffffff")
    pen = _Pen(ImageDraw.Draw(image), scale * FINE)
    for shape in page.shapes:
        pen.draw(shape)
    return _packed(image.resize(size, Image.Resampling.BOX))


def _packed(image: Image) -> bytes:
    """The file: its rows as they are, packed by zlib, which holds up no other thread meanwhile."""
    rows, wide = image.tobytes(), 3 * image.width
    lines = b"".join(b"\0" + rows[at : at + wide] for at in range(0, len(rows), wide))
    head = struct.pack(">IIBBBBB", *image.size, *COLOURS)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(lines)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    """A part of the file, with its length before it and its checksum behind it."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


class _Pen:
    """Draws shapes; dashed lines are drawn whole."""

    def __init__(self, canvas: ImageDraw, scale: float) -> None:
        self._canvas, self._scale = canvas, scale

    def draw(self, shape: Shape) -> None:
        s = self._scale
        match shape:
            case Box(x, y, w, h, ink, radius):
                corners = (x * s, y * s, max(x * s, (x + w) * s - 1), max(y * s, (y + h) * s - 1))
                self._canvas.rounded_rectangle(corners, radius * s, ink.fill, ink.stroke, self._width(ink))
            case Disc(x, y, r, ink):
                around = ((x - r) * s, (y - r) * s, (x + r) * s, (y + r) * s)
                self._canvas.ellipse(around, ink.fill, ink.stroke, self._width(ink))
            case Trace(points, ink, closed):
                self._trace([(x * s, y * s) for x, y in points], ink, closed)
            case Label(x, y, text, size, fill, weight, anchor):
                font = _font(weight, max(1, round(size * s)))
                self._canvas.text((x * s, y * s), text, fill, font, ANCHORS[anchor])

    def _trace(self, points: list[tuple[float, float]], ink: Ink, closed: bool) -> None:
        if closed and ink.fill:
            self._canvas.polygon(points, ink.fill)
        if ink.stroke:
            way = [*points, points[0]] if closed else points
            self._canvas.line(way, ink.stroke, self._width(ink), joint="curve")

    def _width(self, ink: Ink) -> int:
        return max(1, round(ink.width * self._scale)) if ink.stroke else 0


@lru_cache(maxsize=64)
def _font(weight: Weight, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file(weight)), size, layout_engine=ImageFont.Layout.BASIC)
