"""The list of open tables and quick games, key by key, as they are told over the socket for lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from rowlock.community.strangers.completion import Completion
from rowlock.table.choices import Timer
from rowlock.table.messages.limits import PadName
from rowlock.table.shapes.answers import Listed


class Completed(TypedDict):
    """Of so many of the latest games with others, so many were played to the end."""

    games: int
    played: int


class OpenTable(TypedDict):
    """A table that anybody may join, in the list."""

    table: str
    variant: str
    title: str
    host: str
    player: str | None
    """The host, by the id under which others know them."""
    completion: Completed
    """The host's."""
    seats: int
    free: int
    timer: Timer
    rated: bool


class TablesTold(TypedDict):
    """All open tables, the latest first: answers `hello` and `sync`."""

    type: Literal["tables"]
    tables: list[OpenTable]


class TablesChanged(TypedDict):
    """Tables that are new in the list or look different now, and those that are gone from it."""

    type: Literal["changed"]
    tables: list[OpenTable]
    gone: list[str]


class Sought(TypedDict):
    """Whether a quick game is looked for, on which pad, and after how many seconds a bot will do."""

    type: Literal["quick"]
    pad: str | None
    bot_after: float | None
    completion: Completed | None
    """Your own, as others see it."""


class GameFound(TypedDict):
    """A quick game is ready: go to this table."""

    type: Literal["game"]
    table: str


@dataclass(frozen=True, kw_only=True)
class Quick:
    """Look for a quick game on a pad; a bot will do after a while, if you wish."""

    pad: PadName = "classic"
    bot: bool = False


def completed(done: Completion) -> Completed:
    return {"games": done.games, "played": done.played}


def is_joinable(listed: Listed) -> bool:
    """Whether strangers may sit down at a table; real dice are for people in one room."""
    has_room = any(seat["kind"] == "open" for seat in listed["seats"])
    return listed["state"] == "open" and has_room and listed["settings"]["dice"] == "server"


def open_table(listed: Listed, host: str | None, done: Completion) -> OpenTable:
    """A table as the list shows it."""
    return {
        "table": listed["table"],
        "variant": listed["variant"],
        "title": listed["title"],
        "host": listed["host"],
        "player": host,
        "completion": completed(done),
        "seats": len(listed["seats"]),
        "free": sum(seat["kind"] == "open" for seat in listed["seats"]),
        "timer": listed["settings"]["timer"],
        "rated": listed["settings"].get("rated", False),
    }
