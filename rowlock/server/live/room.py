"""A live table: what is said is checked and stored (`ledger`), then told to all who listen (`audience`)."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from orjson import Fragment, dumps

from rowlock.engine.facts import Fact
from rowlock.engine.json_object import JsonObject
from rowlock.server.config import Config
from rowlock.server.errors import StoreDown, TooHeavy, TooMany
from rowlock.server.live.attendance import Attendance
from rowlock.server.live.audience import Audience
from rowlock.server.live.bots import BotDoor
from rowlock.server.live.budget import TOO_HEAVY, Budget
from rowlock.server.live.gathering import Gathering
from rowlock.server.live.house_pads import HousePads, house_pads
from rowlock.server.live.hub import Listener
from rowlock.server.live.ledger import Ledger, Make
from rowlock.server.live.steward import Steward
from rowlock.server.live.turn_calls import TurnCalls
from rowlock.server.store import Store
from rowlock.table.dice import next_roll
from rowlock.table.errors import NotYourSeat
from rowlock.table.house import next_of_house
from rowlock.table.messages import House, Saying, Who, completed, next_entry
from rowlock.table.messages.play import BreakOff
from rowlock.table.messages.seating import TakeBack
from rowlock.table.outgoing import Scene, Teller, presence
from rowlock.table.receipts import Answer
from rowlock.table.table import Table

if TYPE_CHECKING:
    from rowlock.server.live.calls import Calls
    from rowlock.server.live.relay import Relay

log = logging.getLogger(__name__)
Done = TypeVar("Done")


class Room:
    """One table in memory: its log, those who listen, who is there, and its bots and timers."""

    def __init__(
        self,
        table: Table,
        store: Store,
        bots: BotDoor,
        config: Config,
        gathering: Gathering,
        relay: Relay | None = None,
        calls: Calls | None = None,
    ) -> None:
        self.config = config
        self.ledger = Ledger(self, table, store, relay)
        self.listeners = Audience(config.limits)
        self.present = Attendance()
        self.idle_since = time.monotonic()
        self._bots = bots
        self._is_shut = False
        self._teller = Teller(_packed)
        self._tasks: set[asyncio.Task[object]] = set()
        self._relay = relay
        self._gathering = gathering
        self.steward = Steward(self, bots)
        self.turn_calls = TurnCalls(self, calls)

    @property
    def table(self) -> Table:
        return self.ledger.table

    @property
    def is_abandoned(self) -> bool:
        """Whether a game is on at which nothing was said for a long time."""
        return self.table.state == "playing" and time.time() - self.table.at > self.config.pace.abandoned

    # who is there

    def admit(self, listener: Listener) -> None:
        """Let somebody listen; the table may not want to be watched."""
        self.check_weight()
        self.listeners.check(self.table, listener)
        with self.step():
            listener.tell(self.whole(listener))
        self.listeners.add(listener)
        if self.table.is_member(listener.id):
            self.presence_changed()
        else:  # however many come to watch
            self._gathering.soon(self.presence_changed)
        self._take_back(listener, "away", "slow")

    def dismiss(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.idle_since = time.monotonic()
        self._gathering.soon(self.presence_changed)  # however many are lost at the same time

    def _take_back(self, listener: Listener, *whys: str) -> None:
        """Whoever returns gets the seat back that a bot kept warm."""
        for number in self.table.seats_of(listener.id):
            if self.table.seats[number].why in whys and self.table.state == "playing":
                self.spawn(self.ledger.say(listener.id, partial(_back, number)))

    def presence_changed(self) -> None:
        """Tell everybody who is here now, if that changed."""
        if self._relay:
            self._relay.presence_changed(self)
            self.lead()
        if self.present.update(self.table, self.listeners):
            self.listeners.tell(presence(self.table, self.present))
        self.steward.look()

    def hear_presence(self, process: str, players: frozenset[str] | None) -> None:
        """The people at this table through another process; None if nobody is there, not even to watch."""
        if self.present.hear(process, players):
            self.presence_changed()

    def lead(self) -> None:
        """One of the processes with visitors looks after bots and timers."""
        if self._relay:
            self.steward.own(self._relay.owners.leads(self.table.id, self.present.elsewhere.keys()))

    def name_of(self, player: str) -> str | None:
        """The name of somebody who is connected; of those elsewhere only that they are is known."""
        return self.listeners.name_of(player) or ("somebody" if player in self.present.players else None)

    # what is said

    async def request(self, listener: Listener, message: Saying) -> Answer:
        """A client's message, said to the end even if whoever asks goes away in the middle of it."""
        return await asyncio.shield(self.spawn(self.hear(listener, message)))

    async def hear(self, listener: Listener, message: Saying) -> Answer:
        """A client's message: the number under which it is stored, or why it is not.

        Not to be cancelled: what is stored would be told to nobody until something else is said.
        """
        if listener.id is None:
            return NotYourSeat("you are watching")
        known = self.ledger.answers.get(listener.id, message.id)
        if known is not None:
            return known

        if self._is_full(message):
            return TooMany("the log of this table is full; open another one")

        who = Who(listener.id, listener.name)
        house = house_of(self._bots, house_pads(self.config.pads), self.name_of, self.config.public)

        def said(table: Table) -> Saying:
            return completed(message, table, who, house)

        secret = house.secret() if message.brings_secret else None
        answer = await self.ledger.say(listener.id, said, message.id, secret)
        if not isinstance(answer, StoreDown):
            self.ledger.answers.remember(listener.id, message.id, answer)
        return answer

    def _is_full(self, message: Saying) -> bool:
        """Whether a log that everybody must read has become too long for more of this kind."""
        longest = self.config.limits.log * (1.2 if message.ends_games else 1.0)
        return self.table.number >= longest

    async def house_says(self, make: Make) -> Answer | None:
        """Something by the house: a bot's move, a skip, a stand-in; None if it no longer fits."""
        return await self.ledger.add(make)

    async def break_off(self, why: str) -> Answer | None:
        """The house ends the game that is on (R8.6)."""
        said = BreakOff(why=why)
        return await self.house_says(lambda table: next_entry(table, said, time.time(), None))

    # what is told

    def accept(self, facts: tuple[Fact, ...]) -> None:
        """The table has changed and is stored: now everybody may hear of it."""
        self.listeners.send_away(self.table)  # those who may not hear it go first
        with suppress(TooHeavy), self.step():
            self.publish(facts)
        for listener in list(self.listeners):  # another process may have thought them gone
            self._take_back(listener, "away")
        self.steward.look()

    def publish(self, facts: tuple[Fact, ...]) -> None:
        for message in self._teller.news(self._scene(), facts):
            self.listeners.tell_each(message)

    def whole(self, listener: Listener) -> JsonObject:
        """Everything a listener may know."""
        return self._teller.whole(self._scene(), listener)

    def _scene(self) -> Scene:
        self.present.names = {player: self.name_of(player) for player in self.table.asking}
        return Scene(self.table, self.present, self.steward.time_left())

    # life

    def step(self) -> Budget:
        """Do work that holds up all other tables; a table whose work takes too long is closed."""
        return Budget(self.config.step, self.shut_down)

    def shut_down(self) -> None:
        log.error("a table takes too long and is closed", extra={"table": self.table.id})
        self._is_shut = True
        self.steward.stop()
        self.listeners.bye(TooHeavy.code, TOO_HEAVY)

    def check_weight(self) -> None:
        if self._is_shut:
            raise TooHeavy(TOO_HEAVY)

    def spawn(self, work: Coroutine[object, object, Done]) -> asyncio.Task[Done]:
        """Run something that may outlive the connection that asked for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def wake(self) -> None:
        """After a restart: say what the house owes, and start bots and timers."""
        if next_of_house(self.table, next_roll) is not None:
            await self.ledger.add(lambda table: next_of_house(table, next_roll))
        self.steward.look()

    async def close(self) -> None:
        self.steward.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _packed(part: object) -> Fragment:
    """A part of what is told, encoded; the room that orjson leaves behind it, often 16 kB, is not kept."""
    return Fragment(bytes(memoryview(dumps(part))))


def _back(seat: int, table: Table) -> Saying:
    return TakeBack(seat=seat)


def house_of(
    bots: BotDoor,
    pads: HousePads,
    name_of: Callable[[str], str | None] = lambda player: None,
    is_public: bool = False,
) -> House:
    """This server as the house of a table: its bots, pads, names and chance."""
    return House(bots.check, pads.find, name_of, secrets.randbelow, lambda: secrets.token_hex(32), is_public)
