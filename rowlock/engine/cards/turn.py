"""The flow of a turn with cards: take, called number, play (R25 to R27).

shuffle -> take -> call (all seats at once) -> play -> take ...; an empty pile asks for a shuffle in between.
"""

from __future__ import annotations

from bisect import insort

from rowlock.engine import view_types
from rowlock.engine.cards import lines, shown
from rowlock.engine.cards.choices import CardChoices
from rowlock.engine.cards.deck import Card, Shuffle, format_cards
from rowlock.engine.cards.facts import Shuffled, laid, took
from rowlock.engine.cards.facts import called as told
from rowlock.engine.cards.lay import Lay, check_cards, deal
from rowlock.engine.cards.legal import Plays
from rowlock.engine.cards.moves import Play
from rowlock.engine.errors import BadNotation, BadShuffle, NoSuchSeat, NotNow, NotYourTurn
from rowlock.engine.facts import Fact, Withdrew, chose, passed
from rowlock.engine.game import Chance, Step, abort, close_rows, end_if_over, give_up, without_choice
from rowlock.engine.legal import check_seat
from rowlock.engine.moves import PASS, Abort, Choice, Cross, Move, Parting, Pass, Resign, Roll, Withdraw
from rowlock.engine.record import Input, Record
from rowlock.engine.sheet import Sheet, cross
from rowlock.engine.state import CALL, OVER, PLAY, SHUFFLE, TAKE, Game, Phase
from rowlock.engine.variant import Variant


