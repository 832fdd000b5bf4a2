"""One class is one thing that can be said: its fields with their limits, its flags, what it does.

The reader of server and device, the page's types and docs/protocol.md are made from these classes. A message
becomes an entry of the log when the house has added what a client leaves out or may not say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from typing import ClassVar, NamedTuple, Self

from rowlock.engine.errors import NotNow
from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant import Variant
from rowlock.table.messages.limits import MessageId
from rowlock.table.table import Entry, Said, Table


class House(NamedTuple):
    """The part of a house that a table does not know: its bots and pads, who is there, chance."""

    check_bot: Callable[[str], object]
    """Raises if there is no such bot."""
    load_pad: Callable[[str], Variant]
    name_of: Callable[[str], str | None]
    """The name of a player who is connected to the table, by id."""
    lot: Callable[[int], int]
    """A number below this one."""
    secret: Callable[[], str]
    """The house's part of a game's dice."""
    is_public: bool = False
    """Whether strangers find its listed tables: then phrases alone are said there."""


class Who(NamedTuple):
    """Whoever says something: known by a token, never by the message."""

    id: str | None
    name: str | None


ADDED = {"added": True}
"""Marks a field that the house adds; a client does not say it."""
NEEDED = {"needed": True}
"""Marks a field that a client must say, although the house leaves it out."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """Whatever comes in over a connection."""

    kind: ClassVar[str]
    is_talk: ClassVar[bool] = False
    """Whether it counts as talking, which has a limit of its own."""

    id: MessageId | None = None

    def __init_subclass__(cls, kind: str = "", **flags: bool) -> None:
        super().__init_subclass__()
        for name, value in flags.items():
            setattr(cls, name, value)
        if kind:
            cls.kind = kind
            KINDS[kind] = cls


@dataclass(frozen=True, kw_only=True)
class Saying(Message):
    """A message that becomes an entry of a table's log."""

    before_start: ClassVar[bool] = False
    """Whether it is said at an open table alone; older logs have some of it after the end of a game."""
    is_quiet: ClassVar[bool] = False
    """Whether lists of tables look the same after it."""
    ends_games: ClassVar[bool] = False
    """Whether it is still heard when the log of a table is full, so that its game can end."""
    by_house: ClassVar[bool] = False
    """Whether the house alone says it."""
    brings_secret: ClassVar[bool] = False
    """Whether the house's part of a new game's dice goes with it."""

    @classmethod
    def of(cls, body: JsonObject) -> Self:
        """The message of an entry of the log; keys that nobody knows any more are passed over."""
        return cls(**{name: body[name] for name in _names(cls.kind) if name in body})

    @property
    def body(self) -> JsonObject:
        """The part of it that is stored: every field that has a value."""
        told = ((name, getattr(self, name)) for name in _names(self.kind))
        return {name: value for name, value in told if value is not None}

    def complete(self, table: Table, who: Who, house: House) -> Self:
        """The message with what a client may leave out and what the house adds; not in a replay."""
        return self

    def apply(self, table: Table, by: Entry) -> Said:
        """The table after it, and what followed; raises and changes nothing if it is not allowed.

        Live and in a replay alike. `by` is the entry: who said it and when.
        """
        raise NotImplementedError


KINDS: dict[str, type[Message]] = {}
"""Every message by its kind, those of the house too."""


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(one.name for one in fields(KINDS[kind]) if one.name != "id")


def completed(message: Saying, table: Table, who: Who, house: House) -> Saying:
    """A client's message as it goes into the log; raises if its time is over."""
    if table.state == "over" and message.before_start:
        raise NotNow("the game is over; a rematch comes first")
    return message.complete(table, who, house)


def next_entry(table: Table, said: Saying, at: float, player: str | None, secret: str | None = None) -> Entry:
    """The next entry of a table's log: something that a player says, or without one the house."""
    return Entry(table.number + 1, at, player, said.kind, said.body, said.id, secret)


def saying_of(entry: Entry) -> Saying:
    """The message of an entry, in the class of its kind; raises `KeyError` for a kind that nobody can say."""
    kind = KINDS[entry.kind]
    if not issubclass(kind, Saying):
        raise KeyError(entry.kind)
    return kind.of(entry.body)


def is_quiet(entry: Entry) -> bool:
    """Whether lists of tables look the same after an entry."""
    kind = KINDS[entry.kind]
    return issubclass(kind, Saying) and kind.is_quiet


def client_messages() -> list[type[Message]]:
    """The messages of clients, in the order of the documentation."""
    return [kind for kind in KINDS.values() if not getattr(kind, "by_house", False)]
