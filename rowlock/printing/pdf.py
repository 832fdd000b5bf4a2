"""Pages as PDF: text stays text, and the letters are embedded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.printing.fonts import font_file, text_width
from rowlock.printing.shapes import Box, Disc, Ink, Label, Page, Shape, Trace, Weight

if TYPE_CHECKING:
    from fpdf import FPDF

MM = 72 / 25.4
"""Points in a millimetre."""
_FAMILIES: dict[Weight, str] = {
    "regular": "rowlock-regular",
    "semibold": "rowlock-semibold",
    "bold": "rowlock-bold",
}


def render_pdf(pages: list[Page], title: str, lang: str) -> bytes:
    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=(pages[0].w, pages[0].h))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.set_title(title)
    pdf.set_lang(lang)
    pdf.set_creator("Rowlock")
    for weight, family in _FAMILIES.items():
        pdf.add_font(family, fname=font_file(weight))
    for page in pages:
        pdf.add_page(format=(page.w, page.h))
        for shape in page.shapes:
            _draw(pdf, shape)
    return bytes(pdf.output())


def _draw(pdf: FPDF, shape: Shape) -> None:
    match shape:
        case Box(x, y, w, h, ink, radius):
            corners = bool(radius)
            pdf.rect(x, y, w, h, style=_ready(pdf, ink), round_corners=corners, corner_radius=radius)
        case Disc(x, y, r, ink):
            pdf.ellipse(x - r, y - r, 2 * r, 2 * r, style=_ready(pdf, ink))
        case Trace(points, ink, closed):
            pdf.polygon(points, style=_ready(pdf, ink)) if closed else pdf.polyline(
                points, style=_ready(pdf, ink)
            )
        case Label():
            _write(pdf, shape)


def _ready(pdf: FPDF, ink: Ink) -> str:
    """Set the pens of an ink; returns fpdf's word for stroke, fill or both."""
    if ink.fill:
        pdf.set_fill_color(*_rgb(ink.fill))
    if ink.stroke:
        pdf.set_draw_color(*_rgb(ink.stroke))
        pdf.set_line_width(ink.width)
        pdf.set_dash_pattern(*(ink.dash or (0, 0)))
    return ("D" if ink.stroke else "") + ("F" if ink.fill else "")


def _write(pdf: FPDF, label: Label) -> None:
    pdf.set_font(_FAMILIES[label.weight], size=label.size * MM)
    pdf.set_text_color(*_rgb(label.fill))
    width = text_width(label.text, label.weight) * label.size
    shift = {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    pdf.text(label.x - shift, label.y, label.text)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
