"""A call that is given up leaves no connection behind, in whichever of its awaits that happens."""

from __future__ import annotations

import asyncio
import gc
import logging
import types
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from rowlock.server.store import Batch, Conflict, Store, TableLine, database_url
from rowlock.server.store.groups import Groups
from rowlock.server.store.writer import GATHER_SECONDS
from rowlock.table.table import Entry

NOTHING: Any = {}
LINE = TableLine(False, "open", NOTHING)
MOST = 60
"""More awaits than any of these calls has."""


class Reached(Exception):
    """The call ended before it could be given up there."""


@types.coroutine
def given_up(work: Coroutine[Any, Any, Any], place: int) -> Generator[Any, Any, None]:
    """Do something, and be cancelled in its await number `place`, as by a limit of time."""
    task = asyncio.current_task()
    assert task is not None
    count, reply, thrown = 0, None, None
    while True:
        try:
            waited = work.throw(thrown) if thrown else work.send(reply)
        except StopIteration:
            if count < place:
                raise Reached from None
            return
        count, thrown = count + 1, None
        if count == place:
            task.cancel()
        try:
            reply = yield waited
        except BaseException as error:
            thrown = error


async def give_up_everywhere(store: Store, make: Any, among: int = 1) -> int:
    """Begin calls, one given up in its first await, one in its second …, the next one as soon as that."""
    for place in range(1, MOST):
        calls = [asyncio.create_task(given_up(make(place, number), place)) for number in range(among)]
        after = asyncio.create_task(make(place, among))
        ends = await asyncio.gather(*calls, after, return_exceptions=True)
        if all(isinstance(end, Reached) for end in ends[:among]):
            return place
    raise AssertionError("there are more awaits than were thought of")


async def left_open(store: Store) -> int:
    """The connections of the pool that nobody has given back, when nothing is under way."""
    await store.end_calls()
    return int(store.engine.pool.checkedout())  # type: ignore[attr-defined]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", ["lists", "plain", "read", "write"])
def test_whatever_is_given_up_in_any_of_its_awaits_leaves_no_connection(
    database: str, tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        store = await Store.open(database_url(database, tmp_path), "one")
        groups = store._groups
        assert groups is not None
        line = groups._lines[0]

        def make(place: int, number: int) -> Coroutine[Any, Any, Any]:
            name = f"t{place} {number}"
            entry = Entry(1, 1.0, None, "chat", {})
            calls: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
                "lists": lambda: groups._insert([Batch(name, [entry], LINE)]),
                "plain": lambda: line.append([Batch(name, [entry])]),
                "read": lambda: store.fetch(text("SELECT 1")),
                "write": lambda: store.execute(text("SELECT 1")),
            }
            return calls[kind]()

        assert await give_up_everywhere(store, make) > 1
        kept = groups._kept._line is not None
        assert await left_open(store) == kept
        await store.append(Batch("last", [Entry(1, 1.0, None, "chat", {})], LINE))
        await store.close()
        gc.collect()
        assert store.engine.pool.checkedout() == 0  # type: ignore[attr-defined]

    asyncio.run(run())
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.filterwarnings("error")
def test_groups_that_collide_at_once_use_one_connection_in_turn(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Moves of several tables whose numbers are taken are stored one by one, each group after the other."""

    async def run() -> None:
        store = await Store.open(database_url(database, tmp_path), "one")
        groups = store._groups
        assert groups is not None
        at_once = most = 0
        insert = Groups._insert

        async def counted(self: Groups, batches: list[Batch]) -> None:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            try:
                await insert(self, batches)
            finally:
                at_once -= 1

        groups._insert = counted.__get__(groups)  # type: ignore[method-assign]
        for turn in range(6):
            said = list[asyncio.Task[None]]()
            for group in range(3):
                tables = [f"t{turn} {group} {number}" for number in range(3)]
                entry = Entry(1, 1.0, None, "chat", {})
                batches = [Batch(table, [entry]) for table in (*tables, tables[0])]
                said += [asyncio.create_task(store.append(batch)) for batch in batches]
                await asyncio.sleep(GATHER_SECONDS)
            answers = await asyncio.gather(*said, return_exceptions=True)
            assert sum(isinstance(answer, Conflict) for answer in answers) == 3
            assert sum(answer is None for answer in answers) == 9
        assert most == 1
        assert await left_open(store) == 1
        await store.close()

    asyncio.run(run())
    gc.collect()
    assert not [record for record in caplog.records if record.name.startswith(("sqlalchemy", "asyncio"))]
