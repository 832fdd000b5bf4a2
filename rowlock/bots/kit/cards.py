"""A hand for the card game: what a sheet and the cards held are worth, and what the next cards may bring.

It knows what its seat's view shows and nothing else. Where it sees only a card's back, it weighs
everything that the card could be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rowlock.bots.kit.basis import ITSELF
from rowlock.bots.kit.card_outlook import Share
from rowlock.bots.kit.view_reading import View, game_of, seat_of
from rowlock.engine.cards.deck import JOKER, UNKNOWN, Card
from rowlock.engine.cards.moves import Play
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game, Phase, end_reason, preview
from rowlock.engine.moves import Choice
from rowlock.engine.notation import parse_move
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, can_cross, mark
from rowlock.engine.variant import Place, Variant

ENDS = 60.0
"""Its value of an end that it wins, or loses."""

Hand = tuple[Card, ...]


class SheetWorth(NamedTuple):
    """The worth of a sheet without any cards, what is left of the game then, and what cards would bring."""

    worth: float
    time: float
    gains: dict[Card, float]


class CardHand:
    """One seat's bot."""

    by = ITSELF

    def __init__(self, name: str, line: str, variant: Variant, outlook: Share) -> None:
        self.name, self.line, self.variant, self.outlook = name, line, variant, outlook
        turns = variant.turns
        assert isinstance(turns, CardTurns)
        self.deck, self.plays = turns.deck, turns.plays
        self._standings: dict[Sheet, SheetWorth] = {}
        self._crossed: dict[tuple[Sheet, str, tuple[int, ...]], Sheet] = {}

    def choose(self, view: View, moves: list[str]) -> str:
        if len(moves) == 1:
            return moves[0]
        asked: list[Choice] = [parse_move(text) for text in moves]  # type: ignore[misc]
        return self.pick(game_of(self.variant, view), seat_of(view), asked).text

    def pick(self, game: Game, seat: int, moves: Sequence[Choice]) -> Choice:
        """The best of these moves; `game` is what the seat knows of it."""
        self._standings.clear()
        self._crossed.clear()
        self.outlook.look(game, seat)
        return max(moves, key=lambda move: self.worth(game, seat, move))

    def worth(self, game: Game, seat: int, move: Choice) -> float:
        """The position after a move: the sheet, and the cards held."""
        assert game.lay is not None
        hand = game.lay.hands[seat]
        if game.phase is Phase.TAKE:
            card = game.lay.display[int(move.text[1:]) - 1]
            assert card is not None
            return self._expect(game, seat, card.number)
        sheet, _ = preview(game, seat, move)
        if isinstance(move, Play):
            return self._judge(game, seat, sheet, tuple([card for card in hand if card not in move.cards]))
        if seat != game.active:
            return self._judge(game, seat, sheet, hand)
        return self._best_play(game, seat, sheet, hand, crossed=sheet is not game.sheets[seat])

    def _expect(self, game: Game, seat: int, number: int) -> float:
        """The hand with a card of this number, over all that it can be."""
        assert game.lay is not None
        hand, sheet = game.lay.hands[seat], game.sheets[seat]
        cards = [card for card in self._unseen(game, seat) if card.number == number]
        return sum(self._best_play(game, seat, sheet, (*hand, card), crossed=True) for card in cards) / len(
            cards
        )

    def _best_play(self, game: Game, seat: int, sheet: Sheet, hand: Hand, *, crossed: bool) -> float:
        """The worth after the best play from this hand."""
        best = -1e9
        for play in self.plays.legal(sheet, sorted(hand)):
            after = self._played(sheet, play)
            if not play.crosses and not crossed:
                after = after._replace(penalties=after.penalties + 1)
            best = max(best, self._judge(game, seat, after, tuple([c for c in hand if c not in play.cards])))
        return best

    def _played(self, sheet: Sheet, play: Play) -> Sheet:
        """The sheet with the crosses of a play; many plays have the same ones."""
        key = sheet, play.colour, play.crosses
        after = self._crossed.get(key)
        if after is None:
            after = sheet
            for place in self.plays.places(play.colour, play.crosses):
                after = mark(self.variant, after, *place)
            self._crossed[key] = after
        return after

    def _judge(self, game: Game, seat: int, sheet: Sheet, hand: Hand) -> float:
        """Points to be expected of the sheet, crosses that the hand may bring, the rivals, and the end."""
        standing = self._standings.get(sheet) or self._stand(game, seat, sheet)
        worth, _, gains = standing
        for card in hand:
            gain = gains.get(card)
            worth += self._gain(sheet, card, standing) if gain is None else gain
        return worth

    def _stand(self, game: Game, seat: int, sheet: Sheet) -> SheetWorth:
        outlook, before = self.outlook, game.sheets[seat]
        time = outlook.time(sheet)
        worth = outlook.sheet(sheet, time) - outlook.rivals(time)
        if sheet.closed != before.closed or sheet.penalties != before.penalties:
            worth += self._end(game, seat, sheet)
        self._standings[sheet] = SheetWorth(worth, time, {})
        return self._standings[sheet]

    def _end(self, game: Game, seat: int, sheet: Sheet) -> float:
        """Its value of the end, if this sheet brings it."""
        sheets = (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
        if not end_reason(self.variant, sheets):
            return 0.0
        totals = [score(self.variant, one).total for one in sheets]
        return ENDS if totals[seat] >= max(totals) else -ENDS

    def _gain(self, sheet: Sheet, card: Card, standing: SheetWorth) -> float:
        """The value of a card in the hand for the crosses it could bring now; a joker, at the best place."""
        colours = self.variant.colours if card.colour == JOKER else card.colour
        places = [self.plays.place_of.get((colour, card.number)) for colour in colours]
        gains = [self._gain_at(sheet, place, standing.time) for place in places if place]
        standing.gains[card] = self.outlook.hold * max(gains, default=0.0)
        return standing.gains[card]

    def _gain_at(self, sheet: Sheet, place: Place, time: float) -> float:
        """The gain of a cross at one place; on such pads a row alone decides what may be crossed."""
        row, cell = place
        if not can_cross(self.variant, sheet, row, cell):
            return 0.0
        after = mark(self.variant, sheet, row, cell).crosses[row]
        see = self.outlook.row
        return max(0.0, see(row, after, time) - see(row, sheet.crosses[row], time))

    def _unseen(self, game: Game, seat: int) -> list[Card]:
        """The cards that a card seen only from the back could be."""
        if game.lay is None:
            return list(self.deck)  # nothing is dealt yet
        known = {card for card in game.lay.cards if card.colour != UNKNOWN}
        return [card for card in self.deck if card not in known]
