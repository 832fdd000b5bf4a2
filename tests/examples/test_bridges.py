"""The bridges to chats: a real server, and each chat's library against a fake of its service."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from serving import served

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "bridges"))

from chat_table import PREFIX, ChatTables

from rowlock.client import join_async

LONGEST = 120.0


class Room:
    """A room of a chat: everything that was written into it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def say(self, line: str) -> None:
        self.lines.append(line)

    async def hears(self, wanted: str) -> str:
        return await heard(lambda: self.lines, wanted)


async def heard(lines: Callable[[], list[str]], wanted: str) -> str:
    """The last line with these words, once it is there."""
    async with asyncio.timeout(LONGEST):
        while not any(wanted in line for line in lines()):
            await asyncio.sleep(0.02)
    return next(line for line in reversed(lines()) if wanted in line)


def link_in(line: str) -> str:
    return line.split("\n", 1)[0]


async def play_there(order: Callable[[str], Any], hears: Callable[[str], Any], other: str = "Ben") -> str:
    """A table is opened from the chat, two programs play at it, and the chat hears of it; the result."""
    await order(f"{PREFIX} new classic")
    link = link_in(await hears("/t/"))
    seated = asyncio.gather(
        *(join_async(link, "greedy", name=name, timeout=LONGEST) for name in ("Mia", other))
    )
    await hears("Mia")
    await hears(other.strip("@"))
    await order(f"{PREFIX} start")
    await seated
    return str(await hears("  Mia"))  # a place with its points


def test_a_chat_opens_a_table_and_hears_of_it(tmp_path: Path) -> None:
    room = Room()

    async def chat(server: Any) -> None:
        tables = ChatTables(server.base)
        result = await play_there(lambda line: tables.hear("a", line, room.say), room.hears)
        assert "Mia" in result
        assert "Ben" in result
        await tables.hear("a", f"{PREFIX} table", room.say)
        assert "/t/" in room.lines[-1]
        await tables.hear("a", f"{PREFIX} close", room.say)
        assert not tables.rooms
        await tables.close()

    with served(tmp_path) as server:
        asyncio.run(chat(server))
    assert sum("  Mia" in line for line in room.lines) == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (f"{PREFIX}", "new [PAD]"),
        (f"{PREFIX} dance", "new [PAD]"),
        (f"{PREFIX} new clasic", "classic"),
        (f"{PREFIX} new classic nobody", "nobody"),
        (f"{PREFIX} start", "no table"),
        (f"{PREFIX} pads", "bonus-a"),
        ("hello there", None),
    ],
)
def test_every_line_is_answered_and_other_talk_is_left_alone(
    tmp_path: Path, line: str, answer: str | None
) -> None:
    room = Room()

    async def chat(base: str) -> None:
        tables = ChatTables(base)
        await tables.hear("a", line, room.say)
        await tables.close()

    with served(tmp_path) as server:
        asyncio.run(chat(server.base))
    assert (answer is None and not room.lines) or (answer is not None and answer in room.lines[-1])


def test_a_server_that_is_not_there_is_told() -> None:
    room = Room()
    asyncio.run(ChatTables("http://127.0.0.1:9").hear("a", f"{PREFIX} new", room.say))
    assert "does not answer" in room.lines[-1]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Discord's library and its test kit
def test_discord_hears_it_and_nobody_is_called_by_a_name(tmp_path: Path) -> None:
    import discord
    import discord.ext.test as kit
    from discord_table import DiscordTables

    sent: list[str] = []

    async def chat(server: Any) -> str:
        client = DiscordTables(ChatTables(server.base), discord.Intents.all())
        await client._async_setup_hook()  # as the test kit asks for clients that are not commands.Bot
        kit.configure(client)

        def lines() -> list[str]:
            while not kit.verify().message().nothing():
                sent.append(kit.get_message().content)
            return sent

        result = await play_there(kit.message, lambda wanted: heard(lines, wanted), "@everyone")
        await client.tables.close()
        return result

    with served(tmp_path) as server:
        assert "everyone" in asyncio.run(chat(server))
    assert not any("@everyone" in line for line in sent)


class Homeserver:
    """As much of a Matrix homeserver as one account in one room needs."""

    ROOM = "!table:here"

    def __init__(self) -> None:
        self.said: list[str] = []
        self.news: list[dict[str, Any]] = []
        self.arrived, self.listened_to = asyncio.Event(), asyncio.Event()
        self.app = web.Application()
        api = "/_matrix/client/v3"
        self.app.router.add_post(f"{api}/login", self.login)
        self.app.router.add_get(f"{api}/sync", self.sync)
        self.app.router.add_put(f"{api}/rooms/{{room}}/send/{{kind}}/{{id}}", self.send)

    async def login(self, request: web.Request) -> web.Response:
        assert (await request.json())["password"] == "secret"
        return web.json_response({"user_id": "@rowlock:here", "device_id": "D", "access_token": "t"})

    async def sync(self, request: web.Request) -> web.Response:
        since = int(request.query.get("since", "0"))
        if since > len(self.news):
            self.listened_to.set()
            self.arrived.clear()
            await self.arrived.wait()
        events = self.news[max(0, since - 1) :] if since else []
        room = {"timeline": {"events": events, "limited": False, "prev_batch": "0"}}
        joined = room | {"state": {"events": []}, "ephemeral": {"events": []}, "account_data": {"events": []}}
        rooms = {"join": {self.ROOM: joined}, "invite": {}, "leave": {}}
        return web.json_response({"next_batch": str(len(self.news) + 1), "rooms": rooms})

    async def send(self, request: web.Request) -> web.Response:
        content = json.loads(await request.text())
        assert content["msgtype"] == "m.notice"
        self.said.append(content["body"])
        return web.json_response({"event_id": f"$own{len(self.said)}"})

    async def say(self, line: str) -> None:
        """Somebody in the room writes this."""
        content = {"msgtype": "m.text", "body": line}
        event = {"type": "m.room.message", "sender": "@mia:here", "content": content, "origin_server_ts": 1}
        self.news.append(event | {"event_id": f"$e{len(self.news)}"})
        self.arrived.set()


@asynccontextmanager
async def homeserver() -> AsyncIterator[tuple[Homeserver, str]]:
    home = Homeserver()
    runner = web.AppRunner(home.app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield home, f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()


def test_matrix_hears_it(tmp_path: Path) -> None:
    from matrix_table import MatrixTables
    from nio import AsyncClient

    async def chat(server: Any) -> str:
        async with homeserver() as (home, address):
            bridge = MatrixTables(ChatTables(server.base), AsyncClient(address, "@rowlock:here"))
            await home.say(f"{PREFIX} new")  # before it listens: old talk is left alone
            running = asyncio.create_task(bridge.run("secret"))
            await asyncio.wait_for(home.listened_to.wait(), LONGEST)
            assert not home.said
            result = await play_there(home.say, lambda wanted: heard(lambda: home.said, wanted))
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            return result

    with served(tmp_path) as server:
        assert "Ben" in asyncio.run(chat(server))
