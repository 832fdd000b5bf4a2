"""A row of a sheet: its head, its cells with their frames, its lock, and what a pen did to them (R1, R7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rowlock.engine import view_types
from rowlock.engine.variant import Place
from rowlock.locale.words import colour_name, frames_on, is_mixed, row_colours
from rowlock.printing.fonts import fitted
from rowlock.printing.frames import draw_frame, figure_at
from rowlock.printing.palette import Palette, Tone
from rowlock.printing.score_sheet import ScoreSheet
from rowlock.printing.shapes import Box, Disc, Ink, Shape, Trace, centred
from rowlock.printing.signs import draw_cross, draw_dash, draw_lock, draw_sign, draw_signs, draw_stripes

HEAD, LOCK, BAND, CELL = 1.05, 1.2, 1.24, 0.9
"""Widths of a row's head and lock, height of its band, side of a cell."""
END = 0.1
"""The substitute for the lock of a row without one."""


def row_width(row: view_types.Row) -> float:
    return HEAD + len(row["cells"]) + (LOCK if row["lock"] else END)


def draw_row(score_sheet: ScoreSheet, r: int, u: float) -> Iterator[Shape]:
    """A row: head with sign and name of the colour, cells, lock."""
    row, palette, height = score_sheet.variant["rows"][r], score_sheet.palette, BAND * u
    colours, cells = row_colours(row), row["cells"]
    yield from _draw_band(palette, colours, row_width(row) * u, u)
    for i, cell in enumerate(cells):
        outlined = palette.tones[colours[0]].outline
        if set(cell["colours"]) != set(colours) and not outlined:
            bands = [palette.tones[colour].band for colour in cell["colours"]]
            # a hair wider, so that no seam shows between two of the same colour
            yield from draw_ground((HEAD + i) * u, 0, u * 1.01, height, 0, bands, Ink())
    yield from _draw_head(score_sheet, colours, u)
    for i in range(len(cells)):
        yield from _draw_cell(score_sheet, Place(r, i), (HEAD + i + 0.5) * u, height / 2, u)
    if row["lock"]:
        x = (HEAD + len(cells) + LOCK / 2) * u
        yield from _draw_row_lock(score_sheet, r, palette.tones[row["lock"]], x, height / 2, u)


def draw_link(score_sheet: ScoreSheet, link: list[list[Any]], tops: list[float], u: float) -> Iterator[Shape]:
    """A line from one cell to another; `tops` are the heights at which the rows begin."""
    names = [row["row"] for row in score_sheet.variant["rows"]]
    ends = []
    for name, number in sorted(link, key=lambda end: names.index(end[0])):
        r = names.index(name)
        numbers = [cell["number"] for cell in score_sheet.variant["rows"][r]["cells"]]
        ends.append(((HEAD + numbers.index(number) + 0.5) * u, tops[r] + BAND * u / 2))
    (x, y), (other_x, other_y) = ends
    reach = CELL * u / 2 - 0.04 * u
    line = ((x, y + reach), (other_x, other_y - reach if other_y > y else other_y + reach))
    yield Trace(line, Ink(None, score_sheet.palette.paper, 0.17 * u))
    yield Trace(line, Ink(None, score_sheet.palette.text, 0.09 * u))
    yield from (Disc(*end, 0.08 * u, Ink(score_sheet.palette.text)) for end in line)


def draw_ground(
    x: float, y: float, w: float, h: float, radius: float, fills: list[str], border: Ink
) -> Iterator[Shape]:
    """A box with this border, in one colour or in stripes of several."""
    if len(fills) == 1:
        yield Box(x, y, w, h, Ink(fills[0], border.stroke, border.width), radius)
        return
    yield from draw_stripes(x, y, w, h, radius, fills)
    if border.stroke:
        yield Box(x, y, w, h, border, radius)


def _draw_band(palette: Palette, colours: str, width: float, u: float) -> Iterator[Shape]:
    tones = [palette.tones[colour] for colour in colours]
    border = Ink(None, tones[0].outline, 0.03 * u)
    yield from draw_ground(0, 0, width, BAND * u, 0.2 * u, [tone.band for tone in tones], border)


