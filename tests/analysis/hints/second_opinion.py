"""The claims of reasons, recomputed by the naive rules: whether it is so for a move, or for another one."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import Any

from naive import NaiveGame
from naive_sheet import Hand, NaiveSheet

from rowlock import Game, format_sheet
from rowlock.analysis.hints.reason import Reason

Cell = tuple[str, int]


def naive_of(game: Game) -> NaiveGame:
    """The same moment under the naive rules, nobody having chosen."""
    naive = NaiveGame(game.variant, len(game.sheets), game.start)
    naive.turn = game.turn
    for seat, sheet in enumerate(game.sheets):
        naive.read_sheet(seat, format_sheet(game.variant, sheet))
    assert game.roll is not None
    naive.white, naive.coloured = game.roll.white, dict(game.roll.coloured)
    naive.active_has_crossed, naive.phase = game.crossed, game.phase.value
    return naive


def crosses_of(sheet: NaiveSheet) -> set[tuple[str, int, int]]:
    """Every cross on a cell, second ones too."""
    return {(*cell, 1) for cell in sheet.crosses} | {(*cell, 2) for cell in sheet.second}


class Seen:
    """A seat of a naive game at one moment."""

    def __init__(self, naive: NaiveGame, seat: int) -> None:
        self.naive, self.seat, self.sheet, self.pad = naive, seat, naive.sheets[seat], naive.pad

    @property
    def hand(self) -> Hand:
        return Hand(self.pad, self.sheet, self.naive.closed_for(self.sheet), [])

    def may(self, row: str, number: int) -> bool:
        return self.hand.may_cross(row, number)

    def is_closing(self, row: str, number: int) -> bool:
        return number in self.pad.closing[row] and self.pad.lock_of[row] is not None

    @cached_property
    def next_cells(self) -> set[Cell]:
        firsts = [(row, self.hand.free_numbers(row)[:1]) for row in self.pad.rows]
        return {(row, numbers[0]) for row, numbers in firsts if numbers and self.may(row, numbers[0])}

    @cached_property
    def again(self) -> set[Cell]:
        cells = product(self.pad.rows, range(2, 25))
        return {c for c in cells if c[0] not in self.hand.closed and self.hand.may_cross_again(*c)}

    @cached_property
    def closing(self) -> dict[str, set[Cell]]:
        return {
            row: {(row, n) for n in self.pad.closing[row] if self.pad.lock_of[row] and self.may(row, n)}
            for row in self.pad.rows
        }

    @cached_property
    def open_cells(self) -> set[Cell]:
        cells = [(row, n) for row in self.pad.rows for n in self.pad.numbers[row]]
        return {cell for cell in cells if self.may(*cell) and not self.is_closing(*cell)}

    def is_nearly(self, row: str) -> bool:
        if not self.pad.lock_of[row] or row in self.hand.closed:
            return False
        left = [cell for cell in self.open_cells if cell[0] == row]
        return self.pad.needs[row] - self.sheet.count(row) == 1 and bool(left)

    def earns(self, cell: Cell) -> bool:
        """Whether a cross there brings more crosses, a field of the bar, a pair, or one of the steps."""
        after = self.sheet.copy()
        hand = Hand(self.pad, after, self.naive.closed_for(self.sheet), [])
        done = [cells <= after.crosses for _, cells in self.pad.pairs]
        hand.cross(*cell)
        waiting = list(hand.waiting_effects)
        step = self.pad.steps and cell in self.pad.steps[after.dealt]
        grown = len(crosses_of(after)) - len(crosses_of(self.sheet))
        return (
            ("bar" in waiting and self._has_field(after))
            or done != [cells <= after.crosses for _, cells in self.pad.pairs]
            or bool(step)
            or grown > 1
        )

    def _has_field(self, after: NaiveSheet) -> bool:
        closed = self.naive.closed_for(self.sheet) | after.locks
        fields = zip(self.pad.fields, after.bar, strict=True)
        return any(state == "free" and row not in closed for row, state in fields)

    # rolls

    @cached_property
    def reach(self) -> tuple[dict[int, set[Cell]], dict[tuple[str, int, int], set[Cell]]]:
        """The cells that every white sum, and every white die with a coloured one, let the seat cross."""
        naive = self.naive.copy()
        naive.turn = (self.seat - naive.start) % len(naive.sheets) + 1
        sides = range(1, self.pad.variant.faces + 1)
        naive.phase, white, colour = "white", {}, {}
        for one, other in product(sides, repeat=2):
            naive.white = (one, other)
            if one + other not in white:
                white[one + other] = self._crossed_by(naive)
        naive.phase = "colour"
        for die, one, value in product(sorted(naive.dice), sides, sides):
            naive.white, naive.coloured = (one, one), {die: value}
            colour[die, one, value] = self._crossed_by(naive)
        return white, colour

    def _crossed_by(self, naive: NaiveGame) -> set[Cell]:
        """The cells with one more cross after one of the legal moves."""
        found = set()
        for move in naive.legal(self.seat):
            after = naive.sheets[self.seat].copy()
            naive.carry_out(after, move)
            found |= {(row, n) for row, n, _ in crosses_of(after) - crosses_of(self.sheet)}
        return found

    def percent(self, cells: set[Cell]) -> float:
        """In percent: the rolls of one's own turn that let the seat cross one of these, counted one by one.

        Dice that have no part in it are left out.
        """
        white, colour = self.reach
        hit = {key for key, found in colour.items() if found & cells}
        dice, sides = sorted({die for die, _, _ in hit}), range(1, self.pad.variant.faces + 1)
        hits, each = 0, list(product(sides, repeat=len(dice)))
        for one, other in product(sides, repeat=2):
            if white[one + other] & cells:
                hits += len(each)
                continue
            ways = {(die, value) for die, first, value in hit if first in (one, other)}
            hits += sum(not ways.isdisjoint(zip(dice, values, strict=True)) for values in each)
        return 100 * hits / (len(sides) ** 2 * len(each))


class Move(Seen):
    """A seat after a move of its own, all others having passed."""

    def __init__(self, before: Seen, move: str) -> None:
        naive = before.naive.copy()
        if naive.phase == "white":
            naive.choose_white([move if seat == before.seat else "-" for seat in range(len(naive.sheets))])
        else:
            naive.choose_colour(move)
        super().__init__(naive, before.seat)
        self.before, self.move = before, move

    @cached_property
    def gain(self) -> int:
        return self.naive.score(self.seat) - self.before.naive.score(self.seat)

    @cached_property
    def new(self) -> set[Cell]:
        """The cells with one more cross."""
        return {(row, n) for row, n, _ in crosses_of(self.sheet) - crosses_of(self.before.sheet)}

    @property
    def count(self) -> int:
        """All crosses more, locks included."""
        sheets = (self.sheet, self.before.sheet)
        after, before = (len(crosses_of(sheet)) + len(sheet.locks) for sheet in sheets)
        return after - before

    @cached_property
    def own(self) -> Cell | None:
        """The cell that the move itself names."""
        head = self.move.split(">")[0].rpartition("~")[2]
        if head == "-":
            return None
        if head.startswith("*"):
            return head[1:], self.before.hand.free_numbers(head[1:])[0]
        return head[0], int(head[1:])

    @cached_property
    def skipped(self) -> set[Cell]:
        """The cells that were free and could have been crossed one day, and lie left of a cross now."""
        before = self.before.hand
        return {
            (row, n)
            for row in self.pad.rows
            if row not in before.closed
            for n in before.free_numbers(row)
            if (row, n) not in self.sheet.crosses
            and n not in self.hand.free_numbers(row)
            and not self.is_closing(row, n)
            and self._could(row, n)
        }

    def _could(self, row: str, number: int) -> bool:
        """A cell between others needs a neighbour that is crossed, or that may be one day."""
        before = self.before.hand
        return row not in self.pad.between or any(
            (name, number) in before.sheet.crosses
            or (name not in before.closed and number in before.free_numbers(name))
            for name in self.pad.between[row]
        )

    @cached_property
    def follow_ups(self) -> dict[Cell, int]:
        """The cells that this roll's coloured dice offer now, with the free cells before each."""
        if self.before.naive.phase != "white" or self.naive.phase != "colour":
            return {}
        moves = self.naive.legal(self.seat) if self.seat == self.naive.active else []
        cells = {(head[0], int(head[1:])) for head in (m.split(">")[0] for m in moves) if head != "-"}
        gaps = {cell: self.hand.free_numbers(cell[0]) for cell in cells}
        return {cell: free.index(cell[1]) if cell[1] in free else 0 for cell, free in gaps.items()}

    @property
    def lost_fields(self) -> set[int]:
        fields = range(1, len(self.pad.swaps) + 1)
        sheets = (self.before.sheet, self.sheet)
        before, after = ({f for f in fields if f > max(s.swapped, default=0)} for s in sheets)
        return before - after


