"""Events: announced, joined by their link, refereed. Whoever has the link sees them. See docs/events.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

import orjson

from rowlock.community import event_answers as told
from rowlock.community.errors import BadEvent, NotNow, NotReferee
from rowlock.community.events.kit.event import Event, Plan
from rowlock.community.events.kit.file import Kept, read_kept
from rowlock.community.events.kit.sayings import Add, Attend, Clock, Close, Enter, Join, Leave, Saying
from rowlock.engine.position import parse_variant_name
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.event_held import Held, Wish
from rowlock.server.store.events import Taking
from rowlock.table.messages.limits import Between, Items, Name, PadName, Text
from rowlock.table.shapes import answers

EventId = Annotated[str, Text(1, 32, "[a-z0-9]+")]
PersonNumber = Annotated[int, Between(1, 100_000)]
RoundNumber = Annotated[int, Between(1, 1000)]
Minutes = Annotated[int, Between(0, 10_080)]
Points = Annotated[int, Between(-1000, 1000)]
FormatName = Literal["championship", "swiss", "round_robin", "knockout", "open_stage"]
LONGEST_FILE, LONGEST_SEED = 500_000, 200
Seen = Annotated[str, Text(0, 64)]


async def news_of(caller: Caller, held: Held, seen: str = "") -> told.EventNews:
    """The event as whoever asks may see it, unless they have seen it so."""
    player = await caller.player() if caller.token else None
    taking = held.taking(player.id if player else None)
    if player and taking.person is not None and not held.event.closed:
        caller.guard.welcome(caller.address, player.id)
    scene = await caller.lobby.events.scene(held)
    playing = sum(state != "open" for state in scene.states.values())
    mark = f"{'.'.join(map(str, held.stored.version))}.{len(scene.states)}.{playing}"
    mark += f".{taking.person or 0}.{int(taking.referee)}"
    if mark == seen:
        return {"seen": mark, "shown": None}
    viewer = told.Viewer(taking.person, taking.referee)
    return {"seen": mark, "shown": told.show_event(scene, viewer)}


async def say(caller: Caller, event: str, make: Callable[[Event], Saying]) -> told.EventNews:
    """Something that a referee says."""
    player = await caller.player()

    async def wish(held: Held) -> Wish:
        held.check_referee(player.id)
        return Wish((make(held.event),))

    return await news_of(caller, await caller.lobby.events.say(event, player.id, wish))


@dataclass(frozen=True, kw_only=True)
class NewEvent(ServerQuestion, ask="POST /events", status=201, token="needed", counts="tables"):
    """Announce an event; you are its referee, and others join by its link."""

    title: Name
    format: FormatName = "championship"
    pad: PadName = "classic"
    rounds: Annotated[int, Between(1, 50)] = 5
    size: Annotated[int, Between(3, 5)] = 4
    """People at a table, as far as their number allows it."""
    semifinal: Annotated[int, Between(0, 1000)] = 0
    final: Annotated[int, Between(0, 5)] = 0
    final_pad: PadName | None = None
    best: Annotated[int, Between(1, 100)] = 10
    minutes: Minutes = 0
    """How long a round lasts at most; then games are broken off and count as they stand."""
    delay: Annotated[int, Between(0, 3600)] = 0
    """Seconds by which the hall sees running tables later; with any, nobody else watches them."""
    duplicate: bool = False
    """Whether all tables of a round have the same dice, and the standing goes by results without luck."""
    check_in: bool = False
    """Whether people who have joined must say that they are here before they are drawn."""

    async def serve(self, caller: Caller, /) -> told.EventMade:
        player, lobby = await caller.player(), caller.lobby
        for pad in filter(None, (self.pad, self.final_pad)):
            parse_variant_name(pad, lobby.pads.load)  # raises with a hint
        plan = Plan(**{name: getattr(self, name) for name in told.EventPlan.__annotations__})
        event = await lobby.events.announce(player, plan)
        return {"event": event, "link": f"/e/{event}"}


def _read_file(text: str) -> Kept:
    """The event of a file; raises if it does not hold together."""
    try:
        kept = read_kept(orjson.loads(text))
    except ValueError as error:
        raise BadEvent(f"not the file of an event: {error}") from None
    if not 1 <= len(kept.seed) <= LONGEST_SEED:
        raise BadEvent(f"the seed of an event has 1 to {LONGEST_SEED} letters")
    if len(kept.dice) > LONGEST_SEED:
        raise BadEvent(f"the source of an event's dice has up to {LONGEST_SEED} letters")
    if not kept.event.closed and kept.has_shared_dice:
        raise BadEvent("tables of this event share dice: it goes on at the server that has promised them")
    return kept


@dataclass(frozen=True, kw_only=True)
class BringEvent(ServerQuestion, ask="POST /events/bring", status=201, token="needed", counts="uploads"):
    """Go on here with an event from a file of `rowlock event`, or from another server."""

    file: Annotated[str, Text(2, LONGEST_FILE)]
    """The text of the file."""

    async def serve(self, caller: Caller, /) -> told.EventMade:
        player, lobby = await caller.player(), caller.lobby
        kept = await lobby.queue.run(lambda: _read_file(self.file))
        for pad in filter(None, (kept.plan.pad, kept.plan.final_pad)):
            parse_variant_name(pad, lobby.pads.load)
        event = await lobby.events.announce(player, kept.plan, kept)
        return {"event": event, "link": f"/e/{event}"}


@dataclass(frozen=True, kw_only=True)
class AskEvents(ServerQuestion, ask="GET /events", token="needed"):
    """Your events, as a player or as a referee."""

    async def serve(self, caller: Caller, /) -> told.EventsShown:
        lines = await caller.lobby.store.events_of((await caller.player()).id)
        return {
            "events": [
                {"event": one.id, "title": one.plan.title, "created": one.created, "referee": one.referee}
                for one in lines
            ]
        }


@dataclass(frozen=True, kw_only=True)
class AskEvent(ServerQuestion, ask="GET /events/{event}", token="maybe"):
    """An event for whoever has its link; with `seen` only if something has changed since."""

    event: EventId
    seen: Seen = ""

    async def serve(self, caller: Caller, /) -> told.EventNews:
        return await news_of(caller, await caller.lobby.events.find(self.event), self.seen)


@dataclass(frozen=True, kw_only=True)
class JoinEvent(ServerQuestion, ask="POST /events/{event}/join", token="needed"):
    """Take part from the next round on; who takes part already stays as they are."""

    event: EventId
    name: Name | None = None
    """Your name there; that of your device if it is left out."""

    async def serve(self, caller: Caller, /) -> told.EventNews:
        player = await caller.player()
        held = await caller.lobby.events.join(self.event, player, self.name or player.name)
        return await news_of(caller, held)


@dataclass(frozen=True, kw_only=True)
class WelcomeGuest(ServerQuestion, ask="POST /events/{event}/guests", status=201, counts="guests"):
    """Become somebody and take part, in one step: for people who open an event's link on a new device."""

    event: EventId
    name: Name

    async def serve(self, caller: Caller, /) -> answers.PlayerMade:
        held = await caller.lobby.events.find(self.event)
        Join(self.name).apply(held.event)  # raises before anybody is made who cannot take part
        player, token = await caller.lobby.people.new(self.name, False)
        await caller.lobby.events.join(self.event, player, self.name)
        caller.guard.welcome(caller.address, player.id)
        return {"player": player.id, "name": player.name, "token": token}