def _draw_head(score_sheet: ScoreSheet, colours: str, u: float) -> Iterator[Shape]:
    """Sign and name of the row's colour; of several colours each in its own stripe."""
    palette, catalogue = score_sheet.palette, score_sheet.catalogue
    if len(colours) == 1:
        sign, name = palette.tones[colours].sign, colour_name(catalogue, colours)
        yield draw_sign(colours, HEAD * u / 2, 0.5 * u, 0.5 * u, sign)
        yield centred(name, HEAD * u / 2, 1.0 * u, fitted(name, 0.25 * u, 0.92 * u), sign)
        return
    each = BAND * u / len(colours)
    for i, colour in enumerate(colours):
        sign, name, y = palette.tones[colour].sign, colour_name(catalogue, colour), (i + 0.5) * each
        yield draw_sign(colour, 0.24 * u, y, min(0.3 * u, each * 0.8), sign)
        yield centred(name, 0.72 * u, y, fitted(name, min(0.25 * u, each * 0.8), 0.58 * u), sign)


def _draw_cell(score_sheet: ScoreSheet, place: Place, x: float, y: float, u: float) -> Iterator[Shape]:
    row, palette = score_sheet.variant["rows"][place.row], score_sheet.palette
    cell, side = row["cells"][place.cell], CELL * u
    tones = [palette.tones[colour] for colour in cell["colours"]]
    letters = tones[0].text if len(tones) == 1 else palette.text
    closes = place.cell >= len(row["cells"]) - row["closers"]
    border = Ink(None, letters if closes else tones[0].outline, (0.07 if closes else 0.025) * u)
    grounds = [tone.cell for tone in tones]
    yield from draw_ground(x - side / 2, y - side / 2, side, side, 0.13 * u, grounds, border)
    frames = frames_on(score_sheet.sheet, row["row"], cell)
    for depth, frame in enumerate(frames):
        yield from draw_frame(frame, x, y, (0.76 - 0.12 * depth) * u, Ink(None, letters, 0.045 * u))
    mixed = is_mixed(row)
    if mixed:
        wide = 0.2 * u * min(len(tones), 2)
        yield from draw_signs(cell["colours"], x - 0.37 * u + wide / 2, y - 0.27 * u, wide, letters)
    size = (0.4 if frames else 0.48 if mixed else 0.54) * u
    shift = 0.07 * u if mixed else 0
    yield centred(str(cell["number"]), x + shift, y + shift, size, letters, "bold")
    if figure := figure_at(score_sheet.variant, row["row"], cell["number"]):
        yield centred(figure, x + 0.35 * u, y + 0.35 * u, 0.19 * u, letters, "semibold")
    yield from _draw_pen(score_sheet, place, x, y, u)


def _draw_pen(score_sheet: ScoreSheet, place: Place, x: float, y: float, u: float) -> Iterator[Shape]:
    """The marks of the player's pen on a cell: a cross or two, or the dash through one that was skipped."""
    state, pen = score_sheet.sheet["rows"][place.row], score_sheet.palette.pen
    number = score_sheet.variant["rows"][place.row]["cells"][place.cell]["number"]
    if number in state["again"]:
        yield from draw_cross(x + 0.12 * u, y, u, pen, f"{score_sheet.name} {place} again")
        x -= 0.12 * u
    if number in state["crossed"]:
        yield from draw_cross(x, y, u, pen, f"{score_sheet.name} {place}")
    elif number in state["skipped"]:
        yield draw_dash(x, y, u, pen)


def _draw_row_lock(
    score_sheet: ScoreSheet, r: int, tone: Tone, x: float, y: float, u: float
) -> Iterator[Shape]:
    """The lock, with how many crosses its closing cells need (R7.1)."""
    state, pen = score_sheet.sheet["rows"][r], score_sheet.palette.pen
    yield Disc(x, y, 0.49 * u, Ink(tone.cell, tone.text, 0.05 * u))
    yield from draw_lock(x, y - 0.1 * u, 0.5 * u, tone.text, tone.cell)
    needs = score_sheet.variant["rows"][r]["needs"]
    yield centred(f"≥{needs}", x, y + 0.33 * u, 0.23 * u, tone.text, "semibold")
    if state["locked"]:
        yield from draw_cross(x, y, u, pen, f"{score_sheet.name} lock {r}")
    elif state["closed"]:
        yield draw_dash(x, y, u * 1.2, pen)
