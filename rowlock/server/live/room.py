"""A live table: what is said is checked, stored, and then told to everybody who listens.

The room holds the table that its log makes. It never runs ahead of the store: if an append fails or
somebody else was faster, the room reads on from the log and tries again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from random import random
from typing import TYPE_CHECKING, Any

from orjson import Fragment, dumps

from rowlock.engine.errors import RowlockError
from rowlock.engine.facts import Fact
from rowlock.server.config import Config
from rowlock.server.errors import NoSpectators, NoSuchTable, StoreDown, TooHeavy, TooMany
from rowlock.server.live.bots import BotDoor
from rowlock.server.live.budget import TOO_HEAVY, Budget, Reading
from rowlock.server.live.house_pads import HousePads, house_pads
from rowlock.server.live.hub import Listener
from rowlock.server.live.steward import Steward
from rowlock.server.store import Batch, Conflict, FinishedGame, Rewritten, Store, TableLine
from rowlock.table.dice import next_roll
from rowlock.table.errors import DamagedLog, Kicked, NotYourSeat
from rowlock.table.finished import summary_of
from rowlock.table.house import Followed, follow, next_of_house
from rowlock.table.log.records import read_table
from rowlock.table.messages import House, Saying, Who, body_of, is_quiet
from rowlock.table.outgoing import Scene, Teller, presence
from rowlock.table.receipts import Answer, Answers
from rowlock.table.table import Entry, Plain, Table
from rowlock.table.views import Present, is_parked, table_summary

if TYPE_CHECKING:
    from rowlock.server.live.relay import Relay

log = logging.getLogger(__name__)

TRIES = 100


class Room:
    """One table in memory, with its listeners."""

    def __init__(
        self, table: Table, store: Store, bots: BotDoor, config: Config, relay: Relay | None = None
    ) -> None:
        self.table = table
        self.present = Present()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, frozenset[str]] = {}
        """Players connected through other processes, by process."""
        self.left_at: dict[str, float] = {}
        """When players were last seen (`time.monotonic`), for those who were here and are gone."""
        self.idle_since = time.monotonic()
        self.config = config
        self._store = store
        self._bots = bots
        self._lock = asyncio.Lock()
        self.forgets = 0
        """How often its log had been rewritten, for somebody to be forgotten, when it was read."""
        self._is_rewritten = False
        self._behind = False
        self._catching_up = False
        self._shut = False
        self._answers = Answers()
        self._teller = Teller(lambda part: Fragment(dumps(part)))
        self._tasks: set[asyncio.Task[Any]] = set()
        self._relay = relay
        self.steward = Steward(self, bots)

    # listeners

    def admit(self, listener: Listener) -> None:
        """Let somebody listen; the table may not want to be watched."""
        if listener.id in self.table.banned:
            raise Kicked("the host has sent you away from this table")
        self._check_weight()
        if not self._may_listen(listener):
            raise NoSpectators("this table does not want to be watched")
        self._check_room_for(listener)
        with self.step():
            listener.tell(self.whole(listener))
        self.listeners.add(listener)
        self.presence_changed()
        self._take_back(listener, "away", "slow")

    def _may_listen(self, listener: Listener) -> bool:
        """Members always may; others where watching is allowed, or while they may still sit down."""
        table = self.table
        may_sit = table.state == "open" and not table.drawing and listener.player is not None
        return table.settings.spectators or may_sit or table.is_member(listener.id)

    def _check_room_for(self, listener: Listener) -> None:
        """Watchers share the places at the table; nobody can take those of its members."""
        limits, member = self.config.limits, self.table.is_member
        if member(listener.id):
            if sum(other.id == listener.id for other in self.listeners) >= limits.own_listeners:
                raise TooMany("you are connected to this table too often")
        elif sum(not member(other.id) for other in self.listeners) >= limits.listeners:
            raise TooMany("too many people are at this table")

    def dismiss(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.idle_since = time.monotonic()
        self.presence_changed()

    def _take_back(self, listener: Listener, *whys: str) -> None:
        """Whoever returns gets the seat back that a bot kept warm."""
        for number in self.table.seats_of(listener.id):
            if self.table.seats[number].why in whys and self.table.state == "playing":
                self.spawn(self._say(listener.id, "back", partial(_seat_body, number)))

    def presence_changed(self) -> None:
        """Tell everybody who is here now, if that changed."""
        here = self.players_here()
        players = here.union(*self.elsewhere.values())
        if self._relay:
            self._relay.presence_changed(self)
            self.lead()
        watchers = sum(not self.table.is_member(listener.id) for listener in self.listeners)
        parked = is_parked(self.table, players)
        before = (self.present.players, self.present.watchers, self.present.parked)
        self.present.players, self.present.watchers, self.present.parked = players, watchers, parked
        for player in before[0] - players:
            self.left_at[player] = time.monotonic()
        if before != (players, watchers, parked):
            self._tell_presence()
        self.steward.look()

    def players_here(self) -> frozenset[str]:
        """Those who are connected through this process."""
        return frozenset(listener.id for listener in self.listeners if listener.id)

    def hear_presence(self, process: str, players: frozenset[str] | None) -> None:
        """Who is connected to this table through another process; None if nobody is, not even to watch."""
        if self.elsewhere.get(process) == players:
            return
        self.elsewhere.pop(process, None)
        if players is not None:
            self.elsewhere[process] = players
        self.presence_changed()

    def lead(self) -> None:
        """One of the processes with visitors looks after bots and timers."""
        if self._relay:
            self.steward.own(self._relay.owners.leads(self.table.id, self.elsewhere.keys()))

    def _tell_presence(self) -> None:
        message = presence(self.table, self.present)
        for listener in self.listeners:
            listener.tell(message)

    def name_of(self, player: str) -> str | None:
        """The name of somebody who is connected; of those elsewhere only that they are is known."""
        name = next((other.name for other in self.listeners if other.id == player), None)
        return name or ("somebody" if player in self.present.players else None)

    @property
    def is_abandoned(self) -> bool:
        """Whether a game is on at which nothing was said for a long time."""
        return self.table.state == "playing" and time.time() - self.table.at > self.config.pace.abandoned

    # what is said

    async def request(self, listener: Listener, message: Saying) -> Answer:
        """A client's message, said to the end even if whoever asks goes away in the middle of it."""
        work = self.spawn(self.hear(listener, message))
        answer: Answer = await asyncio.shield(work)
        return answer

    async def hear(self, listener: Listener, message: Saying) -> Answer:
        """A client's message: the number under which it is stored, or why it is not.

        Not to be cancelled: what is stored would be told to nobody until something else is said.
        """
        if listener.id is None:
            return NotYourSeat("you are watching")
        known = self._answers.get(listener.id, message.id)
        if known is not None:
            return known

        if self._is_full(message):
            return TooMany("the log of this table is full; open another one")

        who = Who(listener.id, listener.name)
        house = house_of(self._bots, house_pads(self.config.pads), self.name_of)

        def body(table: Table) -> Plain:
            return body_of(message, table, who, house)

        secret = house.secret() if message.brings_secret else None
        answer = await self._say(listener.id, message.kind, body, message.id, secret)
        if not isinstance(answer, StoreDown):
            self._answers.remember(listener.id, message.id, answer)
        return answer

    def _is_full(self, message: Saying) -> bool:
        """Whether a log that everybody must read has become too long for more of this kind."""
        longest = self.config.limits.log * (1.2 if message.ends_games else 1.0)
        return self.table.number >= longest

    async def house_says(self, entry: Callable[[Table], Entry | None]) -> Answer | None:
        """Something by the house: a bot's move, a skip, a stand-in; None if it no longer fits."""
        return await self._say_entry(entry)

    async def break_off(self, why: str) -> Answer | None:
        """The house ends the game that is on (R8.6)."""
        body = {"why": why}
        return await self.house_says(lambda t: Entry(t.number + 1, time.time(), None, "aborted", body))

    async def _say(
        self,
        player: str | None,
        kind: str,
        body: Callable[[Table], Plain],
        key: str | None = None,
        secret: str | None = None,
    ) -> Answer:
        def make(table: Table) -> Entry:
            return Entry(table.number + 1, time.time(), player, kind, body(table), key, secret)

        answer = await self._say_entry(make, (player, key))
        return answer if answer is not None else 0

    async def _say_entry(
        self, make: Callable[[Table], Entry | None], id_: tuple[str | None, str | None] = (None, None)
    ) -> Answer | None:
        """Check, store and tell an entry. `id_` is whose message it is: said once, it is not said again."""
        async with self._lock:
            for attempt in range(TRIES):
                try:
                    if self._is_rewritten:
                        await self._read_anew()
                    if self._behind:
                        await self._read_on()
                    entry = make(self.table)
                    if entry is None:
                        return None
                    if (known := self._answers.get(*id_)) is not None:
                        return known
                    self._check_weight()
                    with self.step():
                        followed = follow(self.table, entry, next_roll)
                    self._behind = True  # until the store has said what became of it
                    await self._store.append(self._batch(followed))
                    self._behind = False
                except Rewritten:
                    self._is_rewritten = True
                    continue
                except Conflict:
                    if self._relay:
                        self._relay.meet(self)
                    if (number := await self._stored_under(*id_)) is not None:
                        return number
                    # so that two that collide do not stay in step, and the slower one gets its turn
                    await asyncio.sleep(random() * min(0.002 * attempt, 0.05))
                    continue
                except RowlockError as error:
                    if not await self._knows_all():
                        continue
                    if isinstance(error, StoreDown):
                        self._catch_up_later()
                        return error
                    stored = await self._stored_under(*id_)
                    return error if stored is None else stored
                self._accept(followed.table, followed.facts)
                return entry.number
        return StoreDown("the table is too busy; try again")

    async def _stored_under(self, player: str | None, key: str | None) -> int | None:
        """The number of a message in the log, if it was stored and its answer is forgotten here."""
        if key is None or player not in self._answers.stored:
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
            asyncio.get_running_loop().call_later(1.0, lambda: self.spawn(self.read_on()))

    async def _read_on(self) -> None:
        reading = Reading(self.table, self.config.step)
        async for entries in self._store.parts(self.table.id, after=self.table.number):
            await self.read(reading, entries)
        self._behind = False
        if reading.table is not self.table:
            self._accept(reading.table, tuple(reading.facts))

    async def read(self, reading: Reading, entries: list[Entry]) -> None:
        """Read a part of the log; a table whose log takes too long is closed."""
        try:
            await reading.take(entries)
        except TooHeavy:
            self._shut_down()
            raise
        self.recall(entries)

    async def read_anew(self) -> None:
        """The log was rewritten, without somebody's name and words: read it again and tell it all."""
        async with self._lock:
            with suppress(StoreDown, DamagedLog, TooHeavy, NoSuchTable):
                await self._read_anew()

    async def _read_anew(self) -> None:
        reading: Reading | None = None
        forgets = (await self._store.forgets([self.table.id])).get(self.table.id, 0)  # before the log is read
        async for part in self._store.parts(self.table.id):
            reading = reading or Reading(read_table(part[:1]), self.config.step)
            await reading.take(part[1:] if part[0].number == 1 else part)
        if reading is None:
            raise NoSuchTable("this table is gone")
        self.table, self.forgets = reading.table, forgets
        self._is_rewritten = self._behind = False
        for listener in self.listeners:
            listener.tell(self.whole(listener))

    def recall(self, entries: list[Entry]) -> None:
        """Answers that were given before a restart, or elsewhere."""
        for entry in entries:
            self._answers.remember(entry.player, entry.key, entry.number)

    def _batch(self, followed: Followed) -> Batch:
        """What must be stored together: the entries, and what the lists say after them."""
        before, after, line, finished = self.table, followed.table, None, None
        same = after.game_number == before.game_number
        corrected = before.state == "over" and same and after.game is not before.game
        ended = after.state == "over" and (before.state == "playing" or corrected)
        if ended or corrected or not all(map(is_quiet, followed.entries)):
            line = TableLine(after.settings.listed, after.state, table_summary(after))
        if ended:
            holders = [(seat.player, number) for number, seat in enumerate(after.seats) if seat.player]
            finished = FinishedGame(summary_of(after), holders)
        return Batch(
            after.id,
            followed.entries,
            line,
            finished,
            before.game_number if corrected else None,
            self.forgets,
            self._relay is not None and self._relay.is_shared(self),
        )

    # what is told

    def _accept(self, table: Table, facts: tuple[Fact, ...]) -> None:
        """The new table is stored: now everybody may hear of it."""
        self.table = table
        for listener in self.listeners:  # those who may not hear it go first
            if listener.id in table.banned:
                cause = next((seat.cause for seat in table.seats if seat.owner == listener.id), None)
                listener.bye("kicked", "the host has sent you away from this table", None, cause)
            elif not self._may_listen(listener):
                listener.bye("no_spectators", "this table does not want to be watched", None)
        with suppress(TooHeavy), self.step():
            self.publish(facts)
        for listener in list(self.listeners):  # another process may have thought them gone
            self._take_back(listener, "away")
        self.steward.look()

    def publish(self, facts: tuple[Fact, ...]) -> None:
        for message in self._teller.news(self._scene(), facts):
            for listener in self.listeners:
                listener.tell(message(listener))

    def whole(self, listener: Listener) -> Plain:
        """Everything a listener may know."""
        return self._teller.whole(self._scene(), listener)

    def _scene(self) -> Scene:
        self.present.names = {player: self.name_of(player) for player in self.table.asking}
        return Scene(self.table, self.present, self.steward.time_left())

    # life

    def step(self) -> Budget:
        """Work that holds up all other tables: if it takes too long, it is this table's last."""
        return Budget(self.config.step, self._shut_down)

    def _shut_down(self) -> None:
        log.error("a table takes too long and is closed", extra={"table": self.table.id})
        self._shut = True
        self.steward.stop()
        for listener in self.listeners:
            listener.bye(TooHeavy.code, TOO_HEAVY, None)

    def _check_weight(self) -> None:
        if self._shut:
            raise TooHeavy(TOO_HEAVY)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something that may outlive the connection that asked for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def wake(self) -> None:
        """After a restart: say what the house owes, and start bots and timers."""
        if next_of_house(self.table, next_roll) is not None:
            await self._say_entry(lambda table: next_of_house(table, next_roll))
        self.steward.look()

    async def close(self) -> None:
        self.steward.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _seat_body(seat: int, table: Table) -> Plain:
    return {"seat": seat}


def house_of(
    bots: BotDoor, pads: HousePads, name_of: Callable[[str], str | None] = lambda player: None
) -> House:
    """What this server adds to what is said at a table."""
    return House(bots.check, pads.find, name_of, secrets.randbelow, lambda: secrets.token_hex(32))
