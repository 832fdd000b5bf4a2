"""An event from what was said: the log is the truth, everything else follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rowlock.community.errors import BadEvent
from rowlock.community.events.kit.event import Event, Plan
from rowlock.community.events.kit.sayings import Saying, Start, start_next


def replay(plan: Plan, seed: str, said: Iterable[Saying]) -> Event:
    """Return the event after all that was said."""
    event = Event(plan, seed)
    for saying in said:
        event = saying.apply(event)
    return event


def check_draws(plan: Plan, seed: str, said: Sequence[Saying]) -> int:
    """Draw every round again; returns how many there were, raises `BadEvent` where one differs."""
    event, rounds = Event(plan, seed), 0
    for saying in said:
        if isinstance(saying, Start):
            rounds += 1
            if saying != start_next(event):
                raise BadEvent(f"the draw of round {rounds} does not follow from the seed")
        event = saying.apply(event)
    return rounds
