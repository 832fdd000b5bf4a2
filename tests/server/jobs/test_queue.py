"""Work beside the event loop: a stranger's questions about games and positions never hold up live games."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from finished_games import finished_game
from serving import Served, begun, served, settle

from rowlock.client.http import ServerRefused as Refused
from rowlock.engine.record import read_record
from rowlock.engine.view import plain_variant
from rowlock.server.config import Limits
from rowlock.server.jobs import queue
from rowlock.table import finished
from rowlock.table.api import pads as api_pads
from rowlock.table.replay import plain_replay
from rowlock.variants import load_named

DOORS = ("record", "replay", "dice")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("queue")) as running:
        yield running


def games(server: Served, count: int) -> list[str]:
    """Tables with a finished game each: one of their people gives up at once."""
    token, tables = server.player("Ann"), []

    async def give_up(table: str) -> None:
        async with await server.connect(table, token) as client:
            await begun(client)
            await client.send("resign", seat=0)
            await settle(client, lambda: client.table["state"] == "over")

    for _ in range(count):
        tables.append(server.table(token, "me", "me", start=True))
        asyncio.run(give_up(tables[-1]))
    return tables


class Counted:
    """A piece of work that takes a moment, how often it was done and how often at the same time."""

    def __init__(self, work: Any) -> None:
        self.work, self.done, self.now, self.most = work, 0, 0, 0
        self.lock = threading.Lock()

    def __call__(self, *args: Any) -> Any:
        with self.lock:
            self.done, self.now = self.done + 1, self.now + 1
            self.most = max(self.most, self.now)
        time.sleep(0.02)
        try:
            return self.work(*args)
        finally:
            with self.lock:
                self.now -= 1


def test_however_many_ask_few_games_are_read_at_a_time_and_each_once(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = games(server, 6)
    counted = Counted(finished.replay_of)
    monkeypatch.setattr(finished, "replay_of", counted)
    paths = [f"/api/tables/{table}/games/1/replay" for table in tables] * 5
    with ThreadPoolExecutor(len(paths)) as askers:
        found = list(askers.map(lambda path: server.call("GET", path), paths))
    assert found[: len(tables)] == found[-len(tables) :]
    assert counted.done == len(tables)
    assert counted.most <= queue.AT_ONCE


def test_the_pads_of_the_house_are_told_from_memory(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(plain_variant)
    monkeypatch.setattr(api_pads, "plain_variant", counted)
    first = server.call("GET", "/api/variants")
    assert [server.call("GET", "/api/variants") for _ in range(3)] == [first] * 3
    assert counted.done <= len(first["variants"])


def test_who_comes_when_too_many_wait_is_told(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    (table,) = games(server, 1)
    turns = server.app.state.lobby.queue._turns
    monkeypatch.setattr(turns, "_free", 0)
    monkeypatch.setattr(turns, "_most", 0)
    for door in DOORS:
        with pytest.raises(Refused) as refused:
            server.call("GET", f"/api/tables/{table}/games/1/{door}")
        assert refused.value.kind == "too_many"
    monkeypatch.undo()
    assert server.call("GET", f"/api/tables/{table}/games/1/replay")["frames"]


def test_an_own_pad_is_replayed_in_a_process_with_limits(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = finished_game(server)
    monkeypatch.setattr(finished, "replay_of", None)  # not in this one
    told = server.call("GET", f"/api/tables/{table}/games/1/replay")
    text = server.call("GET", f"/api/tables/{table}/games/1/record")
    assert told == json.loads(json.dumps(plain_replay(read_record(text, load_named))))


def test_questions_are_counted_by_address(tmp_path: Any) -> None:
    with served(tmp_path, limits=Limits(questions=(3, 0.001))) as strict:
        (table,) = games(strict, 1)
        doors: list[Any] = [("GET", f"/api/tables/{table}/games/1/{door}", None) for door in DOORS]
        doors += [("GET", "/api/puzzles/1", None), ("POST", "/api/position", {"position": "classic"})]
        for door in doors[:3]:
            strict.call(*door)
        for door in doors:
            with pytest.raises(Refused) as refused:
                strict.call(*door)
            assert refused.value.kind == "too_fast"
