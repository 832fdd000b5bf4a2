"""Questions read from a request with the standard library alone: on a server and in a browser alike."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from functools import cache
from typing import Union, get_args, get_origin
from urllib.parse import parse_qsl, unquote

from rowlock.table.api.question import QUESTIONS, AnyQuestion, parts_of
from rowlock.table.errors import BadMessage
from rowlock.table.messages.reading import Key, keys_in, read_json, read_keys, said_fields

TRUTHS = {"true": True, "1": True, "false": False, "0": False}


def find_question(method: str, address: str) -> tuple[type[AnyQuestion], dict[str, str]] | None:
    """The question that is asked at an address, with the texts in it; None if there is none."""
    for kind in QUESTIONS.values():
        if kind.method == method and (match := re.fullmatch(_pattern(kind.path), address)):
            return kind, {name: unquote(text) for name, text in match.groupdict().items()}
    return None


@cache
def _pattern(path: str) -> str:
    parts = re.split(r"({\w+(?::path)?})", path)
    return "".join(_part(part) if part.startswith("{") else re.escape(part) for part in parts)


def _part(part: str) -> str:
    name, _, rest = part.strip("{}").partition(":")
    return f"(?P<{name}>{'.+' if rest else '[^/]+'})"


def read_question(
    kind: type[AnyQuestion], parts: Mapping[str, str], query: str, body: str | bytes
) -> AnyQuestion:
    """A question with all its fields; raises `BadMessage` with the place of the mistake."""
    texts, keys = texts_of(kind), keys_in(kind)
    given = {**dict(parse_qsl(query, keep_blank_values=True)), **parts}
    values = _read_texts(given, {name: keys[name] for name in texts}, texts)
    in_body = {name: key for name, key in keys.items() if name not in texts}
    if in_body:
        if not body:
            raise BadMessage("body: is missing")
        values |= read_keys(read_json(_decoded(body)), in_body, "body")
    return kind(**values)


def texts_of(kind: type[AnyQuestion]) -> dict[str, object]:
    """The fields that are texts of the address, with their types: those of the path, without a body all."""
    names, has_body = parts_of(kind.path), kind.method in ("POST", "PATCH")
    return {one.name: hint for one, hint, _ in said_fields(kind) if one.name in names or not has_body}


def _decoded(body: str | bytes) -> str:
    try:
        return body if isinstance(body, str) else body.decode()
    except UnicodeDecodeError:
        raise BadMessage("this is not JSON") from None


def _read_texts(
    given: Mapping[str, str], keys: Mapping[str, Key], hints: Mapping[str, object]
) -> dict[str, object]:
    """The fields of an address; what else stands there is nobody's."""
    told = {}
    for name, text in given.items():
        if name in keys:
            try:
                told[name] = _from_text(hints[name], text)
            except ValueError as error:
                raise BadMessage(f"{name}: {error}") from None
    return read_keys(told, keys, "address")


def _from_text(hint: object, text: str) -> str | float | bool:
    """A value as JSON would have it, from a text of an address."""
    kind = get_args(hint)[0] if get_origin(hint) in (Union, types.UnionType) else hint
    kind = getattr(kind, "__origin__", kind)  # of an annotated type, the type
    if kind is int:
        if not re.fullmatch(r"-?\d{1,15}", text, re.ASCII):
            raise ValueError("must be a whole number")
        return int(text)
    if kind is float:
        return float(text)
    if kind is bool:
        if text not in TRUTHS:
            raise ValueError("must be true or false")
        return TRUTHS[text]
    return text
