"""Reviews and analyses: worked out beside the event loop, in a few processes that yield to live games.

What is asked for twice is worked out once. Reviews of games played here are stored as derived data, with the
version of the analysis, and made again when that has changed.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from enum import Enum
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar

import orjson

from rowlock.analysis.budgets import AT_ONCE
from rowlock.analysis.version import ANALYSIS
from rowlock.engine.game import Game
from rowlock.engine.record import Record
from rowlock.server.errors import StoreDown, TooHeavy, TooMany
from rowlock.server.jobs import workers
from rowlock.server.jobs.fair_turns import Turns
from rowlock.server.store import Conflict, Store

if TYPE_CHECKING:
    from rowlock.community.daily.answers import Found
    from rowlock.community.daily.game import Day
    from rowlock.community.duels.judging import HalfOutcome, Work

W = TypeVar("W")
SECONDS = 120
"""Processor time that one piece of work may take."""
QUEUE = 64
"""Pieces of work of a kind that may wait; further ones are refused."""
BUSY = "too many reviews are being worked out; ask again later"
OF_ONE = 4
"""Pieces of work from a single address among them: whoever brings many does not keep the others waiting."""
PATIENCE = 8.0
"""Seconds for which an asker is kept waiting before being told to ask again."""
KEPT = 256
"""Answers that are kept in memory."""
PAUSES = (0.5, 1.5, 0.0)
"""Seconds after which a review that could not be stored is stored again; after the last it is given up."""
JOINT_POSITIONS = 1_000_000
"""Positions of two seats together that a review solves exactly: ten seconds of one core, or more."""
SLOW_ROLLOUTS = 60
"""Games from every position where no network judges: strangers' pads must not take minutes."""

Finding = Callable[[], Awaitable[Callable[[], Record]]]
"""Finds a record; it is read by the process that reviews it, not by the one in which people play."""


class WorkKind(Enum):
    """Kinds of work that never wait for each other: each has processes of its own."""

    HOUSE = "games and positions on pads of the house"
    BROUGHT = "what people bring: records, and pads that nobody knows"


