"""A second opinion on reasons with cards: counted by the naive card game, apart from the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from naive_cards import NaiveCards, Paper, number_of

from rowlock import Game
from rowlock.analysis.hints.reason import Reason

OF_CARDS = {"card_locks", "card_joins", "card_next", "card_near", "card_fits"}
OF_HANDS = {"hand_next", "hand_near", "hand_fits"}
KINDS = OF_CARDS | OF_HANDS | {"room"}
"""The kinds that only a game with cards has."""


class CardOpinion:
    """One seat of a game with cards, and what a move does for it."""

    def __init__(self, game: Game, seat: int) -> None:
        lay = game.lay
        assert lay is not None
        self.naive, self.game, self.seat = NaiveCards(game.variant, len(game.sheets)), game, seat
        self.naive.start, self.naive.turn, self.naive.phase = game.start, game.turn, game.phase.value
        self.naive.active_has_crossed = game.crossed
        self.naive.hands = [[card.text for card in hand] for hand in lay.hands]
        self.naive.papers = [paper_of(game, other) for other in range(len(game.sheets))]
        self.hand, self.paper = list(self.naive.hands[seat]), self.naive.papers[seat]
        self.seen = {*self.hand, *(card.text for card in lay.played)}

    def measure(self, kind: str, move: str, gap: int) -> float:
        """The number that a reason of this kind tells of a move."""
        if kind in OF_HANDS:
            after = CardMove(self, move)
            return sum(self._does(kind, card, after.paper, after.hand, gap) for card in after.hand)
        display = self.game.lay.display[int(move[1:]) - 1] if self.game.lay else None
        assert display
        cards = [card for card in self.naive.deck if card[1:] == str(display.number)]
        cards = [card for card in cards if card not in self.seen]
        does = [self._does(kind, card, self.paper, [*self.hand, card], gap) for card in cards]
        return 100 * sum(does) / len(cards)

    def _does(self, kind: str, card: str, paper: Paper, hand: list[str], gap: int) -> bool:
        naive = self.naive.copy()
        naive.papers[self.seat], naive.hands[self.seat] = paper, hand
        return any(self._so(kind, card, paper, play, gap) for play in naive.plays(self.seat))

    def _so(self, kind: str, card: str, paper: Paper, play: str, gap: int) -> bool:
        cards, numbers = played(play)
        if card not in cards or number_of(card) not in numbers:
            return False
        row, place = self.naive.place_of(play[1], number_of(card))
        crossed = paper.crosses | {self.naive.place_of(play[1], number) for number in numbers}
        last = max([-1, *(i for name, i in paper.crosses if name == row)])
        skipped = [i for i in range(last + 1, place) if (row, i) not in crossed]
        if kind.endswith(("_next", "_near")):
            return len(skipped) <= gap
        if kind.endswith("_locks"):
            line = line_of(self.game, row)
            return bool(place >= len(line.cells) - line.closers)
        return len(numbers) > 1 if kind.endswith("_joins") else True


def paper_of(game: Game, seat: int) -> Paper:
    paper, sheet = Paper(), game.sheets[seat]
    paper.penalties = sheet.penalties
    for row, crosses in zip(game.variant.rows, sheet.crosses, strict=True):
        paper.crosses |= {(row.name, i) for i in range(len(row.cells)) if crosses >> i & 1}
        paper.locks |= {row.name} if crosses & row.lock_bit else set()
    return paper


def line_of(game: Game, row: str) -> Any:
    return next(line for line in game.variant.rows if line.name == row)


class CardMove:
    """A seat after a move of its own, all others having passed."""

    def __init__(self, before: CardOpinion, move: str) -> None:
        self.before, self.game, self.naive = before, before.game, before.naive.copy()
        if self.naive.phase == "call":
            seats = range(len(self.naive.papers))
            self.naive.choose([move if seat == before.seat else "-" for seat in seats])
        else:
            self.naive.play(move)
        self.paper, self.hand = self.naive.papers[before.seat], self.naive.hands[before.seat]
        self.new = self.paper.crosses - before.paper.crosses
        self.gain = self.naive.score(before.seat) - before.naive.score(before.seat)

    @property
    def count(self) -> int:
        """The crosses more, locks included."""
        return len(self.new) + len(self.paper.locks - self.before.paper.locks)

    @property
    def skipped(self) -> set[tuple[str, int]]:
        """The cells, by row and number, that were right of the last cross and lie left of one now."""
        found = set()
        for row, cells in self.naive.cells.items():
            was, now = (
                max([-1, *(i for name, i in paper.crosses if name == row)])
                for paper in (self.before.paper, self.paper)
            )
            line = line_of(self.game, row)
            gone = [i for i in range(was + 1, now) if (row, i) not in self.paper.crosses]
            found |= {(row, cells[i][1]) for i in gone if i < len(line.cells) - line.closers}
        return found

    def may(self, row: str, place: int) -> bool:
        return self.naive.crossed(self.paper, [(row, place)]) is not None

    def closing(self, row: str) -> set[tuple[str, int]]:
        """The cells with which the row could be locked at once."""
        line = line_of(self.game, row)
        last = range(len(line.cells) - line.closers, len(line.cells))
        return {(row, self.naive.cells[row][i][1]) for i in last if self.may(row, i)}

    def is_nearly(self, row: str) -> bool:
        line, count = line_of(self.game, row), sum(name == row for name, _ in self.paper.crosses)
        left = [i for i in range(len(line.cells) - line.closers) if self.may(row, i)]
        return row not in self.paper.locks and line.needs - count == 1 and bool(left)

    @property
    def room(self) -> int | None:
        """The cells right of the last cross in the one row that it crosses in."""
        rows = {row for row, _ in self.new}
        if len(rows) != 1:
            return None
        (row,) = rows
        last = max(i for name, i in self.new)
        return 0 if row in self.paper.locks else len(self.naive.cells[row]) - 1 - last


def played(play: str) -> tuple[list[str], list[int]]:
    """The cards and the crosses of a play as text."""
    cards, _, crosses = play[2:].partition(":")
    told = [card if card[0] == "j" else f"{play[1]}{card}" for card in cards.split(".")]
    return told, [int(number) for number in crosses.split(".") if number]


def _cells(reason: Any) -> set[tuple[str, int]]:
    return {(row, number) for row, number in reason["cells"]} if reason else set()


def _skips(why: Any, one: CardMove, other: CardMove) -> bool:
    own, others = ({n for _, n in move.skipped} for move in (one, other))
    only = {cell for cell in one.skipped if cell[1] not in others}
    fewer = {cell for cell in other.skipped if cell[1] not in own}
    return only == _cells(why) and _cells(why["than"]) == fewer and len(only) > len(fewer)


CLAIMS: dict[str, Callable[[Any, CardMove, CardMove], Any]] = {
    "ends": lambda why, one, other: one.naive.phase == "over" != other.naive.phase,
    "locks": lambda why, one, other: (
        why["row"] in one.paper.locks - one.before.paper.locks and one.gain == why["points"]
    ),
    "penalty": lambda why, one, other: (
        one.paper.penalties > one.before.paper.penalties and one.gain == -why["points"] < 0
    ),
    "crosses": lambda why, one, other: one.count == why["points"] > other.count == why["than"]["points"] > 0,
    "gain": lambda why, one, other: one.gain == why["points"] > other.gain == why["than"]["points"],
    "skips": _skips,
    "may_lock": lambda why, one, other: one.closing(why["row"]) == _cells(why) != set(),
    "nearly": lambda why, one, other: one.is_nearly(why["row"]),
    "room": lambda why, one, other: (
        one.room == why["points"] and other.room == why["than"]["points"] < one.room
    ),
}


def check_cards(game: Game, seat: int, best: str, other: str, found: list[Reason]) -> list[str]:
    """Every reason is so of its move and not, or less so, of the other one; their kinds."""
    opinion, kinds = CardOpinion(game, seat), list[str]()
    for reason in found:
        kind, than = reason["kind"], reason["than"]
        if kind in OF_CARDS | OF_HANDS:
            assert (reason["move"], than and than["move"]) == (best, other)
            key = "points" if kind in OF_HANDS else "percent"
            told = [reason[key], than and than[key]]  # type: ignore[literal-required]
            more, less = (opinion.measure(kind, move, reason["gap"] or 0) for move in (best, other))
            assert told == [more, less], (reason, best, other)
            assert more > less
        else:
            own = reason["move"]
            one, two = (CardMove(opinion, move) for move in (own, other if own == best else best))
            assert CLAIMS[kind](reason, one, two), (reason, best, other)
            assert not CLAIMS[kind](reason, two, one), (reason, best, other)
            assert reason["percent"] is None
        kinds.append(kind)
    return kinds
