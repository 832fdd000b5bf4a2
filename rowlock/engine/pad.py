"""A score pad for a real table: the sheets and what they allow, without dice and without turns.

Whoever holds a sheet crosses what the real dice gave them; the rows, locks and penalties are minded as ever.
"""

from __future__ import annotations

from rowlock.engine import plain
from rowlock.engine.errors import IllegalMove, NotNow
from rowlock.engine.facts import Fact, Penalised
from rowlock.engine.game import Step, close_rows, end_if_over
from rowlock.engine.legal import aim, check_cell, check_seat, picks_of
from rowlock.engine.moves import PASS, Choice, Cross, Pass
from rowlock.engine.sheet import Sheet, can_cross, cross, pick_lists
from rowlock.engine.state import Game, Phase
from rowlock.engine.variant import Place
from rowlock.engine.view import plain_move, view


def pad_moves(game: Game, seat: int) -> tuple[Choice, ...]:
    """Every cell that this sheet can take, by whatever dice; a pass, which is a penalty here, comes last."""
    check_seat(game, seat)
    if game.phase is Phase.OVER:
        return ()
    variant, sheet = game.variant, game.sheets[seat]
    cells = [
        (Place(r, c), row.name, cell.number)
        for r, row in enumerate(variant.rows)
        for c, cell in enumerate(row.cells)
        if can_cross(variant, sheet, r, c)
    ]
    crosses = [
        Cross(row, number, picks)
        for place, row, number in cells
        for picks in pick_lists(variant, sheet, place)
    ]
    return (*crosses, PASS)


def pad_preview(game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
    """The sheet after a cross or a penalty, and what would follow on it; raises if the sheet forbids it."""
    variant, sheet = game.variant, game.sheets[seat]
    if isinstance(move, Pass):
        fined = sheet._replace(penalties=sheet.penalties + 1)
        return fined, [Penalised(seat, fined.penalties)]
    if not isinstance(move, Cross):
        raise IllegalMove(f"{move.text} is not legal on a score pad: cross the cell itself")
    place = aim(game, seat, move)
    check_cell(variant, sheet, place)
    return cross(variant, sheet, place, picks_of(move), seat=seat)


def apply_on_pad(game: Game, seat: int, move: Choice) -> Step:
    """The pad after a cross or a penalty of this seat, and what followed."""
    check_seat(game, seat)
    if game.phase is Phase.OVER:
        raise NotNow("the game is over")
    sheet, facts = pad_preview(game, seat, move)
    sheets = (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
    crossed = game._replace(sheets=sheets)
    after = close_rows(crossed, game.sheets, facts) or crossed
    return Step(end_if_over(after, facts) or after, tuple(facts))


def pad_view(game: Game, seat: int | None) -> plain.View:
    """A score pad as this seat sees it: everybody may cross, at any time, what their sheet can take."""
    seen = view(game, None)
    if game.phase is Phase.OVER:
        return {**seen, "seat": seat}
    moves = () if seat is None else pad_moves(game, seat)
    told = [plain_move(game, seat, move, pad_preview) for move in moves if seat is not None]
    return {**seen, "seat": seat, "phase": "white", "waiting": list(range(len(game.sheets))), "moves": told}
