"""Messages leave at once where the connection takes them, wait where it does not, and always in order."""

from __future__ import annotations

import asyncio
from random import Random

import orjson
import pytest

from rowlock.server.live.hub import Listener


class Wire:
    """A connection that takes messages or does not, as it is told."""

    def __init__(self) -> None:
        self.is_free = True
        self.came: list[int] = []

    def send(self, text: bytes) -> bool:
        if self.is_free:
            self.take(text)
        return self.is_free

    def take(self, text: bytes) -> None:
        self.came.append(orjson.loads(text)["n"])


def listener_on(wire: Wire, room_for: int = 64) -> Listener:
    listener = Listener(None, room_for)
    listener.send_at_once = wire.send
    return listener


def test_a_message_that_can_leave_at_once_does_not_wait():
    wire = Wire()
    listener = listener_on(wire)
    for _ in range(3):
        listener.tell({"type": "pong"})
    assert wire.came == [1, 2, 3]
    assert not listener._outbox


@pytest.mark.parametrize("seed", range(30))
def test_nothing_overtakes_what_waits_or_is_being_sent(seed):
    """Whoever sends what waited holds a message in hand meanwhile; a connection that is free again is not
    used past it."""
    chance = Random(seed)

    async def run() -> None:
        wire = Wire()
        listener = listener_on(wire, room_for=1000)

        async def send_what_waits() -> None:
            while (text := await listener.next(dict)) is not None:
                while not wire.is_free or chance.random() < 0.5:
                    await asyncio.sleep(0)
                wire.take(text)

        sending = asyncio.create_task(send_what_waits())
        for _ in range(200):
            wire.is_free = chance.random() < 0.6
            if chance.random() < 0.7:
                listener.tell({"type": "pong"})
            if chance.random() < 0.5:
                await asyncio.sleep(0)
        wire.is_free = True
        listener.bye("restart", "", None)
        await sending
        assert wire.came == list(range(1, len(wire.came) + 1))
        assert len(wire.came) == listener._count

    asyncio.run(run())


def test_whoever_is_too_slow_is_sent_the_whole_state_and_nothing_before_it():
    async def run() -> None:
        wire = Wire()
        listener = listener_on(wire, room_for=3)
        wire.is_free = False
        for _ in range(6):
            listener.tell({"type": "table"})
        wire.is_free = True
        listener.tell({"type": "table"})
        assert wire.came == []
        following = asyncio.create_task(listener.next(lambda: {"type": "welcome"}))
        await asyncio.sleep(0)
        assert wire.came == [8]
        following.cancel()

    asyncio.run(run())
