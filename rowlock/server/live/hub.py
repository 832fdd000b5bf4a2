"""Who listens, and what waits to be sent to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import orjson

from rowlock.server.store import Player
from rowlock.table.messages.connection import Eyes
from rowlock.table.table import Plain


class Listener(Eyes):
    """One connection to one table. Messages wait in a bounded outbox and are numbered 1, 2, 3 …

    A listener too slow for its outbox loses what waits there and is sent the whole state instead, as
    soon as it takes anything: memory never grows because of somebody's bad connection.
    """

    def __init__(self, player: Player | None, room_for: int = 64, address: str = "") -> None:
        self.player = player
        self.address = address
        self.lost = False
        self.closing = False
        self._count = 0
        self._outbox: list[bytes] = []
        self._room_for = room_for
        self._woken: asyncio.Future[None] | None = None
        """Of whoever waits for a message to send."""
        self.send_at_once: Callable[[bytes], bool] | None = None
        """Sends a message past the outbox, if the connection takes it just now."""
        self._is_sending = False
        """Whether somebody sends what waited here."""

    @property
    def id(self) -> str | None:
        return self.player.id if self.player else None

    @property
    def name(self) -> str | None:
        return self.player.name if self.player else None

    def tell(self, message: Plain) -> None:
        """Put a message into the outbox; parts may be encoded already (`orjson.Fragment`)."""
        if self.closing:
            return
        self._count += 1
        text = b"" if self.lost else orjson.dumps({"n": self._count, **message})
        is_first = not (self._outbox or self.lost or self._is_sending)
        if is_first and self.send_at_once and self.send_at_once(text):
            return
        if len(self._outbox) >= self._room_for:
            self._outbox.clear()
            self.lost = True
        if not self.lost:
            self._outbox.append(text)
        self._wake()

    def bye(self, code: str, reason: str, come_back: float | None, cause: str | None = None) -> None:
        """The last message; what is told after it goes nowhere. A host's cause is one of a few words."""
        if not self.closing:
            self.lost = False
            told = {"type": "bye", "code": code, "reason": reason, "come_back": come_back}
            self.tell(told | {"cause": cause} if cause else told)
            self.closing = True
            self._wake()

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def next(self, whole: Callable[[], Plain]) -> bytes | None:
        """The next message to send; `whole` gives the state if some were lost. None: hang up."""
        self._is_sending = False
        while True:
            if self._outbox:
                self._is_sending = True
                return self._outbox.pop(0)
            if self.lost:
                self.lost = False
                self.tell(whole())
                continue
            if self.closing:
                return None
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
