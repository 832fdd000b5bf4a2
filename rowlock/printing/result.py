"""A finished game as a picture for its link in a chat: the winner large, the places, the sheets small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from rowlock.engine.game import outcome
from rowlock.engine.record import Record
from rowlock.engine.view import plain_outcome, plain_sheet, plain_variant
from rowlock.locale import load_catalogue
from rowlock.locale.words import join_names, seat_names, variant_title
from rowlock.printing.fonts import fitted, shortened, text_width
from rowlock.printing.options import BadPrint, PrintOptions
from rowlock.printing.pages import Filled, score_sheets
from rowlock.printing.score_sheet import ScoreSheet
from rowlock.printing.shapes import Box, Ink, Label, Page, Shape, Trace, moved
from rowlock.printing.sheet import draw_sheet, proportions
from rowlock.table.log.records import bots_in
from rowlock.table.replay import steps_to_show

WIDTH, HEIGHT, EDGE = 1200, 630, 44
"""The size that messengers show at the width of a message, in points."""
LEFT, BELOW, GAP, PAD = 380, 232, 18, 10
"""Width of the column of places, where it begins; the space between sheets, and around each."""
GROUND, TEXT, SOFT, LINE, CARD = "#fbf7ee", "#1d2433", "#5d5a4f", "#d9cfb8", "#fffdf7"
MARK = ("#d6453d", "#e9b213", "#3a9a5b", "#3b74d1")
"""The four squares of our mark."""


class ResultLine(NamedTuple):
    """A line of the result."""

    place: int
    name: str
    points: str
    sheet: ScoreSheet


class ResultSheet(NamedTuple):
    """A result in words of one language, and the sheets, the best first."""

    title: str
    """The names of the winners."""
    line: str
    """Pad and date."""
    places: list[ResultLine]


def result_of(record: Record, lang: str) -> ResultSheet:
    """How a recorded game ended."""
    *_, last = steps_to_show(record)
    ended = outcome(last.game)
    if ended is None:
        raise BadPrint("the game is not over: there is no result to show")
    catalogue, over, variant = load_catalogue(lang), plain_outcome(ended), record.variant
    names = seat_names(catalogue, record.seats, bots_in(record))
    filled = [Filled(name, plain_sheet(last.game, seat)) for seat, name in enumerate(names)]
    sheets = score_sheets(variant, PrintOptions(lang=lang), filled)
    scores, winners = over["scores"], over["winners"]
    ranks = [(0, 0) if seat in winners else (1, -points) for seat, points in enumerate(scores)]
    places = [
        ResultLine(1 + sum(other < ranks[seat] for other in ranks), name, _number(scores[seat]), sheets[seat])
        for seat, name in enumerate(names)
    ]
    pad, date = variant_title(catalogue, plain_variant(variant)), dict(record.headers).get("date", "")
    return ResultSheet(
        join_names(catalogue, [names[seat] for seat in winners] or names[:1]),
        " · ".join(filter(None, (pad, date))),
        sorted(places, key=lambda one: one.place),
    )


def _number(points: int) -> str:
    return str(points).replace("-", "−")


def draw_result(result: ResultSheet) -> Page:
    """The picture; one unit is one point."""
    best, right = result.places[0].points, WIDTH - EDGE
    score_room = text_width(best, "bold") * 150
    room = right - EDGE - score_room - 40
    size = max(fitted(result.title, 130, room, "bold"), 64)
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, HEIGHT, Ink(GROUND)),
        Label(EDGE, 68, shortened(result.line, 28, right - EDGE, "semibold"), 28, SOFT, "semibold"),
        Label(EDGE, 192, shortened(result.title, size, room, "bold"), size, TEXT, "bold"),
        Label(right, 192, best, 150, TEXT, "bold", "end"),
    ]
    shapes += _lines(result.places) if len(result.places) > 1 else []
    shapes += _mark()
    shapes += _sheets(result.places)
    return Page(WIDTH, HEIGHT, tuple(shapes))


def _lines(places: Sequence[ResultLine]) -> Iterator[Shape]:
    step, size, right = 54.0, 30.0, EDGE + LEFT - 20
    for n, one in enumerate(places):
        base, weight = BELOW + 38 + n * step, "bold" if one.place == 1 else "regular"
        yield Label(EDGE, base, f"{one.place}.", size, SOFT, "semibold")
        name = shortened(one.name, size, LEFT - 150, "semibold")
        yield Label(EDGE + 42, base, name, size, TEXT, "bold" if weight == "bold" else "semibold")
        yield Label(right, base, one.points, size, TEXT, "bold", "end")
        yield Trace(((EDGE, base + 14), (right, base + 14)), Ink(None, LINE, 2))


def _mark() -> Iterator[Shape]:
    """Our mark and name at the foot."""
    top = HEIGHT - EDGE - 40
    for n, colour in enumerate(MARK):
        yield Box(EDGE + n % 2 * 21, top + n // 2 * 21, 18, 18, Ink(colour), 4)
    yield Label(EDGE + 54, top + 31, "Rowlock", 34, TEXT, "bold")


def _sheets(places: Sequence[ResultLine]) -> Iterator[Shape]:
    """Everybody's sheet on a card, in as many columns as make them largest."""
    x, y, w, h = EDGE + LEFT, BELOW, WIDTH - 2 * EDGE - LEFT, HEIGHT - EDGE - BELOW
    if len(places) == 1:  # no column of places beside it, but the mark
        x, w = EDGE + 240, WIDTH - 2 * EDGE - 240
    wide, high = proportions(places[0].sheet.variant)

    def unit(columns: int) -> float:
        rows = ceil(len(places) / columns)
        across = ((w - (columns - 1) * GAP) / columns - 2 * PAD) / wide
        return min(across, ((h - (rows - 1) * GAP) / rows - 2 * PAD) / high)

    columns = max((1, 2, 3), key=unit)
    sw, sh, rows = unit(columns) * wide, unit(columns) * high, ceil(len(places) / columns)
    top = y + (h - rows * (sh + 2 * PAD) - (rows - 1) * GAP) / 2
    for n, one in enumerate(places):
        in_row = min(columns, len(places) - n // columns * columns)
        left = x + (w - in_row * (sw + 2 * PAD) - (in_row - 1) * GAP) / 2
        at_x = left + n % columns * (sw + 2 * PAD + GAP)
        at_y = top + n // columns * (sh + 2 * PAD + GAP)
        yield Box(at_x, at_y, sw + 2 * PAD, sh + 2 * PAD, Ink(CARD, LINE, 2), 10)
        yield from (moved(shape, at_x + PAD, at_y + PAD) for shape in draw_sheet(one.sheet, sw, sh))
