"""How uvicorn reads connections here: heads and bodies within limits, WebSockets within their budgets."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from rowlock.server.edge.connections import LINE, Gate, Line
from rowlock.server.edge.frames import Flow

HEAD_LONGEST = 32 * 1024
HEAD_SECONDS = 10.0
"""How long the head of a request may take, from the connection on."""
BODY_SECONDS = 30.0
REFUSED = {
    408: b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
    429: b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
    431: b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
}


class GuardedRequests(HttpToolsProtocol):
    """HTTP with limits on the head of a request and on the time that head and body may take."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._gate: Gate = self.config.app.state.gate  # type: ignore[union-attr]
        self._head: int | None = 0
        """The size of the head that is arriving; None when it is there."""
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._line = Line(transport)
        self.app_state = {**self.app_state, LINE: self._line}
        if self._gate.enter(self._line):
            self._hurry(HEAD_SECONDS)
        else:
            self._refuse(429)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hurry(None)
        self._gate.exit(self._line)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > HEAD_LONGEST:
            self._turn_away(431, "the head of a request is too large")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._alarm is None:
            self._hurry(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._hurry(BODY_SECONDS)
        self._head = None
        if sum(len(name) + len(value) for name, value in self.headers) + len(self.url) > HEAD_LONGEST:
            self._turn_away(431, "the head of a request is too large")
            return
        self._gate.heard(self._line)
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._hurry(None)
        super().handle_websocket_upgrade()

    def on_message_complete(self) -> None:
        self._hurry(None)
        self._head = 0
        if self.cycle is not None:
            super().on_message_complete()

    def on_body(self, body: bytes) -> None:
        if self.cycle is not None:
            super().on_body(body)

    def _hurry(self, seconds: float | None) -> None:
        """Set the time by which the next part must be there."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self.loop.call_later(seconds, self._late) if seconds else None

    def _late(self) -> None:
        self._turn_away(408, "a request takes too long")

    def _turn_away(self, status: int, why: str) -> None:
        self._gate.tell(why, self._line.address)
        self._refuse(status)

    def _refuse(self, status: int) -> None:
        if not self.transport.is_closing():
            self.transport.write(REFUSED[status])
            self.transport.close()


class MeteredSocket(AutoWebSocketsProtocol):  # type: ignore[misc, valid-type]
    """A WebSocket that reads no more than its budgets allow, and leaves through the same gate."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        state = self.config.app.state
        self._line: Line = self.app_state[LINE]
        self._line.budgets = [state.guard.line_budget()]
        self._flow = Flow(self._line, state.gate, super().data_received)
        self._is_begun = False
        super().connection_made(self._flow)

    def data_received(self, data: bytes) -> None:
        if self._is_begun:
            self._flow.receive(data)
        else:  # the head of the request, which has been read and limited already
            self._is_begun = True
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._flow.stop()
        self.config.app.state.gate.exit(self._line)
        super().connection_lost(exc)
