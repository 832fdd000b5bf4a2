"""The tables of docs/protocol.md, written from the models.

`python -m rowlock.server.http.protocol_document FILE`
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel

import rowlock.server.http.routes  # noqa: F401
from rowlock.community import errors as community_errors
from rowlock.engine import errors as engine_errors
from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.server import errors
from rowlock.server.config import Limits
from rowlock.server.socket.outgoing import ServerMessage
from rowlock.table import errors as table_errors
from rowlock.table import messages
from rowlock.table.api.question import QUESTIONS, AnyQuestion, parts_of
from rowlock.table.messages.limits import Items
from rowlock.table.messages.reading import said_fields
from rowlock.table.statuses import status_of

BEGIN, END = "<!-- {name}: written from the code -->", "<!-- end of {name} -->"


def client_messages() -> str:
    lines = ["| message | fields | |", "|---|---|---|"]
    for kind in messages.client_messages():
        said = ", ".join(
            f"`{one.name}`{'' if needed else '?'} {_limits(hint)}" for one, hint, needed in said_fields(kind)
        )
        lines.append(f"| `{kind.kind}` | {said} | {_first_lines(kind)} |")
    return "\n".join(lines)


def _limits(hint: object) -> str:
    """A field's type and its limit, in words."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _limits(args[0])
    if origin is Literal:
        return " · ".join(args)
    if origin is Annotated and isinstance(args[1], Items):
        return f"{'list' if get_origin(args[0]) is list else 'object'} ≤ {args[1].most}"
    if origin is Annotated:
        return f"{'whole number' if args[0] is int else 'text'} ≤ {args[1].most}"
    return "true/false" if hint is bool else "number" if hint is float else "object"


def server_messages() -> str:
    models: tuple[type[BaseModel], ...] = get_args(get_args(ServerMessage)[0])
    lines = ["| message | fields | |", "|---|---|---|"]
    for model in models:
        kind = get_args(model.model_fields["type"].annotation)[0]
        fields = ", ".join(_field(name, model) for name in model.model_fields if name not in ("type", "n"))
        lines.append(f"| `{kind}` | {fields} | {_first_lines(model)} |")
    return "\n".join(lines)


def _field(name: str, model: type[BaseModel]) -> str:
    field = model.model_fields[name]
    kind = _type(model.model_json_schema()["properties"][name])
    if field.is_required():
        return f"`{name}` {kind}"
    return f"`{name}`? {kind.removesuffix(' or null')}"


def _type(schema: JsonObject) -> str:
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " · ".join(schema["enum"])
    if "$ref" in schema:
        return "object"
    names = {"integer": "whole number", "string": "text", "boolean": "true/false", "array": "list"}
    kind = str(schema.get("type", ""))
    bounds = [f"≤ {schema[key]}" for key in ("maximum", "maxLength") if key in schema]
    return " ".join([names.get(kind, kind), *bounds])


def _first_lines(model: type) -> str:
    return " ".join((model.__doc__ or "").split())


def http_routes() -> str:
    lines = ["| request | fields | |", "|---|---|---|"]
    for kind in sorted(QUESTIONS.values(), key=lambda kind: (kind.path, kind.method)):
        lines.append(f"| `{kind.method} /api{kind.path}` | {_asked(kind)} | {_first_lines(kind)} |")
    return "\n".join(lines)


def _asked(kind: type[AnyQuestion]) -> str:
    """The fields of a request, beside those in its address."""
    said = [field for field in said_fields(kind) if field[0].name not in parts_of(kind.path)]
    return ", ".join(f"`{one.name}`{'' if needed else '?'} {_limits(hint)}" for one, hint, needed in said)


def error_codes() -> str:
    found = {}
    for module in (engine_errors, table_errors, community_errors, errors):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, RowlockError) and kind.code != "error":
                found[kind.code] = kind
    lines = ["| code | status | |", "|---|---|---|"]
    for code, kind in sorted(found.items()):
        status = status_of(kind.__new__(kind))
        lines.append(f"| `{code}` | {status} | {(kind.__doc__ or '').splitlines()[0]} |")
    return "\n".join(lines)


LIMITED = {
    "messages": "messages on one connection",
    "frames": "WebSocket frames on one connection, pings and fragments included",
    "frame_bytes": "bytes on one connection",
    "all_frames": "WebSocket frames from one address",
    "all_frame_bytes": "bytes on the connections of one address",
    "writing": "messages that are stored, from one address; each counts 1, and 1 for every 256 characters",
    "chat": "chat, phrases and nudges of one player at one table",
    "sockets": "new connections from one address",
    "requests": "questions to the API from one address",
    "visits": "HTTP requests of every kind from one address, files of the page included",
    "megabytes": "megabytes of the page's large files to one address",
    "players": "new players from one address",
    "guests": "new players from one address who join an event by its link",
    "tables": "new tables from one address",
    "uploads": "pads, records and prints from one address",
}


def limits() -> str:
    lines = ["| what | at once | then, per second |", "|---|---|---|"]
    for name, what in LIMITED.items():
        size, rate = getattr(Limits(), name)
        lines.append(f"| {what} | {size:g} | {rate:g} |")
    return "\n".join(lines)


TABLES = {
    "limits": limits,
    "client messages": client_messages,
    "server messages": server_messages,
    "routes": http_routes,
    "codes": error_codes,
}


def fill(text: str) -> str:
    """The document with its tables as the code has them now."""
    for name, table in TABLES.items():
        begin, end = BEGIN.format(name=name), END.format(name=name)
        pattern = re.escape(begin) + ".*?" + re.escape(end)
        filled = f"{begin}\n{table()}\n{end}".replace("\\", r"\\")
        text = re.sub(pattern, filled, text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    document = Path(sys.argv[1])
    document.write_text(fill(document.read_text(encoding="utf-8")), encoding="utf-8")
