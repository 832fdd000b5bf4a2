"""The worth of moves and positions of the card game to a seat: the champion's points made into chances.

It looks at what the seat knows and at nothing else (R24.4). Own cards count for what they could bring, a
rival's for what they could bring on average, whatever colour each may have. The constants were fitted to
games of champions; `bench/analysis/card_calibration.py` compares the chances with results.
"""

from __future__ import annotations

from itertools import pairwise
from math import exp
from typing import NamedTuple

from rowlock.analysis.judges.verdict import Worths
from rowlock.bots import strongest
from rowlock.bots.kit.card_outlook import A_TURN, COMING, OUTLOOKS, Share
from rowlock.bots.kit.cards import CardHand, Hand, SheetWorth
from rowlock.engine.cards.deck import UNKNOWN, Card
from rowlock.engine.game import Game, Phase, end_reason, legal_moves
from rowlock.engine.knowledge import known_to
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Variant


class Scale(NamedTuple):
    """The way from points to a chance."""

    least: float
    """Points by which one must lead for a chance of e to 1 when the end is near."""
    a_turn: float
    """So many more for every turn that is left."""
    waits: float
    """Points that a seat is behind for every other whose turn comes before its own."""
    plays: float
    """Points that the active seat is ahead while a number is called: it is going to play cards."""


SCALES = {
    2: Scale(6.3, 1.12, 1.75, 2.5),
    3: Scale(6.9, 0.72, 1.44, 2.0),
    4: Scale(6.6, 0.54, 1.16, 2.0),
    5: Scale(5.9, 0.53, 0.91, 2.0),
}
"""By number of seats: the fewer there are, the more often a lead is lost while many turns are left."""
ALONE = ((2.5, 28.8), (4.5, 27.6), (6.5, 24.8), (8.5, 17.5), (10.5, 6.0), (12.5, -1.0), (14.5, -4.0))
"""Alone, by turn: the points to add to so much of what steady's outlook says as `trusted` has."""


class Seen(NamedTuple):
    """The outlook of a table: points to be expected by seat, who plays next, the turns left."""

    points: list[float]
    next: int
    left: float
    is_called: bool
    """Whether a number is called, and the next to play has the cards for it in hand."""


