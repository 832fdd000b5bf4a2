"""The flow of a turn: a game is a frozen value, an input gives the next one and what followed.

roll -> white action (all seats at once) -> colour action (the active seat) -> roll ...
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import NamedTuple

from rowlock.engine.errors import BadRoll, IllegalMove, NoSuchSeat, NotNow, NotYourTurn
from rowlock.engine.facts import (
    Chose,
    Closed,
    DieRemoved,
    Ended,
    EndReason,
    Fact,
    Passed,
    Penalised,
    Rolled,
    Source,
    Struck,
    Withdrew,
)
from rowlock.engine.moves import PASS, Choice, Cross, Lucky, Move, Pass, Roll, Withdraw
from rowlock.engine.notation import format_move
from rowlock.engine.scoring import score
from rowlock.engine.sheet import (
    Sheet,
    can_cross,
    cross,
    empty_sheet,
    lucky_rows,
    may_cross,
    pick_lists,
)
from rowlock.engine.variant import Place, Target, Variant


class Phase(Enum):
    """What the table is waiting for."""

    ROLL = "roll"
    WHITE = "white"
    COLOUR = "colour"
    OVER = "over"


class Game(NamedTuple):
    """A game at one moment; seats count from 0."""

    variant: Variant
    sheets: tuple[Sheet, ...]
    start: int = 0
    """The seat that was active first (R3.1)."""
    turn: int = 1
    phase: Phase = Phase.ROLL
    roll: Roll | None = None
    choices: tuple[Choice | None, ...] = ()
    """What each seat has said in the white action, hidden until the last has spoken (R4.2)."""
    crossed: bool = False
    """Whether the active seat has crossed anything this turn (R6.1)."""

    @property
    def active(self) -> int:
        return (self.start + self.turn - 1) % len(self.sheets)

    @property
    def closed(self) -> int:
        """A bit for every row that is closed for somebody."""
        closed = 0
        for sheet in self.sheets:
            closed |= sheet.closed
        return closed

    @property
    def dice(self) -> str:
        """The colours whose dice are in play now (R7.5)."""
        if self.phase is Phase.COLOUR and self.roll and self.variant.die_leaves == "turn":
            return "".join(colour for colour, _ in self.roll.coloured)
        return open_colours(self.variant, self.closed)

    def lucky_numbers(self, seat: int) -> tuple[int, ...]:
        """The numbers on this seat's sheet, dealt from the start player on (R12.1)."""
        dealt = self.variant.lucky
        return dealt[(seat - self.start) % len(self.sheets)] if dealt else ()


class Step(NamedTuple):
    """The game after an input, and what followed from it."""

    game: Game
    facts: tuple[Fact, ...]


class Outcome(NamedTuple):
    """How a game ended: totals by seat, the seats that share the win (R9.3), and why it ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: EndReason


def open_colours(variant: Variant, closed: int) -> str:
    """The colours whose rows are open, in the order of the colours."""
    if not closed:
        return variant.colours
    return "".join([c for c in variant.colours if not closed >> variant.row_of[c] & 1])


def new_game(variant: Variant, seats: int, start: int = 0) -> Game:
    """A fresh game; who starts is drawn by lot by whoever calls (R3.1). One seat is solo (R10)."""
    least, most = variant.players
    if not least <= seats <= most:
        raise NoSuchSeat(f"{variant.title} is for {least} to {most} players, not {seats}")
    if not 0 <= start < seats:
        raise NoSuchSeat(f"the start seat must be 0 to {seats - 1}, not {start}")
    return Game(variant, (empty_sheet(variant),) * seats, start)


def waiting_for(game: Game) -> tuple[int, ...]:
    """The seats that have still to choose; none while dice are awaited or the game is over."""
    if game.phase is Phase.WHITE:
        return tuple([seat for seat, choice in enumerate(game.choices) if choice is None])
    return (game.active,) if game.phase is Phase.COLOUR else ()


def all_rolls(game: Game) -> Iterator[Roll]:
    """Every roll of the dice in play, each as likely as any other (R3.2)."""
    faces, dice = range(1, game.variant.faces + 1), game.dice
    for first, second, *coloured in product(faces, repeat=2 + len(dice)):
        yield Roll((first, second), tuple(zip(dice, coloured, strict=True)))


def legal_moves(game: Game, seat: int) -> tuple[Choice, ...]:
    """Everything this seat may choose now, the pass last; empty when it is not asked.

    A seat that has chosen in the white action still sees its moves: it may choose again (R4.3).
    """
    _check_seat(game, seat)
    if game.phase is Phase.WHITE:
        return (*_white_moves(game, seat), PASS)
    if game.phase is Phase.COLOUR and seat == game.active:
        return (*_expand(game, seat, _colour_targets(game)), PASS)
    return ()


def apply(game: Game, move: Roll | Move, seat: int | None = None) -> Step:
    """Say something at the table; raises a `RowlockError` and changes nothing if it is not allowed."""
    if isinstance(move, Roll):
        return _roll(game, move)
    if seat is None:
        raise NoSuchSeat("a move needs the seat that makes it")
    _check_seat(game, seat)
    if game.phase is Phase.WHITE:
        return _withdraw(game, seat) if isinstance(move, Withdraw) else _choose(game, seat, move)
    if game.phase is Phase.COLOUR:
        return _act(game, seat, move)
    raise NotNow("the game is over" if game.phase is Phase.OVER else "the dice come first (R3.2)")


def preview(game: Game, seat: int, move: Choice) -> tuple[Sheet, list[Fact]]:
    """This seat's sheet after a legal choice of its own, and what would follow on it."""
    place = _place(game, seat, move)
    if place is not None and not isinstance(move, Pass):
        return _cross(game, seat, move, place)
    sheet, facts = game.sheets[seat], [Passed(seat)]
    if game.phase is Phase.COLOUR and not game.crossed:
        sheet = sheet._replace(penalties=sheet.penalties + 1)
        return sheet, [*facts, Penalised(seat, sheet.penalties)]
    return sheet, [*facts]


