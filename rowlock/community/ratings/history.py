"""Everything again from the rated games: what a server has stored must equal it to the last digit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from rowlock.community.ratings.boards import Eligibility, season_of, standings
from rowlock.community.ratings.constants import Ladder, ladder_of
from rowlock.community.ratings.results import RatedGame, Skill, rate_day

Skills = dict[str, Skill]


class EveningSkills(NamedTuple):
    """A day of a ladder, and the skills in its evening of those who played."""

    day: str
    skills: Skills


class SeasonLine(NamedTuple):
    """The place of somebody in the last evening of a season."""

    skill: Skill
    standing: Eligibility


def days_of(ladder: Ladder, games: Iterable[RatedGame]) -> list[EveningSkills]:
    """The days of one ladder on which games ended, in order."""
    own = sorted((game for game in games if ladder_of(game.pad, len(game.seats)) == ladder), key=_day)
    skills: Skills = {}
    met: dict[tuple[str, str], int] = defaultdict(int)
    found, season = list[EveningSkills](), ""
    for day, group in groupby(own, key=_day):
        if season_of(day).name != season:
            season = season_of(day).name
            met.clear()
        played = list(group)
        evening = rate_day(ladder, skills, played, met)
        skills |= evening
        for game in played:
            count_meetings(met, game)
        found.append(EveningSkills(day, evening))
    return found


def count_meetings(met: dict[tuple[str, str], int], game: RatedGame) -> None:
    """Note that people have met."""
    people = [seat.who for seat in game.seats if not seat.is_bot]
    for one in people:
        for other in people:
            if one != other:
                met[one, other] = met.get((one, other), 0) + 1


def recompute(games: Iterable[RatedGame]) -> Mapping[Ladder, Skills]:
    """The last skills of everybody on every ladder."""
    every = list(games)
    played = {ladder_of(game.pad, len(game.seats)) for game in every}
    found: dict[Ladder, Skills] = {}
    for ladder in sorted(ladder for ladder in played if ladder is not None):
        found[ladder] = {}
        for evening in days_of(ladder, every):
            found[ladder] |= evening.skills
    return found


def season_lines(games: Iterable[RatedGame]) -> dict[tuple[Ladder, str, str], SeasonLine]:
    """Everybody's line on every board, by ladder, season and person."""
    every, found = list(games), dict[tuple[Ladder, str, str], SeasonLine]()
    for ladder in {ladder_of(game.pad, len(game.seats)) for game in every} - {None}:
        assert ladder is not None
        last: dict[str, Skills] = defaultdict(dict)
        for evening in days_of(ladder, every):
            last[season_of(evening.day).name] |= evening.skills
        own = [game for game in every if ladder_of(game.pad, len(game.seats)) == ladder]
        for season, skills in last.items():
            stood = standings(game for game in own if season_of(game.day).name == season)
            found |= {(ladder, season, who): SeasonLine(skill, stood[who]) for who, skill in skills.items()}
    return found


def _day(game: RatedGame) -> str:
    return game.day
