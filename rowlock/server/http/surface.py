"""The routes of the server, made from the questions that are declared: limits, tokens, OpenAPI.

How a question is answered is found by its class (`answers_to`): most of them answer themselves, beside the
event loop, once what they are about is found.
"""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, TypeVar

import orjson
from fastapi import APIRouter, Depends, FastAPI, Request, Security
from fastapi.responses import Response
from fastapi.utils import deep_dict_update
from starlette.concurrency import run_in_threadpool

from rowlock.engine.json_object import JsonObject
from rowlock.server.edge.rate_limits import Guard
from rowlock.server.errors import BadToken
from rowlock.server.http.caller import Caller, bearer, caller_of
from rowlock.table.api.question import QUESTIONS, AnyQuestion, Question, answer_type, parts_of
from rowlock.table.api.reading import read_question, texts_of
from rowlock.table.errors import BadMessage
from rowlock.table.messages.reading import said_fields
from rowlock.table.schemas import Schemas, comments_of
from rowlock.table.shapes.answers import Problem, Waiting

JSON = "application/json"
READ_AT_ONCE = 16 * 1024
"""Bytes of a body; a larger one is read beside the event loop (300 kB of a club's games take 50 ms)."""
PROBLEMS = (400, 401, 403, 404, 409, 413, 422, 429, 503)
"""The statuses of refusals."""

Asked = TypeVar("Asked", bound=AnyQuestion)
Way = Callable[[Any, Caller], Awaitable[object]]
WAYS: dict[type, Way] = {}
"""How questions are answered here, by their classes; the nearest one counts."""


def answers_to(*kinds: type[Asked]) -> Callable[[Way], Way]:
    """Mark the function by which questions of these classes are answered on a server."""

    def mark(way: Way) -> Way:
        WAYS.update(dict.fromkeys(kinds, way))
        return way

    return mark


@dataclass(frozen=True, kw_only=True)
class ServerQuestion(Question[None]):
    """A question that a server alone answers, by what it holds and stores."""

    server_only: ClassVar[bool] = True

    @classmethod
    def check(cls, caller: Caller) -> None:
        """Raises if this caller may not ask it, before it is read."""

    async def serve(self, caller: Caller, /) -> object:
        """The answer, as plain data or as a response of its own."""
        raise NotImplementedError


@answers_to(ServerQuestion)
async def serve_itself(asked: ServerQuestion, caller: Caller) -> object:
    return await asked.serve(caller)


def pack(told: object) -> bytes:
    """Plain data as JSON."""
    return orjson.dumps(told, default=_as_list)


def _as_list(value: object) -> list[object]:
    if isinstance(value, tuple):
        return list(value)
    raise TypeError(f"{type(value)} is no plain data")


def limit(kind: str) -> Any:
    """A dependency that counts a request of a kind against its address."""

    def count(request: Request) -> None:
        guard: Guard = request.app.state.guard
        caller = caller_of(request)
        guard.take(kind, caller.address)
        caller.lobby.people.check("address", caller.address)

    return Depends(count)


def make_router() -> APIRouter:
    """A route for every question that is declared."""
    router = APIRouter(prefix="/api")
    for kind in QUESTIONS.values():
        add_question(router, kind)
    return router


def add_question(router: APIRouter, kind: type[AnyQuestion]) -> None:
    counted = [limit(name) for name in ("requests", kind.counts) if name]
    shown = [Security(bearer)] if kind.token != "none" else []
    router.add_api_route(
        kind.path,
        endpoint(kind),
        methods=[kind.method],
        name=kind.__name__,
        status_code=kind.status,
        response_class=Response,
        response_model=None,
        description=inspect.getdoc(kind),
        dependencies=[*counted, *shown],
    )


def endpoint(kind: type[AnyQuestion]) -> Callable[[Request], Awaitable[Response]]:
    """The function that FastAPI calls for a question."""

    async def ask(request: Request) -> Response:
        caller = caller_of(request)
        if kind.token == "needed" and caller.token is None:
            raise BadToken("this needs a token: Authorization: Bearer …")
        if issubclass(kind, ServerQuestion):
            kind.check(caller)
        body = await body_of(request) if kind.method in ("POST", "PATCH") else b""
        read = partial(read_question, kind, request.path_params, request.url.query, body)
        asked = await run_in_threadpool(read) if len(body) > READ_AT_ONCE else read()
        told = await way_of(kind)(asked, caller)
        return told if isinstance(told, Response) else answer_of(kind, told)

    return ask


def way_of(kind: type) -> Way:
    return next(WAYS[base] for base in kind.__mro__ if base in WAYS)


async def body_of(request: Request) -> bytes:
    """The body of a request; as a form of another page it is not read."""
    kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if kind != JSON and not kind.endswith("+json"):
        raise BadMessage("body: must be JSON, with Content-Type: application/json")
    return await request.body()


def answer_of(kind: type[AnyQuestion], told: object) -> Response:
    if told is None:
        return Response(status_code=kind.status)
    if isinstance(told, str):
        return Response(told, kind.status, media_type="text/plain; charset=utf-8")
    return Response(told if isinstance(told, bytes) else pack(told), kind.status, media_type=JSON)


# OpenAPI

SCHEMAS = Schemas("#/components/schemas/")
DESCRIBING = threading.Lock()


def described(kind: type[AnyQuestion]) -> JsonObject:
    """The description of a question for OpenAPI: its parameters, its body, its answer, its refusals."""
    texts, comments = texts_of(kind), comments_of(kind)
    parameters = [
        {
            "name": one.name,
            "in": "path" if one.name in parts_of(kind.path) else "query",
            "required": needed,
            "schema": SCHEMAS.write(hint),
            **({"description": comments[one.name]} if one.name in comments else {}),
        }
        for one, hint, needed in said_fields(kind)
        if one.name in texts
    ]
    told: JsonObject = {"responses": answers_of(kind)}
    if parameters:
        told["parameters"] = parameters
    if len(said_fields(kind)) > len(texts):
        body = SCHEMAS.body(kind, frozenset(texts))
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return told


def answers_of(kind: type[AnyQuestion]) -> JsonObject:
    found = {str(status): _shown("why it is refused", Problem) for status in PROBLEMS}
    if kind.waits:
        found["202"] = _shown("it is being worked out; ask again", Waiting)
    return found | {str(kind.status): _shown("the answer", answer_type(kind))}


def _shown(what: str, kind: object) -> JsonObject:
    if kind in (None, type(None)):
        return {"description": what}
    if kind in (str, bytes):
        media = "text/plain" if kind is str else "application/octet-stream"
        return {"description": what, "content": {media: {"schema": {"type": "string"}}}}
    return {"description": what, "content": {JSON: {"schema": SCHEMAS.write(kind)}}}


class Application(FastAPI):
    """FastAPI with our own questions, answers and types in its description.

    They are written when somebody asks for the description: every start would wait for it longer than for
    all routes.
    """

    def openapi(self) -> JsonObject:
        with DESCRIBING:
            return self.openapi_schema or _with_questions(super().openapi())


def _with_questions(told: JsonObject) -> JsonObject:
    for kind in QUESTIONS.values():
        path = re.sub(r":\w+}", "}", f"/api{kind.path}")
        deep_dict_update(told["paths"][path][kind.method.lower()], described(kind))
    told.setdefault("components", {}).setdefault("schemas", {}).update(SCHEMAS.defined)
    return told
