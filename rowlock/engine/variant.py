"""A variant: the sheet, the dice and the mechanisms of one pad, as frozen data (R1).

Everything that differs between pads is a value here. Code asks for features (`row.needs`,
`variant.closes_for`), never for a variant's name. Texts become variants in `variant_text`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from rowlock.engine import given
from rowlock.engine.moves import COLOURS, Cross

if TYPE_CHECKING:
    from rowlock.engine import view_types
    from rowlock.engine.mechanisms.mechanism import Mechanism
    from rowlock.engine.sheet import Sheet
    from rowlock.engine.turns import Turns

Whose = Literal["table", "player"]
"""Whom something concerns: everybody at the table, or the one player whose sheet it is on."""


Means = Literal["dice", "cards"]
"""The material of a pad: dice or cards."""


class Place(NamedTuple):
    """Where a cell is: index of the row from the top, index of the cell from the left."""

    row: int
    cell: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in one colour, or in several: then the die of any of them serves (R5.1)."""

    number: int
    colours: str


@dataclass(frozen=True)
class Row:
    """Cells from left to right under a name of their own, with a lock or without (R1.1, R1.2)."""

    name: str
    """The row's identity: one small letter, as in the move `r8`."""
    cells: tuple[Cell, ...]
    needs: int = 5
    """How many crosses the row must have before one of its closing cells (R7.1)."""
    closers: int = 1
    """How many of the last cells close the row (R7.1, R11.2); none do in a row without a lock."""
    lock: str | None = None
    """The colour of the lock, whose die leaves when the row closes."""

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
        """The most crosses that the row can hold, the lock included."""
        return self.first_closer + 2 if self.closers else len(self.cells)

    @cached_property
    def index_of(self) -> dict[int, int]:
        """Index of the cell with a number."""
        return {cell.number: i for i, cell in enumerate(self.cells)}


class Target(NamedTuple):
    """A cell that a number can reach, with the move that crosses it."""

    row: int
    cell: int
    move: Cross
    needs: int
    """How many crosses its row must have before it (R7.1): none, unless the cell closes the row."""


