"""The moves of the card game beside crosses: taking a card, and playing some (R25, R27)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rowlock.engine.cards.deck import JOKER, Card
from rowlock.engine.moves import Choice

MOST_HELD, MOST_SLOTS, MOST_PLAYED = 5, 6, 3
"""The most cards in a hand between turns, in the display and in a play: with more, a hand could have
thousands of plays."""

_TAKE = re.compile(r"@([1-9]\d?)")
_PLAY = re.compile(rf"=([a-z])({JOKER}?\d{{1,2}}(?:\.{JOKER}?\d{{1,2}})*)(?::(\d{{1,2}}(?:\.\d{{1,2}})*))?")


@dataclass(frozen=True, slots=True)
class Take(Choice):
    """Take the card in this slot of the display, counted from 1 (R25.1)."""

    slot: int

    @property
    def text(self) -> str:
        return f"@{self.slot}"


@dataclass(frozen=True, slots=True)
class Play(Choice):
    """Play these cards as cards of one colour, and cross these of their numbers (R27.1, R27.2).

    Both are sorted, so that a play can be said in one way only; `make_play` sorts them.
    """

    colour: str
    cards: tuple[Card, ...]
    crosses: tuple[int, ...] = ()
    text: str = field(init=False, compare=False, repr=False, default="")

    def __post_init__(self) -> None:
        cards = ".".join([f"{JOKER if card.colour == JOKER else ''}{card.number}" for card in self.cards])
        crosses = ":" + ".".join(map(str, self.crosses)) if self.crosses else ""
        object.__setattr__(self, "text", f"={self.colour}{cards}{crosses}")


def make_play(colour: str, cards: Iterable[Card], crosses: Iterable[int] = ()) -> Play:
    """A play, however its cards and crosses were listed."""
    ordered = sorted(cards, key=lambda card: (card.number, card.colour == JOKER))
    return Play(colour, tuple(ordered), tuple(sorted(crosses)))


def parse_card_move(text: str) -> Choice | None:
    """Read `@2`, `=b12.11.9:12.11` or, with a joker, `=b12.j9`; None if it is none of these."""
    if found := _TAKE.fullmatch(text):
        return Take(int(found[1]))
    found = _PLAY.fullmatch(text)
    if found is None:
        return None
    colour = found[1]
    cards = [
        Card(JOKER, int(part[1:])) if part.startswith(JOKER) else Card(colour, int(part))
        for part in found[2].split(".")
    ]
    return make_play(colour, cards, map(int, found[3].split(".") if found[3] else ()))
