"""Who may listen to a table, and who counts as being there."""

from __future__ import annotations

import orjson
import pytest

from rowlock.server.config import Limits
from rowlock.server.errors import NoSpectators, TooMany
from rowlock.server.live.attendance import Attendance
from rowlock.server.live.audience import Audience
from rowlock.server.live.hub import Listener
from rowlock.server.store import Player
from rowlock.table.errors import Kicked
from rowlock.table.table import Seat, Settings, Table
from rowlock.variants import load_variant

SEATS = (Seat("human", "Mia", "m"), Seat("human", "Ben", "b"))
TABLE = Table(load_variant("classic"), SEATS, state="playing")
CLOSED = TABLE._replace(settings=Settings(spectators=False))


def somebody(player: str | None) -> Listener:
    return Listener(Player(player, player.upper(), False) if player else None)


def last_words(listener: Listener) -> str | None:
    outbox = [orjson.loads(message) for message in listener._outbox]
    return outbox[-1]["code"] if outbox else None


def test_members_watchers_and_the_banned() -> None:
    audience = Audience(Limits())
    for listener in (somebody("m"), somebody("x"), somebody(None)):
        audience.check(TABLE, listener)
    audience.check(CLOSED, somebody("m"))
    with pytest.raises(NoSpectators):
        audience.check(CLOSED, somebody("x"))
    with pytest.raises(Kicked):
        audience.check(TABLE._replace(banned={"x": "X"}), somebody("x"))


def test_nobody_takes_the_places_of_members() -> None:
    audience = Audience(Limits(listeners=1, own_listeners=2))
    audience.add(somebody("x"))
    with pytest.raises(TooMany, match="too many people"):
        audience.check(TABLE, somebody("y"))
    for _ in range(2):
        audience.check(TABLE, somebody("m"))
        audience.add(somebody("m"))
    with pytest.raises(TooMany, match="too often"):
        audience.check(TABLE, somebody("m"))
    assert audience.watchers(TABLE) == 1


def test_those_who_may_not_listen_any_more_are_sent_away() -> None:
    audience, mia, guest = Audience(Limits()), somebody("m"), somebody("x")
    audience.add(mia)
    audience.add(guest)
    audience.send_away(TABLE)
    assert (last_words(mia), last_words(guest)) == (None, None)
    audience.send_away(CLOSED)
    assert (last_words(mia), last_words(guest)) == (None, "no_spectators")


def test_whoever_is_connected_anywhere_is_there() -> None:
    audience, attendance = Audience(Limits()), Attendance()
    mia, guest = somebody("m"), somebody(None)
    audience.add(mia)
    audience.add(guest)
    assert attendance.update(TABLE, audience)
    assert (attendance.players, attendance.watchers, attendance.parked) == (frozenset({"m"}), 1, False)
    assert not attendance.update(TABLE, audience)
    assert attendance.hear("other", frozenset("b"))
    assert not attendance.hear("other", frozenset("b"))
    audience.discard(mia)
    assert attendance.update(TABLE, audience)
    assert attendance.players == {"b"}
    assert set(attendance.left_at) == {"m"}
    assert attendance.hear("other", None)
    assert attendance.update(TABLE, audience)
    assert (attendance.players, attendance.parked, attendance.elsewhere) == (frozenset(), True, {})
    assert set(attendance.left_at) == {"m", "b"}
