"""A score pad for real cards: what lies open is checked, and no hand is ever revealed (R24 to R29).

Of a turn the pad knows who is active, the number that was called, and what the play has crossed so far. `r8`
crosses the called number, `=b9:9` a played card, one after the other; with `-` the turn is over.
"""

from __future__ import annotations

from rowlock.engine.cards.deck import UNKNOWN, Card
from rowlock.engine.cards.lay import Lay
from rowlock.engine.cards.legal import Plays
from rowlock.engine.cards.moves import Play, make_play
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.errors import IllegalMove
from rowlock.engine.facts import Fact, Penalised, passed
from rowlock.engine.legal import aim, check_cell
from rowlock.engine.moves import PASS, Choice, Cross, Pass
from rowlock.engine.sheet import Sheet, can_cross, cross
from rowlock.engine.state import PLAY, TAKE, Game
from rowlock.engine.variant import Place


def active_on_pad(game: Game) -> int:
    """The next active seat; seats that have given up are left out (R28.4)."""
    return (game.start + _turn_from(game, game.turn) - 1) % len(game.sheets)


def card_marks(game: Game, seat: int) -> tuple[Choice, ...]:
    """The cells that the called number or a played card may cross; for the active player also the end."""
    sheet, variant = game.sheets[seat], game.variant
    marks: list[Choice] = []
    for r, row in enumerate(variant.rows):
        for c, cell in enumerate(row.cells):
            if can_cross(variant, sheet, r, c):
                if _why_not_called(game, seat, cell.number) is None:
                    marks.append(Cross(row.name, cell.number))
                if _why_not_played(game, seat, cell.colours, cell.number) is None:
                    marks.append(make_play(cell.colours, [Card(cell.colours, cell.number)], [cell.number]))
    is_over = seat == active_on_pad(game) and (_has_crossed(game) or sheet.penalties < variant.penalty_boxes)
    return (*marks, PASS) if is_over else tuple(marks)


def preview_card_mark(game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
    """The sheet after a mark, and what would follow on it; raises with the reason if it may not be made."""
    sheet = game.sheets[seat]
    if isinstance(move, Pass):
        return _end_of_turn(game, seat)
    place, by, why_not = _aimed(game, seat, move)
    if why_not:
        raise IllegalMove(f"{move.text} is not legal: {why_not}")
    check_cell(game.variant, sheet, place)
    return cross(game.variant, sheet, place, seat=seat, by=by)


def after_card_mark(game: Game, seat: int, move: Choice) -> Game:
    """The turn after a mark that was made on a sheet; the sheets are given already."""
    called, choices, played = _turn(game)
    if isinstance(move, Pass):
        return _next_turn(game)
    if isinstance(move, Play):
        played = (*played, *move.cards)
    elif isinstance(move, Cross):
        called, choices = move.number, (*choices[:seat], move, *choices[seat + 1 :])
    hands: tuple[tuple[Card, ...], ...] = ((),) * len(game.sheets)
    lay = Lay(hands, (), (Card(UNKNOWN, called),), played)
    return game._replace(phase=PLAY, lay=lay, choices=choices)


def _turn(game: Game) -> tuple[int, tuple[Choice | None, ...], tuple[Card, ...]]:
    """The called number (0: not known), who has crossed it, and the cards of the play that have crossed."""
    if game.phase is not PLAY or game.lay is None:
        return 0, (None,) * len(game.sheets), ()
    return game.lay.pile[0].number, game.choices, game.lay.played


def _has_crossed(game: Game) -> bool:
    """Whether the active player has crossed anything in this turn (R27.4)."""
    _, choices, played = _turn(game)
    return bool(played) or choices[active_on_pad(game)] is not None


def _end_of_turn(game: Game, seat: int) -> tuple[Sheet, list[Fact]]:
    active, sheet = active_on_pad(game), game.sheets[seat]
    if seat != active:
        raise IllegalMove(f"seat {active} has the turn, and ends it (R27)")
    if _has_crossed(game):
        return sheet, [passed(seat)]
    fined = sheet._replace(penalties=sheet.penalties + 1)
    if fined.penalties > game.variant.penalty_boxes:
        raise IllegalMove("every penalty box of this sheet is crossed (R6.1)")
    return fined, [Penalised(seat, fined.penalties)]


def _next_turn(game: Game) -> Game:
    turn = _turn_from(game, _turn_from(game, game.turn) + 1)
    return game._replace(turn=turn, phase=TAKE, lay=None, choices=())


def _turn_from(game: Game, turn: int) -> int:
    """This turn, or the next one of somebody who has not given up."""
    seats = len(game.sheets)
    while (game.start + turn - 1) % seats in game.out and len(game.out) < seats:
        turn += 1
    return turn


def _aimed(game: Game, seat: int, move: Choice) -> tuple[Place, str, str | None]:
    """The cell of a mark, by what it is crossed, and why it may not be."""
    if isinstance(move, Cross):
        return aim(game, seat, move), "call", _why_not_called(game, seat, move.number)
    if not isinstance(move, Play) or len(move.cards) != 1 or len(move.crosses) != 1:
        raise IllegalMove(f"{move.text} is not legal on a score pad: cross the cells one by one")
    number = move.crosses[0]
    place = _plays(game).place_of.get((move.colour, number))
    if place is None or move.cards[0] != Card(move.colour, number):
        raise IllegalMove(f"{move.text} is not legal on a score pad: name the cell's colour and number")
    return place, "play", _why_not_played(game, seat, move.colour, number)


def _why_not_called(game: Game, seat: int, number: int) -> str | None:
    called, choices, played = _turn(game)
    if choices[seat] is not None:
        return "the called number is crossed once in a turn (R26.1)"
    if called and number != called:
        return f"{called} is called (R26.1)"
    if played and seat == active_on_pad(game):
        return "the called number comes before the play (R26, R27)"
    return None


def _why_not_played(game: Game, seat: int, colour: str, number: int) -> str | None:
    _, _, played = _turn(game)
    plays, active = _plays(game), active_on_pad(game)
    if seat != active:
        return f"seat {active} plays cards now (R27.1)"
    if any(card.colour != colour for card in played):
        return "the cards of a play have one colour (R27.1)"
    if len(played) >= plays.most:
        return f"at most {plays.most} cards are played (R27.1)"
    skipped = plays.skipped(plays.places(colour, [*(card.number for card in played), number]))
    if skipped > plays.gap:
        return f"the crosses of a play skip {plays.gap} at most between them, not {skipped} (R27.3)"
    return None


def _plays(game: Game) -> Plays:
    assert isinstance(game.variant.turns, CardTurns)
    return game.variant.turns.plays