M = TypeVar("M", bound="Mechanism")


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
    closes_for: Whose = "table"
    """Whom a closed row is closed for: everybody, or only those who have locked it (R7.5)."""
    ends_by: Whose = "table"
    """Whose closed rows count towards the end: the whole table's, or any one player's (R8.2)."""
    mechanisms: tuple[Mechanism, ...] = ()
    """The pad's additions to the plain game, in the order in which it is asked (see `mechanisms`)."""
    stamp: str = field(default="", compare=False, repr=False)
    """The digest that a pad had when it was loaded by its name; see `is_known`."""

    def __deepcopy__(self, known: dict[int, object]) -> Variant:
        """Itself: nobody can change it, and searches that copy positions need not copy the pad."""
        return self

    def __str__(self) -> str:
        return given.drawn(self, "text")

    def _repr_svg_(self) -> str:
        return given.drawn(self, "svg")

    @cached_property
    def colours(self) -> str:
        """The colours of the dice, in the order of the colours."""
        return "".join(colour for colour in COLOURS if colour in self.locks)

    @cached_property
    def locks(self) -> dict[str, int]:
        """Index of the row with a lock of this colour."""
        return {row.lock: r for r, row in enumerate(self.rows) if row.lock}

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Index of the row with this name."""
        return {row.name: r for r, row in enumerate(self.rows)}

    @cached_property
    def places(self) -> dict[tuple[str, int], Place]:
        """The place of the cell that a move names by row and number."""
        return {
            (row.name, n): Place(r, i) for r, row in enumerate(self.rows) for n, i in row.index_of.items()
        }

    @cached_property
    def white_targets(self) -> dict[int, tuple[Target, ...]]:
        """The cells of each number, row by row: what the white sum can reach (R4.1)."""
        return _grouped((target.move.number, target) for _, target in self._all_targets)

    @cached_property
    def colour_targets(self) -> dict[tuple[str, int], tuple[Target, ...]]:
        """The cells of each colour and number: what a coloured sum can reach (R5.1, R13.2)."""
        return _grouped(
            ((colour, cell.number), target) for cell, target in self._all_targets for colour in cell.colours
        )

    @cached_property
    def _all_targets(self) -> tuple[tuple[Cell, Target], ...]:
        return tuple(
            (cell, Target(r, i, Cross(row.name, cell.number), row.needs if i >= row.first_closer else 0))
            for r, row in enumerate(self.rows)
            for i, cell in enumerate(row.cells)
        )

    def find(self, kind: type[M]) -> M | None:
        """The mechanism of this kind, if the pad has it."""
        return next((found for found in self.mechanisms if isinstance(found, kind)), None)

    def note_of(self, mechanism: Mechanism) -> int:
        """Index of a mechanism's note on every sheet."""
        return self._notes[type(mechanism)]

    @cached_property
    def _notes(self) -> dict[type[Mechanism], int]:
        return {type(mechanism): i for i, mechanism in enumerate(self.mechanisms)}

    def with_mechanism(self, kind: type[M], mechanism: M | None) -> Variant:
        """The same pad with this mechanism in place of the one of its kind, or without one."""
        found = [other for other in self.mechanisms if not isinstance(other, kind)]
        if mechanism:
            found.append(mechanism)
        return replace(self, mechanisms=tuple(sorted(found, key=lambda other: other.place())))

    def asked(self, question: str) -> tuple[Mechanism, ...]:
        """The mechanisms that have an answer of their own to a question, a method of `Mechanism`."""
        return self._answers.get(question, ())

    @cached_property
    def _answers(self) -> dict[str, tuple[Mechanism, ...]]:
        return _grouped(
            (question, mechanism) for mechanism in self.mechanisms for question in mechanism.answers()
        )

    @cached_property
    def turns(self) -> Turns | None:
        """The flow of a turn that the pad brings along; None for the one with dice."""
        return next((mechanism.turns(self) for mechanism in self.asked("turns")), None)

    @cached_property
    def played_with(self) -> Means:
        return "cards" if self.asked("turns") else "dice"

    @cached_property
    def earners(self) -> tuple[Mechanism, ...]:
        """The mechanisms for which a cross can earn something."""
        return self.asked("crossed")

    @cached_property
    def quiet(self) -> frozenset[Place]:
        """The cells whose crossing has no further effect."""
        if self.is_judged:
            return frozenset()
        every = [Place(r, i) for r, row in enumerate(self.rows) for i in range(len(row.cells))]
        return frozenset(p for p in every if not any(m.touches(p) for m in self.earners))

    @cached_property
    def offerers(self) -> tuple[Mechanism, ...]:
        """The mechanisms that offer further moves in the white action."""
        return self.asked("offers")

    @cached_property
    def die_keepers(self) -> tuple[Mechanism, ...]:
        """The mechanisms that decide which dice are in play."""
        return self.asked("dice")

    @cached_property
    def admitters(self) -> tuple[Mechanism, ...]:
        """The mechanisms that let a cell be crossed which its row forbids."""
        return self.asked("admits")

    @cached_property
    def objectors(self) -> tuple[Mechanism, ...]:
        """The mechanisms that may forbid what a row allows."""
        return self.asked("objection")

    @cached_property
    def has_shared_cells(self) -> bool:
        """Whether a cell has several colours, so that several dice may reach it."""
        return any(len(cell.colours) > 1 for row in self.rows for cell in row.cells)

    @cached_property
    def may_tie(self) -> bool:
        """Whether what a cross earns can leave its player a choice (R16.4)."""
        return self.most_ties > 0

    @cached_property
    def most_ties(self) -> int:
        """The most choices among rows that a single move can ask for."""
        return sum(mechanism.most_ties for mechanism in self.mechanisms)

    @cached_property
    def is_judged(self) -> bool:
        """Whether more than the row itself decides what may be crossed in it."""
        return bool(self.objectors or self.admitters or self.asked("extra_crosses"))

    @cached_property
    def features(self) -> tuple[str, ...]:
        """Everything beyond the plain dice game, by name: what faster code must support or refuse."""
        found = [mechanism.key for mechanism in self.mechanisms]
        if self.has_shared_cells:
            found.append("two-coloured cells")
        if any(row.lock is None for row in self.rows):
            found.append("rows without a lock")
        if any(row.lock and row.lock != row.name for row in self.rows):
            found.append("rows with names of their own")
        if len(self.rows) > len(COLOURS):
            found.append("more than four rows")
        if self.closes_for == "player":
            found.append("rows that close for their owner")
        if self.ends_by == "player":
            found.append("an end by one player's rows")
        return tuple(found)

    @cached_property
    def plain_sheets(self) -> dict[tuple[Sheet, int], view_types.Sheet]:
        """Sheets of this pad already turned into plain data (see `view`)."""
        return {}

    @cached_property
    def plain_rows(self) -> dict[tuple[int, int, bool], view_types.Crosses]:
        """Rows likewise, by index, crosses and whether they are closed."""
        return {}

    @cached_property
    def plain_moves(self) -> dict[tuple[object, ...], view_types.Move]:
        """Moves likewise, by all that decides what they do."""
        return {}

    @cached_property
    def digest(self) -> str:
        """A text that differs for pads that play or look differently, whatever options are chosen."""
        plain = replace(self, mechanisms=tuple(m for m in self.mechanisms if not m.options), stamp="")
        return sha256(repr(plain).encode()).hexdigest()[:32]

    @property
    def is_known(self) -> bool:
        """Whether its name, with its options, finds this very pad again: then a record need not hold it."""
        return bool(self.stamp) and self.stamp == self.digest

    def stamped(self) -> Variant:
        """The same pad, marked as the one that its name finds."""
        return replace(self, stamp=self.digest)


K = TypeVar("K")
V = TypeVar("V")


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    groups: dict[K, tuple[V, ...]] = {}
    for key, value in pairs:
        groups[key] = (*groups.get(key, ()), value)
    return groups
