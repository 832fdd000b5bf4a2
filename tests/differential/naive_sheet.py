"""The naive sheet: what one player may cross on their paper, and what follows from it.

A sheet is a set of (row, number), a set of locks, a count of penalties and a list of words for the bonus bar.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from extras import bonus_pairs, lucky_numbers

from rowlock import Variant
from rowlock.engine.mechanisms.between import Between
from rowlock.engine.mechanisms.bonus_bar import BonusBar
from rowlock.engine.mechanisms.chain import Chain
from rowlock.engine.mechanisms.die_stays import DieStays
from rowlock.engine.mechanisms.double import DoubleCells
from rowlock.engine.mechanisms.steps import Steps
from rowlock.engine.mechanisms.swaps import Swaps
from rowlock.engine.mechanisms.twice import Twice


class PickNeeded(Exception):
    """A tie for the fewest crosses that the move does not settle."""

    def __init__(self, tied: list[str]) -> None:
        super().__init__(tied)
        self.tied = tied


class Pad:
    """The variant in plain words: rows by colour, cells as (row, number)."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.rows = [row.name for row in variant.rows]
        self.numbers = {row.name: [cell.number for cell in row.cells] for row in variant.rows}
        self.colours_of = {
            (row.name, cell.number): cell.colours for row in variant.rows for cell in row.cells
        }
        self.lock_of = {row.name: row.lock for row in variant.rows}
        self.needs = {row.name: row.needs for row in variant.rows}
        self.closing = {
            row.name: [cell.number for cell in row.cells][len(row.cells) - row.closers :]
            for row in variant.rows
        }
        self.fields: list[str] = []
        self.bonus_cells: set[tuple[str, int]] = set()
        bar = variant.find(BonusBar)
        if bar is not None:
            self.fields = list(bar.fields)
            self.bonus_cells = {self.cell(place) for place in bar.cells}
        self.pairs = [
            (pair.kind, {self.cell(place) for place in pair.cells}) for pair in bonus_pairs(variant)
        ]
        self.lucky = lucky_numbers(variant)
        self.take_more(variant)
        self.die_stays = variant.find(DieStays) is not None

    def take_more(self, variant: Variant) -> None:
        """The additions of the pads beyond the six."""
        double, twice, between = variant.find(DoubleCells), variant.find(Twice), variant.find(Between)
        steps, chain, swaps = variant.find(Steps), variant.find(Chain), variant.find(Swaps)
        self.double = {self.cell(place) for place in double.cells} if double else set()
        self.twice = set(twice.rows) if twice else set()
        self.has_twice = twice is not None
        self.between = {bridge.row: bridge.of for bridge in between.bridges} if between else {}
        self.steps = [{self.cell(place) for place in sheet} for sheet in steps.sheets] if steps else []
        self.chain = (
            [[(self.cell(one), self.cell(other)) for one, other in sheet] for sheet in chain.sheets]
            if chain
            else []
        )
        self.swaps = list(swaps.fields) if swaps else []

    def cell(self, place: tuple[int, int]) -> tuple[str, int]:
        row = self.rows[place[0]]
        return row, self.numbers[row][place[1]]


@dataclass
class NaiveSheet:
    """One player's paper."""

    crosses: set[tuple[str, int]] = field(default_factory=set)
    locks: set[str] = field(default_factory=set)
    penalties: int = 0
    bar: list[str] = field(default_factory=list)
    """For each field of the bonus bar: free, crossed or struck."""
    second: set[tuple[str, int]] = field(default_factory=set)
    """Cells with two crosses."""
    swapped: list[int] = field(default_factory=list)
    """The swap fields that are crossed, from 1."""
    dealt: int = 0

    def copy(self) -> NaiveSheet:
        return NaiveSheet(
            set(self.crosses),
            set(self.locks),
            self.penalties,
            list(self.bar),
            set(self.second),
            list(self.swapped),
            self.dealt,
        )

    def count(self, row: str) -> int:
        """Crosses of a row; the lock is one of them, a second cross counts."""
        crosses = [1 for where, _ in [*self.crosses, *self.second] if where == row]
        return len(crosses) + (1 if row in self.locks else 0)


