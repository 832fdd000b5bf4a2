"""Legal moves, their effects, and reasons why others are not legal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rowlock.engine.errors import IllegalMove, NoSuchSeat
from rowlock.engine.facts import Fact, Penalised, passed
from rowlock.engine.moves import PASS, Choice, Cross, Pass
from rowlock.engine.sheet import Sheet, can_cross, count_in_row, cross, find_row, objection, pick_lists
from rowlock.engine.state import COLOUR, WHITE, Game
from rowlock.engine.variant import Place, Target, Variant

if TYPE_CHECKING:
    from rowlock.engine.mechanisms.mechanism import Mechanism


def legal_moves(game: Game, seat: int) -> tuple[Choice, ...]:
    """Everything this seat may choose now, the pass last; empty when it is not asked.

    A seat that has chosen in the white action still sees its moves: it may choose again (R4.3).
    """
    if not 0 <= seat < len(game.sheets):
        check_seat(game, seat)
    if seat in game.out:
        return ()
    phase, turns = game.phase, game.variant.turns
    if turns is not None:
        return turns.legal_moves(game, seat)
    if phase is WHITE:
        return (*_white_moves(game, seat), PASS)
    if phase is COLOUR and seat == game.active:
        return (*expand(game, seat, _colour_targets(game)), PASS)
    return ()


def preview(game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
    """This seat's sheet after a legal choice of its own, and what would follow on it."""
    if game.variant.turns is not None:
        return game.variant.turns.preview(game, seat, move)
    return preview_roll(game, seat, move)