def cells_in(reason: Any) -> set[Cell]:
    return {(row, number) for row, number in reason["cells"]}


def locks_now(before: Seen, rival: int, row: str) -> bool:
    """Whether a rival could lock a row with the dice on the table."""
    phases = ["white", "colour"] if rival == before.naive.active else ["white"]
    for phase in phases if before.naive.phase == "white" else ():
        naive = before.naive.copy()
        naive.phase = phase
        for move in naive.legal(rival):
            sheet = naive.sheets[rival].copy()
            naive.carry_out(sheet, move)
            if row in sheet.locks - before.naive.sheets[rival].locks:
                return True
    return False


def is_so(reason: Reason, move: Move, other: Move) -> bool:
    """Whether what a reason claims is true of a move beside another one."""
    claim = CLAIMS[reason["kind"]]
    return bool(claim(reason, cells_in(reason), move, other))


def _skips(reason: Any, cells: set[Cell], move: Move, other: Move) -> bool:
    own, others = ({n for _, n in one.skipped} for one in (move, other))
    only = {cell for cell in move.skipped if cell[1] not in others}
    fewer = {cell for cell in other.skipped if cell[1] not in own}
    if only != cells or not cells:
        return False
    percent, less = move.before.percent(cells), move.before.percent(fewer)
    if reason["than"]:
        assert cells_in(reason["than"]) == fewer
        assert abs((reason["than"]["percent"] or 0) - less) < 1e-9
    return bool(reason["than"]) is bool(fewer) and (percent, len(cells)) > (less, len(fewer))


