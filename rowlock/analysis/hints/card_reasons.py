"""Reasons for a move with cards: the use of a card to the seat that takes or holds it.

Of a card in the display only the back is seen. Everything that it can be is gone through: how many of these
cards the seat could cross at once, without a gap or with a small one, together with a card that it holds, or
to lock a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from rowlock.analysis.hints.consequences import After
from rowlock.analysis.hints.reason import LEAST, Kind, Reason, WeighedReason, make_reason, make_than
from rowlock.engine.cards.deck import UNKNOWN, Card
from rowlock.engine.cards.legal import Plays
from rowlock.engine.cards.moves import Play, Take
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game
from rowlock.engine.knowledge import known_to
from rowlock.engine.notation import parse_move
from rowlock.engine.reach import out_of_reach
from rowlock.engine.sheet import Sheet
from rowlock.engine.variant import Place

GAPS = (1, 2, 3)
"""Small gaps, in cells; a card that skips more is hardly ever crossed."""
WEIGHTS: dict[Kind, float] = {
    "card_locks": 0.6, "card_joins": 0.4, "card_next": 0.3, "card_fits": 0.2, "card_near": 0.05,
    "hand_fits": 0.3, "hand_next": 0.2, "hand_near": 0.1,
}  # fmt: skip
"""The kind of a reason, and how far the two moves are apart in it."""


class Crossing:
    """A way to cross a card: where, how many cells that skips, and with how many others."""

    def __init__(self, plays: Plays, sheet: Sheet, card: Card, play: Play) -> None:
        places = [plays.place_of[play.colour, number] for number in play.crosses]
        self.place, self.together = plays.place_of[play.colour, card.number], len(places)
        row = plays.variant.rows[self.place.row]
        self.locks = row.lock is not None and self.place.cell >= row.first_closer
        self.gap = _free_before(plays, sheet, self.place) - sum(
            other.row == self.place.row and other.cell < self.place.cell for other in places
        )

    def does(self, kind: Kind, gap: int) -> bool:
        """Whether it is what a reason of this kind is about."""
        if kind.endswith("_locks"):
            return self.locks
        if kind.endswith("_joins"):
            return self.together > 1
        return kind.endswith("_fits") or self.gap <= gap


def _free_before(plays: Plays, sheet: Sheet, place: Place) -> int:
    """How many cells left of this one can still be crossed."""
    gone = sheet.crosses[place.row] | out_of_reach(plays.variant, sheet, place.row)
    return ((1 << place.cell) - 1 & ~gone).bit_count()


def crossings(plays: Plays, sheet: Sheet, hand: Sequence[Card]) -> dict[Card, list[Crossing]]:
    """By card of a hand, the ways to cross it on a sheet."""
    legal = plays.legal(sheet, sorted(hand))
    return {
        card: [
            Crossing(plays, sheet, card, play)
            for play in legal
            if card in play.cards and card.number in play.crosses
        ]
        for card in hand
    }


class HiddenCard:
    """A card of which only the back is seen, as one that a seat could take."""

    def __init__(self, game: Game, seat: int, take: Take) -> None:
        known = known_to(game, seat)
        turns, lay = known.variant.turns, known.lay
        assert isinstance(turns, CardTurns)
        assert lay is not None
        card = lay.display[take.slot - 1]
        assert card is not None
        self.number, self._sheet, self._plays = card.number, known.sheets[seat], turns.plays
        seen = {one for one in lay.cards if one.colour != UNKNOWN}
        self._hand = [one for one in lay.hands[seat] if one in seen]
        self._cards = [one for one in turns.deck if one.number == card.number and one not in seen]

    @cached_property
    def crossings(self) -> list[list[Crossing]]:
        """For everything that the card can be, the ways to cross it."""
        return [crossings(self._plays, self._sheet, [*self._hand, card])[card] for card in self._cards]

    def percent(self, kind: Kind, gap: int) -> float:
        """In how many of the cases the card does this."""
        does = sum(any(way.does(kind, gap) for way in ways) for ways in self.crossings)
        return 100 * does / max(1, len(self._cards))


def reasons_to_take(game: Game, seat: int, best: str, other: str) -> list[Reason]:
    """The uses that one card has in more cases than another; the strongest first."""
    moves = parse_move(best), parse_move(other)
    if not isinstance(moves[0], Take) or not isinstance(moves[1], Take):
        return []
    better, worse = HiddenCard(game, seat, moves[0]), HiddenCard(game, seat, moves[1])
    found = []
    for kind, gap in _asked("card_"):
        percent, less = better.percent(kind, gap), worse.percent(kind, gap)
        if percent - less >= LEAST:
            reason = _take_reason(kind, (best, better, percent), (other, worse, less))
            weight = WEIGHTS[kind] - gap / 100 + (percent - less) / 200
            found.append(WeighedReason(weight, {**reason, "gap": gap if kind == "card_near" else None}))
    return [one.reason for one in _one_gap(found)]


def reasons_to_hold(better: After, worse: After) -> Iterator[WeighedReason]:
    """Cards in the hand that fit on the sheet afterwards: at all, without a gap, or with a small one."""
    if better.ends or worse.ends:
        return
    held = [_held(after) for after in (better, worse)]
    found = []
    for kind, gap in _asked("hand_") if any(held) else ():
        more, fewer = (sum(any(way.does(kind, gap) for way in ways) for ways in hand) for hand in held)
        if more > fewer:
            reason = make_reason(kind, better, points=more, than=make_than(worse, points=fewer))
            weight = WEIGHTS[kind] - gap / 100 + (more - fewer) / 20
            found.append(WeighedReason(weight, {**reason, "gap": gap if kind == "hand_near" else None}))
    yield from _one_gap(found)


def room_to_go_on(better: After, worse: After) -> Iterator[WeighedReason]:
    """Cells that stay in the row of a cross, where no dice tell how often they come."""
    more, fewer = (_room(after) for after in (better, worse))
    if better.reach is None and more is not None and fewer is not None and more > fewer:
        yield WeighedReason(
            0.02, make_reason("room", better, points=more, than=make_than(worse, points=fewer))
        )


def _room(after: After) -> int | None:
    """How many cells can still be crossed in the row of a move; None if it crosses in none or in several."""
    rows = {place.row for place in after.crossed}
    if len(rows) != 1:
        return None
    (row,) = rows
    line = after.variant.rows[row]
    gone = after.sheet.crosses[row] | out_of_reach(after.variant, after.sheet, row)
    return 0 if line.name in after.locked else ((1 << len(line.cells)) - 1 & ~gone).bit_count()


def _asked(about: str) -> Iterator[tuple[Kind, int]]:
    """The kinds of reasons about taken or held cards, those about small gaps once for every gap."""
    for kind in WEIGHTS:
        if kind.startswith(about):
            yield from ((kind, gap) for gap in (GAPS if kind.endswith("_near") else (0,)))


def _one_gap(found: list[WeighedReason]) -> list[WeighedReason]:
    """Reasons, the strongest first, with one at most about a gap: others say nearly the same."""
    ordered = sorted(found, key=lambda one: -one.weight)
    gaps = [one for one in ordered if one.reason["kind"].endswith(("_next", "_near"))]
    return [one for one in ordered if one not in gaps[1:]]


def _held(after: After) -> list[list[Crossing]]:
    """For every card that the seat still holds after a move, the ways to cross it then."""
    known, said = known_to(after.before.game, after.seat), parse_move(after.move)
    turns = known.variant.turns
    if known.lay is None or not isinstance(turns, CardTurns):
        return []
    spent = said.cards if isinstance(said, Play) else ()
    held = [card for card in known.lay.hands[after.seat] if card.colour != UNKNOWN and card not in spent]
    return list(crossings(turns.plays, after.sheet, held).values())


def _take_reason(
    kind: Kind, better: tuple[str, HiddenCard, float], worse: tuple[str, HiddenCard, float]
) -> Reason:
    (move, card, percent), (other, less, seldom) = better, worse
    return {
        "kind": kind,
        "move": move,
        "crossed": [],
        "cells": [],
        "row": None,
        "percent": percent,
        "points": 0,
        "gap": None,
        "fields": [],
        "seat": None,
        "taken": card.number,
        "than": {
            "move": other,
            "crossed": [],
            "cells": [],
            "percent": seldom,
            "points": 0,
            "taken": less.number,
        },
    }
