"""A database that was damaged says so: at the start, and at the table whose log is cut."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from serving import Served, forgotten, served
from sqlalchemy import create_engine, text

from rowlock.client import ServerRefused
from rowlock.server.errors import StoreDown
from rowlock.server.store import Store, database_url

CUTS: dict[str, Callable[[Any], str]] = {
    "in the middle": lambda body: body[: len(body) // 2],
    "to nothing": lambda body: "",
    "to a number": lambda body: "12",
    "of its keys": lambda body: "{}",
    "in its pad": lambda body: json.dumps({**json.loads(body), "text": "[[rows"}),
}


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("database") if request.param == "postgresql" else None


@pytest.mark.parametrize("cut", CUTS)
def test_a_cut_entry_is_told_at_every_door_and_others_play_on(cut: Any, place: Any, tmp_path: Path) -> None:
    with served(tmp_path, database=place) as server:
        mia = server.player("Mia")
        table, other = server.table(mia, "me", "open"), server.table(mia, "me", "open")
    engine = create_engine(database_url(place, tmp_path).replace("+aiosqlite", ""))
    with engine.begin() as connection:
        where = {"table": table}
        body = connection.execute(text("SELECT body FROM entries WHERE table_id = :table"), where).scalar()
        cut_off = text("UPDATE entries SET body = :body WHERE table_id = :table")
        connection.execute(cut_off, {"body": CUTS[cut](body), **where})
    engine.dispose()

    async def come_in(server: Served, table: str) -> Any:
        async with await server.connect(table, mia) as one:
            return await one.next()

    with served(tmp_path, database=place) as server:
        for path in ("", "/games/1/record", "/past", "/variant"):
            with pytest.raises(ServerRefused) as refused:
                server.call("GET", f"/api/tables/{table}{path}", None, mia)
            assert refused.value.kind == "damaged_table"
        with pytest.raises(ServerRefused) as refused:
            asyncio.run(come_in(server, table))
        assert refused.value.kind == "damaged_table"
        assert asyncio.run(come_in(server, other))["type"] == "welcome"
        assert (
            json.dumps(server.call("GET", "/api/players/me/data", None, mia)).count('"kind": "created"') == 2
        )
        forgotten(server, mia)


def test_overwritten_pages_are_noticed_at_the_start(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        mia = server.player("Mia")
        for _ in range(30):
            server.table(mia, "me", "open")
    file = tmp_path / "rowlock.db"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    size = file.stat().st_size
    with file.open("r+b") as pages:
        pages.seek(size // 2)
        pages.write(b"\x5a" * (size // 4))
    with pytest.raises(StoreDown, match=r"is damaged.*restore a backup"):
        asyncio.run(Store.open(database_url(None, tmp_path), serving=True))
