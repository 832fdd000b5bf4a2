"""Reports for whoever runs the server, and the log of what operators did. See docs/moderation.md."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass
from math import log
from typing import Annotated

import orjson

from rowlock.community.strangers import answers as told
from rowlock.community.strangers.likelihood import (
    GAMES,
    FoundBest,
    JudgedSeat,
    Times,
    found_in,
    judged_seat,
    thinking_times,
    times_of,
)
from rowlock.community.strangers.reports import State
from rowlock.server.http.admin import PAGE, OperatorQuestion
from rowlock.server.http.caller import Caller
from rowlock.server.live.people import new_act
from rowlock.table.errors import NoSuchGame, NoSuchPlayer
from rowlock.table.messages.limits import PlayerId, Text

ReportId = Annotated[str, Text(1, 32, "[a-z0-9]+")]


@dataclass(frozen=True, kw_only=True)
class AskReports(OperatorQuestion, ask="GET /admin/reports"):
    """Reports, the latest first (operator); without `state` those of every state."""

    state: State | None = None
    before: float | None = None

    async def serve(self, caller: Caller, /) -> told.ReportsShown:
        return {"reports": await caller.lobby.store.reports(self.state, self.before, PAGE)}


@dataclass(frozen=True, kw_only=True)
class AskReport(OperatorQuestion, ask="GET /admin/reports/{report}"):
    """A report, and what the reported person said at that table (operator)."""

    report: ReportId

    async def serve(self, caller: Caller, /) -> told.ReportOpened:
        shown = await caller.lobby.store.report(self.report)
        if shown is None:
            raise NoSuchGame("there is no such report")
        return {"shown": shown, "said": await caller.lobby.store.words_of(shown["player"], shown["table"])}


@dataclass(frozen=True, kw_only=True)
class DecideReport(OperatorQuestion, ask="PATCH /admin/reports/{report}", status=204):
    """Settle or dismiss a report, or open it again (operator)."""

    report: ReportId
    state: State

    async def serve(self, caller: Caller, /) -> None:
        act = new_act(self.state, self.report)
        if not await caller.lobby.store.decide(self.report, self.state, act):
            raise NoSuchGame("there is no such report")


@dataclass(frozen=True, kw_only=True)
class AskDecisions(OperatorQuestion, ask="GET /admin/log"):
    """All that operators did, the latest first; nothing is ever taken out of it (operator)."""

    before: float | None = None

    async def serve(self, caller: Caller, /) -> told.DecisionsShown:
        return {"decisions": await caller.lobby.store.decisions(self.before, PAGE)}


@dataclass(frozen=True, kw_only=True)
class AskLikelihood(OperatorQuestion, ask="GET /admin/players/{player}/likelihood"):
    """Whether somebody plays better than their rating allows, and how evenly they think (operator).

    It marks and never bans: docs/moderation.md says what the figures mean, and what they cannot tell.
    """

    player: PlayerId

    async def serve(self, caller: Caller, /) -> told.LikelihoodShown:
        store = caller.lobby.store
        if not await store.about_player(self.player):
            raise NoSuchPlayer("there is no such player")
        games, took, tables = list[JudgedSeat](), list[float](), set[str]()
        async for table, seat, review in store.judged_games(self.player, GAMES):
            game = await to_thread(_read, review, seat)
            games += [game] if game else []
            if table not in tables:
                tables.add(table)
                took += await to_thread(thinking_times, await store.load(table), self.player)
        found = await to_thread(found_in, games, await store.losses_of(self.player))
        return _shown(self.player, len(games), found, took)


def _read(review: bytes, seat: int) -> JudgedSeat | None:
    return judged_seat(orjson.loads(review), seat)


def _shown(player: str, games: int, found: FoundBest, took: list[float]) -> told.LikelihoodShown:
    times = times_of(took)
    return {
        "player": player,
        "games": games,
        "decisions": found.decisions,
        "found": found.found,
        "predicted": round(found.predicted, 1),
        "steady": round(found.steady, 1),
        "evidence": round(found.evidence / log(10), 2),
        "marked": found.is_marked,
        "times": times and _plain(times),
    }


def _plain(times: Times) -> told.ThinkingTimes:
    first, half, third = (round(seconds, 1) for seconds in times[1:])
    return {"choices": times.choices, "first": first, "half": half, "third": third, "even": times.is_even}
