"""A seat's view of the cards, as whole numbers: its own hand, the backs, and what has been played.

For every card of the deck whether it is in the hand, and whether it has been played since the last shuffle;
for every other seat, in the order of play, how many cards of each number it holds; the numbers in the display
(0 where a slot is empty), on top of the pile and called (0 while none is), and how many cards the pile has;
then whether cards are taken, a number is called or cards are played; how many seats on from here the active
one sits, and whether that one has crossed anything this turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rowlock.engine.cards.lay import Lay
from rowlock.engine.cards.turn import CardTurns
from rowlock.engine.game import Game, Phase
from rowlock.engine.knowledge import known_to
from rowlock.engine.variant import Variant

PHASES = (Phase.TAKE, Phase.CALL, Phase.PLAY)


class Observed(NamedTuple):
    """One number of an observation: what it tells, and its bounds."""

    name: str
    low: int
    high: int


def card_entries(variant: Variant, seats: int) -> Iterator[Observed]:
    """The names of the numbers; those of other seats begin with `+1`, `+2` and so on."""
    turns = _turns(variant)
    highest = max(_numbers(turns))
    for what in ("hand", "played"):
        yield from (Observed(f"{what} {card.text}", 0, 1) for card in turns.deck)
    for other in range(1, seats):
        yield from (Observed(f"+{other} holds {n}", 0, turns.hand + 1) for n in _numbers(turns))
    yield from (Observed(f"display {slot + 1}", 0, highest) for slot in range(turns.slots))
    yield from (Observed(what, 0, highest) for what in ("top", "called"))
    yield Observed("pile", 0, len(turns.deck))
    yield from (Observed(phase.value, 0, 1) for phase in PHASES)
    yield Observed("active", 0, max(seats - 1, 1))
    yield Observed("crossed", 0, 1)


def tell_cards(game: Game, seat: int) -> Iterator[int]:
    """The numbers for a seat, made of what it knows and of nothing else (R24.4)."""
    known, turns, seats = known_to(game, seat), _turns(game.variant), len(game.sheets)
    lay = known.lay or Lay(((),) * seats, (None,) * turns.slots, ())
    yield from (card in lay.hands[seat] for card in turns.deck)
    yield from (card in lay.played for card in turns.deck)
    for other in range(1, seats):
        backs = [card.number for card in lay.hands[(seat + other) % seats]]
        yield from (backs.count(number) for number in _numbers(turns))
    yield from (card.number if card else 0 for card in lay.display)
    top = lay.pile[0].number if lay.pile else 0
    yield from (top, top if known.phase in (Phase.CALL, Phase.PLAY) else 0, len(lay.pile))
    yield from (known.phase is phase for phase in PHASES)
    yield from ((known.active - seat) % seats, known.crossed)


def _turns(variant: Variant) -> CardTurns:
    assert isinstance(variant.turns, CardTurns)
    return variant.turns


def _numbers(turns: CardTurns) -> list[int]:
    """The numbers that cards have."""
    return sorted({card.number for card in turns.deck})
