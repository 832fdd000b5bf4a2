"""The screen of the hall: running tables with points and chances, as late as the event wants."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from event_playing import announced, joined, say, start, tables, wait_for_tables
from serving import QUICK, Served, begun, play, served

from rowlock.client.http import ServerRefused


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("hall"), pace=replace(QUICK, away=600.0)) as running:
        yield running


def some_turns(server: Served, **plan: Any) -> tuple[str, str, dict[int, str]]:
    """An event with one table that has played a few turns, and goes on."""
    referee = server.player("Rita")
    event = announced(server, referee, rounds=1, size=3, **plan)
    people = joined(server, event, 3)
    now = start(server, event, referee, 1)
    wait_for_tables(server, now)
    table = tables(now)[0]

    async def run() -> None:
        clients = [await server.connect(table["table"], people[person]) for person in table["people"]]
        async with clients[0], clients[1], clients[2]:
            await asyncio.gather(*map(begun, clients))
            moving = (play(one, Random(1), lambda one: one.views[0]["turn"] > 3) for one in clients)
            await asyncio.gather(*moving)

    asyncio.run(run())
    return event, table["table"], people


def running(server: Served, event: str, holds: bool = True) -> Any:
    for _ in range(1000):
        told = say(server, "GET", f"{event}/running")
        if bool(told["tables"]) is holds:
            return told
        time.sleep(0.1)
    raise AssertionError("the hall sees nothing")


def test_the_hall_sees_points_and_chances_at_the_beginning_of_a_turn(server: Served) -> None:
    event, _, _ = some_turns(server)
    told = running(server, event)["tables"][0]
    assert told["table"] == 1
    assert told["turn"] >= 3
    assert len(told["scores"]) == 3
    assert sum(told["chances"]) == pytest.approx(1, abs=0.03)


def test_the_hall_sees_it_later_and_nobody_else_watches(server: Served) -> None:
    event, table, _ = some_turns(server, delay=1000)
    say(server, "GET", f"{event}/running")
    time.sleep(0.5)
    assert say(server, "GET", f"{event}/running") == {"delay": 1000, "tables": []}
    with pytest.raises(ServerRefused, match="not want to be watched"):
        asyncio.run(watch(server, table))


def test_tables_that_share_dice_are_not_shown(server: Served) -> None:
    event, _, _ = some_turns(server, duplicate=True)
    say(server, "GET", f"{event}/running")
    time.sleep(0.5)
    assert say(server, "GET", f"{event}/running")["tables"] == []


async def watch(server: Served, table: str) -> None:
    async with await server.connect(table, None) as client:
        await client.next()
