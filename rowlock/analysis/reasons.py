"""Why a move is the best: at most two reasons, each with its number, each computed from the position.

Nothing here guesses. A reason states a fact, whoever looks: what a choice skips and how often
that comes, what it closes, what a lock still needs, what passing costs, which rival is about to close.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Literal, NamedTuple, TypedDict

from rowlock.engine.facts import Crossed, Locked
from rowlock.engine.game import Game, Phase, preview
from rowlock.engine.moves import PASS, Choice
from rowlock.engine.notation import format_move, parse_move
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, can_cross, count_in_row
from rowlock.engine.variant import Variant

MOST = 2
Kind = Literal["skips", "locks", "may_lock", "missing", "passing", "rival", "gain"]


class Reason(TypedDict):
    """A reason and its numbers; `kind` says which of them it has."""

    kind: Kind
    move: str
    """The move that it is about: the best one, or one that speaks for itself by what it would cost."""
    row: str | None
    numbers: list[int]
    """Cells of the row: those that the move skips, or that lock it."""
    percent: float | None
    """How many rolls of one's own turn bring one of the numbers; with `passing` the chances that it costs."""
    points: float | None
    """Points won or lost; with `passing` alone, the expected points that it costs on top."""
    crosses: int | None
    """Crosses that are missing."""
    seat: int | None
    """The rival that it is about."""


class _Weighed(NamedTuple):
    weight: float
    reason: Reason


def reasons_for(game: Game, seat: int, worths: Mapping[str, float]) -> list[Reason]:
    """Why the best of these moves is the best, the strongest reason first."""
    best = max(worths, key=lambda move: worths[move])
    scale = 100.0 if len(game.sheets) == 1 else 1.0
    found = [
        *_of_best(game, seat, best),
        *_of_passing(game, seat, best, worths, scale),
        *_of_skips(game, seat, best, worths, scale),
        *_of_rivals(game, seat),
    ]
    found.sort(key=lambda one: -one.weight)
    return [one.reason for one in found[:MOST]]


def comes_in(variant: Variant, dice: str, row: int, cells: list[int]) -> float:
    """The part of all rolls of one's own turn that bring one of these cells, by white sum or by a die."""
    numbers = {variant.rows[row].cells[cell].number for cell in cells}
    by_die: dict[str, set[int]] = {}
    for cell in cells:
        for colour in variant.rows[row].cells[cell].colours:
            if colour in dice:
                by_die.setdefault(colour, set()).add(variant.rows[row].cells[cell].number)
    side, missed = range(1, variant.faces + 1), 0.0
    for first, second in product(side, repeat=2):
        if first + second not in numbers:
            chance = 1.0
            for wanted in by_die.values():
                chance *= sum(not {first + die, second + die} & wanted for die in side) / variant.faces
            missed += chance
    return 1 - missed / variant.faces**2


def _choice(text: str) -> Choice:
    move = parse_move(text)
    assert isinstance(move, Choice)
    return move


def _reason(
    kind: Kind,
    move: str,
    row: str | None = None,
    numbers: list[int] | None = None,
    percent: float | None = None,
    points: float | None = None,
    crosses: int | None = None,
    seat: int | None = None,
) -> Reason:
    return {
        "kind": kind,
        "move": move,
        "row": row,
        "numbers": numbers or [],
        "percent": percent,
        "points": points,
        "crosses": crosses,
        "seat": seat,
    }


def _of_best(game: Game, seat: int, best: str) -> Iterator[_Weighed]:
    """What the best move does: it locks, comes near to that, or brings points."""
    variant, before = game.variant, game.sheets[seat]
    sheet, facts = preview(game, seat, _choice(best))
    gain = score(variant, sheet).total - score(variant, before).total
    locked = [fact.row for fact in facts if isinstance(fact, Locked)]
    if locked:
        yield _Weighed(1.0, _reason("locks", best, locked[0], points=float(gain)))
    for name in dict.fromkeys(fact.row for fact in facts if isinstance(fact, Crossed)):
        row = next(r for r, one in enumerate(variant.rows) if one.name == name)
        yield from _towards_lock(game, sheet, before, row, best)
    if gain > 0 and not locked:
        yield _Weighed(gain / 400, _reason("gain", best, points=float(gain)))


