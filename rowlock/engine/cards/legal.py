"""Legal plays of cards, and reasons why others are not (R27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, groupby
from operator import itemgetter
from typing import NamedTuple, TypeVar

from rowlock.engine.cards.deck import JOKER, Card
from rowlock.engine.cards.moves import Play, make_play
from rowlock.engine.errors import IllegalMove
from rowlock.engine.legal import check_cell
from rowlock.engine.sheet import Sheet, mark
from rowlock.engine.variant import Place, Variant
from rowlock.engine.variant_parts import MOST_CELLS

Cards = tuple[str, tuple[Card, ...]]
"""Cards, and the colour in which they are played."""

K = TypeVar("K")
F = TypeVar("F")

ROW = itemgetter(0)
"""Of a place."""

MOST_KEPT = 10_000
"""For how many holdings of a colour, and for how many groups of cards, answers are kept."""


class Demand(NamedTuple):
    """The demand of a play on a row: no cross at `cell` or right of it, and this many crosses already."""

    row: int
    cell: int
    needs: int


NOWHERE = Demand(0, MOST_CELLS + 1, 0)
"""The demand of a play without crosses: nothing, since nothing lies right of a lock."""


class Demands(NamedTuple):
    """The demands of a play's crosses on their first row and on the others; where they are."""

    row: int
    cell: int
    needs: int
    others: tuple[Demand, ...]
    places: tuple[Place, ...]


class Way(NamedTuple):
    """A way to play cards, what it asks of a sheet (see `Demands`), and what everybody sees of its cards."""

    play: Play
    row: int
    cell: int
    needs: int
    others: tuple[Demand, ...]
    places: tuple[Place, ...]
    numbers: tuple[int, ...]
    """Of its cards with a colour."""
    jokers: tuple[int, ...]


class Holding(NamedTuple):
    """The plays with the cards of one colour, and of the jokers, that a hand holds."""

    ways: tuple[Way, ...]
    row: int
    closes: bool
    known: dict[int | tuple[int, int], list[Play]] | None
    """The plays that were asked for, by how far the row is crossed and, if one of the ways closes it, by how
    many crosses; None if the cards cross in several rows."""


