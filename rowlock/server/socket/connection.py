"""A connection to a table: who it is comes first, then messages in and messages out until one side ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from rowlock.engine.errors import RowlockError
from rowlock.server.edge.addresses import address_in
from rowlock.server.edge.connections import LINE, Line
from rowlock.server.edge.headers import is_own_origin
from rowlock.server.edge.hosts import is_own_name
from rowlock.server.edge.rate_limits import Bucket, Guard, check
from rowlock.server.edge.timeouts import Patience
from rowlock.server.errors import TooFast, WrongOrigin
from rowlock.server.live.hub import Listener
from rowlock.server.live.lobby import Lobby
from rowlock.server.live.room import Room
from rowlock.server.metrics import Metrics
from rowlock.table.errors import BadMessage
from rowlock.table.messages import Message, Saying
from rowlock.table.messages.connection import answer_at_once, check_hello
from rowlock.table.messages.reading import id_of, read_message
from rowlock.table.messages.seating import Sit
from rowlock.table.statuses import Denied, status_of
from rowlock.table.table import Plain
from rowlock.table.texts import MESSAGE_LONGEST

FINAL = {
    "kicked",
    "bad_token",
    "no_spectators",
    "no_such_table",
    "bad_message",
    "wrong_origin",
    "damaged_table",
    "too_heavy",
    "banned",
}
"""Refusals after which reconnecting is pointless."""
STRIKES = 20
"""How many messages beyond the limit, in a row, until the connection is closed."""

router = APIRouter()


async def play(websocket: WebSocket) -> None:
    state, table = websocket.app.state, websocket.path_params["table"]
    guard: Guard = state.guard
    address = address_in(websocket.scope)
    headers = websocket.headers
    try:
        config = state.lobby.config
        if not is_own_name(headers.get("host"), config.names):
            raise WrongOrigin("this server is not known under that name")
        if not is_own_origin(headers.get("origin"), headers.get("host"), config.origins):
            raise WrongOrigin("pages of other sites may not connect")
        guard.take("sockets", address)
        state.lobby.people.check("address", address)
        guard.enter(address)
        _count(websocket, address)
    except Denied as error:
        await _deny(websocket, error)
        return
    try:
        await websocket.accept()
        await Connection(websocket, address, state.lobby, guard, state.metrics).serve(table)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other side is gone, in the middle of something
    finally:
        guard.exit(address)


# past FastAPI's own way to a route, which would keep stacks and tasks for every open socket
router.add_websocket_route("/api/tables/{table}/socket", play)


def _count(websocket: WebSocket, address: str) -> None:
    """Count the connection, and what comes over it, as one of the address that it comes from."""
    line: Line | None = getattr(websocket.state, LINE, None)
    if line is not None:
        websocket.app.state.gate.belongs(line, address)
        line.budgets.append(websocket.app.state.guard.address_budget(address))


async def _deny(websocket: WebSocket, error: Denied) -> None:
    from starlette.responses import JSONResponse

    answer = JSONResponse({"code": error.code, "reason": str(error)}, status_code=status_of(error))
    await websocket.send_denial_response(answer)


class Connection:
    """One open socket."""

    def __init__(
        self, websocket: WebSocket, address: str, lobby: Lobby, guard: Guard, metrics: Metrics
    ) -> None:
        self._socket = websocket
        self._address = address
        self._lobby = lobby
        self._guard = guard
        self._metrics = metrics
        self._bucket: Bucket | None = guard.bucket("messages")
        self._strikes = 0
        self._is_asking = False
        """Whether a message is being answered: that is never broken off."""
        self._is_over = False

    async def serve(self, table: str) -> None:
        listener = Listener(None, self._lobby.config.outbox)
        try:
            listener = await self._hello()
            room = await self._lobby.visit(table)
            self._let_send(listener)
            room.admit(listener)
            self._keep_line(room, listener)
        except RowlockError as error:
            self._metrics.refusals.labels(error.code).inc()
            listener.bye(error.code, str(error), None if error.code in FINAL else 5.0)
            await self._write(listener, dict)
            return
        self._metrics.listeners.inc()
        try:
            await self._converse(room, listener)
        finally:
            self._metrics.listeners.dec()
            room.dismiss(listener)

    def _let_send(self, listener: Listener) -> None:
        """Most messages need not wait for a task that sends them."""
        line: Line | None = getattr(self._socket.state, LINE, None)
        listener.send_at_once = line.send_at_once if line is not None else None

    def _keep_line(self, room: Room, listener: Listener) -> None:
        """Whoever sits at the table is not disconnected when connections run short."""
        line = getattr(self._socket.state, LINE, None)
        if line is not None and room.table.is_member(listener.id):
            self._socket.app.state.gate.seat(line)

    async def _hello(self) -> Listener:
        """Who is connecting; the token is sent in this message only."""
        try:
            async with asyncio.timeout(self._lobby.config.hello):
                first = check_hello(read_message(await self._receive()))
        except TimeoutError:
            raise BadMessage("the first message, hello, did not come") from None
        player = None if first.token is None else await self._lobby.people.find(first.token)
        listener = Listener(player, self._lobby.config.outbox, self._address)
        listener.one_hand = first.one_hand
        return listener

    async def _receive(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1006))
        text: str | None = message.get("text")
        if text is None:
            raise BadMessage("messages are text, not binary")
        if len(text) > MESSAGE_LONGEST:
            raise BadMessage(f"a message has at most {MESSAGE_LONGEST} characters")
        return text

    async def _converse(self, room: Room, listener: Listener) -> None:
        """Read and write until either ends; the other then ends too."""
        reading = asyncio.create_task(self._read(room, listener))
        writing = asyncio.create_task(self._write(listener, lambda: room.whole(listener)))
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._is_over = True
            writing.cancel()
            if not self._is_asking:
                reading.cancel()
            await asyncio.gather(reading, writing, return_exceptions=True)

    async def _write(self, listener: Listener, whole: Callable[[], Plain]) -> None:
        """Send what waits; a listener that takes nothing for too long is given up."""
        patience = Patience(self._lobby.config.patience)
        try:
            with suppress(TimeoutError):
                while (message := await listener.next(whole)) is not None:
                    with patience:
                        await self._socket.send_text(message.decode())
            if self._socket.client_state is WebSocketState.CONNECTED:
                with suppress(TimeoutError), patience:
                    await self._socket.close(1012)
        finally:
            patience.stop()

    async def _read(self, room: Room, listener: Listener) -> None:
        while not listener.closing and not self._is_over:
            begun = time.perf_counter()
            text = ""
            try:
                text = await self._receive()
                begun = time.perf_counter()
                check(self._bucket, "messages")
                self._strikes, self._is_asking = 0, True
                await self._answer(room, listener, read_message(text), len(text))
            except RowlockError as error:
                self._refuse(listener, id_of(text), error)
            finally:
                self._is_asking = False
            await asyncio.sleep(0)  # however much has come: the answer leaves, and the others have their turn
            self._metrics.answers.observe(time.perf_counter() - begun)

    async def _answer(self, room: Room, listener: Listener, message: Message, size: int) -> None:
        self._metrics.messages.labels(message.kind).inc()
        if not isinstance(message, Saying):
            if (told := answer_at_once(message, listener)) is None:
                told = room.whole(listener)
            listener.tell(told)
            return
        self._guard.take("writing", self._address, 1 + size / 256)
        if message.is_talk:
            self._guard.take("chat", f"{room.table.id} {listener.id}")
        answer = await room.hear(listener, message)
        if isinstance(answer, RowlockError):
            raise answer
        if isinstance(message, Sit):
            self._keep_line(room, listener)
        listener.tell({"type": "receipt", "id": message.id, "number": answer})

    def _refuse(self, listener: Listener, message_id: str | None, error: RowlockError) -> None:
        self._metrics.refusals.labels(error.code).inc()
        refusal: Plain = {"type": "refusal", "id": message_id, "code": error.code, "reason": str(error)}
        if isinstance(error, TooFast):
            refusal["wait"] = error.wait
            self._strikes += 1
            if self._strikes > STRIKES:
                listener.bye("too_fast", "too many messages", 5.0)
                return
        listener.tell(refusal)
