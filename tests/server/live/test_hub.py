"""Messages leave at once where the connection takes them, wait where it does not, and always in order."""

from __future__ import annotations

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
            self.came.append(orjson.loads(text)["n"])
        return self.is_free


def listener_on(wire: Wire, room_for: int = 64) -> Listener:
    listener = Listener(None, room_for)
    listener.send = wire.send
    return listener


def test_a_message_that_can_leave_at_once_does_not_wait() -> None:
    wire, waited = Wire(), list[int]()
    listener = listener_on(wire)
    listener.waits = lambda: waited.append(1)
    for _ in range(3):
        listener.tell({"type": "pong"})
    assert wire.came == [1, 2, 3]
    assert not waited


@pytest.mark.parametrize("seed", range(30))
def test_nothing_overtakes_what_waits(seed: int) -> None:
    """A connection that is free again is not used past what has been waiting."""
    chance, wire = Random(seed), Wire()
    listener = listener_on(wire, room_for=1000)
    for _ in range(200):
        wire.is_free = chance.random() < 0.6
        if chance.random() < 0.7:
            listener.tell({"type": "pong"})
        if chance.random() < 0.3:
            listener.flush(dict)
    wire.is_free = True
    listener.bye("restart", "", None)
    assert listener.flush(dict)
    assert wire.came == list(range(1, len(wire.came) + 1))
    assert len(wire.came) == listener._count


def test_whoever_is_too_slow_is_sent_the_whole_state_and_nothing_before_it() -> None:
    wire = Wire()
    listener = listener_on(wire, room_for=3)
    wire.is_free = False
    for _ in range(6):
        listener.tell({"type": "table"})
    wire.is_free = True
    listener.tell({"type": "table"})
    assert wire.came == []
    assert listener.flush(lambda: {"type": "welcome"})
    assert wire.came == [8]
