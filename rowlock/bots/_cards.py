"""A hand for the card game: what a sheet and the cards held are worth, and what the next cards may bring.

It knows what its seat's view shows and nothing else. What a card may be whose back it sees, it weighs over
all that it could be; with `deals` it lays out the whole display so many times, as it could lie, and takes the
card that brings the most together with the others.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from rowlock.bots._basis import ITSELF
from rowlock.bots._reading import View, game_of, seat_of
from rowlock.engine.cards.deck import JOKER, UNKNOWN, Card
from rowlock.engine.cards.legal import Plays
from rowlock.engine.cards.moves import Play
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game, Phase, end_reason, preview
from rowlock.engine.moves import Choice
from rowlock.engine.notation import parse_move
from rowlock.engine.scoring import points_of, score
from rowlock.engine.sheet import Sheet, can_cross, mark
from rowlock.engine.variant import Place, Variant

FILLS, FADES, LEAST = 0.6, 14.0, 0.2
"""How many of the cells ahead it expects to cross: this share at first, less with every one of so many
rounds that a game may last, and no less than this."""
HOLD = 0.35
"""What it thinks of a cross that a card in its hand could bring, against one that stands."""
PENALTY = 6.0
ENDS = 60.0
"""What it thinks of an end that it wins, or loses."""

Hand = tuple[Card, ...]


class CardHand:
    """One seat's bot; with no deals it looks at the table as it lies, and no further."""

    by = ITSELF

    def __init__(self, name: str, line: str, variant: Variant, seed: int, deals: int) -> None:
        self.name, self.line, self.variant, self.seed, self.deals = name, line, variant, seed, deals
        turns = variant.turns
        assert isinstance(turns, CardTurns)
        self.deck, self.plays, self.size = turns.deck, turns.plays, turns.hand + 1
        self.fills = FILLS
        self._kept: dict[tuple[int, int], float] = {}
        self._gains: dict[tuple[int, int, int], float] = {}

    def choose(self, view: View, moves: list[str]) -> str:
        if len(moves) == 1:
            return moves[0]
        game, seat = game_of(self.variant, view), seat_of(view)
        self._kept.clear()
        self._gains.clear()
        self.fills = max(LEAST, FILLS * (1 - game.turn / (FADES * len(game.sheets))))
        worth = {text: self.worth(game, seat, parse_move(text)) for text in moves}  # type: ignore[arg-type]
        if self.deals and game.phase is Phase.TAKE:
            worth = self._by_deals(game, seat, moves)
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
        """Points to be expected of the rows, crosses that the hand may bring, penalties, and the end."""
        worth = -PENALTY * sheet.penalties
        for r, crosses in enumerate(sheet.crosses):
            worth += self._row(r, crosses)
        for card in hand:
            worth += HOLD * self._gain(sheet, card)
        before = game.sheets[seat]
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

    def _row(self, r: int, crosses: int) -> float:
        """The points of a row when it ends as far as may be expected."""
        row = self.variant.rows[r]
        key = (r, crosses)
        kept = self._kept.get(key)
        if kept is None:
            count, ahead = crosses.bit_count(), len(row.cells) - (crosses & row.lock_bit - 1).bit_length()
            if crosses & row.lock_bit:
                kept = float(points_of(self.variant, count))
            else:
                last = count + self.fills * ahead
                kept = last * (last + 1) / 2
            self._kept[key] = kept
        return kept

    def _gain(self, sheet: Sheet, card: Card) -> float:
        """What a card would bring if it were crossed now; a joker, at the best place."""
        colours = self.variant.colours if card.colour == JOKER else card.colour
        best = 0.0
        for colour in colours:
            place = self.plays.place_of.get((colour, card.number))
            if place:
                best = max(best, self._gain_at(sheet, place))
        return best

    def _gain_at(self, sheet: Sheet, place: Place) -> float:
        """The same at one place; on such pads a row alone decides what may be crossed in it."""
        row, cell = place
        key = (row, sheet.crosses[row], cell)
        gain = self._gains.get(key)
        if gain is None:
            gain = 0.0
            if can_cross(self.variant, sheet, row, cell):
                after = mark(self.variant, sheet, row, cell).crosses[row]
                gain = self._row(row, after) - self._row(row, sheet.crosses[row])
            self._gains[key] = gain
        return gain

    def _unseen(self, game: Game, seat: int) -> list[Card]:
        """The cards that could be any of those whose front is not seen."""
        assert game.lay is not None
        known = {card for card in game.lay.cards if card.colour != UNKNOWN}
        return [card for card in self.deck if card not in known]

    def _by_deals(self, game: Game, seat: int, moves: list[str]) -> dict[str, float]:
        """What each slot is worth: with the best of the others, over displays as they could lie."""
        assert game.lay is not None
        hand, sheet = game.lay.hands[seat], game.sheets[seat]
        rng = Random(f"{self.seed} {game.turn} {len(moves)}")
        worth, more = dict.fromkeys(moves, 0.0), self.size - len(hand) - 1
        for _ in range(self.deals):
            shown = self._deal(game, seat, moves, rng)
            for text in moves:
                others = [shown[other] for other in moves if other != text]
                worth[text] += max(
                    self._best_play(game, seat, sheet, (*hand, shown[text], *rest), crossed=True)
                    for rest in combinations(others, more)
                )
        return worth

    def _deal(self, game: Game, seat: int, moves: list[str], rng: Random) -> dict[str, Card]:
        """A card that it could be for every slot of the display."""
        assert game.lay is not None
        unseen, shown = self._unseen(game, seat), dict[str, Card]()
        left = rng.sample(unseen, len(unseen))
        for text in moves:
            back = game.lay.display[int(text[1:]) - 1]
            assert back is not None
            shown[text] = next(card for card in left if card.number == back.number)
            left.remove(shown[text])
        return shown
