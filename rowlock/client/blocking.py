"""The client for programs without an event loop: the same calls, without `await`.

    with BlockingClient.open("http://127.0.0.1:8000/t/k3v9x2m7qabc", name="Mia") as client:
        client.sit()
        for message in client:
            for view in client.asked:
                ...

The connection lives in a thread of its own: it stays alive however long the program thinks.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from typing import Self, TypeVar

from rowlock.client.connection import Client
from rowlock.engine.json_object import JsonObject
from rowlock.engine.variant import Variant

Answer = TypeVar("Answer")


class BlockingClient:
    """`Client`, call by call; whatever is not a call is read from it directly."""

    def __init__(self, base: str, table: str, token: str | None = None) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="rowlock client", daemon=True)
        self._thread.start()
        try:
            self._client = self._run(Client.connect(base, table, token))
        except BaseException:
            self._end()
            raise

    @classmethod
    def connect(cls, base: str, table: str, token: str | None = None) -> Self:
        """A connection to a table of a server; see `Client.connect`."""
        return cls(base, table, token)

    introduce = staticmethod(Client.introduce)

    @classmethod
    def open(cls, link: str, *, name: str, program: bool = True) -> Self:
        """A new player at the table of an invite link; see `Client.open`."""
        return cls(*Client.introduce(link, name, program))

    def _run(self, work: Coroutine[object, object, Answer], timeout: float | None = None) -> Answer:
        asked = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return asked.result(timeout)
        except BaseException:
            asked.cancel()
            raise

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Say goodbye and hang up."""
        if not self._loop.is_closed():
            try:
                self._run(self._client.close())
            finally:
                self._end()

    def sit(self, seat: int | None = None, name: str | None = None) -> None:
        self._run(self._client.sit(seat, name))

    def send(self, kind: str, **fields: object) -> str:
        return self._run(self._client.send(kind, **fields))

    def move(self, move: str, seat: int | None = None) -> str:
        return self._run(self._client.move(move, seat))

    def next(self, timeout: float | None = None) -> JsonObject:
        """The next message; raises `TimeoutError` if none came within this many seconds."""
        return self._run(self._client.next(), timeout)

    def __iter__(self) -> Iterator[JsonObject]:
        while True:
            yield self.next()

    @property
    def base(self) -> str:
        return self._client.base

    @property
    def table_id(self) -> str:
        return self._client.table_id

    @property
    def number(self) -> int:
        return self._client.number

    @property
    def is_connected(self) -> bool:
        return self._client.is_connected

    @property
    def has_unanswered(self) -> bool:
        return self._client.has_unanswered

    @property
    def token(self) -> str | None:
        return self._client.token

    @property
    def table(self) -> JsonObject:
        return self._client.table

    @property
    def views(self) -> list[JsonObject]:
        return self._client.views

    @property
    def you(self) -> JsonObject:
        return self._client.you

    @property
    def asked(self) -> list[JsonObject]:
        return self._client.asked

    @property
    def open_seats(self) -> list[int]:
        return self._client.open_seats

    @property
    def variant(self) -> Variant:
        return self._client.variant
