"""The messages about a table, one by one; docs/protocol.md describes them.

Whoever hosts tables, a server or the page's own device, numbers the messages and sends them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, Protocol

from rowlock.engine.facts import Fact
from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant_text import format_variant
from rowlock.engine.view import plain_variant
from rowlock.table.facts import Chatted, Nudged, fact_json
from rowlock.table.table import Table
from rowlock.table.views import (
    Pack,
    PackedParts,
    Present,
    as_it_is,
    closed_view,
    online,
    plain_table,
    plain_you,
    seat_view,
)

PROTOCOL = 1


class Listening(Protocol):
    """Somebody to whom things are told."""

    @property
    def id(self) -> str | None: ...
    @property
    def name(self) -> str | None: ...
    def is_closed(self, seat: int, seats: list[int]) -> bool: ...


class Scene(NamedTuple):
    """A table, who is there, and how much time is left."""

    table: Table
    present: Present
    timer: JsonObject | None = None


class Teller:
    """Makes the messages about one table; parts that are the same for many are packed once."""

    def __init__(self, pack: Pack = as_it_is) -> None:
        self._pack = pack
        self._kept = PackedParts(pack)

    def whole(self, scene: Scene, listener: Listening) -> JsonObject:
        """Everything a listener may know."""
        table = scene.table
        you = plain_you(table, listener.id, listener.name)
        return {
            "type": "welcome",
            "protocol": PROTOCOL,
            "number": table.number,
            "you": you,
            "variant": plain_variant(table.variant),
            "variant_text": format_variant(table.variant),
            "table": plain_table(*scene, self._kept),
            "views": self._views(table)(you["seats"], listener),
            "chat": list(table.chat),
        }

    def news(self, scene: Scene, facts: Iterable[Fact]) -> list[Callable[[Listening], JsonObject]]:
        """The news after something was said: messages, each made for whoever is told."""
        told, changes = list[Callable[[Listening], JsonObject]](), list[JsonObject]()
        for fact in facts:
            if (message := _of_its_own(fact)) is not None:
                told.append(partial(_alike, message))
            else:
                changes.append(fact_json(fact))
        if changes:
            told.append(self._change(scene, changes))
        return told

    def _change(self, scene: Scene, facts: list[JsonObject]) -> Callable[[Listening], JsonObject]:
        table = scene.table
        common = {
            "type": "table",
            "number": table.number,
            "facts": self._pack(facts),
            "table": self._pack(plain_table(*scene, self._kept)),
        }
        views = self._views(table)

        def message(listener: Listening) -> JsonObject:
            you = plain_you(table, listener.id, listener.name)
            return {**common, "you": you, "views": views(you["seats"], listener)}

        return message

    def _views(self, table: Table) -> Callable[[list[int], Listening], list[object]]:
        """Views by seat, each packed once however many listen to it."""
        if table.game is None:
            return lambda seats, listener: []
        of_seat = seat_view(table, self._kept)
        packed: dict[tuple[int | None, bool], object] = {}

        def views(seats: list[int], listener: Listening) -> list[object]:
            wanted: list[tuple[int | None, bool]] = [
                (seat, listener.is_closed(seat, seats)) for seat in seats
            ]
            wanted = wanted or [(None, False)]
            for seat, closed in wanted:
                if (seat, closed) not in packed:
                    packed[seat, closed] = self._pack(closed_view(of_seat(seat)) if closed else of_seat(seat))
            return [packed[one] for one in wanted]

        return views


def presence(table: Table, present: Present) -> JsonObject:
    """The people who are there now."""
    return {
        "type": "presence",
        "online": online(table, present),
        "watchers": present.watchers,
        "parked": present.parked,
    }


def _alike(message: JsonObject, _: Listening) -> JsonObject:
    """The same for everybody."""
    return message


def _of_its_own(fact: Fact) -> JsonObject | None:
    """The message in which a fact is told alone: talk and nudges change nothing at the table."""
    if isinstance(fact, Chatted):
        return {"type": "chat", **fact.line}
    if isinstance(fact, Nudged):
        return {"type": "nudge", "seat": fact.seat, "by": fact.by}
    return None
