"""Databases of earlier releases, with games in them, are brought up to date and played on."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from serving import Served, play, served
from sqlalchemy import create_engine, text

from rowlock.engine.position import format_position
from rowlock.server.edge.addresses import neighbourhood
from rowlock.server.errors import StoreDown
from rowlock.server.live.people import hash_token
from rowlock.server.store import Store, database_url, migrations
from rowlock.server.store.migrations.versions import m0010_tallies
from rowlock.table import finished
from rowlock.table.errors import DamagedLog
from rowlock.table.log.records import read_game, read_table
from rowlock.table.table import Entry

RELEASES = sorted((Path(__file__).parent / "releases").glob("shape-*.json"))


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | None:
    """The address of an empty database; None for a file in the data folder."""
    return request.getfixturevalue("database") if request.param == "postgresql" else None


def fill(url: str, release: dict[str, Any]) -> None:
    """Make a database of a release: the shape that it had, and every row that it left."""
    engine = create_engine(url.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, release["rows"]["alembic_version"][0]["version_num"])
    engine.dispose()
    for table, rows in release["rows"].items():
        if rows and table != "alembic_version":
            fill_in(url, table, rows)


def fill_in(url: str, table: str, rows: list[dict[str, Any]]) -> None:
    engine = create_engine(url.replace("+aiosqlite", ""))
    names, values = ", ".join(rows[0]), ", ".join(f":{name}" for name in rows[0])
    with engine.begin() as connection:
        statement = text(f"INSERT INTO {table} ({names}) VALUES ({values})")
        connection.execute(statement, [_typed(row) for row in rows])
    engine.dispose()


def rows_of(url: str, table: str) -> list[Any]:
    engine = create_engine(url.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        rows = connection.execute(text(f"SELECT * FROM {table}")).all()
    engine.dispose()
    return list(rows)


async def open_and_close(url: str) -> None:
    await (await Store.open(url)).close()


def _typed(row: dict[str, Any]) -> dict[str, Any]:
    """SQLite has no booleans of its own; PostgreSQL wants them."""
    return {name: bool(value) if name in ("program", "listed") else value for name, value in row.items()}


@pytest.mark.parametrize("release", RELEASES, ids=lambda file: file.stem)
def test_a_database_of_a_release_is_read_as_that_release_read_it(
    release: Any, place: Any, tmp_path: Path
) -> None:
    kept = json.loads(release.read_text("utf-8"))
    url = database_url(place, tmp_path)
    fill(url, kept)

    async def look() -> None:
        store = await Store.open(url)
        try:
            for table, told in kept["told"].items():
                log = await store.load(table)
                made = read_table(log)
                position = format_position(made.game) if made.game else None
                assert {"state": made.state, "number": made.number, "position": position} == told
            for row in kept["rows"]["games"]:
                ended, _ = read_game(await store.load(row["table_id"]), row["game"])
                told = {**finished.summary_of(ended)}
                assert told | json.loads(row["summary"]) == told
            players = [await store.about_player(row["id"]) for row in kept["rows"]["players"]]
            assert [one["name"] for one in players] == [row["name"] for row in kept["rows"]["players"]]
        finally:
            await store.close()

    asyncio.run(look())


@pytest.mark.parametrize("release", RELEASES, ids=lambda file: file.stem)
def test_secrets_of_a_release_move_out_of_the_log(release: Any, place: Any, tmp_path: Path) -> None:
    kept = json.loads(release.read_text("utf-8"))["rows"]
    url = database_url(place, tmp_path)
    fill(url, {"rows": kept})
    cut = {"table_id": "cut", "number": 1, "at": 0.0, "player": "p", "kind": "created", "key": None}
    fill_in(url, "entries", [{**cut, "body": '{"secret": "ab'}])  # a damaged entry keeps nobody from starting
    asyncio.run(open_and_close(url))
    secrets = {(row.table_id, row.number): row.secret for row in rows_of(url, "secrets")}
    bodies = {(row.table_id, row.number): row.body for row in rows_of(url, "entries")}
    brought = 0
    for row in kept["entries"]:
        place_of, before = (row["table_id"], row["number"]), json.loads(row["body"])
        assert secrets.pop(place_of, None) == before.pop("secret", None)
        assert json.loads(bodies[place_of]) == before
        brought += row["kind"] == "rematch"
    assert brought
    assert not secrets
    assert bodies["cut", 1] == '{"secret": "ab'


EARLIER_BANS = {
    "2001:db8::7": "2001:db8::/64",
    "2001:DB8:0:0::8": "2001:db8::/64",
    "2001:db8:0:1::8": "2001:db8:0:1::/64",
    "::ffff:203.0.113.9": "203.0.113.9",
    "::ffff:203.0.113.7": "203.0.113.7",
    "203.0.113.7": "203.0.113.7",
    "::1": "::1",
    "not:an:address": "not:an:address",
}


def test_earlier_bans_of_single_addresses_hold_for_their_networks(place: Any, tmp_path: Path) -> None:
    url = database_url(place, tmp_path)
    fill(url, {"rows": {"alembic_version": [{"version_num": "0004"}]}})
    rows = [
        {"kind": "address", "value": value, "reason": value, "created": float(number)}
        for number, value in enumerate(EARLIER_BANS)
    ]
    fill_in(url, "bans", [*rows, {"kind": "player", "value": "p:1", "reason": "", "created": 0.0}])
    asyncio.run(open_and_close(url))
    bans = {(kind, value): reason for kind, value, reason, *_ in rows_of(url, "bans")}
    assert set(bans) == {("address", value) for value in EARLIER_BANS.values()} | {("player", "p:1")}
    assert bans["address", "2001:db8::/64"] == "2001:db8::7"
    assert all(neighbourhood(value) == value for kind, value in bans if kind == "address")


@pytest.mark.parametrize("release", RELEASES, ids=lambda file: file.stem)
def test_a_game_of_a_release_is_played_to_its_end(release: Any, place: Any, tmp_path: Path) -> None:
    kept = json.loads(release.read_text("utf-8"))
    fill(database_url(place, tmp_path), kept)
    created = {
        row["table_id"]: json.loads(row["body"]) for row in kept["rows"]["entries"] if row["number"] == 1
    }
    (table,) = [
        table for table, body in created.items() if [s["bot"] for s in body["seats"]] == [None, "random"]
    ]

    async def go_on(server: Served, token: str) -> None:
        async with await server.connect(table, token) as one:
            await one.next()
            await play(one, Random(2))
        assert server.call("GET", f"/api/tables/{table}/games/1")["reason"] in ("rows", "penalties")

    async def give_token() -> None:
        store = await Store.open(database_url(place, tmp_path))
        host = next(row for row in kept["rows"]["entries"] if row["table_id"] == table)["player"]
        await store.set_recovery(host, hash_token("code"))
        await store.close()

    asyncio.run(give_token())
    with served(tmp_path, database=place) as running:
        token = running.call("POST", "/api/players/recover", {"code": "code"})["token"]
        asyncio.run(go_on(running, token))


def test_the_games_of_earlier_clubs_are_put_in_order(
    place: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(m0010_tallies, "AT_ONCE", 2)
    url = database_url(place, tmp_path)
    fill(url, {"rows": {"alembic_version": [{"version_num": "0009"}]}})
    fill_in(url, "clubs", [{"id": "c", "name": "C", "link": "l", "key_hash": "", "created": 0.0}])
    fill_in(url, "club_tables", [{"club": "c", "table_id": f"t{n}", "opened": 0.0} for n in range(5)])
    games = [(f"t{n}", game, 10.0 * n + game) for n in range(7) for game in (1, 2)]
    rows = [{"table_id": table, "game": game, "finished": at, "summary": "{}"} for table, game, at in games]
    fill_in(url, "games", rows)
    asyncio.run(open_and_close(url))
    found = {(row.club, row.table_id, row.game, row.at) for row in rows_of(url, "club_played")}
    assert found == {("c", *game) for game in games if game[0] < "t5"}, "games of other tables are nobody's"


def test_an_older_version_says_so_and_touches_nothing(place: Any, tmp_path: Path) -> None:
    url = database_url(place, tmp_path)
    kept = json.loads(RELEASES[0].read_text("utf-8"))
    fill(url, kept)
    engine = create_engine(url.replace("+aiosqlite", ""))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreDown, match=r"newer version of Rowlock .*shape 9999.*restore a backup"):
        asyncio.run(Store.open(url))
    with engine.begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM entries")).scalar() == len(
            kept["rows"]["entries"]
        )
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()


def test_an_entry_of_a_newer_version_is_not_guessed_at() -> None:
    rows = json.loads(RELEASES[0].read_text("utf-8"))["rows"]["entries"]
    first = next(row for row in rows if row["number"] == 1)
    created = Entry(1, 0.0, first["player"], "created", json.loads(first["body"]))
    newer = Entry(2, 0.0, first["player"], "teleport", {})
    with pytest.raises(DamagedLog, match="a newer version of Rowlock"):
        read_table([created, newer])
    strange = created._replace(body={**created.body, "settings": {"gravity": 2}})
    with pytest.raises(DamagedLog, match="a newer version of Rowlock"):
        read_table([strange])
