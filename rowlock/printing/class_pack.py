"""The class pack: sheets, the tasks of two lessons and their solutions, in one file."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.engine.view import plain_variant
from rowlock.locale import Catalogue, load_catalogue, text
from rowlock.locale.words import variant_title
from rowlock.printing.fonts import fitted, text_width, wrapped
from rowlock.printing.lessons import PAD, Blank, Block, Lesson, LessonTable, Paragraph, lessons
from rowlock.printing.options import PAPERS, PrintOptions
from rowlock.printing.pages import lay_out
from rowlock.printing.palette import COLOUR, GREY, Palette
from rowlock.printing.shapes import Ink, Label, Page, Shape, Trace, centred, moved
from rowlock.variants import load_variant

MARGIN, SIZE, LEADING, INDENT, SPACE = 18.0, 4.5, 1.4, 8.0, 5.0
"""Measures of the text in mm, the leading in letters."""
CELL, CELL_WIDTH, RULED = 9.0, 20.0, 9.0
"""Height and greatest width of a cell of a table, and the distance of the lines to write on."""


def lay_out_class_pack(options: PrintOptions) -> list[Page]:
    """Return the pages of the pack: sheets, then the tasks, then the solutions."""
    variant, catalogue = load_variant(PAD), load_catalogue(options.lang)
    found = lessons(catalogue, variant)
    pad = variant_title(catalogue, plain_variant(variant))
    return [
        *lay_out(variant, options),
        *(_page(catalogue, options, f"{pad} · {_word(catalogue, 'task')}", one, one.task) for one in found),
        *(
            _page(catalogue, options, f"{pad} · {_word(catalogue, 'solution')}", one, one.solution)
            for one in found
        ),
    ]


def _word(catalogue: Catalogue, key: str) -> str:
    return text(catalogue, f"print.class_pack.{key}")


def _page(
    catalogue: Catalogue, options: PrintOptions, kind: str, lesson: Lesson, blocks: Sequence[Block]
) -> Page:
    """A page of paper, upright: what it is, the title, and the blocks one under the other."""
    w, h = PAPERS[options.paper]
    palette, width = GREY if options.grey else COLOUR, w - 2 * MARGIN
    large = fitted(lesson.title, 9.0, width, "bold")
    shapes: list[Shape] = [
        Label(MARGIN, MARGIN + 4, kind, SIZE, palette.faint),
        Label(w - MARGIN, MARGIN + 4, _word(catalogue, "title"), SIZE, palette.faint, anchor="end"),
        Label(MARGIN, MARGIN + 16, lesson.title, large, palette.text, "bold"),
        Trace(((MARGIN, MARGIN + 20), (w - MARGIN, MARGIN + 20)), Ink(None, palette.line, 0.3)),
    ]
    y = MARGIN + 24
    for block in blocks:
        drawn, height = _set(block, width, palette)
        shapes += [moved(shape, MARGIN, y) for shape in drawn]
        y += height + SPACE
    return Page(w, h, tuple(shapes))


def _set(block: Block, width: float, palette: Palette) -> tuple[list[Shape], float]:
    """The shapes of a block, and how high it is."""
    if isinstance(block, LessonTable):
        return _table(block, width, palette)
    if isinstance(block, Blank):
        ys, ink = [RULED * (i + 1) for i in range(block.lines)], Ink(None, palette.line, 0.15)
        return [Trace(((INDENT, y), (width, y)), ink) for y in ys], RULED * block.lines
    return _paragraph(block, width, palette)


def _paragraph(block: Paragraph, width: float, palette: Palette) -> tuple[list[Shape], float]:
    lines = wrapped(block.words, SIZE, width - INDENT)
    shapes: list[Shape] = [
        Label(INDENT, SIZE + i * SIZE * LEADING, line, SIZE, palette.text) for i, line in enumerate(lines)
    ]
    if block.number:
        shapes.append(Label(0, SIZE, f"{block.number}.", SIZE, palette.text, "bold"))
    return shapes, len(lines) * SIZE * LEADING


def _table(grid: LessonTable, width: float, palette: Palette) -> tuple[list[Shape], float]:
    """A table with lines around its cells, the labels before them and the first line in bold."""
    labels = max(text_width(line[0], "semibold") for line in grid.lines) * SIZE + 4
    count, room = len(grid.lines[0]) - 1, width - INDENT
    labels = min(labels, room / 2)
    cell = min((room - labels) / count, CELL_WIDTH)
    right, height = INDENT + labels + cell * count, CELL * len(grid.lines)
    ink = Ink(None, palette.line, 0.2)
    xs = [INDENT, *(INDENT + labels + cell * i for i in range(count + 1))]
    shapes: list[Shape] = [Trace(((x, 0), (x, height)), ink) for x in xs]
    shapes += [Trace(((INDENT, CELL * i), (right, CELL * i)), ink) for i in range(len(grid.lines) + 1)]
    for i, (label, *cells) in enumerate(grid.lines):
        middle = CELL * (i + 0.5)
        size = fitted(label, SIZE, labels - 3, "semibold")
        shapes.append(Label(INDENT + 2, middle + size / 3, label, size, palette.text, "semibold"))
        for x, words in zip(xs[1:], cells, strict=False):
            size = fitted(words, SIZE, cell - 1.5, "bold")
            shapes.append(
                centred(words, x + cell / 2, middle, size, palette.text, "regular" if i else "bold")
            )
    return [shape for shape in shapes if not (isinstance(shape, Label) and not shape.text)], height
