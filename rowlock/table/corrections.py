"""At a real table: marks on the score pad; what happens once everybody has consented."""

from __future__ import annotations

from rowlock.engine.errors import NotNow
from rowlock.engine.game import Phase
from rowlock.engine.moves import Move, Withdraw
from rowlock.engine.notation import format_move
from rowlock.engine.pad import ScorePad, apply_on_pad, count_pad, may_count
from rowlock.table import facts
from rowlock.table.errors import CannotStand
from rowlock.table.history import corrected, play_again, remember
from rowlock.table.table import Proposal, Said, Table


def mark_on_pad(table: Table, number: int, move: Move) -> Said:
    """On a score pad everybody crosses when the real dice say so, and may take back their own last mark."""
    if isinstance(move, Withdraw):
        return _erase(table, number)
    assert table.game is not None
    pad, followed = apply_on_pad(ScorePad(table.game, table.late), number, move)
    said = remember(table, number, format_move(move))
    ending = table.ending - {table.seats[number].player}  # whoever plays on does not want to break off
    marked = table._replace(
        game=pad.game, late=pad.late, said=said, erased=table.erased - {number}, ending=ending
    )
    if table.seats[number].why == "left":
        marked = marked.with_seat(number, marked.seats[number]._replace(why=None))
    return marked, list(followed)


def _erase(table: Table, number: int) -> Said:
    own = [place for place, said in enumerate(table.said) if said.seat == number]
    if not own or number in table.erased:
        raise NotNow("only your last mark can be taken back without the others' consent")
    erased = play_again(table, (*table.said[: own[-1]], *table.said[own[-1] + 1 :]))
    return erased._replace(proposal=None, erased=table.erased | {number}), [facts.Erased(number)]


def settle(table: Table) -> Said:
    """Carry out what everybody has consented to: a correction, or the count of a score pad."""
    if table.state == "open" or table.game is None:
        return table, []
    playing, free = table.state == "playing", table.settings.dice == "none"
    if playing and table.edition == 1 and free and may_count(table.game):
        return _counted(table)
    if table.proposal and table.proposal.agreed.issuperset(table.people):
        return _correct(table, table.proposal)
    if playing and free and any(seat.agreed for seat in table.seats):
        return _count(table)
    return table, []


def _correct(table: Table, proposal: Proposal) -> Said:
    closed = table._replace(proposal=None)
    try:
        after = _resumed(closed, corrected(closed, proposal))
        after = after._replace(corrections=table.corrections + (table.state == "over"))
    except CannotStand:  # something said later depends on what would change
        return closed, [facts.Lapsed(proposal.by)]
    return after, [facts.Amended(proposal.by)]


def _resumed(before: Table, after: Table) -> Table:
    """The table after a correction: a game that was over may be on again, one that was on may be over."""
    assert after.game is not None
    if before.state == "over" and before.settings.dice == "none" and may_count(after.game):
        return _counted(after)[0]
    if after.game.phase is Phase.OVER:
        return after._replace(state="over")
    if before.state == "playing":
        return after
    seats = tuple(seat._replace(agreed=False) for seat in after.seats)
    return after._replace(state="playing", seats=seats)


def _count(table: Table) -> Said:
    assert table.game is not None
    waits = may_count(table.game) and not all(table.seats[seat].agreed for seat in table.people)
    if waits:
        return table, []
    seats = tuple(seat._replace(agreed=False) for seat in table.seats)
    if not may_count(table.game):  # the lock was taken back
        return table._replace(seats=seats), []
    return _counted(table._replace(seats=seats))


def _counted(table: Table) -> Said:
    assert table.game is not None
    game, followed = count_pad(table.game)
    return table._replace(game=game, state="over", proposal=None), list(followed)
