"""The dice that all tables of a round share: they follow from a source that was promised from the beginning.

The server promises the source by its SHA-256 with the announcement, before anybody has joined, and every
draw's secret by its own SHA-256 in the log. A secret is told when its round is over, the source at the end.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

from rowlock.community.errors import BadEvent
from rowlock.community.events.kit.file import StoredEvent
from rowlock.community.events.kit.log import check_draws
from rowlock.community.events.kit.sayings import Saying, Start, Undo
from rowlock.table.dice import commitment

SCHEME = "rowlock shared dice 1"
"""Name and version of the derivation; it is part of what is hashed."""


class SharedDice(NamedTuple):
    """The dice of one draw."""

    label: str
    secret: str

    @property
    def promise(self) -> str:
        return commitment(self.secret)


def promise_of(source: str) -> str:
    """The promise of all shared dice of an event."""
    return hashlib.sha256(source.encode()).hexdigest()


def shared_dice(source: str, draw: int) -> SharedDice:
    """Return the dice of a draw, counted from 1; draws that were taken back count, so no dice come twice."""
    lines = f"{SCHEME}\n{draw}"
    secret = hmac.digest(source.encode(), lines.encode(), "sha256").hex()
    return SharedDice(f"event {promise_of(source)[:16]} draw {draw}", secret)


def dice_of_round(kept: StoredEvent, number: int) -> SharedDice:
    """Return the dice of a round that was drawn, counted from 1."""
    return shared_dice(kept.dice, draws_in_force(kept.said)[number - 1])


def next_dice(kept: StoredEvent) -> SharedDice:
    """Return the dice of the next draw."""
    return shared_dice(kept.dice, 1 + sum(isinstance(one, Start) for one in kept.said))


def draws_in_force(said: Sequence[Saying]) -> list[int]:
    """Return which draw each round is: those that were taken back are counted and left out."""
    undone = {one.said for one in said if isinstance(one, Undo)}
    starts = [number for number, one in enumerate(said, 1) if isinstance(one, Start)]
    return [draw for draw, number in enumerate(starts, 1) if number not in undone]


def check_dice(kept: StoredEvent) -> int:
    """Compare every draw's promise with the source; returns how many there were, raises `BadEvent`."""
    starts = [one for one in kept.said if isinstance(one, Start)]
    promised = [(draw, one.dice) for draw, one in enumerate(starts, 1) if one.dice]
    if promised and not kept.dice:
        raise BadEvent("the source of the shared dice is told when the event is closed")
    for draw, promise in promised:
        if shared_dice(kept.dice, draw).promise != promise:
            raise BadEvent(f"the dice of draw {draw} do not follow from the source that was promised")
    return len(promised)


class CheckedEvent(NamedTuple):
    """An event whose draws and dice were computed again."""

    rounds: int
    seed: str
    shared: int
    """How many draws had dice in common for all tables."""
    promise: str
    """The promise of the source of these dice; empty if there were none."""

    @property
    def lines(self) -> list[str]:
        draws = f"All draws ({self.rounds}) follow from the seed {self.seed} and what was said before them."
        dice = f"The shared dice of {self.shared} draws follow from the source promised as {self.promise}."
        return [draws, dice] if self.shared else [draws]


def check_event(kept: StoredEvent) -> CheckedEvent:
    """Draw all rounds again and derive all shared dice; raises `BadEvent` at the first that differs."""
    rounds, shared = check_draws(kept.plan, kept.seed, kept.said), check_dice(kept)
    return CheckedEvent(rounds, kept.seed, shared, promise_of(kept.dice) if shared else "")
