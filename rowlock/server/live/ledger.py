"""The log of a live table: what is said is checked and stored here, and what others stored is read.

The ledger holds the table that its log makes. It never runs ahead of the store: if an append fails or
somebody else was faster, it reads on from the log and tries again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from random import random
from typing import TYPE_CHECKING

from rowlock.engine.errors import RowlockError
from rowlock.engine.facts import Fact
from rowlock.server.errors import StoreDown, TooHeavy
from rowlock.server.live.budget import BudgetReading
from rowlock.server.live.steward import due_of
from rowlock.server.store import Batch, Conflict, FinishedGame, Rewritten, Store, TableLine
from rowlock.table.dice import next_roll
from rowlock.table.errors import DamagedLog, NoSuchTable
from rowlock.table.finished import summary_of
from rowlock.table.house import Followed, follow
from rowlock.table.log.records import read_table
from rowlock.table.messages import Saying, is_quiet, next_entry
from rowlock.table.rated import rated_seats
from rowlock.table.receipts import Answer, Answers
from rowlock.table.table import Entry, Table
from rowlock.table.views import table_summary

if TYPE_CHECKING:
    from rowlock.server.live.relay import Relay
    from rowlock.server.live.room import Room

log = logging.getLogger(__name__)

TRIES = 100

Make = Callable[[Table], Entry | None]
Key = tuple[str | None, str | None]
"""Whose message something is, and under which id it was sent."""


class Ledger:
    """One table and its log; its room hears of what is stored, and not before."""

    def __init__(self, room: Room, table: Table, store: Store, relay: Relay | None) -> None:
        self.table = table
        self.answers = Answers()
        self.forgets = 0
        """How often its log had been rewritten, for somebody to be forgotten, when it was read."""
        self._room = room
        self._store = store
        self._relay = relay
        self._lock = asyncio.Lock()
        self._is_rewritten = False
        self._behind = False
        self._catching_up = False

    async def say(
        self,
        player: str | None,
        said: Callable[[Table], Saying],
        key: str | None = None,
        secret: str | None = None,
    ) -> Answer:
        def make(table: Table) -> Entry:
            return next_entry(table, said(table), time.time(), player, secret)

        answer = await self.add(make, (player, key))
        return answer if answer is not None else 0

    async def add(self, make: Make, id_: Key = (None, None)) -> Answer | None:
        """Check, store and tell an entry. `id_` is whose message it is: said once, it is not said again."""
        async with self._lock:
            for attempt in range(TRIES):
                try:
                    answer, followed = await self._append(make, id_)
                except Rewritten:
                    self._is_rewritten = True
                    continue
                except Conflict:
                    if self._relay:
                        self._relay.meet(self._room)
                    if (number := await self._stored_under(*id_)) is not None:
                        return number
                    # so that two that collide do not stay in step, and the slower one gets its turn
                    await asyncio.sleep(random() * min(0.002 * attempt, 0.05))
                    continue
                except RowlockError as error:
                    if not await self._knows_all():
                        continue
                    return await self._refusal(error, id_)
                if followed is not None:
                    self._accept(followed.table, followed.facts)
                return answer
        return StoreDown("the table is too busy; try again")

    async def _append(self, make: Make, id_: Key) -> tuple[Answer | None, Followed | None]:
        """Store an entry with what follows from it; what was said before is only answered."""
        if self._is_rewritten:
            await self._read_anew()
        if self._behind:
            await self._read_on()
        entry = make(self.table)
        if entry is None:
            return None, None
        if (known := self.answers.get(*id_)) is not None:
            return known, None
        self._room.check_weight()
        with self._room.step():
            followed = follow(self.table, entry, next_roll)
        self._behind = True  # until the store has said what became of it
        await self._store.append(self._batch(followed))
        self._behind = False
        return entry.number, followed

    async def _refusal(self, error: RowlockError, id_: Key) -> Answer:
        """The answer to a refused message, which may have been stored before its answer was forgotten."""
        if isinstance(error, StoreDown):
            self._catch_up_later()
            return error
        stored = await self._stored_under(*id_)
        return error if stored is None else stored

    def _accept(self, table: Table, facts: tuple[Fact, ...]) -> None:
        """The new table is stored: now everybody may hear of it."""
        self.table = table
        self._room.accept(facts)

    async def _stored_under(self, player: str | None, key: str | None) -> int | None:
        """The number of a message in the log, if it was stored and its answer is forgotten here."""
        if key is None or player not in self.answers.stored:
            return None
        with suppress(StoreDown):
            return await self._store.find_key(self.table.id, player, key)
        return None

    async def _knows_all(self) -> bool:
        """Whether a refusal stands: another process may have said something that we have not heard yet."""
        if not self._store.shared or self._behind:
            return True
        number = self.table.number
        with suppress(StoreDown):
            await self._read_on()
        return self.table.number == number

    async def read_on(self) -> None:
        """Another process may have appended: read it and tell."""
        async with self._lock:
            self._behind, self._catching_up = True, False
            try:
                await self._read_on()
            except DamagedLog as error:
                log.error("a table cannot be read", extra={"table": self.table.id, "reason": str(error)})
            except StoreDown:
                self._catch_up_later()
            except TooHeavy:
                pass  # the table is closed

    def _catch_up_later(self) -> None:
        """The store has not said what became of an entry: ask until it does."""
        if not self._catching_up:
            self._catching_up = True
            asyncio.get_running_loop().call_later(1.0, lambda: self._room.spawn(self.read_on()))

    async def _read_on(self) -> None:
        reading = BudgetReading(self.table, self._room.config.step)
        async for entries in self._store.parts(self.table.id, after=self.table.number):
            await self.read(reading, entries)
        self._behind = False
        if reading.table is not self.table:
            self._accept(reading.table, tuple(reading.facts))

    async def read(self, reading: BudgetReading, entries: list[Entry]) -> None:
        """Read a part of the log; a table whose log takes too long is closed."""
        try:
            await reading.take(entries)
        except TooHeavy:
            self._room.shut_down()
            raise
        self.recall(entries)

    async def read_anew(self) -> None:
        """The log was rewritten, without somebody's name and words: read it again and tell it all."""
        async with self._lock:
            with suppress(StoreDown, DamagedLog, TooHeavy, NoSuchTable):
                await self._read_anew()

    async def _read_anew(self) -> None:
        reading: BudgetReading | None = None
        forgets = (await self._store.forgets([self.table.id])).get(self.table.id, 0)  # before the log is read
        async for part in self._store.parts(self.table.id):
            reading = reading or BudgetReading(read_table(part[:1]), self._room.config.step)
            await reading.take(part[1:] if part[0].number == 1 else part)
        if reading is None:
            raise NoSuchTable("this table is gone")
        self.table, self.forgets = reading.table, forgets
        self._is_rewritten = self._behind = False
        self._room.listeners.tell_each(self._room.whole)

    def recall(self, entries: list[Entry]) -> None:
        """Answers that were given before a restart, or elsewhere."""
        for entry in entries:
            self.answers.remember(entry.player, entry.key, entry.number)

    def _batch(self, followed: Followed) -> Batch:
        """The entries to be stored together, and the lines of the lists after them."""
        before, after, line, finished = self.table, followed.table, None, None
        same = after.game_number == before.game_number
        corrected = before.state == "over" and same and after.game is not before.game
        ended = after.state == "over" and (before.state == "playing" or corrected)
        was_due, due = (due_of(table, self._room.config.pace) for table in (before, after))
        if due != was_due or ended or corrected or not all(map(is_quiet, followed.entries)):
            line = TableLine(after.settings.listed, after.state, table_summary(after), due)
        if ended:
            holders = [(seat.player, number) for number, seat in enumerate(after.seats) if seat.player]
            finished = FinishedGame(summary_of(after), holders, rated_seats(after) or ())
        return Batch(
            after.id,
            followed.entries,
            line,
            finished,
            before.game_number if corrected else None,
            self.forgets,
            self._relay is not None and self._relay.is_shared(self._room),
        )
