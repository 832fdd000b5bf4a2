"""Games that were played to their end at a server, and what is asked about them until it is there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from serving import Served, patient_call, play

TINY = (Path(__file__).parent / "tiny" / "tiny.toml").read_text()
POSITION = "classic 1/0 white 4+1,r6,y2,g3,b6 ?/? r,y,g,b,p0 r,y,g,b,p0"


def finished_game(server: Served, **more: Any) -> tuple[str, str]:
    """A finished game of somebody with a bot, and the host's token."""
    token = server.player("Ann")
    table = server.table(token, "me", "greedy", start=True, variant_text=TINY, **more)

    async def run() -> None:
        async with await server.connect(table, token) as client:
            await play(client, Random(1))

    asyncio.run(run())
    return table, token


def ask(server: Served, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """The answer, asked for until it is there."""
    while (told := patient_call(server.base, method, path, body, token)).get("state") == "waiting":
        assert told["ahead"] >= 1
    return told