class CardTurns(CardChoices):
    """The card game on the sheets of one variant; `hand` is what is held between one's turns."""

    first = SHUFFLE

    def __init__(self, variant: Variant, deck: tuple[Card, ...], hand: int, slots: int, plays: Plays) -> None:
        super().__init__(variant, plays)
        self.deck, self.hand, self.slots = deck, hand, slots
        self._all = frozenset(deck)

    # What may be said

    def waiting_for(self, game: Game) -> tuple[int, ...]:
        if game.phase is CALL:
            return tuple([seat for seat, choice in enumerate(game.choices) if choice is None])
        return (game.active,) if game.phase in (TAKE, PLAY) else ()

    def to_shuffle(self, game: Game) -> tuple[Card, ...]:
        if game.phase is not SHUFFLE:
            return ()
        return tuple(sorted(game.lay.played)) if game.lay else self.deck

    # What follows

    def apply(self, game: Game, move: Chance | Move | Parting, seat: int | None) -> Step:
        if seat is not None and isinstance(move, Choice) and 0 <= seat < len(game.sheets) and not game.out:
            phase = game.phase
            if phase is CALL:
                return self._answer(game, seat, move)
            if seat == game.active:
                if phase is TAKE:
                    return self._take(game, seat, move)
                if phase is PLAY:
                    return self._play(game, seat, move)
        return self._say(game, move, seat)

    def _say(self, game: Game, move: Chance | Move | Parting, seat: int | None) -> Step:
        """Whatever is not an everyday choice, and what may not be said."""
        if isinstance(move, Shuffle):
            return self._shuffle(game, move)
        if isinstance(move, Abort):
            return abort(game)
        if isinstance(move, Roll):
            raise NotNow("this game is played with cards, without dice (R24.1)")
        if seat is None:
            raise NoSuchSeat("a move needs the seat that makes it")
        check_seat(game, seat)
        phase = game.phase
        if seat in game.out and phase is not OVER:
            raise NotNow(f"seat {seat} has given up (R8.5)")
        if isinstance(move, Resign):
            return self._resign(game, seat)
        if phase is CALL:
            return _withdraw(game, seat) if isinstance(move, Withdraw) else self._answer(game, seat, move)
        if phase is OVER or phase is SHUFFLE:
            raise NotNow("the game is over" if phase is OVER else "the cards are shuffled first (R24.3)")
        if seat != game.active:
            raise NotYourTurn(f"seat {game.active} takes and plays cards now (R25, R27)")
        if isinstance(move, Withdraw):
            raise NotNow("only the choice of a called number can be taken back (R26.2)")
        return self._take(game, seat, move) if phase is TAKE else self._play(game, seat, move)

    def _shuffle(self, game: Game, shuffle: Shuffle) -> Step:
        if game.phase is not SHUFFLE:
            raise NotNow(
                "the game is over" if game.phase is OVER else "no cards are to be shuffled now (R28.1)"
            )
        cards, awaited = shuffle.cards, self.to_shuffle(game)
        fits = self._all if game.lay is None else set(awaited)
        if len(cards) != len(awaited) or fits.symmetric_difference(cards):
            _check_shuffle(cards, awaited)
        facts: list[Fact] = [Shuffled(len(cards))]
        if game.lay is not None:
            return self._fill(game, game.lay._replace(pile=cards, played=()), facts)
        lay = deal(cards, len(game.sheets), self.hand, self.slots)
        return Step(_next_turn(game._replace(turn=0), game.sheets, lay), tuple(facts))

    def _take(self, game: Game, seat: int, move: Choice) -> Step:
        slot, card = self.taken(game, seat, move)
        assert game.lay is not None
        hands, display, pile, played = game.lay
        hand = [*hands[seat]]
        insort(hand, card)
        hands = (*hands[:seat], tuple(hand), *hands[seat + 1 :])
        after = Lay(hands, (*display[:slot], None, *display[slot + 1 :]), pile, played)
        fact = took(seat, slot + 1, card.number)
        if len(hand) <= self.hand:
            return Step(_game(game, TAKE, after), (fact,))
        return self._fill(game, after, [fact])

    def _fill(self, game: Game, lay: Lay, facts: list[Fact]) -> Step:
        """Empty slots are filled from the pile, then a number is called; an empty pile waits (R28.1)."""
        hands, display, pile, played = lay
        slots, drawn, left = list(display), 0, len(pile)
        for slot, card in enumerate(display):
            if card is None and drawn < left:
                slots[slot] = top = pile[drawn]
                drawn += 1
                facts.append(laid(slot + 1, top.number))
        filled = Lay(hands, tuple(slots), pile[drawn:], played)
        if drawn == left:
            return Step(_game(game, SHUFFLE, filled), tuple(facts))
        facts.append(told(pile[drawn].number))
        return Step(_game(game, CALL, filled, without_choice(game)), tuple(facts))

    def _answer(self, game: Game, seat: int, choice: Choice) -> Step:
        """Keep a choice about the called number; the last one resolves them all (R26.2)."""
        self.call_place(game, seat, choice)
        choices = (*game.choices[:seat], choice, *game.choices[seat + 1 :])
        if None in choices:
            return Step(_game(game, CALL, game.lay, choices), (chose(seat),))
        return self._resolve(game, choices, [chose(seat)])

    def _resolve(self, game: Game, choices: tuple[Choice | None, ...], facts: list[Fact]) -> Step:
        """All choices at once, each on its own sheet; closures come after (R26.2)."""
        sheets, locked, active = list(game.sheets), False, game.active
        for other, said in enumerate(choices):
            if isinstance(said, Cross):
                place, sheet = self.places[said.row, said.number], sheets[other]
                sheets[other], followed = cross(self.variant, sheet, place, seat=other, by="call")
                facts += followed
                locked = locked or sheets[other].closed != sheet.closed
            elif other not in game.out:
                facts.append(passed(other))
        crossed = not isinstance(choices[active], Pass)
        after = _game(game, PLAY, game.lay, (), crossed, tuple(sheets))
        if locked:
            after = self._close(after, game, facts)
        if active in game.out and after.phase is PLAY:
            after = _next_turn(after, after.sheets, after.lay)
        return Step(after, tuple(facts))

    def _resign(self, game: Game, seat: int) -> Step:
        """A seat gives up: it passes from now on, and its turns are left out (R8.5, R28.4)."""
        left, facts = give_up(game, seat)
        if left.phase is CALL:
            choices = (*game.choices[:seat], PASS, *game.choices[seat + 1 :])
            if None not in choices:
                return self._resolve(left, choices, facts)
            return Step(left._replace(choices=choices), tuple(facts))
        if seat == game.active and left.phase is PLAY:
            return Step(_next_turn(left, left.sheets, left.lay), tuple(facts))
        if seat == game.active and left.phase is TAKE and game.lay:
            return self._fill(left, game.lay, facts)  # what was taken leaves gaps in the display
        return Step(left, tuple(facts))

    def _play(self, game: Game, seat: int, move: Choice) -> Step:
        """Cards are played, some of them crossed; with that the turn is over (R27, R6)."""
        sheet, facts = self.preview_play(game, seat, move)
        assert game.lay is not None
        assert isinstance(move, Play)
        (hands, display, pile, gone), cards, sheets = game.lay, move.cards, game.sheets
        hand, before = list(hands[seat]), sheets[seat]
        for card in cards:
            hand.remove(card)
        after = Lay((*hands[:seat], tuple(hand), *hands[seat + 1 :]), display, pile, gone + cards)
        sheets = (*sheets[:seat], sheet, *sheets[seat + 1 :])
        if sheet.closed != before.closed or sheet.penalties != before.penalties:
            over = self._close(_game(game, PLAY, after, (), game.crossed, sheets), game, facts)
            if over.phase is OVER:
                return Step(over, tuple(facts))
        return Step(_next_turn(game, sheets, after), tuple(facts))

    def _close(self, game: Game, before: Game, facts: list[Fact]) -> Game:
        """Rows that somebody has locked close for them, which may end the game, as penalties may (R27.5)."""
        closed = close_rows(game, before.sheets, facts) or game
        return end_if_over(closed, facts) or closed

    # What is shown and written

    def known_to(self, game: Game, seat: int | None) -> Game:
        return shown.known_game(game, seat)

    def cards_view(self, game: Game, seat: int | None) -> view_types.Cards:
        return shown.plain_cards(game, seat)

    def format(self, game: Game) -> str:
        return shown.format_field(game)

    def parse(self, game: Game, text: str) -> Game:
        return shown.parse_field(game, text, self.deck, self.hand, self.slots)

    def format_turns(self, record: Record) -> list[tuple[int, str]]:
        return lines.format_turns(record)

    def parse_turn(self, text: str, game: Game) -> list[Input]:
        return lines.parse_turn(text, game)


