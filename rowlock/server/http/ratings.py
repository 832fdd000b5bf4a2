"""Ratings and profiles: one's own, those of people who wish to be seen, and boards. See docs/ratings.md."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from rowlock.community.errors import HandleTaken
from rowlock.community.progress import Digest, progress_of
from rowlock.community.ratings.answers import (
    Board,
    LadderShown,
    Profile,
    evenings,
    play_shown,
    results_shown,
)
from rowlock.community.ratings.boards import season_of, seasons_since
from rowlock.community.ratings.constants import GAMES, OPPONENTS, Kind, find_ladder, ladders
from rowlock.community.ratings.measured import FAMILIES
from rowlock.community.ratings.play import Losses
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.lobby import Lobby
from rowlock.server.store import Conflict
from rowlock.table.errors import NoSuchPlayer
from rowlock.table.messages.limits import Between, Text

Handle = Annotated[str, Text(2, 24, r"[\w][\w .'-]*[\w.]")]
Family = Annotated[str, Text(1, 24, "[a-z-]+")]
SeasonName = Annotated[str, Text(6, 6, r"\d{4}-[1-4]")]
PAGE = 50
SEASONS = 40
"""Ten years of boards are offered; earlier ones are answered by name."""


@dataclass(frozen=True, kw_only=True)
class AskMyProfile(ServerQuestion, ask="GET /players/me/profile", token="needed", counts="questions"):
    """Your own ratings and progress; nobody else sees them unless you wish."""

    async def serve(self, caller: Caller, /) -> Profile:
        player = await caller.player()
        return await profile_of(caller.lobby, player.id, player.name)


@dataclass(frozen=True, kw_only=True)
class ShowMyProfile(ServerQuestion, ask="PATCH /players/me/profile", token="needed", counts="players"):
    """Let everybody see your profile under a name that nobody else has, or (null) nobody."""

    handle: Handle | None = None

    async def serve(self, caller: Caller, /) -> Profile:
        player = await caller.player()
        try:
            await caller.lobby.store.show_profile(player.id, self.handle)
        except Conflict:
            raise HandleTaken(f"somebody else is seen as {self.handle}") from None
        return await profile_of(caller.lobby, player.id, player.name)


@dataclass(frozen=True, kw_only=True)
class AskProfile(ServerQuestion, ask="GET /people/{handle}", counts="questions"):
    """The profile of somebody who wishes to be seen; opponents are named there only if they are bots."""

    handle: Handle

    async def serve(self, caller: Caller, /) -> Profile:
        player = await caller.lobby.store.shown_player(self.handle)
        if player is None:
            raise NoSuchPlayer("nobody is seen under this name")
        found = await profile_of(caller.lobby, player, self.handle)
        progress = found["progress"]
        bots = [line for line in progress["against"] if line["name"].startswith("bot:")]
        return {**found, "progress": {**progress, "against": bots, "mistakes": []}}


@dataclass(frozen=True, kw_only=True)
class AskBoard(ServerQuestion, ask="GET /ratings/{family}/{tables}", token="maybe", counts="questions"):
    """The board of a season: people with ten rated games in it against four opponents who wish to be seen."""

    family: Family
    tables: Kind
    first: Annotated[int, Between(0, 100_000)] = 0
    """How many lines to leave out"""
    season: SeasonName | None = None
    """A quarter such as 2026-3; without it the present one"""

    async def serve(self, caller: Caller, /) -> Board:
        ladder = find_ladder(self.family, self.tables)
        me = (await caller.player()).id if caller.token else None
        present = season_of(datetime.now(UTC).date().isoformat()).name
        store, season = caller.lobby.store, self.season or present
        rows = await store.board(ladder, season, self.first, PAGE)
        earliest = await store.first_season(ladder) or present
        return {
            "family": self.family,
            "kind": self.tables,
            "pads": FAMILIES[self.family],
            "season": season,
            "seasons": seasons_since(earliest, present, SEASONS) or [present],
            "games": GAMES,
            "opponents": OPPONENTS,
            "programs": caller.lobby.programs.is_open,
            "lines": [
                {
                    "place": self.first + place,
                    "handle": row.handle,
                    "results": results_shown(row.skill),
                    "games": row.games,
                    "you": row.who == me,
                }
                for place, row in enumerate(rows, 1)
            ],
            "next": self.first + PAGE if len(rows) == PAGE else None,
            "ladders": [
                {"family": one.family, "kind": one.kind, "pads": FAMILIES[one.family]} for one in ladders()
            ],
        }


async def profile_of(lobby: Lobby, player: str, name: str) -> Profile:
    store = lobby.store
    digests = await store.digests_of(player)
    handle = await store.handle_of(player)
    told = await lobby.queue.run(lambda: progress_of(_by_day(digests)))
    return {"name": name, "handle": handle, "ladders": await _ladders(lobby, player), "progress": told}


def _by_day(digests: list[tuple[float, Digest]]) -> list[tuple[str, Digest]]:
    return [(datetime.fromtimestamp(at, UTC).date().isoformat(), one) for at, one in digests]


async def _ladders(lobby: Lobby, player: str) -> list[LadderShown]:
    rated = await lobby.store.ratings_of(player)
    if not rated:
        return []
    losses, days = await lobby.store.losses_of(player), await lobby.store.skills_of(player)
    return [
        {
            "family": one.ladder.family,
            "kind": one.ladder.kind,
            "pads": FAMILIES[one.ladder.family],
            "results": results_shown(one.skill),
            "play": play_shown(one.ladder, losses.get(one.ladder, Losses())),
            "games": one.standing.games,
            "opponents": one.standing.opponents,
            "listed": one.standing.is_listed,
            "days": evenings([(day, skill) for ladder, day, skill in days if ladder == one.ladder]),
        }
        for one in rated
    ]
