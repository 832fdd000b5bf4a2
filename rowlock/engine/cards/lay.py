"""The cards on the table and in the hands, what a seat knows about them, and their text."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rowlock.engine.cards.deck import NOTHING, UNKNOWN, Card, format_cards, in_order, parse_card, parse_cards
from rowlock.engine.errors import BadNotation, shown

Cards = tuple[Card, ...]


class Lay(NamedTuple):
    """The places of all cards."""

    hands: tuple[Cards, ...]
    """One for every seat; sorted, since nobody sees in which order a hand is held."""
    display: tuple[Card | None, ...]
    """Slot by slot; None where a card has been taken."""
    pile: Cards
    """The top card first."""
    played: Cards = ()
    """The cards that were played since the last shuffle, in order."""

    @property
    def cards(self) -> Cards:
        """All of them."""
        hands = [card for hand in self.hands for card in hand]
        return (*hands, *[card for card in self.display if card], *self.pile, *self.played)


def deal(cards: Cards, seats: int, hand: int, display: int) -> Lay:
    """Hands whole, in seat order, then the display; the rest is the pile (R24.3)."""
    hands = tuple(tuple(sorted(cards[hand * seat : hand * (seat + 1)])) for seat in range(seats))
    dealt = seats * hand
    return Lay(hands, cards[dealt : dealt + display], cards[dealt + display :])


def known_to(lay: Lay, seat: int | None) -> Lay:
    """The same with everything hidden that this seat does not see; None sees what everybody does (R24.4)."""
    hands = tuple(
        hand if owner == seat else tuple(sorted([card.back for card in hand]))
        for owner, hand in enumerate(lay.hands)
    )
    display = tuple([card.back if card else None for card in lay.display])
    pile = (lay.pile[0].back, *[NOTHING] * (len(lay.pile) - 1)) if lay.pile else ()
    return Lay(hands, display, pile, lay.played)


def format_lay(lay: Lay) -> str:
    """As in `r5.b7/y2.g2;r2.-.b9;g3.y12;r4`: hands, display, pile and played cards."""
    hands = "/".join(format_cards(in_order(hand)) for hand in lay.hands)
    display = ".".join([card.text if card else "-" for card in lay.display])
    return ";".join([hands, display, format_cards(lay.pile), format_cards(lay.played)])


def parse_lay(text: str) -> Lay:
    parts = text.split(";")
    if len(parts) != 4:
        raise BadNotation(
            f"{shown(text)}: cards look like 'hands;display;pile;played', hands with '/' between"
        )
    hands = tuple(tuple(sorted(parse_cards(hand))) for hand in parts[0].split("/"))
    display = tuple(None if slot == "-" else parse_card(slot) for slot in parts[1].split("."))
    return Lay(hands, display, parse_cards(parts[2]), parse_cards(parts[3]))


def check_cards(found: Cards, deck: Cards) -> None:
    """Check that these can be all the cards of the deck, each once, with backs for the unknown ones."""
    if len(found) != len(deck):
        raise BadNotation(f"there are {len(found)} cards, not {len(deck)}")
    known = Counter(card for card in found if card.colour != UNKNOWN)
    for card, count in known.items():
        if card not in deck:
            raise BadNotation(f"{card.text} is not among the cards")
        if count > 1:
            raise BadNotation(f"the card {card.text} appears {count} times")
    numbers, most = Counter(card.number for card in found), Counter(card.number for card in deck)
    for number, count in numbers.items():
        if number and count > most[number]:
            raise BadNotation(f"there are {count} cards with the number {number}, not {most[number]}")
