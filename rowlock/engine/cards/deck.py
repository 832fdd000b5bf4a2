"""Cards, and the shuffle: the chance of the card game, which is given like a roll (R24)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rowlock.engine.errors import BadNotation, shown
from rowlock.engine.moves import COLOURS

JOKER, UNKNOWN = "j", "?"
"""The letters in place of a colour: a joker has no colour, and a hidden card's is unknown."""

_CARD = re.compile(rf"([{COLOURS}{JOKER}])([1-9]\d?)|\?([1-9]\d?)?")


class Card(NamedTuple):
    """A card: its number, which its back shows, and its colour, which only its front does (R24.2)."""

    colour: str
    number: int
    """0 where not even the back is seen."""

    @property
    def text(self) -> str:
        return f"{self.colour}{self.number or ''}"

    @property
    def back(self) -> Card:
        """The card as seen by everybody who does not see its front."""
        return Card(UNKNOWN, self.number)


NOTHING = Card(UNKNOWN, 0)
"""A card of which not even the back is seen."""


def parse_card(text: str) -> Card:
    """Read `r5`, a joker `j5`, a back `?5` or a card of which nothing is known, `?`."""
    found = _CARD.fullmatch(text)
    if found is None:
        raise BadNotation(
            f"{shown(text)} is not a card; cards look like 'r5', 'j5' (a joker) or '?5' (a back)"
        )
    if found[1]:
        return Card(found[1], int(found[2]))
    return Card(UNKNOWN, int(found[3] or 0))


def format_cards(cards: Iterable[Card]) -> str:
    return ".".join([card.text for card in cards])


def parse_cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(part) for part in text.split(".")) if text else ()


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order of a hand: by colour, then jokers, then backs, each by number."""
    return sorted(cards, key=lambda card: ("rygbj?".index(card.colour), card.number))


@dataclass(frozen=True)
class Shuffle:
    """The order of the cards that were shuffled, the top one first (R24.3, R28.1)."""

    cards: tuple[Card, ...]

    @cached_property
    def text(self) -> str:
        return " ".join(["%", *[card.text for card in self.cards]])


def shuffled(cards: Iterable[Card], below: Callable[[int], int]) -> Shuffle:
    """The cards in an order that `below` draws: told n, it gives a fair number from 0 to n - 1."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return Shuffle(tuple(order))


def parse_shuffle(text: str) -> Shuffle:
    """Read `% r5 g2 b12 …`."""
    mark, *cards = text.split()
    if mark != "%":
        raise BadNotation(f"{shown(text)} is not a shuffle; a shuffle looks like '% r5 g2 b12 …'")
    return Shuffle(tuple(map(parse_card, cards)))
