"""A variant: the sheet, the dice and the mechanisms of one pad, as frozen data (R1).

Everything that differs between pads is a value here. Code asks for features (`row.needs`,
`variant.bonus_bar`), never for a variant's name. Texts become variants in `variant_text`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from rowlock.engine.moves import COLOURS, Cross

DieLeaves = Literal["action", "turn"]
PairKind = Literal["two-in-fewest", "one-in-each", "double-fewest", "thirteen", "no-penalties"]


class Place(NamedTuple):
    """Where a cell stands: index of the row from the top, index of the cell from the left."""

    row: int
    cell: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in a colour."""

    number: int
    colour: str


@dataclass(frozen=True)
class Row:
    """Cells from left to right, and a lock whose colour names the row (R1.1, R1.2)."""

    colour: str
    cells: tuple[Cell, ...]
    needs: int = 5
    """How many crosses the row must have before one of its closing cells (R7.1)."""
    closers: int = 1
    """How many of the last cells close the row (R7.1, R11.2)."""

    @cached_property
    def first_closer(self) -> int:
        """Index of the first cell that closes the row."""
        return len(self.cells) - self.closers

    @cached_property
    def lock_bit(self) -> int:
        """The lock's bit in a row of crosses: the one after the last cell's."""
        return 1 << len(self.cells)

    @cached_property
    def most_crosses(self) -> int:
        """As many crosses as the row can ever hold, the lock among them."""
        return self.first_closer + 2

    @cached_property
    def index_of(self) -> dict[int, int]:
        """Index of the cell that bears a number."""
        return {cell.number: i for i, cell in enumerate(self.cells)}


@dataclass(frozen=True, slots=True)
class BonusBar:
    """The bar's fields from left to right, by row, and the cells that cross them (R15)."""

    fields: tuple[str, ...]
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class BonusPair:
    """Cells that together earn a bonus (R16)."""

    kind: PairKind
    cells: tuple[Place, ...]


class Target(NamedTuple):
    """A cell that a number can reach, with the move that crosses it."""

    row: int
    cell: int
    move: Cross


@dataclass(frozen=True)
class Variant:
    """One pad with its rules, complete. Equal variants play the same game."""

    name: str
    title: str
    rules: int
    """Version of the rules: it changes when, and only when, the game plays differently."""
    players: tuple[int, int]
    faces: int
    rows: tuple[Row, ...]
    points: tuple[int, ...]
    """Points of a row by its crosses, from none upwards (R9.1)."""
    penalty_boxes: int = 4
    penalty_points: int = -5
    end_rows: int = 2
    """How many closed rows end the game (R8.2)."""
    die_leaves: DieLeaves = "action"
    lucky: tuple[tuple[int, ...], ...] = ()
    """Lucky numbers of each sheet, from the start player on (R12.1)."""
    bonus_bar: BonusBar | None = None
    bonus_pairs: tuple[BonusPair, ...] = ()

    @cached_property
    def colours(self) -> str:
        """The colours of the dice, in the order of the colours."""
        used = {row.colour for row in self.rows}
        return "".join(colour for colour in COLOURS if colour in used)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Index of the row with a lock of this colour."""
        return {row.colour: r for r, row in enumerate(self.rows)}

    @cached_property
    def white_targets(self) -> dict[int, tuple[Target, ...]]:
        """The cells of each number, row by row: what the white sum can reach (R4.1)."""
        return _grouped((target.move.number, target) for _, target in self._all_targets)

    @cached_property
    def colour_targets(self) -> dict[tuple[str, int], tuple[Target, ...]]:
        """The cells of each colour and number: what a coloured sum can reach (R5.1, R13.2)."""
        return _grouped(((cell.colour, cell.number), target) for cell, target in self._all_targets)

    @cached_property
    def _all_targets(self) -> tuple[tuple[Cell, Target], ...]:
        return tuple(
            (cell, Target(r, i, Cross(row.colour, cell.number)))
            for r, row in enumerate(self.rows)
            for i, cell in enumerate(row.cells)
        )

    @cached_property
    def pairs_at(self) -> dict[Place, tuple[BonusPair, ...]]:
        """The bonus pairs to which a cell belongs."""
        return _grouped((place, pair) for pair in self.bonus_pairs for place in pair.cells)

    @cached_property
    def bar_cells(self) -> frozenset[Place]:
        """The cells that cross a field of the bonus bar."""
        return frozenset(self.bonus_bar.cells if self.bonus_bar else ())

    @cached_property
    def has_effects(self) -> bool:
        """Whether a cross can bring further crosses."""
        return bool(self.bonus_bar or self.bonus_pairs)


K = TypeVar("K")
V = TypeVar("V")


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    groups: dict[K, tuple[V, ...]] = {}
    for key, value in pairs:
        groups[key] = (*groups.get(key, ()), value)
    return groups
