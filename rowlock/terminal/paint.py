"""A sheet as coloured lines for the screen, with the places that a mouse can point at.

What a cell is can be read without any colour: `×` crossed, `·` lost, `▸` can be crossed now (`▹` if there
is no room for its mark), `[8]` marked in pencil; the signs of its colours and its letter are at the start of
a row, signs also on every cell where colours are mixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.style import Style
from rich.text import Text

from rowlock.engine import view_types
from rowlock.locale.words import SIGNS, frames_on, is_mixed, row_colours, signs_of

BANDS = {
    "r": Style(color="#ffffff", bgcolor="#b81d1d"),
    "y": Style(color="#000000", bgcolor="#e9b213"),
    "g": Style(color="#ffffff", bgcolor="#107d2c"),
    "b": Style(color="#ffffff", bgcolor="#2f62b8"),
}
WHITE_DIE = Style(color="#000000", bgcolor="#e2dccd", bold=True)
LOST = Style(dim=True)
LEGAL = Style(color="#000000", bgcolor="#e2dccd", bold=True)
MARKED = Style(color="#e2dccd", bgcolor="#000000", bold=True, reverse=True)
CROSSED = Style(bold=True)
MARKS = {
    "bar": "°",
    "two-in-fewest": "²",
    "one-in-each": "¹",
    "double-fewest": "ˣ",
    "thirteen": "ᵗ",
    "no-penalties": "⁰",
    "double": "²",
    "step": "°",
}
"""The mark beside the number of a framed cell, by the name of the frame."""
OTHER_MARK = "⁺"
LINK_MARKS = "ᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐ"
"""The marks of linked cells, a different one for each link."""
LOCKS = {"open": "○", "own": "⊗", "closed": "–"}


@dataclass
class Picture:
    """Lines of text, and for every line the cells in it: where each begins and ends."""

    lines: list[Text] = field(default_factory=list)
    spots: dict[int, list[tuple[int, int, str, int]]] = field(default_factory=dict)

    def cell_at(self, x: int, y: int) -> tuple[str, int] | None:
        for left, right, row, number in self.spots.get(y, ()):
            if left <= x < right:
                return row, number
        return None

    @property
    def text(self) -> Text:
        return Text("\n").join(self.lines)


@dataclass(frozen=True)
class Spacing:
    """How much room there is: columns for a cell, lines inside a row and between rows."""

    cell: int
    inner: int = 0
    gap: int = 0


HEAD, LOCK, POINTS = 4, 3, 4


def mark_of(frame: str) -> str:
    return MARKS.get(frame, OTHER_MARK)


def least_width(variant: view_types.Variant) -> int:
    """Columns that the rows need at least."""
    return HEAD + least_cell(variant) * longest_row(variant) + LOCK + POINTS


def least_cell(variant: view_types.Variant) -> int:
    """Columns of the narrowest cell: the number, and the signs of mixed colours."""
    mixed = [cell for row in variant["rows"] if is_mixed(row) for cell in row["cells"]]
    return 2 + max((len(cell["colours"]) for cell in mixed), default=1)


def longest_row(variant: view_types.Variant) -> int:
    return max(len(row["cells"]) for row in variant["rows"])


def measure(variant: view_types.Variant, width: int, height: int) -> Spacing:
    """The most generous spacing with which the rows fit a width and a height."""
    rows = len(variant["rows"])
    wide = (width - HEAD - LOCK - POINTS) // longest_row(variant)
    cell = max(least_cell(variant), min(7, wide))
    for inner, gap in ((1, 1), (1, 0), (0, 1)):
        if rows * (1 + 2 * inner) + (rows - 1) * gap <= height:
            return Spacing(cell, inner, gap)
    return Spacing(cell)


class MarkedCell(view_types.Cell):
    """A cell, with the marks beside its number."""

    marks: str


def paint_rows(
    variant: view_types.Variant,
    sheet: view_types.Sheet,
    moves: tuple[view_types.Move, ...],
    marked: view_types.Move | None,
    spacing: Spacing,
    letters: Mapping[str, str] | None = None,
) -> Picture:
    """The rows of a sheet: legal moves stand out, the marked one is in pencil; each with its letter."""
    picture = Picture()
    legal = {tuple(move["cell"]) for move in moves if move["cell"]}
    chosen = tuple(marked["cell"]) if marked and marked["cell"] else None
    marks = marks_on(variant, sheet)
    for r, (pad, state) in enumerate(zip(variant["rows"], sheet["rows"], strict=True)):
        cells = [MarkedCell(**c, marks=marks[pad["row"], c["number"]]) for c in pad["cells"]]
        letter = (letters or {}).get(pad["row"], pad["row"])
        if r:
            picture.lines += [Text("")] * spacing.gap
        line, spots = _paint_row(pad, letter, cells, state, legal, chosen, spacing)
        line.append(f"{sheet['score']['rows'][r]:>{POINTS}}", CROSSED)
        edge = _edge(pad, state, spacing)
        for part in [edge] * spacing.inner + [line] + [edge] * spacing.inner:
            picture.spots[len(picture.lines)] = spots
            picture.lines.append(part)
    return picture


def _paint_row(
    pad: view_types.Row,
    letter: str,
    cells: list[MarkedCell],
    state: view_types.Crosses,
    legal: set[tuple[object, ...]],
    chosen: tuple[object, ...] | None,
    spacing: Spacing,
) -> tuple[Text, list[tuple[int, int, str, int]]]:
    row, line, spots = pad["row"], Text(), []
    put_bands(line, f"{signs_of(row_colours(pad)[:2]):>2}{letter} ", row_colours(pad))
    for cell in cells:
        number, at = cell["number"], line.cell_len
        if (row, number) == chosen:
            line.append(_wide(_marked(cell, spacing.cell), spacing.cell), MARKED)
        elif (row, number) in legal:
            line.append(_wide(_legal(cell, is_mixed(pad), spacing.cell), spacing.cell), LEGAL)
        else:
            _paint_cell(line, cell, state, is_mixed(pad), spacing.cell)
        spots.append((at, line.cell_len, row, number))
    put_bands(line, f" {_lock(pad, state)} ", pad["lock"] or row_colours(pad))
    return line, spots


def put_bands(line: Text, body: str, colours: str, style: Style | None = None) -> None:
    """Append a text in one colour, or in equal parts in several."""
    start = 0
    for i, colour in enumerate(colours, 1):
        end = len(body) * i // len(colours)
        line.append(body[start:end], BANDS[colour] + style if style else BANDS[colour])
        start = end


def _paint_cell(line: Text, cell: MarkedCell, state: view_types.Crosses, mixed: bool, width: int) -> None:
    number, colours = cell["number"], cell["colours"]
    if number in state["crossed"]:
        crosses = "××" if number in state["again"] else "×"
        put_bands(line, _wide(f" {crosses:>2}", width), colours, CROSSED)
    elif number in state["skipped"] or state["closed"]:
        line.append(_wide(f" {'·':>2}", width), LOST)
    elif mixed:
        lead = signs_of(colours)
        put_bands(
            line,
            _wide(f"{lead}{number:>2}{_marks(cell, width - _margin(width) - len(lead) - 2)}", width),
            colours,
        )
    elif width > 3:
        put_bands(line, _wide(f" {number:>2}{_marks(cell, width - _margin(width) - 3)}", width), colours)
    else:
        put_bands(line, _wide(f"{_marks(cell, 1) or ' '}{number:>2}", width), colours)


def _legal(cell: MarkedCell, mixed: bool, width: int) -> str:
    """A cell that can be crossed: its mark stays, its sign if there is room for it beside that."""
    number, lead = f"{cell['number']:>2}", signs_of(cell["colours"]) if mixed else ""
    marks = _marks(cell, 1)
    if lead and len(lead) + 3 + len(marks) <= width - _margin(width):
        return f"{lead}{number}{marks}◂"
    return f"▸{number}{marks}" if width > 3 else f"{'▹' if marks else '▸'}{number}"


def _marked(cell: MarkedCell, width: int) -> str:
    """A cell that is marked in pencil."""
    number = f"{cell['number']:>2}"
    return f"[{number}]{_marks(cell, width - _margin(width) - 4)}" if width > 3 else f"[{number}"


def marks_on(variant: view_types.Variant, sheet: view_types.Sheet) -> dict[tuple[str, int], str]:
    """The marks beside the number of every cell of a sheet: for its frames, and for its link."""
    found = {
        (row["row"], cell["number"]): "".join(map(mark_of, frames_on(sheet, row["row"], cell)))
        for row in variant["rows"]
        for cell in row["cells"]
    }
    for i, link in enumerate(sheet["links"]):
        for row, number in link:
            found[row, number] += link_mark(i)
    return found


def link_mark(index: int) -> str:
    return LINK_MARKS[index % len(LINK_MARKS)]


def _marks(cell: MarkedCell, room: int) -> str:
    return cell["marks"][: max(room, 0)]


def _wide(body: str, width: int) -> str:
    """A cell's text in its width; numbers stand under each other whatever is beside them."""
    return f"{' ' * _margin(width)}{body}".ljust(width)


