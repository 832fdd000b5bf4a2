"""Cards: the pad is played with cards in place of dice (R24 to R28). The flow is in `engine/cards`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rowlock.engine.cards.deck import JOKER, Card
from rowlock.engine.cards.facts import Called, Laid, Played, Shuffled, Took
from rowlock.engine.cards.legal import Plays
from rowlock.engine.cards.moves import MOST_HELD, MOST_PLAYED, MOST_SLOTS, Play, Take, parse_card_move
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.facts import Fact
from rowlock.engine.mechanisms.jokers import Jokers
from rowlock.engine.mechanisms.mechanism import Frame, Mechanism, Order
from rowlock.engine.moves import Choice
from rowlock.engine.state import Game
from rowlock.engine.variant import Means, Row, Variant
from rowlock.engine.variant_parts import MOST_CELLS
from rowlock.engine.variant_reader import Reader
from rowlock.engine.variant_writer import table

KEY = "cards"


@dataclass(frozen=True)
class Cards(Mechanism):
    """How many cards are held between turns, lie in the display and are played at most; the gap of a play."""

    key: ClassVar[str] = KEY
    order: ClassVar[Order] = Order.FLOW
    played_with: ClassVar[Means] = "cards"
    keys: ClassVar[tuple[str, ...]] = ("hand", "display", "play", "gap")
    moves: ClassVar[tuple[type[Choice], ...]] = (Take, Play)
    facts: ClassVar[tuple[type[Fact], ...]] = (Shuffled, Took, Laid, Called, Played)
    hand: int
    display: int
    play: int
    gap: int
    """How many cells the crosses of a play may skip between them."""

    @classmethod
    def read(cls, reader: Reader, frame: Frame) -> Cards | None:
        if not reader.has((KEY,)):
            return None
        hand = reader.whole((KEY, "hand"), 1, MOST_HELD)
        display = reader.whole((KEY, "display"), 1, MOST_SLOTS)
        play = reader.whole((KEY, "play"), 1, MOST_PLAYED)
        gap = reader.whole((KEY, "gap"), 0, MOST_CELLS)
        _check_pad(reader, frame.rows)
        if hand is None or display is None or play is None or gap is None:
            return None
        if play > min(hand + 1, display):
            right = "no more than a hand holds during a turn, and no more than the display has"
            reader.wrong((KEY, "play"), f"{play} cards cannot be played and taken again", right)
        if frame.rows and frame.players:
            cards = sum(len(row.cells) for row in frame.rows)
            least = frame.players[1] * (hand + 1) + display + 1
            if cards < least:
                most = frame.players[1]
                what = f"{cards} cards are too few for {most} player{'s' if most > 1 else ''}"
                reader.wrong((KEY, "hand"), what, f"{least} are needed: hands, display, and one to call")
        return cls(hand, display, play, gap)

    def write(self, variant: Variant) -> Iterator[str]:
        yield from table(f"[{KEY}]", hand=self.hand, display=self.display, play=self.play, gap=self.gap)

    @classmethod
    def parse_move(cls, text: str) -> Choice | None:
        return parse_card_move(text)

    def every_move(self, variant: Variant) -> Iterator[Choice]:
        yield from (Take(slot) for slot in range(1, self.display + 1))
        yield from Plays(variant, self.play, self.gap).every(full_deck(variant))

    def turns(self, variant: Variant) -> CardTurns:
        plays = Plays(variant, self.play, self.gap)
        return CardTurns(variant, full_deck(variant), self.hand, self.display, plays)

    def dice(self, game: Game) -> str:
        return ""

    def about(self, variant: Variant) -> str:
        return f"{len(full_deck(variant))} cards, {self.hand} in a hand"


def full_deck(variant: Variant) -> tuple[Card, ...]:
    """A card for every cell, and with jokers one more for every number (R24.1, R28.2)."""
    cards = [Card(cell.colours, cell.number) for row in variant.rows for cell in row.cells]
    numbers = sorted({card.number for card in cards}) if variant.find(Jokers) else []
    return (*cards, *[Card(JOKER, number) for number in numbers])


def _check_pad(reader: Reader, rows: tuple[Row, ...] | None) -> None:
    """The mechanisms that cannot be combined with cards, and why."""
    for path in (("closing", "for"), ("end", "of")):
        if reader.find(path) != "player":
            reader.wrong(path, "with cards a row closes for its owner alone", 'write "player"')
    seen: set[tuple[str, int]] = set()
    for r, row in enumerate(rows or ()):
        for cell in row.cells:
            if len(cell.colours) > 1 or (cell.colours, cell.number) in seen:
                what = f"a card belongs to one cell, and {cell.colours}{cell.number} is more than that"
                reader.wrong(("rows", r, "cells"), what, "cells of one colour, each once on the pad")
            seen.add((cell.colours, cell.number))
        if row.lock is None:
            reader.wrong(("rows", r), f"row {row.name} has no lock", "with cards every row has one")
