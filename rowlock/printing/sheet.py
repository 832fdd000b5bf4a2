"""One score sheet, drawn from the variant: rows, bonuses, points table, penalty boxes, totals (R1, R9).

Everything is measured in `u`, the width of a cell with its gap; `u` is as large as the box allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Place, Row, Variant
from rowlock.engine.view import plain_variant
from rowlock.locale import Catalogue
from rowlock.locale.words import colour_name, variant_title, word
from rowlock.printing.count import draw_count
from rowlock.printing.extras import draw_bar, draw_pairs, pairs_height
from rowlock.printing.fonts import fitted, shortened, text_width
from rowlock.printing.palette import Palette, Tone
from rowlock.printing.shapes import Box, Disc, Ink, Label, Shape, Trace, centred, moved
from rowlock.printing.signs import draw_cross, draw_dash, draw_frame, draw_lock, draw_sign

HEAD, LOCK, BAND, CELL = 1.05, 1.2, 1.24, 0.9
"""Widths of a row's head and lock, height of its band, side of a cell."""
TITLE, GAP, LEAST_WIDTH = 0.85, 0.16, 12.6


@dataclass(frozen=True)
class ScoreSheet:
    """What is to be drawn: a sheet of this variant, empty or as a player filled it."""

    variant: Variant
    catalogue: Catalogue
    palette: Palette
    lucky: tuple[int, ...] = ()
    name: str = ""
    filled: Sheet | None = None


def draw_sheet(score_sheet: ScoreSheet, w: float, h: float) -> list[Shape]:
    """A sheet in the middle of a box, as large as fits it."""
    longest = max(len(row.cells) for row in score_sheet.variant.rows)
    wide = max(longest + HEAD + LOCK, LEAST_WIDTH)
    u = min(w / wide, h / _height(score_sheet.variant))
    shapes, y = list(_draw_title(score_sheet, wide * u, u)), TITLE * u
    blocks = list(_blocks(score_sheet, wide * u, u))
    # what is left over in height goes between the blocks, within reason
    slack = min((h - _height(score_sheet.variant) * u) / (len(blocks) + 1), 0.28 * u)
    for height, drawn in blocks:
        y += slack
        shapes += [moved(shape, 0, y) for shape in drawn]
        y += height
    return [moved(shape, (w - wide * u) / 2, (h - y) / 2) for shape in shapes]


def _height(variant: Variant) -> float:
    rows = len(variant.rows) * (BAND + GAP)
    return TITLE + rows + 1.25 * bool(variant.bonus_bar) + pairs_height(variant) + 2.75


def _blocks(score_sheet: ScoreSheet, w: float, u: float) -> Iterator[tuple[float, list[Shape]]]:
    """The parts of a sheet from top to bottom, each with its height."""
    for r in range(len(score_sheet.variant.rows)):
        yield (BAND + GAP) * u, list(_draw_row(score_sheet, r, u))
    taken = score_sheet.filled
    if score_sheet.variant.bonus_bar:
        yield (
            1.25 * u,
            list(draw_bar(score_sheet.variant, score_sheet.catalogue, score_sheet.palette, taken, w, u)),
        )
    if score_sheet.variant.bonus_pairs:
        height = pairs_height(score_sheet.variant) * u
        yield height, list(draw_pairs(score_sheet.variant, score_sheet.catalogue, score_sheet.palette, w, u))
    counted = score(score_sheet.variant, taken) if taken else None
    boxes = taken.penalties if taken else 0
    yield (
        2.75 * u,
        list(
            draw_count(score_sheet.variant, score_sheet.catalogue, score_sheet.palette, counted, boxes, w, u)
        ),
    )


def _draw_title(score_sheet: ScoreSheet, w: float, u: float) -> Iterator[Shape]:
    """Title, lucky numbers, and a line for the name."""
    palette, size, base = score_sheet.palette, 0.52 * u, 0.56 * u
    title = variant_title(score_sheet.catalogue, plain_variant(score_sheet.variant))
    room = w * 0.62 - (_lucky_width(score_sheet, u) if score_sheet.lucky else 0)
    title = shortened(title, size, room, "bold")
    yield Label(0.1 * u, base, title, size, palette.text, "bold")
    if score_sheet.lucky:
        yield from _draw_lucky(score_sheet, 0.1 * u + text_width(title, "bold") * size + 0.5 * u, base, u)
    label, left, right = word(score_sheet.catalogue, "name"), w * 0.66, w - 0.1 * u
    yield Label(left, base, label, 0.26 * u, palette.faint)
    start = left + text_width(label) * 0.26 * u + 0.12 * u
    yield Trace(((start, base + 0.07 * u), (right, base + 0.07 * u)), Ink(None, palette.line, 0.022 * u))
    if score_sheet.name:
        name = shortened(score_sheet.name, 0.46 * u, right - start, "semibold")
        yield Label(start + 0.08 * u, base, name, 0.46 * u, palette.pen, "semibold")


