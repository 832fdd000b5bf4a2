"""Questions of a club's members: the standing, the games, the board of a day, the club as one file."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Annotated, Literal

from rowlock.community import club_answers as told
from rowlock.community.api.daily import DailyName, DayText
from rowlock.community.clubs import MOST_MEMBERS
from rowlock.community.daily.days import check_pad, is_open, parse_day
from rowlock.community.standings import ALL, ENDLESS, NOTHING, ClubGame, places, ranked
from rowlock.server.http.caller import Caller
from rowlock.server.http.clubs import ClubId, club_of, plain_played
from rowlock.server.http.surface import ServerQuestion
from rowlock.table.messages.limits import Between, Items, Name, Text

FORMAT = "club 1"
MOST_BROUGHT = 2000
Season = Annotated[str, Text(3, 4, r"all|[12]\d{3}")]


@dataclass(frozen=True, kw_only=True)
class AskStanding(ServerQuestion, ask="GET /clubs/{club}/standing", token="needed"):
    """Who won how often in a club of yours, in a year such as 2026 or in `all`."""

    club: ClubId
    season: Season = "all"

    async def serve(self, caller: Caller, /) -> told.ClubStanding:
        _, club = await club_of(caller, self.club)
        year = None if self.season == "all" else int(self.season)
        found = await caller.lobby.store.club_tally(club, year, caller.lobby.clubs.clock())
        lines = ranked(club.members, found)
        return {
            "season": self.season,
            "lines": [
                {
                    "place": place,
                    "member": line.member,
                    "name": line.name,
                    "games": line.games,
                    "wins": line.wins,
                    "points": line.points,
                    "best": line.best,
                }
                for place, line in zip(places(lines), lines, strict=True)
            ],
            "games": found.get(ALL, NOTHING).games,
        }


@dataclass(frozen=True, kw_only=True)
class AskClubGames(ServerQuestion, ask="GET /clubs/{club}/games", token="needed"):
    """The games of a club of yours, the latest first."""

    club: ClubId
    before: float = ENDLESS
    """`at` of the last game seen"""
    limit: Annotated[int, Between(1, 100)] = 20

    async def serve(self, caller: Caller, /) -> told.ClubGames:
        _, club = await club_of(caller, self.club)
        games = await caller.lobby.store.club_played(club.id, 0.0, self.before, self.limit)
        return {"games": [plain_played(one) for one in games]}


@dataclass(frozen=True, kw_only=True)
class AskClubDay(ServerQuestion, ask="GET /clubs/{club}/daily/{day}/{pad}", token="needed"):
    """A day's game among the members, by name; shown once you have played it, or when it is closed."""

    club: ClubId
    day: DayText
    pad: DailyName

    async def serve(self, caller: Caller, /) -> told.ClubBoard:
        player, club = await club_of(caller, self.club)
        day, daily = parse_day(self.day), caller.lobby.daily
        check_pad(day, self.pad)
        found = await caller.lobby.store.club_day(club.id, self.day, self.pad)
        ranked = sorted(found, key=lambda one: one[1].key)
        keys = [result.key for _, result in ranked]
        may_see = player.id in dict(found) or not is_open(day, daily.clock())
        names = {one.player: one.name for one in club.members}
        lines: list[told.ClubBoardLine] = [
            {
                "place": 1 + bisect_left(keys, result.key),
                "name": names[who],
                "me": who == player.id,
                "loss": result.loss,
                "score": result.score,
            }
            for who, result in ranked
            if who in names
        ]
        return {"day": self.day, "pad": self.pad, "played": len(found), "lines": lines if may_see else None}


@dataclass(frozen=True, kw_only=True)
class ExportClub(ServerQuestion, ask="GET /clubs/{club}/file", token="needed", counts="uploads"):
    """A club of yours as one file, to take to another server: names and results."""

    club: ClubId

    async def serve(self, caller: Caller, /) -> told.ClubFile:
        _, club = await club_of(caller, self.club)
        games = await caller.lobby.store.club_played(club.id, 0.0, ENDLESS, MOST_BROUGHT)
        kept: list[told.KeptGame] = [
            {
                "at": one.at,
                "pad": one.pad,
                "title": one.title,
                "names": list(one.names),
                "scores": list(one.scores),
                "winners": list(one.winners),
            }
            for one in games
        ]
        names = [one.name for one in club.members]
        return {"rowlock": FORMAT, "name": club.name, "members": names, "games": kept}


@dataclass(frozen=True, kw_only=True)
class BroughtGame:
    """A game in a club's file."""

    at: float
    pad: Annotated[str, Text(1, 64)]
    title: Annotated[str, Text(1, 64)]
    names: Annotated[list[Annotated[str, Text(0, 24)]], Items(1, 10)]
    scores: Annotated[list[Annotated[int, Between(-999, 9999)]], Items(1, 10)]
    winners: Annotated[list[Annotated[int, Between(0, 9)]], Items(0, 10)]

    def played(self) -> ClubGame:
        seats = min(len(self.names), len(self.scores))
        names, scores = tuple(self.names[:seats]), tuple(self.scores[:seats])
        winners = tuple(seat for seat in self.winners if seat < seats)
        return ClubGame(self.at, self.pad, self.title, names, (None,) * seats, scores, winners)


@dataclass(frozen=True, kw_only=True)
class ImportClub(ServerQuestion, ask="POST /clubs/file", status=201, token="needed", counts="uploads"):
    """A club from the file of another server: you are its keeper, and the others join by its new link."""

    rowlock: Literal["club 1"]
    name: Name
    members: Annotated[list[Name], Items(0, MOST_MEMBERS - 1)]
    games: Annotated[list[BroughtGame], Items(0, MOST_BROUGHT)]

    async def serve(self, caller: Caller, /) -> told.ClubMade:
        player = await caller.player()
        others = [name for name in self.members if name.casefold() != player.name.casefold()]
        games = [one.played() for one in self.games]
        club, key = await caller.lobby.clubs.bring(player, self.name, others, games)
        return {"club": club.id, "link": f"/c/{club.link}", "key": key}
