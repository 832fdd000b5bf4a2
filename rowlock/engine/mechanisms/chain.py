"""Chains: linked cells, different on every sheet; crossing one crosses its partner at once (R22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rowlock.engine.dealt_sheets import format_dealt, parse_dealt, read_sheets
from rowlock.engine.facts import BonusCrossed
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.sheet import Pen, Sheet
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_parts import Rows, read_places
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import name_cells, table

Link = tuple[Place, Place]


@dataclass(frozen=True)
class Chain(Mechanism):
    """The linked cells of each sheet, dealt from the start player on. Its note: which sheet this is."""

    key: ClassVar[str] = "chain"
    order: ClassVar[Order] = Order.LINKS
    keys: ClassVar[tuple[str, ...]] = ("sheets",)
    sheets: tuple[tuple[Link, ...], ...]

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> Chain | None:
        paths = read_sheets(reader, ("chain", "sheets"), frame.players)
        sheets = [_read_links(reader, path, frame.rows) for path in paths]
        return cls(tuple(sheets)) if sheets else None

    def write(self, variant: Variant) -> Iterator[str]:
        cells = [[place for link in sheet for place in link] for sheet in self.sheets]
        lines = "".join(f"\n  {name_cells(variant, sheet)}," for sheet in cells)
        yield from table("[chain]", sheets=f"[{lines}\n]")

    def first_note(self, dealt: int) -> int:
        return dealt % len(self.sheets)

    def links(self, variant: Variant, sheet: Sheet) -> list[Link]:
        return list(self.sheets[sheet.notes[variant.note_of(self)]])

    def touches(self, place: Place) -> bool:
        return any(place in link for sheet in self.sheets for link in sheet)

    def crossed(self, pen: Pen, place: Place) -> None:
        """The partner at once, wherever it lies and whatever is closed; no further (R22.1, R22.2)."""
        last = pen.facts[-1]
        if isinstance(last, BonusCrossed) and last.by == self.key:
            return
        for one, other in self.links(pen.variant, pen.sheet):
            partner = other if place == one else one if place == other else None
            if partner is not None and not pen.sheet.crosses[partner.row] >> partner.cell & 1:
                row = pen.variant.rows[partner.row]
                number = row.cells[partner.cell].number
                pen.mark(partner, BonusCrossed(pen.seat, row.name, number, self.key))

    def format_note(self, variant: Variant, note: int) -> str:
        return format_dealt(note)

    def parse_note(self, variant: Variant, text: str) -> int:
        return parse_dealt(text, len(self.sheets))

    def about(self, variant: Variant) -> str:
        return f"{len(self.sheets)} sheets"


def _read_links(reader: Reader, path: Path, rows: Rows | None) -> tuple[Link, ...]:
    """Cells in pairs, as in `r6 y6 y3 g11`."""
    places = read_places(reader, path, rows) or ()
    if len(places) % 2:
        reader.wrong(path, "an odd number of cells", "name cells two by two, as in 'r6 y6 y3 g11'")
    for row, cell in places:
        if rows and cell >= rows[row].first_closer:
            name = f"{rows[row].name}{rows[row].cells[cell].number}"
            reader.wrong(path, f"{name} closes its row and cannot be linked", "link other cells")
    return tuple(zip(places[::2], places[1::2], strict=False))
