"""All tallies of a database's clubs computed again from their games, and compared."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from rowlock.community.standings import NOTHING, ClubGame, tally, year_of
from rowlock.server.store import Store
from rowlock.server.store.club_games import Tallies


class CheckedStandings(NamedTuple):
    """The outcome of a check."""

    clubs: int
    games: int
    wrong: list[str]

    @property
    def lines(self) -> list[str]:
        told = f"The standings of {self.clubs} clubs follow from {self.games} games."
        return self.wrong or [told]


async def check_standings(url: str) -> CheckedStandings:
    store = await Store.open(url)
    try:
        clubs, games, wrong = await store.all_tallied(), 0, list[str]()
        for club in clubs:
            known, stored, played = await store.tallies_and_games(club)
            games += len(played)
            for year, some in _by_year(played).items():
                wrong += _differences(club, year, stored.pop(year, {}), tally(known.members, some))
            wrong += [f"{club} {year}: there are no games of this year" for year in stored]
    finally:
        await store.close()
    return CheckedStandings(len(clubs), games, wrong)


def _by_year(played: list[ClubGame]) -> dict[int, list[ClubGame]]:
    return {year: list(some) for year, some in groupby(played, lambda one: year_of(one.at))}


def _differences(club: str, year: int, stored: Tallies, right: Tallies) -> list[str]:
    return [
        f"{club} {year}: {who or 'all games'} is stored as {was}, and must be {must}"
        for who in sorted({*stored, *right})
        if (was := stored.get(who, NOTHING)) != (must := right.get(who, NOTHING))
    ]
