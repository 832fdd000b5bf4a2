"""Sheets laid out on paper: how many per page, where to cut, what goes on the back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rowlock.engine import view_types
from rowlock.engine.sheet import empty_sheet
from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_sheet_of, plain_variant
from rowlock.locale import load_catalogue
from rowlock.printing.options import GRIDS, PAPERS, PrintOptions
from rowlock.printing.palette import COLOUR, GREY, Palette
from rowlock.printing.score_sheet import ScoreSheet
from rowlock.printing.shapes import Ink, Page, Shape, Trace, moved
from rowlock.printing.sheet import draw_sheet, proportions
from rowlock.printing.summary import Back, draw_summary

PRINTABLE = 5.0
"""Margin in mm that many printers leave white; nothing is drawn there."""
_INSETS = {1: 12.0, 2: 10.0, 4: 8.0, 8: 6.0}
"""Space in mm between the edge of a cut sheet and what is drawn on it."""
_MARK = 4.0


class Filled(NamedTuple):
    """A sheet as a player left it."""

    name: str
    sheet: view_types.Sheet


class Slot(NamedTuple):
    """A part of a page that is cut out as a sheet."""

    x: float
    y: float
    w: float
    h: float


def lay_out(variant: Variant, options: PrintOptions, filled: Sequence[Filled] = ()) -> list[Page]:
    """All pages of a print, backs included."""
    sheets = score_sheets(variant, options, filled)
    w, h = page_size(options)
    pages = []
    for first in range(0, len(sheets), options.per_page):
        shapes = draw_cut_marks(options)
        for score_sheet, slot in zip(sheets[first : first + options.per_page], slots(options), strict=False):
            x, y, width, height = _inside(slot, options.per_page)
            shapes += [moved(shape, x, y) for shape in draw_sheet(score_sheet, width, height)]
        pages.append(Page(w, h, tuple(shapes)))
    return _with_rules(variant, options, pages) if options.rules else pages


def sheet_page(variant: Variant, filled: Filled | None = None, w: float = 150.0) -> Page:
    """One sheet on a page of its own shape: for screens."""
    (score_sheet, *_) = score_sheets(variant, PrintOptions(per_page=1), [filled] if filled else [])
    wide, high = proportions(score_sheet.variant)
    edge = w / 40
    h = (w - 2 * edge) * high / wide + 2 * edge
    shapes = draw_sheet(score_sheet, w - 2 * edge, h - 2 * edge)
    return Page(w, h, tuple(moved(shape, edge, edge) for shape in shapes))


def page_size(options: PrintOptions) -> tuple[float, float]:
    """Width and height; pages are turned so that every sheet lies wide."""
    short, long = PAPERS[options.paper]
    return (long, short) if options.per_page in (1, 4) else (short, long)


def slots(options: PrintOptions) -> list[Slot]:
    """The places of the sheets, row by row."""
    (w, h), (across, down) = page_size(options), GRIDS[options.per_page]
    sw, sh = w / across, h / down
    return [Slot(i % across * sw, i // across * sh, sw, sh) for i in range(across * down)]


def score_sheets(variant: Variant, options: PrintOptions, filled: Sequence[Filled]) -> list[ScoreSheet]:
    """The sheets to draw: those given, or empty ones, dealt in turn where they differ (R12.1)."""
    catalogue, palette, pad = load_catalogue(options.lang), _palette(options), plain_variant(variant)
    bonus = any(mechanism.has_bonus for mechanism in variant.mechanisms)
    if filled:
        return [
            ScoreSheet(pad, catalogue, palette, seat.sheet, seat.name, is_filled=True, has_bonus=bonus)
            for seat in filled
        ]
    count = options.per_page * options.pages
    sheets = [plain_sheet_of(variant, empty_sheet(variant, i), i) for i in range(count)]
    return [ScoreSheet(pad, catalogue, palette, sheet, has_bonus=bonus) for sheet in sheets]


def _palette(options: PrintOptions) -> Palette:
    return GREY if options.grey else COLOUR


def _inside(slot: Slot, per_page: int) -> Slot:
    inset = _INSETS[per_page]
    return Slot(slot.x + inset, slot.y + inset, slot.w - 2 * inset, slot.h - 2 * inset)


def _with_rules(variant: Variant, options: PrintOptions, pages: list[Page]) -> list[Page]:
    """The rules behind every sheet; where sheets are too small for them, on a last paper that is not cut."""
    w, h = page_size(options)
    back = Back(variant, load_catalogue(options.lang), _palette(options))
    places = [_inside(slot, options.per_page) for slot in slots(options)]
    for with_examples in (True, False):
        drawn = draw_summary(back, places[0].w, places[0].h, with_examples)
        if drawn is not None:
            shapes = draw_cut_marks(options) + [moved(one, x, y) for x, y, _, _ in places for one in drawn]
            return [page for front in pages for page in (front, Page(w, h, tuple(shapes)))]
    whole = _inside(Slot(0, 0, w, h), 1)
    drawn = draw_summary(back, whole.w, whole.h) or draw_summary(back, whole.w, whole.h, with_examples=False)
    blank = [Page(w, h, ())] * (
        len(pages) % 2
    )  # printed on both sides, the rules begin on a paper of their own
    return [*pages, *blank, Page(w, h, tuple(moved(one, whole.x, whole.y) for one in drawn or []))]


def draw_cut_marks(options: PrintOptions) -> list[Shape]:
    """Short lines at the edge of the page and small crosses within it, where the sheets are cut apart."""
    (w, h), (across, down) = page_size(options), GRIDS[options.per_page]
    xs = [w * i / across for i in range(1, across)]
    ys = [h * i / down for i in range(1, down)]
    ink = Ink(None, "#8a8f96", 0.15)
    near, far = PRINTABLE, PRINTABLE + _MARK
    lines = []
    for x in xs:
        lines += [((x, near), (x, far)), ((x, h - far), (x, h - near))]
        lines += [((x, y - _MARK / 2), (x, y + _MARK / 2)) for y in ys]
    for y in ys:
        lines += [((near, y), (far, y)), ((w - far, y), (w - near, y))]
        lines += [((x - _MARK / 2, y), (x + _MARK / 2, y)) for x in xs]
    return [Trace(line, ink) for line in lines]
