"""Which moves are legal, what each would do, and why others are not."""

from __future__ import annotations

from rowlock.engine.errors import IllegalMove, NoSuchSeat
from rowlock.engine.facts import Fact, Passed, Penalised, Source
from rowlock.engine.moves import PASS, Choice, Cross, Lucky, Pass
from rowlock.engine.notation import format_move
from rowlock.engine.sheet import Sheet, can_cross, cross, lucky_rows, may_cross, pick_lists
from rowlock.engine.state import Game, Phase
from rowlock.engine.variant import Place, Target, Variant


def legal_moves(game: Game, seat: int) -> tuple[Choice, ...]:
    """Everything this seat may choose now, the pass last; empty when it is not asked.

    A seat that has chosen in the white action still sees its moves: it may choose again (R4.3).
    """
    check_seat(game, seat)
    if game.phase is Phase.WHITE:
        return (*_white_moves(game, seat), PASS)
    if game.phase is Phase.COLOUR and seat == game.active:
        return (*_expand(game, seat, _colour_targets(game)), PASS)
    return ()


def preview(game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
    """This seat's sheet after a legal choice of its own, and what would follow on it."""
    place = place_of(game, seat, move)
    if place is not None and not isinstance(move, Pass):
        return cross_on_sheet(game, seat, move, place)
    sheet, facts = game.sheets[seat], [Passed(seat)]
    if game.phase is Phase.COLOUR and not game.crossed:
        sheet = sheet._replace(penalties=sheet.penalties + 1)
        return sheet, [*facts, Penalised(seat, sheet.penalties)]
    return sheet, [*facts]


def check_seat(game: Game, seat: int) -> None:
    if not 0 <= seat < len(game.sheets):
        raise NoSuchSeat(f"there is no seat {seat}; seats are 0 to {len(game.sheets) - 1}")


def _white_moves(game: Game, seat: int) -> list[Choice]:
    total = game.roll.total if game.roll else 0
    moves = _expand(game, seat, game.variant.white_targets.get(total, ()))
    if game.variant.lucky and total in game.lucky_numbers(seat):
        sheet = game.sheets[seat]
        for row in lucky_rows(game.variant, sheet):
            place = Place(row, sheet.crosses[row].bit_length())
            colour = game.variant.rows[row].colour
            moves += [Lucky(colour, picks) for picks in pick_lists(game.variant, sheet, place)]
    return moves


def _colour_targets(game: Game) -> list[Target]:
    """The cells that one white die and one coloured die reach together, row by row (R5.1)."""
    if game.roll is None:
        return []
    first, second = game.roll.white
    whites = (first,) if first == second else (first, second)
    reach, dice = game.variant.colour_targets, game.dice
    found = [
        target
        for colour, value in game.roll.coloured
        if colour in dice
        for white in whites
        for target in reach.get((colour, white + value), ())
    ]
    found.sort()
    return found


def _expand(game: Game, seat: int, targets: tuple[Target, ...] | list[Target]) -> list[Choice]:
    """The targets that this seat may cross, once for every answer to the ties they meet."""
    variant, sheet = game.variant, game.sheets[seat]
    closed, crosses, rows = sheet.closed, sheet.crosses, variant.rows
    moves: list[Choice] = []
    for row, cell, move in targets:
        if closed >> row & 1 or not may_cross(rows[row], crosses[row], cell):
            continue
        if not variant.bonus_pairs:
            moves.append(move)
            continue
        for picks in pick_lists(variant, sheet, Place(row, cell)):
            moves.append(Cross(move.row, move.number, picks) if picks else move)
    return moves


def place_of(game: Game, seat: int, move: Choice) -> Place | None:
    """The cell that a legal move crosses, None for a pass; raises `IllegalMove` with the reason."""
    if isinstance(move, Pass):
        return None
    try:
        place = aim(game, seat, move)
        _check_number(game, seat, move, place)
        _check_cell(game.variant, game.sheets[seat], place)
        if game.variant.bonus_pairs or move.picks:
            cross_on_sheet(game, seat, move, place)
    except IllegalMove as error:
        legal = " ".join(format_move(other) for other in legal_moves(game, seat))
        message = f"{format_move(move)} is not legal: {error}; legal: {legal}"
        raise IllegalMove(message) from None
    return place


def aim(game: Game, seat: int, move: Cross | Lucky) -> Place:
    """The cell that a move means; raises if the sheet has no such cell."""
    row = game.variant.row_of.get(move.row)
    if row is None:
        rows = " ".join(pad.colour for pad in game.variant.rows)
        raise IllegalMove(f"there is no row {move.row!r}; the rows are {rows}")
    if isinstance(move, Lucky):
        return Place(row, game.sheets[seat].crosses[row].bit_length())
    cell = game.variant.rows[row].index_of.get(move.number)
    if cell is None:
        raise IllegalMove(f"row {move.row} has no number {move.number}")
    return Place(row, cell)


def _check_number(game: Game, seat: int, move: Cross | Lucky, place: Place) -> None:
    """Whether the dice call for this cell (R4.1, R5.1, R12.2)."""
    assert game.roll is not None  # there is a phase for choices only while dice lie
    total = game.roll.total
    if game.phase is Phase.COLOUR:
        if isinstance(move, Lucky):
            raise IllegalMove("lucky numbers count in the white action only (R12.5)")
        cell = game.variant.rows[place.row].cells[place.cell]
        die = dict(game.roll.coloured).get(cell.colour, 0)
        if cell.colour not in game.dice or cell.number - die not in game.roll.white:
            raise IllegalMove("no white die and coloured die make this cell's number and colour (R5.1)")
    elif isinstance(move, Lucky):
        if total not in game.lucky_numbers(seat):
            raise IllegalMove(f"{total} is no lucky number of seat {seat} (R12.2)")
        if place.row not in lucky_rows(game.variant, game.sheets[seat]):
            raise IllegalMove("a lucky cross goes to an open row with the fewest crosses (R12.2)")
    elif move.number != total:
        raise IllegalMove(f"the white dice call {total} (R4.1)")


def _check_cell(variant: Variant, sheet: Sheet, place: Place) -> None:
    """Whether this sheet can cross the cell, in words if not."""
    if can_cross(variant, sheet, *place):
        return
    if sheet.is_closed(place.row):
        raise IllegalMove("the row is closed (R7.5)")
    row, crosses = variant.rows[place.row], sheet.crosses[place.row]
    if crosses >> place.cell:
        raise IllegalMove("it lies left of a cross, or on one (R2.1)")
    raise IllegalMove(
        f"it closes the row, which needs {row.needs} crosses before and has {crosses.bit_count()} (R7.1)"
    )


def cross_on_sheet(game: Game, seat: int, move: Cross | Lucky, place: Place) -> tuple[Sheet, list[Fact]]:
    """Cross a cell on a seat's own sheet, with all that follows there."""
    by: Source = "white" if game.phase is Phase.WHITE else "colour"
    if isinstance(move, Lucky):
        by = "lucky"
    return cross(game.variant, game.sheets[seat], place, move.picks, seat=seat, by=by)
