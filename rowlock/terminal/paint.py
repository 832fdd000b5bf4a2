"""A sheet as coloured lines for the screen, with the places that a mouse can point at.

What a cell is can be read without any colour: `×` crossed, `·` lost, `▸` can be crossed now, `[8]` marked in
pencil; the sign of a colour stands at the head of its row, and on every cell where colours are mixed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rich.style import Style
from rich.text import Text

from rowlock.locale import Catalogue
from rowlock.locale.words import SIGNS, word

Plain = dict[str, Any]

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
}
"""What a bonus cell bears beside its number."""
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
class Frame:
    """How much room there is: columns for a cell, lines inside a row and between rows."""

    cell: int
    inner: int = 0
    gap: int = 0


HEAD, LOCK, POINTS = 3, 3, 5


def least_width(variant: Plain) -> int:
    """Columns that the rows need at least."""
    return HEAD + 3 * longest_row(variant) + LOCK + POINTS


def longest_row(variant: Plain) -> int:
    return max(len(row["cells"]) for row in variant["rows"])


def measure(variant: Plain, width: int, height: int) -> Frame:
    """The most generous frame in which the rows fit a width and a height."""
    rows = len(variant["rows"])
    cell = max(3, min(7, (width - HEAD - LOCK - POINTS) // longest_row(variant)))
    for inner, gap in ((1, 1), (1, 0), (0, 1)):
        if rows * (1 + 2 * inner) + (rows - 1) * gap <= height:
            return Frame(cell, inner, gap)
    return Frame(cell)


def paint_rows(
    variant: Plain, sheet: Plain, moves: tuple[Plain, ...], marked: Plain | None, frame: Frame
) -> Picture:
    """The rows of a sheet: legal moves stand out, the marked one is in pencil."""
    picture = Picture()
    legal = {tuple(move["cell"]) for move in moves if move["cell"]}
    chosen = tuple(marked["cell"]) if marked and marked["cell"] else None
    for r, (pad, state) in enumerate(zip(variant["rows"], sheet["rows"], strict=True)):
        if r:
            picture.lines += [Text("")] * frame.gap
        line, spots = _paint_row(pad, state, legal, chosen, frame)
        line.append(f"{sheet['score']['rows'][r]:>{POINTS}}", CROSSED)
        edge = _edge(pad, state, frame)
        for part in [edge] * frame.inner + [line] + [edge] * frame.inner:
            picture.spots[len(picture.lines)] = spots
            picture.lines.append(part)
    return picture


def _paint_row(
    pad: Plain, state: Plain, legal: set[tuple[Any, ...]], chosen: tuple[Any, ...] | None, frame: Frame
) -> tuple[Text, list[tuple[int, int, str, int]]]:
    row = pad["row"]
    line, spots = Text().append(f" {SIGNS[row]} ", BANDS[row]), []
    mixed = any(cell["colour"] != row for cell in pad["cells"])
    for cell in pad["cells"]:
        number, at = cell["number"], line.cell_len
        body, style = _paint_cell(cell, state, mixed, frame.cell)
        if (row, number) == chosen:
            body, style = _wide(f"[{number:>2}{']' if frame.cell > 3 else ''}", frame.cell), MARKED
        elif (row, number) in legal:
            style = LEGAL
            trail = "◂" if mixed and frame.cell > 3 else ""
            body = _wide(f"{_lead(cell, mixed, frame.cell, '▸')}{number:>2}{trail}", frame.cell)
        line.append(body, style)
        spots.append((at, line.cell_len, row, number))
    line.append(f" {_lock(state)} ", BANDS[row])
    return line, spots


def _paint_cell(cell: Plain, state: Plain, mixed: bool, width: int) -> tuple[str, Style]:
    number, band = cell["number"], BANDS[cell["colour"]]
    if number in state["crossed"]:
        return _wide(f" {'×':>2}", width), band + CROSSED
    if number in state["skipped"] or state["closed"]:
        return _wide(f" {'·':>2}", width), LOST
    return _wide(
        f"{_lead(cell, mixed, width, ' ')}{number:>2}{_mark(cell) if width > 3 else ''}", width
    ), band


def _lead(cell: Plain, mixed: bool, width: int, plain: str) -> str:
    """What stands before the number: the sign of a mixed colour, or in narrow cells a bonus mark."""
    if plain != " " and width <= 3:
        return plain
    if mixed:
        return SIGNS[cell["colour"]]
    return plain if width > 3 or plain != " " else _mark(cell) or " "


def _mark(cell: Plain) -> str:
    kinds = (["bar"] if cell["bar"] else []) + cell["pairs"]
    return MARKS[kinds[0]] if kinds else ""


def _wide(body: str, width: int) -> str:
    """A cell's text in its width, with the room spread around it."""
    extra = width - len(body)
    return " " * (extra // 2) + body + " " * (extra - extra // 2)


def _lock(state: Plain) -> str:
    return LOCKS["own" if state["locked"] else "closed" if state["closed"] else "open"]


def _edge(pad: Plain, state: Plain, frame: Frame) -> Text:
    """A line of a row's colours above or below its numbers."""
    line = Text().append(" " * HEAD, BANDS[pad["row"]])
    for cell in pad["cells"]:
        lost = cell["number"] in state["skipped"] or (
            state["closed"] and cell["number"] not in state["crossed"]
        )
        line.append(" " * frame.cell, LOST if lost else BANDS[cell["colour"]])
    line.append(" " * LOCK, BANDS[pad["row"]])
    return line


def paint_foot(catalogue: Catalogue, variant: Plain, sheet: Plain) -> list[Text]:
    """What stands under the rows: bonus bar, lucky numbers, penalties, the sum."""
    lines = []
    if variant["bar"]:
        lines.append(_paint_bar(catalogue, variant, sheet))
    boxes = variant["penalties"]["boxes"]
    line = Text(f"{word(catalogue, 'penalties')} ")
    line.append("".join("[×]" if i < sheet["penalties"] else "[ ]" for i in range(boxes)))
    if sheet["lucky"]:
        numbers = " ".join(str(number) for number in sheet["lucky"])
        line.append(f"   {word(catalogue, 'lucky')} ").append(f" {numbers} ", WHITE_DIE)
    return [*lines, line, _paint_sum(catalogue, variant, sheet)]


def _paint_bar(catalogue: Catalogue, variant: Plain, sheet: Plain) -> Text:
    line = Text(f"{word(catalogue, 'bar')} ")
    closed = {row["row"] for row in sheet["rows"] if row["closed"]}
    for i, colour in enumerate(variant["bar"], 1):
        if i in sheet["bar"]:
            line.append(" × ", BANDS[colour] + CROSSED)
        elif colour in closed:
            line.append(" – ", LOST)
        else:
            left, right = "[]" if i == sheet["next_field"] else "  "
            line.append(f"{left}{SIGNS[colour]}{right}", BANDS[colour])
    return line


def _paint_sum(catalogue: Catalogue, variant: Plain, sheet: Plain) -> Text:
    """Rows, bonus and penalties added up as on the pad."""
    score, line = sheet["score"], Text(f"{word(catalogue, 'total')} ")
    for i, (pad, points) in enumerate(zip(variant["rows"], score["rows"], strict=True)):
        line.append(" + " if i else "").append(f" {SIGNS[pad['row']]} {points} ", BANDS[pad["row"]])
    if score["bonus"]:
        line.append(f" + {score['bonus']}")
    if score["penalties"]:
        line.append(f" − {-score['penalties']}")
    return line.append(" = ").append(f" {signed(score['total'])} ", WHITE_DIE)


def signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def paint_dice(view: Plain, lines: int) -> Text:
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


def paint_small(variant: Plain, sheet: Plain) -> list[Text]:
    """Another's sheet, one character to a cell."""
    lines = []
    for pad, state in zip(variant["rows"], sheet["rows"], strict=True):
        line = Text().append(f"{SIGNS[pad['row']]} ", BANDS[pad["row"]]).append(" ")
        for cell in pad["cells"]:
            if cell["number"] in state["crossed"]:
                line.append("×", BANDS[cell["colour"]] + CROSSED)
            elif cell["number"] in state["skipped"] or state["closed"]:
                line.append("·", LOST)
            else:
                line.append("_", LOST)
        lines.append(line.append(_lock(state), BANDS[pad["row"]] if state["locked"] else LOST))
    return lines
