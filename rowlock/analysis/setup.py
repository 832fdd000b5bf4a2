"""A position set up by hand: cells crossed in any order, dice put down, seats added.

Whatever is changed, what comes out is a position that reads back (`position.parse_position`); what cannot
be is refused with the reason.
"""

from __future__ import annotations

from rowlock.engine.cards.deck import Shuffle, parse_shuffle
from rowlock.engine.errors import BadNotation, IllegalMove, NoSuchSeat, Unsupported
from rowlock.engine.game import Game, Phase, apply, legal_moves, new_game, open_colours, without_choice
from rowlock.engine.legal import check_cell
from rowlock.engine.moves import Roll
from rowlock.engine.notation import format_roll, format_sheet, parse_roll, parse_sheet
from rowlock.engine.position import Load, parse_position
from rowlock.engine.sheet import Sheet, can_cross, cross, empty_sheet, find_row, mark, pick_lists
from rowlock.engine.state import end_reason
from rowlock.engine.variant import Place, Variant

ACTIONS, CARD_ACTIONS = ("white", "colour", "colour+"), ("take", "call", "play", "play+")


def fresh(variant: Variant, seats: int | None = None) -> Game:
    """The start of a game: with two, if the pad is for two."""
    least, most = variant.players
    return new_game(variant, seats if seats is not None else max(least, min(2, most)))


def read_position(text: str, load: Load) -> Game:
    """A position from one line of text; a pad's name alone is the start of a game."""
    if len(text.split()) == 1:
        return fresh(load(text.strip()))
    return parse_position(text, load)


def changed(game: Game, what: str, seat: int, row: str, number: int, roll: str | None, action: str) -> Game:
    """A position after one change; `what` says which of the others it needs (docs/protocol.md)."""
    if seat >= len(game.sheets):
        raise NoSuchSeat(f"there is no seat {seat} in this position")
    if what == "cell":
        return tap(game, seat, row, number)
    if what == "seats":
        return with_seats(game, number)
    if what == "roll" and game.variant.turns is not None:
        return dealt(game, parse_shuffle(roll) if roll else None)
    if what == "roll":
        return with_roll(game, parse_roll(roll) if roll else None)
    if what == "action":
        return with_action(game, action)
    changes = {"penalty": penalise, "clear": clear, "active": with_active}
    return changes[what](game, seat)


def tap(game: Game, seat: int, row: str, number: int) -> Game:
    """Cross a cell of a sheet, with what it earns where a game would allow it; or take its cross away."""
    r = find_row(game.variant, row)
    cell = game.variant.rows[r].index_of.get(number)
    if cell is None:
        raise IllegalMove(f"row {row} has no number {number}")
    sheet, place = game.sheets[seat], Place(r, cell)
    changed = _without if sheet.crosses[r] >> cell & 1 else _with
    return _with_sheet(game, seat, changed(game.variant, sheet, place))


def penalise(game: Game, seat: int) -> Game:
    """One more penalty; after the last one, none again."""
    sheet = game.sheets[seat]
    count = (sheet.penalties + 1) % (game.variant.penalty_boxes + 1)
    return _with_sheet(game, seat, sheet._replace(penalties=count))


def clear(game: Game, seat: int) -> Game:
    """An untouched sheet."""
    return _with_sheet(game, seat, empty_sheet(game.variant, (seat - game.start) % len(game.sheets)))


def with_seats(game: Game, count: int) -> Game:
    """More seats, with untouched sheets, or fewer."""
    empty = new_game(game.variant, count, game.start % max(1, count))
    sheets = (game.sheets + empty.sheets[len(game.sheets) :])[:count]
    if game.variant.turns is not None and count != len(game.sheets):
        game = dealt(game, None)  # hands for so many are dealt anew
    return _settled(game._replace(sheets=sheets, start=game.start % count, out=()))


def with_active(game: Game, seat: int) -> Game:
    """Another seat's turn."""
    if game.phase in (Phase.CALL, Phase.PLAY):
        raise IllegalMove("who plays holds five cards: deal anew to give somebody else the turn (R25.1)")
    return game._replace(start=(seat - game.turn + 1) % len(game.sheets))


def with_roll(game: Game, roll: Roll | None) -> Game:
    """Dice on the table, for the white action; or none yet."""
    if game.phase is Phase.OVER:
        raise IllegalMove("the game is over: nothing is rolled any more (R8)")
    if roll is None:
        return game._replace(phase=Phase.ROLL, roll=None, choices=(), crossed=False)
    faces = (*roll.white, *(value for _, value in roll.coloured))
    if not all(1 <= face <= game.variant.faces for face in faces):
        raise BadNotation(f"{format_roll(roll)!r}: every die shows 1 to {game.variant.faces}")
    return _settled(game._replace(phase=Phase.WHITE, roll=roll, crossed=False))


def dealt(game: Game, shuffle: Shuffle | None) -> Game:
    """All cards dealt anew in this order, with the same sheets; or none on the table yet."""
    if game.phase is Phase.OVER:
        raise IllegalMove("the game is over: no cards are dealt any more (R27.5)")
    bare = game._replace(phase=Phase.SHUFFLE, lay=None, choices=(), crossed=False)
    return apply(bare, shuffle).game._replace(turn=game.turn) if shuffle else bare


