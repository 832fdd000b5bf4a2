"""The reference client: bots that join tables of a server with its usual limits, sync and async."""

from __future__ import annotations

import asyncio
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest
from serving import served, until

from rowlock.bots.kit.program import Forfeit
from rowlock.client import BlockingClient, Client, ServerRefused, Unreachable, call, join, join_async
from rowlock.server.config import Limits, TablePace

TINY = (Path(__file__).parents[1] / "tiny" / "tiny.toml").read_text()


def link_of(server: Any, table: str) -> str:
    return f"{server.base}/t/{table}"


async def start_when_full(server: Any, table: str, token: str) -> None:
    async with await server.connect(table, token) as host:
        await until(host, lambda _: not host.open_seats)
        await host.send("start")
        await until(host, lambda message: message["type"] == "receipt")


def first(view: dict[str, Any], moves: list[str]) -> str:
    return moves[0]


def test_fifty_games_by_joined_bots_on_a_server_with_its_usual_limits(tmp_path: Path) -> None:
    """Nobody asks twice, everybody waits when told to, and two that want one seat take two."""
    pads: list[dict[str, str]] = [{"variant": "classic"}] + [{"variant_text": TINY}] * 9
    with served(tmp_path, limits=Limits(), pace=TablePace()) as server:
        token = server.player("Host", program=True)
        tables = [server.table(token, "open", "open", **pad) for pad in pads]

        async def everybody() -> list[Any]:
            work = [
                join_async(link_of(server, table), bot, games=5)
                for table in tables
                for bot in ("greedy", "random")
            ]
            hosts = [start_when_full(server, table, token) for table in tables]
            return await asyncio.gather(*work, *hosts)

        results = [played for played in asyncio.run(everybody()) if played]
        told = server.app.state.metrics.text().decode()
    assert len(results) == 20
    assert sum(len(played) for played in results) == 2 * 50
    assert sorted(results[0][0]["names"]) == ["greedy", "random"]
    assert results[0] == results[1]
    assert 'code="too_fast"' in told, "the limits were never felt: the test says nothing"


def test_what_is_asked_is_answered_once(tmp_path: Path) -> None:
    """While its own choice is on the way, a bot hears of others' and does not repeat itself."""
    with served(tmp_path) as server:
        token = server.player("Host", program=True)
        table = server.table(token, "open", "open", "open", variant_text=TINY)
        asked: list[tuple[Any, ...]] = []

        def choose(view: dict[str, Any], moves: list[str]) -> str:
            asked.append((view["seat"], view["turn"], view["phase"]))
            return moves[-1]

        async def play() -> None:
            work = [join_async(link_of(server, table), choose) for _ in range(3)]
            await asyncio.gather(*work, start_when_full(server, table, token))

        asyncio.run(play())
    assert len(asked) == len(set(asked)) > 6


