"""With a day for each move a game goes on though nobody is there, and rests once nobody plays it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from serving import HANGING, QUICK, Served, ask, served, settle, two_at

from rowlock.server.jobs.day_keeper import AGAIN_SECONDS, DayKeeper
from rowlock.server.store import Store, database_url
from rowlock.table.table import Entry

DAY = 86_400.0
PACE = replace(QUICK, timers={"off": None, "day": (DAY / 2, DAY)}, idle=0.1, skips=1)


class Clock:
    """The time, with as many days on top of it as have gone by."""

    def __init__(self, true_time: Callable[[], float]) -> None:
        self._true_time, self.ahead = true_time, 0.0

    def __call__(self) -> float:
        return self._true_time() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(time.time)
    monkeypatch.setattr(time, "time", clock)
    monkeypatch.setattr(DayKeeper, "look_seconds", 0.1)
    return clock


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return (
        request.getfixturevalue("database") if request.param == "postgresql" else database_url(None, tmp_path)
    )


def log_of(place: str, table: str) -> list[Entry]:
    """The log of a table, read past any server."""

    async def read() -> list[Entry]:
        store = await Store.open(place)
        try:
            return await store.load(table)
        finally:
            await store.close()

    return asyncio.run(read())


def wait_for(place: str, table: str, holds: Callable[[list[str]], bool]) -> list[str]:
    """The kinds of entries in a log, as soon as they are as wished; nobody comes to the table meanwhile."""
    end = time.monotonic() + HANGING
    while not holds(kinds := [entry.kind for entry in log_of(place, table)]):
        assert time.monotonic() < end, kinds
        time.sleep(0.2)
    return kinds


def longer_than(known: list[str]) -> Callable[[list[str]], bool]:
    return lambda kinds: len(kinds) > len(known)


async def left_alone(server: Served, *others: str) -> str:
    """A game of two people and bots, begun and left by both."""
    async with two_at(server, *others, timer="day", auto_pass=False) as (table, one, _):
        await ask(one, "start")
        await settle(one, lambda: one.table.get("state") == "playing")
    return table


def swept(server: Served) -> None:
    end = time.monotonic() + HANGING
    while server.app.state.lobby.rooms:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_move_that_is_late_is_a_pass_though_nobody_comes(tmp_path: Path, place: str, clock: Clock) -> None:
    with served(tmp_path, pace=PACE, database=place) as server:
        table = asyncio.run(left_alone(server))
    with served(tmp_path, pace=PACE, database=place) as server:
        before = [entry.kind for entry in log_of(place, table)]
        assert not server.app.state.lobby.rooms
        clock.ahead += DAY + 1
        after = wait_for(place, table, lambda kinds: kinds.count("move") >= 2)
        assert after.count("move") - before.count("move") == 2  # the passes of both
        swept(server)
        while after.count("stand_in") < 2:
            clock.ahead += DAY + 1
            wait_for(place, table, longer_than(after))
            swept(server)
            after = [entry.kind for entry in log_of(place, table)]
        clock.ahead += 3 * DAY
        time.sleep(1.0)
        assert [entry.kind for entry in log_of(place, table)] == after  # bots do not play it to its end


def test_a_bot_answers_though_everybody_has_left(tmp_path: Path, place: str, clock: Clock) -> None:
    with served(tmp_path, pace=PACE, database=place) as server:
        table = asyncio.run(left_alone(server, "random"))
        wait_for(place, table, lambda kinds: kinds.count("move") >= 1)


def test_a_table_that_cannot_be_served_is_left_alone_for_a_while(
    tmp_path: Path, place: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, pace=PACE, database=place) as server:
        table = asyncio.run(left_alone(server))
        swept(server)
        tries = list[str]()
        lobby = server.app.state.lobby
        true_room = lobby.room

        async def broken(wanted: str) -> Any:
            tries.append(wanted)
            raise RuntimeError("broken on purpose")

        monkeypatch.setattr(lobby, "room", broken)
        clock.ahead += DAY + 1
        end = time.monotonic() + HANGING
        while not tries:
            assert time.monotonic() < end
            time.sleep(0.05)
        time.sleep(1.0)
        assert tries == [table]
        monkeypatch.setattr(lobby, "room", true_room)
        clock.ahead += AGAIN_SECONDS
        wait_for(place, table, lambda kinds: kinds.count("move") >= 2)


def test_with_several_processes_one_looks_after_a_table(tmp_path: Path, database: str, clock: Clock) -> None:
    with served(tmp_path / "one", pace=PACE, database=database) as one:
        table = asyncio.run(left_alone(one))
        with served(tmp_path / "two", pace=PACE, database=database):
            swept(one)
            clock.ahead += DAY + 1
            wait_for(database, table, lambda kinds: kinds.count("move") >= 2)
            time.sleep(0.5)
            assert [entry.kind for entry in log_of(database, table)].count("move") == 2
