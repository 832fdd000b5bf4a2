"""A database is left in good order, whatever is under way; what others stored first is no alarm."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from serving import patient_call, served

from rowlock.client import Unreachable
from rowlock.server.errors import StoreDown
from rowlock.server.http import players
from rowlock.server.store import Batch, Conflict, Store, TableLine, database_url
from rowlock.table.table import Entry

NOTHING: Any = {}
LINE = TableLine(False, "open", NOTHING)


def entries(first: int, count: int = 3) -> list[Entry]:
    return [Entry(number, 1.0, None, "chat", {}) for number in range(first, first + count)]


async def open_tables(store: Store, count: int) -> list[str]:
    for number in range(count):
        await store.append(Batch(f"t{number}", entries(1, 1), LINE))
    return [f"t{number}" for number in range(count)]


def test_two_processes_that_say_the_same_number_are_told_and_nothing_is_warned_of(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The driver warns when a pipeline of statements breaks off; a number that is taken is no such thing."""

    async def meet() -> list[object]:
        url = database_url(database, tmp_path)
        one, other = await Store.open(url, "one"), await Store.open(url, "other")
        tables, answers = await open_tables(one, 4), list[object]()
        for turn in range(5):
            batches = [Batch(table, entries(2 + 3 * turn)) for table in tables]
            said = [store.append(batch) for store in (one, other) for batch in batches]
            answers += await asyncio.gather(*said, return_exceptions=True)
        await one.close()
        await other.close()
        return answers

    with caplog.at_level(logging.WARNING):
        answers = asyncio.run(meet())
    assert len([answer for answer in answers if answer is None]) == 4 * 5
    assert len([answer for answer in answers if isinstance(answer, Conflict)]) == 4 * 5
    assert not caplog.records


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("moment", [0.0, 0.002, 0.005, 0.01, 0.02])
def test_a_store_that_is_closed_in_the_middle_leaves_no_connection(
    database: str, tmp_path: Path, moment: float, caplog: pytest.LogCaptureFixture
) -> None:
    async def leave() -> list[object]:
        store = await Store.open(database_url(database, tmp_path), "one")
        tables = await open_tables(store, 2)
        said = [
            asyncio.create_task(store.append(Batch(table, entries(2 + 100 * turn, 100))))
            for turn in range(20)
            for table in tables
        ]
        await asyncio.sleep(moment)
        await store.close()
        return await asyncio.gather(*said, return_exceptions=True)

    answers = asyncio.run(leave())
    assert all(answer is None or isinstance(answer, StoreDown) for answer in answers)
    gc.collect()
    with psycopg.connect(database) as line:
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"
        for _ in range(400):  # the database's own process ends soon after its connection
            if (left := line.execute(query, [line.info.backend_pid]).fetchone()) == (0,):
                break
            time.sleep(0.05)
        assert left == (0,)
    assert not [record for record in caplog.records if record.name.startswith(("sqlalchemy", "asyncio"))]


def test_an_answer_that_the_database_cuts_off_is_cut_off_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def parts(store: Any, player: str) -> AsyncIterator[Any]:
        yield {"player": {}}
        raise StoreDown("the database does not answer just now")

    monkeypatch.setattr(players, "data_of", parts)
    with served(tmp_path) as server, caplog.at_level(logging.WARNING):
        mia = server.player("Mia")
        with pytest.raises(Unreachable):
            patient_call(server.base, "GET", "/api/players/me/data", None, mia)
    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == [
        ("an answer ends in the middle", None)
    ]
