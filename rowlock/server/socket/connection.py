"""How a connection to a table begins: it is let in, says who it is, and then talks at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from rowlock.engine.errors import RowlockError
from rowlock.server.edge.addresses import address_in
from rowlock.server.edge.connections import CONNECTION, Connection
from rowlock.server.edge.headers import is_own_origin
from rowlock.server.edge.hosts import is_own_name
from rowlock.server.edge.rate_limits import Guard
from rowlock.server.errors import NotAvailable, WrongOrigin
from rowlock.server.live.hub import Listener
from rowlock.server.live.lobby import Lobby
from rowlock.server.socket.lists import ListTalk
from rowlock.server.socket.talk import RESTART, Surroundings, TableTalk, text_of
from rowlock.table.errors import BadMessage
from rowlock.table.messages.connection import Hello, check_hello
from rowlock.table.messages.reading import read_message
from rowlock.table.statuses import Denied, status_of

FINAL = {
    "kicked",
    "bad_token",
    "no_spectators",
    "duel_sealed",
    "no_such_table",
    "bad_message",
    "wrong_origin",
    "damaged_table",
    "too_heavy",
    "banned",
}
"""Refusals after which reconnecting is pointless."""

Enter = Callable[[WebSocket, Listener], Awaitable[bool]]
"""How somebody who is known begins to talk; False if they have gone meanwhile."""

router = APIRouter()


async def play(websocket: WebSocket) -> None:
    """The socket of a table."""
    await _let_in(websocket, _sit_down)


async def watch(websocket: WebSocket) -> None:
    """The socket for lists, where strangers find each other."""
    await _let_in(websocket, _watch_lists)


async def _let_in(websocket: WebSocket, enter: Enter) -> None:
    guard: Guard = websocket.app.state.guard
    address = address_in(websocket.scope)
    try:
        if enter is _watch_lists and not websocket.app.state.config.public:
            raise NotAvailable("there is no such address")
        _check(websocket, address)
        guard.enter(address)
        _count(websocket, address)
    except Denied as error:
        await _deny(websocket, error)
        return
    is_begun = False
    try:
        await websocket.accept()
        is_begun = await _begin(websocket, address, enter)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other side is gone, in the middle of something
    finally:
        if not is_begun:
            guard.exit(address)


# past FastAPI's own way to a route, which would keep stacks and tasks for every open socket
router.add_websocket_route("/api/tables/{table}/socket", play)
router.add_websocket_route("/api/lists/socket", watch)


def _check(websocket: WebSocket, address: str) -> None:
    """Raise the reason why a connection may not be made."""
    headers, state = websocket.headers, websocket.app.state
    if not is_own_name(headers.get("host"), state.config.names):
        raise WrongOrigin("this server is not known under that name")
    if not is_own_origin(headers.get("origin"), headers.get("host"), state.config.origins):
        raise WrongOrigin("pages of other sites may not connect")
    state.guard.take("sockets", address)
    state.lobby.people.check("address", address)


def _connection(websocket: WebSocket) -> Connection:
    """The connection below the socket."""
    connection: Connection = getattr(websocket.state, CONNECTION)
    return connection


def _count(websocket: WebSocket, address: str) -> None:
    """Count the connection, and what comes over it, as one of the address that it comes from."""
    websocket.app.state.gate.belongs(_connection(websocket), address)
    _connection(websocket).budgets.append(websocket.app.state.guard.address_budget(address))


async def _deny(websocket: WebSocket, error: Denied) -> None:
    from starlette.responses import JSONResponse

    answer = JSONResponse({"code": error.code, "reason": str(error)}, status_code=status_of(error))
    await websocket.send_denial_response(answer)


async def _begin(websocket: WebSocket, address: str, enter: Enter) -> bool:
    """Whether somebody is let in, and talks from now on; if not, they have been told why."""
    state = websocket.app.state
    lobby: Lobby = state.lobby
    listener = Listener(None, lobby.config.outbox)
    try:
        listener = await _who_is_there(websocket, lobby, address)
        return await enter(websocket, listener)
    except RowlockError as error:
        state.metrics.refusals.labels(error.code).inc()
        listener.bye(error.code, str(error), None if error.code in FINAL else 5.0)
        _say_goodbye(websocket, listener)
        return False


async def _sit_down(websocket: WebSocket, listener: Listener) -> bool:
    lobby: Lobby = websocket.app.state.lobby
    room = await lobby.visit(websocket.path_params["table"])
    if not room.table.is_member(listener.id):
        await lobby.duels.check_open(room.table.id, listener.id)
    connection = _connection(websocket)
    if connection.wire is None:  # gone meanwhile
        return False
    around: Surroundings = websocket.app.state.surroundings
    TableTalk(around, connection, connection.wire, room, listener).begin()
    return True


async def _watch_lists(websocket: WebSocket, listener: Listener) -> bool:
    lobby: Lobby = websocket.app.state.lobby
    around: Surroundings = websocket.app.state.surroundings
    await lobby.strangers.open_tables.be_ready()
    if (wire := _connection(websocket).wire) is None:  # gone meanwhile
        return False
    ListTalk(around, wire, lobby.strangers).begin(listener.player, listener.address)
    return True


async def _who_is_there(websocket: WebSocket, lobby: Lobby, address: str) -> Listener:
    """The player who connects; the token is sent in the first message only."""
    first = await _hello(websocket, lobby.config.hello)
    player = None if first.token is None else await lobby.people.find(first.token)
    listener = Listener(player, lobby.config.outbox, address)
    listener.one_hand = first.one_hand
    return listener


async def _hello(websocket: WebSocket, seconds: float) -> Hello:
    try:
        async with asyncio.timeout(seconds):
            event = await websocket.receive()
    except TimeoutError:
        raise BadMessage("the first message, hello, did not come") from None
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1006))
    return check_hello(read_message(text_of(event)))


def _say_goodbye(websocket: WebSocket, listener: Listener) -> None:
    """Send the last word to somebody who is not let in."""
    if (wire := _connection(websocket).wire) is not None:
        listener.send = wire.send_text
        listener.flush(dict)
        wire.hang_up(RESTART)
