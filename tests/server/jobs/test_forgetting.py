"""Somebody is forgotten in pieces: killed anywhere it goes on, and nothing said meanwhile survives it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from crashing import Killed, killed_at
from serving import ask, begin, forgotten, served, settle
from sqlalchemy import create_engine, event, insert, text

from rowlock.client import ServerRefused
from rowlock.server.live.people import People
from rowlock.server.live.relay import Relay
from rowlock.server.store import Batch, FinishedGame, Player, Store, TableLine, database_url, forgetting
from rowlock.server.store.schema import digests, metadata, rated_seats, rating_days
from rowlock.table.api.tables import NewTable, SeatWanted
from rowlock.table.errors import NoSuchPlayer
from rowlock.table.log.new_table import open_table
from rowlock.table.log.opening import first_entry
from rowlock.table.messages import House, Who
from rowlock.table.sayings import say
from rowlock.table.table import Entry
from rowlock.table.views import table_summary
from rowlock.variants import load_variant

HOUSE = House(lambda bot: None, load_variant, lambda player: None, lambda below: 0, lambda: "5e" * 32)
NAME, WORDS = "Bartholomew", "my street is Elm 7"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("database") if request.param == "postgresql" else None


@asynccontextmanager
async def opened(url: str) -> Any:
    store = await Store.open(url, process="test")
    try:
        yield store
    finally:
        await store.close()


async def fill(store: Store, tables: int, games: int = 2) -> tuple[Player, Player]:
    """Tables at which Bartholomew has sat and talked, with finished games; and Mia, who opened them."""
    people = People(store)
    (mia, _), (bart, _) = await people.new("Mia", False), await people.new(NAME, False)
    wish = NewTable(seats=[SeatWanted(kind="me"), SeatWanted(kind="open")])
    for number in range(tables):
        name = f"t{number:03}"
        first = first_entry(name, 1.0, Who(mia.id, "Mia"), wish, (load_variant("classic"), ""), HOUSE)
        said: list[tuple[str, dict[str, Any]]] = [
            ("sit", {"seat": 1, "name": NAME}),
            ("chat", {"text": WORDS}),
            ("chat", {"text": WORDS}),
        ]
        log = [first, *(Entry(n, 1.0, bart.id, kind, body) for n, (kind, body) in enumerate(said, 2))]
        table, _ = open_table(first)
        for entry in log[1:]:
            table, _ = say(table, entry)
        line = TableLine(True, table.state, table_summary(table))
        await store.append(Batch(name, log, line))
        for game in range(1, games + 1):
            ended: Any = {"game": game, "seats": ["Mia", NAME], "table": name}
            move = Entry(len(log) + game, 1.0, mia.id, "nudge", {"seat": 1})
            holders = [(mia.id, 0), (bart.id, 1)]
            await store.append(Batch(name, [move], line, FinishedGame(ended, holders)))
            kept = {"player": mia.id, "table_id": name, "game": game, "seat": 0, "finished": 1.0}
            told = json.dumps({"seats": 2, "others": [NAME]})
            await store.execute(insert(digests).values(**kept, body=told))
        await store.keep_review(name, 1, 1, json.dumps({"seats": [NAME]}).encode(), 0)
    return mia, bart


def everything(url: str) -> str:
    """Every row of the database, as text."""
    engine, told = create_engine(url.replace("+aiosqlite", "")), list[str]()
    with engine.begin() as connection:
        for table in metadata.tables:
            told += [f"{table} {tuple(row)}" for row in connection.execute(text(f"SELECT * FROM {table}"))]
    engine.dispose()
    return "\n".join(sorted(told))


def is_forgotten(url: str, mia: Player, bart: Player) -> str:
    """Check that nothing names Bartholomew, and all that is Mia's is there; the rest, to be compared."""
    left = everything(url)
    assert NAME not in left
    assert WORDS not in left
    lines = left.splitlines()
    assert not [line for line in lines if line.startswith(("players", "game_seats")) and bart.id in line]
    assert [line for line in lines if line.startswith("game_seats") and mia.id in line]
    assert all("Mia" in line for line in lines if line.startswith(("tables", "games ")))
    return left


async def forget_all(store: Store) -> int:
    """Work until there is nothing to do; the number of pieces."""
    pieces = 0
    while await store.forgetting.do_piece(9.0) is not None:
        pieces += 1
    return pieces


def test_a_kill_at_any_statement_leaves_work_that_is_done_later(
    place: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "PIECE", 4)
    url = database_url(place, tmp_path)

    async def begin_it() -> tuple[Player, Player]:
        async with opened(url) as store:
            mia, bart = await fill(store, 3)
            await store.forgetting.begin(bart.id, "ticket", 5.0)
            return mia, bart

    async def work(dies_at: int) -> bool:
        """Whether it got to the end before the statement at which it dies."""
        async with opened(url) as store:
            try:
                with killed_at(store, dies_at):
                    await forget_all(store)
            except Killed:
                return False
            return True

    mia, bart = asyncio.run(begin_it())
    deaths = 0
    while not asyncio.run(work(dies_at=2 + deaths % 12)):  # every kind of statement is somebody's last
        deaths += 1
        assert deaths < 200
    assert deaths >= 11
    is_forgotten(url, mia, bart)


