"""Messages about the connection itself; the table never hears of it."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.engine.json_object import JsonObject
from rowlock.table.errors import BadMessage
from rowlock.table.messages.limits import SeatNumber, Token, Version
from rowlock.table.messages.message import Message


class Eyes:
    """A connection, and whose hand of cards it may see, where several people look at one device."""

    one_hand = False
    """Whether of several seats at most one hand is told, as `hello` asked for."""
    looks: int | None = None
    """With `one_hand`: which of several seats sees its hand."""

    def is_closed(self, seat: int, seats: list[int]) -> bool:
        """Whether a seat's hand stays hidden here, because others look at the same device."""
        return self.one_hand and len(seats) > 1 and seat != self.looks


@dataclass(frozen=True, kw_only=True)
class Hello(Message, kind="hello"):
    """The first message: who you are; without a token you watch.

    With `one_hand`, of several seats of yours at most one hand of cards is told: `look` says whose.
    """

    protocol: Version = 1
    """version of the protocol"""
    token: Token | None = None
    """as `POST /api/players` gave it"""
    one_hand: bool = False


@dataclass(frozen=True, kw_only=True)
class Look(Message, kind="look"):
    """Which of your seats sees its hand of cards on this connection (null: none); `welcome` answers.

    It is for connections whose `hello` said `one_hand`: several people share the device.
    """

    seat: SeatNumber | None = None


@dataclass(frozen=True, kw_only=True)
class Sync(Message, kind="sync"):
    """Ask for everything again; `welcome` answers."""


@dataclass(frozen=True, kw_only=True)
class Ping(Message, kind="ping"):
    """Ask whether the server is there; `pong` answers."""


def check_hello(first: Message) -> Hello:
    """The first message on a connection; raises if it is another one."""
    if not isinstance(first, Hello):
        raise BadMessage("the first message must be hello")
    return first


def answer_at_once(message: Message, who: Eyes) -> JsonObject | None:
    """The answer to a message about the connection itself; None: everything, anew."""
    if isinstance(message, Hello):
        raise BadMessage("you have said hello already")
    if isinstance(message, Ping):
        return {"type": "pong", "id": message.id}
    if isinstance(message, Look):
        who.looks = message.seat
    return None
