"""The socket for lists: the open tables as they change, and quick games. On public servers alone."""

from __future__ import annotations

import asyncio

from rowlock.community.strangers.open_tables import Quick
from rowlock.engine.errors import RowlockError
from rowlock.server.edge.rate_limits import Bucket, check
from rowlock.server.edge.wire import Event, Wire
from rowlock.server.errors import TooFast
from rowlock.server.live.strangers import Strangers
from rowlock.server.live.watching import Watcher
from rowlock.server.socket.talk import RESTART, STRIKES, Surroundings, text_of
from rowlock.server.store import Player
from rowlock.table.errors import BadMessage
from rowlock.table.messages.reading import keys_in, read_json, read_keys


class ListTalk:
    """Somebody watches the lists, and may wait for a quick game. What is asked is answered in order."""

    __slots__ = (
        "_around",
        "_bucket",
        "_inbox",
        "_is_over",
        "_strangers",
        "_strikes",
        "_task",
        "_watcher",
        "_wire",
    )

    def __init__(self, around: Surroundings, wire: Wire, strangers: Strangers) -> None:
        self._around, self._wire, self._strangers = around, wire, strangers
        self._bucket: Bucket | None = around.guard.bucket("messages")
        self._strikes, self._is_over = 0, False
        self._inbox: list[str] = []
        self._task: asyncio.Task[None] | None = None

    def begin(self, player: Player | None, address: str) -> None:
        """Tell the whole list, and take the socket over."""
        self._watcher = Watcher(player, address, self._wire.send_text, lambda: self._wire.hang_up(RESTART))
        self._strangers.open_tables.add(self._watcher)
        self._around.metrics.listeners.inc()
        self._wire.talk_over(self)

    def taken(self) -> None:
        self._watcher.catch_up(self._strangers.open_tables.whole)

    def heard(self, event: Event) -> None:
        if event["type"] == "websocket.disconnect":
            self._end()
            return
        try:
            check(self._bucket, "messages")
            self._strikes = 0
            self._inbox.append(text_of(event))
        except RowlockError as error:
            self._refuse(error)
        if self._task is None:
            self._task = asyncio.create_task(self._answer_all())

    def _end(self) -> None:
        """Be gone, once."""
        if not self._is_over:
            self._is_over = True
            self._strangers.leave(self._watcher)
            self._around.metrics.listeners.dec()
            self._around.guard.exit(self._watcher.address)

    async def _answer_all(self) -> None:
        try:
            while self._inbox and not self._watcher.is_gone:
                try:
                    await self._answer(self._inbox.pop(0))
                except RowlockError as error:
                    self._refuse(error)
        finally:
            self._task = None
        if not self._watcher.is_gone:
            self._wire.go_on()

    async def _answer(self, text: str) -> None:
        said = read_json(text)
        kind = said.pop("type", None)
        if kind == "quick":
            wish = Quick(**read_keys(said, keys_in(Quick), "quick"))
            self._around.guard.take("quick", self._watcher.address)
            await self._strangers.quick_games.seek(self._watcher, wish)
        elif kind == "quick_off":
            self._strangers.quick_games.leave(self._watcher)
        elif kind == "sync":
            self._watcher.is_behind = True
            self._watcher.catch_up(self._strangers.open_tables.whole)
        elif kind == "ping":
            self._watcher.tell("pong", {"type": "pong"})
        else:
            raise BadMessage("on the socket for lists one says quick, quick_off, sync or ping")

    def _refuse(self, error: RowlockError) -> None:
        self._around.metrics.refusals.labels(error.code).inc()
        self._watcher.tell("refusal", {"type": "refusal", "code": error.code, "reason": str(error)})
        if isinstance(error, TooFast):
            self._strikes += 1
            if self._strikes > STRIKES:
                self._watcher.bye("too_fast", "too many messages", 5.0)
