"""How the tables of a running round stand, for the screen of the hall: points and chances, some time ago.

Everything is as it was at the beginning of a turn, so that no roll and no choice shows through, and as many
seconds ago as the event wants: nobody in the hall can help those who play. Tables that share dice are left
out. It is worked out for those who look, and beside everything else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson

from rowlock.community.event_answers import TableRunning
from rowlock.engine.errors import RowlockError
from rowlock.engine.game import Game
from rowlock.engine.position import format_position
from rowlock.engine.scoring import score
from rowlock.server.jobs.reviews import WorkKind
from rowlock.server.live.event_held import Held
from rowlock.table.log.records import read_table
from rowlock.table.table import Entry

if TYPE_CHECKING:
    from rowlock.server.live.events import Events
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

FRESH = 10.0
"""Seconds for which what was worked out is told."""
KEPT = 50
"""How many events are remembered."""
MOST = 1000
"""Joint positions of two seats that are solved for a chance: a moment's work."""


class Chances:
    """The chances at the tables of running rounds, as they were last worked out."""

    def __init__(self, lobby: Lobby, events: Events) -> None:
        self._lobby, self._events = lobby, events
        self._known: OrderedDict[str, tuple[float, list[TableRunning]]] = OrderedDict()
        self._work: dict[str, asyncio.Task[None]] = {}

    def of(self, held: Held) -> list[TableRunning]:
        """The chances as last known; if that is some time ago, they are worked out again for the next one."""
        event = held.stored.id
        at, told = self._known.get(event, (0.0, []))
        last = held.event.rounds[-1] if held.event.is_running else None
        if last is None or last.dice:
            return []
        if self._events.clock() - at > FRESH and event not in self._work:
            self._work[event] = asyncio.create_task(self._look(held))
            self._work[event].add_done_callback(lambda _: self._work.pop(event, None))
        running = {at for at, table in enumerate(last.tables, 1) if not table.is_in}
        return [one for one in told if one["round"] == len(held.event.rounds) and one["table"] in running]

    async def _look(self, held: Held) -> None:
        number, found = len(held.event.rounds), list[TableRunning]()
        places = ((at, place) for (one, at), place in held.stored.tables.items() if one == number)
        for at, place in sorted(places):
            if held.event.rounds[-1].tables[at - 1].is_in:
                continue
            try:
                game = await self._game(place, held.event.plan.delay)
                if game is not None:
                    found.append(await self._told(held.stored.id, number, at, game))
            except RowlockError as error:
                log.info("a table cannot be shown in the hall", extra={"table": place, "reason": str(error)})
        self._known[held.stored.id] = (self._events.clock(), found)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    async def _game(self, place: str, delay: int) -> Game | None:
        entries = await self._lobby.store.load(place)
        return await self._lobby.queue.run(partial(_before_last_roll, entries, self._events.clock() - delay))

    async def _told(self, event: str, number: int, at: int, game: Game) -> TableRunning:
        async def read() -> Game:
            return game

        chances: list[float] | None = None
        if game.variant.turns is None:  # with cards the hands would show through
            key = sha256(f"{MOST} {format_position(game)}".encode()).hexdigest()
            told = await self._lobby.reviews.of_position(key, f"event {event}", WorkKind.HOUSE, read, MOST)
            chances = [round(one, 2) for one in orjson.loads(told)["worth"]] if told else None
        scores = [score(game.variant, sheet).total for sheet in game.sheets]
        return {"round": number, "table": at, "turn": game.turn, "scores": scores, "chances": chances}


def _before_last_roll(entries: Sequence[Entry], until: float) -> Game | None:
    """The game as it was before the last roll until then, with nothing open; None before the second turn."""
    rolls = [at for at, one in enumerate(entries) if one.kind in ("roll", "shuffle") and one.at <= until]
    return read_table(entries[: rolls[-1]]).game if len(rolls) > 1 else None
