"""Another game with cards that a seat cannot tell from this one: what it has not seen is something else."""

from __future__ import annotations

import random

from rowlock import PASS, Phase, Record, Shuffle, replay
from rowlock.engine.cards.deck import UNKNOWN, Card
from rowlock.engine.cards.lines import known_record
from rowlock.engine.record import Input


def exchanged(record: Record, seat: int | None, rng: random.Random) -> Record:
    """The record of another game that this seat cannot tell from this one."""
    hidden = [said.move for said in known_record(record, seat).inputs if isinstance(said.move, Shuffle)]
    true = [said.move for said in record.inputs if isinstance(said.move, Shuffle)]
    known = {card for shuffle in hidden for card in shuffle.cards if card.colour != UNKNOWN}
    swap = exchange(true, hidden, known, rng)
    inputs = []
    for said in record.inputs:
        if isinstance(said.move, Shuffle):
            said = Input(None, Shuffle(tuple(swap.get(card, card) for card in said.move.cards)))
        inputs.append(said)
    if replay(record)[-1].game.phase is Phase.CALL:
        inputs = other_choices(inputs, seat)
    return Record(record.variant, record.seats, record.start, tuple(inputs))


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


def other_choices(inputs: list[Input], seat: int | None) -> list[Input]:
    """With a pass in place of every choice of others that is still hidden at the end."""
    last = max(i for i, said in enumerate(inputs) if said.move.text[0] in "%@=")
    return [
        Input(said.seat, PASS)
        if i > last and said.seat not in (None, seat) and said.move.text != "<"
        else said
        for i, said in enumerate(inputs)
    ]
