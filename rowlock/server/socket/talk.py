"""The talk over an open socket: messages in, one after the other, and messages out, until one side ends."""

from __future__ import annotations

import asyncio
import time

from rowlock.engine.errors import RowlockError
from rowlock.engine.json_object import JsonObject
from rowlock.server.edge.connections import Connection, Gate
from rowlock.server.edge.rate_limits import Bucket, Guard, check
from rowlock.server.edge.wire import Event, Wire
from rowlock.server.errors import TooFast
from rowlock.server.live.hub import Listener
from rowlock.server.live.people import People
from rowlock.server.live.room import Room
from rowlock.server.metrics import Metrics
from rowlock.table.errors import BadMessage
from rowlock.table.messages import Message, Saying
from rowlock.table.messages.connection import answer_at_once
from rowlock.table.messages.reading import id_of, read_message
from rowlock.table.messages.seating import Sit
from rowlock.table.texts import MESSAGE_LONGEST

STRIKES = 20
"""How many messages beyond the limit, in a row, until the connection is closed."""
RESTART = 1012
"""The code with which a socket is closed after the server's last word."""


class Surroundings:
    """The parts of a server that all talks share."""

    def __init__(self, guard: Guard, gate: Gate, metrics: Metrics, people: People, patience: float) -> None:
        self.guard, self.gate, self.metrics = guard, gate, metrics
        self.people, self.patience = people, patience


class TableTalk:
    """Somebody listens to a table and says something there. What is being answered is never broken off."""

    __slots__ = (
        "_around",
        "_bucket",
        "_connection",
        "_inbox",
        "_is_answering",
        "_is_over",
        "_is_seeing",
        "_late",
        "_listener",
        "_room",
        "_strikes",
        "_wire",
    )  # fmt: skip

    def __init__(
        self, around: Surroundings, connection: Connection, wire: Wire, room: Room, listener: Listener
    ) -> None:
        self._around, self._connection, self._wire = around, connection, wire
        self._room, self._listener = room, listener
        self._bucket: Bucket | None = around.guard.bucket("messages")
        self._strikes = 0
        self._inbox: list[Event] = []
        """Messages that are not answered yet."""
        self._late: asyncio.TimerHandle | None = None
        """Set while something waits to be taken: then the connection is given up."""
        self._is_answering = self._is_seeing = self._is_over = False

    def begin(self) -> None:
        """Let the listener in, and take the socket over; raises why that may not be."""
        self._listener.send = self._wire.send_text
        self._room.admit(self._listener)
        self._listener.waits = self._see_soon
        self._see_soon()
        self._keep_line()
        self._around.metrics.listeners.inc()
        self._wire.talk_over(self)

    def _keep_line(self) -> None:
        """Whoever sits at the table is not disconnected when connections run short."""
        if self._room.table.is_member(self._listener.id):
            self._around.gate.seat(self._connection)

    # what comes

    def heard(self, event: Event) -> None:
        if event["type"] == "websocket.disconnect":
            self._end()
            return
        self._inbox.append(event)
        if not self._is_answering:
            self._is_answering = True
            self._room.spawn(self._answer_all())

    async def _answer_all(self) -> None:
        """Answer what has come, in order; between two messages all others have their turn.

        What was said before somebody hung up is heard, if it is answered to nobody.
        """
        try:
            while self._inbox and (self._is_over or not self._listener.closing):
                begun = time.perf_counter()
                await self._answer_one(self._inbox.pop(0))
                self._around.metrics.answers.observe(time.perf_counter() - begun)
                if not self._inbox and not self._is_over:
                    self._wire.go_on()
                if self._inbox:
                    await asyncio.sleep(0)
        finally:
            self._is_answering = False

    async def _answer_one(self, event: Event) -> None:
        text = event.get("text") or ""
        try:
            check(self._bucket, "messages")
            self._strikes = 0
            await self._answer(read_message(text_of(event)), len(text))
        except RowlockError as error:
            self._refuse(id_of(text), error)

    async def _answer(self, message: Message, size: int) -> None:
        around, room, listener = self._around, self._room, self._listener
        around.metrics.messages.labels(message.kind).inc()
        if not isinstance(message, Saying):
            told = answer_at_once(message, listener)
            listener.tell(room.whole(listener) if told is None else told)
            return
        around.guard.take("writing", listener.address, 1 + size / 256)
        if message.is_talk:
            around.people.check_voice(listener.id)
            around.guard.take("chat", f"{room.table.id} {listener.id}")
        answer = await room.hear(listener, message)
        if isinstance(answer, RowlockError):
            raise answer
        if isinstance(message, Sit):
            self._keep_line()
        listener.tell({"type": "receipt", "id": message.id, "number": answer})

    def _refuse(self, message_id: str | None, error: RowlockError) -> None:
        self._around.metrics.refusals.labels(error.code).inc()
        refusal: JsonObject = {"type": "refusal", "id": message_id, "code": error.code, "reason": str(error)}
        if isinstance(error, TooFast):
            refusal["wait"] = error.wait
            self._strikes += 1
            if self._strikes > STRIKES:
                self._listener.bye("too_fast", "too many messages", 5.0)
                return
        self._listener.tell(refusal)

    # what goes

    def taken(self) -> None:
        self._wait_no_more()
        self._see_soon()

    def _see_soon(self) -> None:
        """See to what waits, after whatever is going on at the table just now."""
        if not self._is_seeing:
            self._is_seeing = True
            asyncio.get_running_loop().call_soon(self._see)

    def _see(self) -> None:
        """Send what waits; a listener that takes nothing for too long is given up."""
        self._is_seeing = False
        if self._is_over:
            return
        if self._listener.flush(lambda: self._room.whole(self._listener)):
            self._wait_no_more()
            if self._listener.closing:
                self._inbox.clear()  # whoever is sent away is not heard any more
                self._end()
                self._wire.hang_up(RESTART)
        elif self._late is None:
            self._late = asyncio.get_running_loop().call_later(self._around.patience, self._wire.abort)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _end(self) -> None:
        """Leave the table, once."""
        if self._is_over:
            return
        self._is_over = self._listener.closing = True
        self._wait_no_more()
        self._around.metrics.listeners.dec()
        self._around.guard.exit(self._listener.address)
        self._room.dismiss(self._listener)


def text_of(event: Event) -> str:
    """The text that has come; raises if it is none, or too long."""
    text: str | None = event.get("text")
    if text is None:
        raise BadMessage("messages are text, not binary")
    if len(text) > MESSAGE_LONGEST:
        raise BadMessage(f"a message has at most {MESSAGE_LONGEST} characters")
    return text
