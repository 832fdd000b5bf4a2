"""How uvicorn reads connections here: heads and bodies within limits, WebSockets within their budgets."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rowlock.server.edge.addresses import neighbourhood
from rowlock.server.edge.connections import CONNECTION, Connection, Gate
from rowlock.server.edge.frames import Flow
from rowlock.server.edge.handover import Taken
from rowlock.server.edge.passing import PREFACE_LONGEST, START, read_preface
from rowlock.server.edge.routing import Routes
from rowlock.server.edge.wire import TalkingSocket
from rowlock.server.store.peers import Peer

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
        self._routes: Routes | None = getattr(self.config.app.state, "routes", None)  # type: ignore[union-attr]
        self._head: int | None = 0
        """The size of the head that is arriving; None when it is there."""
        self._alarm: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        self.taken: Taken | None = None
        """Of a connection that another process has handed over: what it had read."""
        self._early = b""
        """The beginning of a request of which it is not known yet which process it is for."""
        self._is_between = self._is_new = True
        """Whether no request is under way; whether nothing has come yet."""
        self._is_settled = self._is_passed = False
        """Whether the present request is answered here in any case; whether another machine passes it on."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._connection = Connection(transport)
        self.client = self._connection.client
        self.app_state = {**self.app_state, CONNECTION: self._connection}
        if not self._gate.enter(self._connection):
            self._refuse(429)
            return
        self._hurry(HEAD_SECONDS)
        if self.taken is not None:
            self._is_settled, self._is_new = True, False
            if self.taken.client is not None:
                self._belongs_to(self.taken.client)
            self.data_received(self.taken.early)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hurry(None)
        self._gate.exit(self._connection)
        self._drop_answer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._routes is not None and self._is_between and not self._is_answering:
            self._early += data
            data = self._belonging_here(self._routes)
        if data:
            self._read(data)

    def _read(self, data: bytes) -> None:
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > HEAD_LONGEST:
            self._turn_away(431, "the head of a request is too large")

    # where it belongs

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _belonging_here(self, routes: Routes) -> bytes:
        """The bytes for this process: none as long as it is not known whose they are."""
        if self._is_new and self._early.startswith(START):
            if (preface := read_preface(self._early, routes.owners.me.word)) is not None:
                self._is_passed = True
                self._early = self._early[preface.size :]
                self._belongs_to(preface.client)
            elif b"\n" not in self._early and len(self._early) < PREFACE_LONGEST:
                return b""
        if b"\n" not in self._early and len(self._early) <= HEAD_LONGEST:
            return b""
        early, self._early, self._is_new = self._early, b"", False
        owner = None if self._is_settled else routes.elsewhere(early, self._is_passed)
        if owner is None:
            return early
        self.transport.pause_reading()
        self._hurry(None)
        self._unset_keepalive_if_required()
        moving = self.loop.create_task(self._move(routes, owner, early))
        self.tasks.add(moving)
        moving.add_done_callback(self.tasks.discard)
        return b""

    def _belongs_to(self, client: tuple[str, int]) -> None:
        """Another machine has said whose connection it is."""
        self.client = self._connection.client = client
        self._gate.belongs(self._connection, neighbourhood(client[0]))

    async def _move(self, routes: Routes, owner: Peer, early: bytes) -> None:
        """Give the connection to the process that its table lives in; if that cannot be, it stays here."""
        if owner.machine == routes.owners.me.machine:
            taken = Taken(early, self.client if self._is_passed else None)
            if await routes.hand_over(owner, self.transport, taken):
                self.transport.abort()  # our end of it; the other process has its own
                return
        elif await routes.pass_on(owner, early, self._connection, self._gate, self.connections):
            self.connections.discard(self)
            return
        if not self.transport.is_closing():
            self._hurry(HEAD_SECONDS)
            self.transport.resume_reading()
            self._read(early)

    # requests

    def on_message_begin(self) -> None:
        self._is_between = False
        super().on_message_begin()
        if self._alarm is None:
            self._hurry(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._hurry(BODY_SECONDS)
        self._head = None
        if sum(len(name) + len(value) for name, value in self.headers) + len(self.url) > HEAD_LONGEST:
            self._turn_away(431, "the head of a request is too large")
            return
        self._gate.heard(self._connection)
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._hurry(None)
        super().handle_websocket_upgrade()

    def on_message_complete(self) -> None:
        self._hurry(None)
        self._head, self._is_between, self._is_settled = 0, True, False
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
        self._gate.tell(why, self._connection.address)
        self._refuse(status)

    def _refuse(self, status: int) -> None:
        if not self.transport.is_closing():
            self.transport.write(REFUSED[status])
            self.transport.close()
            self._drop_answer()

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self._drop_answer()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        async def answer(scope: Any, receive: Any, send: Any) -> None:
            await app(scope, receive, send)
            if self.transport.is_closing():  # nobody takes the answer any more: that it lacks is no fault
                cycle.disconnected = True

        self._answering = cycle
        super()._start_asgi_task(cycle, answer)

    def _drop_answer(self) -> None:
        """The connection is closed in the middle of an answer: nothing more of it can be sent.

        The request that is answered need not be the last one that came, which uvicorn looks at.
        """
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()


class MeteredSocket(TalkingSocket):
    """A WebSocket that reads no more than its budgets allow, and leaves through the same gate."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        state = self.config.app.state
        self._connection: Connection = self.app_state[CONNECTION]
        self._connection.budgets = [state.guard.connection_budget()]
        self._connection.wire = self
        self._flow = Flow(self._connection, state.gate, super().data_received)
        self._is_begun = False
        super().connection_made(self._flow)
        self.client = self._connection.client

    def data_received(self, data: bytes) -> None:
        if self._is_begun:
            self._flow.receive(data)
        else:  # the head of the request, which has been read and limited already
            self._is_begun = True
            super().data_received(data)

    def shutdown(self) -> None:
        if not self.transport.is_closing():  # a connection that has just been given up takes no goodbye
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._flow.stop()
        self._connection.wire = None
        self.config.app.state.gate.exit(self._connection)
        super().connection_lost(exc)