def _draw_lucky(score_sheet: ScoreSheet, x: float, base: float, u: float) -> Iterator[Shape]:
    """The lucky numbers of this sheet, each in a badge (R12.1)."""
    palette, label = score_sheet.palette, word(score_sheet.catalogue, "lucky")
    yield Label(x, base, label, 0.26 * u, palette.faint)
    x += text_width(label) * 0.26 * u + 0.42 * u
    for number in score_sheet.lucky:
        middle = base - 0.17 * u
        yield Disc(x, middle, 0.33 * u, Ink(palette.paper, palette.text, 0.05 * u))
        yield centred(str(number), x, middle, 0.38 * u, palette.text, "bold")
        x += 0.82 * u


def _lucky_width(score_sheet: ScoreSheet, u: float) -> float:
    return (text_width(word(score_sheet.catalogue, "lucky")) * 0.26 + 0.9 + 0.82 * len(score_sheet.lucky)) * u


def _draw_row(score_sheet: ScoreSheet, r: int, u: float) -> Iterator[Shape]:
    """A row: head with sign and name of the colour, cells, lock."""
    row, palette = score_sheet.variant.rows[r], score_sheet.palette
    tone, long = palette.tones[row.colour], len(row.cells)
    width, height = (HEAD + long + LOCK) * u, BAND * u
    outline = Ink(tone.band, tone.outline, 0.03 * u)
    yield Box(0, 0, width, height, outline, radius=0.2 * u)
    for i, cell in enumerate(row.cells):
        if cell.colour != row.colour and not tone.outline:
            other = palette.tones[cell.colour]
            # a hair wider, so that no seam shows between two of the same colour
            yield Box((HEAD + i) * u, 0, u * 1.01, height, Ink(other.band))
    yield draw_sign(row.colour, HEAD * u / 2, 0.5 * u, 0.5 * u, tone.sign)
    name = colour_name(score_sheet.catalogue, row.colour)
    yield centred(name, HEAD * u / 2, 1.0 * u, fitted(name, 0.25 * u, 0.92 * u), tone.sign)
    for i in range(long):
        yield from _draw_cell(score_sheet, Place(r, i), (HEAD + i + 0.5) * u, height / 2, u)
    yield from _draw_row_lock(score_sheet, r, (HEAD + long + LOCK / 2) * u, height / 2, u)


def _draw_cell(score_sheet: ScoreSheet, place: Place, x: float, y: float, u: float) -> Iterator[Shape]:
    row, palette = score_sheet.variant.rows[place.row], score_sheet.palette
    cell = row.cells[place.cell]
    tone, side = palette.tones[cell.colour], CELL * u
    closes = place.cell >= row.first_closer
    edge = tone.text if closes else tone.outline
    border = Ink(tone.cell, edge, (0.07 if closes else 0.025) * u)
    yield Box(x - side / 2, y - side / 2, side, side, border, radius=0.13 * u)
    kinds = [pair.kind for pair in score_sheet.variant.pairs_at.get(place, ())]
    frames = ([None] if place in score_sheet.variant.bar_cells else []) + kinds
    for depth, kind in enumerate(frames):
        yield from draw_frame(kind, x, y, (0.76 - 0.12 * depth) * u, Ink(None, tone.text, 0.045 * u))
    mixed = is_mixed(row)
    if mixed:
        yield draw_sign(cell.colour, x - 0.27 * u, y - 0.27 * u, 0.2 * u, tone.text)
    size = (0.4 if frames else 0.48 if mixed else 0.54) * u
    shift = 0.07 * u if mixed else 0
    yield centred(str(cell.number), x + shift, y + shift, size, tone.text, "bold")
    if score_sheet.filled:
        yield from _draw_pen(score_sheet, score_sheet.filled, place, x, y, u)


def _draw_pen(
    score_sheet: ScoreSheet, sheet: Sheet, place: Place, x: float, y: float, u: float
) -> Iterator[Shape]:
    """What the player's pen did to a cell: a cross, or the dash through one that was skipped."""
    crosses = sheet.crosses[place.row] & (score_sheet.variant.rows[place.row].lock_bit - 1)
    if crosses >> place.cell & 1:
        yield from draw_cross(x, y, u, score_sheet.palette.pen, f"{score_sheet.name} {place}")
    elif crosses >> place.cell:
        yield draw_dash(x, y, u, score_sheet.palette.pen)


def _draw_row_lock(score_sheet: ScoreSheet, r: int, x: float, y: float, u: float) -> Iterator[Shape]:
    """The lock, with how many crosses its closing cells need (R7.1)."""
    row, palette = score_sheet.variant.rows[r], score_sheet.palette
    tone: Tone = palette.tones[row.colour]
    yield Disc(x, y, 0.49 * u, Ink(tone.cell, tone.text, 0.05 * u))
    yield from draw_lock(x, y - 0.1 * u, 0.5 * u, tone.text, tone.cell)
    yield centred(f"≥{row.needs}", x, y + 0.33 * u, 0.23 * u, tone.text, "semibold")
    if score_sheet.filled and score_sheet.filled.crosses[r] & row.lock_bit:
        yield from draw_cross(x, y, u, palette.pen, f"{score_sheet.name} lock {r}")
    elif score_sheet.filled and score_sheet.filled.is_closed(r):
        yield draw_dash(x, y, u * 1.2, palette.pen)


def is_mixed(row: Row) -> bool:
    """Whether the cells of a row have colours of their own (R13.1)."""
    return any(cell.colour != row.colour for cell in row.cells)
