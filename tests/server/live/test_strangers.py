"""A public server: strangers find each other there, and on no other."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import HANGING, Served, ask, forgotten, served, settle
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rowlock.server.config import Config, Limits


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("public"), public=True) as running:
        yield running


@pytest.fixture
def pair(tmp_path: Path, database: str) -> Iterator[list[Served]]:
    """Two public servers on one database."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(served(tmp_path / name, database=database, beat=0.2, public=True))
            for name in ("one", "two")
        ]


class Watching:
    """A connection to the lists, and the list as it is known there."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.tables: dict[str, Any] = {}

    async def say(self, kind: str, **more: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **more}))

    async def next(self) -> Any:
        told = json.loads(await self.socket.recv())
        if told["type"] == "tables":
            self.tables = {}
        if told["type"] in ("tables", "changed"):
            self.tables |= {row["table"]: row for row in told["tables"]}
        for gone in told.get("gone", []):
            del self.tables[gone]
        return told

    async def until(self, holds: Callable[[], Any]) -> None:
        async with asyncio.timeout(HANGING):
            while not holds():
                await self.next()

    async def heard(self, kind: str) -> Any:
        async with asyncio.timeout(HANGING):
            while (told := await self.next())["type"] != kind:
                pass
        return told


@asynccontextmanager
async def watching(server: Served, token: str | None = None) -> AsyncIterator[Watching]:
    async with connect(f"{server.base.replace('http', 'ws')}/api/lists/socket") as socket:
        await socket.send(json.dumps({"type": "hello", "token": token}))
        here = Watching(socket)
        assert (await here.next())["type"] == "tables"
        yield here


@pytest.mark.parametrize("public", [False, True])
def test_a_server_says_whether_it_is_for_strangers(tmp_path: Path, public: bool) -> None:
    with served(tmp_path, public=public) as server:
        assert server.call("GET", "/api/about")["public"] is public


def test_without_the_operators_word_a_server_is_for_friends(tmp_path: Path) -> None:
    assert Config(data=tmp_path).public is False
    with served(tmp_path) as plain:

        async def try_it() -> None:
            with pytest.raises(InvalidStatus) as refused:
                async with watching(plain):
                    pass
            assert refused.value.response.status_code == 404
            mia = plain.player("Mia")
            table = plain.table(mia, "me", "open", listed=True)
            async with await plain.connect(table, mia) as one:
                await one.next()
                assert one.table["settings"]["phrases"] is False
                assert (await ask(one, "chat", text="hello"))["type"] == "receipt"

        asyncio.run(try_it())


def test_the_list_follows_tables_that_are_open_to_all(server: Served) -> None:
    async def watch() -> None:
        mia, ben = server.player("Mia"), server.player("Ben")
        hidden = server.table(mia, "me", "open")
        async with watching(server) as here:
            shown = server.table(mia, "me", "open", "open", listed=True)
            await here.until(lambda: shown in here.tables)
            assert hidden not in here.tables
            assert here.tables[shown]["host"] == "Mia"
            assert here.tables[shown]["free"] == 2
            assert here.tables[shown]["completion"] == {"games": 0, "played": 0}
            one = await server.connect(shown, mia)
            async with one, await server.connect(shown, ben) as two:
                await two.next()
                await ask(two, "sit", seat=1)
                await here.until(lambda: here.tables[shown]["free"] == 1)
                await ask(one, "settings", listed=False)
                await here.until(lambda: shown not in here.tables)
            async with await server.connect(hidden, mia) as one:
                await one.next()
                await ask(one, "settings", listed=True)
                await here.until(lambda: hidden in here.tables)
            async with watching(server) as late:
                assert late.tables == here.tables

    asyncio.run(watch())


def test_the_list_says_nothing_that_is_hidden(server: Served) -> None:
    async def watch() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open", listed=True)
        async with watching(server) as here:
            row = here.tables[table]
        assert mia not in json.dumps(row)
        assert set(row) == {
            "table", "variant", "title", "host", "player", "completion", "seats", "free", "timer", "rated"
        }  # fmt: skip

    asyncio.run(watch())


def test_among_strangers_only_phrases_are_said(server: Served) -> None:
    async def talk() -> None:
        mia = server.player("Mia")
        table = server.table(mia, "me", "open")
        async with await server.connect(table, mia) as one:
            await one.next()
            assert (await ask(one, "chat", text="we know each other"))["type"] == "receipt"
            await ask(one, "settings", listed=True)
            for listed in (True, False):  # whoever has come from the list stays, when it is hidden again
                await ask(one, "settings", listed=listed)
                refused = await ask(one, "chat", text="call me")
                assert refused["code"] == "phrases_only"
            assert (await ask(one, "phrase", phrase="thanks"))["type"] == "receipt"
            assert one.table["settings"]["phrases"] is True
            assert (await ask(one, "settings", phrases=False))["code"] == "bad_message"

    asyncio.run(talk())


def test_two_people_get_a_quick_game(server: Served) -> None:
    asyncio.run(meet(server, server))


def test_people_of_two_processes_see_the_same_list_and_meet(pair: list[Served]) -> None:
    async def both() -> None:
        async with watching(pair[0]) as one, watching(pair[1]) as two:
            table = pair[0].table(pair[0].player("Host"), "me", "open", listed=True)
            await one.until(lambda: table in one.tables)
            await two.until(lambda: table in two.tables)
        await meet(*pair)
        await meet(pair[1], pair[0])

    asyncio.run(both())


async def meet(first: Served, second: Served) -> None:
    mia, ben = first.player("Mia"), second.player("Ben")
    async with watching(first, mia) as one, watching(first, mia) as again, watching(second, ben) as two:
        for here in (one, again, two):
            await here.say("quick", pad="classic")
            assert (await here.heard("quick"))["pad"] == "classic"
        tables = {(await here.heard("game"))["table"] for here in (one, again, two)}
    (table,) = tables
    async with await first.connect(table, mia) as one_there:
        await settle(one_there, lambda: one_there.table)
        seats = one_there.table["seats"]
        assert sorted(seat["name"] for seat in seats) == ["Ben", "Mia"]
        assert one_there.table["settings"]["rated"] is True
        assert (await ask(one_there, "chat", text="hello"))["code"] == "phrases_only"


def later(server: Served, seconds: float) -> None:
    """Let it be later for those who wait."""
    quick = server.app.state.lobby.strangers.quick_games
    quick.clock = lambda: time.time() + seconds


def test_after_a_while_a_bot_steps_in_for_whoever_wishes(server: Served) -> None:
    async def wait() -> None:
        async with (
            watching(server, server.player("Ann")) as patient,
            watching(server, server.player("Cem")) as other,
        ):
            await patient.say("quick", pad="longo")
            await other.say("quick", pad="connected-steps", bot=True)
            assert (await patient.heard("quick"))["bot_after"] is None
            assert (await other.heard("quick"))["bot_after"] == 20.0
            later(server, 21.0)
            table = (await other.heard("game"))["table"]
            kinds = [seat["kind"] for seat in server.call("GET", f"/api/tables/{table}")["seats"]]
            assert sorted(kinds) == ["bot", "human"]
            waiting = server.app.state.lobby.strangers.quick_games._here.values()
            assert [one.name for one in waiting] == ["Ann"]

    try:
        asyncio.run(wait())
    finally:
        later(server, 0.0)


def test_a_quick_game_is_to_be_had_on_every_pad(server: Served) -> None:
    async def wait() -> None:
        pads = [pad["name"] for pad in server.call("GET", "/api/variants")["variants"]]
        assert len(pads) >= 15
        later(server, 0.0)
        async with watching(server, server.player("Pat")) as one:
            for pad in pads:
                await one.say("quick", pad=pad, bot=True)
                assert (await one.heard("quick"))["pad"] == pad
                later(server, 21.0)
                table = (await one.heard("game"))["table"]
                assert server.call("GET", f"/api/tables/{table}")["variant"] == pad
                later(server, 0.0)

    asyncio.run(wait())


def test_whoever_leaves_or_hangs_up_waits_no_longer(server: Served) -> None:
    async def go() -> None:
        async with watching(server, server.player("Eve")) as one:
            await one.say("quick", pad="classic")
            assert (await one.heard("quick"))["pad"] == "classic"
            await one.say("quick_off")
            assert (await one.heard("quick"))["pad"] is None
            await one.say("quick", pad="classic")
            await one.heard("quick")
        strangers = server.app.state.lobby.strangers
        async with watching(server, server.player("Dan")) as two:
            async with asyncio.timeout(HANGING):
                while len(strangers.open_tables.watchers) > 1:
                    await two.say("ping")
                    await two.heard("pong")
            assert not strangers.quick_games._here

    asyncio.run(go())


def test_who_is_signed_out_or_forgotten_is_hung_up_on(server: Served) -> None:
    async def go() -> None:
        token = server.player("Gone")
        async with watching(server, token) as one:
            await one.say("quick", pad="classic")
            await one.heard("quick")
            await asyncio.to_thread(forgotten, server, token)
            assert (await one.heard("bye"))["code"] == "bad_token"
            with pytest.raises(ConnectionClosed):
                await one.next()
        assert not server.app.state.lobby.strangers.quick_games._here

    asyncio.run(go())


def test_one_address_cannot_ask_for_more_and_more_quick_games(tmp_path: Path) -> None:
    async def go(public: Served) -> None:
        async with watching(public, public.player("Eve")) as one:
            for _ in range(2):
                await one.say("quick", pad="classic")
                assert (await one.heard("quick"))["pad"] == "classic"
            await one.say("quick", pad="longo")
            assert (await one.heard("refusal"))["code"] == "too_fast"
        async with watching(public, public.player("Dan")) as other:
            await other.say("quick", pad="longo")
            assert (await other.heard("refusal"))["code"] == "too_fast"

    with served(tmp_path, public=True, limits=Limits(quick=(2, 0.0001))) as public:
        asyncio.run(go(public))


@pytest.mark.parametrize(
    "said",
    [
        {"type": "quick", "pad": "nonsense"},
        {"type": "quick", "pad": 7},
        {"type": "quick", "more": 1},
        {"type": "quick", "pad": "classic"},
        {"type": "sit", "seat": 0},
        {"type": []},
        {},
    ],
)
def test_what_cannot_be_done_is_refused_and_the_socket_goes_on(server: Served, said: Any) -> None:
    async def try_it() -> None:
        async with watching(server) as nobody:  # without a token
            await nobody.socket.send(json.dumps(said))
            assert (await nobody.heard("refusal"))["code"]
            await nobody.say("ping")
            assert (await nobody.heard("pong"))["type"] == "pong"

    asyncio.run(try_it())


def test_the_list_shows_how_many_games_were_played_to_the_end(server: Served) -> None:
    async def leave() -> None:
        mia, ben = server.player("Mia"), server.player("Ben")
        table = server.table(mia, "me", "open", rated=True)
        async with await server.connect(table, mia) as one, await server.connect(table, ben) as two:
            await two.next()
            await ask(two, "sit", seat=1)
            await ask(one, "start")
            for here in (one, two):
                await settle(here, lambda here=here: here.table.get("state") == "playing")  # type: ignore[misc]
            await ask(two, "resign", seat=1)
            await settle(one, lambda: one.table["state"] == "over")
        shown = {name: server.table(token, "me", "open", listed=True) for name, token in
                 (("mia", mia), ("ben", ben))}  # fmt: skip
        async with watching(server) as here:
            await here.until(lambda: set(shown.values()) <= here.tables.keys())
            assert here.tables[shown["mia"]]["completion"] == {"games": 1, "played": 1}
            assert here.tables[shown["ben"]]["completion"] == {"games": 1, "played": 0}

    asyncio.run(leave())
