"""A bot at a table of a server, through the public protocol as any program."""

from __future__ import annotations

import sys
from typing import cast

from rowlock.engine import plain
from rowlock.server.bot_door import BotDoor
from rowlock.server.client import Client, Plain, ServerRefused, call, split_link


async def join(link: str, bot: str, name: str, seat: int | None = None, games: int = 1) -> None:
    """Play by a bot at the table of an invite link, on the seat or the first open one, for so many games."""
    bots = BotDoor(threads=1)
    bots.check(bot)
    try:
        await _play(link, bot, name, seat, games, bots)
    finally:
        bots.close()


async def _play(link: str, bot: str, name: str, seat: int | None, games: int, bots: BotDoor) -> None:
    base, table = split_link(link)
    body = {"name": name[:24], "program": True}
    token = call(base, "POST", "/api/players", body)["token"]
    async with await Client.connect(base, table, token) as client:
        await _sit(client, seat)
        async for message in client:
            if message["type"] == "refusal" and message["code"] != "stale":
                raise ServerRefused(message["code"], message["reason"])
            if message["type"] in ("welcome", "table"):
                _tell(message)
                await answer(client, bot, bots)
                if client.table["state"] == "over" and client.table["game"] >= games:
                    return


async def _sit(client: Client, seat: int | None) -> None:
    await client.next()
    free = [place["seat"] for place in client.table["seats"] if place["kind"] == "open"]
    if seat is None and not free:
        raise ServerRefused("seat_taken", "no seat is open at this table")
    await client.send("sit", seat=free[0] if seat is None else seat)


async def answer(client: Client, bot: str, bots: BotDoor) -> None:
    """Move for every seat of ours that is asked and has not chosen."""
    if client.table["state"] != "playing":
        return
    for view in client.views:
        moves = [move["move"] for move in view["moves"]]
        if moves and view["seat"] in view["waiting"]:
            chosen = await bots.choose(bot, client.variant, 0, cast(plain.View, view), moves)
            await client.move(chosen, view["seat"])


def _tell(message: Plain) -> None:
    for fact in message.get("facts", []):
        if fact["kind"] == "started":
            sys.stdout.write("the game has begun\n")
        elif fact["kind"] == "ended":
            over = message["views"][0]["over"]
            names = [seat["name"] for seat in message["table"]["seats"]]
            lines = [f"{name}: {score}" for name, score in zip(names, over["scores"], strict=True)]
            sys.stdout.write("the game is over\n" + "\n".join(lines) + "\n")
    sys.stdout.flush()
