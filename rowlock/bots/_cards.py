"""A hand for the card game: what a sheet and the cards held are worth, and what the next cards may bring.

It knows what its seat's view shows and nothing else. Where it sees only a card's back, it weighs
everything that the card could be.
"""

from __future__ import annotations

from rowlock.bots._basis import ITSELF
from rowlock.bots._card_outlook import Share
from rowlock.bots._reading import View, game_of, seat_of
from rowlock.engine.cards.deck import JOKER, UNKNOWN, Card
from rowlock.engine.cards.legal import Plays
from rowlock.engine.cards.moves import Play
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game, Phase, end_reason, preview
from rowlock.engine.moves import Choice
from rowlock.engine.notation import parse_move
from rowlock.engine.scoring import score
from rowlock.engine.sheet import Sheet, can_cross, mark
from rowlock.engine.variant import Place, Variant

ENDS = 60.0
"""What it thinks of an end that it wins, or loses."""

Hand = tuple[Card, ...]


class CardHand:
    """One seat's bot."""

    by = ITSELF

    def __init__(self, name: str, line: str, variant: Variant, outlook: Share) -> None:
        self.name, self.line, self.variant, self.outlook = name, line, variant, outlook
        turns = variant.turns
        assert isinstance(turns, CardTurns)
        self.deck, self.plays = turns.deck, turns.plays
        self._gains: dict[tuple[int, int, int, float], float] = {}

    def choose(self, view: View, moves: list[str]) -> str:
        if len(moves) == 1:
            return moves[0]
        game, seat = game_of(self.variant, view), seat_of(view)
        self._gains.clear()
        self.outlook.look(game, seat)
        worth = {text: self.worth(game, seat, parse_move(text)) for text in moves}  # type: ignore[arg-type]
        return max(moves, key=lambda text: worth[text])

    def worth(self, game: Game, seat: int, move: Choice) -> float:
        """What a move leaves: the sheet, and the cards held."""
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
            after = self._played(sheet, self.plays, play)
            if not play.crosses and not crossed:
                after = after._replace(penalties=after.penalties + 1)
            best = max(best, self._judge(game, seat, after, tuple([c for c in hand if c not in play.cards])))
        return best

    def _played(self, sheet: Sheet, plays: Plays, play: Play) -> Sheet:
        for place in plays.places(play.colour, play.crosses):
            sheet = mark(self.variant, sheet, *place)
        return sheet

    def _judge(self, game: Game, seat: int, sheet: Sheet, hand: Hand) -> float:
        """Points to be expected of the sheet, crosses that the hand may bring, the rivals, and the end."""
        outlook, before = self.outlook, game.sheets[seat]
        time = outlook.time(sheet)
        worth = outlook.sheet(sheet, time) - outlook.rivals(time)
        for card in hand:
            worth += outlook.hold * self._gain(sheet, card, time)
        if sheet.closed != before.closed or sheet.penalties != before.penalties:
            worth += self._end(game, seat, sheet)
        return worth

    def _end(self, game: Game, seat: int, sheet: Sheet) -> float:
        """What it thinks of the end, if this sheet brings it."""
        sheets = (*game.sheets[:seat], sheet, *game.sheets[seat + 1 :])
        if not end_reason(self.variant, sheets):
            return 0.0
        totals = [score(self.variant, one).total for one in sheets]
        return ENDS if totals[seat] >= max(totals) else -ENDS

    def _gain(self, sheet: Sheet, card: Card, time: float) -> float:
        """What a card would bring if it were crossed now; a joker, at the best place."""
        colours = self.variant.colours if card.colour == JOKER else card.colour
        best = 0.0
        for colour in colours:
            place = self.plays.place_of.get((colour, card.number))
            if place:
                best = max(best, self._gain_at(sheet, place, time))
        return best

    def _gain_at(self, sheet: Sheet, place: Place, time: float) -> float:
        """The same at one place; on such pads a row alone decides what may be crossed in it."""
        row, cell = place
        key = (row, sheet.crosses[row], cell, time)
        gain = self._gains.get(key)
        if gain is None:
            gain, see = 0.0, self.outlook.row
            if can_cross(self.variant, sheet, row, cell):
                after = mark(self.variant, sheet, row, cell).crosses[row]
                gain = see(row, after, time) - see(row, sheet.crosses[row], time)
            self._gains[key] = gain
        return gain

    def _unseen(self, game: Game, seat: int) -> list[Card]:
        """The cards that a card seen only from the back could be."""
        assert game.lay is not None
        known = {card for card in game.lay.cards if card.colour != UNKNOWN}
        return [card for card in self.deck if card not in known]
