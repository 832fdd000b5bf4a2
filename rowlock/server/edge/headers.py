"""The door of requests: security headers on every answer, and a limit on what a request may carry."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rowlock.engine.errors import RowlockError, shown
from rowlock.engine.json_object import JsonObject
from rowlock.server.edge.addresses import ASKER, address_in
from rowlock.server.edge.connections import CONNECTION, Connection
from rowlock.server.edge.hosts import is_own_name
from rowlock.server.edge.pace import RequestPace
from rowlock.server.edge.rate_limits import Guard
from rowlock.server.errors import BadRequest, StoreDown, TooFast, TooLarge, WrongOrigin
from rowlock.table.statuses import Denied, status_of

log = logging.getLogger(__name__)

LARGEST_BODY = 512 * 1024
PATH_LONGEST = 1024
GOING_DOWN = "the server is going down; nothing was accepted, ask again in a moment"
FOR_MACHINES = ("/healthz", "/metrics")
"""The health checks of load balancers and the like, under whatever name."""
CSP = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the browser's Python, for playing without a network
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # positions and colours that the page sets on elements
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self' data: blob:",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Door:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...], guard: Guard, pace: RequestPace) -> None:
        self.app = app
        self._names = names
        self._guard = guard
        self._pace = pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            ASKER.set(address_in(scope))
            await self._pace.turn(ASKER.get())
        if scope["type"] != "http":
            with suppress(asyncio.CancelledError):  # the server goes down; everybody has been told
                await self.app(scope, receive, send)
            return
        answer = _Answer(scope, send)
        try:
            self._guard.take("visits", ASKER.get())
            self._check(scope)
        except Denied as error:
            await _refuse(answer, error)
            return
        try:
            await self.app(scope, _Counted(receive), answer)
        except asyncio.CancelledError:  # the server goes down, and has waited for this long enough
            await answer.break_off()
        except RuntimeError as error:  # the database, say, is gone in the middle of a long answer
            if not isinstance(error.__cause__, RowlockError):
                raise
            log.warning("an answer ends in the middle", extra={"reason": str(error.__cause__)})
            await answer.break_off()

    def _check(self, scope: Scope) -> None:
        """Refuse what nobody means who is here for a game."""
        host, path = Headers(scope=scope).get("host"), scope["path"]
        if len(path) > PATH_LONGEST or not path.isprintable():
            raise BadRequest("an address that cannot be read")
        if path not in FOR_MACHINES and not is_own_name(host, self._names):
            raise WrongOrigin(
                f"this server is not known as {shown(host or '')}; whoever runs it may say --name"
            )
        size = Headers(scope=scope).get("content-length", "0")
        if not size.isdigit() or int(size) > LARGEST_BODY:
            raise TooLarge(f"a body has at most {LARGEST_BODY} bytes")


class _Answer:
    """Sends an answer with the security headers, as long as there is somebody to take it."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send = send
        self._is_api = scope["path"].startswith("/api")
        self._connection: Connection | None = scope.get("state", {}).get(CONNECTION)
        self._is_begun = False

    async def __call__(self, message: Message) -> None:
        if self._connection is not None and self._connection.transport.is_closing():
            return
        if message["type"] == "http.response.start":
            self._is_begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self._is_api:
                headers.setdefault("cache-control", "no-store")
        await self._send(message)

    async def break_off(self) -> None:
        """Say that there will be no answer; one that has begun already ends in the middle, for all to see."""
        if not self._is_begun:
            await _refuse(
                self, StoreDown("the server is going down; nothing was accepted, ask again in a moment")
            )
        elif self._connection is not None:
            self._connection.transport.abort()


class BodyTooLarge(HTTPException):
    """A body without a length grew beyond the limit."""

    def __init__(self) -> None:
        super().__init__(413, f"a body has at most {LARGEST_BODY} bytes")


class _Counted:
    """Counts what arrives, for bodies that do not announce their size."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > LARGEST_BODY:
            raise BodyTooLarge
        return message


async def _refuse(send: Send, error: Denied) -> None:
    told: JsonObject = {"code": error.code, "reason": str(error)}
    headers = [(b"content-type", b"application/json")]
    if isinstance(error, TooFast):
        told["wait"] = error.wait
        headers.append((b"retry-after", str(max(1, round(error.wait))).encode()))
    body = orjson.dumps(told)
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def is_own_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this origin may open a socket: our own pages, those allowed, and programs.

    Browsers always send the header and no page can forge it; a program without one has no visitor
    whose rights it could borrow.
    """
    if origin is None or origin in allowed:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == (host or "").lower()
    except ValueError:
        return False