def test_bots_of_every_kind_join(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def value(crosses, skips, gain):\n    return gain\n")
    program = Path(__file__).parents[2] / "examples" / "bot.py"

    async def slow(view: dict[str, Any], moves: list[str]) -> str:
        await asyncio.sleep(0)
        return moves[0]

    bots = [str(tmp_path / "mine.py"), f"exec:{sys.executable} {program}", slow, first]
    with served(tmp_path / "data") as server:
        token = server.player("Host", program=True)
        table = server.table(token, *["open"] * 4, variant_text=TINY)

        async def play() -> list[Any]:
            work = [join_async(link_of(server, table), bot) for bot in bots]
            return await asyncio.gather(*work, start_when_full(server, table, token))

        results = asyncio.run(play())
    assert sorted(results[0][0]["names"]) == ["bot", "first", "mine", "slow"]


def test_a_bot_that_fails_leaves_its_seat_to_another(tmp_path: Path) -> None:
    def broken(view: dict[str, Any], moves: list[str]) -> str:
        raise ValueError("oh no")

    with served(tmp_path) as server:
        token = server.player("Host")
        table = server.table(token, "open", "greedy", variant_text=TINY)

        async def play() -> list[Any]:
            async with await server.connect(table, token) as host:
                work = asyncio.create_task(join_async(link_of(server, table), broken))
                await until(host, lambda _: not host.open_seats)
                await host.send("start")
                await until(host, lambda _: host.table["state"] == "over")
                return list(await asyncio.gather(work, return_exceptions=True))

        (failure,) = asyncio.run(play())
    assert isinstance(failure, Forfeit)
    assert "oh no" in str(failure)


def test_a_full_table_and_a_wrong_link_are_refused(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        token = server.player("Host")
        table = server.table(token, "me", "greedy", start=True)
        for seat in (None, 0):
            with pytest.raises(ServerRefused):
                join(link_of(server, table), first, seat=seat)
    with pytest.raises(Unreachable):
        join("nonsense", first)


def test_the_blocking_client_plays_a_game(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        token = server.player("Host")
        table = server.table(token, "open", variant_text=TINY)
        link = link_of(server, table)
        host = BlockingClient(server.base, table, token)
        with host, BlockingClient.open(link, name="Mia") as client:
            client.sit()
            for _ in host:
                if not host.open_seats:
                    break
            host.send("start")
            for _ in client:
                for view in client.asked:
                    client.move(view["moves"][0]["move"])
                if client.table["state"] == "over":
                    break
            assert client.you["seats"] == [0]
            assert client.variant.title == client.table["title"]
            client.send("ping")
            while client.next()["type"] != "pong":
                pass
            with pytest.raises(TimeoutError):
                client.next(timeout=0.05)
        host.close()  # once more does no harm


def test_http_waits_when_it_is_told_to(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(players=(1, 1.0))) as server:
        body = {"name": "Mia"}
        call(server.base, "POST", "/api/players", body)
        with pytest.raises(ServerRefused) as refused:
            call(server.base, "POST", "/api/players", body)
        assert refused.value.kind == "too_fast"
        assert refused.value.wait is not None
        assert call(server.base, "POST", "/api/players", body, patience=5)["name"] == "Mia"


def test_a_client_that_was_too_fast_repeats_itself_later(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(messages=(2, 20.0))) as server:
        token = server.player("Host")
        table = server.table(token, "me", "open", "open")

        async def hurry() -> list[Any]:
            async with await Client.connect(server.base, table, token) as client:
                sent = [await client.send("seats", count=count) for count in (4, 5, 3, 4, 2)]
                heard = []
                while client.has_unanswered:
                    message = await client.next()
                    heard.append(message.get("id"))
                assert len(client.table["seats"]) == 2
                return [one for one in heard if one in sent]

        assert len(asyncio.run(hurry())) == 5


def test_a_server_that_is_not_there_is_named_with_the_plain_reason() -> None:
    with pytest.raises(Unreachable, match=r"^http://127\.0\.0\.1:1 does not answer: Connection refused$"):
        call("http://127.0.0.1:1", "GET", "/api/about")


def test_joining_gives_up_in_time_and_frees_the_seat(tmp_path: Path) -> None:
    """The host never starts the game."""
    with served(tmp_path) as server:
        token = server.player("Host", program=True)
        table = server.table(token, "open", "open")
        with pytest.raises(TimeoutError, match="not begun; the seat is free again"):
            join(f"{server.base}/t/{table}", "greedy", timeout=1)
        with BlockingClient.connect(server.base, table, token) as host:
            while not host.table or host.open_seats != [0, 1]:
                host.next(60)


def test_both_clients_have_the_same_calls() -> None:
    """One with `await`, one without: what is public in one is public in the other."""
    assert _public(Client) - _public(BlockingClient) == set()
    assert set(inspect.signature(BlockingClient.connect).parameters) == set(
        inspect.signature(Client.connect).parameters
    )


def _public(client: type) -> set[str]:
    fields = {"base", "number", "table", "table_id", "token", "views", "you"}
    return {name for name in dir(client) if not name.startswith("_")} | (
        fields if client is Client else set()
    )
