"""Double cells: crossing one of them brings two crosses at once (R19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Place, Row, Variant
from rowlock.engine.variant_parts import read_places
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import name_cells, table


@dataclass(frozen=True)
class DoubleCells(Mechanism):
    """The cells that count twice, also towards the crosses that a closing cell needs."""

    key: ClassVar[str] = "double"
    order: ClassVar[Order] = Order.AGAIN
    keys: ClassVar[tuple[str, ...]] = ("cells",)
    cells: tuple[Place, ...]

    @cached_property
    def masks(self) -> dict[int, int]:
        """By row: a bit for every double cell."""
        return {
            row: sum(1 << place.cell for place in self.cells if place.row == row) for row, _ in self.cells
        }

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> DoubleCells | None:
        path = ("double", "cells")
        cells = read_places(reader, path, frame.rows) if reader.has(("double",)) else None
        for row, cell in cells or ():
            if frame.rows and cell >= frame.rows[row].first_closer:
                name = f"{frame.rows[row].name}{frame.rows[row].cells[cell].number}"
                reader.wrong(path, f"{name} closes its row and cannot count double", "take other cells")
        return cls(cells) if cells else None

    def write(self, variant: Variant) -> Iterator[str]:
        yield from table("[double]", cells=name_cells(variant, self.cells))

    def extra_crosses(self, variant: Variant, sheet: Sheet, row: int) -> int:
        return (sheet.crosses[row] & self.masks.get(row, 0)).bit_count()

    def again(self, variant: Variant, sheet: Sheet, row: int) -> tuple[int, ...]:
        both = sheet.crosses[row] & self.masks.get(row, 0)
        return tuple(cell for cell in range(both.bit_length()) if both >> cell & 1)

    def most_extra(self, rows: tuple[Row, ...]) -> int:
        return max(mask.bit_count() for mask in self.masks.values())

    def frames(self, place: Place) -> tuple[str, ...]:
        return ("double",) if place in self.cells else ()

    def about(self, variant: Variant) -> str:
        return f"{len(self.cells)} cells"
