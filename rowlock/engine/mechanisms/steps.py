"""Steps: framed cells, different on every sheet, that count by their number like an extra row (R21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rowlock.engine.dealt_sheets import format_dealt, parse_dealt, read_sheets
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.scoring import Score, points_of
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_parts import read_places
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import name_cells, table


@dataclass(frozen=True)
class Steps(Mechanism):
    """The framed cells of each sheet, dealt from the start player on. Its note: which sheet this is."""

    key: ClassVar[str] = "steps"
    order: ClassVar[Order] = Order.COUNTING
    keys: ClassVar[tuple[str, ...]] = ("sheets",)
    has_bonus: ClassVar[bool] = True
    sheets: tuple[tuple[Place, ...], ...]

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> Steps | None:
        paths = read_sheets(reader, ("steps", "sheets"), frame.players)
        sheets = [read_places(reader, path, frame.rows) for path in paths]
        return cls(tuple(sheet or () for sheet in sheets)) if sheets else None

    def write(self, variant: Variant) -> Iterator[str]:
        lines = "".join(f"\n  {name_cells(variant, sheet)}," for sheet in self.sheets)
        yield from table("[steps]", sheets=f"[{lines}\n]")

    def first_note(self, dealt: int) -> int:
        return dealt % len(self.sheets)

    def framed(self, variant: Variant, sheet: Sheet) -> tuple[Place, ...]:
        """The framed cells of this sheet."""
        return self.sheets[sheet.notes[variant.note_of(self)]]

    def count(self, variant: Variant, sheet: Sheet, score: Score) -> Score:
        """The crossed ones count like the crosses of a row; locks do not belong to them (R21.2)."""
        crossed = sum(sheet.crosses[row] >> cell & 1 for row, cell in self.framed(variant, sheet))
        return score._replace(bonus=score.bonus + points_of(variant, crossed))

    def format_note(self, variant: Variant, note: int) -> str:
        return format_dealt(note)

    def parse_note(self, variant: Variant, text: str) -> int:
        return parse_dealt(text, len(self.sheets))

    def sheet_frames(self, variant: Variant, sheet: Sheet) -> list[tuple[Place, str]]:
        return [(place, "step") for place in self.framed(variant, sheet)]

    def about(self, variant: Variant) -> str:
        return f"{len(self.sheets)} sheets"