def _towards_lock(game: Game, sheet: Sheet, before: Sheet, row: int, best: str) -> Iterator[_Weighed]:
    variant, one = game.variant, game.variant.rows[row]
    if not one.lock or sheet.is_closed(row):
        return
    missing = one.needs - count_in_row(variant, sheet, row)
    if missing == 1:
        yield _Weighed(0.05, _reason("missing", best, one.name, crosses=1))
    closing = closing_cells(variant, sheet, row)
    if closing and not closing_cells(variant, before, row):
        numbers = [one.cells[cell].number for cell in closing]
        percent = 100 * comes_in(variant, game.dice, row, closing)
        yield _Weighed(0.06, _reason("may_lock", best, one.name, numbers, percent))


def closing_cells(variant: Variant, sheet: Sheet, row: int) -> list[int]:
    """The cells with which this sheet could lock a row at once, if the dice gave them."""
    one = variant.rows[row]
    if not one.lock or sheet.is_closed(row):
        return []
    last = range(one.first_closer, len(one.cells))
    return [cell for cell in last if can_cross(variant, sheet, row, cell)]


def _of_passing(
    game: Game, seat: int, best: str, worths: Mapping[str, float], scale: float
) -> Iterator[_Weighed]:
    """What passing would cost, where it brings a penalty."""
    text = format_move(PASS)
    if game.phase is not Phase.COLOUR or game.crossed or best == text or text not in worths:
        return
    sheet, _ = preview(game, seat, PASS)
    points = score(game.variant, game.sheets[seat]).total - score(game.variant, sheet).total
    loss = worths[best] - worths[text]
    percent = None if scale > 1 else 100 * loss
    yield _Weighed(loss / scale, _reason("passing", text, percent=percent, points=float(points)))


def _of_skips(
    game: Game, seat: int, best: str, worths: Mapping[str, float], scale: float
) -> Iterator[_Weighed]:
    """What the next best cross would skip, and how often that comes."""
    others = sorted((move for move in worths if move not in (best, "-")), key=lambda move: -worths[move])
    for move in others[:1]:
        skipped = skips_of(game, seat, move)
        if skipped:
            row, cells = skipped
            one = game.variant.rows[row]
            percent = 100 * comes_in(game.variant, game.dice, row, cells)
            numbers = [one.cells[cell].number for cell in cells]
            loss = worths[best] - worths[move]
            yield _Weighed(loss / scale, _reason("skips", move, one.name, numbers, percent))


def skips_of(game: Game, seat: int, move: str) -> tuple[int, list[int]] | None:
    """The row that a move crosses in, and the cells that it gives up there for good."""
    before = game.sheets[seat]
    sheet, facts = preview(game, seat, _choice(move))
    first = next((fact for fact in facts if isinstance(fact, Crossed)), None)
    if first is None:
        return None
    row = next(r for r, one in enumerate(game.variant.rows) if one.name == first.row)
    cells = [
        cell
        for cell in range(len(game.variant.rows[row].cells))
        if can_cross(game.variant, before, row, cell)
        and not sheet.crosses[row] >> cell & 1
        and not can_cross(game.variant, sheet._replace(closed=before.closed), row, cell)
    ]
    return (row, cells) if cells else None


def _of_rivals(game: Game, seat: int) -> Iterator[_Weighed]:
    """Rivals who need one cross to close a row."""
    for rival, sheet in enumerate(game.sheets):
        if rival == seat or rival in game.out:
            continue
        for row, one in enumerate(game.variant.rows):
            if closing := closing_cells(game.variant, sheet, row):
                numbers = [one.cells[cell].number for cell in closing]
                percent = 100 * comes_in(game.variant, game.dice, row, closing)
                reason = _reason("rival", "", one.name, numbers, percent, crosses=1, seat=rival)
                yield _Weighed(0.04 * percent / 100, reason)
