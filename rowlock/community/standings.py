"""Who won how often: the standing of a circle of people from their finished games.

A seat is a member's by its name, or by its player: several people share a phone, and some change their name
at the table. A game counts if at least two members played in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rowlock.community.clubs import Member, folded


class Played(NamedTuple):
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
class Line:
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
    """Which member sat where."""

    def __init__(self, members: Iterable[Member]) -> None:
        known = list(members)
        self._by_name = {folded(one.name): one.id for one in known}
        self._by_player: dict[str | None, str] = {
            one.player: one.id for one in known if one.player is not None
        }

    def of(self, played: Played) -> Mapping[int, str]:
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


def standing(members: Sequence[Member], games: Iterable[Played]) -> list[Line]:
    """Everybody's line: most wins first, then most points a game, then by name; without games last."""
    seats, tally = Seats(members), {one.id: [0, 0, 0, -1000] for one in members}
    for played in games:
        held = seats.of(played)
        if not counts(held):
            continue
        for seat, member in held.items():
            line, points = tally[member], played.scores[seat]
            line[0] += 1
            line[1] += seat in played.winners
            line[2] += points
            line[3] = max(line[3], points)
    lines = [
        Line(one.id, one.name, games, wins, points, best if games else None)
        for one in members
        for games, wins, points, best in [tally[one.id]]
    ]
    return sorted(lines, key=_order)


def _order(line: Line) -> tuple[int, int, float, str]:
    mean = line.points / line.games if line.games else 0.0
    return int(not line.games), -line.wins, -mean, folded(line.name)


def places(lines: Sequence[Line]) -> list[int]:
    """The place of every line; equal wins and points a game share one."""
    found = list[int]()
    for number, line in enumerate(lines):
        same = number and _order(line)[:3] == _order(lines[number - 1])[:3]
        found.append(found[-1] if same else number + 1)
    return found