class Hand:
    """One player's pen during one move: the sheet, the rows closed for them, and the picks still unused."""

    def __init__(self, pad: Pad, sheet: NaiveSheet, closed: set[str], picks: list[str]) -> None:
        self.pad = pad
        self.sheet = sheet
        self.closed = set(closed)
        self.picks = list(picks)
        self.waiting_effects: list[str] = []

    def may_cross(self, row: str, number: int, dice: list[str] | None = None) -> bool:
        """Whether a cell may be crossed; `dice` are the colours that reach it, None for the white sum."""
        if row in self.closed or number not in self.pad.numbers[row]:
            return False
        if self.may_cross_again(row, number):
            return True
        if row in self.pad.between:
            beside = [name for name in self.pad.between[row] if (name, number) in self.sheet.crosses]
            if not [name for name in beside if dice is None or self.pad.lock_of[name] in dice]:
                return False
        if number not in self.free_numbers(row):
            return False
        if number in self.pad.closing[row]:
            return self.sheet.count(row) >= self.pad.needs[row]
        return True

    def may_cross_again(self, row: str, number: int) -> bool:
        if row not in self.pad.twice or number in self.pad.closing[row]:
            return False
        crossed = [n for n in self.pad.numbers[row] if (row, n) in self.sheet.crosses]
        return crossed[-1:] == [number] and (row, number) not in self.sheet.second

    def free_numbers(self, row: str) -> list[int]:
        """The numbers to the right of every cross, from left to right."""
        free: list[int] = []
        for number in self.pad.numbers[row]:
            if (row, number) in self.sheet.crosses:
                free = []
            else:
                free.append(number)
        return free

    def move(self, row: str, number: int) -> None:
        """Cross a cell, and carry out everything that follows, one effect after the other."""
        self.cross(row, number)
        while self.waiting_effects:
            effect = self.waiting_effects.pop(0)
            if effect == "bar":
                self.use_bar()
            elif effect == "two-in-fewest":
                self.two_in_fewest()
            elif effect == "one-in-each":
                for each in self.pad.rows:
                    self.cross_next(each)

    def cross(self, row: str, number: int, linked: bool = False) -> None:
        """Cross a cell, and its partner unless it is one itself; a second cross brings nothing else."""
        if (row, number) in self.sheet.crosses:
            self.sheet.second.add((row, number))
            return
        had = [cells <= self.sheet.crosses for _, cells in self.pad.pairs]
        self.sheet.crosses.add((row, number))
        if (row, number) in self.pad.double:
            self.sheet.second.add((row, number))
        if number in self.pad.closing[row]:
            self.sheet.locks.add(row)
            self.closed.add(row)
        if (row, number) in self.pad.bonus_cells:
            self.waiting_effects.append("bar")
        for (kind, cells), before in zip(self.pad.pairs, had, strict=True):
            if not before and cells <= self.sheet.crosses:
                self.waiting_effects.append(kind)
        for link in self.pad.chain[self.sheet.dealt] if self.pad.chain and not linked else ():
            if (row, number) in link:
                for other in set(link) - self.sheet.crosses:
                    self.cross(*other, linked=True)

    def cross_next(self, row: str) -> None:
        """The cell directly right of the rightmost cross; if it may not be crossed, the cross is lost."""
        free = self.free_numbers(row)
        if free and self.may_cross(row, free[0]):
            self.cross(row, free[0])

    def use_bar(self) -> None:
        for i, row in enumerate(self.pad.fields):
            if self.sheet.bar[i] == "free" and row not in self.closed:
                self.sheet.bar[i] = "crossed"
                self.cross_next(row)
                return

    def two_in_fewest(self) -> None:
        fewest = min(self.sheet.count(row) for row in self.pad.rows)
        tied = [row for row in self.pad.rows if self.sheet.count(row) == fewest]
        row = tied[0]
        if len(tied) > 1:
            if not self.picks:
                raise PickNeeded(tied)
            row = self.picks.pop(0)
            if row not in tied:
                raise ValueError(f"{row} is not among the tied rows {tied}")
        self.cross_next(row)
        self.cross_next(row)
