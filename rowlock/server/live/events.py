"""The events of a server: what is said in them is stored first; their keeper does what follows from it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from hashlib import sha256
from random import random
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from rowlock.community.errors import NoSuchEvent, NotNow
from rowlock.community.event_scene import Scene
from rowlock.community.events import find_format
from rowlock.community.events.kit.event import Event, Plan, Stage
from rowlock.community.events.kit.file import MOST_SAID, StoredEvent, check_plan
from rowlock.community.events.kit.log import check_undo
from rowlock.community.events.kit.places import StandingRow
from rowlock.community.events.kit.sayings import Close, Enter, Join, Look, Start, Undo, start_next
from rowlock.community.events.kit.shared_dice import next_dice
from rowlock.server.errors import StoreDown, TooMany
from rowlock.server.live.event_chances import Chances
from rowlock.server.live.event_held import Held, Wish
from rowlock.server.live.event_keeper import EventKeeper
from rowlock.server.live.event_weigher import EventWeigher
from rowlock.server.live.people import new_id
from rowlock.server.store import Conflict, Player
from rowlock.server.store.events import Addition, Stored, Taking
from rowlock.table.errors import Refused
from rowlock.table.table import Table

if TYPE_CHECKING:
    from rowlock.server.live.lobby import Lobby

log = logging.getLogger(__name__)

ID, TABLE = 16, 12
"""How long the names of events and tables are: nobody guesses one."""
KEPT = 200
"""Events that are kept in memory."""
MOST_OWN = 500
"""Things that somebody says in an event who is no referee: nobody can fill it for all others."""
TRIES = 30
LONG = 300
"""An event in which more was said is worked out beside the event loop."""

Make = Callable[[Held], Awaitable[Wish | None]]


class Events:
    """The events of a server; `clock` gives seconds since 1970."""

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time) -> None:
        self._lobby, self.clock = lobby, clock
        self.keeper, self.weigher = EventKeeper(lobby, self), EventWeigher(lobby, self)
        self.chances = Chances(lobby, self)
        self._known: OrderedDict[str, Held] = OrderedDict()
        self._turns = WeakValueDictionary[str, asyncio.Lock]()
        """Turns to speak in an event: those of one process never collide in the database."""

    async def do_in_each(self, what: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Do something in all events that this process looks after; trouble stays in its event."""
        owners = self._lobby.relay.owners if self._lobby.relay else None
        try:
            async for event in self._lobby.store.running_events():
                if owners is None or owners.is_mine(event):
                    await self._do_in(event, what, work)
        except (StoreDown, Conflict):
            pass

    async def _do_in(self, event: str, what: str, work: Callable[[str], Awaitable[None]]) -> None:
        try:
            await work(event)
        except StoreDown:
            raise
        except (Conflict, TooMany, NoSuchEvent):
            pass
        except Exception:
            log.exception("the house has trouble in an event", extra={"event": event, "work": what})

    # what is said

    async def announce(self, referee: Player, plan: Plan, kept: StoredEvent | None = None) -> str:
        """A new event, or one that was kept in a file; its name."""
        check_plan(plan)
        event = new_id(ID)
        made = kept or StoredEvent(plan, secrets.token_hex(16))
        if not made.has_shared_dice:
            made = made._replace(dice=secrets.token_hex(32))
        await self._lobby.store.add_event(event, made, self.clock(), referee.id)
        return event

    async def find(self, event: str) -> Held:
        """An event as it is stored now; raises `NoSuchEvent`."""
        version = await self._lobby.store.event_version(event)
        held = self._known.get(event)
        if held is None or held.stored.version != version:
            held = await self._hold(await self._lobby.store.read_event(event))
        return self._keep(held)

    def _keep(self, held: Held) -> Held:
        self._known[held.stored.id] = held
        self._known.move_to_end(held.stored.id)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return held

    async def _hold(self, stored: Stored, event: Event | None = None) -> Held:
        """An event worked out from what was said, with its standing: once, for all who look at it."""
        work = partial(_stand, stored.kept, event)
        if len(stored.kept.said) > LONG:
            return Held(stored, *await self._lobby.apart.run(work))
        return Held(stored, *work())

    async def _after(self, held: Held, added: Addition, now: float) -> Held:
        """An event after something more is said; only if something is taken back, all is worked out again."""
        stored = held.stored.after(added, now)
        if any(isinstance(one, Undo) for one in added.said):
            return await self._hold(stored)
        return await self._hold(stored, reduce(lambda event, one: one.apply(event), added.said, held.event))

    async def say(self, event: str, player: str | None, make: Make) -> Held:
        """Say something that fits the event as it is: whoever comes second sees what the first has said."""
        async with self._turns.setdefault(event, asyncio.Lock()):
            return await self._say(event, player, make)

    async def _say(self, event: str, player: str | None, make: Make) -> Held:
        for attempt in range(TRIES):
            held = await self.find(event)
            wish = await make(held)
            if wish is None:
                return held
            if _has_said_enough(held, player):
                raise TooMany(f"you have said {MOST_OWN} things in this event: ask a referee")
            if len(held.stored.kept.said) + len(wish.said) > MOST_SAID:
                raise TooMany(f"in an event no more than {MOST_SAID} things are said; announce another one")
            now, added = self.clock(), _added(wish, player)
            after = await self._after(held, added, now)
            added = added._replace(running=after.event.has_work, told=not after.event.is_running)
            try:
                await self._lobby.store.say_in_event(held.stored, added, now)
            except Conflict:
                await asyncio.sleep(random() * min(0.01 * (attempt + 1), 0.2))
                continue
            self._keep(after)
            self.keeper.wake()
            self.weigher.wake()
            return await self.find(event)
        raise StoreDown("too many people speak at once; try again")

    async def join(self, event: str, player: Player, name: str) -> Held:
        """Take part, or stay as one is."""

        async def make(held: Held) -> Wish | None:
            mine = held.taking(player.id)
            if mine.person is not None:
                return None
            number, here = len(held.event.people) + 1, not held.event.plan.check_in
            return Wish((Join(name, here),), {player.id: Taking(number, mine.referee)})

        return await self.say(event, player.id, make)

    async def start(self, event: str, player: str, wanted: int) -> Held:
        """Draw round number `wanted`; if another referee has done so already, that is it."""

        async def make(held: Held) -> Wish | None:
            held.check_referee(player)
            if len(held.event.rounds) == wanted:
                return None
            if len(held.event.rounds) != wanted - 1:
                raise NotNow(f"the next round is number {len(held.event.rounds) + 1}")
            drawn = await self._lobby.apart.run(partial(start_next, held.event))
            opened = _to_open(held, drawn, wanted)
            if opened and _shares_dice(held.event, drawn):
                drawn = replace(drawn, dice=next_dice(held.stored.kept).promise)
            return Wish((drawn,), opened=opened, sealed=bool(drawn.dice))

        return await self.say(event, player, make)

    def place_of(self, held: Held, people: tuple[int, ...]) -> dict[tuple[int, int], str]:
        """A place for people of an open stage who have found each other."""
        number = len(held.event.rounds)
        return {(number, len(held.event.rounds[-1].tables) + 1): new_id(TABLE)}

    async def look(self, event: str, player: str, looking: bool) -> Held:
        """Look for others to play with in an open stage, or do so no longer."""

        async def make(held: Held) -> Wish | None:
            person = held.taking(player).person
            if person is None:
                raise NotNow("take part first")
            if looking and held.is_late(self.clock()):
                raise NotNow("time is up: no new game begins")
            return Wish((Look(person, looking),)) if (person in held.event.looking) != looking else None

        return await self.say(event, player, make)

    async def undo(self, event: str, player: str, number: int) -> Held:
        """Take back what a referee said; the games of a round that was drawn by it are broken off."""
        gone = list[str]()

        async def make(held: Held) -> Wish | None:
            held.check_referee(player)
            gone.clear()
            kept = held.stored.kept
            await self._lobby.apart.run(partial(check_undo, kept.plan, kept.seed, kept.said, number))
            if held.stored.by[number - 1] is None:
                raise NotNow("a table of this server has said so: enter another result instead")
            said, withdrawn = kept.said[number - 1], None
            if isinstance(said, Close) and kept.has_shared_dice:
                raise NotNow("the source of its dice has been shown: the event stays closed")
            if isinstance(said, Enter) and held.event.rounds[said.round - 1].shows_dice:
                raise NotNow("the dice of this round have been shown: enter another result instead")
            if isinstance(said, Start):
                withdrawn = len(held.event.rounds)
                gone.extend(id_ for (n, _), id_ in held.stored.tables.items() if n == withdrawn)
            return Wish((Undo(number),), withdrawn=withdrawn)

        held = await self.say(event, player, make)
        for table in gone:
            with suppress(Refused, StoreDown):
                await self.break_off(table)
        return held

    async def break_off(self, table: str) -> bool:
        """End the game that is on at a table; False if there was none."""
        room = await self._lobby.visit(table)
        return isinstance(await room.break_off("event"), int)

    # what is told

    async def is_sealed(self, table: Table) -> bool:
        """Whether others still play with the dice of a table's game; only tables of the house can be so."""
        return not table.host and await self._lobby.store.is_sealed(table.id)

    async def scene(self, held: Held) -> Scene:
        """All that can be shown of an event."""
        stored, event = held.stored, held.event
        last = len(event.rounds)
        ids = [table for (number, _), table in stored.tables.items() if number == last]
        states = await self._lobby.store.states_of(ids) if ids and event.is_running else {}
        own = {one.person: one.referee for one in stored.players.values() if one.person is not None}
        promise = sha256(stored.kept.seed.encode()).hexdigest()
        log, shown = (stored.kept, stored.at, stored.by), held.standing
        tables, now = stored.tables, self.clock()
        return Scene(stored.id, event, *log, tables, states, own, promise, held.starts, shown, now)


