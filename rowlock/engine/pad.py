"""A score pad for a real table: the sheets and what they allow, without dice and without turns.

Whoever holds a sheet crosses what the real dice gave them; rows, locks and penalties are checked as always.
With real cards turns are checked too (`cards/pad.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from rowlock.engine import view_types
from rowlock.engine.cards.pad import active_on_pad, after_card_mark, card_marks, preview_card_mark
from rowlock.engine.errors import IllegalMove, NotNow
from rowlock.engine.facts import Fact, Penalised
from rowlock.engine.game import close_rows, end_if_over
from rowlock.engine.legal import aim, check_cell, check_seat, picks_of
from rowlock.engine.moves import PASS, Choice, Cross, Pass
from rowlock.engine.sheet import Sheet, can_cross, cross, pick_lists
from rowlock.engine.state import Game, Phase, end_reason, new_game
from rowlock.engine.variant import Place, Variant
from rowlock.engine.view import plain_move, view

Late = tuple[frozenset[int], ...]
"""By row: the seats that have marked nothing since somebody locked it, and may lock it by the same roll."""


class ScorePad(NamedTuple):
    """The sheets on a real table, and who may still join a lock (R7.2)."""

    game: Game
    late: Late


def new_pad(variant: Variant, seats: int, start: int = 0) -> ScorePad:
    return ScorePad(new_game(variant, seats, start), (frozenset(),) * len(variant.rows))


def pad_moves(pad: ScorePad, seat: int) -> tuple[Choice, ...]:
    """Every cell that this sheet can take, by whatever dice; a penalty, if a box is left, comes last."""
    game = pad.game
    check_seat(game, seat)
    if game.phase is Phase.OVER or seat in game.out:
        return ()
    if game.variant.turns is not None:
        return card_marks(game, seat)
    moves: list[Choice] = []
    for r, row in enumerate(game.variant.rows):
        for c, cell in enumerate(row.cells):
            sheet = _sheet_for(pad, seat, Place(r, c))
            if can_cross(game.variant, sheet, r, c):
                ways = pick_lists(game.variant, sheet, Place(r, c))
                moves += [Cross(row.name, cell.number, picks) for picks in ways]
    has_box = game.sheets[seat].penalties < game.variant.penalty_boxes
    return (*moves, PASS) if has_box else tuple(moves)


def _sheet_for(pad: ScorePad, seat: int, place: Place) -> Sheet:
    """A seat's sheet; its row is open for the cell by which others have just locked it.

    One roll gives a row one number of the white dice: whoever locks along uses the same cell.
    """
    sheet, (row, cell) = pad.game.sheets[seat], place
    if seat not in pad.late[row]:
        return sheet
    lock = pad.game.variant.rows[row].lock_bit
    locked = [other.crosses[row] for other in pad.game.sheets if other.crosses[row] & lock]
    if any((crosses & ~lock).bit_length() == cell + 1 for crosses in locked):
        return sheet._replace(closed=sheet.closed & ~(1 << row))
    return sheet


def pad_preview(pad: ScorePad, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
    """The sheet after a cross or a penalty, and what would follow on it; raises if the sheet forbids it."""
    game = pad.game
    if game.variant.turns is not None:
        return preview_card_mark(game, seat, move)
    if isinstance(move, Pass):
        sheet = game.sheets[seat]
        fined = sheet._replace(penalties=sheet.penalties + 1)
        if fined.penalties > game.variant.penalty_boxes:
            raise IllegalMove("every penalty box of this sheet is crossed (R6.1)")
        return fined, [Penalised(seat, fined.penalties)]
    if not isinstance(move, Cross):
        raise IllegalMove(f"{move.text} is not legal on a score pad: cross the cell itself")
    place = aim(game, seat, move)
    sheet = _sheet_for(pad, seat, place)
    check_cell(game.variant, sheet, place)
    return cross(game.variant, sheet, place, picks_of(move), seat=seat)


def apply_on_pad(pad: ScorePad, seat: int, move: Choice) -> tuple[ScorePad, tuple[Fact, ...]]:
    """The pad after a cross or a penalty of this seat, and what followed.

    It does not end the game: others may have crosses of the last roll to make, until they count.
    """
    game = pad.game
    check_seat(game, seat)
    if game.phase is Phase.OVER:
        raise NotNow("the game is over")
    if seat in game.out:
        raise NotNow(f"seat {seat} has given up (R8.5)")
    sheet, facts = pad_preview(pad, seat, move)
    crossed = game._replace(sheets=(*game.sheets[:seat], sheet, *game.sheets[seat + 1 :]))
    after = close_rows(crossed, game.sheets, facts) or crossed
    if game.variant.turns is not None:
        after = after_card_mark(after, seat, move)
    others = frozenset(range(len(game.sheets))) - {seat}
    fresh = after.closed & ~game.closed
    late = tuple(others if fresh >> r & 1 else seats - {seat} for r, seats in enumerate(pad.late))
    return ScorePad(after, late), tuple(facts)


def may_count(game: Game) -> bool:
    """Whether rows or penalties end the game: the sheets can be counted (R8)."""
    return game.phase is not Phase.OVER and end_reason(game.variant, game.sheets) is not None


def count_pad(game: Game) -> tuple[Game, tuple[Fact, ...]]:
    """The finished game; raises while nothing ends it."""
    facts: list[Fact] = []
    counted = None if game.phase is Phase.OVER else end_if_over(game, facts)
    if counted is None:
        raise NotNow("the sheets are counted when rows or penalties end the game (R8)")
    return counted, tuple(facts)


def pad_view(pad: ScorePad, seat: int | None) -> view_types.View:
    """A score pad as this seat sees it: everybody may cross, at any time, what their sheet can take."""
    game = pad.game
    seen = view(game, None)
    if game.phase is Phase.OVER:
        return {**seen, "seat": seat}
    moves = () if seat is None else pad_moves(pad, seat)
    told = [plain_pad_move(pad, seat, move) for move in moves if seat is not None]
    waiting = [other for other in range(len(game.sheets)) if other not in game.out]
    active = active_on_pad(game) if game.variant.turns else game.active
    return {
        **seen,
        "seat": seat,
        "active": active,
        "phase": "white",
        "waiting": waiting,
        "moves": told,
    }


def plain_pad_move(pad: ScorePad, seat: int, move: Choice) -> view_types.Move:
    """A mark on the pad with what it would do."""
    return plain_move(pad.game, seat, move, lambda _, seat, move: pad_preview(pad, seat, move))
