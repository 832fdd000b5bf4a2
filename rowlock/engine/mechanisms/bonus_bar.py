"""The bonus bar: a bonus cell crosses the bar's next field, and a cell of that field's row (R15)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rowlock.engine.errors import BadNotation, shown
from rowlock.engine.facts import Fact
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.moves import COLOURS
from rowlock.engine.sheet import Pen, Sheet
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_parts import read_places
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import name_cells, quoted, table

if TYPE_CHECKING:
    from rowlock.engine.view_types import FieldState, Strip

MOST_FIELDS = 48


@dataclass(frozen=True, slots=True)
class BarCrossed(Fact):
    """The first free field of the bonus bar was crossed; fields count from 1 (R15.1)."""

    kind: ClassVar[str] = "bar_crossed"
    seat: int
    field: int
    row: str


@dataclass(frozen=True, slots=True)
class Struck(Fact):
    """A seat's free bar fields of a closed row are struck; fields count from 1 (R15.3)."""

    kind: ClassVar[str] = "struck"
    seat: int
    row: str
    fields: tuple[int, ...]


@dataclass(frozen=True)
class BonusBar(Mechanism):
    """The bar's fields from left to right, by row, and the cells that cross them. Note: crossed fields."""

    key: ClassVar[str] = "bonus_bar"
    order: ClassVar[Order] = Order.BONUSES
    keys: ClassVar[tuple[str, ...]] = ("fields", "cells")
    facts: ClassVar[tuple[type[Fact], ...]] = (BarCrossed, Struck)
    fields: tuple[str, ...]
    cells: tuple[Place, ...]

    @cached_property
    def places(self) -> frozenset[Place]:
        return frozenset(self.cells)

    def crossed_fields(self, variant: Variant, sheet: Sheet) -> int:
        """A bit for every field that is crossed."""
        return sheet.notes[variant.note_of(self)]

    def next_field(self, variant: Variant, sheet: Sheet) -> int | None:
        """Index of the first free field; crossed and struck ones are skipped (R15.3)."""
        taken = self.crossed_fields(variant, sheet)
        for i, row in enumerate(self.fields):
            if not taken >> i & 1 and not sheet.is_closed(variant.row_of[row]):
                return i
        return None

    def touches(self, place: Place) -> bool:
        return place in self.places

    def crossed(self, pen: Pen, place: Place) -> None:
        if place in self.places:
            pen.earned.append(self._cross_field)

    def _cross_field(self, pen: Pen) -> None:
        """The bar's first free field, and the next cell of its row (R15.1)."""
        field = self.next_field(pen.variant, pen.sheet)
        if field is None:
            return
        row = self.fields[field]
        pen.write(self, pen.note(self) | 1 << field)
        pen.facts.append(BarCrossed(pen.seat, field + 1, row))
        pen.cross_next(pen.variant.row_of[row], "bar")

    def row_closed(self, variant: Variant, sheets: Sequence[Sheet], row: int) -> Iterator[Fact]:
        """Every seat's free fields of the row are struck (R15.3)."""
        name = variant.rows[row].name
        fields = [i for i, field in enumerate(self.fields) if field == name]
        for seat, sheet in enumerate(sheets):
            taken = self.crossed_fields(variant, sheet)
            free = tuple(i + 1 for i in fields if not taken >> i & 1)
            if free and sheet.is_closed(row):
                yield Struck(seat, name, free)

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> BonusBar | None:
        """It is fine to have more bonus cells than fields: the late ones bring nothing."""
        if not reader.has(("bonus_bar",)):
            return None
        path: Path = ("bonus_bar", "fields")
        text = reader.text(path, "row letters with blanks between, as in 'r y g b'")
        fields = text.split() if text is not None else []
        known = [row.name for row in frame.rows or ()] or list(COLOURS)
        for field in fields:
            if field not in known:
                reader.wrong(path, f"there is no row {shown(field)}", f"the rows are {' '.join(known)}")
        if text is not None and not 1 <= len(fields) <= MOST_FIELDS:
            reader.wrong(path, f"there are {len(fields)} fields", f"1 to {MOST_FIELDS} fields")
        cells = read_places(reader, ("bonus_bar", "cells"), frame.rows)
        if cells == ():
            reader.wrong(("bonus_bar", "cells"), "is empty", "cells that cross the bar, as in 'r3 y5'")
        return cls(tuple(fields), cells or ())

    def write(self, variant: Variant) -> Iterator[str]:
        cells = name_cells(variant, self.cells)
        yield from table("[bonus_bar]", fields=quoted(" ".join(self.fields)), cells=cells)

    def format_note(self, variant: Variant, note: int) -> str:
        return "*" + ".".join(str(i + 1) for i in range(len(self.fields)) if note >> i & 1)

    def parse_note(self, variant: Variant, text: str) -> int:
        if not re.fullmatch(r"\*(\d{1,2}(\.\d{1,2})*)?", text):
            raise BadNotation(f"{shown(text)}: crossed bar fields look like '*' or '*1.2.3'")
        note, count = 0, len(self.fields)
        for number in map(int, text[1:].split(".") if text[1:] else ()):
            if not 1 <= number <= count or note >> (number - 1):
                raise BadNotation(f"{shown(text)}: bar fields are 1 to {count}, ascending")
            note |= 1 << (number - 1)
        return note

    def frames(self, place: Place) -> tuple[str, ...]:
        return ("bar",) if place in self.places else ()

    def strips(self, variant: Variant) -> list[Strip]:
        fields = [variant.rows[variant.row_of[row]].lock or row for row in self.fields]
        return [{"name": "bar", "fields": [{"colour": colour, "text": ""} for colour in fields]}]

    def strip_states(self, variant: Variant, sheet: Sheet) -> list[list[FieldState]]:
        taken, following = self.crossed_fields(variant, sheet), self.next_field(variant, sheet)
        states: list[FieldState] = []
        for i, row in enumerate(self.fields):
            struck = sheet.is_closed(variant.row_of[row])
            states.append(
                "crossed" if taken >> i & 1 else "struck" if struck else "next" if i == following else "open"
            )
        return [states]

    def about(self, variant: Variant) -> str:
        return f"{len(self.fields)} fields, {len(self.cells)} cells"
