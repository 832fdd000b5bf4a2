"""The listeners of a table, and the messages that wait to be sent to them."""

from __future__ import annotations

from collections.abc import Callable

import orjson

from rowlock.engine.json_object import JsonObject
from rowlock.server.store import Player
from rowlock.table.messages.connection import Eyes


def _takes_nothing(_: bytes) -> bool:
    return False


def _nobody_cares() -> None:
    pass


class Listener(Eyes):
    """One connection to one table. Messages leave at once, or wait in a bounded outbox; 1, 2, 3 …

    A listener too slow for its outbox loses what waits there and is sent the whole state instead, as
    soon as it takes anything: memory never grows because of somebody's bad connection.
    """

    __slots__ = ("_count", "_outbox", "_room_for", "address", "closing", "lost", "player", "send", "waits")

    def __init__(self, player: Player | None, room_for: int = 64, address: str = "") -> None:
        self.player = player
        self.address = address
        self.lost = False
        self.closing = False
        self._count = 0
        self._outbox: list[bytes] = []
        self._room_for = room_for
        self.send: Callable[[bytes], bool] = _takes_nothing
        """Sends a message, if the connection takes it just now."""
        self.waits: Callable[[], None] = _nobody_cares
        """Called when something waits to be sent, or this was all."""

    @property
    def id(self) -> str | None:
        return self.player.id if self.player else None

    @property
    def name(self) -> str | None:
        return self.player.name if self.player else None

    def tell(self, message: JsonObject) -> None:
        """Send a message, or let it wait; parts may be encoded already (`orjson.Fragment`)."""
        if self.closing:
            return
        self._count += 1
        if self.lost:
            return
        text = orjson.dumps({"n": self._count, **message})
        if not self._outbox and self.send(text):
            return
        if len(self._outbox) < self._room_for:
            self._outbox.append(text)
        else:
            self._outbox.clear()
            self.lost = True
        self.waits()

    def bye(self, code: str, reason: str, come_back: float | None, cause: str | None = None) -> None:
        """The last message; what is told after it goes nowhere. A host's cause is one of a few words."""
        if not self.closing:
            self.lost = False
            told = {"type": "bye", "code": code, "reason": reason, "come_back": come_back}
            self.tell(told | {"cause": cause} if cause else told)
            self.closing = True
            self.waits()

    def flush(self, whole: Callable[[], JsonObject]) -> bool:
        """Send what waits, as far as it is taken; `whole` gives the state if some were lost. True: all."""
        while self._outbox and self.send(self._outbox[0]):
            del self._outbox[0]
        if self.lost and not self._outbox:
            self.lost = False
            self.tell(whole())
        return not self._outbox
