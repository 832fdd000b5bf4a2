"""A sheet drawn as lines of text (R1): rows with locks, strips, legend, badges, penalties, points and total.

A cell shows its number, `×` when crossed, `·` when it can no longer be crossed. Where a row's
cells have several colours, each has its own sign: it must be legible without any colour.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from rowlock.engine import view_types
from rowlock.locale import Catalogue, load_catalogue, text
from rowlock.locale.letters import letters_of
from rowlock.locale.words import (
    SIGNS,
    frames_on,
    is_mixed,
    legend_line,
    legend_title,
    part_name,
    row_colours,
    signs_of,
)

FRAMES: dict[str, tuple[str, str]] = {
    "bar": ("[", "]"),
    "two-in-fewest": ("«", "»"),
    "one-in-each": ("{", "}"),
    "double-fewest": ("<", ">"),
    "thirteen": ("(", ")"),
    "no-penalties": ("|", "|"),
    "double": ("(", ")"),
    "step": ("[", "]"),
}
OTHER_FRAME = ("‹", "›")
LEGEND = "× crossed   · gone   ┊ closing cells   ○ lock   ⊗ locked by you   – closed"
WORDS = ("penalties", "crosses", "points", "total")
"""The label at the left below the rows."""
WIDTH = 79

# A colour always comes with its ground, out of the sixteen that every terminal has: yellow
# letters alone would vanish on white, blue ones on black.
_STYLES = {"r": "97;41", "y": "30;43", "g": "30;42", "b": "97;44", "dim": "2", "bold": "1"}


def use_colour(stream: TextIO) -> bool:
    """Whether to write colours to this stream: to a terminal, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def draw_sheet(
    variant: view_types.Variant,
    sheet: view_types.Sheet,
    *,
    colour: bool,
    title: str = "",
    legend: bool = False,
    catalogue: Catalogue | None = None,
) -> str:
    """A sheet as lines of text, with this title or the variant's; in English where no language is given."""
    pen = _Pen(variant, sheet, colour, _measure(variant, sheet), catalogue or load_catalogue("en"))
    lines = [pen.paint(f" {title or variant['title']}", "bold"), ""]
    lines += [_draw_row(pen, r) for r in range(len(variant["rows"]))]
    lines.append("")
    lines += [_draw_strip(pen, i) for i in range(len(variant["strips"]))]
    lines += [_draw_line(pen, i) for i in range(len(variant["legend"]))]
    lines += [""] if variant["legend"] else []
    lines += _draw_links(pen)
    lines += _draw_badges(pen)
    lines += [_draw_penalties(pen), *_draw_points(pen), _draw_total(pen)]
    if legend:
        lines += ["", f" {LEGEND}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


class _Layout(NamedTuple):
    """How wide things are: signs of a row, a cell's text, the blank or frame at its left, the longest row."""

    head: int
    body: int
    left: int
    longest: int


def _measure(variant: view_types.Variant, sheet: view_types.Sheet) -> _Layout:
    """Airy if it fits, with room for frames if there are any."""
    rows = variant["rows"]
    mixed = [cell for row in rows if is_mixed(row) for cell in row["cells"]]
    body = 2 + max((len(cell["colours"]) for cell in mixed), default=0)
    head, longest = max(len(row_colours(row)) for row in rows), max(len(row["cells"]) for row in rows)
    framed = bool(sheet["frames"]) or any(cell["frames"] for row in rows for cell in row["cells"])
    airy = framed or 18 + head + longest * (body + 2) <= WIDTH
    return _Layout(head, body, int(airy), longest)


class _Pen(NamedTuple):
    """The subject of a drawing, and its style."""

    variant: view_types.Variant
    sheet: view_types.Sheet
    colour: bool
    layout: _Layout
    catalogue: Catalogue

    def say(self, key: str, **values: object) -> str:
        return text(self.catalogue, key, **values)

    def label(self, word: str) -> str:
        """One of the words at the left, as wide as all of them."""
        words = [self.say(f"game.words.{name}") for name in WORDS]
        return f" {self.say(f'game.words.{word}'):<{max(9, *map(len, words))}} "

    def letter(self, row: str) -> str:
        """A row's letter in moves, as it is typed in the reader's language."""
        return letters_of(self.catalogue, self.variant).get(row, row)

    def paint(self, drawn: str, *styles: str) -> str:
        codes = ";".join(_STYLES[style] for style in styles if style in _STYLES)
        return f"\x1b[{codes}m{drawn}\x1b[0m" if self.colour and codes else drawn

    def paint_in(self, drawn: str, colours: str, *styles: str) -> str:
        """A text in one colour, or in equal parts in several."""
        ends = [len(drawn) * (i + 1) // len(colours) for i in range(len(colours))]
        starts = [0, *ends[:-1]]
        parts = zip(colours, starts, ends, strict=True)
        return "".join(self.paint(drawn[start:end], *styles, colour) for colour, start, end in parts)


def _draw_row(pen: _Pen, r: int) -> str:
    row, state, layout = pen.variant["rows"][r], pen.sheet["rows"][r], pen.layout
    cells = [_draw_cell(pen, r, cell) for cell in row["cells"]]
    cells.insert(len(cells) - row["closers"], "┊" if row["lock"] else " ")
    gap = (layout.body + layout.left + 1) * (layout.longest - len(row["cells"]))
    colours = row_colours(row)
    label = pen.paint_in(f" {signs_of(colours):<{layout.head}} {pen.letter(row['row'])} ", colours)
    count, points = f"{state['count']}×", pen.sheet["score"]["rows"][r]
    return f" {label}{''.join(cells)}{_draw_lock(pen, r)}{' ' * gap} {count:>3}{points:>5}"


def _draw_cell(pen: _Pen, r: int, cell: view_types.Cell) -> str:
    row, state, width = pen.variant["rows"][r], pen.sheet["rows"][r], pen.layout.body
    left, right = _frame(pen, frames_on(pen.sheet, row["row"], cell))
    number, colours = cell["number"], cell["colours"]
    if number in state["crossed"]:
        mark = "××" if number in state["again"] else "×"
        return pen.paint_in(f"{left}{mark:>{width}}{right}", colours, "bold")
    if number in state["skipped"] or state["closed"]:
        return pen.paint(f"{left}{'·':>{width}}{right}", "dim")
    signs = signs_of(colours) if is_mixed(row) else ""
    return pen.paint_in(f"{left}{signs}{number:>{width - len(signs)}}{right}", colours)


def _frame(pen: _Pen, names: list[str]) -> tuple[str, str]:
    """The frame around a cell; one that belongs to two bonuses has half the frame of each."""
    frames = [FRAMES.get(name, OTHER_FRAME) for name in names]
    return (frames[0][0], frames[-1][1]) if frames else (" " * pen.layout.left, " ")


def _draw_lock(pen: _Pen, r: int) -> str:
    lock, state = pen.variant["rows"][r]["lock"], pen.sheet["rows"][r]
    if lock is None:
        return "   "
    if state["locked"]:
        return pen.paint(" ⊗ ", "bold", lock)
    if state["closed"]:
        return pen.paint(" – ", "dim")
    return pen.paint(" ○ ", lock)


def _draw_strip(pen: _Pen, index: int) -> str:
    """A strip of fields: the next one is in brackets, a struck one is a dash."""
    strip, drawn = pen.variant["strips"][index], []
    for field, state in zip(strip["fields"], pen.sheet["strips"][index], strict=True):
        body = field["text"] or SIGNS.get(field["colour"], "_")
        mark = {"struck": "–", "crossed": "×"}.get(state, body)
        left, right = "[]" if state == "next" else "  "
        style = {"struck": ["dim"], "crossed": ["bold", field["colour"]]}.get(state, [field["colour"]])
        drawn.append(pen.paint(f"{left}{mark:^{len(body)}}{right}", *style))
    return f" {_name(pen, strip['name']):<9} {''.join(drawn)}"


def _draw_line(pen: _Pen, index: int) -> str:
    """A line of the legend: its cells, what it says, and whether it is won."""
    line = pen.variant["legend"][index]
    left, right = FRAMES.get(line["frame"], OTHER_FRAME)
    names = [f"{left}{_name_cell(pen, row, number)}{right}" for row, number in line["cells"]]
    rows = {row["row"]: row_colours(row) for row in pen.variant["rows"]}
    drawn = [pen.paint_in(name, rows[row]) for name, (row, _) in zip(names, line["cells"], strict=True)]
    gap = " " * max(1, 12 - len(" ".join(names)))
    won = pen.paint(f" ({pen.say('terminal.sheet.won')})", "bold")
    won = won if pen.sheet["legend"][index] == "done" else ""
    told = legend_line(pen.catalogue, line) or legend_title(pen.catalogue, line)
    return f" {' '.join(drawn)}{gap}{told}{won}"


def _name_cell(pen: _Pen, row: str, number: int) -> str:
    """A cell as moves name it, with a cross for its number once it is crossed."""
    state = next(state for state in pen.sheet["rows"] if state["row"] == row)
    letter = pen.letter(row)
    if number in state["crossed"]:
        return f"{letter}×"
    return f"{letter}{'·' if number in state['skipped'] or state['closed'] else number}"


def _draw_links(pen: _Pen) -> Iterator[str]:
    """The cells that are linked on this sheet."""
    if pen.sheet["links"]:
        pairs = [
            "–".join(f"{pen.letter(row)}{number}" for row, number in link) for link in pen.sheet["links"]
        ]
        yield f" {_name(pen, 'links')} {'  '.join(pairs)}"


def _draw_badges(pen: _Pen) -> Iterator[str]:
    """The numbers of this sheet alone."""
    for badge, numbers in zip(pen.variant["badges"], pen.sheet["badges"], strict=True):
        shown = pen.paint("  ".join(str(number) for number in numbers), "bold")
        yield f" {_name(pen, badge['name']):<10} {shown}"


def _name(pen: _Pen, part: str) -> str:
    return part_name(pen.catalogue, part)


def _draw_penalties(pen: _Pen) -> str:
    """Penalty boxes (R6)."""
    taken, penalties = pen.sheet["penalties"], pen.variant["penalties"]
    boxes = "".join("[×]" if i < taken else "[ ]" for i in range(penalties["boxes"]))
    each = pen.say("terminal.sheet.each", points=_signed(penalties["points"]))
    return f"{pen.label('penalties')} {boxes} {each}"


def _draw_points(pen: _Pen) -> tuple[str, str]:
    """The table of points by crosses (R9.1)."""
    table = list(enumerate(pen.variant["points"]))[1:]
    width = max(len(_signed(points)) for _, points in table) + 1
    counts = "".join(f"{count:>{width}}" for count, _ in table)
    points = "".join(f"{_signed(points):>{width}}" for _, points in table)
    return f"{pen.label('crosses')}{counts}", f"{pen.label('points')}{points}"


def _draw_total(pen: _Pen) -> str:
    """The count as on the pad: rows, penalties, bonus, total (R9)."""
    count = pen.sheet["score"]
    rows = zip(pen.variant["rows"], count["rows"], strict=True)
    counted = [(row["row"], points) for row, points in rows if row["row"] in row["counts_for"]]
    told = " + ".join(f"{pen.letter(name)} {_signed(points)}" for name, points in counted)
    bonus = pen.say("game.words.bonus")
    told += f" + {bonus} {_signed(count['bonus'])}" if count["bonus"] else ""
    told += f" − {abs(count['penalties'])}" if count["penalties"] else ""
    return f"{pen.label('total')} {told} = {pen.paint(_signed(count['total']), 'bold')}"


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
