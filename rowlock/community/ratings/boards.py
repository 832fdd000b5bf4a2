"""The lists of boards, and the seasons of days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rowlock.community.ratings.constants import GAMES, OPPONENTS, OWN_GAMES
from rowlock.community.ratings.results import RatedGame


class Season(NamedTuple):
    """A quarter of a year: its name, its first day, and the first day after it."""

    name: str
    first: str
    end: str


class Eligibility(NamedTuple):
    """Games and opponents, which decide whether somebody is listed."""

    games: int
    opponents: int

    @property
    def is_listed(self) -> bool:
        return self.games >= GAMES and self.opponents >= OPPONENTS


def season_of(day: str) -> Season:
    """The season of a day such as 2026-11-17: its quarter, 2026-4."""
    year, quarter = int(day[:4]), (int(day[5:7]) - 1) // 3
    after = (year + quarter // 3, quarter * 3 + 4 if quarter < 3 else 1)
    return Season(f"{year}-{quarter + 1}", f"{year}-{quarter * 3 + 1:02}-01", f"{after[0]}-{after[1]:02}-01")


def seasons_since(first: str, last: str, most: int) -> list[str]:
    """The names of the latest seasons from one to another, the last first."""
    year, quarter = int(last[:4]), int(last[5:])
    found = list[str]()
    while len(found) < most and (name := f"{year}-{quarter}") >= first:
        found.append(name)
        year, quarter = (year, quarter - 1) if quarter > 1 else (year - 1, 4)
    return found


def standings(games: Iterable[RatedGame]) -> dict[str, Eligibility]:
    """Everybody's standing in the games of one season on one ladder."""
    met: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    counts: dict[str, int] = defaultdict(int)
    for game in games:
        for seat in game.seats:
            counts[seat.who] += not seat.is_bot
            for other in game.seats:
                met[seat.who][other.who] += other.who != seat.who
    people = [who for who, count in counts.items() if count]
    return {who: standing_of(who, counts[who], met[who], counts) for who in sorted(people)}


def standing_of(who: str, games: int, met: Mapping[str, int], of_others: Mapping[str, int]) -> Eligibility:
    """From how often somebody met others, and how many rated games these have.

    A bot is an opponent. A person is one with enough games in which this player did not sit: names that were
    made to be beaten have none.
    """
    opponents = [
        other
        for other, times in met.items()
        if times and (other.startswith("bot:") or of_others.get(other, 0) - times >= OWN_GAMES)
    ]
    return Eligibility(games, len(opponents))
