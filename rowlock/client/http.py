"""The HTTP side of a server: players, tables, records; and where an invite link leads."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.parse import quote, urlsplit

from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject

LEAST_WAIT = 0.1
"""Seconds; what the server says is rounded."""


class Unreachable(RowlockError):
    """No server answers there."""

    code = "unreachable"


class ServerRefused(RowlockError):
    """The server's own refusal; `kind` is its code."""

    code = "refused"

    def __init__(self, kind: str, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.kind = kind
        self.wait = wait
        """Seconds after which it may be asked again, if the server said so."""


def call(
    base: str,
    method: str,
    path: str,
    body: JsonObject | None = None,
    token: str | None = None,
    patience: float = 0.0,
) -> Any:
    """One request; raises `ServerRefused` or `Unreachable`.

    Where the server says to wait, it is asked again, for `patience` seconds in all.
    """
    while True:
        try:
            return _call(base, method, path, body, token)
        except ServerRefused as refused:
            if refused.wait is None or refused.wait > patience:
                raise
            wait = max(refused.wait, LEAST_WAIT)
            patience -= wait
            time.sleep(wait)


def _call(base: str, method: str, path: str, body: JsonObject | None, token: str | None) -> Any:
    if not _is_address(base):
        raise Unreachable(f"{base!r} is not the address of a server; one looks like http://host:8000")
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    content = json.dumps(body).encode() if body is not None else None
    try:
        request = urllib.request.Request(base + path, content, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return _read(base, answer.headers.get_content_type(), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            raise _refusal(base, error, error.read()) from None
    except (urllib.error.URLError, HTTPException, OSError, ValueError) as error:
        raise Unreachable(f"{base} does not answer: {plain_reason(error)}") from None


def plain_reason(error: BaseException) -> str:
    """The reason why a server cannot be reached, in the system's words without their number."""
    reason = getattr(error, "reason", error)
    return getattr(reason, "strerror", None) or str(reason)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


class Answer(JsonObject):
    """An object that a server answered; what it lacks shows that somebody else has answered."""

    def __init__(self, base: str, told: JsonObject) -> None:
        super().__init__(told)
        self.base = base

    def __missing__(self, key: str) -> Any:
        raise _stranger(self.base)


def _read(base: str, kind: str, content: bytes) -> Any:
    """The answer's object or list, or its text; whatever else it is, no server of ours has sent it."""
    try:
        text = content.decode()
        told = json.loads(text) if kind == "application/json" else text
    except ValueError:
        raise _stranger(base) from None
    if isinstance(told, dict):
        return Answer(base, told)
    if isinstance(told, list) or (told is text and kind != "text/html"):
        return told
    raise _stranger(base)


def _stranger(base: str) -> Unreachable:
    parts = urlsplit(base)
    hint = f"; try {parts.scheme}://{parts.netloc}" if parts.path.strip("/") else ""
    return Unreachable(f"what answers at {base} is not a Rowlock server{hint}")


def _refusal(base: str, error: urllib.error.HTTPError, body: bytes) -> RowlockError:
    if error.code == 405:  # a page of a server, and no server
        return _stranger(base)
    with suppress(ValueError):
        problem = json.loads(body)
        if isinstance(problem, dict) and "code" in problem:
            return ServerRefused(problem["code"], problem.get("reason", ""), problem.get("wait"))
    told = f"{base} answered with an error ({error.code} {error.reason}); is it a Rowlock server?"
    return ServerRefused("unknown", told)


def link_of_code(base: str, code: str) -> str:
    """The invite link that a spoken code such as "red 47 fox" stands for at a server, in any language."""
    base = base.rstrip("/")
    return base + str(call(base, "GET", f"/api/codes/{quote(code, safe='')}")["link"])


def split_link(link: str) -> tuple[str, str]:
    """Server and table of an invite link such as http://host:8000/t/k3v9x2m7qabc."""
    parts = urlsplit(link if _is_address(link) else "")
    path = [part for part in parts.path.split("/") if part]
    if path[-2:-1] != ["t"]:
        raise Unreachable(f"{link!r} is not an invite link; one looks like http://host:8000/t/k3v9x2m7qabc")
    prefix = "/".join(path[:-2])
    return f"{parts.scheme}://{parts.netloc}" + (f"/{prefix}" if prefix else ""), path[-1]