class CardEyes(CardHand):
    """Looks at tables of one pad for one seat at a time."""

    def __init__(self, variant: Variant, seats: int) -> None:
        outlook = OUTLOOKS[strongest()] if seats > 1 else Share
        super().__init__(strongest(), "", variant, outlook(variant))
        self._counts_turn = False
        """Whether the active seat's turn is weighed as played: so it is where its own moves are compared."""

    def look(self, game: Game, seat: int) -> Game:
        """The game as a seat knows it; everything is weighed against that from now on."""
        known = known_to(game, seat)
        self._standings.clear()
        self._crossed.clear()
        self.outlook.look(known, seat)
        self._hidden = self._unseen(known, seat)
        self._others: dict[float, list[float]] = {}
        return known

    def options(self, game: Game, seat: int) -> Worths:
        """The worth of every move of a seat to it."""
        known = self.look(game, seat)
        if not knows_hand(known, seat):
            return {}
        self._counts_turn = seat == known.active
        return {move.text: self.worth(known, seat, move) for move in legal_moves(known, seat)}

    def position(self, game: Game, seat: int) -> float:
        """The worth of a table to a seat: with its best move if it is asked, as it lies if it is not."""
        options = self.options(game, seat)
        return max(options.values()) if options else self.at_rest(game, seat)

    def at_rest(self, game: Game, seat: int) -> float:
        """The worth of a table to a seat as it lies."""
        known = self.look(game, seat)
        hand = known.lay.hands[seat] if known.lay else ()
        self._counts_turn = False
        return self._judge(known, seat, known.sheets[seat], hand)

    def _judge(self, game: Game, seat: int, sheet: Sheet, hand: Hand) -> float:
        ended = self._result(game, seat, sheet)
        if ended is not None:
            return ended
        seen = self.see(game, seat, sheet, hand)
        if len(seen.points) == 1:
            return alone(seen.points[0], game.turn)
        return chances(seen, SCALES[len(seen.points)])[seat]

    def _result(self, game: Game, seat: int, sheet: Sheet) -> float | None:
        """The result of a seat whose sheet brings the end: its part of the win, or its points alone."""
        sheets = (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
        if game.phase is not Phase.OVER and not end_reason(self.variant, sheets):
            return None
        totals = [float(score(self.variant, one).total) for one in sheets]
        best = max(totals)
        return totals[0] if len(totals) == 1 else (totals[seat] == best) / totals.count(best)

    def see(self, game: Game, seat: int, sheet: Sheet, hand: Hand) -> Seen:
        """The outlook for everybody, as one seat sees it."""
        time = self.outlook.time(sheet)
        points = list(self._rivals(game, seat, time))
        points[seat] = super()._judge(game, seat, sheet, hand)
        coming = (game.active + self._counts_turn) % len(points)
        is_called = game.phase is Phase.CALL and not self._counts_turn
        return Seen(points, coming, max(0.0, (time - COMING) / A_TURN), is_called)

    def _stand(self, game: Game, seat: int, sheet: Sheet) -> SheetWorth:
        time = self.outlook.time(sheet)
        self._standings[sheet] = SheetWorth(self.outlook.sheet(sheet, time), time, {})
        return self._standings[sheet]

    def _rivals(self, game: Game, seat: int, time: float) -> list[float]:
        """The points that the others' sheets may come to when so much is left."""
        found = self._others.get(time)
        if found is None:
            rivals = range(len(game.sheets))
            found = [0.0 if rival == seat else self._of_rival(game, rival, time) for rival in rivals]
            self._others[time] = found
        return found

    def _of_rival(self, game: Game, rival: int, time: float) -> float:
        """The points that a rival's sheet may come to, with the cards of which only the backs are seen."""
        sheet, hand = game.sheets[rival], game.lay.hands[rival] if game.lay else ()
        standing = SheetWorth(self.outlook.sheet(sheet, time), time, {})
        return standing.worth + sum(self._gain(sheet, card, standing) for card in hand)

    def _gain(self, sheet: Sheet, card: Card, standing: SheetWorth) -> float:
        """The points that a card in a hand counts; one of which only the back is seen, on average."""
        if card.colour != UNKNOWN:
            return super()._gain(sheet, card, standing)
        cards = [other for other in self._hidden if other.number == card.number]
        gains = [super(CardEyes, self)._gain(sheet, other, standing) for other in cards]
        return sum(gains) / max(1, len(gains))


def knows_hand(known: Game, seat: int) -> bool:
    """Whether a seat's own cards are in what it knows: a position may hold one hand and leave out others."""
    return known.lay is not None and all(card.colour != UNKNOWN for card in known.lay.hands[seat])


def chances(seen: Seen, scale: Scale) -> list[float]:
    """Everybody's chance to win."""
    seats, spread = len(seen.points), scale.least + scale.a_turn * seen.left
    leads = [p - scale.waits * ((s - seen.next) % seats) for s, p in enumerate(seen.points)]
    leads[seen.next] += scale.plays * seen.is_called
    most = max(leads)
    odds = [exp((lead - most) / spread) for lead in leads]
    return [one / sum(odds) for one in odds]


def alone(points: float, turn: int) -> float:
    """The score to expect, by the points that the outlook says: early in a game it knows little."""
    trusted = min(1.0, 0.3 + 0.07 * turn)
    for (before, low), (after, high) in pairwise(ALONE):
        if turn <= after:
            part = max(0.0, (turn - before) / (after - before))
            return trusted * points + low + part * (high - low)
    return trusted * points + ALONE[-1][1]
