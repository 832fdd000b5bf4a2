"""Which cards may be played and crossed, and why others may not (R27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, groupby
from typing import NamedTuple

from rowlock.engine.cards.deck import JOKER, Card
from rowlock.engine.cards.moves import Play, make_play
from rowlock.engine.errors import IllegalMove
from rowlock.engine.legal import check_cell
from rowlock.engine.sheet import Sheet, mark
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_parts import MOST_CELLS

MOST_KEPT = 10_000
"""As many holdings of a colour, and as many groups of cards, as answers are kept for."""


class Demand(NamedTuple):
    """What a play asks of a row: no cross at `cell` or right of it, and so many crosses already."""

    row: int
    cell: int
    needs: int


NOWHERE = Demand(0, MOST_CELLS + 1, 0)
"""What a play without crosses asks: nothing stands right of a lock."""


class Way(NamedTuple):
    """A way to play cards, what it asks of the first row that it crosses in, and of the others."""

    play: Play
    row: int
    cell: int
    needs: int
    others: tuple[Demand, ...]
    places: tuple[Place, ...]
    numbers: tuple[int, ...]
    """Of its cards with a colour, as everybody sees them."""
    jokers: tuple[int, ...]


class Plays:
    """The plays of one variant: `most` cards at most, whose crosses skip `gap` cells at most between them."""

    def __init__(self, variant: Variant, most: int, gap: int) -> None:
        self.variant, self.most, self.gap = variant, most, gap
        self.place_of = {
            (cell.colours, cell.number): Place(r, i)
            for r, row in enumerate(variant.rows)
            for i, cell in enumerate(row.cells)
        }
        self._held: dict[tuple[str, tuple[Card, ...]], tuple[Way, ...]] = {}
        self._played: dict[tuple[str, tuple[Card, ...]], tuple[Way, ...]] = {}

    def legal(self, sheet: Sheet, hand: Sequence[Card]) -> tuple[Play, ...]:
        """Every play from this hand, each once, those of a colour together."""
        held: dict[str, tuple[Card, ...]] = {}
        for card in hand:
            held[card[0]] = (*held.get(card[0], ()), card)
        jokers = held.get(JOKER, ())
        found: list[Play] = []
        for colour in self.variant.colours:
            if colour in held or jokers:
                found += _allowed(sheet, self._ways_with(colour, held.get(colour, ()) + jokers))
        return tuple(found)

    def find(self, sheet: Sheet, hand: Sequence[Card], play: Play) -> Way | None:
        """How a play is made, None if it is not legal."""
        colour, cards = play.colour, play.cards
        if colour not in self.variant.locks or not 0 < len(cards) <= self.most:
            return None
        for card in cards:
            if card not in hand or card[0] not in (colour, JOKER):
                return None
        for way in self._ways_of(colour, cards):
            if way.play.crosses == play.crosses and way.play.cards == cards:
                return way if _allowed(sheet, (way,)) else None
        return None

    def _ways_with(self, colour: str, held: tuple[Card, ...]) -> tuple[Way, ...]:
        """Every way to play some of these cards."""
        found = self._held.get((colour, held))
        if found is None:
            chosen = chain.from_iterable(combinations(held, count) for count in range(1, self.most + 1))
            ways = [way for cards in chosen for way in self._ways_of(colour, cards)]
            found = _keep(self._held, (colour, held), tuple(ways))
        return found

    def _ways_of(self, colour: str, cards: tuple[Card, ...]) -> tuple[Way, ...]:
        """Every way to play exactly these cards, on whatever sheet."""
        found = self._played.get((colour, cards))
        if found is None:
            found = _keep(self._played, (colour, cards), tuple(self._make_ways(colour, cards)))
        return found

    def _make_ways(self, colour: str, cards: tuple[Card, ...]) -> Iterator[Way]:
        if len(set(cards)) < len(cards):
            return
        numbers = sorted({card.number for card in cards if (colour, card.number) in self.place_of})
        for count in range(len(numbers), -1, -1):
            for crossed in combinations(numbers, count):
                places = self.places(colour, crossed)
                demands = self._demands(places)
                if demands is not None and self.skipped(places) <= self.gap:
                    first = demands[0] if demands else NOWHERE
                    play = make_play(colour, cards, crossed)
                    yield Way(play, *first, tuple(demands[1:]), tuple(places), *_told(play))

    def _demands(self, places: Sequence[Place]) -> list[Demand] | None:
        """What crosses ask of their rows; None if no sheet allows them: one closes the row for another."""
        demands = []
        for r, group in groupby(places, key=lambda place: place.row):
            row, cells = self.variant.rows[r], [place.cell for place in group]
            closes = cells[-1] >= row.first_closer
            if len(cells) > 1 and cells[-2] >= row.first_closer:
                return None
            demands.append(Demand(r, cells[0], max(row.needs - len(cells) + 1, 0) if closes else 0))
        return demands

    def places(self, colour: str, numbers: Sequence[int]) -> list[Place]:
        """The cells of a play's crosses, row by row and from left to right."""
        return sorted(self.place_of[colour, number] for number in numbers)

    def skipped(self, places: Sequence[Place]) -> int:
        """The cells that crosses leave between them, within their rows (R27.3)."""
        skipped = 0
        for _, group in groupby(places, key=lambda place: place.row):
            cells = [place.cell for place in group]
            skipped += cells[-1] - cells[0] + 1 - len(cells)
        return skipped

    def why_not(self, sheet: Sheet, hand: Sequence[Card], play: Play) -> str:
        """The reason for which a play is not legal."""
        try:
            self._check_cards(hand, play)
            self._check_crosses(sheet, play)
        except IllegalMove as error:
            return str(error)
        return "its cards and its crosses are named in order (R27.1)"

    def _check_cards(self, hand: Sequence[Card], play: Play) -> None:
        if play.colour not in self.variant.locks:
            raise IllegalMove(f"the colours are {' '.join(self.variant.colours)}")
        if not 0 < len(play.cards) <= self.most:
            raise IllegalMove(f"at most {self.most} cards are played, and at least one (R27.1)")
        for card in play.cards:
            if play.cards.count(card) > hand.count(card):
                raise IllegalMove(f"{card.text} is not in the hand (R27.1)")
            if card.colour not in (play.colour, JOKER):
                raise IllegalMove(f"{card.text} has another colour than the play (R27.1)")

    def _check_crosses(self, sheet: Sheet, play: Play) -> None:
        for number in play.crosses:
            if number not in [card.number for card in play.cards]:
                raise IllegalMove(f"no card with the number {number} is played (R27.2)")
            if play.crosses.count(number) > 1:
                raise IllegalMove(f"the {number} is crossed once (R28.3)")
            if (play.colour, number) not in self.place_of:
                raise IllegalMove(f"the pad has no cell {play.colour}{number} (R27.2)")
        places = self.places(play.colour, play.crosses)
        if (skipped := self.skipped(places)) > self.gap:
            raise IllegalMove(
                f"the crosses of a play skip {self.gap} at most between them, not {skipped} (R27.3)"
            )
        for place in places:
            check_cell(self.variant, sheet, place)
            sheet = mark(self.variant, sheet, *place)


def _told(play: Play) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of a play's cards, and those of its jokers."""
    numbers = [card.number for card in play.cards if card.colour != JOKER]
    return tuple(numbers), tuple([card.number for card in play.cards if card.colour == JOKER])


def _allowed(sheet: Sheet, ways: tuple[Way, ...]) -> list[Play]:
    """The plays among these ways that a sheet allows. A closed row has its lock, right of every cell."""
    crosses = sheet.crosses
    return [
        play
        for play, row, cell, needs, others, _, _, _ in ways
        if not crosses[row] >> cell
        and (not needs or crosses[row].bit_count() >= needs)
        and (not others or _meets(crosses, others))
    ]


def _meets(crosses: tuple[int, ...], demands: tuple[Demand, ...]) -> bool:
    return all(not crosses[row] >> cell and crosses[row].bit_count() >= needs for row, cell, needs in demands)


def _keep(
    kept: dict[tuple[str, tuple[Card, ...]], tuple[Way, ...]],
    key: tuple[str, tuple[Card, ...]],
    ways: tuple[Way, ...],
) -> tuple[Way, ...]:
    """Remember an answer, and forget all others when there are too many."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = ways
    return ways
