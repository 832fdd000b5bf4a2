"""What some pads add under the rows: the bonus bar (R15) and the legend of the bonus pairs (R16)."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Variant
from rowlock.locale import Catalogue
from rowlock.locale.words import pair_line, pair_title, word
from rowlock.printing.fonts import fitted, wrapped
from rowlock.printing.palette import Palette
from rowlock.printing.shapes import Box, Ink, Label, Shape, Trace
from rowlock.printing.signs import draw_cross, draw_dash, draw_frame, draw_pair_mark, draw_sign

PAIRS_ACROSS = 5
LEAST_LETTERS = 1.25
"""Letters below this size, in mm, nobody reads: they are left out."""


def draw_bar(
    variant: Variant, catalogue: Catalogue, palette: Palette, taken: Sheet | None, w: float, u: float
) -> Iterator[Shape]:
    """The bonus bar: its frame, then its fields from left to right."""
    bar = variant.bonus_bar
    fields = bar.fields if bar else ()
    crossed = bar.crossed_fields(variant, taken) if bar and taken else 0
    y, label = 0.55 * u, word(catalogue, "bar")
    yield from draw_frame(None, 0.42 * u, y, 0.56 * u, Ink(None, palette.text, 0.05 * u))
    yield Trace(
        ((0.8 * u, y - 0.09 * u), (0.95 * u, y), (0.8 * u, y + 0.09 * u)), Ink(palette.text), closed=True
    )
    size = fitted(label, 0.28 * u, 2.0 * u, "semibold")
    yield Label(1.1 * u, y + size * 0.33, label, size, palette.text, "semibold")
    left = 3.25 * u
    pitch = min((w - left) / max(len(fields), 1), 0.92 * u)
    for i, colour in enumerate(fields):
        tone, x, side = palette.tones[colour], left + (i + 0.5) * pitch, pitch * 0.9
        border = Ink(tone.band, tone.outline, 0.03 * u)
        yield Box(x - side / 2, y - side / 2, side, side, border, radius=0.12 * u)
        yield draw_sign(colour, x, y, side * 0.5, tone.sign)
        if crossed >> i & 1:
            yield from draw_cross(x, y, pitch, palette.pen, f"bar {i}")
        elif taken and taken.is_closed(variant.row_of[colour]):
            yield draw_dash(x, y, pitch, palette.pen)


def pairs_height(variant: Variant) -> float:
    """Height of the legend of bonus pairs, in u."""
    lines = -(-len(variant.bonus_pairs) // PAIRS_ACROSS)
    return 1.2 * lines


def draw_pairs(
    variant: Variant, catalogue: Catalogue, palette: Palette, w: float, u: float
) -> Iterator[Shape]:
    """Every kind of pair with its frame and what it gives."""
    wide = w / PAIRS_ACROSS
    for i, pair in enumerate(variant.bonus_pairs):
        x, y = (i % PAIRS_ACROSS) * wide, (i // PAIRS_ACROSS) * 1.2 * u
        ink = Ink(None, palette.text, 0.045 * u)
        yield from draw_pair_mark(pair.kind, x + 0.4 * u, y + 0.5 * u, 0.66 * u, ink, palette.text)
        title, room = pair_title(catalogue, pair.kind), wide - 0.95 * u
        size = fitted(title, 0.27 * u, room, "semibold")
        yield Label(x + 0.85 * u, y + 0.26 * u, title, size, palette.text, "semibold")
        yield from _draw_effect(pair_line(catalogue, pair.kind), x + 0.85 * u, y + 0.3 * u, room, u, palette)


def _draw_effect(line: str, x: float, y: float, room: float, u: float, palette: Palette) -> Iterator[Shape]:
    size = 0.2 * u
    if size < LEAST_LETTERS:
        return
    while len(lines := wrapped(line, size, room)) > 3:
        size *= 0.96
    for i, part in enumerate(lines):
        yield Label(x, y + (i + 1) * size * 1.14, part, size, palette.faint)