def _margin(width: int) -> int:
    return max(width - 4, 0) // 2


def _lock(pad: view_types.Row, state: view_types.Crosses) -> str:
    if not pad["lock"]:
        return " "
    return LOCKS["own" if state["locked"] else "closed" if state["closed"] else "open"]


def _edge(pad: view_types.Row, state: view_types.Crosses, spacing: Spacing) -> Text:
    """A line of a row's colours above or below its numbers."""
    line = Text()
    put_bands(line, " " * HEAD, row_colours(pad))
    for cell in pad["cells"]:
        gone = cell["number"] in state["skipped"] or state["closed"]
        if gone and cell["number"] not in state["crossed"]:
            line.append(" " * spacing.cell, LOST)
        else:
            put_bands(line, " " * spacing.cell, cell["colours"])
    put_bands(line, " " * LOCK, pad["lock"] or row_colours(pad))
    return line


def signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def paint_dice(view: view_types.View, lines: int) -> Text:
    """The dice on the table: boxes of three lines, or one line where there is little room."""
    roll = view["roll"]
    if not roll or view["phase"] == "roll":
        return Text("\n" * (lines - 1))
    dice = [(f" {value} ", WHITE_DIE) for value in roll["white"]]
    dice += [
        (f"{SIGNS[colour]} {value}", BANDS[colour])
        for colour, value in roll["coloured"].items()
        if colour in view["dice"]
    ]
    painted = Text()
    for line in range(lines):
        painted.append("\n" if line else "")
        for i, (face, style) in enumerate(dice):
            body = face if line == lines // 2 else "   "
            painted.append("    " if i == 2 else " ").append(f" {body} ", style)
            if i == 1 and line == lines // 2:
                painted.append(f" = {roll['total']}", CROSSED)
            elif i == 1:
                painted.append(" " * len(f" = {roll['total']}"))
    return painted


def paint_small(variant: view_types.Variant, sheet: view_types.Sheet) -> list[Text]:
    """Another's sheet, one character to a cell."""
    lines = []
    for pad, state in zip(variant["rows"], sheet["rows"], strict=True):
        line = Text()
        put_bands(line, f"{signs_of(row_colours(pad)[:2]):<2}", row_colours(pad))
        line.append(" ")
        for cell in pad["cells"]:
            if cell["number"] in state["crossed"]:
                line.append("×", BANDS[cell["colours"][0]] + CROSSED)
            elif cell["number"] in state["skipped"] or state["closed"]:
                line.append("·", LOST)
            else:
                line.append("_", LOST)
        lines.append(
            line.append(_lock(pad, state), BANDS[pad["lock"]] if pad["lock"] and state["locked"] else LOST)
        )
    return lines
