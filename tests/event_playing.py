"""Events at a server, as their referees and people see them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from serving import Served, patient_call, play

from rowlock.client.http import ServerRefused


def say(server: Served, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
    return patient_call(server.base, method, f"/api/events{path}", body, token)


def refused(server: Served, method: str, path: str, token: str | None = None, body: Any = None) -> str:
    with pytest.raises(ServerRefused) as error:
        say(server, method, path, token, body)
    return error.value.kind


def announced(server: Served, token: str, **plan: Any) -> str:
    return f"/{say(server, 'POST', '', token, {'title': 'Sunday cup', **plan})['event']}"


def shown(server: Served, event: str, token: str | None = None) -> Any:
    return say(server, "GET", event, token)["shown"]


def joined(server: Served, event: str, count: int) -> dict[int, str]:
    """People who join by the link: their tokens by their numbers."""
    tokens = [server.player(f"Person {number}") for number in range(1, count + 1)]
    return {say(server, "POST", f"{event}/join", token, {})["shown"]["me"]: token for token in tokens}


def start(server: Served, event: str, referee: str, number: int) -> Any:
    return say(server, "POST", f"{event}/rounds", referee, {"round": number})["shown"]


def wait(server: Served, event: str, holds: Callable[[Any], Any]) -> Any:
    for _ in range(2000):
        if holds(now := shown(server, event)):
            return now
        time.sleep(0.05)
    raise AssertionError(f"it never came to that: {now}")


def tables(now: Any) -> list[Any]:
    return list(now["rounds"][-1]["tables"])


def are_open(now: Any) -> bool:
    return all(one["state"] != "drawn" or one["table"] is None for one in tables(now))


async def play_tables(server: Served, now: Any, people: dict[int, str], seed: int = 0) -> None:
    """Everybody of the round comes to their table and plays it to its end."""

    async def one(table: str, person: int) -> None:
        for _ in range(2000):
            try:
                async with await server.connect(table, people[person]) as client:
                    await play(client, Random(seed + person))
                    return
            except ServerRefused:  # the keeper has not opened it yet
                await asyncio.sleep(0.05)

    await asyncio.gather(
        *(
            one(table["table"], person)
            for table in tables(now)
            if table["table"]
            for person in table["people"]
        )
    )


def played(server: Served, event: str, people: dict[int, str]) -> Any:
    wait_for_tables(server, shown(server, event))
    asyncio.run(play_tables(server, shown(server, event), people))
    return wait(server, event, lambda now: not now["running"])


def enter(server: Served, event: str, referee: str, round_number: int, seed: int = 0) -> None:
    """The referee enters every result of a round on paper."""
    for number, table in enumerate(shown(server, event)["rounds"][round_number - 1]["tables"], 1):
        if table["points"] is None and len(table["people"]) > 1:
            points = Random(f"{seed} {round_number} {number}").sample(range(20, 120), len(table["people"]))
            body = {"round": round_number, "table": number, "points": points}
            say(server, "POST", f"{event}/results", referee, body)


def wait_for_tables(server: Served, now: Any) -> None:
    for opened in filter(None, (table["table"] for table in tables(now))):
        for _ in range(2000):
            try:
                patient_call(server.base, "GET", f"/api/tables/{opened}")
                break
            except ServerRefused:
                time.sleep(0.05)
