"""A sheet and its pen: how a cell may be crossed, the lock, the effects that follow.

This is the one place that knows what a cross does. The flow of a turn is in `game`; the compiled
tables are written by running the functions here over every reachable row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rowlock.engine.errors import IllegalMove
from rowlock.engine.facts import (
    BarCrossed,
    BonusCrossed,
    BonusLost,
    Crossed,
    Fact,
    Locked,
    PairCompleted,
    Source,
)
from rowlock.engine.variant import BonusPair, Place, Row, Variant


class Sheet(NamedTuple):
    """One player's sheet. Rows of crosses are bits: cell 0 is the lowest, the lock the highest."""

    crosses: tuple[int, ...]
    closed: int = 0
    """A bit for every row in which this sheet can cross nothing more (R7.5)."""
    penalties: int = 0
    bar: int = 0
    """A bit for every crossed field of the bonus bar (R15.1)."""

    def is_closed(self, row: int) -> bool:
        return bool(self.closed >> row & 1)


def empty_sheet(variant: Variant) -> Sheet:
    return Sheet((0,) * len(variant.rows))


def may_cross(row: Row, crosses: int, cell: int) -> bool:
    """Whether a cell lies right of every cross (R2.1) and, if it closes, enough crosses stand (R7.1)."""
    if crosses >> cell:
        return False
    return cell < row.first_closer or crosses.bit_count() >= row.needs


def can_cross(variant: Variant, sheet: Sheet, row: int, cell: int) -> bool:
    """Whether this sheet may cross that cell: its row is open, and the cell may be crossed."""
    return not sheet.closed >> row & 1 and may_cross(variant.rows[row], sheet.crosses[row], cell)


def next_cell(row: Row, crosses: int) -> int | None:
    """The cell directly right of the rightmost cross, if it may be crossed (R12.2, R15.1)."""
    cell = crosses.bit_length()
    return cell if cell < len(row.cells) and may_cross(row, crosses, cell) else None


def count_crosses(sheet: Sheet) -> tuple[int, ...]:
    """The crosses of each row, locks included."""
    return tuple(crosses.bit_count() for crosses in sheet.crosses)


def lucky_rows(variant: Variant, sheet: Sheet) -> tuple[int, ...]:
    """The rows in which a lucky cross can be made: fewest crosses among the open ones (R12.2-R12.4)."""
    counts = {r: n for r, n in enumerate(count_crosses(sheet)) if not sheet.is_closed(r)}
    fewest = min(counts.values(), default=0)
    return tuple(
        r
        for r, count in counts.items()
        if count == fewest and next_cell(variant.rows[r], sheet.crosses[r]) is not None
    )


def next_bar_field(variant: Variant, sheet: Sheet) -> int | None:
    """Index of the bar's first free field; crossed and struck ones are skipped (R15.3)."""
    fields = variant.bonus_bar.fields if variant.bonus_bar else ()
    for i, colour in enumerate(fields):
        if not sheet.bar >> i & 1 and not sheet.is_closed(variant.row_of[colour]):
            return i
    return None


def is_complete(pair: BonusPair, sheet: Sheet) -> bool:
    """Whether every cell of the pair is crossed (R16.1)."""
    return all(sheet.crosses[row] >> cell & 1 for row, cell in pair.cells)


def mark(variant: Variant, sheet: Sheet, row: int, cell: int) -> Sheet:
    """Cross one cell and, if it closes the row, its lock (R7.4); no further effects."""
    pad = variant.rows[row]
    crosses = sheet.crosses[row] | 1 << cell
    closed = sheet.closed
    if cell >= pad.first_closer:
        crosses |= pad.lock_bit
        closed |= 1 << row
    rows = (*sheet.crosses[:row], crosses, *sheet.crosses[row + 1 :])
    return Sheet(rows, closed, sheet.penalties, sheet.bar)


def cross(
    variant: Variant,
    sheet: Sheet,
    place: Place,
    picks: tuple[str, ...] = (),
    *,
    seat: int = 0,
    by: Source = "white",
) -> tuple[Sheet, list[Fact]]:
    """Cross a cell with all that follows on this sheet. The cell must be one that `can_cross`."""
    pen = _Pen(variant, sheet, seat, picks)
    row = variant.rows[place[0]]
    pen.mark(place, Crossed(seat, row.colour, row.cells[place[1]].number, by))
    pen.follow()
    if pen.picks:
        raise IllegalMove(f"no tie is left for the choice of row {pen.picks[0]!r} (R16.4)")
    return pen.sheet, pen.facts


