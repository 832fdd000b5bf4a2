"""The consequences of a seat's move: on its own sheet, with the dice on the table, and for the game.

Two of these beside each other are what reasons are made of. Everything is read off by trying, so that a pad's
mechanisms are asked and none is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rowlock.analysis.hints.odds import Reach, places_in
from rowlock.engine.facts import BonusCrossed, Crossed, Fact, Locked, Penalised
from rowlock.engine.game import (
    Game,
    Phase,
    apply,
    end_reason,
    legal_moves,
    preview,
    waiting_for,
    without_choice,
)
from rowlock.engine.legal import aim
from rowlock.engine.moves import PASS, Choice
from rowlock.engine.notation import parse_move
from rowlock.engine.reach import out_of_reach
from rowlock.engine.scoring import score
from rowlock.engine.sheet import (
    Sheet,
    can_cross,
    count_crosses,
    count_in_row,
    cross,
    mark,
    next_place,
    objection,
    pick_lists,
)
from rowlock.engine.variant import Place, Variant


class SheetOutlook:
    """A sheet of a game at one moment: what it can cross, lock and earn next."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.variant, self.sheet = game.variant, game.sheets[seat]

    @cached_property
    def reach(self) -> Reach | None:
        """The odds of the rolls; None in a game without dice."""
        return None if self.variant.turns else Reach(self.game, self.seat)

    def percent(self, cells: Iterable[Place]) -> float | None:
        """How many rolls of the seat's own turn bring one of these cells; None where there are no dice."""
        return self.reach.percent(cells) if self.reach else None

    @cached_property
    def crossable(self) -> set[Place]:
        """The cells that some roll would let the seat cross, second crosses included; no closing ones."""
        rows = enumerate(self.variant.rows)
        places = (Place(r, cell) for r, row in rows for cell in range(row.first_closer))
        return {place for place in places if can_cross(self.variant, self.sheet, *place)}

    @cached_property
    def again(self) -> set[Place]:
        """The crossed cells that may be crossed a second time."""
        return {place for place in self.crossable if _is_crossed(self.sheet, place)}

    @cached_property
    def closing(self) -> dict[int, list[Place]]:
        """By row, the cells with which the seat could lock it at once, if the dice gave them."""
        found = {r: closing_cells(self.variant, self.sheet, r) for r in range(len(self.variant.rows))}
        return {row: cells for row, cells in found.items() if cells}

    @cached_property
    def nearly(self) -> set[int]:
        """The rows that may be locked after one more cross, which has a cell left to go to."""
        return {
            r
            for r, row in enumerate(self.variant.rows)
            if row.lock
            and not self.sheet.is_closed(r)
            and row.needs - count_in_row(self.variant, self.sheet, r) == 1
            and any(place.row == r for place in self.crossable)
        }

    @cached_property
    def next_cells(self) -> set[Place]:
        """The cells directly right of the last crosses: those that can be crossed without a gap."""
        rows = range(len(self.variant.rows))
        places = [next_place(self.variant, self.sheet, r) for r in rows if not self.sheet.is_closed(r)]
        return {place for place in places if place}

    @cached_property
    def earning(self) -> set[Place]:
        """Those of them that would bring more than their cross."""
        return {place for place in self.next_cells if _earns(self.variant, self.sheet, place)}

    @cached_property
    def blank(self) -> float:
        """How many rolls of the seat's own turn, in percent, bring no cross at all; 0 without dice."""
        return 100 - self.reach.percent(self.variant.places.values()) if self.reach else 0.0

    @cached_property
    def smooth(self) -> float:
        """How many rolls of the seat's own turn, in percent, bring a cross without a gap; 0 without dice."""
        return self.reach.percent(self.next_cells | self.again) if self.reach else 0.0


