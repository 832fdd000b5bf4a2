"""Those who listen to a table: who may, how many, and what they are all told."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rowlock.engine.json_object import JsonObject
from rowlock.server.config import Limits
from rowlock.server.errors import NoSpectators, TooMany
from rowlock.server.live.hub import Listener
from rowlock.table.errors import Kicked
from rowlock.table.table import Table

SENT_AWAY = "the host has sent you away from this table"
NOT_WATCHED = "this table does not want to be watched"


class Audience:
    """The connections to one table through this process."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._listeners: set[Listener] = set()

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._listeners)

    def __len__(self) -> int:
        return len(self._listeners)

    def check(self, table: Table, listener: Listener) -> None:
        """Raise the reason why somebody may not listen."""
        if listener.id in table.banned:
            raise Kicked(SENT_AWAY)
        if not _may_listen(table, listener):
            raise NoSpectators(NOT_WATCHED)
        self._check_room_for(table, listener)

    def _check_room_for(self, table: Table, listener: Listener) -> None:
        """Watchers share the places at the table; nobody can take those of its members."""
        if table.is_member(listener.id):
            if sum(other.id == listener.id for other in self) >= self._limits.own_listeners:
                raise TooMany("you are connected to this table too often")
        elif self.watchers(table) >= self._limits.listeners:
            raise TooMany("too many people are at this table")

    def add(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def discard(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def players(self) -> frozenset[str]:
        """The players among them."""
        return frozenset(listener.id for listener in self if listener.id)

    def watchers(self, table: Table) -> int:
        """How many of them do not belong to the table."""
        return sum(not table.is_member(listener.id) for listener in self)

    def name_of(self, player: str) -> str | None:
        return next((listener.name for listener in self if listener.id == player), None)

    def tell(self, message: JsonObject) -> None:
        """Tell everybody the same."""
        for listener in self:
            listener.tell(message)

    def tell_each(self, message: Callable[[Listener], JsonObject]) -> None:
        """Tell everybody what is made for them."""
        for listener in self:
            listener.tell(message(listener))

    def bye(self, code: str, reason: str) -> None:
        """Hang up on everybody, for good."""
        for listener in self:
            listener.bye(code, reason, None)

    def send_away(self, table: Table) -> None:
        """Hang up on those who may not listen any more."""
        for listener in self:
            if listener.id in table.banned:
                cause = next((seat.cause for seat in table.seats if seat.owner == listener.id), None)
                listener.bye(Kicked.code, SENT_AWAY, None, cause)
            elif not _may_listen(table, listener):
                listener.bye(NoSpectators.code, NOT_WATCHED, None)


def _may_listen(table: Table, listener: Listener) -> bool:
    """Members always may; others where watching is allowed, or while they may still sit down."""
    may_sit = table.state == "open" and not table.drawing and listener.player is not None
    return table.is_watched or may_sit or table.is_member(listener.id)
