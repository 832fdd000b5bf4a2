"""An event from what was said: the log is the truth, everything else follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rowlock.community.errors import BadEvent, NotNow
from rowlock.community.events.kit.event import Event, Plan
from rowlock.community.events.kit.sayings import (
    LASTING,
    Add,
    Saying,
    SeatTogether,
    Start,
    Undo,
    start_next,
)
from rowlock.table.errors import Refused


def replay(plan: Plan, seed: str, said: Iterable[Saying]) -> Event:
    """Return the event after all that was said."""
    return _after(Event(plan, seed), in_force([*said]))


def in_force(said: Sequence[Saying]) -> list[Saying]:
    """Return what was said and not taken back."""
    undone = {one.said for one in said if isinstance(one, Undo)}
    return [one for number, one in enumerate(said, 1) if number not in undone]


def check_undo(plan: Plan, seed: str, said: Sequence[Saying], number: int) -> Event:
    """Return the event without one thing that was said; raises `NotNow` if that cannot be taken back."""
    if not 1 <= number <= len(said) or isinstance(said[number - 1], LASTING):
        raise BadEvent("this cannot be taken back")
    if Undo(number) in said:
        raise NotNow("it has been taken back already")
    undone = {one.said for one in said if isinstance(one, Undo)}
    later = [one for n, one in enumerate(said[number:], number + 1) if n not in undone]
    if any(isinstance(one, Start) for one in later):
        raise NotNow("a round was drawn after it: draws follow from what was said before them")
    if isinstance(said[number - 1], Add) and any(isinstance(one, Add | SeatTogether) for one in later):
        raise NotNow("games that began after it have their numbers: enter that nobody came to it instead")
    try:
        return replay(plan, seed, [*said, Undo(number)])
    except Refused as error:
        raise NotNow(f"what was said after it would not hold: {error}") from None


def check_draws(plan: Plan, seed: str, said: Sequence[Saying]) -> int:
    """Draw every round again; returns how many there were, raises `BadEvent` where one differs."""
    event, rounds = Event(plan, seed), 0
    for saying in in_force(said):
        if isinstance(saying, Start):
            rounds += 1
            if replace(saying, dice="") != start_next(event):
                raise BadEvent(f"the draw of round {rounds} does not follow from the seed")
        event = saying.apply(event)
    return rounds


def _after(event: Event, said: Iterable[Saying]) -> Event:
    for saying in said:
        event = saying.apply(event)
    return event
