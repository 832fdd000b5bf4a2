"""The rules of a pad, set in two columns for the back of a sheet, with a drawn example where there is one."""

from __future__ import annotations

from bisect import bisect_left
from math import log
from typing import NamedTuple

from rowlock.engine.variant import Variant
from rowlock.engine.view import plain_variant
from rowlock.locale import Catalogue
from rowlock.locale.examples import Example
from rowlock.locale.rules import RuleSection, rules_in_words
from rowlock.locale.words import variant_title, word
from rowlock.printing.extras import STRIP, draw_strip
from rowlock.printing.fonts import fitted, wrapped
from rowlock.printing.palette import Palette
from rowlock.printing.rows import BAND, HEAD, LOCK, draw_link, draw_row
from rowlock.printing.score_sheet import ScoreSheet
from rowlock.printing.shapes import Ink, Label, Shape, Trace, moved

LARGEST, SMALLEST = 5.4, 1.97
"""Sizes of the letters in mm; text that would have to be smaller than this is not set."""
LEADING, SPACE, GAP, TOP, GUTTER, STEP = 1.28, 0.75, 0.16, 2.3, 1.8, 0.97
WITH_STRIPS = {"bonus_bar", "swaps"}
"""Examples that show fields of a strip."""


class Back(NamedTuple):
    """The text on the back of a sheet, with its pictures."""

    variant: Variant
    catalogue: Catalogue
    palette: Palette


class _Told(NamedTuple):
    """A part of the rules with all its words, the example's too."""

    part: RuleSection
    words: list[str]


class _Set(NamedTuple):
    """A part set in lines of a column's width, with room for its picture under them."""

    part: RuleSection
    lines: list[str]
    height: float


def draw_summary(back: Back, w: float, h: float, with_examples: bool = True) -> list[Shape] | None:
    """The rules in two columns, in letters as large as fit; None if they would be too small to read."""
    told = [_tell(back, part, with_examples) for part in rules_in_words(back.catalogue, back.variant)]
    steps = range(1 + int(log(SMALLEST / LARGEST, STEP)))
    # the larger the letters, the less fits: the first step at which all does is found by halving
    step = bisect_left(steps, True, key=lambda n: _fill(back, told, LARGEST * STEP**n, w, h) is not None)
    if step == len(steps):
        return None
    size = LARGEST * STEP**step
    columns = _fill(back, told, size, w, h)
    return _draw(back, columns, size, w) if columns else None


def _tell(back: Back, part: RuleSection, with_examples: bool) -> _Told:
    if not with_examples:
        part = part._replace(example=None)
    return _Told(part, [*part.lines, *filter(None, [part.caption(back.catalogue, back.variant)])])


def _set(back: Back, told: _Told, size: float, column: float) -> _Set:
    lines = [line for words in told.words for line in wrapped(words, size, column)]
    height = (len(lines) + 1.1) * size * LEADING + SPACE * size
    if told.part.example:
        strips = len(_strips(back, told.part.topic))
        rows = len(told.part.example.rows) * (BAND + GAP)
        height += (rows + strips * STRIP) * _unit(back, size, column) + 0.3 * size
    return _Set(told.part, lines, height)


def _unit(back: Back, size: float, column: float) -> float:
    """The width of a cell in a picture."""
    longest = max(len(row.cells) for row in back.variant.rows)
    return min(column / (longest + HEAD + LOCK), 2.4 * size)


def _strips(back: Back, topic: str) -> range:
    """The strips that an example of this topic shows."""
    return range(len(plain_variant(back.variant)["strips"]) if topic in WITH_STRIPS else 0)


def _picture(back: Back, topic: str, example: Example, size: float, column: float) -> list[Shape]:
    """The rows of an example as they are afterwards, with strips and links that belong to it."""
    plain, u = plain_variant(back.variant), _unit(back, size, column)
    drawn = ScoreSheet(plain, back.catalogue, back.palette, example.sheet, is_filled=True)
    shapes: list[Shape] = []
    tops, y = [0.0] * len(plain["rows"]), 0.0
    for r in example.rows:
        tops[r] = y
        shapes += [moved(shape, 0, y) for shape in draw_row(drawn, r, u)]
        y += (BAND + GAP) * u
    names = [plain["rows"][r]["row"] for r in example.rows]
    for link in example.sheet["links"]:
        if all(name in names for name, _ in link):
            shapes += draw_link(drawn, link, tops, u)
    for i in _strips(back, topic):
        shapes += [moved(shape, 0, y) for shape in draw_strip(drawn, i, column, u)]
        y += STRIP * u
    return shapes


def _column(size: float, w: float) -> float:
    return (w - GUTTER * size) / 2


def _fill(back: Back, told: list[_Told], size: float, w: float, h: float) -> list[list[_Set]] | None:
    """The parts in two columns of equal height, or None if they do not fit."""
    blocks = [_set(back, one, size, _column(size, w)) for one in told]
    columns: list[list[_Set]] = [[], []]
    used, half = [0.0, 0.0], sum(block.height for block in blocks) / 2
    for block in blocks:
        first = not columns[1] and used[0] + block.height / 2 <= half
        columns[0 if first else 1].append(block)
        used[0 if first else 1] += block.height
    return columns if max(used) <= h - TOP * size else None


def _draw(back: Back, columns: list[list[_Set]], size: float, w: float) -> list[Shape]:
    title = f"{variant_title(back.catalogue, plain_variant(back.variant))} · {word(back.catalogue, 'rules')}"
    palette, large = back.palette, fitted(title, size * 1.6, w, "bold")
    shapes: list[Shape] = [
        Label(0, large * 0.8, title, large, palette.text, "bold"),
        Trace(((0, size * 1.75), (w, size * 1.75)), Ink(None, palette.line, size * 0.06)),
    ]
    width = _column(size, w)
    for x, column in zip((0.0, width + GUTTER * size), columns, strict=True):
        y = TOP * size
        for part, lines, height in column:
            shapes.append(Label(x, y + size, part.heading, size * 1.08, palette.text, "bold"))
            for i, line in enumerate(lines, 1):
                shapes.append(Label(x, y + size + i * size * LEADING, line, size, palette.text))
            if part.example:
                below = y + (len(lines) + 1.2) * size * LEADING
                picture = _picture(back, part.topic, part.example, size, width)
                shapes += [moved(shape, x, below) for shape in picture]
            y += height
    return shapes
