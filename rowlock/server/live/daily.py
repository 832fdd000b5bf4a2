"""The daily games of a server: whose day it is, who has begun, what was handed in, and what it came to.

The clock is the server's alone: a link leaves the house when its day has begun, and not before. Judging is
done beside the event loop, in the processes that review games.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from rowlock.community.daily.chain import Chain, earlier_link, link_of, new_chain, sealed
from rowlock.community.daily.days import FIRST_PAD, begins, check_pad, day_at, is_open, streak_of
from rowlock.community.daily.game import Day, moves_of, play, play_whole
from rowlock.community.daily.ranking import Result
from rowlock.community.errors import BadTry, DayClosed, NoSuchDay
from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.server.errors import StoreDown, TooHeavy
from rowlock.server.live.judged_games import JudgedGames
from rowlock.server.live.people import new_id
from rowlock.server.store import Batch, Player, TableLine
from rowlock.server.store.daily import TryRow
from rowlock.table.finished import read_game, record_of_last
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opening import shared_entry
from rowlock.table.log.records import read_table
from rowlock.table.messages import Who
from rowlock.table.table import Entry
from rowlock.table.views import table_summary
from rowlock.variants import load_variant

if TYPE_CHECKING:
    from rowlock.community.daily.answers import Found
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

VALUES_SECONDS = 3600.0
"""How long a try waits for the exact values of its pad to be made; then the network's word counts."""
AT_ONCE = 20


