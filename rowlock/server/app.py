"""The application: lobby, routes, socket and page put together, and every error turned into an answer."""

from __future__ import annotations

import asyncio
import gzip
import hmac
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from rowlock import __version__
from rowlock.engine.errors import BadVariant, RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.fast import loading
from rowlock.locale import languages
from rowlock.server.config import Config
from rowlock.server.edge.addresses import address_in
from rowlock.server.edge.connections import Gate
from rowlock.server.edge.headers import BodyTooLarge, Door
from rowlock.server.edge.pace import RequestPace
from rowlock.server.edge.rate_limits import Guard
from rowlock.server.edge.routing import Routes
from rowlock.server.errors import NotAvailable, StoreDown, TooFast
from rowlock.server.http import routes
from rowlock.server.http.caller import caller_of
from rowlock.server.http.manual import add_manual
from rowlock.server.http.page import BuiltPage, first_known
from rowlock.server.http.pieces import Pieces
from rowlock.server.http.result_links import shown_result
from rowlock.server.http.surface import Application, pack
from rowlock.server.live.lobby import Lobby
from rowlock.server.live.people import new_id
from rowlock.server.metrics import Metrics
from rowlock.server.socket import connection
from rowlock.server.socket.talk import Surroundings
from rowlock.server.store import Store, database_url
from rowlock.server.store.peers import Peer
from rowlock.server.watchdog import Watchdog
from rowlock.table.statuses import status_of

log = logging.getLogger(__name__)


