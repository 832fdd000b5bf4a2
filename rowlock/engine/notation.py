"""One line of text for every roll, move and sheet; `parse(format(x)) == x`. See docs/notation.md."""

from __future__ import annotations

import re

from rowlock.engine.errors import BadNotation
from rowlock.engine.moves import (
    COLOURS,
    PASS,
    WITHDRAW,
    Cross,
    Lucky,
    Move,
    Pass,
    Roll,
    Withdraw,
    make_roll,
)
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Row, Variant

NOTATION = 1
"""Version of the notation; it changes when an old text would be read differently."""

_ROLL = re.compile(r"(\d{1,2})\+(\d{1,2})((?: +[a-z]\d{1,2})*)")
_CROSS = re.compile(r"([a-z])(\d{1,2})((?:>[a-z])*)")
_LUCKY = re.compile(r"\*([a-z])((?:>[a-z])*)")
_SHEET_ROW = re.compile(r"([a-z])((?:\d{1,2}(?:\.\d{1,2})*)?)([+x]?)")


def shown(text: str) -> str:
    """A text as it may be quoted in a message: short, and without control characters."""
    clean = "".join(char if char.isprintable() else "?" for char in text[:40])
    return repr(clean + ("…" if len(text) > 40 else ""))


def format_roll(roll: Roll) -> str:
    first, second = roll.white
    return " ".join([f"{first}+{second}", *[f"{colour}{value}" for colour, value in roll.coloured]])


def parse_roll(text: str) -> Roll:
    """Read `4+1 r6 y2 g3 b6`; the coloured dice may come in any order."""
    found = _ROLL.fullmatch(text.strip())
    if found is None:
        raise BadNotation(f"{shown(text)} is no roll; a roll looks like '4+1 r6 y2 g3 b6'")
    coloured: dict[str, int] = {}
    for die in found[3].split():
        if die[0] not in COLOURS:
            raise BadNotation(f"{shown(die)}: the colours are {' '.join(COLOURS)}")
        if die[0] in coloured:
            raise BadNotation(f"the die {die[0]} stands twice in {shown(text)}")
        coloured[die[0]] = int(die[1:])
    return make_roll((int(found[1]), int(found[2])), coloured)


def format_move(move: Move) -> str:
    match move:
        case Cross(row, number, picks):
            return "".join([f"{row}{number}", *[f">{pick}" for pick in picks]])
        case Lucky(row, picks):
            return "".join([f"*{row}", *[f">{pick}" for pick in picks]])
        case Pass():
            return "-"
        case Withdraw():
            return "<"


def parse_move(text: str) -> Move:
    """Read a move: `r8`, `r8>y`, `*g`, `-` or `<`."""
    text = text.strip()
    if text == "-":
        return PASS
    if text == "<":
        return WITHDRAW
    if found := _CROSS.fullmatch(text):
        return Cross(found[1], int(found[2]), tuple(found[3].split(">")[1:]))
    if found := _LUCKY.fullmatch(text):
        return Lucky(found[1], tuple(found[2].split(">")[1:]))
    raise BadNotation(
        f"{shown(text)} is no move; a move looks like 'r8', 'r8>y' (choice on a tie), "
        "'*g' (lucky), '-' (pass) or '<' (take back)"
    )


def format_sheet(variant: Variant, sheet: Sheet) -> str:
    """As in `r2.3.5,y,g12.11x,b7.2+,p1`: `+` a lock of one's own, `x` closed by others."""
    parts = []
    for r, row in enumerate(variant.rows):
        crosses = sheet.crosses[r]
        numbers = [str(cell.number) for i, cell in enumerate(row.cells) if crosses >> i & 1]
        end = "+" if crosses & row.lock_bit else "x" if sheet.is_closed(r) else ""
        parts.append(row.colour + ".".join(numbers) + end)
    parts.append(f"p{sheet.penalties}")
    if variant.bonus_bar:
        fields = range(len(variant.bonus_bar.fields))
        parts.append("*" + ".".join(str(i + 1) for i in fields if sheet.bar >> i & 1))
    return ",".join(parts)


def parse_sheet(variant: Variant, text: str) -> Sheet:
    """Read a sheet; refuses one that no game could reach row by row."""
    parts = text.strip().split(",")
    count = len(variant.rows) + 1 + bool(variant.bonus_bar)
    if len(parts) != count:
        raise BadNotation(
            f"{shown(text)} is no sheet of {variant.title}: "
            f"{count} parts with commas between, as in {format_sheet(variant, _empty(variant))}"
        )
    crosses, closed = [], 0
    for r, (row, part) in enumerate(zip(variant.rows, parts, strict=False)):
        bits, is_closed = _parse_row(row, part)
        crosses.append(bits)
        closed |= is_closed << r
    penalties = _parse_penalties(variant, parts[len(variant.rows)])
    bar = _parse_bar(len(variant.bonus_bar.fields), parts[-1]) if variant.bonus_bar else 0
    return Sheet(tuple(crosses), closed, penalties, bar)


def _empty(variant: Variant) -> Sheet:
    return Sheet((0,) * len(variant.rows))


def _parse_row(row: Row, part: str) -> tuple[int, bool]:
    found = _SHEET_ROW.fullmatch(part)
    if found is None or found[1] != row.colour:
        raise BadNotation(
            f"{shown(part)} is no row; row {row.colour} looks like "
            f"'{row.colour}{row.cells[0].number}.{row.cells[1].number}'"
        )
    bits = 0
    for number in map(int, found[2].split(".") if found[2] else ()):
        cell = row.index_of.get(number)
        if cell is None:
            raise BadNotation(f"row {row.colour} has no number {number}")
        if bits >> cell:
            raise BadNotation(f"{row.colour}{number} is out of order in {shown(part)}")
        if cell >= row.first_closer and bits.bit_count() < row.needs:
            raise BadNotation(f"{row.colour}{number} closes the row and needs {row.needs} crosses before it")
        bits |= 1 << cell
    locked = bits >> row.first_closer != 0
    if locked != (found[3] == "+") or (bits >> row.first_closer).bit_count() > 1:
        raise BadNotation(f"{shown(part)}: a row is locked ('+') exactly when one closing cell is crossed")
    return bits | (row.lock_bit if locked else 0), bool(found[3])


def _parse_penalties(variant: Variant, part: str) -> int:
    if not re.fullmatch(r"p\d{1,2}", part) or int(part[1:]) > variant.penalty_boxes:
        raise BadNotation(f"{shown(part)}: penalties are p0 to p{variant.penalty_boxes}")
    return int(part[1:])


def _parse_bar(fields: int, part: str) -> int:
    if not re.fullmatch(r"\*(\d{1,2}(\.\d{1,2})*)?", part):
        raise BadNotation(f"{shown(part)}: crossed bar fields look like '*' or '*1.2.3'")
    bar = 0
    for number in map(int, part[1:].split(".") if part[1:] else ()):
        if not 1 <= number <= fields or bar >> (number - 1):
            raise BadNotation(f"{shown(part)}: bar fields are 1 to {fields}, ascending")
        bar |= 1 << (number - 1)
    return bar
