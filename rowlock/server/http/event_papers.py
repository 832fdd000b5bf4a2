"""An event to take along: its file, its standing for spreadsheets, and its papers."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import partial
from typing import Literal

from fastapi.responses import Response

from rowlock.community.event_answers import EventRunning
from rowlock.community.events.kit.event import Event
from rowlock.community.events.kit.wording import standing_grid
from rowlock.engine.json_object import JsonObject
from rowlock.locale import choose_language, load_catalogue
from rowlock.server.http.caller import Caller
from rowlock.server.http.events import EventId
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.http.tables import Language

Paper = Literal["draw", "standing"]


@dataclass(frozen=True, kw_only=True)
class AskEventFile(ServerQuestion, ask="GET /events/{event}/file", token="maybe"):
    """The event as one file of `rowlock event`, to verify it or to go on elsewhere.

    Before the end it is for referees alone: all lots follow from the seed in it.
    """

    event: EventId

    async def serve(self, caller: Caller, /) -> JsonObject:
        held = await caller.lobby.events.find(self.event)
        if not held.event.closed:
            held.check_referee((await caller.player()).id)
        return held.stored.kept.public.to_json()


@dataclass(frozen=True, kw_only=True)
class AskRunning(ServerQuestion, ask="GET /events/{event}/running"):
    """How the tables of the running round stood, for the screen of the hall: points and chances.

    As at the beginning of a turn, and as many seconds ago as the event wants; worked out for those who ask,
    so that the first answer may be empty. Tables that share dice are left out.
    """

    event: EventId

    async def serve(self, caller: Caller, /) -> EventRunning:
        held = await caller.lobby.events.find(self.event)
        return {"delay": held.event.plan.delay, "tables": caller.lobby.events.chances.of(held)}


@dataclass(frozen=True, kw_only=True)
class AskEventStanding(ServerQuestion, ask="GET /events/{event}/standing.csv", gives=str):
    """The standing for a spreadsheet."""

    event: EventId
    lang: Language = "en"

    async def serve(self, caller: Caller, /) -> Response:
        held = await caller.lobby.events.find(self.event)
        shown = await caller.lobby.queue.run(lambda: _csv(held.event, self.lang))
        return Response(shown, media_type="text/csv; charset=utf-8")


@dataclass(frozen=True, kw_only=True)
class PrintEvent(ServerQuestion, ask="GET /events/{event}/{paper}.pdf", gives=bytes, counts="uploads"):
    """Papers of an event: a card for every table of the last round, or the standing."""

    event: EventId
    paper: Paper
    lang: Language = "en"

    async def serve(self, caller: Caller, /) -> Response:
        held = await caller.lobby.events.find(self.event)
        if self.paper == "draw":
            held.event.check_cards()
        sheets = await caller.lobby.apart.run(partial(_pdf, held.event, self.paper, self.lang))
        return Response(sheets, media_type="application/pdf")


def _csv(event: Event, lang: str) -> str:
    grid = standing_grid(load_catalogue(choose_language(lang, {})), event)
    text = io.StringIO()
    csv.writer(text).writerows([grid.heads, *([_tame(cell) for cell in line] for line in grid.lines)])
    return text.getvalue()


def _tame(cell: str) -> str:
    """A name that begins like a formula is a name all the same, in every spreadsheet."""
    return f"'{cell}" if cell[:1] in "=+-@\t" and cell[1:2] else cell


def _pdf(event: Event, paper: Paper, lang: str) -> bytes:
    from rowlock.printing.events import standing_pages, table_cards
    from rowlock.printing.pdf import render_pdf

    language = choose_language(lang, {})
    catalogue = load_catalogue(language)
    drawn = paper == "draw"
    pages = table_cards(catalogue, event, len(event.rounds)) if drawn else standing_pages(catalogue, event)
    return render_pdf(pages, event.plan.title, language)
