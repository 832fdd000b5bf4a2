"""The keeper of the events: opens the tables of a round, takes down results, and looks at the clock.

All of it follows from what is stored: whoever comes after a crash, in this process or in another, finds the
same things to do, and none of them is done twice.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from rowlock.community.calls import CallKind
from rowlock.community.events.kit.sayings import Enter, Look, SeatTogether
from rowlock.community.events.kit.shared_dice import dice_of_round
from rowlock.server.jobs.background import BackgroundTask
from rowlock.server.live.event_held import Held, Wish
from rowlock.server.live.house_tables import Guest, open_house_table
from rowlock.server.store import Conflict
from rowlock.table.errors import NoSuchTable, Refused
from rowlock.table.table import Timer

if TYPE_CHECKING:
    from rowlock.server.live.events import Events
    from rowlock.server.live.lobby import Lobby

TIMERS: dict[bool, Timer] = {False: "relaxed", True: "off"}
"""Where others wait, somebody's time runs out; nobody waits in a play-off, which one plays by oneself."""
WAIT_SECONDS = 20.0
"""How long people wait for a full table of an open stage; then fewer will do."""


class EventKeeper(BackgroundTask):
    """Looks after the running rounds, one event after the other."""

    look_seconds: ClassVar[float] = 1.0

    def __init__(self, lobby: Lobby, events: Events) -> None:
        super().__init__()
        self._lobby, self._events = lobby, events

    async def _do_all(self) -> None:
        await self._events.do_in_each("keep", self._look_after)

    async def _look_after(self, event: str) -> None:
        """Open what is not open, take down what has ended, and look at the clock."""
        held, store = await self._events.find(event), self._lobby.store
        if held.event.looking:
            held = await self._bring_together(held)
        if not held.event.is_running:
            return
        if held.event.rounds[-1].is_playoff:
            await self._look_after_playoff(held)
            return
        number, last = len(held.event.rounds), held.event.rounds[-1]
        waiting = {
            table: place
            for (one, table), place in held.stored.tables.items()
            if one == number and not last.tables[table - 1].is_in
        }
        there = await store.states_of(list(waiting.values()))
        waiting = {
            table: place
            for table, place in waiting.items()
            if place in there or held.have_devices(last.tables[table - 1].people)
        }
        if not waiting:
            return
        for table, place in waiting.items():
            if place not in there:
                await self._open(held, number, table, place)
        ended = await store.first_results(list(waiting.values()))
        for table, place in waiting.items():
            if place in ended:
                await self._take_down(held, number, table, ended[place])
            elif self._is_late(held):
                await self._end_by_clock(held, number, table)

    async def _bring_together(self, held: Held) -> Held:
        """Seat those who look for a game: a full table at once, a smaller one when somebody has waited.

        When the time is up nobody waits for a game any more.
        """

        async def make(held: Held) -> Wish | None:
            if self._is_late(held):
                return Wish(tuple(Look(person, False) for person in held.event.looking))
            waited = self._events.clock() - held.looks_since
            found = held.event.looking[: held.event.plan.size]
            if len(found) < (2 if waited >= WAIT_SECONDS else held.event.plan.size):
                return None
            return Wish((SeatTogether(found),), opened=self._events.place_of(held, found))

        return await self._events.say(held.stored.id, None, make)

    async def _open(self, held: Held, number: int, table: int, place: str) -> None:
        """Open a table of a round; who was deleted since leaves it to paper."""
        drawn = held.event.rounds[number - 1]
        at = slice(table - 1, table)
        people = drawn.tables[0].people[at] if drawn.is_playoff else drawn.tables[table - 1].people
        guests = [Guest(held.players.get(one), held.event.name(one)) for one in people]
        with suppress(Conflict, Refused):
            await open_house_table(
                self._lobby,
                place,
                held.event.plan.title,
                drawn.pad,
                guests,
                timer=TIMERS[drawn.is_playoff],
                shared=dice_of_round(held.stored.kept, number) if drawn.dice else None,
                watched=not held.event.plan.delay,
            )
            for player in (guest.player for guest in guests if guest.player):
                await self._lobby.calls.call(
                    player, CallKind.ROUND, place, f"/t/{place}", held.event.plan.title
                )

    async def _take_down(self, held: Held, number: int, table: int, scores: list[int]) -> None:
        """The result of a table; whoever has made no move of their own has not come."""
        place = held.stored.tables[number, table]
        movers = await self._lobby.store.movers_at(place)
        people = held.event.rounds[number - 1].tables[table - 1].people
        points = tuple(
            score if held.players.get(person) in movers else None
            for person, score in zip(people, scores, strict=True)
        )
        await self._house_says(held, Enter(number, table, points))

    async def _end_by_clock(self, held: Held, number: int, table: int) -> None:
        """The game is broken off and counts as it stands; where none has begun, nobody has come."""
        place = held.stored.tables[number, table]
        with suppress(NoSuchTable):
            await self._events.break_off(place)
        scores = (await self._lobby.store.first_results([place])).get(place)
        if scores is not None:
            await self._take_down(held, number, table, scores)
        else:
            people = held.event.rounds[number - 1].tables[table - 1].people
            await self._house_says(held, Enter(number, table, (None,) * len(people)))

    async def _look_after_playoff(self, held: Held) -> None:
        """Everybody plays by themselves on the same dice; the result is entered when all are done."""
        number, last = len(held.event.rounds), held.event.rounds[-1]
        places = {at: place for (one, at), place in held.stored.tables.items() if one == number}
        there = await self._lobby.store.states_of(list(places.values()))
        for at, place in places.items():
            if place not in there:
                await self._open(held, number, at, place)
        if self._is_late(held):
            for place in places.values():
                with suppress(NoSuchTable):
                    await self._events.break_off(place)
        ended = await self._lobby.store.first_results(list(places.values()))
        if places and (len(ended) == len(places) or self._is_late(held)):
            came = [at for at, place in places.items() if await self._lobby.store.movers_at(place)]
            people = range(1, len(last.tables[0].people) + 1)
            points = (ended.get(places[at], [None])[0] if at in came else None for at in people)
            await self._house_says(held, Enter(number, 1, tuple(points)))

    def _is_late(self, held: Held) -> bool:
        return held.is_late(self._events.clock())

    async def _house_says(self, known: Held, result: Enter) -> None:
        """Enter a result, unless a referee was faster; what a format refuses is left to the referee.

        A draw that was taken back and made again has other tables: those of the first have no say in it.
        """
        at = (result.round, result.table)

        async def make(held: Held) -> Wish | None:
            if held.stored.tables.get(at) != known.stored.tables.get(at):
                return None
            drawn = held.event.rounds[result.round - 1 : result.round]
            if not drawn or len(held.event.rounds) != result.round or drawn[0].tables[result.table - 1].is_in:
                return None
            return Wish((result,))

        with suppress(Refused):
            await self._events.say(known.stored.id, None, make)
