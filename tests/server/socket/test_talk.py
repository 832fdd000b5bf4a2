"""A talk over an open socket: no task waits for it, answers come in order, and its end is noticed."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from serving import Served, served, until
from websockets.asyncio.client import ClientConnection, connect


async def watchers(server: Served, table: str, count: int, stack: AsyncExitStack) -> list[ClientConnection]:
    """So many who watch and have been welcomed."""
    lines = []
    for _ in range(count):
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        lines.append(await stack.enter_async_context(connect(address)))
        await lines[-1].send('{"type":"hello"}')
        assert json.loads(await lines[-1].recv())["type"] == "welcome"
    return lines


def tasks_of(server: Served) -> int:
    """The tasks that uvicorn keeps for connections."""
    return len(server._server.server_state.tasks)


def test_an_open_socket_keeps_no_task(tmp_path: Path) -> None:
    async def run() -> None:
        with served(tmp_path) as server:
            table = server.table(server.player("Mia"), "me", "open")
            async with AsyncExitStack() as stack:
                await watchers(server, table, 20, stack)
                for _ in range(5000):
                    if not tasks_of(server):
                        break
                    await asyncio.sleep(0.02)
                assert (tasks_of(server), server.connections) == (0, 20)

    asyncio.run(run())


def test_messages_of_one_socket_are_answered_in_order(tmp_path: Path) -> None:
    """Some are answered at once and some when they are stored; neither overtakes the other."""

    async def run() -> None:
        with served(tmp_path) as server:
            mia = server.player("Mia")
            table = server.table(mia, "me", "open")
            async with await server.connect(table, mia) as one:
                sent = [str(number) for number in range(60)]
                for number in sent:
                    kind = {"type": "ping"} if int(number) % 3 else {"type": "chat", "text": number}
                    await one._socket.send(json.dumps({**kind, "id": number}))
                told = list[Any]()
                while len(told) < len(sent):
                    found = await until(one, lambda m: m["type"] in ("pong", "receipt", "refusal"))
                    told.append(found["id"])
                assert told == sent

    asyncio.run(run())


def test_everybody_hears_that_watchers_have_gone_however_many(tmp_path: Path) -> None:
    async def run() -> None:
        with served(tmp_path) as server:
            mia = server.player("Mia")
            table = server.table(mia, "me", "open")
            async with await server.connect(table, mia) as one, AsyncExitStack() as stack:
                await watchers(server, table, 30, stack)
                await until(one, lambda m: m["type"] == "presence" and m["watchers"] == 30)
                await stack.aclose()
                await until(one, lambda m: m["type"] == "presence" and m["watchers"] == 0)
                assert len(server.app.state.lobby.rooms[table].listeners) == 1

    asyncio.run(run())
