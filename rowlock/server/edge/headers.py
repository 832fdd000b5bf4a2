"""Where requests enter: security headers on every answer, and a limit on what a request may carry."""

from __future__ import annotations

from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rowlock.engine.errors import shown
from rowlock.server.edge.addresses import ASKER, address_in
from rowlock.server.edge.connections import LINE, Line
from rowlock.server.edge.hosts import is_own_name
from rowlock.server.edge.pace import Pace
from rowlock.server.edge.rate_limits import Guard
from rowlock.server.errors import BadRequest, TooFast, TooLarge, WrongOrigin
from rowlock.table.statuses import Denied, status_of
from rowlock.table.table import Plain

LARGEST_BODY = 512 * 1024
PATH_LONGEST = 1024
FOR_MACHINES = ("/healthz", "/metrics")
"""What load balancers and the like ask for, under whatever name."""
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

    def __init__(self, app: ASGIApp, names: tuple[str, ...], guard: Guard, pace: Pace) -> None:
        self.app = app
        self._names = names
        self._guard = guard
        self._pace = pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            ASKER.set(address_in(scope))
            await self._pace.turn(ASKER.get())
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        send_guarded = _guarded(scope, send)
        try:
            self._guard.take("visits", ASKER.get())
            self._check(scope)
        except Denied as error:
            await _refuse(send_guarded, error)
        else:
            await self.app(scope, _Counted(receive), send_guarded)

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


def _guarded(scope: Scope, send: Send) -> Send:
    """Send answers with the security headers, as long as there is somebody to take them."""
    line: Line | None = scope.get("state", {}).get(LINE)

    async def send_guarded(message: Message) -> None:
        if line is not None and line.transport.is_closing():
            return
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if scope["path"].startswith("/api"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_guarded


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
    told: Plain = {"code": error.code, "reason": str(error)}
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
