"""An event on two processes and one PostgreSQL: in every phase the one that has just answered is killed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from crashing import serve_until
from event_playing import announced, joined, say, shown, start, tables, wait, wait_for_tables
from forked import Forked
from serving import asked, free_port, patient_call, play, settle

from rowlock.cli import main
from rowlock.client import Client, ServerRefused, Unreachable


class Pair:
    """Two processes that are killed in turn; `base` is the address of the one that is asked."""

    def __init__(self, database: str) -> None:
        self._database, self._at = database, 0
        self._ports = [free_port(), free_port()]
        self._processes = [self._begin(0), self._begin(1)]

    def _begin(self, number: int) -> Forked:
        return Forked(serve_until, self._ports[number], self._database, "never", 0)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._ports[self._at]}"

    def player(self, name: str) -> str:
        return str(patient_call(self.base, "POST", "/api/players", {"name": name})["token"])

    async def connect(self, table: str, token: str) -> Client:
        return await Client.connect(self.base, table, token)

    async def until_up(self) -> None:
        async with asyncio.timeout(120):
            while True:
                try:
                    await asyncio.to_thread(patient_call, self.base, "GET", "/healthz")
                    return
                except (Unreachable, ServerRefused):
                    await asyncio.sleep(0.05)

    def kill(self) -> None:
        """Kill (-9) the one that has answered and begin it again; from now on the other is asked."""
        asyncio.run(self._processes[self._at].kill())
        self._processes[self._at] = self._begin(self._at)
        self._at = 1 - self._at
        asyncio.run(self.until_up())

    async def end(self) -> None:
        for process in self._processes:
            await process.kill()


@contextmanager
def two_processes(database: str) -> Iterator[Any]:
    pair = Pair(database)
    try:
        asyncio.run(pair.until_up())
        yield pair
    finally:
        asyncio.run(pair.end())


async def some_moves(pair: Any, now: Any, people: dict[int, str]) -> None:
    table = tables(now)[0]
    clients = [await pair.connect(table["table"], people[person]) for person in table["people"]]
    await asyncio.gather(
        *(play(one, Random(1), lambda one: one.views and one.views[0]["turn"] > 1) for one in clients)
    )
    await asyncio.gather(*(client.close() for client in clients))


async def can_play(pair: Any, table: str, token: str) -> None:
    async with await pair.connect(table, token) as client:
        await settle(client, lambda: asked(client))


async def play_alone(pair: Any, table: str, token: str) -> None:
    async with await pair.connect(table, token) as client:
        await play(client, Random(table))


@pytest.mark.timeout(900)  # nine processes are killed and begun again: a busy machine takes its time
def test_an_event_goes_on_whoever_is_killed_in_whatever_phase(database: str, tmp_path: Path) -> None:
    with two_processes(database) as pair:
        referee = pair.player("Rita")
        event = announced(pair, referee, rounds=1, size=3, final=2)
        people = joined(pair, event, 3)
        pair.kill()  # announced and joined
        now = start(pair, event, referee, 1)
        pair.kill()  # drawn, and hardly opened
        assert tables(shown(pair, event))[0]["people"] == tables(now)[0]["people"]
        wait_for_tables(pair, now)
        asyncio.run(some_moves(pair, now, people))
        pair.kill()  # the round is running
        table = tables(shown(pair, event))[0]
        assert table["state"] == "running"
        asyncio.run(can_play(pair, table["table"], people[table["people"][0]]))
        say(pair, "POST", f"{event}/results", referee, {"round": 1, "table": 1, "points": [70, 60, 60]})
        pair.kill()  # all results are in, two of three are equal
        playoff = start(pair, event, referee, 2)
        pair.kill()  # the play-off is drawn
        assert playoff["rounds"][1]["stage"] == "playoff"
        equal = tables(playoff)[0]["people"]
        own = {person: tables(shown(pair, event, people[person]))[0]["table"] for person in equal}
        wait_for_tables(pair, {"rounds": [{"tables": [{"table": one} for one in own.values()]}]})
        asyncio.run(play_alone(pair, own[equal[0]], people[equal[0]]))
        pair.kill()  # one has played it, the other not yet
        asyncio.run(play_alone(pair, own[equal[1]], people[equal[1]]))
        over = wait(pair, event, lambda now: not now["running"])
        ended = [patient_call(pair.base, "GET", f"/api/tables/{own[one]}/games/1") for one in equal]
        assert tables(over)[0]["points"] == [game["scores"][0] for game in ended]
        say(pair, "POST", f"{event}/results", referee, {"round": 2, "table": 1, "points": [50, 40]})
        start(pair, event, referee, 3)
        pair.kill()  # the final is drawn
        final = shown(pair, event)
        assert final["rounds"][2]["stage"] == "final"
        assert equal[0] in tables(final)[0]["people"]
        say(pair, "POST", f"{event}/results", referee, {"round": 3, "table": 1, "points": [80, 20]})
        closed = say(pair, "POST", f"{event}/close", referee, {})["shown"]
        pair.kill()  # closed
        after = shown(pair, event)
        assert after["closed"]
        assert after["standing"] == closed["standing"]
        file = tmp_path / "event.json"
        file.write_text(json.dumps(say(pair, "GET", f"{event}/file")))
        assert main(["event", "verify", str(file)]) == 0