def _rival(reason: Any, cells: set[Cell], move: Move, other: Move) -> bool:
    there = Seen(move.before.naive, reason["seat"])
    in_row = [bool(one.own) and one.own[0] == reason["row"] for one in (move, other)]  # type: ignore[index]
    now = locks_now(move.before, reason["seat"], reason["row"])
    return (
        reason["seat"] != move.seat
        and in_row == [True, False]
        and there.closing[reason["row"]] == cells
        and bool(cells)
        and now is (reason["kind"] == "rival_now")
    )


def _nearer(reason: Any, cells: set[Cell], move: Move, other: Move) -> bool:
    (cell,), (least, wider) = cells, (min(one.follow_ups.values(), default=99) for one in (move, other))
    points, others = reason["points"], reason["than"]["points"]
    return bool(move.follow_ups.get(cell) == least == points and least < wider == others)


CLAIMS: dict[str, Any] = {
    "ends": lambda why, cells, one, other: one.naive.phase == "over" != other.naive.phase,
    "locks": lambda why, cells, one, other: (
        why["row"] in one.sheet.locks - one.before.sheet.locks and one.gain == why["points"]
    ),
    "penalty": lambda why, cells, one, other: (
        one.sheet.penalties > one.before.sheet.penalties and one.gain == -why["points"] < 0
    ),
    "also": lambda why, cells, one, other: cells and cells <= one.new - {one.own},
    "crosses": lambda why, cells, one, other: (
        one.count == why["points"] > other.count == why["than"]["points"] > 0
    ),
    "gain": lambda why, cells, one, other: one.gain == why["points"] > other.gain == why["than"]["points"],
    "skips": _skips,
    "leaves": lambda why, cells, one, other: cells and cells <= one.before.again - one.again - one.new,
    "fields": lambda why, cells, one, other: set(why["fields"]) <= one.lost_fields and why["fields"],
    "rare": lambda why, cells, one, other: (
        {one.own} == cells
        and other.own in one.open_cells
        and why["percent"] < why["than"]["percent"]
        and abs(why["than"]["percent"] - one.before.percent({other.own})) < 1e-9
    ),
    "blank": lambda why, cells, one, other: _rolls(
        why, one, other, lambda seen: 100 - seen.percent(_all(seen))
    ),
    "smooth": lambda why, cells, one, other: _rolls(
        why, one, other, lambda seen: seen.percent(seen.next_cells | seen.again)
    ),
    "may_lock": lambda why, cells, one, other: (
        cells and one.closing[why["row"]] == cells and not one.before.closing[why["row"]]
    ),
    "nearly": lambda why, cells, one, other: one.is_nearly(why["row"]),
    "follows": lambda why, cells, one, other: (
        cells and cells == one.follow_ups.keys() - other.follow_ups.keys()
    ),
    "nearer": _nearer,
    "again": lambda why, cells, one, other: cells and cells <= one.again - one.before.again,
    "opens": lambda why, cells, one, other: cells and cells <= one.open_cells - one.before.open_cells,
    "next": lambda why, cells, one, other: (
        cells and cells <= one.next_cells and all(one.earns(cell) for cell in cells)
    ),
    "rival": _rival,
    "rival_now": _rival,
}


def _all(seen: Seen) -> set[Cell]:
    return {(row, n) for row in seen.pad.rows for n in seen.pad.numbers[row]}


def _rolls(why: Any, one: Move, other: Move, percent: Any) -> bool:
    """A figure of the rolls to come, larger after the one move than after the other."""
    more, less = percent(one), percent(other)
    told = (why["percent"], why["than"]["percent"])
    return bool(more > less and abs(told[0] - more) < 1e-9 and abs(told[1] - less) < 1e-9)


def told_percent(reason: Reason, move: Move) -> float | None:
    """The percentage that a reason must have, counted over all rolls; None for one without."""
    kind, cells = reason["kind"], cells_in(reason)
    if kind in ("skips", "leaves", "rare"):
        return move.before.percent(cells) or None
    if kind in ("may_lock", "again", "opens", "next"):
        return move.percent(cells)
    if kind == "rival":
        assert reason["seat"] is not None
        return Seen(move.before.naive, reason["seat"]).percent(cells)
    return reason["percent"]  # `blank` and `smooth` have been counted; the others have none
