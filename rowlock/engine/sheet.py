"""A sheet and its pen: how a cell may be crossed, the lock, and all that a cross earns.

Whatever goes beyond rows and locks belongs to the variant's mechanisms, which are asked here and named
nowhere. The flow of a turn is in `game`; the compiled tables are written by running the functions here
over every reachable row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from rowlock.engine.errors import IllegalMove
from rowlock.engine.facts import BonusCrossed, BonusLost, Fact, Locked, crossed
from rowlock.engine.reach import next_cell
from rowlock.engine.variant import Place, Row, Variant

if TYPE_CHECKING:
    from rowlock.engine.mechanisms.mechanism import Mechanism


class Sheet(NamedTuple):
    """One player's sheet. Rows of crosses are bits: cell 0 is the lowest, the lock the highest."""

    crosses: tuple[int, ...]
    closed: int = 0
    """A bit for every row in which this sheet can cross nothing more (R7.5)."""
    penalties: int = 0
    notes: tuple[int, ...] = ()
    """A whole number for every mechanism of the variant: whatever it has to remember."""

    def is_closed(self, row: int) -> bool:
        return bool(self.closed >> row & 1)


def empty_sheet(variant: Variant, dealt: int = 0) -> Sheet:
    """A fresh sheet; `dealt` counts them from the start player on, for pads on which they differ."""
    notes = tuple(mechanism.first_note(dealt) for mechanism in variant.mechanisms)
    return Sheet((0,) * len(variant.rows), 0, 0, notes)


def may_cross(row: Row, crosses: int, cell: int, more: int = 0) -> bool:
    """Whether a cell lies right of every cross (R2.1) and, if it closes, enough crosses stand (R7.1).

    `more` are crosses that mechanisms add to those of the row.
    """
    if crosses >> cell:
        return False
    return cell < row.first_closer or crosses.bit_count() + more >= row.needs


def can_cross(variant: Variant, sheet: Sheet, row: int, cell: int, dice: str = "") -> bool:
    """Whether this sheet may cross that cell: according to its row and to every mechanism concerned.

    `dice` are the colours of the dice that reach the cell in the colour action.
    """
    if not variant.is_judged:
        return not sheet.closed >> row & 1 and may_cross(variant.rows[row], sheet.crosses[row], cell)
    place = Place(row, cell)
    if row_allows(variant, sheet, place) and objection(variant, sheet, place, dice) is None:
        return True
    return is_admitted(variant, sheet, place)


def is_admitted(variant: Variant, sheet: Sheet, place: Place) -> bool:
    """Whether a mechanism lets a cell be crossed that its row would forbid."""
    admitters = variant.admitters
    return bool(admitters) and any(mechanism.admits(variant, sheet, place) for mechanism in admitters)


def row_allows(variant: Variant, sheet: Sheet, place: Place) -> bool:
    """Whether a row itself allows a cross, regardless of mechanisms."""
    row, cell = place
    if sheet.closed >> row & 1 or sheet.crosses[row] >> cell:
        return False
    line = variant.rows[row]
    return cell < line.first_closer or count_in_row(variant, sheet, row) >= line.needs


def objection(variant: Variant, sheet: Sheet, place: Place, dice: str = "") -> str | None:
    """The reason of a mechanism that forbids a cross which the row would allow; None if none does."""
    for mechanism in variant.objectors:
        if why := mechanism.objection(variant, sheet, place, dice):
            return why
    return None


def find_row(variant: Variant, name: str) -> int:
    """Index of the row that a move names; raises if the sheet has none."""
    row = variant.row_of.get(name)
    if row is None:
        rows = " ".join(line.name for line in variant.rows)
        raise IllegalMove(f"there is no row {name!r}; the rows are {rows}")
    return row


def next_place(variant: Variant, sheet: Sheet, row: int) -> Place | None:
    """The next cell in reach, if it may be crossed: right of the rightmost cross (R12.2, R15.1)."""
    cell = next_cell(variant, sheet, row)
    if cell >= len(variant.rows[row].cells) or not can_cross(variant, sheet, row, cell):
        return None
    return Place(row, cell)


def count_in_row(variant: Variant, sheet: Sheet, row: int) -> int:
    """The crosses of a row, the lock included, and those that mechanisms count beside them."""
    count = sheet.crosses[row].bit_count()
    for mechanism in variant.asked("extra_crosses"):
        count += mechanism.extra_crosses(variant, sheet, row)
    return count


def count_crosses(variant: Variant, sheet: Sheet) -> tuple[int, ...]:
    """The crosses of each row, locks included."""
    if not variant.is_judged:
        return tuple([crosses.bit_count() for crosses in sheet.crosses])
    return tuple(count_in_row(variant, sheet, row) for row in range(len(variant.rows)))


def count_locks(variant: Variant, sheet: Sheet) -> int:
    """How many rows this player has closed."""
    if not sheet.closed:
        return 0
    return sum(bool(crosses & row.lock_bit) for row, crosses in zip(variant.rows, sheet.crosses, strict=True))


