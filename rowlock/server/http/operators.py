"""Reports for whoever runs the server, and the log of what operators did. See docs/moderation.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rowlock.community.strangers import answers as told
from rowlock.community.strangers.reports import State
from rowlock.server.http.admin import PAGE, OperatorQuestion
from rowlock.server.http.caller import Caller
from rowlock.server.live.people import new_act
from rowlock.table.errors import NoSuchGame
from rowlock.table.messages.limits import Text

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
