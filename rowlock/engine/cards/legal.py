"""Which cards may be played and crossed, and why others may not (R27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, groupby

from rowlock.engine.cards.deck import JOKER, Card
from rowlock.engine.cards.moves import Play, make_play
from rowlock.engine.errors import IllegalMove
from rowlock.engine.legal import check_cell
from rowlock.engine.sheet import Sheet, can_cross, mark
from rowlock.engine.variant import Place, Variant

MOST_KEPT = 20_000
"""As many hands, and as many groups of cards, as answers are kept for."""


class Group:
    """Some cards that may be played together as cards of a colour, and what may be crossed with them."""

    __slots__ = ("cards", "colour", "kept", "rows")

    def __init__(self, colour: str, cards: tuple[Card, ...], rows: tuple[int, ...]) -> None:
        self.colour, self.cards, self.rows = colour, cards, rows
        self.kept: dict[tuple[int, ...], tuple[Play, ...]] = {}
        """Their plays by the states of their rows, as they were found."""


class Plays:
    """The plays of one variant: `most` cards at most, whose crosses skip `gap` cells at most between them."""

    def __init__(self, variant: Variant, most: int, gap: int) -> None:
        self.variant, self.most, self.gap = variant, most, gap
        self.place_of = {
            (cell.colours, cell.number): Place(r, i)
            for r, row in enumerate(variant.rows)
            for i, cell in enumerate(row.cells)
        }
        self._groups: dict[tuple[str, tuple[Card, ...]], Group] = {}
        self._hands: dict[tuple[str, tuple[Card, ...]], tuple[Group, ...]] = {}

    def legal(self, sheet: Sheet, hand: Sequence[Card]) -> tuple[Play, ...]:
        """Every play from this hand, each once, those of a colour together."""
        jokers = [card for card in hand if card[0] == JOKER]
        states = self._states(sheet)
        found: list[Play] = []
        for colour in self.variant.colours:
            cards = [card for card in hand if card[0] == colour] + jokers
            if cards:
                for group in self._groups_in(colour, tuple(cards)):
                    found += self._of_group(sheet, group, states)
        return tuple(found)

    def allows(self, sheet: Sheet, hand: Sequence[Card], play: Play) -> bool:
        """Whether a play is legal."""
        for card in play.cards:
            if card not in hand or card[0] not in (play.colour, JOKER):
                return False
        if (
            play.colour not in self.variant.locks
            or not 0 < len(set(play.cards)) == len(play.cards) <= self.most
        ):
            return False
        group = self._group(play.colour, tuple(sorted(play.cards)))
        return play in self._of_group(sheet, group, self._states(sheet))

    def _states(self, sheet: Sheet) -> list[int]:
        """How far each row is crossed, and how many crosses it lacks for its last cell: all that matters."""
        most, states = self.most, []
        for row, crosses in zip(self.variant.rows, sheet.crosses, strict=True):
            lacks = row.needs - crosses.bit_count()
            states.append(crosses.bit_length() * 16 + (0 if lacks < 0 else min(lacks, most)))
        return states

    def _groups_in(self, colour: str, cards: tuple[Card, ...]) -> tuple[Group, ...]:
        """Every choice of cards that may be played together."""
        found = self._hands.get((colour, cards))
        if found is None:
            if len(self._hands) >= MOST_KEPT:
                self._hands.clear()
            chosen = [combinations(cards, count) for count in range(1, self.most + 1)]
            groups = [self._group(colour, tuple(sorted(some))) for some in chain.from_iterable(chosen)]
            found = self._hands[colour, cards] = tuple(groups)
        return found

    def _group(self, colour: str, cards: tuple[Card, ...]) -> Group:
        group = self._groups.get((colour, cards))
        if group is None:
            if len(self._groups) >= MOST_KEPT:
                self._groups.clear()
            places = [self.place_of.get((colour, card.number)) for card in cards]
            rows = tuple(sorted({place.row for place in places if place}))
            group = self._groups[colour, cards] = Group(colour, cards, rows)
        return group

    def _of_group(self, sheet: Sheet, group: Group, states: list[int]) -> tuple[Play, ...]:
        state = tuple([states[row] for row in group.rows])
        found = group.kept.get(state)
        if found is None:
            found = group.kept[state] = tuple(self._find(sheet, group.colour, group.cards))
        return found

    def _find(self, sheet: Sheet, colour: str, cards: tuple[Card, ...]) -> Iterator[Play]:
        numbers = sorted({card.number for card in cards if (colour, card.number) in self.place_of})
        for count in range(len(numbers), -1, -1):
            for crossed in combinations(numbers, count):
                if self.can_cross(sheet, colour, crossed):
                    yield make_play(colour, cards, crossed)

    def places(self, colour: str, numbers: Sequence[int]) -> list[Place]:
        """The cells of a play's crosses, row by row and from left to right."""
        return sorted(self.place_of[colour, number] for number in numbers)

    def can_cross(self, sheet: Sheet, colour: str, numbers: Sequence[int]) -> bool:
        places = self.places(colour, numbers)
        if self.skipped(places) > self.gap:
            return False
        for place in places:
            if not can_cross(self.variant, sheet, *place):
                return False
            sheet = mark(self.variant, sheet, *place)
        return True

    def skipped(self, places: Sequence[Place]) -> int:
        """The cells that crosses leave between them, within their rows (R27.3)."""
        skipped = 0
        for _, group in groupby(places, key=lambda place: place.row):
            cells = [place.cell for place in group]
            skipped += cells[-1] - cells[0] + 1 - len(cells)
        return skipped

    def check(self, sheet: Sheet, hand: Sequence[Card], play: Play) -> None:
        """Raise `IllegalMove` with the reason if a play is not legal."""
        if play.colour not in self.variant.colours:
            raise IllegalMove(f"the colours are {' '.join(self.variant.colours)}")
        if len(play.cards) > self.most:
            raise IllegalMove(f"at most {self.most} cards are played (R27.1)")
        for card in play.cards:
            if play.cards.count(card) > hand.count(card):
                raise IllegalMove(f"{card.text} is not in the hand (R27.1)")
        for number in play.crosses:
            if number not in [card.number for card in play.cards]:
                raise IllegalMove(f"no card with the number {number} is played (R27.2)")
            if play.crosses.count(number) > 1:
                raise IllegalMove(f"the {number} is crossed once (R28.3)")
        places = self.places(play.colour, play.crosses)
        if (skipped := self.skipped(places)) > self.gap:
            raise IllegalMove(
                f"the crosses of a play skip {self.gap} at most between them, not {skipped} (R27.3)"
            )
        for place in places:
            check_cell(self.variant, sheet, place)
            sheet = mark(self.variant, sheet, *place)
