"""Another game with cards that a seat cannot tell from this one: what it has not seen is something else."""

from __future__ import annotations

import random
from collections.abc import Collection

from rowlock import PASS, Phase, Record, Shuffle, replay
from rowlock.engine.cards.deck import NOTHING, UNKNOWN, Card
from rowlock.engine.cards.lay import Lay
from rowlock.engine.record import Input
from rowlock.table.replay import format_input


def exchanged(record: Record, seat: int | None, rng: random.Random, here: Collection[int] = ()) -> Record:
    """The record of another game that this seat cannot tell from this one.

    Whoever looks at one screen with the seats that are `here` sees their answers to a call as well.
    """
    true = [said.move for said in record.inputs if isinstance(said.move, Shuffle)]
    hidden = as_seen(true, replay(record)[-1].game.lay if record.inputs else None, seat)
    known = {card for shuffle in hidden for card in shuffle.cards if card.colour != UNKNOWN}
    swap = exchange(true, hidden, known, rng)
    inputs = []
    for said in record.inputs:
        if isinstance(said.move, Shuffle):
            said = Input(None, Shuffle(tuple(swap.get(card, card) for card in said.move.cards)))
        inputs.append(said)
    if replay(record)[-1].game.phase is Phase.CALL:
        inputs = other_choices(inputs, {None, seat, *here})
    return Record(record.variant, record.seats, record.start, tuple(inputs))


def as_seen(true: list[Shuffle], lay: Lay | None, seat: int | None) -> list[Shuffle]:
    """Shuffles with their cards as a seat knows them now.

    A card that was shuffled again had been played for all to see; of others the present tells what is known.
    """
    found, again = list[Shuffle](), set[Card]()
    seen = seen_now(lay, seat) if lay else {}
    for shuffle in reversed(true):
        found.insert(0, Shuffle(tuple(card if card in again else seen[card] for card in shuffle.cards)))
        again |= set(shuffle.cards)
    return found


def seen_now(lay: Lay, seat: int | None) -> dict[Card, Card]:
    """Every card as a seat sees it now."""
    seen = {card: card for card in lay.played}
    for owner, hand in enumerate(lay.hands):
        seen |= {card: card if owner == seat else card.back for card in hand}
    seen |= {card: card.back for card in (*lay.display, *lay.pile[:1]) if card}
    return seen | dict.fromkeys(lay.pile[1:], NOTHING)


def exchange(
    true: list[Shuffle], hidden: list[Shuffle], known: set[Card], rng: random.Random
) -> dict[Card, Card]:
    """Which unseen card stands for which: those whose backs were seen keep their number."""
    seen, blind = {}, []
    for shuffle, shown in zip(true, hidden, strict=True):
        for card, back in zip(shuffle.cards, shown.cards, strict=True):
            if card not in known and back.number:
                seen[card] = back.number
    blind = sorted({card for shuffle in true for card in shuffle.cards} - known - set(seen))
    unseen = sorted(set(seen) | set(blind))
    swap, left = {}, rng.sample(unseen, len(unseen))
    for card in sorted(seen):
        swap[card] = next(other for other in left if other.number == card.number)
        left.remove(swap[card])
    return swap | dict(zip(blind, left, strict=True))


def other_choices(inputs: list[Input], own: Collection[int | None]) -> list[Input]:
    """With a pass in place of every choice of others that is still hidden at the end."""
    last = max(i for i, said in enumerate(inputs) if format_input(said)[0] in "%@=")
    return [
        Input(said.seat, PASS) if i > last and said.seat not in own and format_input(said) != "<" else said
        for i, said in enumerate(inputs)
    ]
