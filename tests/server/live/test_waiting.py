"""Waiting is bearable: passes without alternative, nudges, skips, stand-ins, parked tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import QUICK, Served, ask, asked, begun, play, served, settle, until

from rowlock.server.config import TablePace


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("waiting")) as running:
        yield running


async def two_players(server: Served, **settings: Any) -> Any:
    """A table of two people, begun, both connected."""
    mia, ben = server.player("Mia"), server.player("Ben")
    table = server.table(mia, "me", "open", **settings)
    one, two = await server.connect(table, mia), await server.connect(table, ben)
    await two.next()
    await ask(two, "sit", seat=1)
    await ask(one, "start")
    await settle(one, lambda: one.table.get("state") == "playing")
    await settle(two, lambda: two.table.get("state") == "playing")
    return table, (mia, ben), one, two


def kinds(message: Any) -> Any:
    return [fact["kind"] for fact in message.get("facts", [])]


TWELVES = "6+6 r6 y6 g6 b6"


def test_a_seat_that_can_only_pass_passes_by_itself(server: Served) -> None:
    """The same roll again: green and blue 12 are crossed, red and yellow 12 need five crosses before."""

    async def second_roll(auto_pass: Any) -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", dice="real", auto_pass=auto_pass, start=True)
        async with await server.connect(table, mia) as one:
            await ask(one, "roll", turn=1, dice=TWELVES)
            await ask(one, "move", turn=1, phase="white", move="g12")
            await ask(one, "move", turn=1, phase="colour", move="b12")
            await one.send("roll", turn=2, dice=TWELVES)
            told = await until(one, lambda m: "rolled" in kinds(m))
            return kinds(told), [move["move"] for move in one.views[0]["moves"]], one.table["waiting"]["what"]

    told, moves, what = asyncio.run(second_roll(auto_pass=True))
    assert told.count("auto_passed") == 2
    assert "penalised" in told
    assert (moves, what) == ([], "dice")
    told, moves, what = asyncio.run(second_roll(auto_pass=False))
    assert "auto_passed" not in told
    assert (moves, what) == (["-"], "white")


def test_the_timer_nudges_then_skips_then_a_bot_stands_in_until_the_player_moves(server: Served) -> None:
    async def game() -> None:
        _, _, one, two = await two_players(server, timer="fast", auto_pass=False)
        async with one, two:
            assert 0 <= one.table["timer"]["nudge"] <= 0.2
            assert one.table["timer"]["nudge"] <= one.table["timer"]["skip"] <= 0.3
            nudge = await until(one, lambda m: m["type"] == "nudge")
            assert nudge["by"] is None
            skipped = await until(one, lambda m: "skipped" in kinds(m))
            assert "passed" in kinds(skipped) or "chose" in kinds(skipped)
            slow = await until(one, lambda m: "stood_in" in kinds(m))
            fact = next(fact for fact in slow["facts"] if fact["kind"] == "stood_in")
            assert fact["why"] == "slow"
            seat = fact["seat"]
            client = one if seat == 0 else two
            await settle(client, lambda: client.table["seats"][seat]["stand_in"])
            assert (await ask(client, "back", seat=seat))["type"] == "receipt"
            await settle(client, lambda: client.table["seats"][seat]["stand_in"] is None)

    asyncio.run(game())


def test_a_clock_that_is_set_hurries_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour forward, a day back: timers go by the time that passes."""
    true_time, pace = time.time, replace(QUICK, timers={"off": None, "relaxed": (100, 200), "fast": (9, 9)})

    async def game(server: Served) -> None:
        _, _, one, two = await two_players(server, timer="relaxed", auto_pass=False)
        async with one, two:
            for shift in (3600, -86_400):
                monkeypatch.setattr(time, "time", lambda shift=shift: true_time() + shift)
                await ask(one, "chat", text="what time is it?")
                with pytest.raises(TimeoutError):
                    await until(one, lambda m: "skipped" in kinds(m) or m["type"] == "nudge", seconds=0.5)
                await one.send("sync")
                welcome = await until(one, lambda m: m["type"] == "welcome")
                assert 0 < welcome["table"]["timer"]["skip"] <= 200

    with served(tmp_path, pace=pace) as server:
        asyncio.run(game(server))


def test_a_timer_that_is_off_waits(server: Served) -> None:
    async def game() -> None:
        _, _, one, two = await two_players(server, auto_pass=False)
        async with one, two:
            assert one.table["timer"] is None
            with pytest.raises(TimeoutError):
                await until(one, lambda m: m["type"] in ("nudge", "table"), seconds=0.7)

    asyncio.run(game())


