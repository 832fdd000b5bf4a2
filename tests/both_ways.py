"""A mechanism that lives in the tests: rows are crossed both ways, outward from their first cross."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from rowlock import Sheet, Variant, parse_variant
from rowlock.engine.mechanisms import add_kind, remove_kind
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.variant import Place
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import table
from rowlock.variants import read_known

TEXT = """
parent = "classic"
title = "Both ways"
rules = 1

[both_ways]
on = 1

[lucky]
numbers = [[5, 9], [6, 10], [7, 11], [5, 8], [6, 9]]
"""


@dataclass(frozen=True)
class BothWays(Mechanism):
    key: ClassVar[str] = "both_ways"
    order: ClassVar[Order] = Order.AGAIN
    keys: ClassVar[tuple[str, ...]] = ("on",)

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> BothWays | None:
        return cls() if reader.has(("both_ways",)) and reader.whole(("both_ways", "on"), 1, 1) else None

    def write(self, variant: Variant) -> Iterator[str]:
        yield from table("[both_ways]", on=1)

    def admits(self, variant: Variant, sheet: Sheet, place: Place) -> bool:
        row, cell = place
        return not sheet.is_closed(row) and 1 << cell < _first(sheet.crosses[row])

    def out_of_reach(self, variant: Variant, sheet: Sheet, row: int, gone: int) -> int:
        return gone & ~max(_first(sheet.crosses[row]) - 1, 0)


def _first(crosses: int) -> int:
    """The bit of the leftmost cross; 0 if there is none."""
    return crosses & -crosses


@contextmanager
def both_ways() -> Iterator[Variant]:
    """The pad with this mechanism, which is known meanwhile."""
    add_kind(BothWays)
    try:
        yield parse_variant(TEXT, "both-ways", None, read_known)
    finally:
        remove_kind(BothWays)
