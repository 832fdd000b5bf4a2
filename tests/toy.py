"""A mechanism that lives in the tests and answers every question, to be taken through every room.

Stones: stone cells may be crossed a second time while they are the rightmost cross, when their number comes
again; each second cross counts for the row. A *closed* stone asks for red's first cell. When the called sum
is the stone's number, `!r` crosses the first free cell of a row. Crossing a stone by a move throws it, and
the next cell of the row below is crossed too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from rowlock import IllegalMove, Variant, parse_variant
from rowlock.engine.errors import BadNotation
from rowlock.engine.facts import Fact
from rowlock.engine.mechanisms import add_kind, remove_kind
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.moves import Choice
from rowlock.engine.reach import next_cell
from rowlock.engine.sheet import Sheet, find_row, next_place, with_note
from rowlock.engine.state import Game, Phase
from rowlock.engine.variant import Place
from rowlock.engine.variant_parts import read_places
from rowlock.engine.variant_writer import name_cells, table
from rowlock.variants import read_known

TEXT = """
parent = "classic"
title = "Stones"
rules = 1

[stones]
number = 7
cells = "r5 y8 g9 b6"
guarded = "r9 y9"
"""


@dataclass(frozen=True, slots=True)
class Throw(Choice):
    row: str
    picks: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"!{self.row}"


@dataclass(frozen=True, slots=True)
class Thrown(Fact):
    kind: ClassVar[str] = "thrown"
    seat: int
    field: int


@dataclass(frozen=True)
class Stones(Mechanism):
    key: ClassVar[str] = "stones"
    order: ClassVar[Order] = Order.AGAIN
    keys: ClassVar[tuple[str, ...]] = ("number", "cells", "guarded")
    moves: ClassVar[tuple[type[Choice], ...]] = (Throw,)
    facts: ClassVar[tuple[type[Fact], ...]] = (Thrown,)
    number: int
    cells: tuple[Place, ...]
    guarded: tuple[Place, ...]

    @classmethod
    def read(cls, reader: Any, frame: Frame) -> Any:
        if not reader.has(("stones",)):
            return None
        number = reader.whole(("stones", "number"), 2, 40)
        cells = read_places(reader, ("stones", "cells"), frame.rows)
        guarded = read_places(reader, ("stones", "guarded"), frame.rows)
        return cls(number or 0, cells or (), guarded or ())

    def write(self, variant: Variant) -> Iterator[str]:
        names = {"cells": name_cells(variant, self.cells), "guarded": name_cells(variant, self.guarded)}
        yield from table("[stones]", number=self.number, **names)

    def second(self, variant: Variant, sheet: Sheet) -> list[Place]:
        note = sheet.notes[variant.note_of(self)]
        return [place for i, place in enumerate(self.cells) if note >> i & 1]

    @classmethod
    def parse_move(cls, text: str) -> Choice | None:
        found = re.fullmatch(r"!([a-z])", text)
        return Throw(found[1]) if found else None

    def offers(self, game: Game, seat: int) -> Iterator[Any]:
        if game.roll and game.roll.total == self.number:
            for row, line in enumerate(game.variant.rows):
                if place := next_place(game.variant, game.sheets[seat], row):
                    yield Throw(line.name), place

    def aim(self, game: Game, seat: int, move: Throw) -> Place:
        row = find_row(game.variant, move.row)
        return Place(row, next_cell(game.variant, game.sheets[seat], row))

    def check(self, game: Game, seat: int, move: Throw, place: Place) -> None:
        if game.phase is not Phase.WHITE or game.roll is None or game.roll.total != self.number:
            raise IllegalMove(f"stones are thrown when {self.number} is called")

    def objection(self, variant: Variant, sheet: Sheet, place: Place, dice: str) -> str | None:
        if place in self.guarded and not sheet.crosses[0] & 1:
            return "the stone is guarded until red's first cell is crossed"
        return None

    def admits(self, variant: Variant, sheet: Sheet, place: Place) -> bool:
        row, cell = place
        return (
            place in self.cells
            and not sheet.is_closed(row)
            and sheet.crosses[row].bit_length() == cell + 1
            and place not in self.second(variant, sheet)
        )

    def mark_again(self, variant: Variant, sheet: Sheet, place: Place) -> Any:
        note = sheet.notes[variant.note_of(self)] | 1 << self.cells.index(place)
        return with_note(variant, sheet, self, note)

    def crossed(self, pen: Any, place: Place) -> None:
        if place in self.cells and pen.facts[-1].kind == "crossed":
            pen.facts.append(Thrown(pen.seat, self.cells.index(place) + 1))
            pen.earned.append(
                lambda again: again.cross_next((place.row + 1) % len(pen.variant.rows), "stones")
            )

    def row_closed(self, variant: Variant, sheets: Sequence[Any], row: int) -> Iterator[Fact]:
        yield from ()

    def extra_crosses(self, variant: Variant, sheet: Sheet, row: int) -> int:
        return sum(place.row == row for place in self.second(variant, sheet))

    def again(self, variant: Variant, sheet: Sheet, row: int) -> tuple[int, ...]:
        return tuple(place.cell for place in self.second(variant, sheet) if place.row == row)

    def count(self, variant: Variant, sheet: Sheet, score: Any) -> Any:
        return score._replace(bonus=score.bonus + 2 * len(self.second(variant, sheet)))

    def format_note(self, variant: Variant, note: int) -> str:
        return f"s{note}"

    def parse_note(self, variant: Variant, text: str) -> int:
        if not re.fullmatch(r"s\d{1,3}", text):
            raise BadNotation("stones look like 's3'")
        return int(text[1:])

    def frames(self, place: Place) -> tuple[str, ...]:
        return ("stone",) if place in self.cells else ()

    def strips(self, variant: Variant) -> Any:
        fields = [{"colour": variant.rows[place.row].lock, "text": "7"} for place in self.cells]
        return [{"name": "stones", "fields": fields}]

    def strip_states(self, variant: Variant, sheet: Sheet) -> Any:
        second = self.second(variant, sheet)
        return [["crossed" if place in second else "open" for place in self.cells]]

    def legend(self, variant: Variant) -> Any:
        cells = [[variant.rows[r].name, variant.rows[r].cells[i].number] for r, i in self.cells]
        return [{"id": "stone", "text": "game.pairs.thirteen", "frame": "stone", "cells": cells}]

    def legend_states(self, variant: Variant, sheet: Sheet) -> Any:
        return ["half" if self.second(variant, sheet) else "open"]

    def badges(self, variant: Variant) -> Any:
        return [{"name": "lucky", "sheets": [[self.number]]}]

    def about(self, variant: Variant) -> str:
        return f"{len(self.cells)} stones"


@contextmanager
def stones() -> Iterator[Variant]:
    """The pad with the toy mechanism, which is known meanwhile."""
    add_kind(Stones)
    try:
        yield parse_variant(TEXT, "stones", None, read_known)
    finally:
        remove_kind(Stones)
