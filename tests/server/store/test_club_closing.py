"""A closed club goes in pieces: killed anywhere it goes on, and nothing of another club goes with it."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from crashing import Killed, killed_at
from sqlalchemy import insert, select

from rowlock.community.clubs import Club, Member
from rowlock.community.errors import NoSuchClub
from rowlock.server.store import Store, club_closing, database_url
from rowlock.server.store.club_closing import PARTS
from rowlock.server.store.club_schema import club_closings
from rowlock.server.store.schema import players

GAMES = 30
SHORT = {"wins": 0, "points": 0, "best": 0}


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    place = request.getfixturevalue("database") if request.param == "postgresql" else None
    return database_url(place, tmp_path)


async def fill(store: Store, club: str) -> None:
    """A club with something of every kind."""
    members = tuple(Member(f"m{n}", f"P{n}", f"{club}{n}", n == 0, float(n)) for n in range(7))
    async with store.connect() as connection:
        rows = [
            {"id": one.player, "name": one.name, "token_hash": one.player, "program": False, "created": 1.0}
            for one in members
        ]
        await connection.execute(insert(players), rows)
    await store.add_club(Club(club, "Sundays", f"link{club}", members), "hash", 1.0)
    lines: dict[str, list[dict[str, Any]]] = {
        "club_words": [{"at": float(n), "member": "m1", "phrase": "i_play"} for n in range(5)],
        "club_tables": [{"table_id": f"t{n}", "opened": 1.0} for n in range(9)],
        "club_played": [{"at": 2.0, "table_id": f"t{n % 9}", "game": n} for n in range(GAMES)],
        "club_games": [{"number": n, "at": 3.0, "body": "{}"} for n in range(GAMES)],
        "club_tallies": [{"year": 2026, "member": f"m{n}", "games": 1, **SHORT} for n in range(7)],
    }
    async with store.connect() as connection:
        for part in PARTS:
            if rows := lines.get(part.name, []):
                await connection.execute(insert(part), [{"club": club, **row} for row in rows])


async def left_of(store: Store) -> Counter[str]:
    """How many rows every club has."""
    found = Counter[str]()
    for part in (*PARTS, club_closings):
        found.update(row.club for row in await store.fetch(select(part.c.club)))
    return found


async def work(url: str, dies_at: int) -> bool:
    """Whether it got to the end before the statement at which it dies."""
    store = await Store.open(url, process="test")
    try:
        with killed_at(store, dies_at):
            while await store.clear_closed():
                pass
    except Killed:
        return False
    finally:
        await store.close()
    return True


def test_a_kill_at_any_statement_leaves_work_that_is_done_later(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_closing, "PIECE", 7)

    async def begin() -> Counter[str]:
        store = await Store.open(url, process="test")
        try:
            await fill(store, "gone")
            await fill(store, "kept")
            before = await left_of(store)
            await store.close_club("gone", 5.0)
            with pytest.raises(NoSuchClub):
                await store.club_by_link("linkgone")
            with pytest.raises(NoSuchClub):
                await store.close_club("gone", 5.0)
            with pytest.raises(NoSuchClub):
                await store.add_club_table("gone", "t99", 5.0)
            return before
        finally:
            await store.close()

    async def end() -> Counter[str]:
        store = await Store.open(url, process="test")
        try:
            assert (await store.club_by_link("linkkept")).id == "kept"
            return await left_of(store)
        finally:
            await store.close()

    before, deaths = asyncio.run(begin()), 0
    while not asyncio.run(work(url, dies_at=2 + deaths % 14)):
        deaths += 1
        assert deaths < 100
    assert deaths >= 10
    assert asyncio.run(end()) == {"kept": before["kept"]}


def test_a_piece_is_bounded_and_frees_whoever_is_to_be_forgotten(url: str) -> None:
    async def scene() -> None:
        store = await Store.open(url, process="test")
        try:
            await fill(store, "gone")
            await store.close_club("gone", 5.0)
            whole = sum((await left_of(store)).values())
            await store.forgetting.begin("gone3", "ticket", 6.0)
            while await store.forgetting.do_piece(7.0):
                pass
            assert await store.forgetting.progress("ticket") == {"state": "done", "tables": 0}
            assert sum((await left_of(store)).values()) == whole - 1
            pieces = 0
            while await store.clear_closed():
                pieces += 1
            assert pieces == 1 + (whole - 2) // club_closing.PIECE
            assert not await left_of(store)
        finally:
            await store.close()

    asyncio.run(scene())


def test_pieces_of_a_large_club_delete_no_more_than_they_may(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_closing, "PIECE", 10)

    async def scene() -> list[int]:
        store = await Store.open(url, process="test")
        try:
            await fill(store, "gone")
            await store.close_club("gone", 5.0)
            left = [sum((await left_of(store)).values())]
            while await store.clear_closed():
                left.append(sum((await left_of(store)).values()))
            return left
        finally:
            await store.close()

    left = asyncio.run(scene())
    assert left[-1] == 0
    assert all(0 < one - two <= 11 for one, two in pairwise(left))