@dataclass(frozen=True, kw_only=True)
class AddPeople(ServerQuestion, ask="POST /events/{event}/people", token="needed"):
    """Add people who have no device with them, by name: their tables are on paper. For referees."""

    event: EventId
    names: Annotated[list[Name], Items(1, 200)]

    async def serve(self, caller: Caller, /) -> told.EventNews:
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

    async def serve(self, caller: Caller, /) -> told.EventNews:
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

    async def serve(self, caller: Caller, /) -> told.EventNews:
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

    async def serve(self, caller: Caller, /) -> told.EventNews:
        entered = Enter(self.round, self.table, tuple(self.points))
        return await say(caller, self.event, lambda event: entered)


@dataclass(frozen=True, kw_only=True)
class AddGame(ServerQuestion, ask="POST /events/{event}/games", token="needed"):
    """Enter a game of an open stage: for referees."""

    event: EventId
    people: Annotated[list[PersonNumber], Items(2, 5)]
    points: Annotated[list[Points], Items(2, 5)]

    async def serve(self, caller: Caller, /) -> told.EventNews:
        return await say(
            caller, self.event, lambda event: Add(_known(event, self.people), tuple(self.points))
        )


@dataclass(frozen=True, kw_only=True)
class LookForGame(ServerQuestion, ask="POST /events/{event}/look", token="needed"):
    """Look for others to play a game of an open stage with: a table opens when enough do.

    A full table opens at once; after 20 seconds two are enough.
    """

    event: EventId
    looking: bool = True

    async def serve(self, caller: Caller, /) -> told.EventNews:
        player = await caller.player()
        return await news_of(caller, await caller.lobby.events.look(self.event, player.id, self.looking))


def _known(event: Event, people: list[int]) -> tuple[int, ...]:
    if any(person > len(event.people) for person in people):
        raise BadEvent("nobody has this number")
    return tuple(people)


@dataclass(frozen=True, kw_only=True)
class SetClock(ServerQuestion, ask="PATCH /events/{event}/clock", token="needed"):
    """Give the running round so many minutes from its start, or (0) as long as it takes: for referees."""

    event: EventId
    minutes: Minutes

    async def serve(self, caller: Caller, /) -> told.EventNews:
        return await say(caller, self.event, lambda event: Clock(self.minutes))


@dataclass(frozen=True, kw_only=True)
class UndoSaid(ServerQuestion, ask="POST /events/{event}/undo", token="needed"):
    """Take back what a referee said, if all that was said after it still holds: for referees."""

    event: EventId
    said: Annotated[int, Between(1, 1_000_000)]

    async def serve(self, caller: Caller, /) -> told.EventNews:
        player = await caller.player()
        return await news_of(caller, await caller.lobby.events.undo(self.event, player.id, self.said))


@dataclass(frozen=True, kw_only=True)
class CloseEvent(ServerQuestion, ask="POST /events/{event}/close", token="needed"):
    """End the event; its seed is shown, and everybody can verify it: for referees."""

    event: EventId

    async def serve(self, caller: Caller, /) -> told.EventNews:
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