class After(SheetOutlook):
    """The same after a move, all others having passed; and what the move did."""

    def __init__(self, before: SheetOutlook, move: str) -> None:
        choice = parse_move(move)
        assert isinstance(choice, Choice)
        sheet, self.facts = preview(before.game, before.seat, choice)
        super().__init__(_settled(before.game, before.seat, choice, sheet), before.seat)
        self.before, self.move = before, move

    @cached_property
    def crossed(self) -> set[Place]:
        """The cells that the move itself crosses."""
        return places_in(self.variant, self.facts, Crossed)

    @cached_property
    def earned(self) -> set[Place]:
        """The cells that are crossed with it."""
        return places_in(self.variant, self.facts, BonusCrossed)

    @property
    def locked(self) -> list[str]:
        return [fact.row for fact in self.facts if isinstance(fact, Locked)]

    @property
    def penalty(self) -> int:
        """The points that a penalty costs."""
        return -self.gain if any(isinstance(fact, Penalised) for fact in self.facts) else 0

    @property
    def ends(self) -> bool:
        """Whether the game is over with it, whatever the others choose."""
        return self.game.phase is Phase.OVER

    @cached_property
    def gain(self) -> int:
        """The points that the sheet has more."""
        return score(self.variant, self.sheet).total - score(self.variant, self.before.sheet).total

    @property
    def crosses(self) -> int:
        """The crosses that the sheet has more, second ones and locks included."""
        return sum(count_crosses(self.variant, self.sheet)) - sum(
            count_crosses(self.variant, self.before.sheet)
        )

    @cached_property
    def skipped(self) -> set[Place]:
        """The cells that now lie left of a row's last cross, and that could have been crossed one day."""
        best = _ideal(self.variant, self.before.sheet)
        return {
            place
            for place in _passed_over(self.variant, self.before.sheet, self.sheet)
            if objection(self.variant, best, place) is None
        }

    @cached_property
    def left_behind(self) -> set[Place]:
        """The cells whose second cross is gone."""
        return self.before.again - self.again - self.crossed - self.earned

    @cached_property
    def fields(self) -> dict[str, set[int]]:
        """By strip, the fields counted from 1 that offered moves and do so no more."""
        return {
            name: _free_fields(self.variant, self.before.sheet)[name] - free
            for name, free in _free_fields(self.variant, self.sheet).items()
        }

    @cached_property
    def following(self) -> set[Place]:
        """The cells that the coloured dice of this roll offer after the white action, to the active seat."""
        asked = self.before.game.phase is Phase.WHITE and self.game.phase is Phase.COLOUR
        if not asked or self.seat != self.game.active:
            return set()
        moves = legal_moves(self.game, self.seat)
        return {aim(self.game, self.seat, move) for move in moves if move is not PASS}

    @cached_property
    def nearest(self) -> tuple[int, Place] | None:
        """Of those cells the one with the fewest cells to skip before it, with their number."""
        gaps = [(_put_out_of_reach(self.variant, self.sheet, place), place) for place in self.following]
        return min(gaps, default=None)


def closing_cells(variant: Variant, sheet: Sheet, row: int) -> list[Place]:
    """The cells with which this sheet could lock a row at once, if the dice gave them."""
    one = variant.rows[row]
    if not one.lock or sheet.is_closed(row):
        return []
    last = range(one.first_closer, len(one.cells))
    return [Place(row, cell) for cell in last if can_cross(variant, sheet, row, cell)]


def _settled(game: Game, seat: int, choice: Choice, sheet: Sheet) -> Game:
    """The game after a choice when everybody else has passed; with cards, what comes next is not known."""
    if game.variant.turns is not None:
        sheets = (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
        phase = Phase.OVER if end_reason(game.variant, sheets) else game.phase
        return game._replace(sheets=sheets, phase=phase)
    if game.phase is Phase.WHITE:
        game = game._replace(choices=without_choice(game))
    turn = game.turn
    game = apply(game, choice, seat).game
    while game.turn == turn and game.phase is Phase.WHITE:
        game = apply(game, PASS, waiting_for(game)[0]).game
    return game


def _is_crossed(sheet: Sheet, place: Place) -> bool:
    return bool(sheet.crosses[place.row] >> place.cell & 1)


def _passed_over(variant: Variant, before: Sheet, after: Sheet) -> Iterator[Place]:
    """The free cells of open rows that are out of reach after a move and were not before it.

    Closing cells are not among them: one of them is enough.
    """
    for r, row in enumerate(variant.rows):
        gone = out_of_reach(variant, after, r) & ~out_of_reach(variant, before, r)
        for cell in range(row.first_closer) if not before.is_closed(r) else ():
            if gone >> cell & 1:
                yield Place(r, cell)


def _put_out_of_reach(variant: Variant, sheet: Sheet, place: Place) -> int:
    """How many cells a cross there would put out of reach."""
    after = mark(variant, sheet, place.row, place.cell)
    gone = out_of_reach(variant, after, place.row) & ~out_of_reach(variant, sheet, place.row)
    return gone.bit_count()


def _ideal(variant: Variant, sheet: Sheet) -> Sheet:
    """The sheet with every cell crossed that is not skipped: whatever needs others has them."""
    kept = [
        crosses if sheet.is_closed(r) else (1 << len(row.cells)) - 1 & ~out_of_reach(variant, sheet, r)
        for r, (row, crosses) in enumerate(zip(variant.rows, sheet.crosses, strict=True))
    ]
    return sheet._replace(crosses=tuple(kept))


def _earns(variant: Variant, sheet: Sheet, place: Place) -> bool:
    """Whether crossing a cell brings more crosses, a bonus or the points of one."""
    ways = list(pick_lists(variant, sheet, place))
    after, facts = cross(variant, sheet, place, ways[0])
    more: list[Fact] = [fact for fact in facts if not isinstance(fact, Crossed | Locked)]
    counts = count_in_row(variant, after, place.row) - count_in_row(variant, sheet, place.row)
    plain = 2 if any(isinstance(fact, Locked) for fact in facts) else 1
    return bool(more) or counts > plain or score(variant, after).bonus > score(variant, sheet).bonus


def _free_fields(variant: Variant, sheet: Sheet) -> dict[str, set[int]]:
    """The fields of strips that offer moves which are not used and not passed."""
    found: dict[str, set[int]] = {}
    for mechanism in variant.offerers:
        strips = mechanism.strips(variant)
        for strip, states in zip(strips, mechanism.strip_states(variant, sheet), strict=True):
            free = {i for i, state in enumerate(states, 1) if state in ("open", "next")}
            found[strip["name"]] = free
    return found
