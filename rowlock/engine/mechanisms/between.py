"""Rows between: a row of two colours that may be crossed beside its neighbours and counts for both (R20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.scoring import Score, points_of
from rowlock.engine.sheet import Sheet, count_in_row
from rowlock.engine.variant import Place, Row, Variant
from rowlock.engine.variant_parts import count_tables
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import quoted, table

NOWHERE = Place(0, -1)


@dataclass(frozen=True, slots=True)
class Bridge:
    """A row and its two neighbours, by name."""

    row: str
    of: tuple[str, str]


@dataclass(frozen=True)
class Between(Mechanism):
    """The rows between others."""

    key: ClassVar[str] = "between"
    order: ClassVar[Order] = Order.COUNTING
    keys: ClassVar[tuple[str, ...]] = ("row", "of")
    is_list: ClassVar[bool] = True
    bridges: tuple[Bridge, ...]

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, str]]:
        """For each row between, by name."""
        return {bridge.row: bridge.of for bridge in self.bridges}

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> Between | None:
        if not reader.has(("between",)):
            return None
        found = []
        rows = {row.name: row for row in frame.rows or ()}
        for i in range(count_tables(reader, "between", 0, 3, cls.keys)):
            name = reader.text(("between", i, "row"), "the name of a row without a lock, as in 'o'")
            both = (reader.text(("between", i, "of"), "its two neighbours, as in 'r y'") or "").split()
            if rows and name is not None and (name not in rows or rows[name].lock):
                right = f"the rows are {' '.join(rows)}"
                reader.wrong(("between", i, "row"), "this is not a row without a lock", right)
            if len(both) != 2 or (rows and any(other not in rows or not rows[other].lock for other in both)):
                reader.wrong(("between", i, "of"), "these are not two rows with a lock", "as in 'r y'")
            elif name:
                found.append(Bridge(name, (both[0], both[1])))
        return cls(tuple(found)) if found else None

    def write(self, variant: Variant) -> Iterator[str]:
        for bridge in self.bridges:
            yield from table("[[between]]", row=quoted(bridge.row), of=quoted(" ".join(bridge.of)))

    def objection(self, variant: Variant, sheet: Sheet, place: Place, dice: str) -> str | None:
        """A neighbour's cell of the same number must be crossed; with a die, that of its colour (R20.2)."""
        line = variant.rows[place.row]
        if line.name not in self.neighbours:
            return None
        number = line.cells[place.cell].number
        for name in self.neighbours[line.name]:
            row, cell = variant.places.get((name, number), NOWHERE)
            crossed = cell >= 0 and sheet.crosses[row] >> cell & 1
            if crossed and (not dice or (variant.rows[row].lock or "?") in dice):
                return None
        cells = " or ".join(f"{name}{number}" for name in self.neighbours[line.name])
        return f"it needs {cells} crossed first{', of a die that reaches it' if dice else ''} (R20.2)"

    def count(self, variant: Variant, sheet: Sheet, score: Score) -> Score:
        """A row between counts for both of its neighbours and not by itself (R20.4)."""
        counts = {row.name: count_in_row(variant, sheet, r) for r, row in enumerate(variant.rows)}
        beside = dict.fromkeys(counts, 0)
        for bridge in self.bridges:
            for name in bridge.of:
                beside[name] += counts[bridge.row]
        between = {bridge.row for bridge in self.bridges}
        rows = tuple(
            0 if name in between else points_of(variant, counts[name] + beside[name]) for name in counts
        )
        return score._replace(rows=rows)

    def counts_for(self, row: str) -> tuple[str, ...]:
        return self.neighbours.get(row, ())

    def most_extra(self, rows: tuple[Row, ...]) -> int:
        names = {bridge.row for bridge in self.bridges}
        return max([len(row.cells) for row in rows if row.name in names], default=0)

    def about(self, variant: Variant) -> str:
        return ", ".join(f"{bridge.row} of {' and '.join(bridge.of)}" for bridge in self.bridges)