def test_a_kill_before_the_end_of_the_first_transaction_forgets_nobody(place: Any, tmp_path: Path) -> None:
    url = database_url(place, tmp_path)

    async def scene() -> tuple[int, bool]:
        async with opened(url) as store:
            _, bart = await fill(store, 1)

            def before(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
                if "INSERT INTO forgettings" in statement:
                    raise Killed

            event.listen(store.engine.sync_engine, "before_cursor_execute", before)
            with suppress(Killed):
                await store.forgetting.begin(bart.id, "ticket", 5.0)
            event.remove(store.engine.sync_engine, "before_cursor_execute", before)
            return await forget_all(store), bool(await store.about_player(bart.id))

    assert asyncio.run(scene()) == (0, True)


def test_work_grows_with_the_tables_and_each_piece_is_bounded(
    place: Any, tmp_path: Path, postgres: Any
) -> None:
    """Not with their square; and no piece looks at more than it may."""

    async def pieces(url: str, tables: int, games: int) -> tuple[int, int]:
        async with opened(url) as store:
            mia, bart = await fill(store, tables, games)
            await store.forgetting.begin(bart.id, "ticket", 5.0)
            rows, most = 0, 0

            def executed(connection: Any, cursor: Any, statement: str, given: Any, *_: Any) -> None:
                nonlocal rows
                rows += len(given) if isinstance(given, list) else 1

            event.listen(store.engine.sync_engine, "after_cursor_execute", executed)
            count, before = 0, 0
            while await store.forgetting.do_piece(9.0) is not None:
                count, most, before = count + 1, max(most, rows - before), rows
            is_forgotten(url, mia, bart)
            return count, most

    def url(number: int) -> str:
        return database_url(postgres.database() if place else None, tmp_path / str(number))

    (tmp_path / "1").mkdir()
    (tmp_path / "2").mkdir()
    few, most = asyncio.run(pieces(url(1), 10, 20))
    many, most_of_many = asyncio.run(pieces(url(2), 20, 40))
    assert few >= 2
    assert many <= 4 * few + 4  # twice the tables, each with twice the games
    assert max(most, most_of_many) <= 2 * forgetting.PIECE


RATED = 700
"""More than one piece may change."""


async def play_for_years(store: Store, who: str) -> None:
    """Rated games and what is made of them, day by day."""
    place = [{"table_id": f"r{number:04}", "game": 1, "seat": 0} for number in range(RATED)]
    rated = {"who": who, "ladder": "classic two", "score": 50, "gone": False}
    days = [
        f"{2020 + number // 360}-{number // 30 % 12 + 1:02}-{number % 30 + 1:02}" for number in range(RATED)
    ]
    skill = {"who": who, "ladder": "classic two", "mu": 25.0, "sigma": 8.0}
    async with store.connect() as connection:
        rows = [{**rated, **one, "day": day} for one, day in zip(place, days, strict=True)]
        await connection.execute(insert(rated_seats), rows)
        await connection.execute(insert(rating_days), [{**skill, "day": day} for day in days])
        kept = [{**one, "player": who, "finished": 1.0, "body": "{}"} for one in place]
        await connection.execute(insert(digests), kept)


def test_years_of_rated_games_are_told_whole_and_forgotten_in_pieces(place: Any, tmp_path: Path) -> None:
    changed = list[int]()

    def executed(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(("UPDATE", "DELETE")):
            changed.append(cursor.rowcount)

    async def scene(url: str) -> str:
        async with opened(url) as store:
            _, bart = await fill(store, 1)
            await play_for_years(store, bart.id)
            told = [line async for lines in store.told_ratings(bart.id) for line in lines]
            kinds = Counter(next(iter(line)) for line in told)
            assert kinds == {"rated": RATED, "rating_day": RATED, "table": RATED}
            await store.forgetting.begin(bart.id, "ticket", 5.0)
            event.listen(store.engine.sync_engine, "after_cursor_execute", executed)
            assert await forget_all(store) > 3 * RATED // forgetting.PIECE
            return bart.id

    url = database_url(place, tmp_path)
    who = asyncio.run(scene(url))
    assert not [
        line for line in everything(url).splitlines() if who in line and not line.startswith("entries")
    ]
    assert max(changed) <= forgetting.PIECE


def test_nothing_is_stored_in_the_name_of_somebody_who_is_gone(place: Any, tmp_path: Path) -> None:
    url = database_url(place, tmp_path)

    async def scene() -> None:
        async with opened(url) as store:
            _, bart = await fill(store, 1, games=0)
            await store.forgetting.begin(bart.id, "ticket", 5.0)
            late = [
                Entry(5, 9.0, bart.id, "chat", {"text": WORDS}),
                Entry(5, 9.0, bart.id, "sit", {"seat": 0, "name": NAME}),
                Entry(5, 9.0, "mia", "kick", {"player": bart.id, "name": NAME}),
            ]
            for entry in late:
                with pytest.raises(NoSuchPlayer):
                    await store.append(Batch("t000", [entry]))
            await store.append(Batch("t000", [Entry(5, 9.0, bart.id, "nudge", {"seat": 1})]))  # has no words

    asyncio.run(scene())


def test_damaged_lines_keep_nobody_from_being_forgotten(place: Any, tmp_path: Path) -> None:
    url = database_url(place, tmp_path)

    async def scene() -> None:
        async with opened(url) as store:
            _, bart = await fill(store, 2)
            for table in ("tables SET summary", "games SET summary", "digests SET body"):
                await store.execute(text(f"UPDATE {table} = '{{'"))
            await store.forgetting.begin(bart.id, "ticket", 5.0)
            await forget_all(store)
            assert await store.forgetting.progress("ticket") == {"state": "done", "tables": 2}

    asyncio.run(scene())
    assert NAME not in everything(url)


def test_what_was_read_of_a_review_before_is_not_kept_for_the_others_afterwards(
    place: Any, tmp_path: Path
) -> None:
    url = database_url(place, tmp_path)

    async def scene() -> None:
        async with opened(url) as store:
            mia, bart = await fill(store, 1)
            read: Any = await store.undigested()
            await store.forgetting.begin(bart.id, "ticket", 5.0)
            await forget_all(store)
            found: Any = {"seats": 2, "others": [NAME]}
            await store.keep_digests(read, [(mia.id, 0, found)])

    asyncio.run(scene())
    assert NAME not in everything(url)


def test_what_two_processes_store_at_that_moment_is_forgotten_too(place: Any, tmp_path: Path) -> None:
    """Chats go on through two stores while the player is deleted: each is forgotten, or was never stored."""
    url = database_url(place, tmp_path)

    async def chat(store: Store, table: str, player: str) -> int:
        for number in range(6, 1000):
            try:
                await store.append(Batch(table, [Entry(number, 9.0, player, "chat", {"text": WORDS})]))
            except NoSuchPlayer:
                return number - 6
        raise AssertionError("nobody was deleted")

    async def scene() -> tuple[Player, Player, list[int]]:
        async with opened(url) as one, opened(url) as two:
            mia, bart = await fill(one, 4, games=1)
            chats = [chat(store, f"t00{n}", bart.id) for n, store in enumerate((one, two, one, two))]
            talking = [asyncio.create_task(each) for each in chats]
            await asyncio.sleep(0.1)
            await one.forgetting.begin(bart.id, "ticket", 5.0)
            await forget_all(two)
            return mia, bart, await asyncio.gather(*talking)

    mia, bart, stored = asyncio.run(scene())
    assert sum(stored)
    is_forgotten(url, mia, bart)


def test_a_process_that_has_not_heard_of_it_writes_no_name_into_the_lists(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its notice was lost: the game that ends there is listed without the name all the same."""

    async def scene(one: Any, two: Any) -> str:
        mia, bart = one.player("Mia"), one.player(NAME)
        table = one.table(mia, "me", "open")
        async with await two.connect(table, mia) as there, await two.connect(table, bart) as other:
            await other.next()
            await ask(other, "sit", seat=1)
            await begin(there, other)
            monkeypatch.setattr(Relay, "_take_word", lambda self, said: None)
            await asyncio.to_thread(forgotten, one, bart)
            await ask(there, "resign", seat=0)
            await settle(there, lambda: there.table["state"] == "over")
            assert NAME not in json.dumps([there.table, there.views])
        return json.dumps([
            two.call("GET", "/api/games", None, mia),
            two.call("GET", f"/api/tables/{table}"),
            two.call("GET", f"/api/tables/{table}/games/1"),
            one.call("GET", f"/api/tables/{table}/games/1/record"),
        ])  # fmt: skip

    with served(tmp_path / "a", database=database) as one, served(tmp_path / "b", database=database) as two:
        assert NAME not in asyncio.run(scene(one, two))
    assert NAME not in everything(database_url(database, tmp_path))


def test_one_is_told_where_to_look_and_the_token_is_dead_at_once(place: Any, tmp_path: Path) -> None:
    with served(tmp_path, database=place) as server:
        bart = server.player(NAME)
        server.table(bart, "me", "random")
        begun = server.call("DELETE", "/api/players/me", None, bart)
        assert begun["link"].endswith(begun["ticket"])
        with pytest.raises(ServerRefused) as refused:
            server.call("GET", "/api/players/me", None, bart)
        assert refused.value.kind == "bad_token"
        for _ in range(400):
            shown = server.call("GET", begun["link"])
            if shown["state"] == "done":
                break
        assert shown == {"state": "done", "tables": 1}
        with pytest.raises(ServerRefused) as refused:
            server.call("GET", "/api/forgetting/nobody")
        assert refused.value.kind == "no_such_player"
