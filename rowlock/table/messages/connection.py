"""What is said about the connection itself; the table never hears of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rowlock.table.errors import BadMessage
from rowlock.table.messages.limits import SeatNumber, Token, Version
from rowlock.table.messages.message import Message
from rowlock.table.table import Plain


class Looking(Protocol):
    """A connection that may see the hand of one of its seats at a time."""

    looks: int | None


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


def answer_at_once(message: Message, who: Looking) -> Plain | None:
    """What is told for a message about the connection itself; None: everything, anew."""
    if isinstance(message, Hello):
        raise BadMessage("you have said hello already")
    if isinstance(message, Ping):
        return {"type": "pong", "id": message.id}
    if isinstance(message, Look):
        who.looks = message.seat
    return None
