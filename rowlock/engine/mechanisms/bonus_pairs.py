"""Bonus pairs: cells that together earn crosses at once, or points at the end (R16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from rowlock.engine.facts import Fact
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.scoring import Score, points_of
from rowlock.engine.sheet import Pen, Sheet, count_crosses
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_parts import count_tables, read_places
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import name_cells, quoted, table

if TYPE_CHECKING:
    from rowlock.engine.view_types import LegendLine, LineState

PairKind = Literal["two-in-fewest", "one-in-each", "double-fewest", "thirteen", "no-penalties"]
MOST_PAIRS = 20
MOST_TIES = 4
"""How many pairs may ask for a choice among tied rows: each multiplies the ways to answer (R16.4)."""
THIRTEEN = 13


@dataclass(frozen=True, slots=True)
class PairCompleted(Fact):
    """Every cell of a bonus pair is crossed (R16.1); `pair` is its identity, see `BonusPair`."""

    kind: ClassVar[str] = "pair_completed"
    seat: int
    pair: str


@dataclass(frozen=True, slots=True)
class BonusPair:
    """Cells that together earn a bonus (R16). `id` is its kind, with `#2` for the second of a kind."""

    kind: PairKind
    cells: tuple[Place, ...]
    id: str = ""

    def is_complete(self, sheet: Sheet) -> bool:
        """Whether every cell of the pair is crossed (R16.1)."""
        return all(sheet.crosses[row] >> cell & 1 for row, cell in self.cells)

    def is_lost(self, sheet: Sheet) -> bool:
        """Whether a cell of the pair can no longer be crossed."""
        return any(
            not sheet.crosses[row] >> cell & 1 and (sheet.is_closed(row) or sheet.crosses[row] >> cell)
            for row, cell in self.cells
        )


def name_pairs(pairs: tuple[BonusPair, ...]) -> tuple[BonusPair, ...]:
    """The same pairs, each with an identity."""
    named: list[BonusPair] = []
    for pair in pairs:
        nth = 1 + sum(other.kind == pair.kind for other in named)
        named.append(BonusPair(pair.kind, pair.cells, pair.kind if nth == 1 else f"{pair.kind}#{nth}"))
    return tuple(named)


@dataclass(frozen=True)
class BonusPairs(Mechanism):
    """The pairs in the order of the file: those completed by one cross are carried out in it (R17)."""

    key: ClassVar[str] = "bonus_pairs"
    order: ClassVar[Order] = Order.BONUSES
    keys: ClassVar[tuple[str, ...]] = ("kind", "cells")
    has_bonus: ClassVar[bool] = True
    is_list: ClassVar[bool] = True
    facts: ClassVar[tuple[type[Fact], ...]] = (PairCompleted,)
    pairs: tuple[BonusPair, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", name_pairs(self.pairs))

    @cached_property
    def pairs_at(self) -> dict[Place, tuple[BonusPair, ...]]:
        """The pairs to which a cell belongs."""
        places = dict.fromkeys(place for pair in self.pairs for place in pair.cells)
        return {place: tuple(pair for pair in self.pairs if place in pair.cells) for place in places}

    @property
    def most_ties(self) -> int:
        return sum(pair.kind == "two-in-fewest" for pair in self.pairs)

    def touches(self, place: Place) -> bool:
        return place in self.pairs_at

    def crossed(self, pen: Pen, place: Place) -> None:
        for pair in self.pairs_at.get(place, ()):
            if pair.is_complete(pen.sheet):
                pen.facts.append(PairCompleted(pen.seat, pair.id))
                if pair.kind in AT_ONCE:
                    pen.earned.append(partial(AT_ONCE[pair.kind], pair.id))

    def count(self, variant: Variant, sheet: Sheet, score: Score) -> Score:
        """The points of complete pairs at the end (R16.2)."""
        for pair in self.pairs:
            if not pair.is_complete(sheet):
                continue
            if pair.kind == "thirteen":
                score = score._replace(bonus=score.bonus + THIRTEEN)
            elif pair.kind == "no-penalties":
                score = score._replace(penalties=0)
            elif pair.kind == "double-fewest":
                fewest = points_of(variant, min(count_crosses(variant, sheet)))
                score = score._replace(bonus=score.bonus + fewest)
        return score

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> BonusPairs | None:
        if not reader.has(("bonus_pairs",)):
            return None
        pairs = []
        for i in range(count_tables(reader, "bonus_pairs", 0, MOST_PAIRS, cls.keys)):
            path: Path = ("bonus_pairs", i, "cells")
            kind: PairKind | None = reader.one_of(
                ("bonus_pairs", i, "kind"), get_args(PairKind), "kind of bonus"
            )
            cells = read_places(reader, path, frame.rows)
            if cells is None or kind is None:
                continue
            _check_cells(reader, path, cells, frame)
            pairs.append(BonusPair(kind, cells))
        ties = sum(pair.kind == "two-in-fewest" for pair in pairs)
        if ties > MOST_TIES:
            why = f"at most {MOST_TIES}, because each multiplies the ways to answer ties"
            reader.wrong(("bonus_pairs",), f"there are {ties} of the kind two-in-fewest", why)
        return cls(tuple(pairs)) if pairs else None

    def write(self, variant: Variant) -> Iterator[str]:
        for pair in self.pairs:
            yield from table("[[bonus_pairs]]", kind=quoted(pair.kind), cells=name_cells(variant, pair.cells))

    def frames(self, place: Place) -> tuple[str, ...]:
        return tuple(pair.kind for pair in self.pairs_at.get(place, ()))

    def legend(self, variant: Variant) -> list[LegendLine]:
        return [
            {
                "id": pair.id,
                "text": f"game.pairs.{pair.kind}",
                "frame": pair.kind,
                "cells": [
                    [variant.rows[row].name, variant.rows[row].cells[cell].number] for row, cell in pair.cells
                ],
            }
            for pair in self.pairs
        ]

    def legend_states(self, variant: Variant, sheet: Sheet) -> list[LineState]:
        return [_state(pair, sheet) for pair in self.pairs]

    def about(self, variant: Variant) -> str:
        return str(len(self.pairs))


def _two_in_fewest(by: str, pen: Pen) -> None:
    """Two crosses in the row with the fewest, closed ones included; on a tie the seat's choice (R16.4)."""
    counts = count_crosses(pen.variant, pen.sheet)
    row = pen.pick_row([r for r, count in enumerate(counts) if count == min(counts)])
    pen.cross_next(row, by)
    pen.cross_next(row, by)


def _one_in_each(by: str, pen: Pen) -> None:
    """A cross in every row, from the top to the bottom (R16.5)."""
    for row in range(len(pen.variant.rows)):
        pen.cross_next(row, by)


AT_ONCE: dict[str, Callable[[str, Pen], None]] = {
    "two-in-fewest": _two_in_fewest,
    "one-in-each": _one_in_each,
}
"""The kinds that are carried out as soon as a pair is complete; the other kinds count at the end."""


def _state(pair: BonusPair, sheet: Sheet) -> LineState:
    if pair.is_complete(sheet):
        return "done"
    if pair.is_lost(sheet):
        return "lost"
    return "half" if any(sheet.crosses[row] >> cell & 1 for row, cell in pair.cells) else "open"


def _check_cells(reader: Reader, path: Path, cells: tuple[Place, ...], frame: Frame) -> None:
    if len(cells) < 2:
        reader.wrong(path, "a pair has at least two cells", "name them, as in 'y7 b7'")
    rows = frame.rows
    closing = [place.row for place in cells if rows and place.cell >= rows[place.row].first_closer]
    if len(closing) > len(set(closing)):
        reader.wrong(path, "two of these cells close the same row", "choose cells that can all be crossed")
