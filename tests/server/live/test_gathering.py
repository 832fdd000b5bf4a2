"""Work that can wait a moment is done once, in order, and never all in one turn of the loop."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import pairwise

import pytest

from rowlock.server.live import gathering
from rowlock.server.live.gathering import AT_ONCE, Gathering


def test_asked_for_often_it_is_done_once_and_in_order() -> None:
    done = list[int]()

    async def run() -> None:
        some, works = Gathering(), [partial(done.append, number) for number in range(3)]
        for _ in range(5):
            for work in works:
                some.soon(work)
        assert not done
        await asyncio.sleep(5 * gathering.MOMENT)

    asyncio.run(run())
    assert done == [0, 1, 2]


def test_between_a_few_and_the_next_few_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "MOMENT", 0.0)
    done, seen = list[int](), list[int]()

    async def run() -> None:
        some = Gathering()
        for number in range(10 * AT_ONCE):
            some.soon(partial(done.append, number))
        while len(done) < 10 * AT_ONCE:
            seen.append(len(done))
            await asyncio.sleep(0)

    asyncio.run(run())
    assert done == list(range(10 * AT_ONCE))
    assert max(later - before for before, later in pairwise(seen)) <= AT_ONCE


def test_what_is_asked_for_meanwhile_is_done_too() -> None:
    done = list[str]()

    async def run() -> None:
        some = Gathering()

        def first() -> None:
            done.append("first")
            some.soon(partial(done.append, "second"))

        some.soon(first)
        await asyncio.sleep(5 * gathering.MOMENT)

    asyncio.run(run())
    assert done == ["first", "second"]
