"""A page as SVG, complete in itself: the letters it uses travel in it."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from io import BytesIO
from xml.sax.saxutils import escape

from rowlock.printing.fonts import FAMILY, WEIGHTS, font_file
from rowlock.printing.shapes import Box, Disc, Ink, Label, Page, Shape, Trace, Weight


def render_svg(page: Page) -> bytes:
    size = f'width="{_n(page.w)}mm" height="{_n(page.h)}mm" viewBox="0 0 {_n(page.w)} {_n(page.h)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} stroke-linejoin="round" stroke-linecap="round"'
        f" font-family=\"'{FAMILY}', 'Source Sans 3', sans-serif\">",
        f"<style>{_font_faces(page)}</style>",
        f'<rect width="{_n(page.w)}" height="{_n(page.h)}" fill="#ffffff"/>',
        *[_element(shape) for shape in page.shapes],
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _element(shape: Shape) -> str:
    match shape:
        case Box(x, y, w, h, ink, radius):
            rx = f' rx="{_n(radius)}"' if radius else ""
            return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"{rx}{_paint(ink)}/>'
        case Disc(x, y, r, ink):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"{_paint(ink)}/>'
        case Trace(points, ink, closed):
            kind = "polygon" if closed else "polyline"
            line = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            return f'<{kind} points="{line}"{_paint(ink)}/>'
        case Label(x, y, text, size, fill, weight, anchor):
            where = "" if anchor == "start" else f' text-anchor="{anchor}"'
            heavy = "" if weight == "regular" else f' font-weight="{WEIGHTS[weight]}"'
            style = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}"'
            return f"<text {style}{where}{heavy}>{escape(text)}</text>"


def _paint(ink: Ink) -> str:
    drawn = f' fill="{ink.fill or "none"}"'
    if ink.stroke:
        drawn += f' stroke="{ink.stroke}" stroke-width="{_n(ink.width)}"'
    if ink.stroke and ink.dash:
        drawn += f' stroke-dasharray="{_n(ink.dash[0])} {_n(ink.dash[1])}"'
    return drawn


def _n(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".") or "0"


def _font_faces(page: Page) -> str:
    """The font in each weight that the page uses, cut down to the letters that it uses."""
    used: dict[Weight, set[str]] = {}
    for shape in page.shapes:
        if isinstance(shape, Label):
            used.setdefault(shape.weight, set()).update(shape.text)
    return "".join(_font_face(weight, letters) for weight, letters in sorted(used.items()))


def _font_face(weight: Weight, letters: Iterable[str]) -> str:
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options = Options(flavor="woff", layout_features=[], notdef_outline=True, hinting=False)
    subsetter, file = Subsetter(options), BytesIO()
    subsetter.populate(text="".join(sorted(letters)))
    with load_font(str(font_file(weight)), options) as font:
        subsetter.subset(font)
        save_font(font, file, options)
    encoded = base64.b64encode(file.getvalue()).decode("ascii")
    source = f'url("data:font/woff;base64,{encoded}") format("woff")'
    return f'@font-face{{font-family:"{FAMILY}";font-weight:{WEIGHTS[weight]};src:{source}}}'
