"""The particulars of a pad, as far as its rules must speak of it. No pad is asked for its name."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from rowlock.engine.mechanisms.between import Between
from rowlock.engine.mechanisms.bonus_pairs import BonusPairs
from rowlock.engine.mechanisms.cards import Cards
from rowlock.engine.mechanisms.twice import Twice
from rowlock.engine.variant import Row, Variant

FEWEST = {"two-in-fewest", "double-fewest"}
"""The kinds of bonus that look for the row with the fewest crosses."""


class PadFeatures:
    """Questions about one pad that its rules and their sentences depend on."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.keys = {mechanism.key for mechanism in variant.mechanisms}
        self.cards = variant.find(Cards)
        self.locked = [row for row in variant.rows if row.lock]

    def has(self, *keys: str) -> bool:
        """Whether the pad has one of these mechanisms."""
        return not self.keys.isdisjoint(keys)

    @property
    def with_dice(self) -> bool:
        return self.cards is None

    @property
    def with_company(self) -> bool:
        return self.variant.players[1] > 1

    @property
    def closes_for_all(self) -> bool:
        return self.with_dice and self.variant.closes_for == "table" and bool(self.locked)

    @property
    def closes_for_one(self) -> bool:
        return self.with_dice and self.variant.closes_for == "player" and bool(self.locked)

    @cached_property
    def pair_kinds(self) -> list[str]:
        pairs = self.variant.find(BonusPairs)
        return [pair.kind for pair in pairs.pairs] if pairs else []

    @property
    def names_next_cell(self) -> bool:
        """Whether some rule speaks of the next cell of a row."""
        return self.has("lucky", "bonus_bar") or not {"two-in-fewest", "one-in-each"}.isdisjoint(
            self.pair_kinds
        )

    @cached_property
    def bridges(self) -> set[str]:
        """The rows that lie between others, by name."""
        between = self.variant.find(Between)
        return set(between.neighbours) if between else set()

    @property
    def has_mixed_colours(self) -> bool:
        return any(cell.colours != row.lock for row in self.locked for cell in row.cells)

    @property
    def has_mixed_numbers(self) -> bool:
        return any(not is_in_order(row) for row in self.variant.rows)

    @property
    def has_shared_cells(self) -> bool:
        """Whether some cell has several colours; rows between are a matter of their own."""
        plain = [row for row in self.variant.rows if row.name not in self.bridges]
        return any(len(cell.colours) > 1 for row in plain for cell in row.cells)

    @property
    def has_open_rows(self) -> bool:
        """Whether a row has no lock; rows between are a matter of their own."""
        return any(row.lock is None and row.name not in self.bridges for row in self.variant.rows)

    @cached_property
    def closings(self) -> set[tuple[int, int]]:
        """How rows are closed: the number of closing cells, and the crosses needed."""
        return {(row.closers, row.needs) for row in self.locked}

    @property
    def has_gap(self) -> bool:
        """Whether the crosses of a play may skip only so many cells."""
        longest = max(len(row.cells) for row in self.variant.rows)
        return self.cards is not None and self.cards.play > 1 and self.cards.gap < longest - 2

    @property
    def grows(self) -> bool:
        """Whether each further cross of a row is worth more than the one before."""
        points = self.variant.points
        steps = [b - a for a, b in pairwise(points)]
        return all(b > a for a, b in pairwise(steps))

    @property
    def has_cap(self) -> bool:
        """Whether a row can have more crosses than the table of points has."""
        rows = self.variant.rows
        most = max(row.most_crosses for row in rows)
        most += sum(mechanism.most_extra(rows) for mechanism in self.variant.mechanisms)
        return most > len(self.variant.points) - 1

    @property
    def doubles_some_rows_only(self) -> bool:
        twice = self.variant.find(Twice)
        return twice is not None and set(twice.rows) != {row.name for row in self.variant.rows}


def is_in_order(row: Row) -> bool:
    """Whether the numbers of a row rise or fall from left to right."""
    numbers = [cell.number for cell in row.cells]
    return numbers in (sorted(numbers), sorted(numbers, reverse=True))