def mark(variant: Variant, sheet: Sheet, row: int, cell: int) -> Sheet:
    """Cross one cell and, if it closes the row, its lock (R7.4); no further effects."""
    line, closed = variant.rows[row], sheet.closed
    crosses = sheet.crosses[row] | 1 << cell
    if cell >= line.first_closer:
        crosses |= line.lock_bit
        closed |= 1 << row
    rows = (*sheet.crosses[:row], crosses, *sheet.crosses[row + 1 :])
    return Sheet(rows, closed, sheet.penalties, sheet.notes)


def mark_once(variant: Variant, sheet: Sheet, place: Place) -> Sheet:
    """One more cross on a cell; if it is crossed already, the mechanism that admits another notes it."""
    row, cell = place
    if not (variant.is_judged and sheet.crosses[row] >> cell & 1):
        return mark(variant, sheet, row, cell)
    for mechanism in variant.admitters:
        if mechanism.admits(variant, sheet, place):
            return mechanism.mark_again(variant, sheet, place)
    return sheet


def cross(
    variant: Variant,
    sheet: Sheet,
    place: Place,
    picks: tuple[str, ...] = (),
    *,
    seat: int = 0,
    by: str = "white",
) -> tuple[Sheet, list[Fact]]:
    """Cross a cell with all that follows on this sheet. The cell must be one that `can_cross`."""
    r, cell = place
    row = variant.rows[r]
    fact = crossed(seat, row.name, row.cells[cell].number, by)
    if place in variant.quiet and not picks:
        locked = [Locked(seat, row.name)] if cell >= row.first_closer else []
        return mark(variant, sheet, r, cell), [fact, *locked]
    pen = Pen(variant, sheet, seat, picks)
    pen.mark(place, fact)
    while pen.earned:
        pen.earned.pop(0)(pen)
    if pen.picks:
        raise IllegalMove(f"no tie is left for the choice of row {pen.picks[0]!r} (R16.4)")
    return pen.sheet, pen.facts


def pick_lists(variant: Variant, sheet: Sheet, place: Place) -> Iterator[tuple[str, ...]]:
    """Every way to answer the ties that crossing this cell meets; one empty way if none (R16.4)."""
    if not variant.may_tie or place in variant.quiet:
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


class Pen:
    """One seat's pen during one move: it crosses cells, and works off what they earn.

    What is earned waits in a queue, so that each is carried out completely before the next (R16.5).
    """

    __slots__ = ("earned", "facts", "picks", "seat", "sheet", "variant")

    def __init__(self, variant: Variant, sheet: Sheet, seat: int, picks: tuple[str, ...] = ()) -> None:
        self.variant = variant
        self.sheet = sheet
        self.seat = seat
        self.picks = picks
        self.facts: list[Fact] = []
        self.earned: list[Callable[[Pen], None]] = []

    def mark(self, place: Place, fact: Fact) -> None:
        """Cross a cell, tell it, and let the mechanisms see it."""
        row, cell = place
        variant = self.variant
        again = self.sheet.crosses[row] >> cell & 1  # a second cross earns nothing more (R18.4)
        self.sheet = mark_once(variant, self.sheet, place)
        self.facts.append(fact)
        if cell >= variant.rows[row].first_closer:
            self.facts.append(Locked(self.seat, variant.rows[row].name))
        for mechanism in variant.earners if not again else ():
            mechanism.crossed(self, place)

    def note(self, mechanism: Mechanism) -> int:
        """The notes of a mechanism on the sheet."""
        return self.sheet.notes[self.variant.note_of(mechanism)]

    def write(self, mechanism: Mechanism, note: int) -> None:
        """Change a mechanism's note."""
        self.sheet = with_note(self.variant, self.sheet, mechanism, note)

    def cross_next(self, row: int, by: str) -> None:
        """The next cell of a row, or nothing if it may not be crossed (R15.4, R16.3)."""
        line = self.variant.rows[row]
        place = None if self.sheet.is_closed(row) else next_place(self.variant, self.sheet, row)
        if place is None:
            self.facts.append(BonusLost(self.seat, line.name, by))
        else:
            self.mark(place, BonusCrossed(self.seat, line.name, line.cells[place.cell].number, by))

    def pick_row(self, tied: list[int]) -> int:
        """One of these rows: the only one, or the one that the move picks (R16.4)."""
        if len(tied) == 1:
            return tied[0]
        rows = [self.variant.rows[r].name for r in tied]
        if not self.picks:
            raise _Tie(rows)
        picked, *rest = self.picks
        if picked not in rows:
            raise IllegalMove(
                f"row {picked!r} is not among those with the fewest crosses: {', '.join(rows)} (R16.4)"
            )
        self.picks = tuple(rest)
        return self.variant.row_of[picked]


def with_note(variant: Variant, sheet: Sheet, mechanism: Mechanism, note: int) -> Sheet:
    """The sheet with another note of this mechanism."""
    index, notes = variant.note_of(mechanism), sheet.notes
    return Sheet(sheet.crosses, sheet.closed, sheet.penalties, (*notes[:index], note, *notes[index + 1 :]))
