"""Reviews in rough weather: restarts, both databases, a full queue, dead workers, games that did not end."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from finished_games import ask, finished_game
from recorded import bots_game
from serving import Served, served

from rowlock import format_record, load_variant
from rowlock.client.http import ServerRefused as Refused
from rowlock.server.errors import StoreDown
from rowlock.server.jobs import reviews
from rowlock.server.store import Store

TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("weather")) as running:
        yield running


def lines_of(*bots: str) -> tuple[list[str], int]:
    """A game of classic as lines, and where its fourth turn stands."""
    lines = format_record(bots_game(load_variant("classic"), bots, 1)).splitlines()
    return lines, next(i for i, line in enumerate(lines) if line.startswith("4. "))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_review_outlives_its_server(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = {"database": request.getfixturevalue("database")} if kind == "postgresql" else {}
    with served(tmp_path, **more) as first:
        table, _ = finished_game(first)
        path = f"/api/tables/{table}/games/1/review"
        found = ask(first, "GET", path)

    async def never(*_: Any) -> bytes:
        raise AssertionError("it is worked out again")

    monkeypatch.setattr(reviews.Reviews, "_in_pool", never)
    with served(tmp_path, **more) as second:
        assert ask(second, "GET", path) == found


def test_a_review_is_kept_by_a_database_that_hesitates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, tries = Store.keep_review, list[int]()

    async def keep_later(*args: Any) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise StoreDown("not just now")
        await keep(*args)

    monkeypatch.setattr(Store, "keep_review", keep_later)
    with served(tmp_path) as server:
        table, _ = finished_game(server)
        ask(server, "GET", f"/api/tables/{table}/games/1/review")
    with sqlite3.connect(tmp_path / "rowlock.db") as database:
        assert database.execute("SELECT count(*) FROM reviews").fetchone() == (1,)
    database.close()


def test_a_full_queue_is_told_and_passes(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, fourth = lines_of("greedy", "cautious")
    short = "\n".join([*lines[:fourth], "# after the crowd"])
    with monkeypatch.context() as crowded:
        crowded.setattr(reviews, "QUEUE", 0)
        with pytest.raises(Refused) as refused:
            server.call("POST", "/api/review", {"text": short})
        assert refused.value.kind == "too_many"
    assert ask(server, "POST", "/api/review", {"text": short})["turns"]


@pytest.mark.parametrize(("last", "reason"), [("4. !1", "resigned"), ("aborted", "aborted")])
def test_a_game_that_did_not_come_to_its_end_is_reviewed_as_far_as_it_went(
    server: Served, last: str, reason: str
) -> None:
    lines, fourth = lines_of("greedy", "cautious")
    found = ask(server, "POST", "/api/review", {"text": "\n".join([*lines[:fourth], last])})
    assert len(found["turns"]) == 3
    assert not found["whole"]
    assert found["result"]["reason"] == reason


def test_a_record_of_an_older_version_is_reviewed(server: Served) -> None:
    found = ask(
        server, "POST", "/api/review", {"text": (TESTS / "server" / "older_scheme.rowlock").read_text()}
    )
    assert found["whole"]


def test_games_with_cards_are_reviewed(server: Served) -> None:
    text = (TESTS / "golden" / "cards.rowlock").read_text()
    found = ask(server, "POST", "/api/review", {"text": text})
    assert found["judge"]["by"] == "evaluation"
    assert found["turns"]


def test_a_worker_that_dies_takes_only_its_work_along(server: Served) -> None:
    lines, fourth = lines_of("cautious", "greedy")
    short = "\n".join(lines[:fourth])
    assert ask(server, "POST", "/api/review", {"text": short})["turns"]
    pool = server.app.state.lobby.reviews._pools.get(reviews.WorkKind.BROUGHT)
    for worker in list(pool._processes):
        os.kill(worker, signal.SIGKILL)
    with pytest.raises(Refused) as refused:
        ask(server, "POST", "/api/review", {"text": short + "\n# again"})
    assert refused.value.kind == "too_heavy"
    assert ask(server, "POST", "/api/review", {"text": short + "\n# once more"})["turns"]


KILLED = """
import os, signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from rowlock.server.jobs.workers import begin_worker
pool = ProcessPoolExecutor(1, get_context("spawn"), begin_worker)
idle = pool.submit(os.sched_getscheduler, 0).result() == os.SCHED_IDLE
print(pool.submit(os.getpid).result(), pool.submit(os.nice, 0).result() - os.nice(0), idle, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_yield_and_those_of_a_killed_server_go() -> None:
    server = subprocess.run([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, check=False)
    pid, yields, idle = server.stdout.split()
    assert int(yields) > 0
    assert idle == "True"
    worker = Path("/proc", pid)
    for _ in range(1000):
        if not worker.exists():
            return
        time.sleep(0.1)
    pytest.fail("the worker is still there")


def test_one_address_does_not_fill_the_queue(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, fourth = lines_of("greedy", "cautious")
    with monkeypatch.context() as modest:
        modest.setattr(reviews, "OF_ONE", 0)
        with pytest.raises(Refused) as refused:
            server.call("POST", "/api/review", {"text": "\n".join([*lines[: fourth + 1], "aborted"])})
        assert refused.value.kind == "too_many"
        assert "your other reviews" in str(refused.value)
