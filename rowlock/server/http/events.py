"""Events: announced, and joined by their link. Whoever has it sees them. See docs/events.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import orjson

from rowlock.community import event_answers as told
from rowlock.community.errors import BadEvent
from rowlock.community.event_scene import Viewer, show_event
from rowlock.community.events import format_names
from rowlock.community.events.kit.event import Plan
from rowlock.community.events.kit.file import StoredEvent, read_stored_event
from rowlock.community.events.kit.sayings import Join
from rowlock.engine.position import parse_variant_name
from rowlock.server.http.caller import Caller
from rowlock.server.http.surface import ServerQuestion
from rowlock.server.live.event_held import Held
from rowlock.table.messages.limits import Between, Name, PadName, Text
from rowlock.table.shapes import answers

EventId = Annotated[str, Text(1, 32, "[a-z0-9]+")]
Minutes = Annotated[int, Between(0, 10_080)]
if TYPE_CHECKING:
    FormatName = str
else:
    FormatName = Literal[format_names()]
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
    viewer = Viewer(taking.person, taking.referee)
    return {"seen": mark, "shown": show_event(scene, viewer)}


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


def _read_file(text: str) -> StoredEvent:
    """The event of a file; raises if it does not hold together."""
    try:
        kept = read_stored_event(orjson.loads(text))
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
                {
                    "event": one.id,
                    "title": one.plan.title,
                    "created": one.created,
                    "referee": one.referee,
                    "running": one.running,
                    "closed": one.closed,
                }
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
class LookForGame(ServerQuestion, ask="POST /events/{event}/look", token="needed"):
    """Look for others to play a game of an open stage with: a table opens when enough do.

    A full table opens at once; after 20 seconds two are enough.
    """

    event: EventId
    looking: bool = True

    async def serve(self, caller: Caller, /) -> told.EventNews:
        player = await caller.player()
        return await news_of(caller, await caller.lobby.events.look(self.event, player.id, self.looking))
