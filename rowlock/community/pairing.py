"""Pairings of programs that wait: with one near in skill that they have not met all day, or with a bot.

Pure: whoever calls it brings the time, the skills and the lot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rowlock.community.ratings.constants import ladder_of, measured
from rowlock.community.ratings.results import BOT, Skill

NEAR = 2.0
"""Units of skill that two may be apart at once; half of what separates steady from cautious."""
WIDENS = 0.5
"""By how much more with every second that one of them waits."""
BOTS_NEAR = 3
"""Among so many of the bots nearest in skill the lot decides."""

Lot = Callable[[int], int]
"""A number below another, by lot."""


class WaitingProgram(NamedTuple):
    """A program that wants to play."""

    who: str
    pads: tuple[str, ...]
    """The pads that it plays."""
    since: float


class Pairing(NamedTuple):
    """Two who play each other: programs, or a program and `bot:NAME`."""

    pad: str
    first: str
    second: str


class PairingPool(NamedTuple):
    """Those who wait, as far as pairing must know them."""

    skills: Mapping[tuple[str, str], Skill]
    """By program and pad."""
    met: Mapping[frozenset[str], int]
    """How often two have met lately."""
    bots: Sequence[str]
    """The bots that the house offers."""
    bot_after: float
    """Seconds after which one of them steps in: another program may be free by then."""

    def skill(self, who: str, pad: str) -> float:
        return self.skills.get((who, pad), Skill()).mu


def pair(
    waiting: Sequence[WaitingProgram], field: PairingPool, now: float, room: int, lot: Lot
) -> list[Pairing]:
    """At most `room` pairings, for those first who have waited longest; nobody is in two of them."""
    found, free = list[Pairing](), sorted(waiting, key=lambda one: (one.since, one.who))
    while free and len(found) < room:
        one = free.pop(0)
        pad = one.pads[lot(len(one.pads))]
        other = _nearest(one, pad, free, field, now)
        if other is not None:
            free.remove(other)
            found.append(Pairing(pad, one.who, other.who))
        elif now - one.since >= field.bot_after and (bot := _bot(one, pad, field, lot)):
            found.append(Pairing(pad, one.who, bot))
    return found


def _nearest(
    one: WaitingProgram, pad: str, free: Sequence[WaitingProgram], field: PairingPool, now: float
) -> WaitingProgram | None:
    """Of those within the bounds the one met least often lately; among equals the nearest in skill."""
    mine = field.skill(one.who, pad)

    def distance(other: WaitingProgram) -> float:
        return abs(field.skill(other.who, pad) - mine)

    def bound(other: WaitingProgram) -> float:
        return NEAR + WIDENS * (now - min(one.since, other.since))

    near = [other for other in free if pad in other.pads and distance(other) <= bound(other)]
    order = [(field.met.get(frozenset((one.who, other.who)), 0), distance(other), other) for other in near]
    return min(order)[2] if order else None


def _bot(one: WaitingProgram, pad: str, field: PairingPool, lot: Lot) -> str | None:
    """One of the bots that are nearest in skill; None where the house offers none that is rated."""
    near = near_bots(pad, field.skill(one.who, pad), field.bots)
    return f"{BOT}{near[lot(len(near))]}" if near else None


def near_bots(pad: str, skill: float, offered: Sequence[str]) -> list[str]:
    """The rated bots of those offered that are nearest to somebody in skill, the nearest first."""
    ladder = ladder_of(pad, 2)
    if ladder is None:
        return []
    fixed = measured().bots[ladder]
    rated = (bot for bot in offered if bot in fixed)
    return sorted(rated, key=lambda bot: (abs(fixed[bot] - skill), bot))[:BOTS_NEAR]