def preview_roll(game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
    """The same in a game with dice."""
    place = place_of(game, seat, move)
    if place is not None and not isinstance(move, Pass):
        return cross_on_sheet(game, seat, move, place)
    sheet, facts = game.sheets[seat], [passed(seat)]
    if game.phase is COLOUR and not game.crossed:
        sheet = sheet._replace(penalties=sheet.penalties + 1)
        return sheet, [*facts, Penalised(seat, sheet.penalties)]
    return sheet, [*facts]


def check_seat(game: Game, seat: int) -> None:
    if not 0 <= seat < len(game.sheets):
        raise NoSuchSeat(f"there is no seat {seat}; seats are 0 to {len(game.sheets) - 1}")


def _white_moves(game: Game, seat: int) -> list[Choice]:
    total = game.roll.total if game.roll else 0
    moves = expand(game, seat, game.variant.white_targets.get(total, ()))
    for mechanism in game.variant.offerers:
        for move, place in mechanism.offers(game, seat):
            moves += _with_picks(game, seat, move, place)
    return moves


def _with_picks(game: Game, seat: int, move: Choice, place: Place) -> list[Choice]:
    """A move once for every answer to the ties that it meets (R16.4)."""
    if place in game.variant.quiet:
        return [move]
    ways = pick_lists(game.variant, game.sheets[seat], place)
    return [replace(move, picks=picks) if picks else move for picks in ways]  # type: ignore[type-var]


def _colour_targets(game: Game) -> list[Target]:
    """The cells that one white die and one coloured die reach together, row by row (R5.1)."""
    if game.roll is None:
        return []
    (first, second), reach = game.roll.white, game.variant.colour_targets
    low, high = (first, second) if first < second else (second, first)
    found: list[Target] = []
    for colour, value in _coloured(game):
        found += reach.get((colour, low + value), ())
        if low != high:
            found += reach.get((colour, high + value), ())
    found.sort()
    if game.variant.has_shared_cells:
        return list(dict.fromkeys(found))  # two dice may reach the same cell
    return found


def _coloured(game: Game) -> list[tuple[str, int]]:
    """The coloured dice of the colour action that are in play; none in the white action."""
    if game.phase is not COLOUR or game.roll is None:
        return []
    dice = game.dice
    return [die for die in game.roll.coloured if die[0] in dice]


def _reaching(game: Game, coloured: list[tuple[str, int]], place: Place | Target) -> str:
    """The colours of those among these dice that reach a cell together with a white one (R5.1)."""
    if not coloured or game.roll is None:
        return ""
    cell, white = game.variant.rows[place.row].cells[place.cell], game.roll.white
    colours, number = cell.colours, cell.number
    return "".join([c for c, value in coloured if c in colours and number - value in white])


def expand(game: Game, seat: int, targets: tuple[Target, ...] | list[Target]) -> list[Choice]:
    """The targets that this seat may cross, once for every answer to the ties they meet."""
    variant, sheet = game.variant, game.sheets[seat]
    if variant.is_judged:
        moves = _judged(game, sheet, targets)
    else:  # the same, without asking anybody: this is where most of a game's time goes
        closed, crosses = sheet.closed, sheet.crosses
        moves = [
            move
            for row, cell, move, needs in targets
            if not crosses[row] >> cell
            and not closed >> row & 1
            and (not needs or crosses[row].bit_count() >= needs)
        ]
    if not variant.may_tie:
        return moves
    return [picked for move in moves for picked in _with_picks(game, seat, move, aim(game, seat, move))]


def _judged(game: Game, sheet: Sheet, targets: tuple[Target, ...] | list[Target]) -> list[Choice]:
    """The moves to those targets that rows and mechanisms allow."""
    variant, coloured = game.variant, _coloured(game) if game.variant.objectors else []
    return [
        target.move
        for target in targets
        if can_cross(variant, sheet, target.row, target.cell, _reaching(game, coloured, target))
    ]


def place_of(game: Game, seat: int, move: Choice) -> Place | None:
    """The cell that a legal move crosses, None for a pass; raises `IllegalMove` with the reason."""
    if isinstance(move, Pass):
        return None
    try:
        place = aim(game, seat, move)
        if isinstance(move, Cross):
            _check_number(game, move, place)
        else:
            _owner(game.variant, move).check(game, seat, move, place)
        dice = _reaching(game, _coloured(game), place) if game.variant.objectors else ""
        check_cell(game.variant, game.sheets[seat], place, dice)
        if picks_of(move) or (game.variant.may_tie and place not in game.variant.quiet):
            cross_on_sheet(game, seat, move, place)
    except IllegalMove as error:
        legal = " ".join(other.text for other in legal_moves(game, seat))
        raise IllegalMove(f"{move.text} is not legal: {error}; legal: {legal}") from None
    return place


def aim(game: Game, seat: int, move: Choice) -> Place:
    """The cell that a move means; raises if the sheet has no such cell."""
    if not isinstance(move, Cross):
        return _owner(game.variant, move).aim(game, seat, move)
    place = game.variant.places.get((move.row, move.number))
    if place is None:
        find_row(game.variant, move.row)
        raise IllegalMove(f"row {move.row} has no number {move.number}")
    return place


def _owner(variant: Variant, move: Choice) -> Mechanism:
    """The mechanism that this kind of move belongs to."""
    for mechanism in variant.mechanisms:
        if isinstance(move, mechanism.moves):
            return mechanism
    raise IllegalMove(f"{variant.title} has no such moves")


def picks_of(move: Choice) -> tuple[str, ...]:
    """The rows that a move picks where it meets ties."""
    picks: tuple[str, ...] = getattr(move, "picks", ())
    return picks


def _check_number(game: Game, move: Cross, place: Place) -> None:
    """Whether the dice call for this cell (R4.1, R5.1)."""
    assert game.roll is not None  # there is a phase for choices only while there are dice on the table
    if game.phase is COLOUR:
        if not _reaching(game, _coloured(game), place):
            raise IllegalMove("no white die and coloured die make this cell's number and colour (R5.1)")
    elif move.number != game.roll.total:
        raise IllegalMove(f"the white dice call {game.roll.total} (R4.1)")


def check_cell(variant: Variant, sheet: Sheet, place: Place, dice: str = "") -> None:
    """Raise if this sheet cannot cross the cell, with the reason."""
    if can_cross(variant, sheet, *place, dice):
        return
    if sheet.is_closed(place.row):
        raise IllegalMove("the row is closed (R7.5)")
    row, crosses = variant.rows[place.row], sheet.crosses[place.row]
    if crosses >> place.cell:
        raise IllegalMove("it lies left of a cross, or on one (R2.1)")
    if why := objection(variant, sheet, place, dice):
        raise IllegalMove(why)
    count = count_in_row(variant, sheet, place.row)
    raise IllegalMove(f"it closes the row, which needs {row.needs} crosses first and has {count} (R7.1)")


def cross_on_sheet(game: Game, seat: int, move: Choice, place: Place) -> tuple[Sheet, list[Fact]]:
    """Cross a cell on a seat's own sheet, with all that follows there."""
    sheet, begun = game.sheets[seat], list[Fact]()
    if isinstance(move, Cross):
        by = "white" if game.phase is WHITE else "colour"
    else:
        owner = _owner(game.variant, move)
        by = owner.key
        sheet, begun = owner.begin(game.variant, sheet, seat, move)
    sheet, facts = cross(game.variant, sheet, place, picks_of(move), seat=seat, by=by)
    return sheet, begun + facts