def _to_open(held: Held, drawn: Start, number: int) -> dict[tuple[int, int], str]:
    """The tables that are played here: all their people have devices. In a play-off everybody has a table."""
    players = held.players
    if drawn.stage == Stage.PLAYOFF:
        equal = drawn.tables[0]
        alone = bool(held.stored.kept.dice) and all(person in players for person in equal)
        return {(number, at): new_id(TABLE) for at in range(1, len(equal) + 1)} if alone else {}
    return {
        (number, table): new_id(TABLE)
        for table, people in enumerate(drawn.tables, 1)
        if len(people) > 1 and all(person in players for person in people)
    }


def _shares_dice(event: Event, drawn: Start) -> bool:
    """Whether all tables of a draw have the same dice: in a play-off, in duplicate rounds but the final."""
    return drawn.stage == Stage.PLAYOFF or (event.plan.duplicate and drawn.stage != Stage.FINAL)


def _has_said_enough(held: Held, player: str | None) -> bool:
    taking = held.taking(player)
    return not (player is None or taking.referee) and held.stored.by.count(player) >= MOST_OWN


def _added(wish: Wish, player: str | None) -> Addition:
    """Somebody's saying, before it is known what follows from it."""
    return Addition(wish.said, player, False, wish.players, wish.opened, wish.withdrawn, wish.sealed)


def _stand(kept: StoredEvent, event: Event | None) -> tuple[Event, list[StandingRow]]:
    """An event and its standing; worked out from all that was said, unless it is known."""
    event = event or kept.event
    return event, find_format(event.plan.format).standing(event)