def outcome(game: Game) -> Outcome | None:
    """Totals, winners and reason once the game is over; None before."""
    if game.phase is not Phase.OVER:
        return None
    scores = tuple(score(game.variant, sheet).total for sheet in game.sheets)
    winners = tuple(seat for seat, total in enumerate(scores) if total == max(scores))
    return Outcome(scores, winners, end_reason(game.variant, game.sheets) or "rows")


def end_reason(variant: Variant, sheets: tuple[Sheet, ...]) -> EndReason | None:
    """Why a game with these sheets is over, if it is (R8.1, R8.2)."""
    closed = 0
    for sheet in sheets:
        if sheet.penalties >= variant.penalty_boxes:
            return "penalties"
        closed |= sheet.closed
    return "rows" if closed.bit_count() >= variant.end_rows else None


def _check_seat(game: Game, seat: int) -> None:
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


def _roll(game: Game, roll: Roll) -> Step:
    if game.phase is not Phase.ROLL:
        raise NotNow("the game is over" if game.phase is Phase.OVER else "the dice lie already (R3.3)")
    faces, dice = game.variant.faces, game.dice
    values = (*roll.white, *[value for _, value in roll.coloured])
    if "".join([colour for colour, _ in roll.coloured]) != dice:
        raise BadRoll(f"the dice in play are two white and {' '.join(dice)}, in this order (R3.2)")
    if not (min(values) >= 1 and max(values) <= faces):
        raise BadRoll(f"every die shows 1 to {faces}")
    rolled = game._replace(phase=Phase.WHITE, roll=roll, choices=(None,) * len(game.sheets))
    return Step(rolled, (Rolled(game.active, roll),))


def _choose(game: Game, seat: int, choice: Choice) -> Step:
    """Keep a choice of the white action; the last one resolves them all (R4.2)."""
    _place(game, seat, choice)
    choices = (*game.choices[:seat], choice, *game.choices[seat + 1 :])
    chosen = game._replace(choices=choices)
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
            sheet, crossed = _cross(game, seat, choice, _aim(game, seat, choice))
            facts += crossed
        else:
            facts.append(Passed(seat))
        sheets.append(sheet)
    closed_before = game.closed
    after = game._replace(
        sheets=tuple(sheets),
        phase=Phase.COLOUR,
        choices=(),
        crossed=not isinstance(game.choices[game.active], Pass),
    )
    after = _close_rows(after, closed_before, facts)
    return Step(_end_if_over(after, facts) or after, tuple(facts))


def _act(game: Game, seat: int, move: Move) -> Step:
    """The colour action, and with it the end of the turn (R5, R6)."""
    if seat != game.active:
        raise NotYourTurn(f"the colour action belongs to seat {game.active} (R5.2)")
    if isinstance(move, Withdraw):
        raise NotNow("the colour action cannot be taken back (R4.3)")
    sheet, facts = preview(game, seat, move)
    closed_before = game.closed
    after = game._replace(sheets=(*game.sheets[:seat], sheet, *game.sheets[seat + 1 :]))
    after = _close_rows(after, closed_before, facts)
    over = _end_if_over(after, facts)
    if over:
        return Step(over, tuple(facts))
    if game.variant.die_leaves == "turn":
        left = open_colours(game.variant, after.closed)
        facts += [DieRemoved(colour) for colour in game.dice if colour not in left]
    fresh = Game(after.variant, after.sheets, after.start, after.turn + 1)
    return Step(fresh, tuple(facts))


def _cross(game: Game, seat: int, move: Cross | Lucky, place: Place) -> tuple[Sheet, list[Fact]]:
    """Cross a cell on a seat's own sheet, with all that follows there."""
    by: Source = "white" if game.phase is Phase.WHITE else "colour"
    if isinstance(move, Lucky):
        by = "lucky"
    return cross(game.variant, game.sheets[seat], place, move.picks, seat=seat, by=by)


def _aim(game: Game, seat: int, move: Cross | Lucky) -> Place:
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


def _place(game: Game, seat: int, move: Choice) -> Place | None:
    """The cell that a legal move crosses, None for a pass; raises `IllegalMove` with the reason."""
    if isinstance(move, Pass):
        return None
    try:
        place = _aim(game, seat, move)
        _check_number(game, seat, move, place)
        _check_cell(game.variant, game.sheets[seat], place)
        if game.variant.bonus_pairs or move.picks:
            _cross(game, seat, move, place)
    except IllegalMove as error:
        legal = " ".join(format_move(other) for other in legal_moves(game, seat))
        message = f"{format_move(move)} is not legal: {error}; legal: {legal}"
        raise IllegalMove(message) from None
    return place


def _check_number(game: Game, seat: int, move: Cross | Lucky, place: Place) -> None:
    """Whether the dice call for this cell (R4.1, R5.1, R12.2)."""
    total = game.roll.total if game.roll else 0
    if game.phase is Phase.COLOUR:
        if isinstance(move, Lucky):
            raise IllegalMove("lucky numbers count in the white action only (R12.5)")
        if all((row, cell) != place for row, cell, _ in _colour_targets(game)):
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