def with_action(game: Game, action: str) -> Game:
    """The action that is on: white or colour; with cards, how far the turn has come.

    A `+` says that the active seat has crossed already.
    """
    with_cards = game.variant.turns is not None
    if with_cards is not (action in CARD_ACTIONS):
        raise Unsupported(
            f"{action}: a turn on this pad consists of {' '.join(CARD_ACTIONS if with_cards else ACTIONS)}"
        )
    if with_cards:
        return _with_card_action(game, action)
    if game.roll is None:
        raise IllegalMove("first the dice: there is no action without a roll")
    phase = Phase.WHITE if action == "white" else Phase.COLOUR
    return _settled(game._replace(phase=phase, crossed=action == "colour+"))


def _with_card_action(game: Game, action: str) -> Game:
    """A turn with cards brought to its next part; where cards are still to be taken, the first ones are."""
    if game.lay is None or game.phase is Phase.OVER:
        raise IllegalMove("first the cards: nothing is taken, called or played before they are dealt")
    if action == "take":
        if game.phase is not Phase.TAKE:
            raise IllegalMove("cards that were taken are not put back: deal anew (R25.1)")
        return game
    while game.phase is Phase.TAKE:
        game = apply(game, legal_moves(game, game.active)[0], game.active).game
    if game.phase is Phase.SHUFFLE:
        raise IllegalMove("the pile is empty, and no number can be called: deal anew (R28.1)")
    phase = Phase.CALL if action == "call" else Phase.PLAY
    return _with_cards(game._replace(phase=phase, crossed=action == "play+"))


def _with(variant: Variant, sheet: Sheet, place: Place) -> Sheet:
    row, cell = place
    if can_cross(variant, sheet, row, cell):
        return cross(variant, sheet, place, next(pick_lists(variant, sheet, place)))[0]
    line = variant.rows[row]
    if cell >= line.first_closer:
        check_cell(variant, sheet, place)  # says why not
        raise IllegalMove(f"{line.name}{line.cells[cell].number} cannot be crossed here")
    return mark(variant, sheet, row, cell)  # left of other crosses: nothing is earned


def _without(variant: Variant, sheet: Sheet, place: Place) -> Sheet:
    row, cell = place
    line = variant.rows[row]
    gone = 1 << cell | (line.lock_bit if cell >= line.first_closer else 0)
    crosses = (*sheet.crosses[:row], sheet.crosses[row] & ~gone, *sheet.crosses[row + 1 :])
    return _consistent(variant, sheet._replace(crosses=crosses))


def _consistent(variant: Variant, sheet: Sheet) -> Sheet:
    """The sheet, without what mechanisms remember of a cross that has gone; raises if it cannot be."""
    forgotten = [sheet.notes]
    for n, mechanism in enumerate(variant.mechanisms):
        first = mechanism.first_note(0)
        forgotten.append((*sheet.notes[:n], first, *sheet.notes[n + 1 :]))
    for notes in forgotten:
        kept = sheet._replace(notes=notes, closed=_locked(variant, sheet))
        try:
            parse_sheet(variant, format_sheet(variant, kept))
        except BadNotation as error:
            wrong = error
        else:
            return kept
    raise IllegalMove(str(wrong))


def _locked(variant: Variant, sheet: Sheet) -> int:
    """A bit for every row that this sheet has locked."""
    pairs = enumerate(zip(variant.rows, sheet.crosses, strict=True))
    return sum(1 << r for r, (row, crosses) in pairs if crosses & row.lock_bit)


def _with_sheet(game: Game, seat: int, sheet: Sheet) -> Game:
    return _settled(game._replace(sheets=(*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])))


def _settled(game: Game) -> Game:
    """Rows closed for whom they are closed, the end where it has come, and the dice that are in play."""
    variant = game.variant
    locked = [_locked(variant, sheet) for sheet in game.sheets]
    if variant.closes_for == "table":
        shut = 0
        for bits in locked:
            shut |= bits
        locked = [shut] * len(locked)
    closed = zip(game.sheets, locked, strict=True)
    game = game._replace(sheets=tuple(sheet._replace(closed=bits) for sheet, bits in closed), aborted=False)
    if end_reason(variant, game.sheets) is not None:
        return game._replace(phase=Phase.OVER, roll=None, choices=(), crossed=False)
    if variant.turns is not None:
        return _with_cards(game)
    if game.phase is Phase.OVER or game.roll is None:
        return game._replace(phase=Phase.ROLL, roll=None, choices=(), crossed=False)
    shown = dict(game.roll.coloured)
    dice = tuple((colour, shown.get(colour, 1)) for colour in open_colours(variant, game.closed))
    thinking = (None,) * len(game.sheets) if game.phase is Phase.WHITE else ()
    return game._replace(roll=Roll(game.roll.white, dice), choices=thinking)


def _with_cards(game: Game) -> Game:
    """The same before anybody has chosen; after an end that was taken back, cards are to be dealt."""
    if game.phase is Phase.OVER:
        return game._replace(phase=Phase.SHUFFLE, lay=None, choices=(), crossed=False)
    return game._replace(choices=without_choice(game) if game.phase is Phase.CALL else ())
