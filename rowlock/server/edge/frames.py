"""Limits below messages: what comes over a WebSocket is counted in frames and bytes before it is read.

Pings, pongs and empty fragments never become messages, and each costs as much to read. So bytes are passed
on a few frames at a time, between which everybody else has a turn; beyond the budget of the connection or
of its address nothing more is read until there is some again; who keeps on sending is disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from rowlock.server.edge.connections import Connection, Gate

AT_ONCE = 16
"""Frames that are read in one turn of the event loop."""
HELD_LONGEST = 5.0
"""Seconds for which a connection may send more than its budget allows."""
LEAST_PAUSE = 0.05
GOODBYE = b"\x88\x02" + (1008).to_bytes(2)
"""A frame that says: closed, because of too much."""
GOODBYE_SECONDS = 1.0
HEAD_LONGEST = 14
MASKED, EXTENDED = 0x80, {126: 2, 127: 8}


class Frames:
    """Finds where frames begin in a stream of bytes that comes in pieces (RFC 6455, section 5.2)."""

    def __init__(self) -> None:
        self._left = 0
        """Bytes of the present frame that are still to come."""
        self._head = b""
        """The beginning of a head that came in pieces."""

    def pass_over(self, piece: bytes, at: int, most: int) -> tuple[int, int]:
        """The place after so many frames, or the end of the piece; and how many have begun."""
        end, begun = len(piece), 0
        while at < end:
            if not self._left:
                if begun == most:
                    break
                known = len(self._head)
                self._head += piece[at : at + HEAD_LONGEST - known]
                if (size := _size(self._head)) is None:
                    return end, begun
                self._left, self._head, begun = size - known, b"", begun + 1
            step = min(self._left, end - at)
            at, self._left = at + step, self._left - step
        return at, begun


def _size(head: bytes) -> int | None:
    """The size of a frame with its head, if that much of it is there."""
    if len(head) < 2:
        return None
    short = head[1] & ~MASKED
    more = EXTENDED.get(short, 0)
    if len(head) < 2 + more:
        return None
    payload = int.from_bytes(head[2 : 2 + more]) if more else short
    return 2 + more + (4 if head[1] & MASKED else 0) + payload


class Flow:
    """The transport that a WebSocket is given: bytes come through as the budgets of the connection allow."""

    def __init__(self, connection: Connection, gate: Gate, take: Callable[[bytes], None]) -> None:
        self._connection, self._gate, self._take = connection, gate, take
        self._loop = asyncio.get_running_loop()
        self._frames = Frames()
        self._waiting, self._at = b"", 0
        """The bytes that have come, and how many of them have been passed on."""
        self._is_wanted = self._is_reading = True
        self._turn: asyncio.Handle | None = None
        self._held = 0.0
        """Seconds that the connection's own budget has lacked since it last sufficed."""
        self.write, self.is_closing = connection.transport.write, connection.transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection.transport, name)

    def pause_reading(self) -> None:
        """Pass nothing more on; reading stops when something comes.

        Hardly ever does anything come before the last message was answered, and to stop and to begin again
        costs calls of the system each time.
        """
        self._is_wanted = False

    def resume_reading(self) -> None:
        self._is_wanted = True
        self._go_on()

    def receive(self, piece: bytes) -> None:
        if not self._connection.budgets[0].wait():
            self._held = 0.0
        self._waiting, self._at = self._waiting[self._at :] + piece, 0
        self._gate.heard(self._connection)
        self._go_on()

    def stop(self) -> None:
        """Nothing more is passed on."""
        if self._turn is not None:
            self._turn.cancel()
        self._waiting, self._at = b"", 0

    def _go_on(self) -> None:
        """Pass on a few frames, unless that has to wait, and see to the rest in another turn of the loop."""
        if self._turn is None and self._is_wanted and self._at < len(self._waiting) and self._may():
            end, frames = self._frames.pass_over(self._waiting, self._at, AT_ONCE)
            piece, size = self._waiting[self._at : end], end - self._at
            self._at = end
            for budget in self._connection.budgets:
                budget.spend(frames, size)
            if end < len(self._waiting):
                self._set(0.0)
            self._take(piece)
        self._steer()

    def _may(self) -> bool:
        """Whether the budgets allow more; if not, it is tried again later, or the connection is given up."""
        own, *others = (budget.wait() for budget in self._connection.budgets)
        self._held += own
        if self._held > HELD_LONGEST:
            self._give_up()
            return False
        if wait := max(own, *others, 0.0):
            self._set(max(wait, LEAST_PAUSE))
        return not wait

    def _set(self, seconds: float) -> None:
        self._turn = self._loop.call_later(seconds, self._next)

    def _next(self) -> None:
        self._turn = None
        self._go_on()

    def _steer(self) -> None:
        """Read from the network only what can be passed on."""
        wanted, transport = self._at == len(self._waiting), self._connection.transport
        if wanted != self._is_reading and not transport.is_closing():
            self._is_reading = wanted
            (transport.resume_reading if wanted else transport.pause_reading)()

    def _give_up(self) -> None:
        self._gate.tell("too many frames", self._connection.address)
        self.stop()
        self._connection.transport.write(GOODBYE)
        self._connection.transport.close()
        self._loop.call_later(GOODBYE_SECONDS, self._connection.transport.abort)
