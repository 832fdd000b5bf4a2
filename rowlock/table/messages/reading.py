"""Messages read from text with the standard library alone: on a server and in a browser by the same lines."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from math import isfinite
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from rowlock.engine.json_object import JsonObject
from rowlock.table.errors import BadMessage
from rowlock.table.messages.limits import Between, Items, MessageId, Text
from rowlock.table.messages.message import KINDS, Message

Read = Callable[[object], object]
"""The value of a key, checked and converted; raises `ValueError`."""


class Key(NamedTuple):
    """A key of an object; what is not `needed` may be left out, and is its default then."""

    read: Read
    needed: bool = True
    default: object = None


def whole(least: int, most: int) -> Read:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return value

    return read


def text(least: int, most: int, pattern: str = "", clean: Callable[[str], str] = str) -> Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise ValueError(f"must be a text of {least} to {most} characters")
        if pattern and not re.fullmatch(pattern, value):
            raise ValueError("is not written as it should be")
        return clean(value)

    return read


def one_of(*choices: str) -> Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return value

    return read


def truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def maybe(read: Read) -> Key:
    return Key(lambda value: None if value is None else read(value), needed=False)


def default(value: object, read: Read = truth) -> Key:
    return Key(read, needed=False, default=value)


def several(each: Read, least: int, most: int) -> Read:
    def read(value: object) -> list[object]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise ValueError(f"must be a list of {least} to {most}")
        return [_at(place, each, one) for place, one in enumerate(value)]

    return read


def by_name(name: Read, each: Read, least: int, most: int) -> Read:
    def read(value: object) -> dict[object, object]:
        if not isinstance(value, dict) or not least <= len(value) <= most:
            raise ValueError(f"must be an object of {least} to {most} keys")
        return {_at(_shown(key), name, key): _at(_shown(key), each, one) for key, one in value.items()}

    return read


def _at(place: object, read: Read, value: object) -> Any:
    """A part of a value; what is wrong with it is told with its place."""
    try:
        return read(value)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError("must be a number")
    return float(value)


def part(kind: type) -> Read:
    """A reader of an object within an object: a dataclass says what it holds."""

    def read(value: object) -> Any:
        try:
            return kind(**read_keys(value, keys_in(kind), ""))
        except BadMessage as error:
            raise ValueError(str(error).removeprefix(".").removeprefix(": ")) from None

    return read


def _reader_of_many(kinds: tuple[object, ...], items: Items) -> Read:
    if len(kinds) == 1:
        return several(reader(kinds[0]), *items)
    return by_name(reader(kinds[0]), reader(kinds[1]), *items)


def reader(kind: object) -> Read:
    """A reader of values of an annotated type."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated and isinstance(args[1], Items):
        return _reader_of_many(get_args(args[0]), args[1])
    if isinstance(kind, type) and is_dataclass(kind):
        return part(kind)
    if origin in (Union, types.UnionType):
        inner = reader(args[0])
        return lambda value: None if value is None else inner(value)
    if origin is Literal:
        return one_of(*args)
    if origin is Annotated and isinstance(args[1], Between):
        return whole(*args[1])
    if origin is Annotated and isinstance(args[1], Text):
        return text(*args[1])
    if kind is bool:
        return truth
    if kind is float:
        return number
    raise TypeError(f"{kind} has no limits: messages need some")


def said_fields(kind: type) -> list[tuple[Field[object], object, bool]]:
    """The fields of a client's message, field by field: with its type, and whether it must be there."""
    hints = get_type_hints(kind, include_extras=True)
    return [
        (one, hints[one.name], _has_no_default(one) or "needed" in one.metadata)
        for one in fields(kind)
        if one.name != "id" and "added" not in one.metadata
    ]


def _has_no_default(one: Field[object]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def keys_in(kind: type) -> Mapping[str, Key]:
    """The keys of an object that a dataclass describes."""
    return _keys_in(kind)


@cache
def _keys_in(kind: type) -> Mapping[str, Key]:
    return {one.name: _key(one, hint, needed) for one, hint, needed in said_fields(kind)}


def _key(one: Field[object], hint: object, needed: bool) -> Key:
    if needed:
        return Key(reader(hint))
    left_out = one.default_factory() if one.default_factory is not MISSING else one.default
    return Key(reader(hint), False, left_out)


ID = maybe(reader(MessageId))


@cache
def keys_of(kind: str) -> Mapping[str, Key]:
    """The keys of a message on the wire, but for its type."""
    return {**keys_in(KINDS[kind]), "id": ID}


def read_message(line: str | bytes) -> Message:
    """A client's message; raises `BadMessage` with the place of the mistake."""
    told = read_json(line)
    name = told.get("type") if isinstance(told, dict) else None
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None or getattr(kind, "by_house", False):
        raise BadMessage("type: there is no such message")
    del told["type"]
    return kind(**read_keys(told, keys_of(kind.kind), kind.kind))


def read_json(line: str | bytes) -> Any:
    """Read a text as JSON; raises `BadMessage` if it is not JSON, or could never be told to anybody."""
    try:
        told = json.loads(line)
        if "\\u" in str(line):  # half a character can be written so, and never be told to anybody
            json.dumps(told, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadMessage("this is not JSON") from None
    return told


def read_keys(told: object, keys: Mapping[str, Key], where: str) -> JsonObject:
    """The values of an object's keys, those that are left out too; raises `BadMessage`."""
    if not isinstance(told, dict):
        raise BadMessage(f"{where}: must be an object")
    if strange := told.keys() - keys.keys():
        raise BadMessage(f"{where}.{_shown(min(strange))}: is not known")
    body: JsonObject = {}
    for name, key in keys.items():
        if name not in told and key.needed:
            raise BadMessage(f"{where}.{name}: is missing")
        try:
            body[name] = key.read(told[name]) if name in told else key.default
        except ValueError as error:
            raise BadMessage(f"{where}.{name}: {error}") from None
    return body


def _shown(name: str) -> str:
    """A key that nobody knows, short and on one line."""
    return "".join(letter if letter.isprintable() else "?" for letter in name[:40])


def id_of(line: str) -> str | None:
    """The id of a message that cannot be read otherwise, so that its refusal can name it."""
    try:
        found = ID.read(read_json(line)["id"])
    except (BadMessage, ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, str) else None
