"""A second opinion on the card game: slow, obvious, written apart from the engine, sharing no code with it.

Cards are texts such as `r5`, hands are lists. Legal plays are found by trying every set of cards with every
set of crosses on a copy of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import chain, combinations
from typing import TypeVar

from rowlock import Variant
from rowlock.engine.mechanisms.cards import Cards
from rowlock.engine.mechanisms.jokers import Jokers

JOKER = "j"
T = TypeVar("T")


def subsets(things: list[T]) -> Iterator[tuple[T, ...]]:
    return chain.from_iterable(combinations(things, n) for n in range(len(things) + 1))


class Paper:
    """One player's sheet: the crossed cells as (row, place from the left), the locks, the penalties."""

    def __init__(self) -> None:
        self.crosses: set[tuple[str, int]] = set()
        self.locks: set[str] = set()
        self.penalties = 0

    def copy(self) -> Paper:
        twin = Paper()
        twin.crosses, twin.locks, twin.penalties = set(self.crosses), set(self.locks), self.penalties
        return twin


class NaiveCards:
    """The table: who holds what, what lies where, and what is awaited."""

    def __init__(self, variant: Variant, seats: int, start: int = 0) -> None:
        rules = variant.find(Cards)
        assert rules is not None
        self.variant, self.rules = variant, rules
        self.cells = {row.name: [(cell.colours, cell.number) for cell in row.cells] for row in variant.rows}
        self.colours = [colour for colour in "rygb" if any(colour == row.lock for row in variant.rows)]
        self.deck = [f"{colour}{number}" for row in self.cells.values() for colour, number in row]
        if variant.find(Jokers):
            self.deck += [f"{JOKER}{number}" for number in {number_of(card) for card in self.deck}]
        self.papers = [Paper() for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.display: list[str | None] = []
        self.pile: list[str] = []
        self.played: list[str] = []
        self.start, self.turn, self.phase = start, 1, "shuffle"
        self.active_has_crossed = False
        self.end_reason: str | None = None

    def copy(self) -> NaiveCards:
        twin = copy(self)
        twin.papers = [paper.copy() for paper in self.papers]
        twin.hands = [list(hand) for hand in self.hands]
        twin.display, twin.pile, twin.played = list(self.display), list(self.pile), list(self.played)
        return twin

    @property
    def active(self) -> int:
        return (self.start + self.turn - 1) % len(self.papers)

    @property
    def to_shuffle(self) -> list[str]:
        return sorted(self.played if self.display else self.deck)

    # what may be said

    def legal(self, seat: int) -> list[str]:
        if self.phase == "call":
            number = number_of(self.pile[0])
            paper = self.papers[seat]
            rows = [row for row in self.cells if self.crossed(paper, [self.place_in(row, number)])]
            return [*[f"{row}{number}" for row in rows], "-"]
        if seat != self.active:
            return []
        if self.phase == "take":
            return [f"@{slot}" for slot, card in enumerate(self.display, 1) if card]
        return self.plays(seat) if self.phase == "play" else []

    def plays(self, seat: int) -> list[str]:
        found = []
        for cards in subsets(self.hands[seat]):
            for colour in self.colours:
                if 1 <= len(cards) <= self.rules.play and all(card[0] in (colour, JOKER) for card in cards):
                    for numbers in subsets(sorted({number_of(card) for card in cards})):
                        if self.after_play(self.papers[seat], colour, list(numbers)):
                            found.append(self.play_text(colour, list(cards), list(numbers)))
        return found

    def play_text(self, colour: str, cards: list[str], numbers: list[int]) -> str:
        ordered = sorted(cards, key=lambda card: (number_of(card), card[0] == JOKER))
        told = ".".join(card if card[0] == JOKER else card[1:] for card in ordered)
        return f"={colour}{told}" + (":" + ".".join(map(str, sorted(numbers))) if numbers else "")

    def place_in(self, row: str, number: int) -> tuple[str, int]:
        return row, next(i for i, (_, other) in enumerate(self.cells[row]) if other == number)

    def place_of(self, colour: str, number: int) -> tuple[str, int]:
        return next(
            (row, i)
            for row, cells in self.cells.items()
            for i, cell in enumerate(cells)
            if cell == (colour, number)
        )

    def after_play(self, paper: Paper, colour: str, numbers: list[int]) -> Paper | None:
        """The paper after these crosses, if they are allowed."""
        places = sorted(self.place_of(colour, number) for number in numbers)
        skipped = 0
        for row in self.cells:
            mine = [place for name, place in places if name == row]
            if mine:
                skipped += len([i for i in range(min(mine), max(mine)) if i not in mine])
        return self.crossed(paper, places) if skipped <= self.rules.gap else None

    def crossed(self, paper: Paper, places: list[tuple[str, int]]) -> Paper | None:
        """A copy of the paper with these cells crossed from left to right; None if one may not be."""
        paper = paper.copy()
        for row, place in places:
            mine = [i for name, i in paper.crosses if name == row]
            line = next(line for line in self.variant.rows if line.name == row)
            closes = place >= len(line.cells) - line.closers
            if row in paper.locks or any(i >= place for i in mine) or (closes and len(mine) < line.needs):
                return None
            paper.crosses.add((row, place))
            if closes:
                paper.locks.add(row)
        return paper

    # what follows

    def shuffle(self, cards: list[str]) -> None:
        assert sorted(cards) == self.to_shuffle
        assert self.phase == "shuffle"
        if self.display:
            self.pile, self.played = list(cards), []
            self.fill()
            return
        cards = list(cards)
        for hand in self.hands:
            for _ in range(self.rules.hand):
                hand.append(cards.pop(0))
        self.display = [cards.pop(0) for _ in range(self.rules.display)]
        self.pile, self.phase = cards, "take"

    def take(self, text: str) -> None:
        slot = int(text[1:]) - 1
        card = self.display[slot]
        assert card
        self.hands[self.active].append(card)
        self.display[slot] = None
        if len(self.hands[self.active]) > self.rules.hand:
            self.fill()

    def fill(self) -> None:
        for slot, card in enumerate(self.display):
            if card is None:
                if not self.pile:
                    self.phase = "shuffle"
                    return
                self.display[slot] = self.pile.pop(0)
        self.phase = "call" if self.pile else "shuffle"

    def choose(self, choices: list[str]) -> None:
        """Everybody's choice for the called number, by seat."""
        for seat, text in enumerate(choices):
            if text != "-":
                after = self.crossed(self.papers[seat], [self.place_in(text[0], int(text[1:]))])
                assert after
                self.papers[seat] = after
        self.active_has_crossed = choices[self.active] != "-"
        self.phase = "play"
        self.look_for_end()

    def play(self, text: str) -> None:
        seat, colour = self.active, text[1]
        told, _, crosses = text[2:].partition(":")
        cards = [part if part[0] == JOKER else colour + part for part in told.split(".")]
        for card in cards:
            self.hands[seat].remove(card)
        self.played += cards
        after = self.after_play(self.papers[seat], colour, [int(n) for n in crosses.split(".") if n])
        assert after
        self.papers[seat] = after
        if not crosses and not self.active_has_crossed:
            after.penalties += 1
        self.active_has_crossed = False
        self.look_for_end()
        if self.phase != "over":
            self.turn += 1
            self.phase = "take"

    def look_for_end(self) -> None:
        if any(paper.penalties >= self.variant.penalty_boxes for paper in self.papers):
            self.phase, self.end_reason = "over", "penalties"
        elif any(len(paper.locks) >= self.variant.end_rows for paper in self.papers):
            self.phase, self.end_reason = "over", "rows"

    # what it is worth, and texts

    def score(self, seat: int) -> int:
        paper = self.papers[seat]
        counts = [sum(name == row for name, _ in paper.crosses) + (row in paper.locks) for row in self.cells]
        return sum(self.variant.points[n] for n in counts) + paper.penalties * self.variant.penalty_points

    def sheet_text(self, seat: int) -> str:
        paper, parts = self.papers[seat], []
        for row, cells in self.cells.items():
            numbers = [str(number) for i, (_, number) in enumerate(cells) if (row, i) in paper.crosses]
            parts.append(row + ".".join(numbers) + ("+" if row in paper.locks else ""))
        return ",".join([*parts, f"p{paper.penalties}"])


def number_of(card: str) -> int:
    return int(card[1:])
