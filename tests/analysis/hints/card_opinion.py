"""A second opinion on reasons with cards: counted by the naive card game, apart from the engine."""

from __future__ import annotations

from naive_cards import NaiveCards, Paper, number_of

from rowlock import Game
from rowlock.analysis.hints.reasons import Reason

KINDS = {"card_locks", "card_joins", "card_next", "card_fits", "hand_next", "hand_fits"}


class CardOpinion:
    """One seat of a game with cards, and what a move does for it."""

    def __init__(self, game: Game, seat: int) -> None:
        lay = game.lay
        assert lay is not None
        self.naive, self.game, self.seat = NaiveCards(game.variant, len(game.sheets)), game, seat
        self.hand = [card.text for card in lay.hands[seat]]
        self.seen = {*self.hand, *(card.text for card in lay.played)}
        self.paper = Paper()
        for row, crosses in zip(game.variant.rows, game.sheets[seat].crosses, strict=True):
            self.paper.crosses |= {(row.name, i) for i in range(len(row.cells)) if crosses >> i & 1}
            self.paper.locks |= {row.name} if crosses & row.lock_bit else set()

    def measure(self, kind: str, move: str) -> float:
        """The number that a reason of this kind tells of a move."""
        if not kind.startswith("card_"):
            return self._held(kind, move)
        display = self.game.lay.display[int(move[1:]) - 1] if self.game.lay else None
        assert display
        cards = [card for card in self.naive.deck if card[1:] == str(display.number)]
        cards = [card for card in cards if card not in self.seen]
        return (
            100 * sum(self._does(kind, card, self.paper, [*self.hand, card]) for card in cards) / len(cards)
        )

    def _held(self, kind: str, move: str) -> int:
        hand, paper = list(self.hand), self.paper
        if move.startswith("="):
            cards, numbers = played(move)
            hand = [card for card in hand if card not in cards]
            paper = self.naive.after_play(paper, move[1], numbers) or paper
        elif move != "-":
            paper = self.naive.crossed(paper, [self.naive.place_in(move[0], int(move[1:]))]) or paper
        return sum(self._does(kind, card, paper, hand) for card in hand)

    def _does(self, kind: str, card: str, paper: Paper, hand: list[str]) -> bool:
        self.naive.papers[self.seat], self.naive.hands[self.seat] = paper, hand
        return any(self._so(kind, card, paper, play) for play in self.naive.plays(self.seat))

    def _so(self, kind: str, card: str, paper: Paper, play: str) -> bool:
        cards, numbers = played(play)
        if card not in cards or number_of(card) not in numbers:
            return False
        row, place = self.naive.place_of(play[1], number_of(card))
        line = next(line for line in self.game.variant.rows if line.name == row)
        if kind.endswith("_next"):
            return place == max([-1, *(i for name, i in paper.crosses if name == row)]) + 1
        if kind.endswith("_locks"):
            return place >= len(line.cells) - line.closers
        return len(numbers) > 1 if kind.endswith("_joins") else True


def played(play: str) -> tuple[list[str], list[int]]:
    """The cards and the crosses of a play as text."""
    cards, _, crosses = play[2:].partition(":")
    told = [card if card[0] == "j" else f"{play[1]}{card}" for card in cards.split(".")]
    return told, [int(number) for number in crosses.split(".") if number]


def check_cards(game: Game, seat: int, best: str, other: str, found: list[Reason]) -> list[str]:
    """Every reason that is about cards holds more of its move than of the other one; their kinds."""
    opinion, kinds = CardOpinion(game, seat), list[str]()
    for reason in found:
        kind, than = reason["kind"], reason["than"]
        if kind in KINDS:
            assert (reason["move"], than and than["move"]) == (best, other)
            told = [reason["percent"], than and than["percent"]]
            if kind.startswith("hand_"):
                told = [reason["points"], than and than["points"]]
            assert told == [opinion.measure(kind, best), opinion.measure(kind, other)], (reason, best, other)
            assert opinion.measure(kind, best) > opinion.measure(kind, other)
            kinds.append(kind)
    return kinds
