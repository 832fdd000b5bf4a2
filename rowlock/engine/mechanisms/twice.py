"""Crossed twice: the rightmost cross of a row may be crossed again when its number comes again (R18)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rowlock.engine.errors import BadNotation, shown
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.sheet import Sheet, with_note
from rowlock.engine.variant import Place, Row, Variant
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import quoted, table

WIDTH = 32
"""Bits of the note for each row."""


@dataclass(frozen=True)
class Twice(Mechanism):
    """The rows where that is allowed, by name. Its note: a bit for every cell with a second cross."""

    key: ClassVar[str] = "twice"
    order: ClassVar[Order] = Order.AGAIN
    keys: ClassVar[tuple[str, ...]] = ("rows",)
    rows: tuple[str, ...]

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> Twice | None:
        if not reader.has(("twice",)):
            return None
        path = ("twice", "rows")
        names = (reader.text(path, "row letters with blanks between, as in 'r y g b'") or "").split()
        known = [row.name for row in frame.rows or ()]
        for name in names:
            if known and name not in known:
                reader.wrong(path, f"there is no row {shown(name)}", f"the rows are {' '.join(known)}")
        if len(set(names)) < len(names) or not names:
            reader.wrong(path, "every row once, and at least one", f"the rows are {' '.join(known)}")
        return cls(tuple(names))

    def write(self, variant: Variant) -> Iterator[str]:
        yield from table("[twice]", rows=quoted(" ".join(self.rows)))

    def second(self, variant: Variant, sheet: Sheet, row: int) -> int:
        """The second crosses of a row, as bits."""
        return sheet.notes[variant.note_of(self)] >> WIDTH * row & (1 << WIDTH) - 1

    def admits(self, variant: Variant, sheet: Sheet, place: Place) -> bool:
        """Only the rightmost cell with a single cross; never a closing cell, nor in a closed row (R18.1)."""
        row, cell = place
        line = variant.rows[row]
        return (
            line.name in self.rows
            and sheet.crosses[row].bit_length() == cell + 1
            and cell < line.first_closer
            and not sheet.is_closed(row)
            and not any(cell in one.again(variant, sheet, row) for one in variant.asked("again"))
        )

    def mark_again(self, variant: Variant, sheet: Sheet, place: Place) -> Sheet:
        note = sheet.notes[variant.note_of(self)] | 1 << WIDTH * place.row + place.cell
        return with_note(variant, sheet, self, note)

    def extra_crosses(self, variant: Variant, sheet: Sheet, row: int) -> int:
        return self.second(variant, sheet, row).bit_count()

    def again(self, variant: Variant, sheet: Sheet, row: int) -> tuple[int, ...]:
        second = self.second(variant, sheet, row)
        return tuple(cell for cell in range(second.bit_length()) if second >> cell & 1)

    def most_extra(self, rows: tuple[Row, ...]) -> int:
        return max([row.first_closer for row in rows if row.name in self.rows], default=0)

    def format_note(self, variant: Variant, note: int) -> str:
        """As in `=r5.7/g9`: the second crosses row by row."""
        found = []
        for r, row in enumerate(variant.rows):
            second = note >> WIDTH * r & (1 << WIDTH) - 1
            numbers = [str(cell.number) for i, cell in enumerate(row.cells) if second >> i & 1]
            if numbers:
                found.append(row.name + ".".join(numbers))
        return "=" + "/".join(found)

    def parse_note(self, variant: Variant, text: str) -> int:
        if not re.fullmatch(r"=([a-z]\d+(\.\d+)*(/[a-z]\d+(\.\d+)*)*)?", text):
            raise BadNotation(f"{shown(text)}: second crosses look like '=' or '=r5.7/g9'")
        note = 0
        for part in filter(None, text[1:].split("/")):
            r = variant.row_of.get(part[0])
            line = variant.rows[r] if r is not None else None
            for number in map(int, part[1:].split(".")):
                cell = line.index_of.get(number) if line else None
                if r is None or line is None or cell is None or cell >= line.first_closer:
                    raise BadNotation(f"{shown(text)}: {part[0]}{number} cannot have a second cross")
                note |= 1 << WIDTH * r + cell
        if self.format_note(variant, note) != text:
            raise BadNotation(f"{shown(text)}: second crosses from the top row down, from left to right")
        return note

    def about(self, variant: Variant) -> str:
        return f"in rows {' '.join(self.rows)}"
