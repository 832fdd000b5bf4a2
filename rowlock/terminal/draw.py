"""A sheet drawn in the terminal (R1): rows with locks, penalties, bonuses, points and total.

A cell shows its number, `×` when crossed, `·` when it can no longer be crossed. Where a row's
cells have several colours, each bears its own sign: it must be legible without any colour.
"""

from __future__ import annotations

import os
from typing import NamedTuple, TextIO

from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.bonus_pairs import BonusPair, PairKind
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Place, Row, Variant
from rowlock.locale.words import SIGNS

BAR_FRAME = ("[", "]")
PAIR_FRAMES: dict[PairKind, tuple[str, str]] = {
    "two-in-fewest": ("«", "»"),
    "one-in-each": ("{", "}"),
    "double-fewest": ("<", ">"),
    "thirteen": ("(", ")"),
    "no-penalties": ("|", "|"),
}
PAIR_EFFECTS: dict[PairKind, str] = {
    "two-in-fewest": "two crosses in the row with the fewest",
    "one-in-each": "a cross in every row",
    "double-fewest": "the row with the fewest crosses counts twice",
    "thirteen": "13 points",
    "no-penalties": "penalties cost nothing",
}
LEGEND = "× crossed   · gone   ┊ closing cells   ○ lock   ⊗ locked by you   – closed"
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
    variant: Variant,
    sheet: Sheet,
    *,
    colour: bool,
    lucky: tuple[int, ...] = (),
    title: str = "",
    legend: bool = False,
) -> str:
    """A sheet as lines of text, with this title or the variant's, and the lucky numbers on it."""
    pen = _Pen(variant, sheet, colour, _measure(variant))
    lines = [pen.paint(f" {title or variant.title}", "bold"), ""]
    lines += [_draw_row(pen, r, points) for r, points in enumerate(score(variant, sheet).rows)]
    lines.append("")
    if variant.bonus_bar:
        lines.append(_draw_bar(pen, variant.bonus_bar))
    lines += [_draw_pair(pen, pair) for pair in variant.bonus_pairs]
    lines += [""] if variant.bonus_pairs else []
    if lucky:
        numbers = "  ".join(str(number) for number in lucky)
        lines.append(f" lucky      {pen.paint(numbers, 'bold')}")
    lines += [_draw_penalties(pen), *_draw_points(variant), _draw_total(pen)]
    if legend:
        lines += ["", f" {LEGEND}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


class _Layout(NamedTuple):
    """How wide cells are: their text, the blank or frame at its left, the longest row."""

    body: int
    left: int
    longest: int


def _measure(variant: Variant) -> _Layout:
    """Airy if it fits, with room for frames if there are any."""
    body = 3 if any(_is_mixed(row) for row in variant.rows) else 2
    longest = max(len(row.cells) for row in variant.rows)
    airy = variant.has_effects or 19 + longest * (body + 2) <= WIDTH
    return _Layout(body, int(airy), longest)


class _Pen(NamedTuple):
    """What is drawn, and how."""

    variant: Variant
    sheet: Sheet
    colour: bool
    layout: _Layout

    def paint(self, text: str, *styles: str) -> str:
        codes = ";".join(_STYLES[style] for style in styles)
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colour else text


def _is_mixed(row: Row) -> bool:
    return any(cell.colour != row.colour for cell in row.cells)


def _draw_row(pen: _Pen, r: int, points: int) -> str:
    row, crosses = pen.variant.rows[r], pen.sheet.crosses[r]
    cells = [_draw_cell(pen, Place(r, i)) for i in range(len(row.cells))]
    cells.insert(row.first_closer, "┊")
    gap = (pen.layout.body + pen.layout.left + 1) * (pen.layout.longest - len(row.cells))
    label = pen.paint(f" {SIGNS[row.colour]} {row.colour} ", row.colour)
    count = f"{crosses.bit_count()}×"
    return f" {label}{''.join(cells)}{_draw_lock(pen, r)}{' ' * gap} {count:>3}{points:>5}"


def _draw_cell(pen: _Pen, place: Place) -> str:
    row, crosses = pen.variant.rows[place.row], pen.sheet.crosses[place.row]
    cell, width = row.cells[place.cell], pen.layout.body
    left, right = _frame(pen, place)
    if crosses >> place.cell & 1:
        return pen.paint(f"{left}{'×':>{width}}{right}", "bold", cell.colour)
    if crosses >> place.cell or pen.sheet.is_closed(place.row):
        return pen.paint(f"{left}{'·':>{width}}{right}", "dim")
    sign = SIGNS[cell.colour] if _is_mixed(row) else ""
    number = f"{sign}{cell.number:>{width - len(sign)}}"
    return pen.paint(f"{left}{number}{right}", cell.colour)


def _frame(pen: _Pen, place: Place) -> tuple[str, str]:
    """What stands around a cell; one that belongs to two bonuses has half the frame of each."""
    frames = [BAR_FRAME] if place in pen.variant.bar_cells else []
    frames += [PAIR_FRAMES[pair.kind] for pair in pen.variant.pairs_at.get(place, ())]
    return (frames[0][0], frames[-1][1]) if frames else (" " * pen.layout.left, " ")


def _draw_lock(pen: _Pen, r: int) -> str:
    row = pen.variant.rows[r]
    if pen.sheet.crosses[r] & row.lock_bit:
        return pen.paint(" ⊗ ", "bold", row.colour)
    if pen.sheet.is_closed(r):
        return pen.paint(" – ", "dim")
    return pen.paint(" ○ ", row.colour)


def _draw_bar(pen: _Pen, bar: BonusBar) -> str:
    """The bonus bar (R15): the next field stands in brackets, a struck one is a dash."""
    coming = bar.next_field(pen.variant, pen.sheet)
    taken = bar.crossed_fields(pen.variant, pen.sheet)
    drawn = []
    for i, colour in enumerate(bar.fields):
        if taken >> i & 1:
            drawn.append(pen.paint(" × ", "bold", colour))
        elif pen.sheet.is_closed(pen.variant.row_of[colour]):
            drawn.append(pen.paint(" – ", "dim"))
        else:
            left, right = BAR_FRAME if i == coming else (" ", " ")
            drawn.append(pen.paint(f"{left}{SIGNS[colour]}{right}", colour))
    return f" bonus bar {''.join(drawn)}"


def _draw_pair(pen: _Pen, pair: BonusPair) -> str:
    """A bonus pair (R16): its cells, what it brings, and whether it is won."""
    left, right = PAIR_FRAMES[pair.kind]
    names = [f"{left}{_name_cell(pen, place)}{right}" for place in pair.cells]
    drawn = [
        pen.paint(name, pen.variant.rows[place.row].colour)
        for name, place in zip(names, pair.cells, strict=True)
    ]
    gap = " " * max(1, 12 - len(" ".join(names)))
    won = pen.paint(" (won)", "bold") if pair.is_complete(pen.sheet) else ""
    return f" {' '.join(drawn)}{gap}{PAIR_EFFECTS[pair.kind]}{won}"


def _name_cell(pen: _Pen, place: Place) -> str:
    """A cell as moves name it, with a cross for its number once it is crossed."""
    row, crosses = pen.variant.rows[place.row], pen.sheet.crosses[place.row]
    if crosses >> place.cell & 1:
        return f"{row.colour}×"
    gone = crosses >> place.cell or pen.sheet.is_closed(place.row)
    return f"{row.colour}{'·' if gone else row.cells[place.cell].number}"


def _draw_penalties(pen: _Pen) -> str:
    """Penalty boxes (R6)."""
    taken = pen.sheet.penalties
    boxes = "".join("[×]" if i < taken else "[ ]" for i in range(pen.variant.penalty_boxes))
    return f" penalties  {boxes} {_signed(pen.variant.penalty_points)} each"


def _draw_points(variant: Variant) -> tuple[str, str]:
    """The table of points by crosses (R9.1)."""
    table = list(enumerate(variant.points))[1:]
    width = max(len(_signed(points)) for _, points in table) + 1
    counts = "".join(f"{count:>{width}}" for count, _ in table)
    points = "".join(f"{_signed(points):>{width}}" for _, points in table)
    return f" crosses   {counts}", f" points    {points}"


def _draw_total(pen: _Pen) -> str:
    """The count as on the pad: rows, penalties, bonus, total (R9)."""
    counted = score(pen.variant, pen.sheet)
    rows, penalties, bonus = counted
    text = " + ".join(
        f"{row.colour} {_signed(points)}" for row, points in zip(pen.variant.rows, rows, strict=True)
    )
    text += f" + bonus {_signed(bonus)}" if bonus else ""
    text += f" − {abs(penalties)}" if penalties else ""
    return f" total      {text} = {pen.paint(_signed(counted.total), 'bold')}"


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)
