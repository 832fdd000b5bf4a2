"""One line of text for every roll, move and sheet; `parse(format(x)) == x`. See docs/notation.md."""

from __future__ import annotations

import re

from rowlock.engine.cards.deck import Shuffle, parse_shuffle
from rowlock.engine.errors import BadNotation, shown
from rowlock.engine.game import Chance
from rowlock.engine.mechanisms import kinds
from rowlock.engine.moves import COLOURS, PASS, WITHDRAW, Cross, Move, Roll, make_roll
from rowlock.engine.sheet import Sheet, count_in_row, empty_sheet, with_note
from rowlock.engine.variant import Row, Variant

NOTATION = 1
"""Version of the notation, in the first line of every record; it changes when an old text would be read
differently."""

_ROLL = re.compile(r"(\d{1,2})\+(\d{1,2})((?: +[a-z]\d{1,2})*)")
_CROSS = re.compile(r"([a-z])(\d{1,2})((?:>[a-z])*)")
_SHEET_ROW = re.compile(r"([a-z])((?:\d{1,2}(?:\.\d{1,2})*)?)([+x]?)")


def format_roll(roll: Roll) -> str:
    first, second = roll.white
    return " ".join([f"{first}+{second}", *[f"{colour}{value}" for colour, value in roll.coloured]])


def parse_roll(text: str) -> Roll:
    """Read `4+1 r6 y2 g3 b6`; the coloured dice may come in any order."""
    found = _ROLL.fullmatch(text.strip())
    if found is None:
        raise BadNotation(f"{shown(text)} is not a roll; a roll looks like '4+1 r6 y2 g3 b6'")
    coloured: dict[str, int] = {}
    for die in found[3].split():
        if die[0] not in COLOURS:
            raise BadNotation(f"{shown(die)}: the colours are {' '.join(COLOURS)}")
        if die[0] in coloured:
            raise BadNotation(f"the die {die[0]} appears twice in {shown(text)}")
        coloured[die[0]] = int(die[1:])
    return make_roll((int(found[1]), int(found[2])), coloured)


def format_chance(given: Chance) -> str:
    """A roll or a shuffle."""
    return given.text if isinstance(given, Shuffle) else format_roll(given)


def parse_chance(text: str) -> Chance:
    """Read `4+1 r6 y2 g3 b6` or `% r5 g2 b12 …`."""
    return parse_shuffle(text) if text.strip().startswith("%") else parse_roll(text)


def format_move(move: Move) -> str:
    return move.text


def parse_move(text: str) -> Move:
    """Read a move: `r8`, `r8>y`, `*g`, `@2`, `=b12.9:12`, `-` or `<`."""
    text = text.strip()
    if text == "-":
        return PASS
    if text == "<":
        return WITHDRAW
    if found := _CROSS.fullmatch(text):
        return Cross(found[1], int(found[2]), tuple(found[3].split(">")[1:]))
    for kind in kinds():
        if (move := kind.parse_move(text)) is not None:
            return move
    raise BadNotation(
        f"{shown(text)} is not a move; a move looks like 'r8', 'r8>y' (choice on a tie), "
        "'*g' (lucky), '@2' (take a card), '=b12.9:12' (play cards), '-' (pass) or '<' (take back)"
    )


def format_sheet(variant: Variant, sheet: Sheet) -> str:
    """As in `r2.3.5,y,g12.11x,b7.2+,p1`: `+` is this player's lock, `x` a row closed by others."""
    parts = []
    for r, row in enumerate(variant.rows):
        crosses = sheet.crosses[r]
        numbers = [str(cell.number) for i, cell in enumerate(row.cells) if crosses >> i & 1]
        end = "+" if crosses & row.lock_bit else "x" if sheet.is_closed(r) else ""
        parts.append(row.name + ".".join(numbers) + end)
    parts.append(f"p{sheet.penalties}")
    for mechanism, note in zip(variant.mechanisms, sheet.notes, strict=True):
        if (text := mechanism.format_note(variant, note)) is not None:
            parts.append(text)
    return ",".join(parts)


def parse_sheet(variant: Variant, text: str) -> Sheet:
    """Read a sheet; refuses one that no game could reach row by row."""
    parts, noted = text.strip().split(","), variant.asked("format_note")
    count = len(variant.rows) + 1 + len(noted)
    if len(parts) != count:
        raise BadNotation(
            f"{shown(text)} is not a sheet of {variant.title}: "
            f"{count} parts with commas between, as in {format_sheet(variant, empty_sheet(variant))}"
        )
    crosses, closed = [], 0
    for r, (row, part) in enumerate(zip(variant.rows, parts, strict=False)):
        bits, is_closed = _parse_row(row, part, counted=not variant.is_judged)
        crosses.append(bits)
        closed |= is_closed << r
    penalties = _parse_penalties(variant, parts[len(variant.rows)])
    sheet = Sheet(tuple(crosses), closed, penalties, empty_sheet(variant).notes)
    for mechanism, part in zip(noted, parts[len(variant.rows) + 1 :], strict=True):
        sheet = with_note(variant, sheet, mechanism, mechanism.parse_note(variant, part))
    _check_locks(variant, sheet)
    return sheet


def _check_locks(variant: Variant, sheet: Sheet) -> None:
    """Check that every locked row had the crosses for it (R7.1)."""
    for r, row in enumerate(variant.rows):
        before = count_in_row(variant, sheet, r) - 2  # without the closing cell and the lock
        if sheet.crosses[r] & row.lock_bit and before < row.needs:
            cell = (sheet.crosses[r] & (row.lock_bit - 1)).bit_length() - 1
            name = f"{row.name}{row.cells[cell].number}"
            raise BadNotation(f"{name} closes the row and needs {row.needs} crosses before it")


def _parse_row(row: Row, part: str, *, counted: bool) -> tuple[int, bool]:
    """A row's crosses, and whether it is closed; `counted` if they alone count before a closing cell."""
    found = _SHEET_ROW.fullmatch(part)
    if found is None or found[1] != row.name:
        raise BadNotation(
            f"{shown(part)} is not a row; row {row.name} looks like "
            f"'{row.name}{row.cells[0].number}.{row.cells[1].number}'"
        )
    bits = 0
    for number in map(int, found[2].split(".") if found[2] else ()):
        cell = row.index_of.get(number)
        if cell is None:
            raise BadNotation(f"row {row.name} has no number {number}")
        if bits >> cell:
            raise BadNotation(f"{row.name}{number} is out of order in {shown(part)}")
        if counted and cell >= row.first_closer and bits.bit_count() < row.needs:
            raise BadNotation(f"{row.name}{number} closes the row and needs {row.needs} crosses before it")
        bits |= 1 << cell
    locked = bits >> row.first_closer != 0 and row.closers > 0
    if locked != (found[3] == "+") or (bits >> row.first_closer).bit_count() > 1:
        raise BadNotation(f"{shown(part)}: a row is locked ('+') exactly when one closing cell is crossed")
    return bits | (row.lock_bit if locked else 0), bool(found[3])


def _parse_penalties(variant: Variant, part: str) -> int:
    if not re.fullmatch(r"p\d{1,2}", part) or int(part[1:]) > variant.penalty_boxes:
        raise BadNotation(f"{shown(part)}: penalties are p0 to p{variant.penalty_boxes}")
    return int(part[1:])
