"""Swaps: a strip of fields with two numbers; whoever crosses one uses its other number instead (R23)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rowlock.engine.errors import BadNotation, IllegalMove, shown
from rowlock.engine.facts import Fact
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.moves import Choice
from rowlock.engine.sheet import Sheet, can_cross, find_row, with_note
from rowlock.engine.state import Game, Phase
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_parts import MOST_FACES
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import table

if TYPE_CHECKING:
    from rowlock.engine.view_types import FieldState, Strip

MOST_FIELDS = 24
_TEXT = re.compile(r"([1-9]\d?)~([a-z])(\d{1,2})((?:>[a-z])*)")


@dataclass(frozen=True, slots=True)
class Swap(Choice):
    """Cross a field of the strip, counted from 1, and its other number in this row (R23.1)."""

    field: int
    row: str
    number: int
    picks: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return ">".join([f"{self.field}~{self.row}{self.number}", *self.picks])


@dataclass(frozen=True, slots=True)
class Swapped(Fact):
    """A field of the swap strip was crossed; fields count from 1 (R23.1)."""

    kind: ClassVar[str] = "swapped"
    seat: int
    field: int


@dataclass(frozen=True)
class Swaps(Mechanism):
    """The fields from left to right, each with two numbers. Its note: a bit for every crossed field."""

    key: ClassVar[str] = "swaps"
    order: ClassVar[Order] = Order.TRADES
    keys: ClassVar[tuple[str, ...]] = ("fields",)
    moves: ClassVar[tuple[type[Choice], ...]] = (Swap,)
    facts: ClassVar[tuple[type[Fact], ...]] = (Swapped,)
    fields: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> Swaps | None:
        path: Path = ("swaps", "fields")
        right = "pairs of numbers, as in [[8, 5], [9, 7]]"
        found = reader.list_of(path, right) if reader.has(("swaps",)) else None
        if not found:
            return None
        if len(found) > MOST_FIELDS:
            reader.wrong(path, f"there are {len(found)} fields", f"at most {MOST_FIELDS}")
        fields = [_read_field(reader, (*path, i), pair, frame.faces) for i, pair in enumerate(found)]
        return cls(tuple(field for field in fields if field))

    def write(self, variant: Variant) -> Iterator[str]:
        yield from table("[swaps]", fields=[list(field) for field in self.fields])

    @classmethod
    def parse_move(cls, text: str) -> Swap | None:
        found = _TEXT.fullmatch(text)
        if found is None:
            return None
        return Swap(int(found[1]), found[2], int(found[3]), tuple(found[4].split(">")[1:]))

    def every_move(self, variant: Variant) -> Iterator[Swap]:
        for i, numbers in enumerate(self.fields):
            for number in numbers:
                yield from (Swap(i + 1, t.move.row, number) for t in variant.white_targets.get(number, ()))

    def usable(self, variant: Variant, sheet: Sheet, total: int) -> Iterator[tuple[int, int]]:
        """The fields right of the last crossed one that show this sum, each with its other number (R23.2)."""
        for i in range(sheet.notes[variant.note_of(self)].bit_length(), len(self.fields)):
            one, other = self.fields[i]
            if total in (one, other):
                yield i, other if total == one else one

    def offers(self, game: Game, seat: int) -> Iterator[tuple[Choice, Place]]:
        variant, sheet = game.variant, game.sheets[seat]
        for field, number in self.usable(variant, sheet, game.roll.total if game.roll else 0):
            for row, cell, move, _ in variant.white_targets.get(number, ()):
                if can_cross(variant, sheet, row, cell):
                    yield Swap(field + 1, move.row, number), Place(row, cell)

    def aim(self, game: Game, seat: int, move: Swap) -> Place:
        row = find_row(game.variant, move.row)
        cell = game.variant.rows[row].index_of.get(move.number)
        if cell is None:
            raise IllegalMove(f"row {move.row} has no number {move.number}")
        return Place(row, cell)

    def check(self, game: Game, seat: int, move: Swap, place: Place) -> None:
        if game.phase is Phase.COLOUR:
            raise IllegalMove("swap fields count in the white action only (R23.1)")
        total = game.roll.total if game.roll else 0
        if (move.field - 1, move.number) not in self.usable(game.variant, game.sheets[seat], total):
            raise IllegalMove(
                f"field {move.field} does not swap {total} for {move.number}, or is passed (R23.2)"
            )

    def begin(self, variant: Variant, sheet: Sheet, seat: int, move: Swap) -> tuple[Sheet, list[Fact]]:
        note = sheet.notes[variant.note_of(self)] | 1 << move.field - 1
        return with_note(variant, sheet, self, note), [Swapped(seat, move.field)]

    def format_note(self, variant: Variant, note: int) -> str:
        return "~" + ".".join(str(i + 1) for i in range(len(self.fields)) if note >> i & 1)

    def parse_note(self, variant: Variant, text: str) -> int:
        if not re.fullmatch(r"~(\d{1,2}(\.\d{1,2})*)?", text):
            raise BadNotation(f"{shown(text)}: crossed swap fields look like '~' or '~1.3'")
        note, count = 0, len(self.fields)
        for number in map(int, filter(None, text[1:].split("."))):
            if not 1 <= number <= count or note >> (number - 1):
                raise BadNotation(f"{shown(text)}: swap fields are 1 to {count}, ascending")
            note |= 1 << (number - 1)
        return note

    def strips(self, variant: Variant) -> list[Strip]:
        fields = [f"{one}/{other}" for one, other in self.fields]
        return [{"name": "swaps", "fields": [{"colour": "", "text": text} for text in fields]}]

    def strip_states(self, variant: Variant, sheet: Sheet) -> list[list[FieldState]]:
        note = sheet.notes[variant.note_of(self)]
        passed = note.bit_length()
        fields = range(len(self.fields))
        return [["crossed" if note >> i & 1 else "struck" if i < passed else "open" for i in fields]]

    def about(self, variant: Variant) -> str:
        return f"{len(self.fields)} fields"


def _read_field(reader: Reader, path: Path, pair: object, faces: int | None) -> tuple[int, int] | None:
    most = 2 * (faces or MOST_FACES)
    right = f"two different whole numbers from 2 to {most}"
    if not isinstance(pair, list) or len(pair) != 2:
        reader.wrong(path, "this is not a pair of numbers", right)
        return None
    one, other = (reader.whole_of((*path, i), number, 2, most, right) for i, number in enumerate(pair))
    if one is None or other is None:
        return None
    if one == other:
        reader.wrong(path, f"both numbers are {one}", right)
        return None
    return one, other
