"""Daily games that are handed in together: everybody's first counts, and who is gone harms nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rowlock.server.store import Player, Store, database_url
from rowlock.table.errors import NoSuchPlayer


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("database") if request.param == "postgresql" else None


def test_many_hand_in_at_once(place: str | None, tmp_path: Path) -> None:
    async def run() -> None:
        store = await Store.open(database_url(place, tmp_path))
        people = [f"p{n}" for n in range(130)]
        for player in people:
            await store.add_player(Player(player, player, False), player, 0.0)

        async def hand_in(player: str, *moves: str) -> bool | str:
            try:
                return await store.hand_in(("2026-11-17", "classic", player), moves, True, 1.0)
            except NoSuchPlayer:
                return "gone"

        calls = [hand_in(one, "-") for one in people]
        twice = [hand_in("p0", "-"), hand_in("p1", "r5"), hand_in("nobody", "-")]
        *told, same, other, gone = await asyncio.gather(*calls, *twice)
        assert all(told)
        assert (same, other, gone) == (True, False, "gone"), "the same game again counts, another does not"
        assert await store.count("2026-11-17", "classic") == 130
        assert await store.begin_try("2026-11-18", "classic", "p0", "t", 1.0) == "t"
        assert await store.hand_in(("2026-11-18", "classic", "p0"), ("-",), True, 2.0), "begun before"
        await store.close()

    asyncio.run(run())
