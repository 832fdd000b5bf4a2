"""Reasons why one move is better than another: at most two, each with its numbers.

Nothing here guesses. A reason states what differs: something that one of the two moves does and the other
does not, or does less. It speaks either for the better move or against the other one.
"""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.analysis.hints.card_reasons import reasons_to_hold, reasons_to_take, room_to_go_on
from rowlock.analysis.hints.consequences import After, SheetOutlook, closing_cells
from rowlock.analysis.hints.reason import LEAST, Kind, Reason, WeighedReason, make_reason, make_than
from rowlock.engine.facts import Locked
from rowlock.engine.game import Game, Phase, legal_moves, preview
from rowlock.engine.state import COLOUR
from rowlock.engine.variant import Place

MOST = 2


def reasons_for(game: Game, seat: int, best: str, other: str) -> list[Reason]:
    """Reasons why a move is better than another one of the same seat, the strongest first.

    There is none where nothing that can be read off the sheets, the dice and the cards speaks for it.
    """
    if game.phase is Phase.TAKE:
        return reasons_to_take(game, seat, best, other)[:MOST]
    before = SheetOutlook(game, seat)
    better, worse = After(before, best), After(before, other)
    found = [
        *_at_once(better, worse),
        *_ends(better, worse),
        *_gives_up(better, worse),
        *_skips(better, worse),
        *_seldom(better, worse),
        *_next_rolls(better, worse),
        *_locks_next(better, worse),
        *_in_reach(better, worse),
        *_rivals(better, worse),
        *reasons_to_hold(better, worse),
        *room_to_go_on(better, worse),
    ]
    found.sort(key=lambda one: -one.weight)
    return [one.reason for one in found[:MOST]]


def _at_once(better: After, worse: After) -> Iterator[WeighedReason]:
    """The gains of the better move at once: a lock, crosses along with it, more crosses, more points."""
    for row in better.locked:
        if row not in worse.locked:
            yield WeighedReason(0.9, make_reason("locks", better, row=row, points=better.gain))
    if along := better.earned - worse.earned - worse.crossed:
        yield WeighedReason(0.6, make_reason("also", better, along))
    elif better.crosses > worse.crosses > 0:
        than = make_than(worse, points=worse.crosses)
        yield WeighedReason(0.5, make_reason("crosses", better, points=better.crosses, than=than))
    if better.gain > max(0, worse.gain) and not better.locked:
        than = make_than(worse, points=worse.gain)
        weight = min(0.5, (better.gain - worse.gain) / 40)
        yield WeighedReason(weight, make_reason("gain", better, points=better.gain, than=than))


def _ends(better: After, worse: After) -> Iterator[WeighedReason]:
    """The end of the game, and a penalty."""
    if better.ends is not worse.ends:
        yield WeighedReason(1.0, make_reason("ends", better if better.ends else worse))
    if worse.penalty > 0 and better.penalty <= 0:
        yield WeighedReason(0.8, make_reason("penalty", worse, points=worse.penalty))


def _gives_up(better: After, worse: After) -> Iterator[WeighedReason]:
    """The losses by the other move: second crosses that are still possible, fields that offer moves."""
    if behind := worse.left_behind - better.left_behind:
        percent = worse.before.percent(behind)
        yield WeighedReason(0.3 + (percent or 0) / 200, make_reason("leaves", worse, behind, percent=percent))
    spent = {name: fields - better.fields[name] for name, fields in worse.fields.items()}
    for fields in spent.values():
        if fields and not any(better.fields[name] - worse.fields[name] for name in spent):
            reason = make_reason("fields", worse)
            yield WeighedReason(0.2 + 0.02 * len(fields), {**reason, "fields": sorted(fields)})


def _skips(better: After, worse: After) -> Iterator[WeighedReason]:
    """Numbers that the other move skips and the better one does not, or numbers that come more often."""
    cells, fewer = _only(worse, better), _only(better, worse)
    if not cells:
        return
    percent, less = worse.before.percent(cells), worse.before.percent(fewer)
    more = (round(percent or 0, 1), len(cells)) > (round(less or 0, 1), len(fewer))
    if more:
        than = make_than(better, fewer, less) if fewer else None
        weight = 0.1 + ((percent or 0) - (less or 0)) / 100
        yield WeighedReason(weight, make_reason("skips", worse, cells, percent=percent or None, than=than))