def _game(
    game: Game,
    phase: Phase,
    lay: Lay | None,
    choices: tuple[Choice | None, ...] = (),
    crossed: bool = False,
    sheets: tuple[Sheet, ...] | None = None,
) -> Game:
    """The same game in another phase, with its cards elsewhere."""
    drawn = sheets or game.sheets
    return Game(
        game.variant, drawn, game.start, game.turn, phase, None, choices, crossed, game.out, False, lay
    )


def _next_turn(game: Game, sheets: tuple[Sheet, ...], lay: Lay | None) -> Game:
    """The next player takes cards; who has given up is left out (R28.4)."""
    turn, out = game.turn + 1, game.out
    while out and (game.start + turn - 1) % len(sheets) in out:
        turn += 1
    return Game(game.variant, sheets, game.start, turn, TAKE, None, (), False, out, False, lay)


def _withdraw(game: Game, seat: int) -> Step:
    if game.choices[seat] is None:
        raise NotNow("there is no choice to take back (R26.2)")
    choices = (*game.choices[:seat], None, *game.choices[seat + 1 :])
    return Step(game._replace(choices=choices), (Withdrew(seat),))


def _check_shuffle(cards: tuple[Card, ...], awaited: tuple[Card, ...]) -> None:
    """A record that does not tell everything may have backs in it; they must fit all the same."""
    try:
        check_cards(cards, awaited)
    except BadNotation as error:
        raise BadShuffle(f"{error}; to be shuffled: {format_cards(awaited)} (R28.1)") from None