class PackedAnswers(GZipMiddleware):
    """Packs what is worked out; files of the page are packed already, once."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_page = scope["type"] == "http" and not scope["path"].startswith(("/api", "/docs"))
        await (self.app(scope, receive, send) if is_page else super().__call__(scope, receive, send))


def create_app(config: Config) -> FastAPI:
    """A server, to be run as `serve` does; it opens its database when it starts."""
    app = Application(
        title="Rowlock",
        version=__version__,
        description="Tables for friends and bots. Play itself runs over a WebSocket: docs/protocol.md.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_lifespan,
    )
    app.state.config = config
    app.state.guard = Guard(config.limits)
    app.state.gate = Gate(config, app.state.guard.stretch)
    app.state.pace = RequestPace()
    app.state.metrics = Metrics()
    app.state.page = BuiltPage()
    app.include_router(routes.router)
    app.include_router(connection.router)
    app.add_api_route("/healthz", healthz, include_in_schema=False)
    app.add_api_route("/metrics", metrics, include_in_schema=False)
    app.add_api_route("/api/openapi.json", schema, include_in_schema=False)
    add_manual(app)
    app.add_api_route("/{path:path}", page, include_in_schema=False, methods=["GET", "HEAD"])
    _add_errors(app)
    app.add_middleware(PackedAnswers, minimum_size=1000, compresslevel=5)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=config.origins,
        allow_methods=["GET", "POST", "PATCH", "DELETE"],
        allow_headers=["authorization", "content-type"],
    )
    app.add_middleware(Door, names=config.names, guard=app.state.guard, pace=app.state.pace)
    _work_out_routes(app)
    return app


def _work_out_routes(app: FastAPI) -> None:
    """Have the models of all routes read now: the first request would block the loop with it."""
    nowhere = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": [], "app": app}
    for route in app.routes:
        route.matches(dict(nowhere))


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    with loading.in_background():
        async with _serving(app):
            yield


@asynccontextmanager
async def _serving(app: FastAPI) -> AsyncIterator[None]:
    config: Config = app.state.config
    store = await open_store(config)
    process = store.peers.process
    store.peers.me = Peer(process, config.machine or process, config.reach, config.word)
    lobby = Lobby(store, config)
    app.state.lobby = lobby
    around = (app.state.guard, app.state.gate, app.state.metrics)
    app.state.surroundings = Surroundings(*around, lobby.people, config.patience)
    await lobby.people.read_bans()
    if lobby.relay:
        app.state.routes = Routes(lobby.relay.owners, config.handover, lobby.relay.lease)
        lobby.relay.leads_to = app.state.routes.leads_to
        await lobby.relay.start()
    app.state.metrics.rooms.set_function(lambda: len(lobby.rooms))
    sweeping = asyncio.create_task(lobby.keep_sweeping())
    lobby.bots.look_for_all()  # the first table with a bot would block the loop with it
    lobby.forgetter.start()
    watchdog = Watchdog(app.state.metrics)
    watchdog.start()
    lobby.daily.start()
    lobby.duels.start()
    lobby.clubs.closer.start()
    lobby.events.keeper.start()
    lobby.events.weigher.start()
    lobby.programs.start()
    lobby.rater.start()
    lobby.tallier.start()
    lobby.caller.start()
    lobby.day_keeper.start()
    lobby.strangers.start()
    lobby.duels.on_answer.append(lobby.calls.tell_of_half)
    try:
        yield
    finally:
        watchdog.stop()
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await lobby.close()


async def open_store(config: Config) -> Store:
    """The database of a server; raises a `RowlockError` if there is none to be had."""
    if config.database is None:
        config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    url = database_url(config.database, config.data)
    return await Store.open(url, new_id(8), config.durable, serving=True)


async def healthz(request: Request) -> JSONResponse:
    """Whether the server and its database answer."""
    try:
        tables = await request.app.state.lobby.store.ping()
    except StoreDown as error:
        return JSONResponse({"status": error.code, "reason": str(error)}, 503)
    return JSONResponse({"status": "ok", "version": __version__, "tables": tables})


async def schema(request: Request) -> Response:
    """The OpenAPI description of the application, packed once for all who ask."""
    request.app.state.guard.take("requests", address_in(request.scope))
    queue, takes = request.app.state.lobby.queue, "gzip" in request.headers.get("accept-encoding", "")

    def make() -> bytes:
        told = pack(request.app.openapi())
        return gzip.compress(told, mtime=0) if takes else told

    content = await queue.once(f"openapi {takes}", lambda: queue.run(make))
    headers = {"vary": "accept-encoding", **({"content-encoding": "gzip"} if takes else {})}
    return Response(content, headers=headers, media_type="application/json")


async def metrics(request: Request) -> Response:
    token = request.app.state.config.metrics_token
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token is None or not hmac.compare_digest(shown.encode(), token.encode()):
        return problem(NotAvailable("there is no such address"))
    return PlainTextResponse(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")


async def page(request: Request, path: str) -> Response:
    if path == "api" or path.startswith("api/"):
        return problem(NotAvailable("there is no such address"))
    files: BuiltPage = request.app.state.page
    if invited := re.fullmatch("t/([a-z0-9]{1,32})", path):
        with suppress(RowlockError):
            room = await request.app.state.lobby.room(invited[1])
            return await files.invite(request, room.table.host_name, room.table.variant)
    if watched := re.fullmatch(r"g/([a-z0-9]{1,32})/([1-9]\d{0,5})", path):
        with suppress(RowlockError):
            lang = first_known(request.headers.get("accept-language", ""), languages())
            shown = await shown_result(caller_of(request), watched[1], int(watched[2]), lang)
            return await files.result(request, shown)
    answer = await files.answer(request)
    if isinstance(answer, Pieces):
        address = address_in(request.scope)
        request.app.state.guard.take("megabytes", address, answer.size / 1e6)
        answer.turn = partial(request.app.state.pace.turn, address)
    return answer


def problem(error: RowlockError) -> JSONResponse:
    body: JsonObject = {"code": error.code, "reason": str(error)}
    headers = {}
    if isinstance(error, BadVariant):
        body["mistakes"] = list(error.mistakes)
    if isinstance(error, TooFast):
        body["wait"] = error.wait
        headers["retry-after"] = str(max(1, round(error.wait)))
    if status_of(error) == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse(body, status_of(error), headers)


def _add_errors(app: FastAPI) -> None:
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, RowlockError)
        request.app.state.metrics.refusals.labels(error.code).inc()
        return problem(error)

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = "too_large" if isinstance(error, BodyTooLarge) else "bad_message"
        body = {"code": code, "reason": str(error.detail)}
        return JSONResponse(body, error.status_code, dict(error.headers or {}))

    async def defect(request: Request, error: Exception) -> Response:
        log.error("defect", exc_info=error)
        return JSONResponse(
            {"code": "defect", "reason": "a fault in the server; its log has the details"}, 500
        )

    app.add_exception_handler(RowlockError, refused)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, defect)
