"""Who and what goes when a server is pruned, piece by piece; see also tests/server/test_operation.py."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Column, Table, insert, select

from rowlock.server.store import Store, database_url, pruning
from rowlock.server.store.account_schema import tokens
from rowlock.server.store.moderation_schema import avoided
from rowlock.server.store.program_schema import program_games
from rowlock.server.store.pruning import KEEPERS
from rowlock.server.store.schema import entries, metadata, players, tables

OLD, BEFORE, NOW = 1.0, 1000.0, 2000.0
NAMES_NOBODY = (
    *("avoided", "call_wishes", "calls", "challenges", "forgettings", "tokens"),
    *("rating_days", "ratings"),  # they follow from `rated_seats`
)
"""Lists with a column for players that keep nobody: what somebody wished for is nothing that they did."""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    place = request.getfixturevalue("database") if request.param == "postgresql" else None
    return database_url(place, tmp_path)


def filled(table: Table, **given: object) -> dict[str, object]:
    """A line of any table: what is given, and something of the right type where nothing may be missing."""
    needed = [column for column in table.columns if not column.nullable and column.name not in given]
    return {column.name: _some(column) for column in needed} | given


def _some(column: Column[object]) -> object:
    kind = column.type.python_type
    return "{}" if kind is str else b"" if kind is bytes else kind(1)


async def add_player(store: Store, name: str, created: float = OLD) -> None:
    row = {"id": name, "name": name, "token_hash": name, "program": False, "created": created}
    await store.execute(insert(players).values(**filled(players, **row)))


async def names(store: Store) -> set[str]:
    return {row.id for row in await store.fetch(select(players.c.id))}


def test_whoever_has_left_a_trace_anywhere_is_kept(url: str) -> None:
    async def scene() -> None:
        store = await Store.open(url)
        try:
            for column in KEEPERS:
                await add_player(store, str(column))
                await store.execute(
                    insert(column.table).values(filled(column.table, **{column.name: str(column)}))
                )
            await add_player(store, "nobody")
            await add_player(store, "new", NOW)
            await store.prune(0.5, NOW)
            assert "nobody" in await names(store)
            await store.prune(BEFORE, NOW)
            assert await names(store) == {"new", *map(str, KEEPERS)}
        finally:
            await store.close()

    asyncio.run(scene())


def test_every_list_that_names_a_player_is_asked_or_left_out_on_purpose() -> None:
    every = metadata.sorted_tables
    named = {table.name for table in every if {"player", "maker", "who"} & set(table.columns.keys())}
    assert named - {column.table.name for column in KEEPERS} == set(NAMES_NOBODY)


def test_more_than_a_piece_goes_with_what_it_left_behind(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "PIECE", 3)

    async def scene() -> None:
        store = await Store.open(url)
        try:
            for n in range(10):
                await add_player(store, f"p{n}")
                row = {"token_hash": f"more{n}", "player": f"p{n}", "created": OLD}
                await store.execute(insert(tokens).values(**row))
                kept = n % 5 == 0
                line = filled(tables, id=f"t{n}", updated=OLD, created=OLD)
                await store.execute(insert(tables).values(**line))
                said = filled(entries, table_id=f"t{n}", at=NOW if kept else OLD, player=f"p{n}")
                await store.execute(insert(entries).values(**said))
                await store.execute(insert(program_games).values(**filled(program_games, table_id=f"t{n}")))
            both = filled(avoided, player="p0", other="p1"), filled(avoided, player="p0", other="p5")
            await store.execute(insert(avoided).values(list(both)))
            assert await store.prune(BEFORE, NOW) == 8
            assert await names(store) == {"p0", "p5"}
            assert {row.player for row in await store.fetch(select(tokens))} == {"p0", "p5"}
            assert [row.other for row in await store.fetch(select(avoided))] == ["p5"]
            assert {row.id for row in await store.fetch(select(tables.c.id))} == {"t0", "t5"}
            for part in (entries, program_games):
                assert {row.table_id for row in await store.fetch(select(part))} == {"t0", "t5"}
        finally:
            await store.close()

    asyncio.run(scene())
