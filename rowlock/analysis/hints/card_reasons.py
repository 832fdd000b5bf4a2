"""Why one move with cards is better than another: what a card can do for the seat that takes or holds it.

Of a card in the display only the back is seen. Everything that it can be is gone through: how many of these
cards the seat could cross at once, without a gap, together with a card that it holds, or to lock a row.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from rowlock.engine.cards.deck import UNKNOWN, Card
from rowlock.engine.cards.moves import Play, Take
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game
from rowlock.engine.knowledge import known_to
from rowlock.engine.notation import parse_move
from rowlock.engine.sheet import Sheet, next_place
from rowlock.engine.variant import Place, Variant

if TYPE_CHECKING:
    from rowlock.analysis.hints.reasons import Reason

CardKind = Literal["card_locks", "card_joins", "card_next", "card_fits"]
WEIGHTS: dict[CardKind, float] = {"card_locks": 0.6, "card_joins": 0.4, "card_next": 0.3, "card_fits": 0.2}
"""What a reason says, before how far the two cards are apart in it."""


class Back:
    """A card of which only the back is seen, as one that a seat could take."""

    def __init__(self, game: Game, seat: int, take: Take) -> None:
        known = known_to(game, seat)
        turns, lay = known.variant.turns, known.lay
        assert isinstance(turns, CardTurns)
        assert lay is not None
        card = lay.display[take.slot - 1]
        assert card is not None
        self.number, self.variant, self.sheet = card.number, known.variant, known.sheets[seat]
        self._plays = turns.plays
        seen = {one for one in lay.cards if one.colour != UNKNOWN}
        self._hand = [one for one in lay.hands[seat] if one in seen]
        self._next = _next_cells(self.variant, self.sheet)
        self.cards = [one for one in turns.deck if one.number == card.number and one not in seen]

    @cached_property
    def crossings(self) -> dict[Card, list[Play]]:
        """By what the card can be, the plays that would cross it."""
        return {
            card: [
                play
                for play in self._plays.legal(self.sheet, sorted((*self._hand, card)))
                if card in play.cards and card.number in play.crosses
            ]
            for card in self.cards
        }

    def percent(self, kind: CardKind) -> float:
        """In how many of the cases the card does this."""
        does = sum(any(self._does(kind, card, play) for play in self.crossings[card]) for card in self.cards)
        return 100 * does / max(1, len(self.cards))

    def _does(self, kind: CardKind, card: Card, play: Play) -> bool:
        place = self._plays.place_of[play.colour, card.number]
        row = self.variant.rows[place.row]
        if kind == "card_locks":
            return row.lock is not None and place.cell >= row.first_closer
        if kind == "card_joins":
            return len(play.crosses) > 1
        return kind == "card_fits" or place in self._next


def fitting(game: Game, seat: int, sheet: Sheet, move: str, *, gapless: bool) -> int:
    """How many cards that a seat still holds after a move could be crossed then, with a gap or without."""
    known, said = known_to(game, seat), parse_move(move)
    turns = known.variant.turns
    if known.lay is None or not isinstance(turns, CardTurns):
        return 0
    spent = said.cards if isinstance(said, Play) else ()
    held = sorted(card for card in known.lay.hands[seat] if card.colour != UNKNOWN and card not in spent)
    plays, next_cells = turns.plays.legal(sheet, held), _next_cells(known.variant, sheet)
    return sum(
        any(
            card in play.cards
            and card.number in play.crosses
            and (not gapless or turns.plays.place_of[play.colour, card.number] in next_cells)
            for play in plays
        )
        for card in held
    )


def _next_cells(variant: Variant, sheet: Sheet) -> set[Place | None]:
    """The cells that can be crossed without a gap."""
    return {next_place(variant, sheet, row) for row in range(len(variant.rows)) if not sheet.is_closed(row)}


def reasons_to_take(game: Game, seat: int, best: str, other: str, least: float) -> list[Reason]:
    """What one card does in more cases than another, by so many percent at least; the strongest first."""
    moves = parse_move(best), parse_move(other)
    if not isinstance(moves[0], Take) or not isinstance(moves[1], Take):
        return []
    better, worse = Back(game, seat, moves[0]), Back(game, seat, moves[1])
    found = []
    for kind, weight in WEIGHTS.items():
        percent, less = better.percent(kind), worse.percent(kind)
        if percent - less >= least:
            found.append((weight + (percent - less) / 200, kind, percent, less))
    found.sort(key=lambda one: -one[0])
    return [_reason(kind, (best, better, percent), (other, worse, less)) for _, kind, percent, less in found]


def _reason(kind: CardKind, better: tuple[str, Back, float], worse: tuple[str, Back, float]) -> Reason:
    (move, card, percent), (other, less, seldom) = better, worse
    return {
        "kind": kind,
        "move": move,
        "crossed": [],
        "cells": [],
        "row": None,
        "percent": percent,
        "points": 0,
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
