"""Standings: wins and points of a circle of people from their finished games.

A seat is a member's by its name, or by its player: several people share a phone, and some change their name
at the table. A game counts if at least two members played in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from rowlock.community.clubs import Member, folded


class ClubGame(NamedTuple):
    """A finished game of a club."""

    at: float
    """When it ended, in seconds since 1970."""
    pad: str
    title: str
    names: tuple[str, ...]
    players: tuple[str | None, ...]
    """Whose seats they were; None for bots and for games that were brought along."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    table: str | None = None
    game: int = 1


@dataclass(frozen=True)
class ClubTally:
    """A member's part in some games."""

    games: int = 0
    wins: int = 0
    """Shared wins count for everybody who shares them."""
    points: int = 0
    best: int = -1000
    """Their most points in one game."""

    def __add__(self, other: ClubTally) -> ClubTally:
        sums = (self.games + other.games, self.wins + other.wins, self.points + other.points)
        return ClubTally(*sums, max(self.best, other.best))


ALL = ""
"""Nobody's name: its tally counts games."""
NOTHING = ClubTally()
ENDLESS = 1e12
"""A time after every game, in seconds since 1970."""
LATEST = 2.5e11
"""The latest time that a calendar knows."""


@dataclass(frozen=True)
class MemberLine:
    """A member's line in the standing."""

    member: str
    name: str
    games: int
    wins: int
    """Shared wins count for everybody who shares them."""
    points: int
    best: int | None
    """Their most points in one game."""


class Seats:
    """The members in the seats of a game."""

    def __init__(self, members: Iterable[Member]) -> None:
        known = list(members)
        self._by_name = {folded(one.name): one.id for one in known}
        self._by_player: dict[str | None, str] = {
            one.player: one.id for one in known if one.player is not None
        }

    def of(self, played: ClubGame) -> Mapping[int, str]:
        """The members of a game by seat; nobody sits twice."""
        found: dict[int, str] = {}
        for seat, name in enumerate(played.names):
            member = self._by_name.get(folded(name))
            if member is not None and member not in found.values():
                found[seat] = member
        for seat, player in enumerate(played.players):
            member = self._by_player.get(player)
            if seat not in found and member is not None and member not in found.values():
                found[seat] = member
        return found


def counts(seats: Mapping[int, str]) -> bool:
    """Whether a game counts in the standing."""
    return len(seats) >= 2


def tally(members: Iterable[Member], games: Iterable[ClubGame]) -> dict[str, ClubTally]:
    """Add up some games by member; under nobody's name how many games there were."""
    seats, found = Seats(members), dict[str, ClubTally]()
    for played in games:
        held = seats.of(played)
        for seat, member in held.items() if counts(held) else ():
            points = played.scores[seat]
            one = ClubTally(1, int(seat in played.winners), points, points)
            found[member] = found.get(member, NOTHING) + one
        found[ALL] = found.get(ALL, NOTHING) + ClubTally(1)
    return found


def added(one: Mapping[str, ClubTally], other: Mapping[str, ClubTally]) -> dict[str, ClubTally]:
    """The tallies of two stretches of time together."""
    return {who: one.get(who, NOTHING) + other.get(who, NOTHING) for who in {**one, **other}}


def year_of(at: float) -> int:
    """The year in which a game ended, in UTC."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=min(at, LATEST))).year


def span_of(year: int | None) -> tuple[float, float]:
    """From when to when a year goes, in seconds since 1970; without one, always."""
    if year is None:
        return 0.0, ENDLESS
    return datetime(year, 1, 1, tzinfo=UTC).timestamp(), datetime(year + 1, 1, 1, tzinfo=UTC).timestamp()


def ranked(members: Iterable[Member], tallies: Mapping[str, ClubTally]) -> list[MemberLine]:
    """Everybody's line: most wins first, then most points a game, then by name; without games last."""
    lines = [
        MemberLine(one.id, one.name, its.games, its.wins, its.points, its.best if its.games else None)
        for one in members
        for its in [tallies.get(one.id, NOTHING)]
    ]
    return sorted(lines, key=_order)


def standing(members: Sequence[Member], games: Iterable[ClubGame]) -> list[MemberLine]:
    """The standing of some games."""
    return ranked(members, tally(members, games))


def _order(line: MemberLine) -> tuple[int, int, float, str]:
    mean = line.points / line.games if line.games else 0.0
    return int(not line.games), -line.wins, -mean, folded(line.name)


def places(lines: Sequence[MemberLine]) -> list[int]:
    """The place of every line; equal wins and points a game share one."""
    found = list[int]()
    for number, line in enumerate(lines):
        same = number and _order(line)[:3] == _order(lines[number - 1])[:3]
        found.append(found[-1] if same else number + 1)
    return found