def _seldom(better: After, worse: After) -> Iterator[WeighedReason]:
    """A cell that seldom comes, while the other one stays in reach and comes more often."""
    before = better.before
    if not better.crossed or not worse.crossed or not worse.crossed <= better.crossable:
        return
    percent, often = before.percent(better.crossed), before.percent(worse.crossed)
    if percent and often and round(percent, 1) < round(often, 1):
        than = make_than(worse, worse.crossed, often)
        weight = 0.05 + (often - percent) / 200
        yield WeighedReason(weight, make_reason("rare", better, better.crossed, percent=percent, than=than))


def _next_rolls(better: After, worse: After) -> Iterator[WeighedReason]:
    """How often the next rolls bring nothing, or a cross without a gap."""
    if better.ends or worse.ends:
        return
    if worse.blank - better.blank >= LEAST:
        than = make_than(better, percent=better.blank)
        weight = 0.1 + (worse.blank - better.blank) / 50
        yield WeighedReason(weight, make_reason("blank", worse, percent=worse.blank, than=than))
    if better.smooth - worse.smooth >= LEAST:
        than = make_than(worse, percent=worse.smooth)
        weight = 0.05 + (better.smooth - worse.smooth) / 200
        yield WeighedReason(weight, make_reason("smooth", better, percent=better.smooth, than=than))


def _only(one: After, other: After) -> set[Place]:
    """The cells that one move skips while the other skips their numbers in no row."""
    rows = one.variant.rows
    numbers = {rows[row].cells[cell].number for row, cell in other.skipped}
    return {place for place in one.skipped if rows[place.row].cells[place.cell].number not in numbers}


def _locks_next(better: After, worse: After) -> Iterator[WeighedReason]:
    """Locks that come within one cross or two."""
    rows, before = better.variant.rows, better.before
    for row, cells in better.closing.items():
        if row not in worse.closing and row not in before.closing and not better.ends:
            reason = make_reason("may_lock", better, cells, rows[row].name, better.percent(cells))
            yield WeighedReason(0.45, reason)
    for row in sorted(better.nearly - worse.nearly - before.nearly):
        yield WeighedReason(0.35, make_reason("nearly", better, row=rows[row].name))


def _in_reach(better: After, worse: After) -> Iterator[WeighedReason]:
    """Cells that the better move brings into reach: in this turn, by a link, a second time, with a bonus."""
    if better.ends:
        return
    if following := better.following - worse.following:
        yield WeighedReason(0.55, make_reason("follows", better, following))
    elif better.nearest and worse.nearest and better.nearest[0] < worse.nearest[0]:
        (gap, cell), (wider, other) = better.nearest, worse.nearest
        than = make_than(worse, [other], points=wider)
        yield WeighedReason(0.25, make_reason("nearer", better, [cell], points=gap, than=than))
    again = better.again - worse.again - better.before.again
    opened = better.crossable - better.before.crossable - worse.crossable - better.again
    kinds: list[tuple[Kind, set[Place], float]] = [("again", again, 0.3), ("opens", opened, 0.3)]
    kinds.append(("next", better.earning - worse.earning - better.before.earning, 0.25))
    for kind, cells, weight in kinds:
        if cells:
            percent = better.percent(cells)
            yield WeighedReason(
                weight + (percent or 0) / 500, make_reason(kind, better, cells, percent=percent)
            )


def _rivals(better: After, worse: After) -> Iterator[WeighedReason]:
    """A row that a rival may close for all soon, where only the better move still crosses in it."""
    if better.variant.closes_for == "player":
        return
    game, rows = better.before.game, {place.row for place in better.crossed}
    for rival in range(len(game.sheets)):
        if rival == better.seat or rival in game.out:
            continue
        for row in sorted(rows - {place.row for place in worse.crossed}):
            cells = closing_cells(game.variant, game.sheets[rival], row)
            name = game.variant.rows[row].name
            if not cells or name in better.locked:
                continue
            kind: Kind = "rival_now" if _locks_now(game, rival, name) else "rival"
            percent = SheetOutlook(game, rival).percent(cells)
            reason = make_reason(kind, better, cells, name, percent if kind == "rival" else None)
            yield WeighedReason(0.3 if kind == "rival" else 0.65, {**reason, "seat": rival})


def _locks_now(game: Game, rival: int, row: str) -> bool:
    """Whether a rival could lock a row with the dice that lie on the table."""
    if game.phase is not Phase.WHITE:
        return False
    asked = [game, game._replace(phase=COLOUR, choices=())] if rival == game.active else [game]
    return any(
        isinstance(fact, Locked) and fact.row == row
        for one in asked
        for move in legal_moves(one, rival)
        for fact in preview(one, rival, move)[1]
    )
