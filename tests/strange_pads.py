"""Pads with what no bundled pad has: displays must draw them from the plain form alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from rowlock import Variant, load_variant
from rowlock.engine.facts import Fact
from rowlock.engine.mechanisms import add_kind, remove_kind
from rowlock.engine.mechanisms.bonus_pairs import BonusPair, BonusPairs
from rowlock.engine.mechanisms.mechanism import Mechanism, Order
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Place
from rowlock.engine.variant_text import parse_variant
from rowlock.engine.view_types import Badge, Field, FieldState, LegendLine, LineState, Strip

_CLASSIC_END = """
rules = 1
players = [1, 5]
points = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
[dice]
faces = 6
[closing]
needs = 5
cells = 1
[penalties]
boxes = 4
points = -5
[end]
closed_rows = 2
"""
RISING, FALLING = range(2, 13), range(12, 1, -1)


def _row(colours: str, numbers: range, head: str) -> str:
    cells = " ".join(f"{colours}{number}" for number in numbers)
    return f'[[rows]]\n{head}\ncells = "{cells}"\n'


def six_rows() -> Variant:
    """Two rows without a lock, in two colours each, between those of their colours."""
    rows = [
        _row("r", RISING, 'lock = "r"'),
        _row("ry", RISING, 'name = "o"'),
        _row("y", RISING, 'lock = "y"'),
        _row("g", FALLING, 'lock = "g"'),
        _row("gb", FALLING, 'name = "t"'),
        _row("b", FALLING, 'lock = "b"'),
    ]
    return parse_variant('title = "Six rows"' + _CLASSIC_END + "".join(rows), "six-rows")


def mixed_in_two_colours() -> Variant:
    """A row whose cells have one colour or two, under a name that is not its lock's."""
    cells = "r2 ry3 ry4 y5 y6 yg7 g8 g9 gr10 r11 r12"
    rows = [f'[[rows]]\nname = "a"\nlock = "r"\ncells = "{cells}"\n']
    rows += [_row(colour, RISING, f'lock = "{colour}"') for colour in "yg"]
    return parse_variant('title = "Two-tone"' + _CLASSIC_END + "".join(rows), "two-tone")


def twins() -> Variant:
    """Two pairs of one kind."""
    pairs = (
        BonusPair("thirteen", (Place(0, 4), Place(3, 8))),
        BonusPair("thirteen", (Place(1, 3), Place(2, 3))),
        BonusPair("no-penalties", (Place(1, 1), Place(2, 7))),
    )
    return load_variant("classic").with_mechanism(BonusPairs, BonusPairs(pairs))


@dataclass(frozen=True, slots=True)
class Tickled(Fact):
    """Something that only the toy tells."""

    kind: ClassVar[str] = "tickled"
    seat: int
    line: str


@dataclass(frozen=True)
class ToyBox(Mechanism):
    """It does nothing, and shows everything that a mechanism can show, under names that nobody knows."""

    key: ClassVar[str] = "toy_box"
    order: ClassVar[Order] = Order.TRADES
    facts: ClassVar[tuple[type[Fact], ...]] = (Tickled,)

    @classmethod
    def read(cls, reader: object, frame: object) -> None:
        return None

    def frames(self, place: Place) -> tuple[str, ...]:
        return {(0, 2): ("swing",), (1, 2): ("slide",), (2, 2): ("swing", "slide")}.get(place, ())

    def strips(self, variant: Variant) -> list[Strip]:
        swaps: list[Field] = [{"colour": "", "text": text} for text in ("8/5", "9/7", "11/3", "7/4")]
        steps: list[Field] = [{"colour": colour, "text": ""} for colour in "rygb"]
        return [{"name": "treats", "fields": swaps}, {"name": "swing", "fields": steps}]

    def strip_states(self, variant: Variant, sheet: Sheet) -> list[list[FieldState]]:
        return [["crossed", "struck", "next", "open"], ["next", "open", "open", "open"]]

    def legend(self, variant: Variant) -> list[LegendLine]:
        cells = {"swing": [["r", 4], ["g", 10]], "slide": [["y", 4], ["g", 10]]}
        return [
            {"id": name, "text": f"toys.{name}", "frame": name, "cells": cells[name]}
            for name in ("swing", "slide")
        ]

    def legend_states(self, variant: Variant, sheet: Sheet) -> list[LineState]:
        return ["half", "done"]

    def badges(self, variant: Variant) -> list[Badge]:
        return [{"name": "pets", "sheets": [[3], [7, 8]]}]

    def again(self, variant: Variant, sheet: Sheet, row: int) -> tuple[int, ...]:
        return (0,) if sheet.crosses[row] & 1 else ()

    def about(self, variant: Variant) -> str:
        return "swings and slides"


@contextmanager
def toy_pad() -> Iterator[Variant]:
    """A pad with the toy, while the toy is known."""
    add_kind(ToyBox)
    try:
        yield load_variant("classic").with_mechanism(ToyBox, ToyBox())
    finally:
        remove_kind(ToyBox)
