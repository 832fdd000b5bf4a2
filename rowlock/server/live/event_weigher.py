"""The weigher of the events: takes luck off the games of rounds whose tables had the same dice.

Games are weighed when their round is over, so that no review tells its dice before, by the processes that
yield to everything else. What is found goes into the log of the event, and anybody can work it out again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import orjson

from rowlock.community.events.kit.sayings import Weigh
from rowlock.engine.errors import RowlockError
from rowlock.engine.record import Record
from rowlock.server.errors import StoreDown, TooMany
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.live.event_held import Held, Wish
from rowlock.table import finished
from rowlock.table.errors import Refused

if TYPE_CHECKING:
    from rowlock.server.live.events import Events
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)
Shares = tuple[float | None, ...]
Points = tuple[int | None, ...]
DIGITS = 4
HOUSE = "house"
"""In whose name reviews are made; it waits like everybody else."""


class EventWeigher(BackgroundTask):
    """Weighs one game after the other."""

    def __init__(self, lobby: Lobby, events: Events) -> None:
        super().__init__()
        self._lobby, self._events = lobby, events

    async def _do_all(self) -> None:
        await self._events.do_in_each("weigh games", self._weigh_all)

    async def _weigh_all(self, event: str) -> None:
        held = await self._events.find(event)
        for number, table in held.event.unweighed:
            shares = await self._shares(held, number, table)
            if shares is None:
                return  # it is being worked out
            points = held.event.rounds[number - 1].tables[table - 1].points
            await self._say(event, Weigh(number, table, shares), points)

    async def _shares(self, held: Held, number: int, table: int) -> Shares | None:
        """Everybody's part of the win without luck; None while it is being worked out."""
        one = held.event.rounds[number - 1].tables[table - 1]
        unknown, place = (None,) * len(one.people), held.stored.tables.get((number, table))
        played = (await self._lobby.store.first_results([place])).get(place) if place else None
        if place is None or played is None or not _agree(played, one.points or ()):
            return unknown  # on paper, or a referee has entered what was not played here

        async def find() -> Callable[[], Record]:
            return partial(finished.read_game, await self._lobby.store.load(place), 1)

        try:
            told = await self._lobby.reviews.of_game(place, 1, HOUSE, find)
        except RowlockError as error:
            if isinstance(error, StoreDown | TooMany):
                raise
            log.error("a game of an event cannot be weighed", extra={"table": place, "reason": str(error)})
            return unknown
        return None if told is None else _read(told, one.points or ())

    async def _say(self, event: str, weighed: Weigh, points: Points | None) -> None:
        """Enter it, unless another process has done so, or a referee has entered other points meanwhile."""

        async def make(held: Held) -> Wish | None:
            is_due = (weighed.round, weighed.table) in held.event.unweighed
            same = is_due and held.event.rounds[weighed.round - 1].tables[weighed.table - 1].points == points
            return Wish((weighed,)) if same else None

        with suppress(Refused):
            await self._events.say(event, None, make)


def _agree(played: Sequence[int], entered: Points) -> bool:
    """Whether those who came have the points that they played for."""
    return all(mine in (None, scored) for mine, scored in zip(entered, played, strict=True))


def _read(told: bytes, points: Points) -> Shares:
    """The parts of those who came, from a review."""
    totals = orjson.loads(told)["totals"]
    return tuple(
        None if came is None else round(total["without_luck"], DIGITS)
        for came, total in zip(points, totals, strict=True)
    )
