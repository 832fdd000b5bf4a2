"""Refereeing at an event: its people, rounds, results, clock and end. See docs/events.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from rowlock.community.errors import BadEvent, NotNow, NotReferee
from rowlock.community.event_answers import EventNews
from rowlock.community.events.kit.event import Event
from rowlock.community.events.kit.sayings import Add, Attend, Clock, Close, Enter, Join, Leave, Saying
from rowlock.server.http.caller import Caller
from rowlock.server.http.events import EventId, Minutes, news_of
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.event_held import Held, Wish
from rowlock.server.store.events import Taking
from rowlock.table.messages.limits import Between, Items, Name

PersonNumber = Annotated[int, Between(1, 100_000)]
RoundNumber = Annotated[int, Between(1, 1000)]
Points = Annotated[int, Between(-1000, 1000)]


async def say(caller: Caller, event: str, make: Callable[[Event], Saying]) -> EventNews:
    """Something that a referee says."""
    player = await caller.player()

    async def wish(held: Held) -> Wish:
        held.check_referee(player.id)
        return Wish((make(held.event),))

    return await news_of(caller, await caller.lobby.events.say(event, player.id, wish))


@dataclass(frozen=True, kw_only=True)
class AddPeople(ServerQuestion, ask="POST /events/{event}/people", token="needed"):
    """Add people who have no device with them, by name: their tables are on paper. For referees."""

    event: EventId
    names: Annotated[list[Name], Items(1, 200)]

    async def serve(self, caller: Caller, /) -> EventNews:
        player = await caller.player()

        async def wish(held: Held) -> Wish:
            held.check_referee(player.id)
            return Wish(tuple(Join(name) for name in self.names))

        return await news_of(caller, await caller.lobby.events.say(self.event, player.id, wish))


@dataclass(frozen=True, kw_only=True)
class ChangePerson(ServerQuestion, ask="PATCH /events/{event}/people/{person}", token="needed"):
    """Check in, go home, come back: for yourself; a referee does so for anybody, and appoints referees."""

    event: EventId
    person: PersonNumber
    here: bool | None = None
    """Whether they are drawn in the next round."""
    referee: bool | None = None

    async def serve(self, caller: Caller, /) -> EventNews:
        player = await caller.player()

        async def wish(held: Held) -> Wish:
            if held.taking(player.id).person != self.person or self.referee is not None:
                held.check_referee(player.id)
            said: tuple[Saying, ...] = ()
            if self.here is not None:
                said = (Attend(self.person) if self.here else Leave(self.person),)
            return Wish(said, {} if self.referee is None else _appointed(held, self.person, self.referee))

        return await news_of(caller, await caller.lobby.events.say(self.event, player.id, wish))


def _appointed(held: Held, person: int, referee: bool) -> dict[str, Taking | None]:
    player = held.players.get(person)
    if player is None:
        raise BadEvent("a referee needs a device of their own")
    others = [one for name, one in held.stored.players.items() if one.referee and name != player]
    if not referee and not others:
        raise NotReferee("an event needs a referee: appoint another one first")
    return {player: Taking(person, referee)}


@dataclass(frozen=True, kw_only=True)
class StartRound(ServerQuestion, ask="POST /events/{event}/rounds", token="needed"):
    """Draw the next round and open its tables: for referees. Said twice, it is drawn once."""

    event: EventId
    round: RoundNumber
    """Which one, so that two referees do not draw two."""

    async def serve(self, caller: Caller, /) -> EventNews:
        player = await caller.player()
        held = await caller.lobby.events.start(self.event, player.id, self.round)
        return await news_of(caller, held)


@dataclass(frozen=True, kw_only=True)
class EnterResult(ServerQuestion, ask="POST /events/{event}/results", token="needed"):
    """Enter the result of a table, or put it right: for referees."""

    event: EventId
    round: RoundNumber
    table: RoundNumber
    points: Annotated[list[Points | None], Items(1, 200)]
    """In the order of its people; null for one who did not come."""

    async def serve(self, caller: Caller, /) -> EventNews:
        entered = Enter(self.round, self.table, tuple(self.points))
        return await say(caller, self.event, lambda event: entered)


@dataclass(frozen=True, kw_only=True)
class AddGame(ServerQuestion, ask="POST /events/{event}/games", token="needed"):
    """Enter a game of an open stage: for referees."""

    event: EventId
    people: Annotated[list[PersonNumber], Items(2, 5)]
    points: Annotated[list[Points], Items(2, 5)]

    async def serve(self, caller: Caller, /) -> EventNews:
        return await say(
            caller, self.event, lambda event: Add(_known(event, self.people), tuple(self.points))
        )


def _known(event: Event, people: list[int]) -> tuple[int, ...]:
    if any(person > len(event.people) for person in people):
        raise BadEvent("nobody has this number")
    return tuple(people)


@dataclass(frozen=True, kw_only=True)
class SetClock(ServerQuestion, ask="PATCH /events/{event}/clock", token="needed"):
    """Give the running round so many minutes from its start, or (0) as long as it takes: for referees."""

    event: EventId
    minutes: Minutes

    async def serve(self, caller: Caller, /) -> EventNews:
        return await say(caller, self.event, lambda event: Clock(self.minutes))


@dataclass(frozen=True, kw_only=True)
class UndoSaid(ServerQuestion, ask="POST /events/{event}/undo", token="needed"):
    """Take back what a referee said, if all that was said after it still holds: for referees."""

    event: EventId
    said: Annotated[int, Between(1, 1_000_000)]

    async def serve(self, caller: Caller, /) -> EventNews:
        player = await caller.player()
        return await news_of(caller, await caller.lobby.events.undo(self.event, player.id, self.said))


@dataclass(frozen=True, kw_only=True)
class CloseEvent(ServerQuestion, ask="POST /events/{event}/close", token="needed"):
    """End the event; its seed is shown, and everybody can verify it: for referees."""

    event: EventId

    async def serve(self, caller: Caller, /) -> EventNews:
        return await say(caller, self.event, lambda event: Close())


@dataclass(frozen=True, kw_only=True)
class DeleteEvent(ServerQuestion, ask="DELETE /events/{event}", status=204, token="needed"):
    """Delete an event for good, unless a round is running: for referees. Games stay with their players."""

    event: EventId

    async def serve(self, caller: Caller, /) -> None:
        player = await caller.player()
        held = await caller.lobby.events.find(self.event)
        held.check_referee(player.id)
        if held.event.is_running:
            raise NotNow("a round is running: enter its results, or take its draw back first")
        await caller.lobby.store.delete_event(self.event)
