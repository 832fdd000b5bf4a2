"""Events that play themselves: people with a strength, points by lot."""

from __future__ import annotations

from random import Random

from rowlock.community.errors import NotNow
from rowlock.community.events.kit.event import Event, Plan
from rowlock.community.events.kit.log import replay
from rowlock.community.events.kit.sayings import Add, Close, Enter, Join, Leave, Saying, start_next

SEED = "a seed for tests"


def joined(count: int) -> list[Saying]:
    return [Join(f"Person {number}") for number in range(1, count + 1)]


def results(event: Event, chance: Random) -> list[Saying]:
    """Points for every table of the last round; nobody ties."""
    return [
        Enter(len(event.rounds), at, tuple(chance.sample(range(20, 120), len(table.people))))
        for at, table in enumerate(event.rounds[-1].tables, 1)
        if len(table.people) > 1
    ]


def played(plan: Plan, count: int, seed: int = 0, leaving: float = 0.0) -> list[Saying]:
    """Everything that is said at a whole event; now and then somebody leaves."""
    chance, said = Random(seed), joined(count)
    while True:
        event = replay(plan, SEED, said)
        try:
            said.append(start_next(event))
        except NotNow:
            return [*said, Close()]
        event = said[-1].apply(event)
        said += results(event, chance)
        if not event.rounds[-1].tables:  # an open stage
            said += [_game(event, chance) for _ in range(20)]
        if chance.random() < leaving and len(event.here) > 4:
            said.append(Leave(chance.choice(event.here)))


def _game(event: Event, chance: Random) -> Add:
    people = chance.sample(event.here, min(len(event.here), chance.choice((2, 3, 4, 5))))
    return Add(tuple(people), tuple(chance.randrange(20, 120) for _ in people))
