"""Whole games over real sockets: what everybody is told, what is stored, what a restart keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Served, answer_to, ask, asked, begun, facts, play, served, settle, two_at, until

from rowlock import parse_record, variant_names
from rowlock.server.verify import verify
from rowlock.variants import load_named


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with served(tmp_path_factory.mktemp("play")) as running:
        yield running


def record_of(server: Served, table: str, game: int = 1) -> Any:
    return parse_record(server.call("GET", f"/api/tables/{table}/games/{game}/record"), load_named)


@pytest.mark.parametrize("variant", variant_names())
def test_two_people_and_a_bot_play_every_variant_to_the_end(server: Served, variant: Any) -> None:
    async def game() -> Any:
        async with two_at(server, "random", variant=variant) as (table, one, two):
            assert (await ask(one, "start"))["type"] == "receipt"
            seen = await asyncio.gather(play(one, Random(1)), play(two, Random(2)))
            assert one.views[0]["over"] == two.views[0]["over"] is not None
            assert [fact["kind"] for fact in facts(seen[0])].count("ended") == 1
            return table, one.views[0]["over"], [m["n"] for m in seen[1]]

    table, over, numbers = asyncio.run(game())
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    record = record_of(server, table)
    assert record.seats == ("Mia", "Ben", "Random")
    assert server.call("GET", f"/api/tables/{table}/games/1")["scores"] == over["scores"]
    assert verify(record).rolls == len([said for said in record.inputs if said.seat is None])


def test_a_choice_can_be_changed_and_taken_back_until_the_last_has_chosen(server: Served) -> None:
    async def game() -> None:
        async with two_at(server, auto_pass=False) as (_, one, two):
            await ask(one, "start")
            await settle(two, lambda: asked(two))
            await settle(one, lambda: asked(one))
            first = one.views[0]["moves"][0]["move"]
            assert (await answer_to(one, await one.move(first)))["type"] == "receipt"
            assert one.views[0]["choice"] == first
            assert (await answer_to(one, await one.move("-")))["type"] == "receipt"
            assert one.views[0]["choice"] == "-"
            assert (await answer_to(one, await one.move("<")))["type"] == "receipt"
            assert one.views[0]["choice"] is None
            await two.move("-")
            await one.move("-")
            await settle(one, lambda: one.views[0]["phase"] == "colour")
            stale = await ask(one, "move", turn=1, phase="white", move="<")
            assert (stale["type"], stale["code"]) == ("refusal", "stale")

    asyncio.run(game())


def test_nobody_sees_a_pending_choice_of_another(server: Served) -> None:
    async def game() -> None:
        async with two_at(server, auto_pass=False) as (table, one, two):
            await ask(one, "start")
            await settle(one, lambda: asked(one))
            async with await server.connect(table) as watcher:
                await watcher.next()
                move = one.views[0]["moves"][0]["move"]
                await answer_to(one, await one.move(move))
                for other in (two, watcher):
                    told = await until(other, lambda m: "chose" in [f["kind"] for f in m.get("facts", [])])
                    assert told["views"][0]["choice"] is None
                    assert told["views"][0]["waiting"] == [1]
                    assert told["facts"] == [{"kind": "chose", "seat": 0}]
                    assert told["table"]["dice"]["secret"] is None
                assert watcher.views[0]["seat"] is None
                assert (await ask(watcher, "move", turn=1, phase="white", move="-"))[
                    "code"
                ] == "not_your_seat"

    asyncio.run(game())


def test_the_same_message_id_gets_the_same_receipt_also_after_a_restart(tmp_path: Path) -> None:
    async def first(server: Served) -> Any:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", auto_pass=False, start=True)
        async with await server.connect(table, mia) as one:
            await begun(one)
            message = {"turn": 1, "phase": "white", "move": "-", "seat": 0, "id": "once"}
            told = await ask(one, "move", **message)
            again = await ask(one, "move", **message)
            assert (again["type"], again["number"]) == ("receipt", told["number"])
            return mia, table, message, told["number"], one.number

    async def second(server: Served, mia: str, table: str, message: Any, number: int, length: Any) -> None:
        async with await server.connect(table, mia) as one:
            await one.next()
            assert one.number == length
            assert (await ask(one, "move", **message))["number"] == number
            assert one.number == length

    with served(tmp_path) as server:
        kept = asyncio.run(first(server))
    with served(tmp_path) as server:
        asyncio.run(second(server, *kept))


def test_a_restart_in_mid_game_is_a_replay(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        mia = server.player("Mia")
        table = server.table(mia, "me", "me", "random", start=True)

        async def begin() -> Any:
            async with await server.connect(table, mia) as one:
                await play(one, Random(3), lambda client: client.views and client.views[0]["turn"] > 3)
                await asyncio.sleep(0.1)
                await one.send("sync")
                await until(one, lambda m: m["type"] == "welcome")
                return one.views, one.number

        views, number = asyncio.run(begin())
    with served(tmp_path) as server:

        async def finish() -> Any:
            async with await server.connect(table, mia) as one:
                await one.next()
                assert one.number >= number
                if one.number == number:
                    assert one.views == views
                await play(one, Random(4))
                return one.views[0]["over"]["scores"]

        scores = asyncio.run(finish())
        record = record_of(server, table)
        assert server.call("GET", f"/api/tables/{table}/games/1")["scores"] == scores
        assert verify(record).commitment