class Plays:
    """The plays of one variant: `most` cards at most, whose crosses skip `gap` cells at most between them."""

    def __init__(self, variant: Variant, most: int, gap: int) -> None:
        self.variant, self.most, self.gap = variant, most, gap
        self.place_of = {
            (cell.colours, cell.number): Place(r, i)
            for r, row in enumerate(variant.rows)
            for i, cell in enumerate(row.cells)
        }
        jokers = [(JOKER, number) for number in sorted({number for _, number in self.place_of})]
        self._bit = {card: 1 << i for i, card in enumerate([*self.place_of, *jokers])}
        self._colours = [(colour, self._bits(colour), dict[int, Holding]()) for colour in variant.colours]
        """Each with the bits of its cards and of the jokers, and with what can be played of some of them."""
        self._crossed: dict[tuple[str, tuple[int, ...]], Demands | None] = {}
        self._played: dict[Cards, dict[tuple[int, ...], Way]] = {}

    def legal(self, sheet: Sheet, hand: Sequence[Card]) -> tuple[Play, ...]:
        """Every play from a hand, each once, those of a colour together."""
        held, crosses, found = sum([self._bit[card] for card in hand]), sheet.crosses, list[Play]()
        for colour, bits, known in self._colours:
            if some := held & bits:
                holding = known.get(some) or _keep(known, some, self._hold(colour, hand))
                found += _playable(holding, crosses)
        return tuple(found)

    def _bits(self, colour: str) -> int:
        return sum(bit for card, bit in self._bit.items() if card[0] in (colour, JOKER))

    def _hold(self, colour: str, hand: Sequence[Card]) -> Holding:
        cards = sorted((card for card in hand if card.colour in (colour, JOKER)), key=_colour_first)
        chosen = chain.from_iterable(combinations(cards, count) for count in range(1, self.most + 1))
        ways = tuple([way for some in chosen for way in self._ways_of(colour, some).values()])
        rows, closes = {place.row for way in ways for place in way.places}, any(way.needs for way in ways)
        return Holding(ways, min(rows, default=0), closes, None if len(rows) > 1 else {})

    def every(self, deck: Sequence[Card]) -> Iterator[Play]:
        """Every play that some sheet and some hand of these cards allow, colour by colour."""
        for colour in self.variant.colours:
            cards = sorted((card for card in deck if card.colour in (colour, JOKER)), key=_colour_first)
            for count in range(1, self.most + 1):
                for some in combinations(cards, count):
                    yield from (way.play for way in self._make_ways(colour, some))

    def find(self, sheet: Sheet, hand: Sequence[Card], play: Play) -> Way | None:
        """The way in which a play is made; None if it is not legal."""
        cards = play.cards
        if len(cards) > self.most:
            return None
        for card in cards:
            if card not in hand:
                return None
        way = self._ways_of(play.colour, cards).get(play.crosses)
        return way if way and way.play.cards == cards and _allowed(sheet.crosses, (way,)) else None

    def _ways_of(self, colour: str, cards: tuple[Card, ...]) -> dict[tuple[int, ...], Way]:
        """Every way to play exactly these cards, on whatever sheet, by its crosses."""
        found = self._played.get((colour, cards))
        if found is None:
            ways = {way.play.crosses: way for way in self._make_ways(colour, cards)}
            found = _keep(self._played, (colour, cards), ways)
        return found

    def _make_ways(self, colour: str, cards: tuple[Card, ...]) -> Iterator[Way]:
        if not cards or len(set(cards)) < len(cards) or colour not in self.variant.locks:
            return
        if not {card.colour for card in cards} <= {colour, JOKER}:
            return
        numbers = sorted({card.number for card in cards if (colour, card.number) in self.place_of})
        ordered = make_play(colour, cards).cards
        told = _told(ordered)
        for count in range(len(numbers), -1, -1):
            for crossed in combinations(numbers, count):
                if asked := self._asked(colour, crossed):
                    yield Way(Play(colour, ordered, crossed), *asked, *told)

    def _asked(self, colour: str, crossed: tuple[int, ...]) -> Demands | None:
        """The demand of crosses on a sheet, None if there is none that allows them."""
        if (colour, crossed) not in self._crossed:
            places = self.places(colour, crossed)
            demands = self._demands(places)
            found = None
            if demands is not None and self.skipped(places) <= self.gap:
                first = demands[0] if demands else NOWHERE
                found = Demands(*first, tuple(demands[1:]), tuple(places))
            self._crossed[colour, crossed] = found
        return self._crossed[colour, crossed]

    def _demands(self, places: Sequence[Place]) -> list[Demand] | None:
        """The demands of crosses on their rows; None if one closes the row for another."""
        demands = []
        for r, group in groupby(places, key=ROW):
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
        for _, group in groupby(places, key=ROW):
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


def _colour_first(card: Card) -> tuple[bool, Card]:
    """Cards of a colour by number, then jokers."""
    return card.colour == JOKER, card


def _told(cards: tuple[Card, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of a play's cards, and those of its jokers."""
    numbers = [card.number for card in cards if card.colour != JOKER]
    return tuple(numbers), tuple([card.number for card in cards if card.colour == JOKER])


def _playable(holding: Holding, crosses: tuple[int, ...]) -> list[Play]:
    """Every play of some of the cards that are held."""
    ways, row, closes, known = holding
    if known is None:
        return _allowed(crosses, ways)
    line = crosses[row]
    state = (line.bit_length(), line.bit_count()) if closes else line.bit_length()
    found = known.get(state)
    if found is None:
        found = known[state] = _allowed(crosses, ways)
    return found


def _allowed(crosses: tuple[int, ...], ways: tuple[Way, ...]) -> list[Play]:
    """The plays among these ways that the rows allow. A closed row has its lock, right of every cell."""
    return [
        play
        for play, row, cell, needs, others, _, _, _ in ways
        if not crosses[row] >> cell
        and (not needs or crosses[row].bit_count() >= needs)
        and (not others or _meets(crosses, others))
    ]


def _meets(crosses: tuple[int, ...], demands: tuple[Demand, ...]) -> bool:
    return all(not crosses[row] >> cell and crosses[row].bit_count() >= needs for row, cell, needs in demands)


def _keep(kept: dict[K, F], key: K, found: F) -> F:
    """Remember an answer, and forget all others when there are too many."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = found
    return found
