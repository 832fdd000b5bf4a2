"""The flow of a turn: a game is a frozen value, an input gives the next one and what followed.

roll -> white action (all seats at once) -> colour action (the active seat) -> roll ...
"""

from __future__ import annotations

from typing import NamedTuple

from rowlock.engine.cards.deck import Shuffle
from rowlock.engine.errors import BadRoll, NoSuchSeat, NotNow, NotYourTurn
from rowlock.engine.facts import Closed, DieRemoved, Ended, Fact, Resigned, Rolled, Withdrew, chose, passed
from rowlock.engine.legal import aim, check_seat, cross_on_sheet, legal_moves, place_of, preview, preview_roll
from rowlock.engine.moves import PASS, Abort, Choice, Move, Parting, Pass, Resign, Roll, Withdraw
from rowlock.engine.sheet import Sheet
from rowlock.engine.state import (
    COLOUR,
    OVER,
    ROLL,
    WHITE,
    Game,
    Outcome,
    Phase,
    all_rolls,
    end_reason,
    is_given_up,
    new_game,
    open_colours,
    outcome,
    union,
    waiting_for,
)

__all__ = [
    "Chance",
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


Chance = Roll | Shuffle
"""An input that nobody chooses: it is given, through the same door as moves."""


class Step(NamedTuple):
    """The game after an input, and what followed from it."""

    game: Game
    facts: tuple[Fact, ...]


def apply(game: Game, move: Chance | Move | Parting, seat: int | None = None) -> Step:
    """Say something at the table; raises a `RowlockError` and changes nothing if it is not allowed."""
    phase, turns = game.phase, game.variant.turns
    if turns is not None:
        return turns.apply(game, move, seat)
    if phase is ROLL and isinstance(move, Roll):
        return _roll(game, move)
    if seat is not None and isinstance(move, Choice) and 0 <= seat < len(game.sheets) and not game.out:
        if phase is WHITE:
            return _choose(game, seat, move)
        if phase is COLOUR:
            return _act(game, seat, move)
    return _say(game, move, seat)


def _say(game: Game, move: Chance | Move | Parting, seat: int | None) -> Step:
    """Whatever is not an everyday roll or choice, and what may not be said."""
    if isinstance(move, Abort):
        return abort(game)
    if isinstance(move, Roll):
        raise NotNow("the game is over" if game.phase is OVER else "the dice have been rolled already (R3.3)")
    if isinstance(move, Shuffle):
        raise NotNow("this game is played with dice, without cards (R3.2)")
    if seat is None:
        raise NoSuchSeat("a move needs the seat that makes it")
    check_seat(game, seat)
    if seat in game.out and game.phase is not OVER:
        raise NotNow(f"seat {seat} has given up (R8.5)")
    if isinstance(move, Resign):
        return _resign(game, seat)
    if game.phase is WHITE:
        return _withdraw(game, seat) if isinstance(move, Withdraw) else _choose(game, seat, move)
    if game.phase is COLOUR:
        return _act(game, seat, move)
    raise NotNow("the game is over" if game.phase is OVER else "the dice come first (R3.2)")


def _roll(game: Game, roll: Roll) -> Step:
    faces, dice = game.variant.faces, game.dice
    values = (*roll.white, *[value for _, value in roll.coloured])
    if "".join([die[0] for die in roll.coloured]) != dice:
        raise BadRoll(f"the dice in play are two white and {' '.join(dice)}, in this order (R3.2)")
    if not (min(values) >= 1 and max(values) <= faces):
        raise BadRoll(f"every die shows 1 to {faces}")
    thinking = without_choice(game)
    rolled = Game(game.variant, game.sheets, game.start, game.turn, WHITE, roll, thinking, False, game.out)
    return Step(rolled, (Rolled(game.active, roll),))


def without_choice(game: Game) -> tuple[Choice | None, ...]:
    """The choices of the white action before anybody has spoken; seats that gave up pass (R8.5)."""
    if not game.out:
        return (None,) * len(game.sheets)
    return tuple(PASS if seat in game.out else None for seat in range(len(game.sheets)))


def _choose(game: Game, seat: int, choice: Choice) -> Step:
    """Keep a choice of the white action; the last one resolves them all (R4.2)."""
    place_of(game, seat, choice)
    choices = (*game.choices[:seat], choice, *game.choices[seat + 1 :])
    if None not in choices:
        return _resolve_white(game, choices, [chose(seat)])
    chosen = Game(
        game.variant, game.sheets, game.start, game.turn, WHITE, game.roll, choices, False, game.out
    )
    return Step(chosen, (chose(seat),))


def _withdraw(game: Game, seat: int) -> Step:
    if game.choices[seat] is None:
        raise NotNow("there is no choice to take back (R4.3)")
    choices = (*game.choices[:seat], None, *game.choices[seat + 1 :])
    return Step(game._replace(choices=choices), (Withdrew(seat),))


def _resolve_white(game: Game, choices: tuple[Choice | None, ...], facts: list[Fact]) -> Step:
    """All choices at once, each against its own sheet as it was; closures come after (R4.2, R7.2)."""
    sheets, locked, active = [], False, game.active
    for seat, choice in enumerate(choices):
        sheet = before = game.sheets[seat]
        if choice is None or isinstance(choice, Pass):
            if seat not in game.out:
                facts.append(passed(seat))
        else:
            sheet, followed = cross_on_sheet(game, seat, choice, aim(game, seat, choice))
            facts += followed
            locked = locked or sheet.closed != before.closed
        sheets.append(sheet)
    crossed = not isinstance(choices[active], Pass)
    after = Game(game.variant, tuple(sheets), game.start, game.turn, COLOUR, game.roll, (), crossed, game.out)
    if locked and (closed := close_rows(after, game.sheets, facts)):  # nothing else can end the game here
        after = end_if_over(closed, facts) or closed
    if active in game.out and after.phase is COLOUR:
        return _end_turn(after, after.sheets, facts)
    return Step(after, tuple(facts))


def _act(game: Game, seat: int, move: Move) -> Step:
    """The colour action, and with it the end of the turn (R5, R6)."""
    if seat != game.active:
        raise NotYourTurn(f"the colour action belongs to seat {game.active} (R5.2)")
    if isinstance(move, Withdraw):
        raise NotNow("the colour action cannot be taken back (R4.3)")
    sheet, facts = preview_roll(game, seat, move)
    before, sheets = game.sheets[seat], (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
    if sheet.closed != before.closed or sheet.penalties != before.penalties:
        acted = game._replace(sheets=sheets)
        acted = close_rows(acted, game.sheets, facts) or acted
        if over := end_if_over(acted, facts):
            return Step(over, tuple(facts))
        sheets = acted.sheets
    return _end_turn(game, sheets, facts)


def _end_turn(game: Game, sheets: tuple[Sheet, ...], facts: list[Fact]) -> Step:
    """The next player's dice are awaited."""
    fresh = Game(game.variant, sheets, game.start, game.turn + 1, ROLL, None, (), False, game.out)
    if game.variant.die_keepers:
        lying = game._replace(sheets=sheets).dice
        facts += [DieRemoved(colour) for colour in lying if colour not in fresh.dice]
    return Step(fresh, tuple(facts))


def give_up(game: Game, seat: int) -> tuple[Game, list[Fact]]:
    """The game without a seat, which may end it."""
    if game.phase is OVER:
        raise NotNow("the game is over")
    left = game._replace(out=tuple(sorted((*game.out, seat))))
    if is_given_up(left):
        return ended(left), [Resigned(seat), Ended("resigned")]
    return left, [Resigned(seat)]


def _resign(game: Game, seat: int) -> Step:
    """A seat gives up: its sheet stays as it is, it passes from now on and cannot win (R8.5)."""
    left, facts = give_up(game, seat)
    if left.phase is WHITE:
        choices = (*game.choices[:seat], PASS, *game.choices[seat + 1 :])
        if None not in choices:
            return _resolve_white(left, choices, facts)
        left = left._replace(choices=choices)
    elif left.phase is COLOUR and seat == game.active:
        return _end_turn(left, left.sheets, facts)
    return Step(left, tuple(facts))


def abort(game: Game) -> Step:
    """The table breaks the game off (R8.6)."""
    if game.phase is OVER:
        raise NotNow("the game is over")
    return Step(ended(game)._replace(aborted=True), (Ended("aborted"),))


def ended(game: Game) -> Game:
    """The same game, over."""
    return game._replace(phase=OVER, choices=(), crossed=False)


def close_rows(game: Game, before: tuple[Sheet, ...], facts: list[Fact]) -> Game | None:
    """Rows that somebody has locked are closed from now on, for whom the variant says (R7.5).

    None if nobody has locked any.
    """
    variant, sheets = game.variant, game.sheets
    for sheet, old in zip(sheets, before, strict=True):
        if sheet.closed != old.closed:
            break
    else:
        return None
    if variant.closes_for == "table":
        closed = union(sheets)
        after = game._replace(sheets=tuple(sheet._replace(closed=closed) for sheet in sheets))
    else:
        after = game
    dice = after.dice
    for r, row in enumerate(variant.rows):
        lockers = tuple(
            s for s, sheet in enumerate(sheets) if sheet.is_closed(r) and not before[s].is_closed(r)
        )
        if not lockers:
            continue
        facts.append(Closed(row.name, lockers))
        for mechanism in variant.asked("row_closed"):
            facts += mechanism.row_closed(variant, after.sheets, r)
        if row.lock and variant.turns is None and row.lock not in dice:
            facts.append(DieRemoved(row.lock))
    return after


def end_if_over(game: Game, facts: list[Fact]) -> Game | None:
    """The finished game, if this action has ended it (R8)."""
    reason = end_reason(game.variant, game.sheets)
    if reason is None:
        return None
    facts.append(Ended(reason))
    return ended(game)
