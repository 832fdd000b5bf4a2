"""At a real table: marks on the score pad, corrections that everybody consents to, the count at the end."""

from __future__ import annotations

from rowlock.engine.errors import NotNow
from rowlock.engine.facts import plain_fact
from rowlock.engine.game import Phase
from rowlock.engine.moves import Move, Withdraw
from rowlock.engine.notation import format_move
from rowlock.engine.pad import ScorePad, apply_on_pad, count_pad, may_count
from rowlock.table.errors import CannotStand, NotYourSeat
from rowlock.table.past import corrected, play_again, remember, tell_change
from rowlock.table.table import Entry, Proposal, Said, State, Table


def mark_on_pad(table: Table, number: int, move: Move) -> Said:
    """On a score pad everybody crosses when the real dice say so, and may take back their own last mark."""
    if isinstance(move, Withdraw):
        return _erase(table, number)
    assert table.game is not None
    pad, facts = apply_on_pad(ScorePad(table.game, table.late), number, move)
    said = remember(table, number, format_move(move))
    ending = table.ending - {table.seats[number].player}  # whoever plays on does not want to break off
    marked = table._replace(
        game=pad.game, late=pad.late, said=said, erased=table.erased - {number}, ending=ending
    )
    if table.seats[number].why == "left":
        marked = marked.with_seat(number, marked.seats[number]._replace(why=None))
    return marked, [plain_fact(fact) for fact in facts]


def _erase(table: Table, number: int) -> Said:
    own = [place for place, said in enumerate(table.said) if said.seat == number]
    if not own or number in table.erased:
        raise NotNow("only your last mark can be taken back without the others' consent")
    erased = play_again(table, (*table.said[: own[-1]], *table.said[own[-1] + 1 :]))
    return erased._replace(proposal=None, erased=table.erased | {number}), [
        {"kind": "erased", "seat": number}
    ]


def propose(table: Table, entry: Entry) -> Said:
    """Somebody wants to put something right; everybody at the table sees it, and consents or not."""
    held = _held(table, entry, "playing", "over")
    if table.proposal:
        raise NotNow("another correction waits for consent")
    body = entry.body
    text, added = body.get("move"), bool(body.get("added"))
    if table.settings.dice != "none" and (text is None or added):
        raise NotNow("where dice are entered, everybody has answered every roll: say what instead")
    if added and text is None:
        raise NotNow("say what is to be added")
    wish = Proposal(body["place"], text, added, held[0], {}, frozenset(held))
    proposal = wish._replace(told=tell_change(table, wish))
    return table._replace(proposal=proposal), [{"kind": "proposed", "seat": held[0]}]


def consent(table: Table, entry: Entry) -> Said:
    """Yes or no to the correction; one no is enough, even from whoever proposed it."""
    held, proposal = _held(table, entry, "playing", "over"), table.proposal
    if proposal is None:
        raise NotNow("no correction waits for consent")
    if not entry.body["agree"]:
        return table._replace(proposal=None), [{"kind": "declined", "seat": held[0]}]
    agreed = proposal._replace(agreed=proposal.agreed | set(held))
    return table._replace(proposal=agreed), [{"kind": "consented", "seat": held[0]}]


def count(table: Table, entry: Entry) -> Said:
    """Somebody has made their last cross; when all have, the score pad is counted."""
    held = _held(table, entry, "playing")
    if table.settings.dice != "none" or table.game is None or not may_count(table.game):
        raise NotNow("the sheets are counted when rows or penalties end the game (R8)")
    seats = tuple(seat._replace(agreed=seat.agreed or s in held) for s, seat in enumerate(table.seats))
    return table._replace(seats=seats), [{"kind": "finished", "seat": held[0]}]


def settle(table: Table) -> Said:
    """What everybody has consented to happens: a correction, or the count of a score pad."""
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
        return closed, [{"kind": "lapsed", "seat": proposal.by}]
    return after, [{"kind": "amended", "seat": proposal.by}]


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
    game, facts = count_pad(table.game)
    return table._replace(game=game, state="over", proposal=None), [plain_fact(fact) for fact in facts]


def _held(table: Table, entry: Entry, *states: State) -> list[int]:
    held = table.seats_of(entry.player)
    if not held:
        raise NotYourSeat("only those who sit at the table have a say in that")
    if table.state not in states:
        raise NotNow("the game is not on")
    return held
