"""A player's own data, for the player: a list of fields for every kind of entry, and nothing besides.

The log also holds what the house adds and nobody may know yet. A field that is not named here is not given.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from rowlock.engine.json_object import JsonObject
from rowlock.server.store import Store
from rowlock.table.messages import client_messages
from rowlock.table.messages.reading import said_fields
from rowlock.table.table import Entry

OPENING = ("table", "name", "variant", "text", "settings", "position", "offline", "daily", "shared", "given")
"""The keys given of the entry that opened a table, besides its seats."""
SEAT = ("kind", "name", "bot")
SAID = {kind.kind: tuple(one.name for one, _, _ in said_fields(kind)) for kind in client_messages()}
"""The keys given of every other kind: those that its player said, as in the protocol."""


def given(entry: Entry) -> JsonObject:
    """An entry as its player gets it."""
    fields = OPENING if entry.kind == "created" else SAID.get(entry.kind, ())
    body = {name: entry.body[name] for name in fields if name in entry.body}
    if entry.kind == "created":
        body["seats"] = [{name: seat.get(name) for name in SEAT} for seat in entry.body.get("seats", [])]
    return {"number": entry.number, "at": entry.at, "kind": entry.kind, "body": body}


async def data_of(store: Store, player: str) -> AsyncIterator[JsonObject]:
    """All that is kept about a player, part by part: who they are, their games, their words at every table.

    A long list comes in several parts, so that no more than one of them is ever in memory.
    """
    yield {"player": await store.about_player(player)}
    async for account in store.told_accounts(player):
        yield account
    async for called in store.told_calls(player):
        yield called
    async for games in store.games_of(player):
        yield {"games": games}
    async for days in store.told_tries(player):
        yield {"daily": days}
    async for duels in store.told_duels(player):
        yield duels
    async for clubs in store.told_clubs(player):
        yield {"clubs": clubs}
    async for tallies in store.told_tallies(player):
        yield {"club_tallies": tallies}
    async for events in store.told_events(player):
        yield {"events": events}
    async for phrases in store.told_words(player):
        yield {"club_wall": phrases}
    async for programs in store.told_programs(player):
        yield {"programs": programs}
    async for lines in store.told_ratings(player):
        yield {"ratings": lines}
    async for kept in store.told_moderation(player):
        yield kept
    async for table in store.tables_of(player):
        async for part in store.said_by(player, table):
            yield {"table": table, "said": [given(entry) for entry in part]}
