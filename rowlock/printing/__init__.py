"""Score sheets for paper, drawn from the variant, as PDF and SVG.

render(load_variant("longo"), PrintOptions(per_page=4, lang="de"))        # the bytes of a PDF
"""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.engine.record import Record
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_sheet, plain_variant
from rowlock.locale import load_catalogue, text
from rowlock.locale.words import seat_names, variant_title
from rowlock.printing.cards import lay_out_cards
from rowlock.printing.class_pack import lay_out_class_pack
from rowlock.printing.options import BadPrint, PrintOptions, room_for
from rowlock.printing.pages import Filled, lay_out
from rowlock.printing.shapes import Page
from rowlock.table.log.records import bots_in
from rowlock.table.replay import steps_to_show

MEDIA_TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml"}

__all__ = [
    "MEDIA_TYPES",
    "BadPrint",
    "Filled",
    "PrintOptions",
    "filled_sheets",
    "render",
    "render_class_pack",
    "render_record",
    "render_result",
    "room_for",
]


def render(variant: Variant, options: PrintOptions, filled: Sequence[Filled] = ()) -> bytes:
    """The print as a file: a PDF with all pages, or an SVG with one of them."""
    pages = lay_out_cards(variant, options) if options.cards else lay_out(variant, options, filled)
    if options.form == "svg":
        return _render_one(pages, options.page)
    from rowlock.printing.pdf import render_pdf

    title = variant_title(load_catalogue(options.lang), plain_variant(variant))
    return render_pdf(pages, title, options.lang)


def render_class_pack(options: PrintOptions) -> bytes:
    """Sheets, tasks and solutions for a class, as a PDF or as one page of it."""
    pages = lay_out_class_pack(options)
    if options.form == "svg":
        return _render_one(pages, options.page)
    from rowlock.printing.pdf import render_pdf

    return render_pdf(pages, text(load_catalogue(options.lang), "print.class_pack.title"), options.lang)


def render_record(record: Record, options: PrintOptions) -> bytes:
    """The sheets of a recorded game, filled in as the players left them."""
    return render(record.variant, options, filled_sheets(record, options.lang))


def render_result(record: Record, lang: str = "en") -> bytes:
    """The picture of a finished game, as PNG."""
    from rowlock.printing.png import render_png
    from rowlock.printing.result import draw_result, result_of

    return render_png(draw_result(result_of(record, lang)))


def filled_sheets(record: Record, lang: str = "en") -> list[Filled]:
    """Everybody's sheet at the end of a record, bots by their names in this language."""
    *_, last = steps_to_show(record)
    names = seat_names(load_catalogue(lang), record.seats, bots_in(record))
    return [Filled(name, plain_sheet(last.game, seat)) for seat, name in enumerate(names)]


def _render_one(pages: list[Page], number: int) -> bytes:
    from rowlock.printing.svg import render_svg

    if not 1 <= number <= len(pages):
        raise BadPrint(f"there is no page {number}; there are {len(pages)}")
    return render_svg(pages[number - 1])