def pick_lists(variant: Variant, sheet: Sheet, place: Place) -> Iterator[tuple[str, ...]]:
    """Every way to answer the ties that crossing this cell meets; one empty way if none (R16.4)."""
    if not variant.bonus_pairs:
        yield ()
        return
    open_ends: list[tuple[str, ...]] = [()]
    while open_ends:
        picks = open_ends.pop()
        try:
            cross(variant, sheet, place, picks)
        except _Tie as tie:
            open_ends += [(*picks, row) for row in reversed(tie.rows)]
        else:
            yield picks


class _Tie(IllegalMove):
    """Several rows have the fewest crosses and the move does not say which is meant."""

    def __init__(self, rows: list[str]) -> None:
        super().__init__(
            f"rows {', '.join(rows)} are tied for the fewest crosses: "
            f"append the one you choose, as in '>{rows[0]}' (R16.4)"
        )
        self.rows = rows


class _Pen:
    """One seat's pen during one move: it crosses cells, and works off the bonuses they earn.

    Bonuses wait in a queue, so that each is carried out completely before the next (R16.5).
    """

    def __init__(self, variant: Variant, sheet: Sheet, seat: int, picks: tuple[str, ...]) -> None:
        self.variant = variant
        self.sheet = sheet
        self.seat = seat
        self.picks = picks
        self.facts: list[Fact] = []
        self.earned: list[BonusPair | None] = []

    def mark(self, place: Place, fact: Fact) -> None:
        self.sheet = mark(self.variant, self.sheet, *place)
        self.facts.append(fact)
        row = self.variant.rows[place[0]]
        if place[1] >= row.first_closer:
            self.facts.append(Locked(self.seat, row.colour))
        if not self.variant.has_effects:
            return
        if place in self.variant.bar_cells:
            self.earned.append(None)
        for pair in self.variant.pairs_at.get(place, ()):
            if is_complete(pair, self.sheet):
                self.facts.append(PairCompleted(self.seat, pair.kind))
                self.earned.append(pair)

    def follow(self) -> None:
        """Carry out every bonus, and those that they earn in turn."""
        while self.earned:
            pair = self.earned.pop(0)
            if pair is None:
                self.cross_bar()
            elif pair.kind == "two-in-fewest":
                row = self.pick_fewest()
                self.cross_next(row, pair.kind)
                self.cross_next(row, pair.kind)
            elif pair.kind == "one-in-each":
                for row in range(len(self.variant.rows)):
                    self.cross_next(row, pair.kind)

    def cross_bar(self) -> None:
        """The bar's first free field, and the next cell of its row (R15.1)."""
        field = next_bar_field(self.variant, self.sheet)
        if field is None or self.variant.bonus_bar is None:
            return
        colour = self.variant.bonus_bar.fields[field]
        self.sheet = self.sheet._replace(bar=self.sheet.bar | 1 << field)
        self.facts.append(BarCrossed(self.seat, field + 1, colour))
        self.cross_next(self.variant.row_of[colour], "bar")

    def cross_next(self, row: int, by: str) -> None:
        """The next cell of a row, or nothing if it may not be crossed (R15.4, R16.3)."""
        pad = self.variant.rows[row]
        cell = None if self.sheet.is_closed(row) else next_cell(pad, self.sheet.crosses[row])
        if cell is None:
            self.facts.append(BonusLost(self.seat, pad.colour, by))
        else:
            number = pad.cells[cell].number
            self.mark(Place(row, cell), BonusCrossed(self.seat, pad.colour, number, by))

    def pick_fewest(self) -> int:
        """The row with the fewest crosses, closed ones included; on a tie the seat's choice (R16.4)."""
        counts = count_crosses(self.sheet)
        tied = [r for r, count in enumerate(counts) if count == min(counts)]
        if len(tied) == 1:
            return tied[0]
        rows = [self.variant.rows[r].colour for r in tied]
        if not self.picks:
            raise _Tie(rows)
        picked, *rest = self.picks
        if picked not in rows:
            raise IllegalMove(
                f"row {picked!r} is not among those with the fewest crosses: {', '.join(rows)} (R16.4)"
            )
        self.picks = tuple(rest)
        return self.variant.row_of[picked]
