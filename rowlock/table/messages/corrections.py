"""At a real table: corrections that everybody consents to, and the last cross on a score pad."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.engine.errors import NotNow
from rowlock.engine.pad import may_count
from rowlock.table import facts
from rowlock.table.choices import State
from rowlock.table.errors import NotYourSeat
from rowlock.table.history import tell_change
from rowlock.table.messages.limits import Correction, Place
from rowlock.table.messages.message import Saying
from rowlock.table.table import Entry, Proposal, Said, Table


@dataclass(frozen=True, kw_only=True)
class Propose(Saying, kind="propose"):
    """Put something right that was rolled or marked lately at a real table; `GET …/past` says what there is.

    `move` stands there instead: a roll, a move, or on a score pad nothing; with `added` it comes before what
    was marked, which stays. All who sit there must consent. After the end it changes the result, or the game
    goes on.
    """

    place: Place
    move: Correction | None = None
    added: bool = False

    def apply(self, table: Table, by: Entry) -> Said:
        held = _held(table, by, "playing", "over")
        if table.proposal:
            raise NotNow("another correction waits for consent")
        if table.settings.dice != "none" and (self.move is None or self.added):
            raise NotNow("where dice are entered, everybody has answered every roll: say what instead")
        if self.added and self.move is None:
            raise NotNow("say what is to be added")
        wish = Proposal(self.place, self.move, self.added, held[0], {}, frozenset(held))
        proposal = wish._replace(told=tell_change(table, wish))
        return table._replace(proposal=proposal), [facts.Proposed(held[0])]


@dataclass(frozen=True, kw_only=True)
class Consent(Saying, kind="consent"):
    """Yes or no to the correction that somebody proposes; one no ends it, also by who proposed it."""

    agree: bool

    def apply(self, table: Table, by: Entry) -> Said:
        held, proposal = _held(table, by, "playing", "over"), table.proposal
        if proposal is None:
            raise NotNow("no correction waits for consent")
        if not self.agree:
            return table._replace(proposal=None), [facts.Declined(held[0])]
        agreed = proposal._replace(agreed=proposal.agreed | set(held))
        return table._replace(proposal=agreed), [facts.Consented(held[0])]


@dataclass(frozen=True, kw_only=True)
class Count(Saying, kind="count"):
    """On a score pad that is full: you have made your last cross; when all have, the sheets are counted."""

    def apply(self, table: Table, by: Entry) -> Said:
        held = _held(table, by, "playing")
        if table.settings.dice != "none" or table.game is None or not may_count(table.game):
            raise NotNow("the sheets are counted when rows or penalties end the game (R8)")
        seats = tuple(seat._replace(agreed=seat.agreed or s in held) for s, seat in enumerate(table.seats))
        return table._replace(seats=seats), [facts.Finished(held[0])]


def _held(table: Table, by: Entry, *states: State) -> list[int]:
    held = table.seats_of(by.player)
    if not held:
        raise NotYourSeat("only those who sit at the table have a say in that")
    if table.state not in states:
        raise NotNow("the game is not on")
    return held
