"""Whoever brings much to be worked out waits for it; others have their turn in between."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from finished_games import POSITION
from serving import Served, served

from rowlock.server.edge.addresses import ASKER
from rowlock.server.errors import TooMany
from rowlock.server.jobs import reviews
from rowlock.server.jobs.fair_turns import Turns
from rowlock.server.jobs.reviews import Reviews, WorkKind

RECORD = (Path(__file__).parents[2] / "golden" / "classic.rowlock").read_text()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pieces of work that go on only when they are let; the order in which they came to it."""

    class Held:
        begun: list[Any] = []  # noqa: RUF012
        go_on = threading.Event()

    async def run(self: Any, kind: WorkKind, work: Any, what: Any) -> bytes:
        Held.begun.append((ASKER.get(), kind))
        while kind is WorkKind.BROUGHT and not Held.go_on.is_set():
            await asyncio.sleep(0.01)
        return b"{}"

    monkeypatch.setattr(Reviews, "_run", run)
    monkeypatch.setattr(reviews, "PATIENCE", 0.5)
    return Held


def bring(server: Served, address: str, path: str, body: Any) -> Any:
    headers = {"content-type": "application/json", "x-forwarded-for": address}
    with closing(HTTPConnection("127.0.0.1", server.port)) as line:
        line.request("POST", path, json.dumps(body), headers)
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())


def record(server: Served, address: str, number: int) -> Any:
    """A record that nobody has brought yet."""
    return bring(server, address, "/api/review", {"text": RECORD.replace("seat: ", f"seat: {number} ", 1)})


def test_reviews_take_turns_by_address_and_what_people_bring_holds_nothing_else_up(
    tmp_path: Path, held: Any
) -> None:
    greedy, modest = "203.0.113.1", "203.0.113.2"
    with served(tmp_path) as server, ThreadPoolExecutor(8) as people:
        answers = list(people.map(lambda number: record(server, greedy, number), range(4)))
        assert [status for status, _ in answers] == [202] * 4
        status, told = record(server, greedy, 4)
        assert (status, told["code"]) == (429, "too_many")
        while record(server, modest, 5) != (202, {"state": "waiting", "ahead": 3}):
            pass  # it is being read; then one is under way, and one of the other's comes before its own
        assert bring(server, modest, "/api/analyse", {"position": POSITION}) == (200, {})
        held.go_on.set()
        while record(server, modest, 5)[0] == 202:
            pass
        while any(record(server, greedy, number)[0] == 202 for number in range(4)):
            pass
    brought = [who for who, kind in held.begun if kind is WorkKind.BROUGHT]
    assert brought.index(modest) <= 2
    assert sorted(brought) == [greedy] * 4 + [modest]


def test_turns_go_around_and_nobody_who_gave_up_holds_them() -> None:
    order = []

    async def work(turns: Any, who: Any, until: Any = None) -> None:
        ASKER.set(who)
        async with turns.turn():
            order.append(who)
            await (until or asyncio.sleep(0))

    async def scene() -> None:
        turns = Turns(1, 7, 4, "busy")
        end = asyncio.Event()
        first = asyncio.create_task(work(turns, "first", end.wait()))
        await asyncio.sleep(0)
        tasks = [asyncio.create_task(work(turns, who)) for who in "aaaabbc"]
        await asyncio.sleep(0)
        assert turns.ahead("c") == 3
        for who, why in (("a", "before"), ("d", "busy")):
            with pytest.raises(TooMany, match=why):
                await asyncio.create_task(work(turns, who))
        tasks[0].cancel()
        end.set()
        await asyncio.gather(first, *tasks, return_exceptions=True)
        await work(turns, "last")

    asyncio.run(scene())
    assert order == ["first", "b", "c", "a", "b", "a", "a", "last"]
