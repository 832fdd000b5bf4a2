"""The messages that a page may send, read with the standard library alone.

A browser's Python has no pydantic; `tests/offline` holds every kind and key against the server's models.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rowlock.table.errors import BadMessage
from rowlock.table.table import Plain
from rowlock.table.texts import (
    CHAT_LONGEST,
    NAME_LONGEST,
    PHRASES,
    SEED_LONGEST,
    one_line,
    plain_id,
    seed_text,
)

Read = Callable[[Any], Any]
"""The value of a key, checked and converted; raises `ValueError`."""


class Key(NamedTuple):
    """A key of a message; what is not `needed` may be left out, and is its default then."""

    read: Read
    needed: bool = True
    default: Any = None


class Said(NamedTuple):
    """A message: its kind, the sender's own id of it, its other keys as far as they are not null."""

    kind: str
    id: str | None
    body: Plain


def whole(least: int, most: int) -> Read:
    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return value

    return read


def text(least: int, most: int, pattern: str = "", clean: Callable[[str], str] = str) -> Read:
    def read(value: Any) -> str:
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise ValueError(f"must be a text of {least} to {most} characters")
        if pattern and not re.fullmatch(pattern, value):
            raise ValueError("is not written as it should be")
        return clean(value)

    return read


def one_of(*choices: str) -> Read:
    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return str(value)

    return read


def truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def maybe(read: Read) -> Key:
    return Key(lambda value: None if value is None else read(value), needed=False)


def default(value: Any, read: Read = truth) -> Key:
    return Key(read, needed=False, default=value)


SEAT, TURN = Key(whole(0, 9)), Key(whole(1, 100_000))
PLAYER = Key(text(1, 32))
NAME = text(1, NAME_LONGEST, clean=one_line)
BOT = text(1, 40, "[a-z0-9_-]+")
TIMER, DICE = one_of("off", "relaxed", "fast"), one_of("server", "real", "none")
ID = maybe(text(1, 64, clean=plain_id))

KINDS: Mapping[str, Mapping[str, Key]] = {
    "hello": {
        "protocol": default(1, whole(1, 1)),
        "token": maybe(text(32, 32, "[0-9a-f]+")),
        "one_hand": default(False),
    },
    "sit": {"seat": SEAT, "name": maybe(NAME)},
    "leave": {"seat": SEAT},
    "resign": {"seat": SEAT},
    "abort": {"wish": default(True)},
    "bot": {"seat": SEAT, "bot": Key(BOT)},
    "open": {"seat": SEAT},
    "back": {"seat": SEAT},
    "seats": {"count": Key(whole(1, 10))},
    "pad": {"variant": Key(text(1, 64))},
    "kick": {"player": PLAYER, "ban": default(True)},
    "pardon": {"player": PLAYER},
    "mute": {"player": PLAYER, "muted": default(True)},
    "host": {"player": PLAYER},
    "settings": {
        "timer": maybe(TIMER),
        "auto_pass": maybe(truth),
        "listed": maybe(truth),
        "spectators": maybe(truth),
        "chat": maybe(truth),
        "dice": maybe(DICE),
        "hints": maybe(truth),
    },
    "seal": {"seat": SEAT, "seal": Key(text(64, 64, "[0-9a-f]+"))},
    "seed": {"seat": SEAT, "seed": Key(text(1, SEED_LONGEST, clean=seed_text))},
    "start": {},
    "move": {
        "turn": TURN,
        "phase": Key(one_of("white", "colour", "take", "call", "play")),
        "move": Key(text(1, 32)),
        "seat": maybe(whole(0, 9)),
    },
    "hint": {"seat": maybe(whole(0, 9))},
    "roll": {"turn": TURN, "dice": Key(text(3, 64))},
    "propose": {
        "place": Key(whole(0, 100_000)),
        "move": maybe(text(1, 64)),
        "added": default(False),
    },
    "consent": {"agree": Key(truth)},
    "count": {},
    "chat": {"text": Key(text(1, CHAT_LONGEST, clean=one_line))},
    "phrase": {"phrase": Key(one_of(*PHRASES))},
    "nudge": {"seat": SEAT},
    "rematch": {"lobby": default(False)},
    "look": {"seat": maybe(whole(0, 9))},
    "sync": {},
    "ping": {},
}


def read_message(line: str) -> Said:
    """A page's message; raises `BadMessage` with the place of the mistake."""
    try:
        told = json.loads(line)
    except ValueError:
        raise BadMessage("this is not JSON") from None
    kind = told.get("type") if isinstance(told, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadMessage("type: there is no such message")
    del told["type"]
    body = read_keys(told, {**KINDS[kind], "id": ID}, kind)
    id_ = body.pop("id")
    return Said(kind, id_, {key: value for key, value in body.items() if value is not None})


def read_keys(told: Any, keys: Mapping[str, Key], where: str) -> Plain:
    """The values of an object's keys, those that are left out too; raises `BadMessage`."""
    if not isinstance(told, dict):
        raise BadMessage(f"{where}: must be an object")
    if strange := told.keys() - keys.keys():
        raise BadMessage(f"{where}.{min(strange)}: is not known")
    body: Plain = {}
    for name, key in keys.items():
        if name not in told and key.needed:
            raise BadMessage(f"{where}.{name}: is missing")
        try:
            body[name] = key.read(told[name]) if name in told else key.default
        except ValueError as error:
            raise BadMessage(f"{where}.{name}: {error}") from None
    return body


def id_of(line: str) -> str | None:
    """The id of a message that cannot be read otherwise, so that its refusal can name it."""
    try:
        found: str | None = ID.read(json.loads(line)["id"])
    except (ValueError, KeyError, TypeError):
        return None
    return found