def test_a_bot_stands_in_for_the_disconnected_and_leaves_when_they_return(server: Served) -> None:
    async def game() -> None:
        table, (_, ben), one, two = await two_players(server, auto_pass=False)
        async with one:
            await one.move("-")
            await two.close()
            away = await until(one, lambda m: "stood_in" in kinds(m))
            assert next(fact for fact in away["facts"] if fact["kind"] == "stood_in")["why"] == "away"
            await settle(one, lambda: asked(one))
            async with await server.connect(table, ben) as back:
                await settle(back, lambda: back.table and back.table["seats"][1]["stand_in"] is None)
                await settle(one, lambda: one.table["seats"][1]["stand_in"] is None)

    asyncio.run(game())


def test_bots_never_play_on_alone_and_wake_when_somebody_comes(server: Served) -> None:
    async def game() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "random", "random", auto_pass=False, start=True)
        async with await server.connect(table, mia) as one:
            await settle(one, lambda: one.views and one.views[0]["waiting"] == [0])
            number = one.number
            await one.move("-")
        await asyncio.sleep(0.6)
        async with await server.connect(table, mia) as one:
            await one.next()
            # what the bots had begun while somebody was there may be said; nothing more
            assert one.number <= number + 5
            await play(one, Random(1))

    asyncio.run(game())


def test_a_program_alone_does_not_keep_a_table_of_people_awake(server: Served) -> None:
    async def game() -> None:
        mia, robot = server.player("Mia"), server.player("Robo", program=True)
        table = server.table(mia, "me", "open", auto_pass=False)
        one, two = await server.connect(table, mia), await server.connect(table, robot)
        async with two:
            async with one:
                await two.next()
                await ask(two, "sit", seat=1)
                await ask(one, "start")
                await settle(two, lambda: two.table.get("state") == "playing")
                assert two.table["parked"] is False
            parked = await until(two, lambda m: m["type"] == "presence" and m["parked"])
            assert parked["online"] == [False, True]

    asyncio.run(game())


def test_players_nudge_whom_they_wait_for_and_nobody_else(server: Served) -> None:
    async def game() -> None:
        _, _, one, two = await two_players(server, auto_pass=False)
        async with one, two:
            await one.move("-")
            assert (await ask(one, "nudge", seat=1))["type"] == "receipt"
            assert (await until(two, lambda m: m["type"] == "nudge"))["by"] == "Mia"
            assert (await ask(two, "nudge", seat=0))["code"] == "not_now"

    asyncio.run(game())


def test_the_table_passes_to_somebody_who_is_there_when_the_host_stays_away(server: Served) -> None:
    async def game() -> None:
        mia, ben = server.player("Mia"), server.player("Ben")
        table = server.table(mia, "me", "open")
        one, two = await server.connect(table, mia), await server.connect(table, ben)
        async with two:
            async with one:
                await two.next()
                await ask(two, "sit", seat=1)
            await until(two, lambda m: "host_changed" in kinds(m))
            assert two.you["host"]
            assert (await ask(two, "bot", seat=0, bot="random"))["type"] == "receipt"
            assert (await ask(two, "start"))["type"] == "receipt"

    asyncio.run(game())


def test_a_room_without_visitors_is_forgotten_and_read_again(tmp_path: Path) -> None:
    with served(tmp_path, pace=TablePace(timers=QUICK.timers, idle=0.2)) as server:

        async def game() -> None:
            mia = server.player("Mia")
            table = server.table(mia, "me", "me", auto_pass=False, start=True)
            async with await server.connect(table, mia) as one:
                await begun(one)
                await one.move("-", 0)
                await settle(one, lambda: one.views[0]["choice"] == "-")
                views = one.views
            for _ in range(2000):
                if not server.app.state.lobby.rooms:
                    break
                await asyncio.sleep(0.05)
            assert not server.app.state.lobby.rooms
            async with await server.connect(table, mia) as one:
                await one.next()
                assert one.views == views

        asyncio.run(game())


def test_with_a_day_to_think_nobody_is_replaced_for_being_away_and_the_day_is_the_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes back, and whatever process there is: the time runs since the action began."""
    true_time, pace = time.time, replace(QUICK, timers={"off": None, "day": (43_200.0, 86_400.0)}, idle=0.2)

    async def begin_and_leave(server: Served) -> Any:
        table, (mia, _), one, two = await two_players(server, timer="day", auto_pass=False)
        async with one, two:
            await two.close()
            await asyncio.sleep(3 * pace.away)
            await ask(one, "chat", text="no hurry")
            assert [seat["stand_in"] for seat in one.table["seats"]] == [None, None]
            assert 86_000 < one.table["timer"]["skip"] <= 86_400
        return table, mia

    async def come_back(server: Served, table: str, mia: str) -> None:
        async with await server.connect(table, mia) as one:
            skipped = await until(one, lambda m: "skipped" in kinds(m))
            assert "stood_in" not in kinds(skipped)

    with served(tmp_path, pace=pace) as server:
        table, mia = asyncio.run(begin_and_leave(server))
    with served(tmp_path, pace=pace) as server:
        monkeypatch.setattr(time, "time", lambda: true_time() + 86_401)
        asyncio.run(come_back(server, table, mia))
