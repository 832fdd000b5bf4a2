"""The flow of a turn: a game is a frozen value, an input gives the next one and what followed.

roll -> white action (all seats at once) -> colour action (the active seat) -> roll ...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rowlock.engine.errors import BadRoll, NoSuchSeat, NotNow, NotYourTurn
from rowlock.engine.facts import Chose, Closed, DieRemoved, Ended, Fact, Passed, Rolled, Struck, Withdrew
from rowlock.engine.legal import aim, check_seat, cross_on_sheet, legal_moves, place_of, preview
from rowlock.engine.moves import Choice, Cross, Lucky, Move, Pass, Roll, Withdraw
from rowlock.engine.sheet import Sheet
from rowlock.engine.state import (
    Game,
    Outcome,
    Phase,
    all_rolls,
    end_reason,
    new_game,
    open_colours,
    outcome,
    waiting_for,
)
from rowlock.engine.variant import Variant

__all__ = [
    "Game",
    "Outcome",
    "Phase",
    "Step",
    "all_rolls",
    "apply",
    "end_reason",
    "legal_moves",
    "new_game",
    "open_colours",
    "outcome",
    "preview",
    "waiting_for",
]


class Step(NamedTuple):
    """The game after an input, and what followed from it."""

    game: Game
    facts: tuple[Fact, ...]


def apply(game: Game, move: Roll | Move, seat: int | None = None) -> Step:
    """Say something at the table; raises a `RowlockError` and changes nothing if it is not allowed."""
    if isinstance(move, Roll):
        return _roll(game, move)
    if seat is None:
        raise NoSuchSeat("a move needs the seat that makes it")
    check_seat(game, seat)
    if game.phase is Phase.WHITE:
        return _withdraw(game, seat) if isinstance(move, Withdraw) else _choose(game, seat, move)
    if game.phase is Phase.COLOUR:
        return _act(game, seat, move)
    raise NotNow("the game is over" if game.phase is Phase.OVER else "the dice come first (R3.2)")


def _roll(game: Game, roll: Roll) -> Step:
    if game.phase is not Phase.ROLL:
        raise NotNow("the game is over" if game.phase is Phase.OVER else "the dice lie already (R3.3)")
    faces, dice = game.variant.faces, game.dice
    values = (*roll.white, *[value for _, value in roll.coloured])
    if "".join([colour for colour, _ in roll.coloured]) != dice:
        raise BadRoll(f"the dice in play are two white and {' '.join(dice)}, in this order (R3.2)")
    if not (min(values) >= 1 and max(values) <= faces):
        raise BadRoll(f"every die shows 1 to {faces}")
    thinking = (None,) * len(game.sheets)
    rolled = Game(game.variant, game.sheets, game.start, game.turn, Phase.WHITE, roll, thinking)
    return Step(rolled, (Rolled(game.active, roll),))


def _choose(game: Game, seat: int, choice: Choice) -> Step:
    """Keep a choice of the white action; the last one resolves them all (R4.2)."""
    place_of(game, seat, choice)
    choices = (*game.choices[:seat], choice, *game.choices[seat + 1 :])
    chosen = Game(game.variant, game.sheets, game.start, game.turn, Phase.WHITE, game.roll, choices)
    if None in choices:
        return Step(chosen, (Chose(seat),))
    return _resolve_white(chosen, seat)


def _withdraw(game: Game, seat: int) -> Step:
    if game.choices[seat] is None:
        raise NotNow("there is no choice to take back (R4.3)")
    choices = (*game.choices[:seat], None, *game.choices[seat + 1 :])
    return Step(game._replace(choices=choices), (Withdrew(seat),))


def _resolve_white(game: Game, last: int) -> Step:
    """All choices at once, each against its own sheet as it was; closures come after (R4.2, R7.2)."""
    facts: list[Fact] = [Chose(last)]
    sheets = []
    for seat, choice in enumerate(game.choices):
        sheet = game.sheets[seat]
        if isinstance(choice, Cross | Lucky):
            sheet, followed = cross_on_sheet(game, seat, choice, aim(game, seat, choice))
            facts += followed
        else:
            facts.append(Passed(seat))
        sheets.append(sheet)
    crossed = not isinstance(game.choices[game.active], Pass)
    after = Game(game.variant, tuple(sheets), game.start, game.turn, Phase.COLOUR, game.roll, (), crossed)
    after = _close_rows(after, game.closed, facts)
    return Step(_end_if_over(after, facts) or after, tuple(facts))


def _act(game: Game, seat: int, move: Move) -> Step:
    """The colour action, and with it the end of the turn (R5, R6)."""
    if seat != game.active:
        raise NotYourTurn(f"the colour action belongs to seat {game.active} (R5.2)")
    if isinstance(move, Withdraw):
        raise NotNow("the colour action cannot be taken back (R4.3)")
    sheet, facts = preview(game, seat, move)
    sheets = (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
    after = _close_rows(game._replace(sheets=sheets), game.closed, facts)
    over = _end_if_over(after, facts)
    if over:
        return Step(over, tuple(facts))
    if game.variant.die_leaves == "turn":
        left = open_colours(game.variant, after.closed)
        facts += [DieRemoved(colour) for colour in game.dice if colour not in left]
    fresh = Game(after.variant, after.sheets, after.start, after.turn + 1)
    return Step(fresh, tuple(facts))


def _close_rows(game: Game, closed_before: int, facts: list[Fact]) -> Game:
    """Rows that somebody has locked are closed for everybody from now on (R7.5)."""
    closed = game.closed
    if closed == closed_before:
        return game
    variant, sheets = game.variant, game.sheets
    for r, row in enumerate(variant.rows):
        if (closed & ~closed_before) >> r & 1:
            lockers = tuple(s for s, sheet in enumerate(sheets) if sheet.is_closed(r))
            facts.append(Closed(row.colour, lockers))
            facts += _struck_fields(variant, sheets, row.colour)
            if variant.die_leaves == "action":
                facts.append(DieRemoved(row.colour))
    return game._replace(sheets=tuple(sheet._replace(closed=closed) for sheet in sheets))


def _struck_fields(variant: Variant, sheets: tuple[Sheet, ...], colour: str) -> Iterator[Fact]:
    """Every seat's free bar fields of a colour that has just closed (R15.3)."""
    if variant.bonus_bar is None:
        return
    fields = [i for i, field in enumerate(variant.bonus_bar.fields) if field == colour]
    for seat, sheet in enumerate(sheets):
        free = tuple(i + 1 for i in fields if not sheet.bar >> i & 1)
        if free:
            yield Struck(seat, colour, free)


def _end_if_over(game: Game, facts: list[Fact]) -> Game | None:
    """The finished game, if this action has ended it (R8)."""
    reason = end_reason(game.variant, game.sheets)
    if reason is None:
        return None
    facts.append(Ended(reason))
    return game._replace(phase=Phase.OVER, choices=(), crossed=False)
