"""The flow of a turn: a game is a frozen value, an input gives the next one and what followed.

roll -> white action (all seats at once) -> colour action (the active seat) -> roll ...
"""

from __future__ import annotations

from typing import NamedTuple

from rowlock.engine.errors import BadRoll, NoSuchSeat, NotNow, NotYourTurn
from rowlock.engine.facts import Chose, Closed, DieRemoved, Ended, Fact, Passed, Rolled, Withdrew
from rowlock.engine.legal import aim, check_seat, cross_on_sheet, legal_moves, place_of, preview
from rowlock.engine.moves import Choice, Move, Pass, Roll, Withdraw
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
        if choice is None or isinstance(choice, Pass):
            facts.append(Passed(seat))
        else:
            sheet, followed = cross_on_sheet(game, seat, choice, aim(game, seat, choice))
            facts += followed
        sheets.append(sheet)
    crossed = not isinstance(game.choices[game.active], Pass)
    after = Game(game.variant, tuple(sheets), game.start, game.turn, Phase.COLOUR, game.roll, (), crossed)
    after = _close_rows(after, tuple([sheet.closed for sheet in game.sheets]), facts)
    return Step(_end_if_over(after, facts) or after, tuple(facts))


def _act(game: Game, seat: int, move: Move) -> Step:
    """The colour action, and with it the end of the turn (R5, R6)."""
    if seat != game.active:
        raise NotYourTurn(f"the colour action belongs to seat {game.active} (R5.2)")
    if isinstance(move, Withdraw):
        raise NotNow("the colour action cannot be taken back (R4.3)")
    sheet, facts = preview(game, seat, move)
    sheets = (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
    closed_before = tuple([sheet.closed for sheet in game.sheets])
    after = _close_rows(game._replace(sheets=sheets), closed_before, facts)
    over = _end_if_over(after, facts)
    if over:
        return Step(over, tuple(facts))
    fresh = Game(after.variant, after.sheets, after.start, after.turn + 1)
    if after.closed and (kept := after.dice) != fresh.dice:
        facts += [DieRemoved(colour) for colour in kept if colour not in fresh.dice]
    return Step(fresh, tuple(facts))


def _close_rows(game: Game, closed_before: tuple[int, ...], facts: list[Fact]) -> Game:
    """Rows that somebody has locked are closed from now on, for whom the variant says (R7.5)."""
    variant, sheets = game.variant, game.sheets
    if tuple([sheet.closed for sheet in sheets]) == closed_before:
        return game
    before = 0
    for sheet_closed in closed_before:
        before |= sheet_closed
    if variant.closes_for == "table":
        after = game._replace(sheets=tuple(sheet._replace(closed=game.closed) for sheet in sheets))
    else:
        after = game
    dice = after.dice
    for r, row in enumerate(variant.rows):
        lockers = tuple(
            s for s, sheet in enumerate(sheets) if sheet.is_closed(r) and not closed_before[s] >> r & 1
        )
        if not lockers:
            continue
        facts.append(Closed(row.name, lockers))
        for mechanism in variant.asked("row_closed"):
            facts += mechanism.row_closed(variant, after.sheets, r)
        if not before >> r & 1 and row.lock and row.lock not in dice:
            facts.append(DieRemoved(row.lock))
    return after


def _end_if_over(game: Game, facts: list[Fact]) -> Game | None:
    """The finished game, if this action has ended it (R8)."""
    reason = end_reason(game.variant, game.sheets)
    if reason is None:
        return None
    facts.append(Ended(reason))
    return game._replace(phase=Phase.OVER, choices=(), crossed=False)
