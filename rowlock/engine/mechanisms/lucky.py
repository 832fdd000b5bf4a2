"""Lucky numbers: when one is called, the next cell of the row with the fewest crosses instead (R12)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rowlock.engine.errors import IllegalMove
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.moves import Choice
from rowlock.engine.reach import next_cell
from rowlock.engine.sheet import Sheet, count_crosses, find_row, next_place
from rowlock.engine.state import Game, Phase
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_parts import MOST_FACES
from rowlock.engine.variant_places import Path
from rowlock.engine.variant_reader import Reader, quote_value
from rowlock.engine.variant_writer import table

if TYPE_CHECKING:
    from rowlock.engine.view_types import Badge

_TEXT = re.compile(r"\*([a-z])((?:>[a-z])*)")


@dataclass(frozen=True, slots=True)
class Lucky(Choice):
    """Cross the next cell of this row instead of the called number (R12.2)."""

    row: str
    picks: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return ">".join([f"*{self.row}", *self.picks])


@dataclass(frozen=True)
class LuckyNumbers(Mechanism):
    """The numbers of each sheet, dealt from the start player on (R12.1)."""

    key: ClassVar[str] = "lucky"
    order: ClassVar[Order] = Order.OFFERS
    keys: ClassVar[tuple[str, ...]] = ("numbers",)
    moves: ClassVar[tuple[type[Choice], ...]] = (Lucky,)
    numbers: tuple[tuple[int, ...], ...]

    def of_seat(self, game: Game, seat: int) -> tuple[int, ...]:
        """The numbers on this seat's sheet."""
        return self.numbers[(seat - game.start) % len(game.sheets)]

    @classmethod
    def parse_move(cls, text: str) -> Lucky | None:
        found = _TEXT.fullmatch(text)
        return Lucky(found[1], tuple(found[2].split(">")[1:])) if found else None

    def every_move(self, variant: Variant) -> Iterator[Lucky]:
        yield from (Lucky(row.name) for row in variant.rows)

    def offers(self, game: Game, seat: int) -> Iterator[tuple[Choice, Place]]:
        if game.roll and game.roll.total in self.of_seat(game, seat):
            for place in lucky_places(game.variant, game.sheets[seat]):
                yield Lucky(game.variant.rows[place.row].name), place

    def aim(self, game: Game, seat: int, move: Lucky) -> Place:
        row = find_row(game.variant, move.row)
        return Place(row, next_cell(game.variant, game.sheets[seat], row))

    def check(self, game: Game, seat: int, move: Lucky, place: Place) -> None:
        if game.phase is Phase.COLOUR:
            raise IllegalMove("lucky numbers count in the white action only (R12.5)")
        total = game.roll.total if game.roll else 0
        if total not in self.of_seat(game, seat):
            raise IllegalMove(f"{total} is not a lucky number of seat {seat} (R12.2)")
        if place not in lucky_places(game.variant, game.sheets[seat]):
            raise IllegalMove("a lucky cross goes to an open row with the fewest crosses (R12.2)")

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> LuckyNumbers | None:
        """The lucky numbers of each sheet (R12.1); an empty list is none."""
        path: Path = ("lucky", "numbers")
        right = "a list of numbers for each sheet, as in [[5, 10], [6, 11]]"
        sets = reader.list_of(path, right) if reader.has(("lucky",)) else None
        if not sets:
            return None
        if frame.players and len(sets) < frame.players[1]:
            what = f"{len(sets)} sheets have lucky numbers, and {frame.players[1]} may play"
            reader.wrong(path, what, "a list for each player")
        return cls(tuple(_read_set(reader, (*path, i), one, frame.faces) for i, one in enumerate(sets)))

    def write(self, variant: Variant) -> Iterator[str]:
        yield from table("[lucky]", numbers=[list(numbers) for numbers in self.numbers])

    def badges(self, variant: Variant) -> list[Badge]:
        return [{"name": self.key, "sheets": [list(numbers) for numbers in self.numbers]}]

    def about(self, variant: Variant) -> str:
        return ", ".join("/".join(map(str, numbers)) for numbers in self.numbers)


def lucky_places(variant: Variant, sheet: Sheet) -> tuple[Place, ...]:
    """The cells that a lucky cross can go to: fewest crosses among the open rows (R12.2-R12.4)."""
    counts = {r: n for r, n in enumerate(count_crosses(variant, sheet)) if not sheet.is_closed(r)}
    fewest = min(counts.values(), default=0)
    places = [next_place(variant, sheet, row) for row, count in counts.items() if count == fewest]
    return tuple(place for place in places if place)


def _read_set(reader: Reader, path: Path, value: object, faces: int | None) -> tuple[int, ...]:
    most = 2 * (faces or MOST_FACES)
    right = f"whole numbers from 2 to {most}, each once"
    if not isinstance(value, list) or not value:
        reader.wrong(
            path, f"{quote_value(value)} is not a list of lucky numbers" if value else "is empty", right
        )
        return ()
    numbers = [reader.whole_of((*path, i), n, 2, most, right) for i, n in enumerate(value)]
    kept = tuple(number for number in numbers if number is not None)
    for number in sorted({number for number in kept if kept.count(number) > 1}):
        reader.wrong(path, f"{number} is listed twice", right)
    return kept
