"""Backup and restore, one command each, while people play: what anybody was told before is in the copy."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, log_in, play, served
from test_upgrades import RELEASES, fill

from rowlock.cli import main
from rowlock.engine.position import format_position
from rowlock.server.store import Store, database_url
from rowlock.table.log.records import read_table

TABLES = 6


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | None:
    return request.getfixturevalue("database") if request.param == "postgresql" else None


def where(place: str | None, folder: Path) -> list[str]:
    return ["--database", place] if place else ["--data", str(folder)]


async def play_on(server: Served, table: str, token: str, told: dict[str, int], done: asyncio.Event) -> None:
    """Move without a pause, and note what was told."""

    def stop(client: Any) -> bool:
        if client.table["state"] == "playing":
            told[table] = client.number
        return done.is_set()

    async with await server.connect(table, token) as one:
        await one.next()
        await play(one, Random(table), stop)


def test_a_copy_under_load_has_all_that_was_told_and_goes_on_in_the_other_database(
    place: Any, tmp_path: Path, postgres: Any
) -> None:
    told: dict[str, int] = {}

    async def load(server: Served) -> dict[str, int]:
        mia, done = server.player("Mia"), asyncio.Event()
        tables = [server.table(mia, "me", "me", start=True) for _ in range(TABLES)]
        playing = [asyncio.create_task(play_on(server, table, mia, told, done)) for table in tables]
        async with asyncio.timeout(100):
            while len(told) < TABLES:
                await asyncio.sleep(0.01)
        before = dict(told)
        copied = await asyncio.to_thread(main, ["backup", str(tmp_path / "copy.db"), *where(place, tmp_path)])
        assert copied == 0
        assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0  # hands, secrets, what people say
        done.set()
        await asyncio.gather(*playing)
        return before

    with served(tmp_path, database=place) as server:
        before = asyncio.run(load(server))
    for table, number in before.items():
        made = read_table(log_in(tmp_path / "copy.db", table))  # without a hole
        assert made.number >= number
    other = None if place else postgres.database()
    new = tmp_path / "new"
    assert main(["restore", str(tmp_path / "copy.db"), *where(other, new)]) == 0
    with served(new, database=other) as server:
        for table in before:
            assert server.call("GET", f"/api/tables/{table}")["state"] in ("playing", "over")
    assert main(["restore", str(tmp_path / "copy.db"), *where(other, new)]) == 1  # it is not empty any more


def test_a_copy_of_an_older_release_is_brought_up_to_date(place: Any, tmp_path: Path) -> None:
    kept = json.loads(RELEASES[0].read_text("utf-8"))
    copy = tmp_path / "old.db"
    fill(f"sqlite:///{copy}", kept)
    bytes_before = copy.read_bytes()
    new = tmp_path / "new"
    assert main(["restore", str(copy), *where(place, new)]) == 0
    assert copy.read_bytes() == bytes_before

    async def look() -> None:
        store = await Store.open(database_url(place, new))
        try:
            for table, told in kept["told"].items():
                made = read_table(await store.load(table))
                assert (format_position(made.game) if made.game else None) == told["position"]
        finally:
            await store.close()

    asyncio.run(look())


def test_nothing_is_restored_into_a_database_in_use(
    place: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "a") as server:
        server.table(server.player("Mia"), "me")
        assert main(["backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "a")]) == 0
    with served(tmp_path / "b", database=place):
        assert main(["restore", str(tmp_path / "copy.db"), *where(place, tmp_path / "b")]) == 1
    assert "server uses" in capsys.readouterr().err
    (tmp_path / "text.db").write_text("no database")
    assert main(["restore", str(tmp_path / "text.db"), *where(place, tmp_path / "c")]) == 1
    assert "cannot be restored" in capsys.readouterr().err
