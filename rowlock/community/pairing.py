"""Pairings of programs that wait: with one near in skill that they have not met all day, or with a bot.

Addresses take turns, however many programs one of them has, and a program that has just left a game keeps
nobody but bots waiting. Pure: whoever calls it brings the time, the skills and the lot.
"""

from __future__ import annotations

from collections import Counter
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
    address: str = ""
    """Where it comes from: programs of one address share its turns."""
    is_trusted: bool = True
    """Whether it was there for its last game, if it has had one."""


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
    busy: Mapping[str, int] = {}
    """By address: at how many tables its programs are playing."""
    most: int = 1000
    """At how many tables the programs of one address may play at the same time."""

    def skill(self, who: str, pad: str) -> float:
        return self.skills.get((who, pad), Skill()).mu


def pair(
    waiting: Sequence[WaitingProgram], field: PairingPool, now: float, room: int, lot: Lot
) -> list[Pairing]:
    """At most `room` pairings; nobody is in two of them.

    Addresses with the fewest tables come first, and of their programs those that have waited longest.
    """
    found, free, busy = list[Pairing](), list(waiting), Counter(field.busy)
    while len(found) < room and (free := [one for one in free if busy[one.address] < field.most]):
        one = min(free, key=lambda one: (busy[one.address], one.since, one.who))
        free.remove(one)
        pad = one.pads[lot(len(one.pads))]
        other = _nearest(one, pad, free, field, now, busy)
        if other is not None:
            free.remove(other)
            found.append(Pairing(pad, one.who, other.who))
            busy.update({one.address, other.address})
        elif now - one.since >= field.bot_after and (bot := _bot(one, pad, field, lot)):
            found.append(Pairing(pad, one.who, bot))
            busy[one.address] += 1
    return found


def _nearest(
    one: WaitingProgram,
    pad: str,
    free: Sequence[WaitingProgram],
    field: PairingPool,
    now: float,
    busy: Mapping[str, int],
) -> WaitingProgram | None:
    """Of those within the bounds the one whose turn it is first, then the one met least often lately.

    Among equals it is the nearest in skill.
    """
    mine = field.skill(one.who, pad)

    def distance(other: WaitingProgram) -> float:
        return abs(field.skill(other.who, pad) - mine)

    def bound(other: WaitingProgram) -> float:
        return NEAR + WIDENS * (now - min(one.since, other.since))

    def order(other: WaitingProgram) -> tuple[int, int, float, str]:
        met = field.met.get(frozenset((one.who, other.who)), 0)
        return busy[other.address], met, distance(other), other.who

    fit = (other for other in free if one.is_trusted and other.is_trusted and pad in other.pads)
    return min((other for other in fit if distance(other) <= bound(other)), key=order, default=None)


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