class Daily(JudgedGames):
    """The days of a server; `clock` gives seconds since 1970."""

    trouble = "a daily game cannot be judged yet"

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._lobby, self.clock = lobby, clock
        self._chain: tuple[Chain, str] | None = None
        self._exact = set[str]()
        """The pads whose exact values are there."""

    # days

    async def chain(self) -> Chain:
        """The public part of the chain."""
        return (await self._seeded())[0]

    async def _seeded(self) -> tuple[Chain, str]:
        if self._chain is None:
            seed = secrets.token_hex(32)
            first = await asyncio.to_thread(new_chain, seed, day_at(self.clock()))
            self._chain = await self._lobby.store.chain(first, seed)
        return self._chain

    @property
    def today(self) -> date:
        return day_at(self.clock())

    async def day(self, day: date, pad: str) -> Day:
        """A day's game; raises `NoSuchDay` for one that has not begun, whatever is asked for."""
        if self.clock() < begins(day):
            raise NoSuchDay(f"{day} has not begun: nobody can know its dice")
        check_pad(day, pad)
        chain, seed = await self._seeded()
        return Day(day, pad, await asyncio.to_thread(_link, chain, seed, day))

    async def envelope(self, day: date) -> str:
        """The link of tomorrow, sealed, for those who may be without a network then."""
        if day > self.today + timedelta(days=1):
            raise NoSuchDay(f"{day} is not tomorrow")
        chain, seed = await self._seeded()
        link = await asyncio.to_thread(_link, chain, seed, day)
        return sealed(link, day, earlier_link(link, 1))

    # tries

    async def begin(self, player: Player, day: date, pad: str) -> str:
        """A table for a day's game: the one that was begun already, as long as it counts and goes on."""
        found = await self.day(day, pad)
        known = await self._lobby.store.find_try(day.isoformat(), pad, player.id)
        if known and known.table and known.moves is None and not await self._lobby.store.is_over(known.table):
            return known.table
        table = await self._open(player, found)
        if known is None and is_open(day, self.clock()):
            now = self.clock()
            table = await self._lobby.store.begin_try(day.isoformat(), pad, player.id, table, now)
        return table

    async def _open(self, player: Player, day: Day) -> str:
        who = Who(player.id, player.name)
        first = shared_entry(new_id(12), time.time(), who, day.shared(load_variant(day.pad)))
        table, _ = open_table(first)
        line = TableLine(False, table.state, table_summary(table))
        await self._lobby.store.append(Batch(table.id, [first], line))
        await self._lobby.start(table.id, player)
        return table.id

    async def hand_in(self, player: Player, day: date, pad: str, moves: tuple[str, ...]) -> bool:
        """Take a finished game; whether it counts: the first one does, until noon after its day."""
        found = await self.day(day, pad)
        if not is_open(day, self.clock()):
            raise DayClosed(f"the results of {day} are settled; it can be played for practice")
        await self._lobby.queue.run(partial(play_whole, found, load_variant(pad), moves))
        counts = await self._lobby.store.hand_in((day.isoformat(), pad, player.id), moves, True, self.clock())
        self._wake.set()
        return counts

    async def look(self, player: str, day: date, pad: str) -> TryRow | None:
        """Somebody's try, with what its table has come to since."""
        row = await self._lobby.store.find_try(day.isoformat(), pad, player)
        if row and row.table and row.moves is None and await self._lobby.store.is_over(row.table):
            await self._gather(row)
            row = await self._lobby.store.find_try(day.isoformat(), pad, player)
        return row

    async def streak(self, player: str) -> JsonObject:
        days = await self._lobby.store.days_of(player, FIRST_PAD)
        return streak_of(map(date.fromisoformat, days), self.today)._asdict()

    # what is done beside the play

    async def _gather(self, row: TryRow) -> None:
        """Hand in what was played at a table of this server, as it stands."""
        assert row.table is not None
        try:
            entries = await self._lobby.store.load(row.table)
            moves = await self._lobby.queue.run(partial(read_moves, entries)) if entries else ()
            day = await self.day(date.fromisoformat(row.day), row.pad)
            tried = await self._lobby.queue.run(partial(play, day, load_variant(row.pad), moves))
        except (RowlockError, ValueError) as error:
            if isinstance(error, StoreDown):
                raise
            log.error("a daily game cannot be read", extra={"table": row.table, "reason": str(error)})
            moves, tried = (), None
        finished = tried.is_finished if tried else False
        await self._lobby.store.hand_in(row.key, moves, finished, self.clock())
        self._wake.set()

    async def _gather_left(self) -> None:
        closed = day_at(self.clock() - 1.5 * 86400)
        for row in await self._lobby.store.unhanded(closed.isoformat(), AT_ONCE):
            await self._gather(row)

    async def _judge_next(self) -> bool:
        row = await self._next()
        if row is not None:
            await self._judge(row)
        return row is not None

    async def _next(self) -> TryRow | None:
        """The next try to judge; those whose exact values are being made wait for them, for a while."""
        now, missing = self.clock(), list[str]()
        for pad in self._lobby.config.exact:
            if pad not in self._exact:
                if await asyncio.to_thread(has_values, pad):
                    self._exact.add(pad)
                else:
                    missing.append(pad)
        return await self._lobby.store.claim(now, missing, now - VALUES_SECONDS)

    async def _judge(self, row: TryRow) -> None:
        day = await self.day(date.fromisoformat(row.day), row.pad)
        try:
            found: Found = await self._lobby.reviews.of_day(day, row.moves or ())
        except (TooHeavy, BadTry) as error:
            log.error("a daily game cannot be judged", extra={"day": row.day, "reason": str(error)})
            return
        result = Result(found["loss"], found["game"]["score"])
        await self._lobby.store.store_result(row, result, found["exact"], found)


def read_moves(log: Sequence[Entry]) -> tuple[str, ...]:
    """The moves of a table's first game, over or not."""
    table = read_table(log)
    return moves_of(read_game(log, 1) if table.has_finished(1) else record_of_last(table, log))


def has_values(pad: str) -> bool:
    """Whether a pad is solved on this machine."""
    from rowlock.solver.dynamic import file_of

    return file_of(load_variant(pad)).exists()


@lru_cache(maxsize=64)
def _link(chain: Chain, seed: str, day: date) -> str:
    return link_of(chain, seed, day)