class Reviews:
    """The processes of a server that work, and what is under way in them."""

    def __init__(self, store: Store, workers: int = 1) -> None:
        self._store, self._workers = store, workers
        self._pools: dict[WorkKind, ProcessPoolExecutor] = {}
        self._turns = {kind: Turns(workers, QUEUE, OF_ONE, BUSY) for kind in WorkKind}
        self._under_way: dict[str, asyncio.Task[bytes]] = {}
        self._asked_by: dict[str, tuple[str, WorkKind]] = {}
        self._known: OrderedDict[str, bytes] = OrderedDict()

    async def of_game(
        self,
        table: str,
        game: int,
        who: str,
        find: Finding,
        corrections: int = 0,
        kind: WorkKind = WorkKind.HOUSE,
    ) -> bytes | None:
        """The review of a finished game as JSON, anew after corrections; None if it is not ready yet."""
        version = ANALYSIS + (corrections << 16)
        stored = await self._store.find_review(table, game, version)
        if stored is not None:
            return stored

        key = f"game {table} {game} {corrections}"

        async def work() -> bytes:
            forgets = (await self._store.forgets([table])).get(table, 0)  # before the log is read
            told = await self._in_pool(kind, partial(_review, JOINT_POSITIONS), find)
            await self._keep(key, lambda: self._store.keep_review(table, game, version, told, forgets))
            return told

        return await self._shared(key, who, kind, work)

    async def _keep(self, key: str, keep: Callable[[], Awaitable[None]]) -> None:
        """Store what took long to make, again after a while if the database hesitates."""
        for pause in PAUSES:
            if not self._stands(key):
                return
            try:
                with suppress(Conflict):  # another process has kept it
                    await keep()
            except StoreDown:
                await asyncio.sleep(pause)
            else:
                return

    async def of_record(self, key: str, who: str, find: Finding) -> bytes | None:
        """The review of a record that somebody brings; it is read once, however often they ask."""

        async def work() -> bytes:
            return await self._in_pool(WorkKind.BROUGHT, partial(_review, JOINT_POSITIONS), find)

        return await self._shared(f"record {key}", who, WorkKind.BROUGHT, work)

    async def of_position(
        self, key: str, who: str, kind: WorkKind, read: Callable[[], Awaitable[Game]], most: int = AT_ONCE
    ) -> bytes | None:
        """The analysis of a position; it is read once, however often they ask."""

        async def work() -> bytes:
            return await self._in_pool(kind, partial(_analyse, most), read)

        return await self._shared(f"position {key}", who, kind, work)

    async def of_day(self, day: Day, moves: Sequence[str]) -> Found:
        """The result of a try at a day's game."""

        async def find() -> tuple[Day, Sequence[str]]:
            return day, moves

        found: Found = orjson.loads(await self._in_pool(WorkKind.HOUSE, _judge_day, find))
        return found

    async def of_half(self, work: Work, kind: WorkKind) -> HalfOutcome:
        """The result of a half of a duel; without a judge where that would take too long."""

        async def find(with_judge: bool) -> Work:
            rollouts = None if kind is WorkKind.HOUSE else SLOW_ROLLOUTS
            return work._replace(with_judge=with_judge, rollouts=rollouts)

        try:
            told = await self._in_pool(kind, _judge_half, partial(find, True))
        except TooHeavy:
            told = await self._in_pool(kind, _judge_half, partial(find, False))
        outcome: HalfOutcome = orjson.loads(told)
        return outcome

    def ahead(self, who: str, kind: WorkKind) -> int:
        """How many pieces of work of a kind have their turn before the last one of an address has ended."""
        return self._workers + self._turns[kind].ahead(who)

    async def _shared(
        self, key: str, who: str, kind: WorkKind, work: Callable[[], Awaitable[bytes]]
    ) -> bytes | None:
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if key not in self._under_way:
            asked = [self._asked_by[other] for other in self._under_way]
            if sum(kind is other for _, other in asked) >= QUEUE:
                raise TooMany(BUSY)
            if sum(who == other for other, _ in asked) >= OF_ONE:
                raise TooMany("your other reviews are being worked out; ask again later")
            self._asked_by[key] = (who, kind)
            self._under_way[key] = asyncio.ensure_future(self._work(key, work))
        task = self._under_way[key]
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        return task.result() if done else None

    async def _work(self, key: str, work: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            told = await work()
            if self._stands(key):
                self._known[key] = told
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
            return told
        finally:
            if self._stands(key):
                del self._under_way[key], self._asked_by[key]

    def _stands(self, key: str) -> bool:
        """Whether what the present task works on has not been rewritten meanwhile."""
        return self._under_way.get(key) is asyncio.current_task()

    async def _in_pool(
        self, kind: WorkKind, work: Callable[[W], bytes | None], find: Callable[[], Awaitable[W]]
    ) -> bytes:
        what = await find()
        async with self._turns[kind].turn():
            told = await self._run(kind, work, what)
        if told is None:
            raise TooHeavy("this takes too much time or memory to work out")
        return told

    async def _run(self, kind: WorkKind, work: Callable[[W], bytes | None], what: W) -> bytes | None:
        if kind not in self._pools:
            self._pools[kind] = ProcessPoolExecutor(
                self._workers, get_context("spawn"), workers.begin_worker, (workers.NICE,)
            )
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pools[kind], work, what)
        except BrokenProcessPool:
            self._pools.pop(kind, None)
            return None

    def forget(self) -> None:
        """A log was rewritten, without somebody's name: what was made of it must not be told again."""
        self._known.clear()
        self._under_way.clear()
        self._asked_by.clear()

    async def close(self) -> None:
        for task in list(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


def limited(work: Callable[[], object]) -> bytes | None:
    """The result of a piece of work, as JSON; None if it takes too long or too much."""
    try:
        with workers.limited_time(SECONDS):
            return orjson.dumps(work())
    except (workers.TooLong, MemoryError):
        return None


def _review(most: int, read: Callable[[], Record]) -> bytes | None:
    from rowlock.analysis.judges.selection import find_judge
    from rowlock.analysis.review.game import review

    def work() -> object:
        record = read()
        if record.variant.turns is not None:
            return review(record)
        judge = find_judge(record.variant, len(record.seats), SLOW_ROLLOUTS)
        return review(record, judge=judge, most=most)

    return limited(work)


def _judge_day(what: tuple[Day, Sequence[str]]) -> bytes | None:
    from rowlock.community.daily.judging import judge
    from rowlock.variants import load_variant

    day, moves = what
    return limited(lambda: judge(day, load_variant(day.pad), moves))


def _judge_half(work: Work) -> bytes | None:
    from rowlock.community.duels.judging import work_out

    return limited(lambda: work_out(work))


def _analyse(most: int, game: Game) -> bytes | None:
    from rowlock.analysis.position import analyse

    return limited(lambda: analyse(game, SLOW_ROLLOUTS, most=most))
