"""A member's phrases on the wall of a club: only the latest stay, whatever process puts them there."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from rowlock.community.clubs import MOST_PHRASES, Club, Member, left, with_member
from rowlock.community.errors import NoSuchClub
from rowlock.server.store import Store, database_url
from rowlock.server.store.club_walls import WallWord

AT_ONCE = 4


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    place = request.getfixturevalue("database") if request.param == "postgresql" else None
    return database_url(place, tmp_path)


def test_two_processes_at_once_leave_no_more_phrases_than_one(url: str) -> None:
    async def scene() -> list[float]:
        one, two = await Store.open(url, "one"), await Store.open(url, "two")
        try:
            member = Member("m0", "Mia", None, True, 1.0)
            await one.add_club(Club("sundays", "Sundays", "link", (member,)), "hash", 1.0)
            for at in range(MOST_PHRASES):
                await one.put_on_wall("sundays", WallWord(float(at), "m0", "i_play"))
            for first in range(100, 160, AT_ONCE):
                some = [WallWord(float(first + n), "m0", "i_play") for n in range(AT_ONCE)]
                puts = [(one, two)[n % 2].put_on_wall("sundays", word) for n, word in enumerate(some)]
                await asyncio.gather(*puts)
                wall = await two.wall_of("sundays", 100)
                assert len(wall) == MOST_PHRASES
            return [word.at for word in wall]
        finally:
            await one.close()
            await two.close()

    assert asyncio.run(scene()) == [159.0 - n for n in range(MOST_PHRASES)]


def test_whoever_has_left_leaves_no_phrase_behind(url: str) -> None:
    """However it falls out between one process that puts a phrase there and one that removes the member."""
    stays = Member("m0", "Mia", None, True, 1.0)

    async def scene() -> list[WallWord]:
        one, two = await Store.open(url, "one"), await Store.open(url, "two")
        try:
            await one.add_club(Club("sundays", "Sundays", "link", (stays,)), "hash", 1.0)
            await one.put_on_wall("sundays", WallWord(1.0, stays.id, "i_play"))
            for n in range(20):
                ben = Member(f"b{n}", "Ben", None, False, 2.0)
                await one.change_club("sundays", 2.0, partial(with_member, member=ben))
                word = WallWord(10.0 + n, ben.id, "later")
                gone = two.change_club("sundays", 3.0, partial(left, gone=[ben]))
                said = await asyncio.gather(one.put_on_wall("sundays", word), gone, return_exceptions=True)
                assert said[0] is None or isinstance(said[0], NoSuchClub)
                assert isinstance(said[1], Club)
                with pytest.raises(NoSuchClub):
                    await one.put_on_wall("sundays", word)
            return await two.wall_of("sundays", 100)
        finally:
            await one.close()
            await two.close()

    assert asyncio.run(scene()) == [WallWord(1.0, stays.id, "i_play")]
