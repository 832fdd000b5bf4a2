"""Quick games: who plays whom among people who wait, and who gets a bot.

Two are paired when they are near enough in skill and in how reliably they play to the end; the bounds widen
while they wait. Pure: whoever calls it brings the time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rowlock.community.strangers.completion import Completion

NEAR = 2.0
"""Units of skill that two may be apart at once; half of what separates steady from cautious."""
WIDENS = 0.25
"""By how much more with every second that the one waits who came first."""
UNRELIABLE = 8.0
"""Units for which it counts that one always plays to the end and the other never does."""
BOT_SECONDS = 20.0
"""After so long whoever wishes plays a bot."""
MOST_FOUND = 50
"""Games that are found in one look; a moment later comes the next."""


class Seeker(NamedTuple):
    """Somebody who waits for a game."""

    wish: str
    """A name for this wish: somebody may ask again."""
    player: str
    name: str
    pad: str
    since: float
    skill: float
    completion: Completion
    bot: bool
    """Whether a bot will do, after a while."""


class FoundGame(NamedTuple):
    """A game for somebody: with another person, or without one against a bot."""

    first: Seeker
    second: Seeker | None = None


def distance(one: Seeker, other: Seeker) -> float:
    """How far two are apart, in units of skill."""
    unreliable = abs(one.completion.share - other.completion.share) * UNRELIABLE
    return abs(one.skill - other.skill) + unreliable


def pair(
    seekers: Sequence[Seeker],
    now: float,
    may_meet: Callable[[str, str], bool] = lambda one, other: True,
    most: int = MOST_FOUND,
) -> list[FoundGame]:
    """Games for those who wait, the longest first; nobody is in two of them."""
    waiting = _one_each(sorted(seekers, key=lambda one: (one.since, one.wish)))
    free = defaultdict[str, list[Seeker]](list)
    for one in waiting:
        free[one.pad].append(one)
    found = list[FoundGame]()
    for first in waiting:
        others = free[first.pad]
        if len(found) == most or first not in others[:1]:  # it has been found as the second of a game
            continue
        del others[0]
        if second := _nearest(first, others, now, may_meet):
            others.remove(second)
            found.append(FoundGame(first, second))
        elif first.bot and now - first.since >= BOT_SECONDS:
            found.append(FoundGame(first))
    return found


def _nearest(
    first: Seeker, others: Sequence[Seeker], now: float, may_meet: Callable[[str, str], bool]
) -> Seeker | None:
    """Whoever is nearest to somebody, if anybody is near enough by now."""
    bound = NEAR + WIDENS * (now - first.since)
    near = [
        other for other in others if distance(first, other) <= bound and may_meet(first.player, other.player)
    ]
    return min(near, key=lambda other: (distance(first, other), other.since, other.wish), default=None)


def _one_each(seekers: Sequence[Seeker]) -> list[Seeker]:
    """The first wish of everybody: nobody plays against themselves."""
    return list({one.player: one for one in reversed(seekers)}.values())[::-1]
